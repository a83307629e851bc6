// The kernel table of one instruction set: every template above, instantiated over its lanes.
#pragma once

#include <utility>

#include "kernels/collide.hpp"
#include "kernels/collide_long.hpp"
#include "kernels/place.hpp"

namespace {

using satchel::kernels::Kernels;

/// Largest indices of a list, over 8 + 8 running maxima, which every compiler turns into vectors.
Pair largest_indices(const Pair* pairs, std::size_t count) {
  std::uint32_t a[8] = {}, b[8] = {};
  std::size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    for (std::size_t k = 0; k < 8; ++k) {
      a[k] = pairs[i + k].a > a[k] ? pairs[i + k].a : a[k];
      b[k] = pairs[i + k].b > b[k] ? pairs[i + k].b : b[k];
    }
  }
  for (; i < count; ++i) {
    a[0] = pairs[i].a > a[0] ? pairs[i].a : a[0];
    b[0] = pairs[i].b > b[0] ? pairs[i].b : b[0];
  }
  Pair largest{0, 0};
  for (std::size_t k = 0; k < 8; ++k) {
    largest.a = a[k] > largest.a ? a[k] : largest.a;
    largest.b = b[k] > largest.b ? b[k] : largest.b;
  }
  return largest;
}

/// collide[ka][kb] and classify[ka][kb], one row: kb = 0, 1, ...
template <class L, unsigned KA, unsigned... KB, class T>
constexpr void fill_row(Kernels<T>& kernels, std::integer_sequence<unsigned, KB...>) {
  ((kernels.collide[KA][KB] = collide_lanes<L, KA, KB>), ...);
  ((kernels.classify[KA][KB] = classify_lanes<L, KA, KB>), ...);
}

template <class L, unsigned... KA, class T>
constexpr void fill_rows(Kernels<T>& kernels, std::integer_sequence<unsigned, KA...> classes) {
  (fill_row<L, KA>(kernels, classes), ...);
}

/// L: the lanes that hold pairs and long polygons; L4, L8: lanes as wide as blocks of 4 and 8, or narrower.
template <class L, class L4, class L8, class T = typename L::Scalar>
constexpr Kernels<T> kernels_of() {
  Kernels<T> kernels{};
  fill_rows<L>(kernels, std::make_integer_sequence<unsigned, satchel::kernels::lane_class_count>());
  kernels.collide_long = collide_long<L>;
  kernels.classify_long = classify_long<L>;
  kernels.valid_poses = valid_poses<T>;
  kernels.place = place_bodies<L4, L8, L>;
  return kernels;
}

}  // namespace
