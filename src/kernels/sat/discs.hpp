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

#include "format/layout.hpp"
#include "format/prefetch_line.hpp"
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

/// The sum of both inner radii for each pair of a job. The records of bodies without a radius have them. Other bodies'
/// are looked up `size` pairs at a time, because a wide load right after narrow stores to its bytes waits for these.
template <class T>
class InnerDiscs {
 public:
  explicit InnerDiscs(const PairJob<T>& job) : job_(job) {}

  /// The sums for W pairs; not above 0 where a body has no known disc.
  /// @param first  number of the first pair in the job; 0, W, 2 W, ... from call to call
  template <class L>
  SATCHEL_INLINE typename L::Vector of(std::size_t first, const RecordLanes<L>& records) {
    if (job_.sharp) return records.inner();
    if (first % size == 0) look_up(first);
    return L::load(sums_ + first % size);
  }

 private:
  static constexpr std::size_t size = 64;

  SATCHEL_INLINE void look_up(std::size_t first) {
    const std::size_t live = job_.count - first < size ? job_.count - first : size;
    for (std::size_t i = 0; i < live; ++i) {
      if (job_.prefetch && first + i + size < job_.count) {
        const Pair next = job_.pairs[first + i + size];
        satchel::kernels::prefetch_line(&job_.a.inner[next.a]);
        satchel::kernels::prefetch_line(&job_.b.inner[next.b]);
      }
      const Pair pair = job_.pairs[first + i];
      sums_[i] = job_.a.inner[pair.a] + job_.b.inner[pair.b];
    }
    for (std::size_t i = live; i < size; ++i) sums_[i] = T(0);
  }

  const PairJob<T>& job_;
  alignas(64) T sums_[size];
};

template <class L>
SATCHEL_INLINE DiscVerdicts disc_verdicts(const RecordLanes<L>& records, const typename L::Vector& inner_sum) {
  using T = typename L::Scalar;
  using Rounding = DiscRounding<T>;
  const auto shrink = L::splat(Rounding::shrink), least = L::splat(Rounding::tiny);
  const auto square = records.delta_x * records.delta_x + records.delta_y * records.delta_y;
  const auto inner = L::max(inner_sum, L::splat(T(0)));
  return {L::bits(shrink * square > records.reach * records.reach + least),
          L::bits(shrink * (inner * inner) > square + least)};
}

/// Calls use(first, live, pairs, records) for each W pairs of a job, in order: pairs [first, first + live) of the job,
/// which are pairs[0 ... live - 1]. The last pairs may fill fewer lanes; other lanes then have the first of these pairs.
template <class L, class T, class Use>
SATCHEL_INLINE void for_each_records(const PairJob<T>& job, const Use& use) {
  constexpr std::size_t ahead = 64;
  std::size_t i = 0;
  for (; i + L::width <= job.count; i += L::width) {
    if (job.prefetch && i + ahead + L::width <= job.count) {
      for (std::size_t lane = 0; lane < L::width; ++lane) {
        satchel::kernels::prefetch_line(&job.a.bodies[job.pairs[i + ahead + lane].a]);
        satchel::kernels::prefetch_line(&job.b.bodies[job.pairs[i + ahead + lane].b]);
      }
    }
    use(i, std::size_t{L::width}, job.pairs + i, RecordLanes<L>(job.a.bodies, job.b.bodies, job.pairs + i));
  }
  if (i == job.count) return;
  Pair pairs[L::width];
  for (std::size_t lane = 0; lane < L::width; ++lane) pairs[lane] = job.pairs[i + lane < job.count ? i + lane : i];
  use(i, job.count - i, pairs, RecordLanes<L>(job.a.bodies, job.b.bodies, pairs));
}

/// Writes the verdicts that discs prove, for any bodies, and lists the other pairs in job.open.
/// @return  the number of pairs listed
template <class L, class T = typename L::Scalar>
std::size_t classify_by_discs(const PairJob<T>& job, Verdict* verdicts) {
  InnerDiscs<T> inner(job);
  std::size_t open = 0;
  for_each_records<L>(
      job, [&](std::size_t first, std::size_t live, const Pair*, const RecordLanes<L>& records)
               __attribute__((always_inline)) {
                 const DiscVerdicts by_discs = disc_verdicts(records, inner.of(first, records));
                 store_verdicts<L::width>(job, first, live, by_discs.overlapping, 0, verdicts);
                 open = append_open(job.open, open, first, by_discs.disjoint | by_discs.overlapping, live);
               });
  return open;
}

/// Copies the pairs that discs do not prove to be farther apart than `margin`, with their positions. May overwrite the
/// rest of `near` and `positions`, a vector from the last pair copied on.
/// @return  the number of pairs copied
template <class L, class T = typename L::Scalar>
std::size_t near_by_discs(const PairJob<T>& job, T margin, Pair* near, std::uint32_t* positions) {
  using Rounding = DiscRounding<T>;
  std::size_t near_count = 0;
  for_each_records<L>(
      job, [&](std::size_t first, std::size_t live, const Pair* pairs,
               const RecordLanes<L>& records) __attribute__((always_inline)) {
        const auto square = records.delta_x * records.delta_x + records.delta_y * records.delta_y;
        const auto outer = records.reach + L::splat(margin);
        const unsigned far = L::bits(L::splat(Rounding::shrink) * square > outer * outer + L::splat(Rounding::tiny));
        near_count += L::store_kept_pairs(near + near_count, positions + near_count, pairs,
                                          static_cast<std::uint32_t>(first), ~far & first_bits(live));
      });
  return near_count;
}

}  // namespace
