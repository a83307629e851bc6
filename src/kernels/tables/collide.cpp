// The contact kernels of one instruction set and precision.
#include "format/kernel_table.hpp"

#include "lanes/isa.hpp"

#include "kernels/facing/facing_kernels.hpp"
#include "kernels/long/facing_long.hpp"
#include "kernels/sat/polygon_pairs.hpp"
#include "kernels/sat/verdict_bounds.hpp"
#include "kernels/tables/class_pairs.hpp"
#include "kernels/tables/common_collide.hpp"

namespace {

using satchel::kernels::CollideKernels;
using satchel::kernels::FacingKernels;
using satchel::kernels::shared_class;

template <class T>
struct Collide {
  static constexpr CollideKernels<T> kernels() {
    using L = Isa::Lanes<T>;
    CollideKernels<T> kernels = common_collide_kernels<T>();
    constexpr FacingKernels facing = L::permutes_rows ? FacingKernels::of_rows : FacingKernels::of_two_classes;
    kernels.facing_kernels = facing;
    for_each_class_pair<satchel::kernels::lane_class_count>([&](auto ka, auto kb) {
      // Facing parts go first, so that hexagons are not worth a kernel of their own.
      kernels.collide[ka][kb] = collide_lanes<L, PolygonKernel<L, shared_class(ka), shared_class(kb)>>;
      if constexpr (ka == 3 && kb == 3) {
        kernels.facing[ka][kb] = collide_facing_long<L, false>;
      } else if constexpr (satchel::kernels::has_facing_kernel(ka, kb, facing)) {
        kernels.facing[ka][kb] = collide_facing<L, FacingKernelFor<L, ka, kb>>;
      }
    });
    if constexpr (L::permutes_rows) kernels.facing_up_to_8 = collide_facing<L, FacingUpTo8InRows<L>>;
    kernels.classify_boxes = classify_by_edges<L, BoxKernel<L>>;
    kernels.classify_up_to_4 = classify_by_edges<L, PolygonKernel<L, 0, 0>>;
    kernels.facing_long = collide_facing_long<L, true>;
    return kernels;
  }
};

}  // namespace

namespace satchel::kernels {

extern const CollideKernels<SATCHEL_PRECISION> SATCHEL_TABLE_OF(collide, SATCHEL_PRECISION);
constinit const CollideKernels<SATCHEL_PRECISION> SATCHEL_TABLE_OF(collide, SATCHEL_PRECISION) =
    Collide<SATCHEL_PRECISION>::kernels();

}  // namespace satchel::kernels
