// Contacts of polygons of up to eight vertices of which one has a radius, from their facing parts (facing.hpp): finds
// what rounded_sat.hpp finds, from three vertices and two edges of each body.
//
//   the best of the four facing edges
//   w = the shortest delta from one of A's vertices k - 1, k, k + 1 to one of B's
//   the better one of these two axes, and its contact;  proved as in facing.hpp, with c = S + r_A + r_B of the cores
//
// If the cores are apart, the direction n of their distance D has the largest separation of all directions. So n lies
// in the cone, and the vertices of either core that support n are among the three.
//
// Rounding. The result must have the bits of rounded_sat.hpp's best_rounded_axis. facing.hpp proves this for the edges;
// its terms are used here, with M = size. For the delta: with m = 2^-8 and q = 2^-9, the vertices outside the facing
// part are higher along any direction of the cone than the vertices that support it, by q m M^2 / |delta| = 2^-17 M^2 /
// |delta| >= 128 u M (in double by more). So a delta w' to or from a vertex outside has |w'| >= D + 128 u M. A delta w
// that decides is at most 64 sqrt(2) u M longer than its gap, the gap is at most D + 12 u M, and w as computed is off
// by 3.5 u M. So no w' decides, neither here nor in rounded_sat.hpp; w lies in the cone, where the lowest and highest of
// the three vertices are the lowest and highest of all; and no w' is shorter than w. So both files find the same delta,
// if either finds one that decides. Where several deltas are equally short, the two files may choose different ones, so
// such pairs are not proved.
//
// The discs inside are those of the cores (ShapeRecord::inner), and must be at least 2^-6 of the sum of both reaches.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/facing/facing_rows.hpp"
#include "kernels/rounded/rounded_collide.hpp"

namespace {

/// For staged pairs, the sums of the radii of the discs inside the cores; -infinity where a body is not compact.
template <class T>
struct StagedInner {
  static constexpr std::size_t size = StagedPairs<T>::size;

  alignas(64) T sum[size];

  SATCHEL_INLINE void look_up(const PairJob<T>& job, const Pair* pairs, std::size_t count, const T* reach) {
    const T* const inner_a = job.a.inner;
    const T* const inner_b = job.b.inner;
    for (std::size_t i = 0; i < count; ++i) {
      const T a = inner_a[pairs[i].a], b = inner_b[pairs[i].b];
      const T least = a < b ? a : b;
      sum[i] = least >= T(0x1p-6) * reach[i] ? a + b : static_cast<T>(-__builtin_huge_val());
    }
    for (std::size_t i = count; i < size; ++i) sum[i] = static_cast<T>(-__builtin_huge_val());
  }
};

/// The lanes in which at least two of three numbers equal their least.
template <class L, class V = typename L::Vector>
SATCHEL_INLINE typename L::Mask is_least_twice(const V* numbers, const V& least) {
  const auto first = numbers[0] == least, second = numbers[1] == least, third = numbers[2] == least;
  return L::both(first, second) | L::both(first, third) | L::both(second, third);
}

/// The axis that decides, with the same bits as best_rounded_axis of rounded_sat.hpp.
/// @param near_a, near_b  FacingPart::in_frame
/// @param tied            out: the lanes with several shortest deltas
template <class L>
SATCHEL_INLINE Axis<L> best_rounded_axis(const FacingEdges<L>& edges, const FacingPart<L>& a,
                                         const Vertices<L, 3>& near_a, const Vertices<L, 3>& near_b,
                                         const typename L::Vector& size, typename L::Mask& tied) {
  using T = typename L::Scalar;
  using V = typename L::Vector;
  const auto zero = L::splat(T(0));
  V squares[3];
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      const V x = near_b.x[j] - near_a.x[i], y = near_b.y[j] - near_a.y[i], square = x * x + y * y;
      squares[i] = j == 0 ? square : L::min(squares[i], square);
    }
  }
  const V first_two = L::min(squares[0], squares[1]);
  const auto is_third = squares[2] < first_two, is_second = squares[1] < squares[0];
  const auto choose = [&](const V& p, const V& q, const V& r) __attribute__((always_inline)) {
    return L::select(is_third, r, L::select(is_second, q, p));
  };
  const V next = L::select(a.feature_last > a.feature_number, a.feature_number + L::splat(T(16)), zero);
  const V from = choose(a.feature_before, a.feature_number, next);
  const V from_x = choose(near_a.x[0], near_a.x[1], near_a.x[2]);
  const V from_y = choose(near_a.y[0], near_a.y[1], near_a.y[2]);
  V x[3], y[3], squares_of_b[3];
  for (std::size_t j = 0; j < 3; ++j) {
    x[j] = near_b.x[j] - from_x;
    y[j] = near_b.y[j] - from_y;
    squares_of_b[j] = x[j] * x[j] + y[j] * y[j];
  }
  const V least = L::min(L::min(squares_of_b[0], squares_of_b[1]), squares_of_b[2]);
  const auto takes_second = squares_of_b[1] < squares_of_b[0];
  const auto takes_third = squares_of_b[2] < L::min(squares_of_b[0], squares_of_b[1]);
  const V delta_x = L::select(takes_third, x[2], L::select(takes_second, x[1], x[0]));
  const V delta_y = L::select(takes_third, y[2], L::select(takes_second, y[1], y[0]));
  tied = is_least_twice<L>(squares, L::min(first_two, squares[2])) | is_least_twice<L>(squares_of_b, least);

  const V ex = zero - delta_y, ey = delta_x;
  const auto height = [&](const Vertices<L, 3>& of, std::size_t i) __attribute__((always_inline)) {
    return ey * of.x[i] - ex * of.y[i];
  };
  const V lowest = L::min(L::min(height(near_b, 0), height(near_b, 1)), height(near_b, 2));
  const V highest = L::max(L::max(height(near_a, 0), height(near_a, 1)), height(near_a, 2));
  return with_nearest_vertices<L>(edges.axis(), ex, ey, from, lowest, highest, size);
}

