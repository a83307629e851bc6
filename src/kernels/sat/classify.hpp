// One pair per lane: verdicts alone. Axes are not normalised; before them, where that pays, discs (discs.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/sat/collide.hpp"
#include "kernels/sat/discs.hpp"

namespace {

/// Decides the `count` pairs of job.uncertain as `collide_lanes` does, so that both queries agree; keeps those that it
/// leaves open, and returns their number.
template <class L, class K, class T = typename L::Scalar>
[[gnu::noinline]] std::size_t classify_by_contacts(const PairJob<T>& job, std::size_t count, Verdict* verdicts) {
  constexpr std::size_t few = 64;
  std::size_t kept = 0;
  for (std::size_t k = 0; k < count; k += few) {
    const std::size_t live = count - k < few ? count - k : few;
    Pair pairs[few];
    BasicContact<T> contacts[few];
    std::uint32_t open[few];
    for (std::size_t i = 0; i < live; ++i) pairs[i] = job.pairs[job.uncertain[k + i]];
    PairJob<T> again = job;
    again.prefetch = false;
    again.pairs = pairs;
    again.slots = nullptr;
    again.count = live;
    again.uncertain = open;
    const std::size_t still_open = collide_lanes<L, K>(again, contacts);
    for (std::size_t i = 0; i < live; ++i) {
      const std::uint32_t at = job.uncertain[k + i];
      verdicts[job.slots != nullptr ? job.slots[at] : at] = static_cast<Verdict>(contacts[i].feature & 3u);
    }
    for (std::size_t i = 0; i < still_open; ++i) job.uncertain[kept++] = job.uncertain[k + open[i]];
  }
  return kept;
}

/// Writes the verdicts of pairs first, first + 1, ... of the job: overlapping where a bit is set, else disjoint.
template <std::size_t width, class T>
SATCHEL_INLINE void store_verdicts(const PairJob<T>& job, std::size_t first, std::size_t live, unsigned overlapping,
                                   Verdict* verdicts) {
  static_assert(static_cast<int>(Verdict::disjoint) == 0 && static_cast<int>(Verdict::overlapping) == 2);
  if (job.slots == nullptr && live == width) {
    constexpr std::size_t bytes = width < 8 ? width : 8;
    for (std::size_t k = 0; k < width; k += bytes) {
      // Byte j of eight keeps bit j, alone; any such byte plus 127 has its highest bit set.
      const std::uint64_t one_each = (((overlapping >> k) & 0xff) * 0x0101010101010101u) & 0x8040201008040201u;
      const std::uint64_t two_each = ((one_each + 0x7f7f7f7f7f7f7f7fu) >> 6) & 0x0202020202020202u;
      __builtin_memcpy(verdicts + first + k, &two_each, bytes);
    }
    return;
  }
  for (std::size_t lane = 0; lane < live; ++lane) {
    verdicts[job.slots != nullptr ? job.slots[first + lane] : first + lane] =
        ((overlapping >> lane) & 1u) != 0 ? Verdict::overlapping : Verdict::disjoint;
  }
}

/// Every pair by the separating-axis test.
template <class L, class K, class T = typename L::Scalar>
std::size_t classify_by_axes(const PairJob<T>& job, Verdict* verdicts) {
  std::size_t uncertain = 0;
  for_each_bundle<L, K>(
      job, [&](const Bundle& bundle, const PairLanes<L>& pairs, const K& kernel) __attribute__((always_inline)) {
        const auto zero = L::splat(T(0));
        const VerdictBounds<L> bounds = kernel.bounds(pairs);
        const unsigned disjoint = L::bits(bounds.lower > zero);
        const unsigned doubtful = L::bits(bounds.upper > zero) & ~disjoint;
        store_verdicts<L::width>(job, bundle.position, bundle.live, ~disjoint, verdicts);
        uncertain = append_uncertain(job.uncertain, uncertain, bundle.position, ~doubtful, bundle.live);
      });
  return uncertain == 0 ? 0 : classify_by_contacts<L, K>(job, uncertain, verdicts);
}

/// Verdicts of any bodies, as far as discs tell them; the others are listed in job.uncertain. Returns their number.
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
      store_verdicts<L::width>(job, i + j, live, overlapping, verdicts);
      open = append_uncertain(job.uncertain, open, i + j, disjoint | overlapping, live);
    }
  }
  return open;
}

