// Contacts of boxes, or any parallelograms, centred on their own origins, of which one has a radius. Does what
// rounded_sat.hpp does, in its terms and those of box_pairs.hpp, with half the axes and half the deltas between
// vertices:
//
//   separation = max over the two axes of each box of its gap (box_pairs.hpp)
//   for each half-diagonal P of A and R of B, and both signs:
//     u = R + P or R - P;  w = d - sign(d . u) u: the shorter one of d + u and d - u
//   w = the shortest of these eight deltas
//   gap along w = (d . w - max(|w . r|, |w . s|) - max(|w . p|, |w . q|)) / |w|
//   separation = max(separation, gap along w)
//
// d + u leads from vertex -P or P of A to vertex R of B; d - u leads between the opposite vertices.
//
// Rounding. What rounded_sat.hpp says about the deltas between vertices holds here too, except for the choice between
// d + u and d - u. This choice is wrong only where |d . u| is below its rounding, 4 u |d| |u|. The squares of both
// lengths, |d|^2 + |u|^2 +- 2 d . u, are then nearly |d|^2 + |u|^2 >= 2 |d| |u|, and differ by 16 u |d| |u| at most: so
// the lengths differ by less than 8 u sqrt(|d| |u|) < 4 u M, for |u| is at most the sum of the reaches. So w leads
// between vertices up to 13 u M farther apart than the nearest; D (1 - cos t) is up to 21 u M; and, since a gap of
// boxes is off by E <= 12 u M, the separation by 12 + 21 + 2 = 35 u M: within the band. A gap along w is off by
// E as an edge's is.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/rounded/rounded_collide.hpp"
#include "kernels/sat/box_pairs.hpp"

namespace {

/// The shortest delta from a vertex of A to a vertex of B, for W pairs.
template <class L>
struct ShortestDelta {
  typename L::Vector x, y;
  /// The vertex of A where it begins: 1 for p, 2 for q, negated for their opposites.
  typename L::Vector from;
};

/// Finds the shortest delta; the first one of equally short deltas.
template <class L>
SATCHEL_INLINE ShortestDelta<L> shortest_delta(const BoxKernel<L>& boxes, const PairLanes<L>& pairs) {
  using T = typename L::Scalar;
  using V = typename L::Vector;
  const auto &dx = pairs.delta_x, &dy = pairs.delta_y;
  const auto zero = L::splat(T(0)), sign_bit = L::splat(T(-0.0));
  // Both boxes hold two coordinates negated: (-p.x, p.y), (q.x, -q.y).
  const V a_x[2] = {zero - boxes.a.minus_px, boxes.a.qx}, a_y[2] = {boxes.a.py, zero - boxes.a.minus_qy};
  const V b_x[2] = {zero - boxes.b.minus_px, boxes.b.qx}, b_y[2] = {boxes.b.py, zero - boxes.b.minus_qy};
  ShortestDelta<L> shortest{zero, zero, zero};
  V least = L::splat(static_cast<T>(__builtin_huge_val()));
  const auto offer = [&](const V& ux, const V& uy, T from) __attribute__((always_inline)) {
    const V sign = L::bit_and(dx * ux + dy * uy, sign_bit);
    const V x = dx - L::bit_xor(ux, sign), y = dy - L::bit_xor(uy, sign), square = x * x + y * y;
    const auto shorter = square < least;
    least = L::min(square, least);
    shortest.x = L::select(shorter, x, shortest.x);
    shortest.y = L::select(shorter, y, shortest.y);
    shortest.from = L::select(shorter, L::bit_xor(L::splat(from), sign), shortest.from);
  };
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) {
      const T number = T(i + 1);
      offer(b_x[j] + a_x[i], b_y[j] + a_y[i], number);   // d - u begins at P
      offer(b_x[j] - a_x[i], b_y[j] - a_y[i], -number);  // here at -P
    }
  }
  return shortest;
}

/// The axis that decides: the best edge's, or the shortest delta if its gap is larger.
template <class L>
SATCHEL_INLINE Axis<L> best_rounded_axis(const BoxKernel<L>& boxes, const PairLanes<L>& pairs) {
  using T = typename L::Scalar;
  const auto zero = L::splat(T(0)), one = L::splat(T(1)), half = L::splat(T(0.5));
  const Axis<L> axis = boxes.axis(pairs);
  const ShortestDelta<L> delta = shortest_delta<L>(boxes, pairs);
  const auto ex = zero - delta.y, ey = delta.x;  // an edge whose normal is delta
  const auto square = ex * ex + ey * ey;
  const auto along = ey * pairs.delta_x - ex * pairs.delta_y;
  const auto h = along - (boxes.a.support(ex, ey) + boxes.b.support(ex, ey));
  // Vertices 0 to 3 are -q, p, q, -p.
  const auto is_q = L::abs(delta.from) > L::splat(T(1.5));
  const auto number = L::select(is_q, one + half * delta.from, L::splat(T(2)) - delta.from);
  return better_axis<L>(axis, ex, ey, square, h, L::splat(T(16)) * number, square > L::splat(shortest_square<T>));
}

template <class L, class T = typename L::Scalar>
std::size_t collide_rounded_boxes(const PairJob<T>& job, const ContactSink<T>& sink) {
  StagedAxes<T> axes;
  return collide_staged<L, Blocks::of_class>(
      job, {core_shift(4), core_shift(4)},
      [&](const auto& staged, std::size_t j, const PairLanes<L>& pairs) __attribute__((always_inline)) {
        const BoxKernel<L> boxes(job, staged, j, pairs, []() __attribute__((always_inline)){});
        axes.template store<L>(j, best_rounded_axis<L>(boxes, pairs));
      },
      [&](std::size_t first, std::size_t count, const auto& staged, std::size_t open_count) __attribute__((
          always_inline)) { return store_rounded_axes<L>(job, first, count, staged, axes, sink, open_count); });
}

}  // namespace
