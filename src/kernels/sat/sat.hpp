// The separating-axis test over lanes: pure arithmetic, one pair of polygons per lane.
//
// For polygons A and B, in the one-sided form (the outward normal of a counter-clockwise edge e is (e.y, -e.x)):
//
//   for each edge e of A, start s:   h = min over vertices v of B of  e.y (v.x - s.x) - e.x (v.y - s.y)
//   for each edge of B, likewise with A's vertices and the edge reversed
//   separation = max over all edges of h / |e|;  > 0: disjoint,  < 0: overlapping by -separation
//
// Gottschalk, Lin, Manocha, "OBBTree", 1996 (separating axes); Gregorius, "The Separating Axis Test", GDC 2013 (the
// one-sided form, in which containment needs no special care).
//
// Three properties make the test fast and its results the same on every instruction set:
// - h |h| / |e|^2 orders edges as h / |e| does, without a square root and with one division per edge. (Comparing the
//   fractions crosswise would save the division but overflow, because its terms grow with the sixth power of the
//   scale.)
// - A's own support on e's axis is e itself, so the projections of one body are enough. With vertices in a frame of the
//   pair, min (n . v) and n . s can be computed separately: the inner loop is two products, a difference and a minimum.
// - A zero-length edge (padding, or vertices that rounding made equal) gives 0/0 = NaN, and NaN never wins a `>`.
//
// Rounding. u is the unit roundoff; delta the difference of the origins, d = fl(delta). The frame of the pair lies at
// c, about the middle between the first vertices, so that coordinates are as small as the pair: a' = fl(a - c) and
// b' = fl(b - k), k = fl(c - d), with a and b stored offsets. For unit normals, and with w the vector from the edge's
// start to the vertex that decides (2-norms):
//   vertices:  u |a'| + u |b'| + u |k| + u |delta|
//   edge:      one difference of stored offsets, so off by u of itself, which rotates the axis by u:  u |w|
//   products:  u |a'| + u |b'|;  their differences:  u |a'| + u |b'|;  the difference that h is:  u |h| / |e| <= u |w|
//   division and square root:  3 u |separation| <= 3 u |w|
//   in all     |error| <= u (3 |a'| + 3 |b'| + 5 |w| + |k| + |delta|)
// In terms of D and D': the points a', b' and c lie in the common bounding box, and over a square of side D the first
// three terms are largest where all are corners, 13.1 D. Offsets are at most 1.42 D' long, so |k| <= 2.13 D' and
// |delta| <= 4.25 D'. That makes 19.5 u D', for local frames anywhere. Tests measure less than 5.
//
// PairLanes::band is 12 u (reach_a + reach_b + |delta|_1). With R = reach_a + reach_b: |a'| + |b'| <= 2 R + |delta|,
// |w| <= R + |delta|, |k| <= (R + |delta|) / 2, in all u (11.5 R + 9.5 |delta|); the rest covers the terms of second
// order and the rounding of the band. No product underflows, because edges are at least 2^-50 long (layout.hpp,
// exact_only). All numbers are at most 2^62 (float), so the largest intermediate, h, stays below 2^126.
#pragma once

#include <cstddef>

#include <satchel/results.hpp>
#include <satchel/types.hpp>

#include "format/layout.hpp"
#include "kernels/gather/vertices.hpp"

namespace {

/// W polygons as stored, and the origins of their pairs' frames as offsets from the polygons' origins.
template <class L, std::size_t C>
struct PolygonLanes {
  Vertices<L, C> stored;
  typename L::Vector frame_x, frame_y;

  SATCHEL_INLINE Vertices<L, C> in_frame() const {
    Vertices<L, C> moved;
    for (std::size_t i = 0; i < C; ++i) {
      moved.x[i] = stored.x[i] - frame_x;
      moved.y[i] = stored.y[i] - frame_y;
    }
    return moved;
  }
};

/// W pairs of polygons.
template <class L, std::size_t CA, std::size_t CB>
struct PolygonPairs {
  PolygonLanes<L, CA> a;
  PolygonLanes<L, CB> b;
};

/// The axis that decides, with its separation.
template <class L>
struct Axis {
  typename L::Vector key;      ///< signed square of the separation: h |h| / |e|^2
  typename L::Vector ex, ey;   ///< the edge, or for B its reverse: (ey, -ex) points from A to B
  typename L::Vector feature;  ///< bit pattern of `side` and `index` of the contact
};

/// A contact's feature, or a part of it, as the bit pattern of a lane. Kernels select, combine and store such lanes,
/// but never compute with them.
template <class T>
constexpr SATCHEL_INLINE T feature_lane(unsigned bits) {
  if constexpr (sizeof(T) == sizeof(float)) {
    return __builtin_bit_cast(float, bits);
  } else {
    return __builtin_bit_cast(double, static_cast<unsigned long long>(bits));
  }
}

template <class T>
SATCHEL_INLINE T feature_bits(unsigned side, std::size_t index) {
  return feature_lane<T>((side << 3) | (static_cast<unsigned>(index) << 4));
}

template <class T>
SATCHEL_INLINE T feature_bits(satchel::Verdict verdict) {
  return feature_lane<T>(static_cast<unsigned>(verdict));
}

/// h = min over `other`'s vertices of (ey x - ex y), minus ey x - ex y at the edge's start.
template <class L, std::size_t C>
SATCHEL_INLINE typename L::Vector edge_gap(typename L::Vector ex, typename L::Vector ey, typename L::Vector start_x,
                                           typename L::Vector start_y, const Vertices<L, C>& other) {
  // Two chains of minima, so that the latency of one hides in the other.
  auto even = ey * other.x[0] - ex * other.y[0];
  auto odd = ey * other.x[1] - ex * other.y[1];
#pragma GCC unroll 16
  for (std::size_t j = 2; j < C; j += 2) {
    even = L::min(even, ey * other.x[j] - ex * other.y[j]);
    odd = L::min(odd, ey * other.x[j + 1] - ex * other.y[j + 1]);
  }
  return L::min(even, odd) - (ey * start_x - ex * start_y);
}

/// The edge of the largest separation so far, with its number in evaluation order (A's edges, then B's).
template <class L>
struct BestEdge {
  typename L::Vector key, number, ex, ey;

