// The separation of two cores over lanes, where a radius or a core of one or two vertices makes the distance count:
// pure arithmetic, one pair per lane.
//
//   separation = max over all edges of both cores of their gap (sat.hpp)
//   w = from a vertex of A to the nearest vertex of B
//   separation = max(separation, gap along w),   gap along w = (min over B of w . v - max over A of w . v) / |w|
//   separation - (ra + rb):  > 0 disjoint,  < 0 overlapping
//
// Every axis gives a lower bound of the distance. The nearest points of disjoint cores lie on a vertex and an edge,
// whose gap then is the distance, or on two vertices, which then are the two nearest ones. So the distance takes one
// more axis and no case distinctions. For cores that overlap, no axis has a larger gap than the best edge, so the depth
// stays the same. (Gino van den Bergen, "Collision Detection in Interactive 3D Environments", 2003, 4.3:
// the distance is that of the origin from the Minkowski difference.)
//
// A point has no edge, a segment has two, one in each direction. An edge or delta of length 0 gives 0 / 0 = NaN, which
// never wins.
//
// Rounding. M = reach_a + reach_b + |delta|_1, where reaches include the radii; u, d, E as in sat.hpp:
//   a gap is off by E <= 12 u M, along any axis, an edge's or w as computed
//   a vertex and an edge are nearest:   the edge's gap is the distance, off by E
//   two vertices, at the distance D:    w is off by 3.5 u M, and may be of other vertices, up to 9 u M farther apart.
//     So it is off the best axis by an angle t with D (1 - cos t) <= 17 u M if D > 16 u M. What lies behind w then lies
//     behind the vertex, so that the gap is D cos t, or beyond an edge at the vertex that is off the best axis by less
//     than t, so that this edge's gap is more than D cos t. Where D <= 16 u M, some edge has a gap of 0 or more (SAT).
//   radii: their sum and the last difference are off by 2 u M
// So the separation is off by less than 31 u M; the band takes 36 u M, which covers its own rounding. In terms of D'
// the usual errors are those of sat.hpp, because the angle t matters only at corners that nearly meet.
//
// If w connects the two nearest vertices, the gap along w is at most 42 u M less than |w|: 12.5 u M by which |w| is
// too long, 17 u M, and E. A delta with a smaller gap cannot beat the best edge except by rounding, so it is no axis; the
// code allows 64 u M and uses |ex| + |ey| >= |w|. Therefore a kernel need not look at vertices that support no
// direction near the best axis (rounded_facing.hpp).
//
// Floats underflow if all numbers are tiny: below M = 2^-30 no pair is certain, and deltas below 2^-60, which is far
// below u M, are no axes.
#pragma once

#include <cstddef>

#include "kernels/rounded/core_lanes.hpp"
#include "kernels/sat/sat.hpp"

