// The contact kernels of one instruction set and precision for pairs with a radius or a core of one or two vertices.
#include "format/kernel_table.hpp"

#include "lanes/isa.hpp"

#include "kernels/rounded/circle_pairs.hpp"
#include "kernels/rounded/rounded_boxes.hpp"
#include "kernels/rounded/rounded_collide.hpp"
#include "kernels/rounded/rounded_facing.hpp"
#include "kernels/tables/class_pairs.hpp"

namespace {

using satchel::kernels::RoundedKernels;

template <class T>
struct Rounded {
  static constexpr RoundedKernels<T> kernels() {
    RoundedKernels<T> kernels{};
    using L = Isa::Lanes<T>;
    for_each_class_pair<satchel::kernels::core_size_count>(
        [&](auto a, auto b) { kernels.collide[a][b] = collide_rounded<L, std::size_t{1} << a, std::size_t{1} << b>; });
    if constexpr (L::permutes_rows) kernels.facing_up_to_8 = collide_rounded_facing<L>;
    kernels.collide_circles = collide_circles<L>;
    kernels.collide_boxes = collide_rounded_boxes<L>;
    return kernels;
  }
};

}  // namespace

namespace satchel::kernels {

extern const RoundedKernels<SATCHEL_PRECISION> SATCHEL_TABLE_OF(rounded, SATCHEL_PRECISION);
constinit const RoundedKernels<SATCHEL_PRECISION> SATCHEL_TABLE_OF(rounded, SATCHEL_PRECISION) =
    Rounded<SATCHEL_PRECISION>::kernels();

}  // namespace satchel::kernels
