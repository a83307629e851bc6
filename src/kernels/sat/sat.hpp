// The separating-axis test over lanes: pure arithmetic, one pair of polygons per lane.
//
// For polygons A and B, in the one-sided form (the outward normal of a counter-clockwise edge e is (e.y, -e.x)):
//
//   for each edge e of A, start s:   h = min over vertices v of B of  e.y (v.x - s.x) - e.x (v.y - s.y)
//   for each edge of B, likewise with A's vertices
//   separation = max over all edges of h / |e|;  > 0: disjoint,  < 0: overlapping by -separation
//
// Gottschalk, Lin, Manocha, "OBBTree", 1996 (separating axes); Gregorius, "The Separating Axis Test", GDC 2013 (the
// one-sided form, in which containment needs no special care).
//
// Three properties make the test fast and its results the same on every instruction set:
// - h |h| / |e|^2 orders edges as h / |e| does, without a square root and with one division per edge. (Comparing the
//   fractions crosswise would save the division but overflow, because its terms grow with the sixth power of the
//   scale.)
// - On the normal of its own edge e, a convex body reaches no farther than e. So only the other body's vertices are
//   projected. Vertices are first moved to a frame whose origin is near both polygons, so n . v and n . s are small
//   numbers that can be computed separately: the inner loop over v is two products, a difference and a minimum.
// - A zero-length edge (padding, or vertices that rounding made equal) gives 0/0 = NaN, and NaN never wins a `>`.
//
// Names in the code: L is a lane type (lanes/lanes.hpp), W = L::width its number of lanes, T = L::Scalar. C is the
// number of vertices in a column of W polygons, padding included; CA and CB are those of A and B.
//
// Error of a separation
//
// Names: u is the unit roundoff of T, fl(x) is x rounded to T. |v| is the 2-norm of v, |v|_1 its 1-norm. delta is the
// exact vector from A's origin to B's; d = fl(delta). D is the longer side of the pair's common bounding box; D' =
// max(D, largest absolute offset). A body's reach is at least the distance of any of its vertices from its origin.
//
// The origin of the pair's frame is c as seen from A's origin, and k = fl(c - d) as seen from B's (Centre in load.hpp).
// It lies about in the middle between the first vertices of A and B, so coordinates in the frame are as small as the
// pair. For stored offsets a of A and b of B, the coordinates are a' = fl(a - c) and b' = fl(b - k). w is the exact
// vector from the edge's start to the other body's vertex that decides h.
//
// Each step adds to the error of h / |e|:
//   moving vertices:          u |a'| + u |b'|, and u |k| + u |delta| because k and d are rounded as well
//   rounding the edge:        u |w|: an edge is one difference of stored offsets, so it is off by u |e|, which rotates
//                             its normal by u
//   products:                 u |a'| + u |b'|
//   differences of products:  u |a'| + u |b'|
//   the difference h:         u |h| / |e| <= u |w|
//   division and square root: 3 u |separation| <= 3 u |w|
// The sum:  |error| <= u (3 |a'| + 3 |b'| + 5 |w| + |k| + |delta|).
//
// Claim: |error| <= 19.5 u D', however far the bodies' origins lie from their vertices. Proof:
// 1. 3 |a'| + 3 |b'| + 5 |w| <= 13.1 D. The two vertices and the frame's origin lie in the common bounding box. Over a
//    square of side D the sum is largest where all three are corners.
// 2. |k| <= 2.13 D'. An offset is at most 1.42 D' long. The frame's origin is at most 0.71 D from B's first vertex.
// 3. |delta| <= 4.25 D'. delta is the sum of two offsets and of a vector between two points of the box.
// Tests measure at most 5.7 u D'.
//
// Claim: PairLanes::band = 12 u (reach_a + reach_b + |delta|_1) bounds the error. Proof, with R = reach_a + reach_b:
// 1. |a'| + |b'| <= 2 R + |delta|,  |w| <= R + |delta|,  |k| <= (R + |delta|) / 2, because the frame's origin is c =
//    (a_0 + b_0 + delta) / 2 from A and k = (a_0 + b_0 - delta) / 2 from B, with a_0 and b_0 the first offsets.
// 2. So |error| <= u (11.5 R + 9.5 |delta|). The rest of the band covers terms of second order and the rounding of the
//    band.
// 3. Underflow does no harm. A product of floats that underflows loses at most 2^-150, and edges are at least 2^-50
//    long (exact_only in layout.hpp), so h / |e| loses about 2^-98. The key of a separation beyond the band loses at
//    most 2^-150, so the separation loses at most 2^-80. Both are less than the part of the band that step 2 leaves,
//    0.5 u R: a reach is at least half an edge, so R >= 2^-50. For doubles the margins are wider (Range in layout.hpp).
// 4. Overflow: float coordinates are at most 2^62, so the largest intermediate, h, stays below 2^126.
#pragma once

#include <cstddef>

#include <satchel/results.hpp>
#include <satchel/types.hpp>

#include "format/layout.hpp"
#include "kernels/gather/vertices.hpp"

namespace {

/// W polygons: their stored offsets, and the origin of each pair's frame as an offset from the polygon's origin.
template <class L, std::size_t C>
struct PolygonLanes {
  Vertices<L, C> stored;
  typename L::Vector frame_x, frame_y;  ///< c for A, k for B

