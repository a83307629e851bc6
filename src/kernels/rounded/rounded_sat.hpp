// The separation of two cores over lanes, where a radius or a core of one or two vertices makes the distance count:
// pure arithmetic, one pair per lane.
//
//   separation = max over all edges of both cores of their gap (sat.hpp)
//   w = from a vertex of A to the nearest vertex of B
//   separation = max(separation, gap along w),   gap along w = (min over B of w . v - max over A of w . v) / |w|
//   separation - (ra + rb):  > 0 disjoint,  < 0 overlapping
//
// Every axis gives a lower bound of the distance. Of cores apart the nearest points lie on a vertex and an edge, whose
// gap is the distance, or on two vertices, and these are then the two nearest ones: one more axis is all that the
// distance takes, with no regions to tell apart. Of cores that overlap no axis has a larger gap than the best edge, so
// the depth stays what it is. (Gino van den Bergen, "Collision Detection in Interactive 3D Environments", 2003, 4.3:
// the distance is that of the origin from the Minkowski difference.)
//
// A point has no edge, a segment has two, there and back. A zero-length edge or way gives 0 / 0 = NaN, which never
// wins.
//
// Rounding. M = reach_a + reach_b + |delta|_1, where reaches hold the radii; u, d, E as in sat.hpp:
//   a gap is off by E <= 12 u M, for the axis that it is of, be it an edge or w as computed
//   the edge of the least distance:     its gap is the distance, off by E
//   two vertices, at the distance D:    w is off by 3 u M, and may be of other vertices, up to 8 u M farther apart.
//     So it is off the best axis by an angle t with D (1 - cos t) <= 17 u M if D > 16 u M. What lies behind w then lies
//     behind the vertex, so that the gap is D cos t, or beyond an edge at the vertex that is off the best axis by less
//     than t, so that this edge's gap is more than D cos t. Where D <= 16 u M, some edge has a gap of 0 or more (SAT).
//   radii: their sum and the last difference are off by 2 u M
// So the separation is off by less than 31 u M; the band takes 36 u M, which covers its own rounding. In terms of D'
// the usual errors are those of sat.hpp: the angle matters at corners that nearly meet alone.
//
// Of the way between two such vertices the gap is as large as the way is long, but for the 11 u M that this is too
// long, 17 u M, and E: 40 u M. Ways whose ends do not face each other along them have no larger gap than the best edge
// but for rounding, and are left out. So nobody has to know of vertices that support no direction near the best axis
// (rounded_facing.hpp). 64 u M are allowed; |ex| + |ey| >= |w|.
//
// Floats underflow where all numbers are tiny: below M = 2^-30 nothing is certain, and ways below 2^-60, far below
// u M, are no axes.
#pragma once

#include <cstddef>

#include "kernels/gather/load.hpp"
#include "kernels/sat/sat.hpp"

namespace {

/// The error band of rounded pairs, as a multiple of M.
template <class T>
constexpr T rounded_band = sizeof(T) == sizeof(float) ? T(36 * 0x1p-24) : T(36 * 0x1p-53);

/// Of ways: shorter ones are no axes.
template <class T>
constexpr T shortest_square = sizeof(T) == sizeof(float) ? T(0x1p-120) : T(0x1p-1000);

/// The feature of a vertex of A, less its index.
template <class T>
constexpr T vertex_feature = feature_lane<T>(static_cast<unsigned>(satchel::FeatureKind::vertex) << 2);

/// W cores of up to C vertices in columns: 1, 2, 4, 8 or 16.
template <class L, std::size_t C>
struct CoreLanes {
  using Vector = typename L::Vector;
  static constexpr std::size_t edges = C > 1 ? C : 0;

  Vector x[C], y[C];
  Vector ex[C], ey[C];  ///< `edges` of them

  template <class T = typename L::Scalar>
  SATCHEL_INLINE void load(const T* base, const std::uint32_t* blocks) {
    constexpr std::size_t capacity = C > 1 ? C : 2;
    Vector columns[2 * capacity];
    load_runs<L, 2 * capacity>(base, blocks, columns);
    for (std::size_t i = 0; i < C; ++i) {
      x[i] = columns[i];
      y[i] = columns[capacity + i];
    }
    for (std::size_t i = 0; i < edges; ++i) {
      const std::size_t next = i + 1 < C ? i + 1 : 0;
      ex[i] = x[next] - x[i];
      ey[i] = y[next] - y[i];
    }
  }

  SATCHEL_INLINE void move_by(const Vector& to_x, const Vector& to_y) {
    for (std::size_t i = 0; i < C; ++i) {
      x[i] = x[i] - to_x;
      y[i] = y[i] - to_y;
    }
  }

