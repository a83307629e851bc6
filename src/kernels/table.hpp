// The kernel table of one instruction set: every template above, instantiated over its lanes.
#pragma once

#include <utility>

#include "kernels/body_boxes.hpp"
#include "kernels/box_pairs.hpp"
#include "kernels/collide.hpp"
#include "kernels/collide_long.hpp"
#include "kernels/find_overlaps.hpp"
#include "kernels/place.hpp"
#include "kernels/polygon_pairs.hpp"

namespace {

using satchel::kernels::Kernels;
using satchel::kernels::PairSurvey;

/// In signed 64-bit integers, one a pair, of which every compiler makes vectors.
PairSurvey survey(const Pair* pairs, std::size_t count) {
  std::int64_t largest_a = 0, largest_b = 0, turned = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t a = pairs[i].a, b = pairs[i].b;
    largest_a = a > largest_a ? a : largest_a;
    largest_b = b > largest_b ? b : largest_b;
    turned |= b - a;  // negative if and only if some b < a
  }
  return {{static_cast<std::uint32_t>(largest_a), static_cast<std::uint32_t>(largest_b)}, turned < 0};
}

/// collide[ka][kb] and classify[ka][kb], one row: kb = 0, 1, ...
template <class L, unsigned KA, unsigned... KB, class T>
constexpr void fill_row(Kernels<T>& kernels, std::integer_sequence<unsigned, KB...>) {
  ((kernels.collide[KA][KB] = collide_lanes<L, PolygonKernel<L, KA, KB>>), ...);
  ((kernels.classify[KA][KB] = classify_lanes<L, PolygonKernel<L, KA, KB>>), ...);
}

template <class L, unsigned... KA, class T>
constexpr void fill_rows(Kernels<T>& kernels, std::integer_sequence<unsigned, KA...> classes) {
  (fill_row<L, KA>(kernels, classes), ...);
}

/// L: the lanes that hold pairs and long polygons; L4, L8: lanes as wide as blocks of 4 and 8, or narrower; D4: of four
/// doubles, or fewer.
template <class L, class L4, class L8, class D4, class T = typename L::Scalar>
constexpr Kernels<T> kernels_of() {
  Kernels<T> kernels{};
  fill_rows<L>(kernels, std::make_integer_sequence<unsigned, satchel::kernels::lane_class_count>());
  kernels.collide_boxes = collide_lanes<L, BoxKernel<L>>;
  kernels.classify_boxes = classify_lanes<L, BoxKernel<L>>;
  kernels.collide_long = collide_long<L>;
  kernels.classify_long = classify_long<L>;
  kernels.valid_poses = valid_poses<T>;
  kernels.place = place_bodies<L4, L8, L>;
  kernels.find_buckets = find_buckets<T>;
  kernels.deal_boxes = deal_boxes<D4, T>;
  return kernels;
}

}  // namespace
