// Decides pairs that float left open in lanes of double: pairs that nearly touch, but by more than the rounding of
// double.
//
// Does the operations of the first stage of src/exact (pair_signs.hpp, contest.hpp) in the same order, one pair per
// lane, so that results have the same bits and the error bound proved there holds. For each edge e of both polygons
//
//   top(e) = max over the other's vertices v of e x v, minus e x start(e);   gap(e) = -top(e) / |e|
//   error(e) = 2^-50 extent |e|_1,   extent = largest offsets of both + largest component of delta
//
//   overlapping if top > error for all edges;  disjoint if top < -error for one;  else open
//   the edge of the largest gap decides, the first of equal ones; open if an uncertain edge might have the largest gap,
//   or if the tops of opposite edges of a box are too close to compare (offer_box)
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "kernels/sat/contact.hpp"
#include "kernels/sat/double_side.hpp"

namespace {

/// Compares the edges of W pairs.
/// @tparam centred  both are centred boxes, to the bit
template <class D, bool centred>
struct DoubleContest {
  using V = typename D::Vector;
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  V error;                                   ///< bound of the error of a top, as a multiple of |e|_1
  V low = D::splat(infinity), high = low;    ///< least top - error, least top + error
  V largest = D::splat(-infinity);           ///< largest gap
  V open_gap = largest;                      ///< the largest gap of an open edge
  V ex = D::splat(0), ey = ex, length = ex;  ///< the edge of the largest gap
  V number = ex;
  V next_number = D::splat(0);

  /// @param dx, dy  from the ring's origin to the other's
  template <class Ring, class Other>
  SATCHEL_INLINE void offer_edges(const Ring& ring, const Other& other, const V& dx, const V& dy) {
    if constexpr (centred) {
      offer_box(ring, other, dx, dy);
    } else {
      const auto none = D::splat(0) > D::splat(0);
      const auto use = [&](std::size_t, const V& edge_x, const V& edge_y, const V& top) __attribute__((always_inline)) {
        offer(next_number, edge_x, edge_y, top, none);
        next_number = next_number + D::splat(1);
      };
      for_each_top<D>(ring, other, dx, dy, use);
    }
  }

  SATCHEL_INLINE unsigned disjoint() const { return D::bits(high < D::splat(0)); }
  SATCHEL_INLINE unsigned has_winner() const { return D::bits(open_gap < largest); }

 private:
  /// @param doubtful  the edge is open, even if its top exceeds the bound
  SATCHEL_INLINE void offer(const V& edge_number, const V& edge_x, const V& edge_y, const V& top,
                            const typename D::Mask& doubtful) {
    const V zero = D::splat(0);
    const V bound = error * (D::abs(edge_x) + D::abs(edge_y)), square = edge_x * edge_x + edge_y * edge_y;
    const auto is_edge = square > zero;  // not the padding of a block
    low = D::select(is_edge, D::min(low, top - bound), low);
    high = D::select(is_edge, D::min(high, top + bound), high);
    const V edge_length = D::sqrt(square);
    const V gap = D::select(is_edge, zero - D::divide(top, edge_length), D::splat(-infinity));
    open_gap = D::select(D::both(bound < D::abs(top), D::negated(doubtful)), open_gap, D::max(open_gap, gap));
    auto larger = gap > largest;
    // The first of equal ones wins; a box may pass its edge 2 before its edge 1.
    if constexpr (centred) larger = larger | D::both(D::negated(largest > gap), edge_number < number);
    largest = D::select(larger, gap, largest);
    ex = D::select(larger, edge_x, ex);
    ey = D::select(larger, edge_y, ey);
    length = D::select(larger, edge_length, length);
    number = D::select(larger, edge_number, number);
  }

