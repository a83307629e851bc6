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
// Three things make it fast and alike everywhere:
// - h / |e| is compared without a square root, as h |h| / |e|^2: the same order, one division an edge. (Comparing the
//   fractions crosswise would save the division but overflow: it grows with the sixth power of the scale.)
// - A's own support on e's axis is e itself, so one side's dot products are enough; with B's vertices moved into A's
//   frame, min (n . v) and n . s can be separate, and the inner loop is two products, a difference and a minimum.
// - A zero-length edge (padding, or vertices that rounding made equal) gives 0/0 = NaN, and NaN never wins a `>`.
//
// Rounding. u is the unit roundoff; a, b are stored offsets, delta the difference of the origins, b' = fl(b + fl(delta)).
// For unit normals, and with w the vector from the edge's start to the vertex that decides:
//   b':        u |b'| + u |delta|
//   edge:      one difference of stored offsets, so off by u of itself; that turns the axis by u:  u |w|
//   products:  u |b'| + u |a|;  their differences:  u |b'| + u |a|;  the difference that h is:  u |h| / |e| <= u |w|
//   in all     |error of h / |e|| <= u (3 |b'| + 2 |a| + 2 |w| + |delta|)
//                                 <= u (4 reach_a + 5 reach_b + 6 |delta|) <= 6 u (reach_a + reach_b + |delta|)
// (2-norms; |b'| <= reach_b + |delta|, |w| <= reach_a + reach_b + |delta|). In terms of D' (no offset component is larger,
// nor any difference of two placed vertices): |a| <= 1.42 D', |b'| <= 2.83 D', |w| <= 1.42 D', |delta| <= 4.25 D', and the
// separation is off by at most 18.5 u D'; measured, over millions of pairs, by less than 5.
//
// `PairLanes::band` is 8 u (reach_a + reach_b + |delta|_1): the rest of it holds the terms of second order, the band's own
// rounding and the 3 u of relative error from division and square root, while no product underflows. For that edges are
// at least 2^-50 long (layout.hpp, exact_only). All numbers are at most 2^62 (float), so the largest intermediate, h,
// stays below 2^126.
#pragma once

#include <cstddef>

#include <satchel/types.hpp>

#include "kernels/layout.hpp"

namespace {

/// The vertices of W polygons of up to C vertices each, in columns.
template <class L, std::size_t C>
struct Polygons {
  typename L::Vector x[C], y[C];    ///< in A's frame: relative to A's origin
  typename L::Vector ex[C], ey[C];  ///< edge i, from vertex i to its successor
};

/// The best axis so far.
template <class L>
struct BestAxis {
  typename L::Vector key;      ///< signed square of the separation: h |h| / |e|^2
  typename L::Vector ex, ey;   ///< the edge, taken as one of B's: (ey, -ex) points from B to A
  typename L::Vector feature;  ///< bit pattern of `side` and `index` of the contact
};

/// A contact's feature, or a part of it, in a lane: only ever selected, combined bit by bit and stored, never computed
/// with.
template <class T>
SATCHEL_INLINE T feature_lane(unsigned bits) {
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

/// h = min over `other`'s vertices of (ey x - ex y), less the same at the edge's start (x, y).
template <class L, std::size_t C>
SATCHEL_INLINE typename L::Vector edge_gap(typename L::Vector ex, typename L::Vector ey, typename L::Vector start_x,
                                   typename L::Vector start_y, const Polygons<L, C>& other) {
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

/// best = the axis of larger separation; of equal ones the earlier.
template <class L>
SATCHEL_INLINE void keep_larger(BestAxis<L>& best, typename L::Vector h, typename L::Vector ex, typename L::Vector ey,
                        typename L::Vector feature) {
  const auto key = h * L::divide(L::abs(h), ex * ex + ey * ey);
  const auto larger = key > best.key;  // if (key > best.key) best = this axis
  best.key = L::select(larger, key, best.key);
  best.ex = L::select(larger, ex, best.ex);
  best.ey = L::select(larger, ey, best.ey);
  best.feature = L::select(larger, feature, best.feature);
}

/// The edges of A in order, then those of B.
template <class L, std::size_t CA, std::size_t CB>
SATCHEL_INLINE BestAxis<L> best_axis(const Polygons<L, CA>& a, const Polygons<L, CB>& b) {
  using T = typename L::Scalar;
  const auto zero = L::splat(T(0));
  BestAxis<L> best{L::splat(static_cast<T>(-__builtin_huge_val())), zero, zero, zero};
#pragma GCC unroll 1
  for (std::size_t i = 0; i < CA; ++i) {
    const auto h = edge_gap<L, CB>(a.ex[i], a.ey[i], a.x[i], a.y[i], b);
    keep_larger<L>(best, h, a.ex[i], a.ey[i], L::splat(feature_bits<T>(0, i)));
  }
  // The normal of B's edge points from B to A: from here on `best` holds edges that do.
  best.ex = zero - best.ex;
  best.ey = zero - best.ey;
#pragma GCC unroll 1
  for (std::size_t i = 0; i < CB; ++i) {
    const auto h = edge_gap<L, CA>(b.ex[i], b.ey[i], b.x[i], b.y[i], a);
    keep_larger<L>(best, h, b.ex[i], b.ey[i], L::splat(feature_bits<T>(1, i)));
  }
  return best;
}

}  // namespace
