// Numbers of twice the precision of double: an unevaluated sum of a number and its rounding error.
//
// V is double or a vector of doubles. Sums and products of such numbers have a relative error of at most 2^-101 of the
// larger operand or of the product; sums and differences of two plain numbers are exact. (T. J. Dekker, "A
// floating-point technique for extending the available precision", 1971; D. E. Knuth, TAOCP 2, 4.2.2. No fma, which some
// instruction sets lack.)
#pragma once

#include <type_traits>

#include "format/classes.hpp"

namespace satchel {

/// A number in all lanes of V.
template <class V>
SATCHEL_INLINE V in_all_lanes(double number) {
  if constexpr (std::is_aggregate_v<V>) {
    return V{number};
  } else {
    return V(number);
  }
}

template <class V>
struct Twice {
  V high, low;  ///< |low| is at most half a unit in the last place of high

  Twice() = default;
  SATCHEL_INLINE Twice(const V& number) : high(number), low(in_all_lanes<V>(0)) {}
  SATCHEL_INLINE Twice(const V& first, const V& second) : high(first), low(second) {}
};

/// a + b, exactly.
template <class V>
SATCHEL_INLINE Twice<V> exact_sum(const V& a, const V& b) {
  const V sum = a + b;
  const V b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}
/// a - b, exactly.
template <class V>
SATCHEL_INLINE Twice<V> exact_difference(const V& a, const V& b) {
  const V difference = a - b;
  const V b_part = a - difference;
  return {difference, (a - (difference + b_part)) + (b_part - b)};
}
/// a + b, exactly, where |a| >= |b|.
template <class V>
SATCHEL_INLINE Twice<V> ordered_sum(const V& a, const V& b) {
  const V sum = a + b;
  return {sum, b - (sum - a)};
}
/// a b, exactly.
template <class V>
SATCHEL_INLINE Twice<V> exact_product(const V& a, const V& b) {
  const V splitter = in_all_lanes<V>(0x1p27 + 1);
  const V product = a * b, shifted_a = splitter * a, shifted_b = splitter * b;
  const V a_high = shifted_a - (shifted_a - a), a_low = a - a_high;
  const V b_high = shifted_b - (shifted_b - b), b_low = b - b_high;
  const V error = ((product - a_high * b_high) - a_low * b_high) - a_high * b_low;
  return {product, a_low * b_low - error};
}

template <class V>
SATCHEL_INLINE Twice<V> operator+(const Twice<V>& a, const Twice<V>& b) {
  const Twice<V> highs = exact_sum(a.high, b.high), lows = exact_sum(a.low, b.low);
  const Twice<V> sum = ordered_sum(highs.high, highs.low + lows.high);
  return ordered_sum(sum.high, sum.low + lows.low);
}
template <class V>
SATCHEL_INLINE Twice<V> operator-(const Twice<V>& a) {
  return {in_all_lanes<V>(0) - a.high, in_all_lanes<V>(0) - a.low};
}
template <class V>
SATCHEL_INLINE Twice<V> operator-(const Twice<V>& a, const Twice<V>& b) {
  return a + -b;
}
template <class V>
SATCHEL_INLINE Twice<V> operator*(const Twice<V>& a, const Twice<V>& b) {
  const Twice<V> product = exact_product(a.high, b.high);
  return ordered_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

/// a / b, to twice the precision: a quotient of the leading numbers and one step of correction.
/// @param divide  divide(p, q) for numbers of type V
template <class V, class Divide>
SATCHEL_INLINE Twice<V> quotient(const Twice<V>& a, const Twice<V>& b, Divide divide) {
  const V first = divide(a.high, b.high);
  const Twice<V> rest = a - Twice<V>(first) * b;
  return ordered_sum(first, divide(rest.high, b.high));
}

}  // namespace satchel