  /// Compares the tops of opposite edges of a box instead of their gaps, because roots and divisions take longest. Both
  /// edges have the same length, to the bit, so the smaller top has the larger gap and the smaller bounds. If the tops
  /// are so close that the gaps might round to one number, in which case the first edge wins, the pair is left open.
  template <class Ring, class Other>
  SATCHEL_INLINE void offer_box(const Ring& ring, const Other& other, const V& dx, const V& dy) {
    V edge_x[4], edge_y[4], top[4];
    const auto keep = [&](std::size_t e, const V& x, const V& y, const V& edge_top) __attribute__((always_inline)) {
      edge_x[e] = x;
      edge_y[e] = y;
      top[e] = edge_top;
    };
    for_each_top<D>(ring, other, dx, dy, keep);
    for (std::size_t e = 0; e < 2; ++e) {
      const auto opposite = top[e + 2] < top[e];
      const V least = D::min(top[e], top[e + 2]), difference = D::abs(top[e] - top[e + 2]);
      const auto too_close =
          D::both(difference > D::splat(0), D::negated(difference > D::splat(0x1p-50) * D::abs(least)));
      const V number_of_e = next_number + D::splat(static_cast<double>(e));
      offer(D::select(opposite, number_of_e + D::splat(2), number_of_e), D::select(opposite, edge_x[e + 2], edge_x[e]),
            D::select(opposite, edge_y[e + 2], edge_y[e]), least, too_close);
    }
    next_number = next_number + D::splat(4);
  }
};

/// Contacts of D::width pairs in double. Lanes that are not decided hold arbitrary numbers.
template <class D>
struct DoubleContacts {
  alignas(64) double normal_x[D::width], normal_y[D::width], separation[D::width];
  alignas(64) double feature[D::width];  ///< as a number
  unsigned decided;

  /// Rounds as src/exact/resolve.cpp does. + 0 turns -0 into 0, also where rounding a tiny number made it. Bytes that no
  /// member holds become 0.
  template <class T>
  SATCHEL_INLINE void write(std::size_t lane, BasicContact<T>& to) const {
    __builtin_memset(static_cast<void*>(&to), 0, sizeof to);
    to.normal_x = static_cast<T>(normal_x[lane]) + T(0);
    to.normal_y = static_cast<T>(normal_y[lane]) + T(0);
    to.separation = static_cast<T>(separation[lane]);
    to.feature = feature_bits_of(lane);
  }
  SATCHEL_INLINE std::uint32_t feature_bits_of(std::size_t lane) const {
    return static_cast<std::uint32_t>(static_cast<std::int64_t>(feature[lane]));
  }
};

/// Writes the contacts of the edges that decide, except their separations.
/// @param number        of the edge: those of A, then those of B
/// @param ex, ey        the edge's vector, of this length
/// @param count_a       edges of A
/// @param swapped       1 where the pair was given as (B, A), else 0
template <class D, class V = typename D::Vector>
SATCHEL_INLINE void store_edges(DoubleContacts<D>& out, const V& number, const V& ex, const V& ey, const V& length,
                                const V& verdict, std::size_t count_a, const double* swapped) {
  const auto zero = D::splat(0), edges_of_a = D::splat(static_cast<double>(count_a));
  const auto of_a = edges_of_a > number, swaps = D::load(swapped) > zero;
  const auto reversed = D::both(of_a, swaps) | D::both(D::negated(of_a), D::negated(swaps));
  const auto normal_x = D::divide(ey, length), normal_y = D::divide(ex, length);
  const auto edge = D::select(of_a, number, number - edges_of_a);
  D::store(out.normal_x, D::select(reversed, zero - normal_x, normal_x));
  D::store(out.normal_y, D::select(reversed, normal_y, zero - normal_y));
  const auto of_side_b = D::splat(feature_of_side_b);
  D::store(out.feature, D::splat(feature_of_index) * edge + (D::select(reversed, of_side_b, zero) + verdict));
}

/// @param swapped  1 where the pair was given as (B, A), else 0
/// @tparam T       the contacts will be rounded to T; no separation of a pair that does not touch becomes 0
template <class T, class D, bool centred, class A, class B>
SATCHEL_INLINE DoubleContacts<D> decide(const A& a, const B& b, const double* delta_x, const double* delta_y,
                                        const double* swapped) {
  const auto zero = D::splat(0), dx = D::load(delta_x), dy = D::load(delta_y);
  DoubleContest<D, centred> contest;
  contest.error = D::splat(0x1p-50) * (a.largest() + b.largest() + D::max(D::abs(dx), D::abs(dy)));
  contest.offer_edges(a, b, dx, dy);
  contest.offer_edges(b, a, zero - dx, zero - dy);

  const auto overlapping = contest.low > zero;
  const auto least = D::splat(static_cast<double>(std::numeric_limits<T>::denorm_min()));
  const auto verdict = D::select(overlapping, D::splat(static_cast<double>(Verdict::overlapping)),
                                 D::splat(static_cast<double>(Verdict::disjoint)));
  DoubleContacts<D> out;
  store_edges<D>(out, contest.number, contest.ex, contest.ey, contest.length, verdict, a.count(), swapped);
  D::store(out.separation,
           D::select(overlapping, D::min(contest.largest, zero - least), D::max(contest.largest, least)));
  out.decided = (D::bits(overlapping) | contest.disjoint()) & contest.has_winner();
  return out;
}

}  // namespace