  /// Least and largest of ey x - ex y over the vertices.
  SATCHEL_INLINE Vector lowest(const Vector& e_x, const Vector& e_y) const {
    auto low = e_y * x[0] - e_x * y[0];
#pragma GCC unroll 16
    for (std::size_t i = 1; i < C; ++i) low = L::min(low, e_y * x[i] - e_x * y[i]);
    return low;
  }
  SATCHEL_INLINE Vector highest(const Vector& e_x, const Vector& e_y) const {
    auto high = e_y * x[0] - e_x * y[0];
#pragma GCC unroll 16
    for (std::size_t i = 1; i < C; ++i) high = L::max(high, e_y * x[i] - e_x * y[i]);
    return high;
  }
};

/// From a vertex of A, `number`, to the nearest vertex of B; of equally near ones the first.
template <class L>
struct NearestVertices {
  typename L::Vector x, y, number;
};

///   for each vertex of A: the square of its distance from the nearest vertex of B; keep the nearest
///   for each vertex of B: keep the way from there, if it is the shortest
template <class L, std::size_t CA, std::size_t CB>
SATCHEL_INLINE NearestVertices<L> nearest_vertices(const CoreLanes<L, CA>& a, const CoreLanes<L, CB>& b) {
  using T = typename L::Scalar;
  const auto squared_length = [](const auto& x, const auto& y) __attribute__((always_inline)) { return x * x + y * y; };
  auto from_x = a.x[0], from_y = a.y[0], number = L::splat(T(0));
  if constexpr (CA > 1) {
    auto least = L::splat(static_cast<T>(__builtin_huge_val()));
    auto vertex = L::splat(T(0));
#pragma GCC unroll 8
    for (std::size_t i = 0; i < CA; ++i) {
      auto nearest = squared_length(b.x[0] - a.x[i], b.y[0] - a.y[i]);
#pragma GCC unroll 16
      for (std::size_t j = 1; j < CB; ++j) {
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
  if constexpr (CB > 1) {
    auto least = squared_length(x, y);
#pragma GCC unroll 8
    for (std::size_t j = 1; j < CB; ++j) {
      const auto x_j = b.x[j] - from_x, y_j = b.y[j] - from_y, square_j = squared_length(x_j, y_j);
      const auto nearer = square_j < least;
      least = L::min(square_j, least);
      x = L::select(nearer, x_j, x);
      y = L::select(nearer, y_j, y);
    }
  }
  return {x, y, number};
}

/// The better axis: of the best edge, or along the way from a vertex to a vertex, where that may decide.
/// @param ex, ey  an edge whose normal is the way
/// @param square  of its length
/// @param h       gap along the way, times its length
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

/// The axis that decides of the best edge's and that of the nearest vertices: this one, if its gap is larger, and as
/// large as the way is long.
/// @param from      16 times the number of A's nearest vertex
/// @param lowest    of B and
/// @param highest   of A: along the way, as CoreLanes have them
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

/// The axis that decides: an edge's, A's first, or that of the nearest vertices.
template <class L, std::size_t CA, std::size_t CB>
SATCHEL_INLINE Axis<L> best_rounded_axis(const CoreLanes<L, CA>& a, const CoreLanes<L, CB>& b,
                                         const typename L::Vector& size) {
  using T = typename L::Scalar;
  const auto zero = L::splat(T(0)), lowest = L::splat(static_cast<T>(-__builtin_huge_val()));
  Axis<L> axis{lowest, zero, zero, zero};
  if constexpr (CA > 1 || CB > 1) {
    BestEdge<L> best{lowest, zero, zero, zero};
    auto number = zero;
    const auto meet = [&](const auto& of, const auto& other, std::size_t i) __attribute__((always_inline)) {
      const auto ex = of.ex[i], ey = of.ey[i];
      best.meet(other.lowest(ex, ey) - (ey * of.x[i] - ex * of.y[i]), ex, ey, number);
      number = number + L::splat(T(1));
    };
#pragma GCC unroll 8
    for (std::size_t i = 0; i < a.edges; ++i) meet(a, b, i);
#pragma GCC unroll 8
    for (std::size_t i = 0; i < b.edges; ++i) meet(b, a, i);
    axis = best.axis(a.edges);
  }

  const NearestVertices<L> nearest = nearest_vertices<L>(a, b);
  const auto ex = zero - nearest.y, ey = nearest.x;  // an edge whose normal is the way
  return with_nearest_vertices<L>(axis, ex, ey, L::splat(T(16)) * nearest.number, b.lowest(ex, ey), a.highest(ex, ey),
                                  size);
}

}  // namespace
