// The contact kernels of one instruction set and precision in little code, for the same bits: no facing parts, and
// polygons of up to 16 vertices one pair at a time. They replace those of collide.cpp where size counts more than speed.
#include "format/kernel_table.hpp"

#include "lanes/isa.hpp"

#include "kernels/tables/class_pairs.hpp"
#include "kernels/tables/common_collide.hpp"

namespace {

using satchel::kernels::CollideKernels;
using satchel::kernels::shared_class;

template <class L, unsigned KA, unsigned KB, class T = typename L::Scalar>
std::size_t collide_singly_and_settle(const PairJob<T>& job, const ContactSink<T>& sink) {
  const std::size_t open_count = collide_singly<T>(job, sink);
  return open_count == 0 ? 0 : settle_classes<L, false>(job, KA, KB, open_count, sink);
}

template <class T>
struct Collide {
  static constexpr CollideKernels<T> kernels() {
    using L = Isa::Lanes<T>;
    CollideKernels<T> kernels = common_collide_kernels<T>();
    kernels.facing_kernels = satchel::kernels::FacingKernels::none;
    for_each_class_pair<satchel::kernels::lane_class_count>([&](auto ka, auto kb) {
      kernels.collide[ka][kb] = collide_singly_and_settle<L, shared_class(ka), shared_class(kb)>;
    });
    kernels.classify_up_to_4 = kernels.collide[0][0];
    kernels.classify_boxes = kernels.collide_boxes;
    return kernels;
  }
};

}  // namespace

namespace satchel::kernels {

extern const CollideKernels<SATCHEL_PRECISION> SATCHEL_TABLE_OF(collide, SATCHEL_PRECISION);
constinit const CollideKernels<SATCHEL_PRECISION> SATCHEL_TABLE_OF(collide, SATCHEL_PRECISION) =
    Collide<SATCHEL_PRECISION>::kernels();

}  // namespace satchel::kernels