  static SATCHEL_INLINE typename L::Vector key_of(const typename L::Vector& h, const typename L::Vector& ex,
                                                  const typename L::Vector& ey) {
    return h * L::divide(L::abs(h), ex * ex + ey * ey);
  }

  /// Takes the edge if its separation is larger. Edges must come in ascending order, so that the first of equal ones
  /// wins.
  SATCHEL_INLINE void meet(typename L::Vector h, typename L::Vector edge_x, typename L::Vector edge_y,
                           typename L::Vector edge_number) {
    const auto larger = take_larger(key_of(h, edge_x, edge_y), edge_x, edge_y);
    number = L::select_larger(larger, edge_number, number);
  }

  /// Takes the edge if its key is larger. Edges may come in any order.
  SATCHEL_INLINE void meet_any(const typename L::Vector& edge_key, const typename L::Vector& edge_x,
                               const typename L::Vector& edge_y, const typename L::Vector& edge_number) {
    number = L::select(take_larger(edge_key, edge_x, edge_y), edge_number, number);
  }

  SATCHEL_INLINE Axis<L> axis(std::size_t edges_of_a) const {
    using T = typename L::Scalar;
    const auto zero = L::splat(T(0));
    const auto of_b = number > L::splat(static_cast<T>(edges_of_a) - T(0.5));
    // feature = 16 index + 8 side, as `feature_bits` has it
    const auto sixteenfold = L::splat(T(16)) * number;
    const auto feature = L::select(of_b, sixteenfold - L::splat(static_cast<T>(16 * edges_of_a) - T(8)), sixteenfold);
    return {key, L::select(of_b, zero - ex, ex), L::select(of_b, zero - ey, ey),
            integer_bits<L>(feature)};
  }

 private:
  /// Takes the edge where its key is larger. @return  these lanes
  SATCHEL_INLINE typename L::Mask take_larger(const typename L::Vector& edge_key, const typename L::Vector& edge_x,
                                              const typename L::Vector& edge_y) {
    const auto larger = edge_key > key;  
    key = L::larger_unless_nan(edge_key, key);
    ex = L::select(larger, edge_x, ex);
    ey = L::select(larger, edge_y, ey);
    return larger;
  }
};

/// Calls use(i, h, ex, ey) for each edge of `of`: h is its edge_gap to the other polygon.
///
/// Edges are differences of stored offsets; only vertices are moved into the frame. The loop computes both as it goes
/// instead of keeping them in arrays, because most of them then stay in registers once the loop is unrolled.
template <class L, std::size_t C, std::size_t CO, class Use>
SATCHEL_INLINE void for_each_edge(const PolygonLanes<L, C>& of, const PolygonLanes<L, CO>& other, Use use) {
  const Vertices<L, CO> vertices = other.in_frame();
  auto x = of.stored.x[0], y = of.stored.y[0];
#pragma GCC unroll 8
  for (std::size_t i = 0; i < C; ++i) {
    const std::size_t next = i + 1 < C ? i + 1 : 0;
    const auto next_x = of.stored.x[next], next_y = of.stored.y[next];
    const auto ex = next_x - x, ey = next_y - y;
    use(i, edge_gap<L, CO>(ex, ey, x - of.frame_x, y - of.frame_y, vertices), ex, ey);
    x = next_x;
    y = next_y;
  }
}

/// The edges of A in order, then those of B.
template <class L, std::size_t CA, std::size_t CB>
SATCHEL_INLINE Axis<L> best_axis(const PolygonPairs<L, CA, CB>& pairs) {
  using T = typename L::Scalar;
  using V = typename L::Vector;
  const auto zero = L::splat(T(0));
  BestEdge<L> best{L::splat(static_cast<T>(-__builtin_huge_val())), zero, zero, zero};
  for_each_edge<L>(
      pairs.a, pairs.b, [&](std::size_t i, const V& h, const V& ex, const V& ey) __attribute__((always_inline)) {
        best.meet(h, ex, ey, L::splat(static_cast<T>(i)));
      });
  for_each_edge<L>(
      pairs.b, pairs.a, [&](std::size_t i, const V& h, const V& ex, const V& ey) __attribute__((always_inline)) {
        best.meet(h, ex, ey, L::splat(static_cast<T>(CA + i)));
      });
  return best.axis(CA);
}

}  // namespace
