// The kernel table of one instruction set: every template above, instantiated over its lanes.
#pragma once

#include <utility>

#include "kernels/collide.hpp"
#include "kernels/collide_long.hpp"
#include "kernels/place.hpp"

namespace {

using satchel::kernels::Kernels;
using satchel::kernels::PairSurvey;

/// Over 8 running values each, of which every compiler makes vectors.
PairSurvey survey(const Pair* pairs, std::size_t count) {
  std::uint32_t a[8] = {}, b[8] = {}, turned[8] = {};
  const auto take = [&](const Pair& pair, std::size_t k) __attribute__((always_inline)) {
    a[k] = pair.a > a[k] ? pair.a : a[k];
    b[k] = pair.b > b[k] ? pair.b : b[k];
    turned[k] |= pair.b < pair.a ? 1u : 0u;
  };
  std::size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    for (std::size_t k = 0; k < 8; ++k) take(pairs[i + k], k);
  }
  for (; i < count; ++i) take(pairs[i], 0);
  PairSurvey found{{0, 0}, false};
  for (std::size_t k = 0; k < 8; ++k) {
    found.largest.a = a[k] > found.largest.a ? a[k] : found.largest.a;
    found.largest.b = b[k] > found.largest.b ? b[k] : found.largest.b;
    found.some_turned |= turned[k] != 0;
  }
  return found;
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
