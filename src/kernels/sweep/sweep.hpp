// Times of impact of polygons in straight motion that are apart at the start, one pair per lane.
//
//   for each edge e of either body, in the frame of its body:
//     top(t) = top + t * change: how far the other body reaches inside the line of e at time t
//     top < 0 at the start and at the end, for any e: a miss
//   the strips that the bodies sweep along their relative motion are apart: a miss
//   otherwise they hit when they enter the last of the edges with top < 0 at the start, at t = -top / change; open if they have
//   left an edge by then, which rounding alone can tell of a hit
//
// src/exact/sweep.cpp has the proof and does these operations in this order, so that the results have the same bits
// there and here and its error bound holds for both. Pairs with an open edge or open strips are left open for
// it.
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

/// The sweeps of W pairs.
template <class D>
struct MovingLanes {
  using V = typename D::Vector;
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  V delta_x, delta_y;    ///< from A's origin to B's, at the start
  V motion_x, motion_y;  ///< of B relative to A
  V error;               ///< bound of the error of a top at any time, divided by |e|_1

  /// low <= the least, over all edges, of the edge's largest top over time <= high.
  V low = D::splat(infinity), high = low;
  V depth = D::splat(0), change = D::splat(1);           ///< the last edge is entered at time depth / change
  V rest = D::splat(1), leaving = D::splat(0);           ///< the first edge is left at time rest / leaving
  V ex = D::splat(0), ey = D::splat(0);                  ///< this edge; reversed if it is B's
  V gap = D::splat(-infinity), gap_error = D::splat(0);  ///< between the strips, times |motion|; bound of its error

  template <class A, class B>
  SATCHEL_INLINE MovingLanes(const A& a, const B& b, const V& dx, const V& dy, const V& mx, const V& my)
      : delta_x(dx), delta_y(dy), motion_x(mx), motion_y(my) {
    const auto larger = [](const V& x, const V& y) __attribute__((always_inline)) {
      return D::max(D::abs(x), D::abs(y));
    };
    error = D::splat(0x1p-48) * (a.largest() + b.largest() + larger(dx, dy) + larger(mx, my));
    const V zero = D::splat(0);
    test_edges(a, b, dx, dy, D::splat(1));
    test_edges(b, a, zero - dx, zero - dy, D::splat(-1));
    compare_strips(a, b);
  }

  /// Lanes that miss for certain, and lanes that hit for certain.
  SATCHEL_INLINE unsigned misses() const { return D::bits(high < D::splat(0)) | D::bits(gap > gap_error); }
  SATCHEL_INLINE unsigned hits() const {
    const V zero = D::splat(0);
    const auto parted = depth * leaving > rest * change;
    return D::bits(low > zero) & D::bits(gap < zero - gap_error) & D::bits(depth > zero) & ~D::bits(parted);
  }

 private:
  /// Tests the edges of one body against the other body's vertices.
  /// @param sign  1 for the edges of A, -1 for the edges of B
  template <class Ring, class Other>
  SATCHEL_INLINE void test_edges(const Ring& ring, const Other& other, const V& dx, const V& dy, const V& sign) {
    const auto test = [&](std::size_t, const V& edge_x, const V& edge_y, const V& top) __attribute__((always_inline)) {
      const V zero = D::splat(0);
      const V bound = error * (D::abs(edge_x) + D::abs(edge_y));
      const V top_change = sign * (edge_x * motion_y - edge_y * motion_x);
      const V later = D::max(top, top + top_change);
      const auto is_edge = bound > zero;  // slots that pad a block have no edge
      low = D::select(is_edge, D::min(low, later - bound), low);
      high = D::select(is_edge, D::min(high, later + bound), high);
      const V minus_change = zero - top_change;
      const auto first_left = D::both(minus_change > zero, top * leaving < rest * minus_change);
      const auto is_left = D::both(first_left, D::negated(top < zero));
      rest = D::select(is_left, top, rest);
      leaving = D::select(is_left, minus_change, leaving);
      const auto is_entered = D::both(top<zero, top_change> zero);
      const auto latest = D::both(is_entered, (zero - top) * change > depth * top_change);
      depth = D::select(latest, zero - top, depth);
      change = D::select(latest, top_change, change);
      ex = D::select(latest, sign * edge_x, ex);
      ey = D::select(latest, sign * edge_y, ey);
    };
    for_each_top<D>(ring, other, dx, dy, test);
  }