  /// The vertices in the frames of the pairs.
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

/// The axes of the largest separation of W pairs, with the edges that they belong to.
template <class L>
struct Axis {
  typename L::Vector key;      ///< signed square of the separation: h |h| / |e|^2
  typename L::Vector ex, ey;   ///< A's edge, or the reverse of B's edge: either way (ey, -ex) points from A to B
  typename L::Vector feature;  ///< bits of the edge's side and index, as feature_bits makes them
};

/// Bits of BasicContact::feature as the bit pattern of a lane. Kernels select, combine and store such lanes, but never
/// compute with them.
template <class T>
constexpr SATCHEL_INLINE T feature_lane(unsigned bits) {
  if constexpr (sizeof(T) == sizeof(float)) {
    return __builtin_bit_cast(float, bits);
  } else {
    return __builtin_bit_cast(double, static_cast<unsigned long long>(bits));
  }
}

/// The bits of a feature's side (0: of A, 1: of B) and index.
template <class T>
SATCHEL_INLINE T feature_bits(unsigned side, std::size_t index) {
  return feature_lane<T>((side << 3) | (static_cast<unsigned>(index) << 4));
}
/// A feature number is the value of these bits: feature_of_index * index, and for B feature_of_side_b more. Kernels
/// compute with feature numbers and convert the result to bits (integer_bits).
constexpr unsigned feature_of_index = 16, feature_of_side_b = 8;

/// The bits of a feature's verdict.
template <class T>
SATCHEL_INLINE T feature_bits(satchel::Verdict verdict) {
  return feature_lane<T>(static_cast<unsigned>(verdict));
}

/// h of the edge (ex, ey): the least ey x - ex y over the vertices of `other`, minus ey x - ex y at the edge's start.
/// All coordinates are in the frame of the pair.
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

/// The edge of the largest separation among those offered so far, in each lane. `number` identifies the edge and is
/// larger the later the edge stands in evaluation order (A's edges, then B's). best_axis numbers edges 0, 1, 2, ...;
/// FacingEdges (facing.hpp) takes feature numbers.
template <class L>
struct BestEdge {
  typename L::Vector key, number, ex, ey;

  /// The edge's Axis::key.
  static SATCHEL_INLINE typename L::Vector key_of(const typename L::Vector& h, const typename L::Vector& ex,
                                                  const typename L::Vector& ey) {
    return h * L::divide(L::abs(h), ex * ex + ey * ey);
  }

  /// Takes the edge if its separation is larger; of edges with equal separations the first one offered stays. Numbers
  /// must ascend from call to call, because L::select_larger requires edge_number > number.
  SATCHEL_INLINE void offer(typename L::Vector h, typename L::Vector edge_x, typename L::Vector edge_y,
                            typename L::Vector edge_number) {
    const auto larger = take_larger(key_of(h, edge_x, edge_y), edge_x, edge_y);
    number = L::select_larger(larger, edge_number, number);
  }

  /// Takes the edge if its key is larger. Numbers need not ascend.
  SATCHEL_INLINE void offer_any(const typename L::Vector& edge_key, const typename L::Vector& edge_x,
                                const typename L::Vector& edge_y, const typename L::Vector& edge_number) {
    number = L::select(take_larger(edge_key, edge_x, edge_y), edge_number, number);
  }

  /// The axis of the best edge, where edges of A are numbered from 0 and those of B from `edges_of_a`.
  SATCHEL_INLINE Axis<L> axis(std::size_t edges_of_a) const {
    using T = typename L::Scalar;
    const auto zero = L::splat(T(0));
    const auto of_b = number > L::splat(static_cast<T>(edges_of_a) - T(0.5));
    const auto scaled = L::splat(T(feature_of_index)) * number;
    const auto excess_of_b = static_cast<T>(feature_of_index * edges_of_a) - T(feature_of_side_b);
    const auto feature = L::select(of_b, scaled - L::splat(excess_of_b), scaled);
    return {key, L::select(of_b, zero - ex, ex), L::select(of_b, zero - ey, ey), integer_bits<L>(feature)};
  }

 private:
  /// Takes key and edge in the lanes where edge_key is larger than `key`. @return  these lanes
  SATCHEL_INLINE typename L::Mask take_larger(const typename L::Vector& edge_key, const typename L::Vector& edge_x,
                                              const typename L::Vector& edge_y) {
    const auto larger = edge_key > key;
    key = L::larger_unless_nan(edge_key, key);
    ex = L::select(larger, edge_x, ex);
    ey = L::select(larger, edge_y, ey);
    return larger;
  }
};

/// Calls use(i, h, ex, ey) for each edge i of the polygons `of`: h is its edge_gap to the polygons `other`.
///
/// Edges are differences of stored offsets, which are exact but for one rounding; only vertices are moved into the
/// frame. The loop computes edges and their starts as it goes instead of keeping them in arrays, because most of them
/// then stay in registers once the loop is unrolled.
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

/// The axis of the largest separation over all edges: A's in vertex order, then B's. Of equal separations the first
/// edge's counts.
template <class L, std::size_t CA, std::size_t CB>
SATCHEL_INLINE Axis<L> best_axis(const PolygonPairs<L, CA, CB>& pairs) {
  using T = typename L::Scalar;
  using V = typename L::Vector;
  const auto zero = L::splat(T(0));
  BestEdge<L> best{L::splat(static_cast<T>(-__builtin_huge_val())), zero, zero, zero};
  for_each_edge<L>(
      pairs.a, pairs.b, [&](std::size_t i, const V& h, const V& ex, const V& ey) __attribute__((always_inline)) {
        best.offer(h, ex, ey, L::splat(static_cast<T>(i)));
      });
  for_each_edge<L>(
      pairs.b, pairs.a, [&](std::size_t i, const V& h, const V& ex, const V& ey) __attribute__((always_inline)) {
        best.offer(h, ex, ey, L::splat(static_cast<T>(CA + i)));
      });
  return best.axis(CA);
}

}  // namespace
