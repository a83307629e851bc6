// Pairs that float left open, in lanes of doubles: those that nearly touch, or graze, but by more than doubles round.
//
// The first stage of src/exact (pair_signs.hpp, contest.hpp), one pair a lane, operation by operation: so the results
// have the same bits as there, and the error bound proved there holds. For each edge e of both polygons
//
//   top(e) = max over the other's vertices v of e x v, less e x start(e);   gap(e) = -top(e) / |e|
//   error(e) = 2^-50 W |e|_1,   W = largest offsets of both + largest component of delta
//
//   overlapping if top > error for all edges;  disjoint if top < -error for one;  else open
//   the edge of the largest gap decides, the first of equal ones; open where one that is not certain might have it
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "kernels/contact.hpp"
#include "kernels/double_side.hpp"

namespace {

/// Goes over all edges of W pairs.
/// @tparam centred  both are centred boxes: an edge is as long as the opposite one, to the bit, and a root takes long
template <class D, bool centred>
struct DoubleContest {
  using V = typename D::Vector;
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  V error;                                   ///< of a top, as a multiple of |e|_1
  V low = D::splat(infinity), high = low;    ///< least of top - error, of top + error
  V largest = D::splat(-infinity);           ///< gap
  V uncertain = largest;                     ///< the largest gap of an uncertain edge
  V ex = D::splat(0), ey = ex, number = ex;  ///< the edge of the largest gap
  V next_number = D::splat(0);

  /// @param dx, dy  from the ring's origin to the other's
  template <class Ring, class Other>
  SATCHEL_INLINE void meet_edges(const Ring& ring, const Other& other, const V& dx, const V& dy) {
    V lengths[2];
    const auto meet = [&](std::size_t e, const V& its_ex, const V& its_ey, const V& top)
        __attribute__((always_inline)) {
      const V zero = D::splat(0);
      const V bound = error * (D::abs(its_ex) + D::abs(its_ey)), square = its_ex * its_ex + its_ey * its_ey;
      const auto is_edge = square > zero;  // not what fills up a block
      low = D::select(is_edge, D::min(low, top - bound), low);
      high = D::select(is_edge, D::min(high, top + bound), high);
      const V length = centred && e >= 2 ? lengths[e - 2] : D::sqrt(square);
      if (centred && e < 2) lengths[e] = length;
      const V gap = D::select(is_edge, zero - D::divide(top, length), D::splat(-infinity));
      uncertain = D::select(bound < D::abs(top), uncertain, D::max(uncertain, gap));
      const auto larger = gap > largest;
      largest = D::select(larger, gap, largest);
      ex = D::select(larger, its_ex, ex);
      ey = D::select(larger, its_ey, ey);
      number = D::select(larger, next_number, number);
      next_number = next_number + D::splat(1);
    };
    for_each_top<D>(ring, other, dx, dy, meet);
  }

  SATCHEL_INLINE unsigned overlapping() const { return D::bits(low > D::splat(0)); }
  SATCHEL_INLINE unsigned disjoint() const { return D::bits(high < D::splat(0)); }
  SATCHEL_INLINE unsigned has_winner() const { return D::bits(uncertain < largest); }
};

/// What decides D::width pairs.
template <class D>
struct DoubleDecision {
  alignas(64) double normal_x[D::width], normal_y[D::width];  ///< of the edge, wherever it points
  alignas(64) double separation[D::width], number[D::width];
  unsigned decided, overlapping;
};

template <class D, bool centred, class A, class B>
SATCHEL_INLINE DoubleDecision<D> decide(const A& a, const B& b, const double* delta_x, const double* delta_y) {
  const auto zero = D::splat(0), dx = D::load(delta_x), dy = D::load(delta_y);
  DoubleContest<D, centred> contest;
  contest.error = D::splat(0x1p-50) * (a.largest() + b.largest() + D::max(D::abs(dx), D::abs(dy)));
  contest.meet_edges(a, b, dx, dy);
  contest.meet_edges(b, a, zero - dx, zero - dy);
  const auto length = D::sqrt(contest.ex * contest.ex + contest.ey * contest.ey);
  DoubleDecision<D> out;
  D::store(out.normal_x, D::divide(contest.ey, length));
  D::store(out.normal_y, D::divide(contest.ex, length));
  D::store(out.separation, contest.largest);
  D::store(out.number, contest.number);
  out.overlapping = contest.overlapping();
  out.decided = (out.overlapping | contest.disjoint()) & contest.has_winner();
  return out;
}

/// The contact of a decided lane. Roundings and signs are those of src/exact/resolve.cpp.
template <class T, class D>
SATCHEL_INLINE BasicContact<T> contact_of(const DoubleDecision<D>& by, std::size_t lane, bool flipped,
                                          unsigned edges_of_a) {
  const auto edge = static_cast<unsigned>(by.number[lane]);
  const bool of_b = edge >= edges_of_a, turn = of_b != flipped, overlaps = ((by.overlapping >> lane) & 1u) != 0;
  const T sign = turn ? T(-1) : T(1), rounded = static_cast<T>(by.separation[lane]);
  constexpr T least = std::numeric_limits<T>::denorm_min();
  const Verdict verdict = overlaps ? Verdict::overlapping : Verdict::disjoint;
  return {sign * static_cast<T>(by.normal_x[lane]) + T(0),  // + 0: no -0 leaves the library
          T(0) - sign * static_cast<T>(by.normal_y[lane]) + T(0),
          overlaps ? (rounded < 0 ? rounded : -least) : (rounded > 0 ? rounded : least),
          static_cast<std::uint32_t>(verdict) | (turn ? 8u : 0u) | (of_b ? edge - edges_of_a : edge) << 4};
}

}  // namespace