  /// Projects both bodies to the normal of the relative motion.
  template <class A, class B>
  SATCHEL_INLINE void compare_strips(const A& a, const B& b) {
    V low_a = D::splat(infinity), low_b = low_a, high_a = gap, high_b = gap;
    for (std::size_t i = 0; i < a.count(); ++i) {
      const V projection = motion_x * a.y(i) - motion_y * a.x(i);
      low_a = D::min(low_a, projection);
      high_a = D::max(high_a, projection);
    }
    for (std::size_t i = 0; i < b.count(); ++i) {
      const V projection = motion_x * (b.y(i) + delta_y) - motion_y * (b.x(i) + delta_x);
      low_b = D::min(low_b, projection);
      high_b = D::max(high_b, projection);
    }
    gap = D::max(low_b - high_a, low_a - high_b);
    gap_error = error * (D::abs(motion_x) + D::abs(motion_y));
  }
};

/// Tests the `count` pairs listed in job.pairs.open. Writes the impacts of those that hit for certain, and keeps
/// the open pairs in the list. All impacts must be preset to misses.
/// @return  the number of pairs kept
/// @param class_a, class_b  of these pairs
template <class L, class T = typename L::Scalar>
std::size_t find_impacts(const SweepJob<T>& job, unsigned class_a, unsigned class_b, std::size_t count,
                         BasicImpact<T>* impacts) {
  using D = Isa::Lanes<double>;
  const PairJob<T>& list = job.pairs;
  VertexColumns<L> vertices;
  DoubleSide<L, D> a, b;
  std::size_t kept = 0;
  for (std::size_t k = 0; k < count; k += L::width) {
    const std::size_t live = count - k < L::width ? count - k : L::width;
    const OpenLanes<L> pairs(list, class_a, class_b, list.open + k, live);
    load_columns_of<L>(class_a, list.a.blocks[class_a], pairs.blocks_a, vertices);
    a.set(vertices);
    load_columns_of<L>(class_b, list.b.blocks[class_b], pairs.blocks_b, vertices);
    b.set(vertices);
    alignas(64) double motion_x[L::width], motion_y[L::width];
    for (std::size_t lane = 0; lane < L::width; ++lane) {
      const Pair pair = list.pairs[list.open[k + (lane < live ? lane : 0)]];
      const Motion& motion_a = job.motions_a[pair.a];
      const Motion& motion_b = job.motions_b[pair.b & job.mask_b];
      const double sign = 1 - 2 * pairs.swapped[lane];
      motion_x[lane] = sign * (motion_b.x - motion_a.x);
      motion_y[lane] = sign * (motion_b.y - motion_a.y);
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
      const unsigned hits = moving.hits() & ~moving.misses(), certain = hits | moving.misses();
      for (std::size_t lane = 0; lane < D::width && first + lane < live; ++lane) {
        const std::uint32_t i = list.open[k + first + lane];
        list.open[kept] = i;
        kept += ((certain >> lane) & 1u) == 0 ? 1 : 0;
        if (((hits >> lane) & 1u) == 0) continue;
        const T sign = T(1) - T(2) * static_cast<T>(pairs.swapped[first + lane]);
        BasicImpact<T>& impact = impacts[i];
        impact.hit = 1;
        impact.time = static_cast<T>(time[lane]) + T(0);
        impact.normal_x = sign * static_cast<T>(normal_x[lane]) + T(0);  // + 0 turns -0 into 0
        impact.normal_y = sign * static_cast<T>(normal_y[lane]) + T(0);
      }
    }
  }
  return kept;
}

}  // namespace