/// The pairs of the job whose discs leave them open: gathered, and decided by their axes some at a time.
template <class L, class K, class T = typename L::Scalar>
class OpenPairs {
 public:
  OpenPairs(const PairJob<T>& job, Verdict* verdicts) : job_(job), verdicts_(verdicts) {}

  /// Takes up to 32 pairs of the job: position `first` and the bits of `mask`.
  SATCHEL_INLINE void take(std::size_t first, unsigned mask) {
    for (; mask != 0; mask &= mask - 1) {
      const auto i = static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(__builtin_ctz(mask));
      positions_[count_] = i;
      slots_[count_] = job_.slots != nullptr ? job_.slots[i] : i;
      pairs_[count_++] = job_.pairs[i];
    }
    if (count_ >= some) decide();
  }

  /// Decides the rest; returns how many pairs of the job are listed as uncertain.
  std::size_t finish() {
    if (count_ > 0) decide();
    return uncertain_;
  }

 private:
  static constexpr std::size_t some = 64;

  [[gnu::noinline]] void decide() {
    std::uint32_t uncertain[some + 32];
    PairJob<T> job = job_;
    job.pairs = pairs_;
    job.slots = slots_;
    job.count = count_;
    job.uncertain = uncertain;
    const std::size_t left = classify_by_axes<L, K>(job, verdicts_);
    for (std::size_t k = 0; k < left; ++k) job_.uncertain[uncertain_++] = positions_[uncertain[k]];
    count_ = 0;
  }

  const PairJob<T>& job_;
  Verdict* verdicts_;
  Pair pairs_[some + 32];
  std::uint32_t slots_[some + 32], positions_[some + 32];
  std::size_t count_ = 0, uncertain_ = 0;
};

/// Discs first, axes for the rest. Where discs decide too few of the first pairs, axes for all that follow.
template <class L, class K, class T = typename L::Scalar>
std::size_t classify_lanes(const PairJob<T>& job, Verdict* verdicts) {
  if (!K::discs_decide || job.inner_a == nullptr) return classify_by_axes<L, K>(job, verdicts);
  constexpr std::size_t trial = 128;
  OpenPairs<L, K> open(job, verdicts);
  StagedDiscs<T> discs;
  std::size_t decided = 0, i = 0;
  for (; i < job.count; i += discs.size) {
    if (i == trial && 2 * decided < i) break;
    const std::size_t count = job.count - i < discs.size ? job.count - i : discs.size;
    discs.template look_up<L>(job, i, count);
    for (std::size_t j = 0; j < count; j += L::width) {
      const std::size_t live = count - j < L::width ? count - j : L::width;
      const unsigned all = static_cast<unsigned>((std::uint64_t{1} << live) - 1);
      const auto [disjoint, overlapping] = discs.template verdicts<L>(j);
      store_verdicts<L::width>(job, i + j, live, overlapping, verdicts);
      const unsigned left = ~(disjoint | overlapping) & all;
      decided += live - static_cast<std::size_t>(__builtin_popcount(left));
      open.take(i + j, left);
    }
  }
  const std::size_t uncertain = open.finish();
  if (i >= job.count) return uncertain;
  PairJob<T> rest = job;
  rest.pairs += i;
  if (job.slots != nullptr) rest.slots += i;
  rest.count -= i;
  rest.uncertain += uncertain;
  const std::size_t more = classify_by_axes<L, K>(rest, job.slots != nullptr ? verdicts : verdicts + i);
  for (std::size_t k = 0; k < more; ++k) rest.uncertain[k] += static_cast<std::uint32_t>(i);
  return uncertain + more;
}

}  // namespace
