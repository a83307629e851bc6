// Verdicts from two discs around a body's origin: the outer disc holds the body (`reach`), the inner disc lies in the
// body (`inner`). They decide most pairs of compact shapes without reading a vertex.
//
//   |d| > reach of A + reach of B: disjoint        |d| < inner of A + inner of B: overlapping
//   |d| > reach of A + reach of B + margin: farther apart than the margin
//
// Rounding: each coordinate of d is off by u of itself, |d|^2 by three more; sums of radii are off by u, with a margin
// by two, their squares by three. That is 9 u in all; the code allows 16. Every comparison must exceed `tiny`, which is
// far larger than any error by underflow. Only the square of a margin can overflow, and its pair then counts as near:
// other numbers are at most 2^62 (float), see layout.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/prefetch_line.hpp"
#include "format/layout.hpp"
#include "kernels/gather/load.hpp"
#include "kernels/sat/collide.hpp"

namespace {

/// The verdicts that discs prove for W pairs. Bit l belongs to lane l.
struct DiscVerdicts {
  unsigned disjoint, overlapping;
};

template <class T>
struct DiscRounding {
  static constexpr T u = sizeof(T) == sizeof(float) ? T(0x1p-24) : T(0x1p-53);
  static constexpr T shrink = 1 - 16 * u, tiny = sizeof(T) == sizeof(float) ? T(0x1p-100) : T(0x1p-1000);
};

/// Up to `size` pairs, in columns.
template <class T>
struct StagedDiscs {
  static constexpr std::size_t size = 64;

  alignas(64) T delta_x[size], delta_y[size], reach[size], inner[size];

  /// Looks up the job's `live` pairs from `first` on. Fills columns without a pair with zeros up to the next multiple
  /// of L::width.
  template <class L>
  SATCHEL_INLINE void look_up(const PairJob<T>& job, std::size_t first, std::size_t live) {
    for (std::size_t i = 0; i < live; ++i) {
      if (job.prefetch && first + i + ahead < job.count) ask_for(job, job.pairs[first + i + ahead]);
      const Pair pair = job.pairs[first + i];
      const BodyRecord<T>& a = job.a.bodies[pair.a];
      const BodyRecord<T>& b = job.b.bodies[pair.b];
      delta_x[i] = static_cast<T>(b.x - a.x);
      delta_y[i] = static_cast<T>(b.y - a.y);
      reach[i] = a.reach + b.reach;
      inner[i] = job.a.inner[pair.a] + job.b.inner[pair.b];
    }
    for (std::size_t i = live; i < (live + L::width - 1) / L::width * L::width; ++i) {
      delta_x[i] = delta_y[i] = reach[i] = inner[i] = T(0);
    }
  }

  template <class L>
  SATCHEL_INLINE DiscVerdicts verdicts(std::size_t first) const {
    using Rounding = DiscRounding<T>;
    const auto x = L::load(delta_x + first), y = L::load(delta_y + first), least = L::splat(Rounding::tiny);
    const auto outer = L::load(reach + first), both = L::max(L::load(inner + first), L::splat(T(0)));
    const auto square = x * x + y * y, shrink = L::splat(Rounding::shrink);
    return {L::bits(shrink * square > outer * outer + least), L::bits(shrink * (both * both) > square + least)};
  }

 private:
  static constexpr std::size_t ahead = 64;

  static SATCHEL_INLINE void ask_for(const PairJob<T>& job, Pair pair) {
    using satchel::kernels::prefetch_line;
    prefetch_line(&job.a.bodies[pair.a]);
    prefetch_line(&job.b.bodies[pair.b]);
    prefetch_line(&job.a.inner[pair.a]);
    prefetch_line(&job.b.inner[pair.b]);
  }
};

/// Writes the verdicts that discs prove, for any bodies, and lists the other pairs in job.open.
/// @return  the number of pairs listed
template <class L, class T = typename L::Scalar>
std::size_t classify_by_discs(const PairJob<T>& job, Verdict* verdicts) {
  StagedDiscs<T> discs;
  std::size_t open = 0;
  for (std::size_t i = 0; i < job.count; i += discs.size) {
    const std::size_t count = job.count - i < discs.size ? job.count - i : discs.size;
    discs.template look_up<L>(job, i, count);
    for (std::size_t j = 0; j < count; j += L::width) {
      const std::size_t live = count - j < L::width ? count - j : L::width;
      const auto [disjoint, overlapping] = discs.template verdicts<L>(j);
      store_verdicts<L::width>(job, i + j, live, overlapping, 0, verdicts);
      open = append_open(job.open, open, i + j, disjoint | overlapping, live);
    }
  }
  return open;
}

/// Copies the pairs that discs do not prove to be farther apart than `margin`, with their positions. May overwrite the
/// rest of `near` and `positions`, up to job.count.
/// @return  the number of pairs copied
template <class L, class T = typename L::Scalar>
std::size_t near_by_discs(const PairJob<T>& job, T margin, Pair* near, std::uint32_t* positions) {
  using Rounding = DiscRounding<T>;
  constexpr std::size_t ahead = 64;
  constexpr unsigned all = static_cast<unsigned>((std::uint64_t{1} << L::width) - 1);
  const auto near_of = [&](const Pair* pairs) __attribute__((always_inline)) {
    const RecordLanes<L> records(job.a.bodies, job.b.bodies, pairs);
    const auto square = records.delta_x * records.delta_x + records.delta_y * records.delta_y;
    const auto outer = records.reach + L::splat(margin);
    return all & ~L::bits(L::splat(Rounding::shrink) * square > outer * outer + L::splat(Rounding::tiny));
  };
  std::size_t near_count = 0, i = 0;
  for (; i + L::width <= job.count; i += L::width) {
    if (job.prefetch && i + ahead + L::width < job.count) {
      for (std::size_t lane = 0; lane < L::width; ++lane) {
        satchel::kernels::prefetch_line(&job.a.bodies[job.pairs[i + ahead + lane].a]);
        satchel::kernels::prefetch_line(&job.b.bodies[job.pairs[i + ahead + lane].b]);
      }
    }
    near_count += L::store_kept_pairs(near + near_count, positions + near_count, job.pairs + i,
                                      static_cast<std::uint32_t>(i), near_of(job.pairs + i));
  }
  if (i < job.count) {
    Pair pairs[L::width];
    for (std::size_t lane = 0; lane < L::width; ++lane) pairs[lane] = job.pairs[i + lane < job.count ? i + lane : i];
    const unsigned tail_near = near_of(pairs);
    for (std::size_t lane = 0; i + lane < job.count; ++lane) {
      near[near_count] = pairs[lane];
      positions[near_count] = static_cast<std::uint32_t>(i + lane);
      near_count += (tail_near >> lane) & 1u;
    }
  }
  return near_count;
}

}  // namespace
