// The contact and verdict kernels of one instruction set.
#include "kernels/layout.hpp"

#include "kernels/isa.hpp"

#include <utility>

#include "kernels/box_pairs.hpp"
#include "kernels/classify.hpp"
#include "kernels/collide.hpp"
#include "kernels/collide_long.hpp"
#include "kernels/polygon_pairs.hpp"

namespace {

using satchel::kernels::CollideKernels;

/// collide[ka][kb] and classify[ka][kb], one row: kb = 0, 1, ...
template <class L, unsigned KA, unsigned... KB, class T>
constexpr void fill_row(CollideKernels<T>& kernels, std::integer_sequence<unsigned, KB...>) {
  ((kernels.collide[KA][KB] = collide_lanes<L, PolygonKernel<L, KA, KB>>), ...);
  ((kernels.classify[KA][KB] = classify_lanes<L, PolygonKernel<L, KA, KB>>), ...);
}

template <class L, unsigned... KA, class T>
constexpr void fill_rows(CollideKernels<T>& kernels, std::integer_sequence<unsigned, KA...> classes) {
  (fill_row<L, KA>(kernels, classes), ...);
}

template <class T>
struct Collide {
  static constexpr CollideKernels<T> kernels() {
    using L = Isa::Lanes<T>;
    CollideKernels<T> kernels{};
    fill_rows<L>(kernels, std::make_integer_sequence<unsigned, satchel::kernels::lane_class_count>());
    kernels.collide_boxes = collide_lanes<L, BoxKernel<L>>;
    kernels.classify_boxes = classify_lanes<L, BoxKernel<L>>;
    kernels.collide_long = collide_long<L, Isa::FourLanes<T>>;
    kernels.classify_long = classify_long<L, Isa::FourLanes<T>>;
    return kernels;
  }
};

}  // namespace

namespace satchel::kernels {

extern const ByPrecision<CollideKernels> SATCHEL_TABLE(collide);
constinit const ByPrecision<CollideKernels> SATCHEL_TABLE(collide) = table_of<CollideKernels, Collide>();

}  // namespace satchel::kernels
