// Sweeps of polygons that move straight on and are apart at the start, one pair per lane.
//
//   for each edge e of both, seen from its body:  top(t) = top + t (change of top)   the other one's reach inside e
//     top < 0 at the start and at the end, for some e: they miss each other
//   the strips that both leave behind along the motion are apart: they miss each other
//   else they meet when the latest edge with top < 0 at the start is entered, at t = -top / change
//
// src/exact/sweep.cpp, which says why, operation by operation: so the results have the same bits as there, and its
// error bound holds. What that leaves open, of an edge or of the strips, is left to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include <satchel/results.hpp>

#include "kernels/sat/double_side.hpp"

namespace {

using satchel::BasicImpact;
using satchel::Motion;
using satchel::kernels::SweepJob;

/// W pairs on the move.
template <class D>
struct MovingLanes {
  using V = typename D::Vector;
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  V delta_x, delta_y;    ///< from A's origin to B's, at the start
  V motion_x, motion_y;  ///< of B as seen from A
  V error;               ///< of a top, at any time, as a multiple of |e|_1

  V low = D::splat(infinity), high = low;                ///< least of top - error, of top + error, at its largest
  V depth = D::splat(0), change = D::splat(1);           ///< of the latest entry, whose time is depth / change
  V ex = D::splat(0), ey = D::splat(0);                  ///< its edge; of B reversed
  V gap = D::splat(-infinity), gap_error = D::splat(0);  ///< between the strips

  template <class A, class B>
  SATCHEL_INLINE MovingLanes(const A& a, const B& b, const V& dx, const V& dy, const V& mx, const V& my)
      : delta_x(dx), delta_y(dy), motion_x(mx), motion_y(my) {
    const auto larger = [](const V& x, const V& y) __attribute__((always_inline)) {
      return D::max(D::abs(x), D::abs(y));
    };
    error = D::splat(0x1p-48) * (a.largest() + b.largest() + larger(dx, dy) + larger(mx, my));
    const V zero = D::splat(0);
    meet_edges(a, b, dx, dy, D::splat(1));
    meet_edges(b, a, zero - dx, zero - dy, D::splat(-1));
    meet_strips(a, b);
  }

  SATCHEL_INLINE unsigned misses() const { return D::bits(high < D::splat(0)) | D::bits(gap > gap_error); }
  SATCHEL_INLINE unsigned hits() const {
    const V zero = D::splat(0);
    return D::bits(low > zero) & D::bits(gap < zero - gap_error) & D::bits(depth > zero);
  }

 private:
  /// @param sign  1: the edges of A, -1: of B
  template <class Ring, class Other>
  SATCHEL_INLINE void meet_edges(const Ring& ring, const Other& other, const V& dx, const V& dy, const V& sign) {
    const auto meet = [&](std::size_t, const V& its_ex, const V& its_ey, const V& top) __attribute__((always_inline)) {
      const V zero = D::splat(0);
      const V bound = error * (D::abs(its_ex) + D::abs(its_ey));
      const V its_change = sign * (its_ex * motion_y - its_ey * motion_x);
      const V later = D::max(top, top + its_change);
      const auto is_edge = bound > zero;  // not what fills up a block
      low = D::select(is_edge, D::min(low, later - bound), low);
      high = D::select(is_edge, D::min(high, later + bound), high);
      const auto is_entered = D::both(top<zero, its_change> zero);
      const auto latest = D::both(is_entered, (zero - top) * change > depth * its_change);
      depth = D::select(latest, zero - top, depth);
      change = D::select(latest, its_change, change);
      ex = D::select(latest, sign * its_ex, ex);
      ey = D::select(latest, sign * its_ey, ey);
    };
    for_each_top<D>(ring, other, dx, dy, meet);
  }

  template <class A, class B>
  SATCHEL_INLINE void meet_strips(const A& a, const B& b) {
    V low_a = D::splat(infinity), low_b = low_a, high_a = gap, high_b = gap;
    for (std::size_t i = 0; i < a.count; ++i) {
      const V at = motion_x * a.y(i) - motion_y * a.x(i);
      low_a = D::min(low_a, at);
      high_a = D::max(high_a, at);
    }
    for (std::size_t i = 0; i < b.count; ++i) {
      const V at = motion_x * (b.y(i) + delta_y) - motion_y * (b.x(i) + delta_x);
      low_b = D::min(low_b, at);
      high_b = D::max(high_b, at);
    }
    gap = D::max(low_b - high_a, low_a - high_b);
    gap_error = error * (D::abs(motion_x) + D::abs(motion_y));
  }
};

/// Writes the impacts of those of the `count` pairs in pairs.uncertain that meet for certain; keeps there those that it
/// cannot tell, and returns their number. The impacts of all say beforehand that they miss each other.
template <class L, unsigned KA, unsigned KB, class T = typename L::Scalar>
std::size_t find_impacts(const SweepJob<T>& job, std::size_t count, BasicImpact<T>* impacts) {
  using D = Isa::Lanes<double>;
  const PairJob<T>& its = job.pairs;
  DoubleSide<L, D, KA> a;
  DoubleSide<L, D, KB> b;
  std::size_t kept = 0;
  for (std::size_t k = 0; k < count; k += L::width) {
    const std::size_t live = count - k < L::width ? count - k : L::width;
    const OpenLanes<L, KA, KB> pairs(its, its.uncertain + k, live);
    a.load(its.blocks_a[KA], pairs.blocks_a);
    b.load(its.blocks_b[KB], pairs.blocks_b);
    alignas(64) double motion_x[L::width], motion_y[L::width];
    for (std::size_t lane = 0; lane < L::width; ++lane) {
      const Pair pair = its.pairs[its.uncertain[k + (lane < live ? lane : 0)]];
      const Motion& of_a = job.motions_a[pair.a];
      const Motion& of_b = job.motions_b[pair.b];
      const double sign = 1 - 2 * pairs.flip[lane];
      motion_x[lane] = sign * (of_b.x - of_a.x);
      motion_y[lane] = sign * (of_b.y - of_a.y);
    }
    for (std::size_t first = 0; first < live; first += D::width) {
      a.first = b.first = first;
      const MovingLanes<D> moving(a, b, D::load(pairs.delta_x + first), D::load(pairs.delta_y + first),
                                  D::load(motion_x + first), D::load(motion_y + first));
      const auto zero = D::splat(0), length = D::sqrt(moving.ex * moving.ex + moving.ey * moving.ey);
      alignas(64) double time[D::width], normal_x[D::width], normal_y[D::width];
      D::store(time, D::min(D::divide(moving.depth, moving.change), D::splat(1)));
      D::store(normal_x, D::divide(moving.ey, length));
      D::store(normal_y, D::divide(zero - moving.ex, length));
      const unsigned hits = moving.hits() & ~moving.misses(), told = hits | moving.misses();
      for (std::size_t lane = 0; lane < D::width && first + lane < live; ++lane) {
        const std::uint32_t i = its.uncertain[k + first + lane];
        its.uncertain[kept] = i;
        kept += ((told >> lane) & 1u) == 0 ? 1 : 0;
        if (((hits >> lane) & 1u) == 0) continue;
        const T sign = T(1) - T(2) * static_cast<T>(pairs.flip[first + lane]);
        BasicImpact<T>& impact = impacts[i];
        impact.hit = 1;
        impact.time = static_cast<T>(time[lane]) + T(0);
        impact.normal_x = sign * static_cast<T>(normal_x[lane]) + T(0);  // + 0: no -0 leaves
        impact.normal_y = sign * static_cast<T>(normal_y[lane]) + T(0);
      }
    }
  }
  return kept;
}

}  // namespace