/// collide_facing for polygons of up to eight vertices of which one has a radius. Lists pairs that are not certain as
/// unproved.
template <class L, class T = typename L::Scalar>
std::size_t collide_rounded_facing(const PairJob<T>& job, const ContactSink<T>& sink,
                                   satchel::kernels::Unproved& unproved) {
  using K = FacingUpTo8InRows<L, Radii::around>;
  constexpr FacingLimits<T> limits{T(0x1p-8), T(0x1p-9)};
  StagedAxes<T> axes;
  StagedEdges<T> edges;
  StagedInner<T> inner;
  for_each_packet<L, K>(
      job,
      [&](const Packet& packet, const PairLanes<L>& pairs, const K& kernel) __attribute__((always_inline)) {
        const auto &a = kernel.of_a, &b = kernel.of_b;
        const Vertices<L, 3> near_a = a.in_frame(kernel.x.from_a, kernel.y.from_a);
        const Vertices<L, 3> near_b = b.in_frame(kernel.x.from_b, kernel.y.from_b);
        kernel.template permute_next<1>();
        FacingEdges<L> facing_edges(
            a, near_a, b, near_b, pairs.delta_x,
            pairs.delta_y, [&]() __attribute__((always_inline)) { kernel.template permute_next<2>(); });
        typename L::Mask tied;
        axes.template store<L>(packet.staged, best_rounded_axis<L>(facing_edges, a, near_a, near_b, pairs.size, tied));
        facing_edges.leave_unproved(kernel.is_open | tied);
        facing_edges.store(edges, packet.staged);
      },
      [&](std::size_t first, std::size_t count, const auto& staged) __attribute__((always_inline)) {
        inner.look_up(job, job.pairs + first, count, staged.reach);
        std::uint64_t open = 0;
        for (std::size_t j = 0; j < count; j += L::width) {
          const std::size_t live = count - j < L::width ? count - j : L::width;
          PairLanes<L> pairs = staged.template lanes<L>(j, job.some_swapped, rounded_band<T>);
          const Contacts<L> found = contacts_of_axis<L>(axes.template load<L>(j), pairs.radii, pairs);
          store_packet<L>(job, first + j, live, found, sink, std::false_type{});
          Contacts<L> of_cores = found;
          of_cores.columns[2] = found.columns[2] + pairs.radii;
          pairs.radii = L::load(inner.sum + j);
          const unsigned proved = found.certain & FacingEdges<L>(edges, j).proved(of_cores, pairs, limits);
          open |= std::uint64_t{~proved & first_bits(live)} << j;
        }
        append_unproved(unproved, first, open);
      });
  return 0;
}

}  // namespace
