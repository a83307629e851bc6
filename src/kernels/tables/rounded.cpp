// The contact and verdict kernels of one instruction set for pairs with a radius or a core of one or two vertices.
#include "kernels/layout.hpp"

#include "kernels/isa.hpp"

#include <utility>

#include "kernels/rounded_collide.hpp"

namespace {

using satchel::kernels::RoundedKernels;

template <class T, std::size_t A, std::size_t... B>
constexpr void fill_row(RoundedKernels<T>& kernels, std::index_sequence<B...>) {
  using L = Isa::Lanes<T>;
  ((kernels.collide[A][B] = collide_rounded<L, std::size_t{1} << A, std::size_t{1} << B>), ...);
  ((kernels.classify[A][B] = classify_rounded<T, collide_rounded<L, std::size_t{1} << A, std::size_t{1} << B>>), ...);
}

template <class T, std::size_t... A>
constexpr void fill_rows(RoundedKernels<T>& kernels, std::index_sequence<A...> sizes) {
  (fill_row<T, A>(kernels, sizes), ...);
}

template <class T>
struct Rounded {
  static constexpr RoundedKernels<T> kernels() {
    RoundedKernels<T> kernels{};
    fill_rows(kernels, std::make_index_sequence<satchel::kernels::core_size_count>());
    return kernels;
  }
};

}  // namespace

namespace satchel::kernels {

extern const ByPrecision<RoundedKernels> SATCHEL_TABLE(rounded);
constinit const ByPrecision<RoundedKernels> SATCHEL_TABLE(rounded) = table_of<RoundedKernels, Rounded>();

}  // namespace satchel::kernels
