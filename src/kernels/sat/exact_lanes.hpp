// Detects pairs on a small grid, for which the arithmetic in lanes is exact: tiles and boxes side by side, which often
// touch.
//
// No error band certifies a touch. But if all offsets and the difference of the origins are multiples of one power of
// two q and less than 2^m q, no operation up to h rounds, so that the sign of h, 0 included, is exact:
//   centre c of the frame, k = c - d:  multiples of q / 2,    less than 1.5 * 2^m q
//   vertices a - c, b - k:             multiples of q / 2,    less than 2.5 * 2^m q
//   edges:                             multiples of q,        less than 2^(m + 1) q
//   products:                          multiples of q^2 / 2,  less than 2^(2 m + 3.4) of these
//   differences of two, then h:        less than 2^(2 m + 4.4), 2^(2 m + 5.4)
// So m = 9 for float, 23 for double. Rounding keeps the sign of the key h |h| / |e|^2, and only this sign counts.
// Nothing underflows in float if the largest number is at least 2^-40, because then q > 2^-49, h >= 2^-99, the quotient >=
// 2^-22; nor in double if it is at least 2^-250.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/gather/load.hpp"

namespace {

/// Bit l: in lane l, all numbers are multiples of one q and less than 2^m q.
///
/// Let R = 2^s times the largest number, with 2^e <= R < 2^(e + 1), and p the bits of T. Sums near R are multiples of
/// q = 2^(e - p), so x is a multiple of q if (x + R) - R = x; and the largest number is less than 2^(p + 1 - s) q.
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE unsigned on_small_grid(const typename L::Vector* numbers, std::size_t count) {
  constexpr T shift = sizeof(T) == sizeof(float) ? T(0x1p16) : T(0x1p31);
  auto largest = L::abs(numbers[0]);
  for (std::size_t i = 1; i < count; ++i) largest = L::max(largest, L::abs(numbers[i]));
  const auto rounder = L::splat(shift) * largest;
  auto off = L::splat(T(0));
  for (std::size_t i = 0; i < count; ++i) off = L::max(off, L::abs(((numbers[i] + rounder) - rounder) - numbers[i]));
  constexpr T least = sizeof(T) == sizeof(float) ? T(0x1p-40) : T(0x1p-250);
  return ~L::bits(off > L::splat(T(0))) & L::bits(largest > L::splat(least));
}

/// The differences of the origins of W pairs as T.
template <class L>
struct NarrowDeltas {
  using T = typename L::Scalar;
  using D = Isa::Lanes<double>;

  typename L::Vector x, y;
  unsigned exact;  ///< bit l: x and y are exact in lane l

  explicit SATCHEL_INLINE NarrowDeltas(const OpenLanes<L>& pairs) : exact(pairs.exact) {
    alignas(64) T delta_x[L::width], delta_y[L::width];
    for (std::size_t lane = 0; lane < L::width; ++lane) {
      delta_x[lane] = static_cast<T>(pairs.delta_x[lane]);
      delta_y[lane] = static_cast<T>(pairs.delta_y[lane]);
    }
    for (std::size_t first = 0; first < L::width; first += D::width) {
      const auto off_x = D::load_as_double(delta_x + first) - D::load(pairs.delta_x + first);
      const auto off_y = D::load_as_double(delta_y + first) - D::load(pairs.delta_y + first);
      exact &= ~(D::bits(D::max(D::abs(off_x), D::abs(off_y)) > D::splat(0)) << first);
    }
    x = L::load(delta_x);
    y = L::load(delta_y);
  }
};

/// Bit l: the arithmetic on pair l is exact up to the sign of h.
/// @tparam centred  both are centred boxes: vertices 2 and 3 are 0 and 1 negated
template <bool centred, class L>
SATCHEL_INLINE unsigned exact_lanes(const NarrowDeltas<L>& deltas, const VertexColumns<L>& a,
                                    const VertexColumns<L>& b) {
  const std::size_t count_a = centred ? 2 : a.count, count_b = centred ? 2 : b.count;
  typename L::Vector numbers[2 * (2 * VertexColumns<L>::most + 1)];
  std::size_t n = 0;
  for (std::size_t i = 0; i < count_a; ++i) {
    numbers[n++] = a.x[i];
    numbers[n++] = a.y[i];
  }
  for (std::size_t i = 0; i < count_b; ++i) {
    numbers[n++] = b.x[i];
    numbers[n++] = b.y[i];
  }
  numbers[n++] = deltas.x;
  numbers[n++] = deltas.y;
  return deltas.exact & on_small_grid<L>(numbers, n);
}

}  // namespace