namespace {

/// The error band of rounded pairs, as a multiple of M.
template <class T>
constexpr T rounded_band = sizeof(T) == sizeof(float) ? T(36 * 0x1p-24) : T(36 * 0x1p-53);

/// The least squared length of a delta that is an axis.
template <class T>
constexpr T shortest_square = sizeof(T) == sizeof(float) ? T(0x1p-120) : T(0x1p-1000);

/// The feature of vertex 0 of A.
template <class T>
constexpr T vertex_feature = feature_lane<T>(static_cast<unsigned>(satchel::FeatureKind::vertex) << 2);

/// The shortest delta from a vertex of A to a vertex of B, the first one of equally short deltas; `number` is A's
/// vertex.
template <class L>
struct NearestVertices {
  typename L::Vector x, y, number;
};

///   for each vertex of A: the square of its distance from the nearest vertex of B; keep the nearest
///   for each vertex of B: keep its delta from A's nearest vertex, if this is the shortest
template <class L, class A, class B>
SATCHEL_INLINE NearestVertices<L> nearest_vertices(const A& a, const B& b) {
  using T = typename L::Scalar;
  const auto squared_length = [](const auto& x, const auto& y) __attribute__((always_inline)) { return x * x + y * y; };
  auto from_x = a.x[0], from_y = a.y[0], number = L::splat(T(0));
  if (a.count > 1) {
    auto least = L::splat(static_cast<T>(__builtin_huge_val()));
    auto vertex = L::splat(T(0));
#pragma GCC unroll 1
    for (std::size_t i = 0; i < a.count; ++i) {
      auto nearest = squared_length(b.x[0] - a.x[i], b.y[0] - a.y[i]);
#pragma GCC unroll 16
      for (std::size_t j = 1; j < b.count; ++j) {
        nearest = L::min(nearest, squared_length(b.x[j] - a.x[i], b.y[j] - a.y[i]));
      }
      const auto nearer = nearest < least;
      least = L::min(nearest, least);
      from_x = L::select(nearer, a.x[i], from_x);
      from_y = L::select(nearer, a.y[i], from_y);
      number = L::select(nearer, vertex, number);
      vertex = vertex + L::splat(T(1));
    }
  }
  auto x = b.x[0] - from_x, y = b.y[0] - from_y;
  if (b.count > 1) {
    auto least = squared_length(x, y);
#pragma GCC unroll 1
    for (std::size_t j = 1; j < b.count; ++j) {
      const auto x_j = b.x[j] - from_x, y_j = b.y[j] - from_y, square_j = squared_length(x_j, y_j);
      const auto nearer = square_j < least;
      least = L::min(square_j, least);
      x = L::select(nearer, x_j, x);
      y = L::select(nearer, y_j, y);
    }
  }
  return {x, y, number};
}

/// The better axis of two: the best edge's, and a delta between vertices where `may_decide` is set.
/// @param ex, ey  an edge whose normal is delta
/// @param square  |delta|^2
/// @param h       gap along delta, times |delta|
/// @param from    16 times the number of A's vertex
template <class L, class V = typename L::Vector>
SATCHEL_INLINE Axis<L> better_axis(const Axis<L>& axis, const V& ex, const V& ey, const V& square, const V& h,
                                   const V& from, const typename L::Mask& may_decide) {
  const auto key = h * L::divide(L::abs(h), square);
  const auto larger = L::both(key > axis.key, may_decide);
  const auto feature = L::bit_or(integer_bits<L>(from), L::splat(vertex_feature<typename L::Scalar>));
  return {L::select(larger, key, axis.key), L::select(larger, ex, axis.ex), L::select(larger, ey, axis.ey),
          L::select(larger, feature, axis.feature)};
}

/// The better axis of two: the best edge's, and the delta of the nearest vertices, which decides only if its gap is
/// about as large as its length.
/// @param ex, ey    an edge whose normal is delta
/// @param from      16 times the number of A's nearest vertex
/// @param lowest    lowest_along of B, (ex, ey)
/// @param highest   highest_along of A, (ex, ey)
/// @param size      M
template <class L, class V = typename L::Vector>
SATCHEL_INLINE Axis<L> with_nearest_vertices(const Axis<L>& axis, const V& ex, const V& ey, const V& from,
                                             const V& lowest, const V& highest, const V& size) {
  using T = typename L::Scalar;
  constexpr T u = sizeof(T) == sizeof(float) ? T(0x1p-24) : T(0x1p-53);
  const auto square = ex * ex + ey * ey, h = lowest - highest;
  const auto ends_face = L::splat(64 * u) * size * (L::abs(ex) + L::abs(ey)) > square - h;
  return better_axis<L>(axis, ex, ey, square, h, from, L::both(ends_face, square > L::splat(shortest_square<T>)));
}

/// The axis that decides: the best edge's, where A's edges come first, or the delta of the nearest vertices.
template <class L, class A, class B>
SATCHEL_INLINE Axis<L> best_rounded_axis(const A& a, const B& b, const typename L::Vector& size) {
  using T = typename L::Scalar;
  const auto zero = L::splat(T(0)), lowest = L::splat(static_cast<T>(-__builtin_huge_val()));
  Axis<L> axis{lowest, zero, zero, zero};
  if (a.count > 1 || b.count > 1) {
    BestEdge<L> best{lowest, zero, zero, zero};
    auto number = zero;
    const auto offer = [&](const auto& of, const auto& other, std::size_t i) __attribute__((always_inline)) {
      const auto ex = of.ex[i], ey = of.ey[i];
      best.offer(lowest_along<L>(other, ex, ey) - (ey * of.x[i] - ex * of.y[i]), ex, ey, number);
      number = number + L::splat(T(1));
    };
#pragma GCC unroll 1
    for (std::size_t i = 0; i < a.edges; ++i) offer(a, b, i);
#pragma GCC unroll 1
    for (std::size_t i = 0; i < b.edges; ++i) offer(b, a, i);
    axis = best.axis(a.edges);
  }

  const NearestVertices<L> nearest = nearest_vertices<L>(a, b);
  const auto ex = zero - nearest.y, ey = nearest.x;  // an edge whose normal is the delta
  return with_nearest_vertices<L>(axis, ex, ey, L::splat(T(16)) * nearest.number, lowest_along<L>(b, ex, ey),
                                  highest_along<L>(a, ex, ey), size);
}

}  // namespace
