// Pairs on a small grid, decided in the lanes: tiles and boxes side by side, which touch more than anything else does.
//
// No error band certifies a touch. But where all offsets and the difference of the origins are multiples of one power
// of two q and less than 2^m q, nothing is rounded on the way to h, so that its sign, 0 included, is exact:
//   centre c of the frame, k = c - d:  multiples of q / 2,    less than 1.5 * 2^m q
//   vertices a - c, b - k:             multiples of q / 2,    less than 2.5 * 2^m q
//   edges:                             multiples of q,        less than 2^(m + 1) q
//   products:                          multiples of q^2 / 2,  less than 2^(2 m + 3.4) of these
//   differences of two, then h:        less than 2^(2 m + 4.4), 2^(2 m + 5.4)
// So m = 9 for float, 23 for double. Of the key h |h| / |e|^2 the sign alone counts, which rounding keeps; nothing
// underflows where the largest number is at least 2^-40: then q > 2^-49, h >= 2^-99, the quotient >= 2^-22.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/contact.hpp"
#include "kernels/load.hpp"

namespace {

/// Bit l: in lane l, all numbers are multiples of one q and less than 2^m q.
///
/// With R = 2^s times the largest number, x is a multiple of some q if (x + R) - R = x: R lies between 2^e and
/// 2^(e + 1), sums beside it are multiples of q = 2^(e - p), p the bits of T, and the largest is less than
/// 2^(p + 1 - s) q.
template <class L, std::size_t N, class T = typename L::Scalar>
SATCHEL_INLINE unsigned on_small_grid(const typename L::Vector (&numbers)[N]) {
  constexpr T shift = sizeof(T) == sizeof(float) ? T(0x1p16) : T(0x1p31);
  auto largest = L::abs(numbers[0]);
  for (std::size_t i = 1; i < N; ++i) largest = L::max(largest, L::abs(numbers[i]));
  const auto rounder = L::splat(shift) * largest;
  auto off = L::splat(T(0));
  for (std::size_t i = 0; i < N; ++i) off = L::max(off, L::abs(((numbers[i] + rounder) - rounder) - numbers[i]));
  return ~L::bits(off > L::splat(T(0))) & L::bits(largest > L::splat(T(0x1p-40)));
}

/// Bit l: the arithmetic on the pair at positions[l] is exact up to the sign of h.
template <class L, class K, class T = typename L::Scalar>
SATCHEL_INLINE unsigned exact_lanes(const PairJob<T>& job, const std::uint32_t* positions, std::size_t live) {
  constexpr unsigned KA = K::class_a, KB = K::class_b;
  constexpr std::size_t of_a = 2 * satchel::kernels::capacity_of(KA), of_b = 2 * satchel::kernels::capacity_of(KB);
  const OpenLanes<L, KA, KB> pairs(job, positions, live);
  alignas(64) T delta_x[L::width], delta_y[L::width];
  unsigned exact = pairs.exact;  // and the difference of the origins is a number of T
  for (std::size_t lane = 0; lane < L::width; ++lane) {
    delta_x[lane] = static_cast<T>(pairs.delta_x[lane]);
    delta_y[lane] = static_cast<T>(pairs.delta_y[lane]);
    const bool rounded =
        (double{delta_x[lane]} != pairs.delta_x[lane]) | (double{delta_y[lane]} != pairs.delta_y[lane]);
    exact &= ~((rounded ? 1u : 0u) << lane);
  }
  typename L::Vector numbers[of_a + of_b + 2];
  load_runs<L, of_a>(job.blocks_a[KA], pairs.blocks_a, numbers);
  load_runs<L, of_b>(job.blocks_b[KB], pairs.blocks_b, numbers + of_a);
  numbers[of_a + of_b] = L::load(delta_x);
  numbers[of_a + of_b + 1] = L::load(delta_y);
  return exact & on_small_grid<L>(numbers);
}

/// Goes through the `count` pairs whose contacts are written but not certain, and keeps those in job.uncertain whose
/// arithmetic was not exact; returns their number. Of the others, a separation of 0 is a touch, and the rest is right
/// as it stands. After the fact, so that the kernel's loop knows nothing of it (measured: 5 % of it otherwise).
template <class L, class K, class T = typename L::Scalar>
[[gnu::noinline]] std::size_t keep_inexact(const PairJob<T>& job, std::size_t count, BasicContact<T>* contacts) {
  std::size_t kept = 0;
  for (std::size_t k = 0; k < count; k += L::width) {
    const std::size_t live = count - k < L::width ? count - k : L::width;
    const unsigned exact = exact_lanes<L, K>(job, job.uncertain + k, live);
    for (std::size_t lane = 0; lane < live; ++lane) {
      const std::uint32_t i = job.uncertain[k + lane];
      if (((exact >> lane) & 1u) == 0) {
        job.uncertain[kept++] = i;
        continue;
      }
      BasicContact<T>& contact = contacts[job.slots != nullptr ? job.slots[i] : i];
      if (contact.separation == 0) contact.feature |= static_cast<std::uint32_t>(Verdict::touching);
    }
  }
  return kept;
}

}  // namespace
