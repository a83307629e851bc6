// The numbers that areas are computed in: doubles for scenes of floats, twice the precision of double for scenes of
// doubles. So what is rounded before the result is does not count. A shape's own area is computed in the latter.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "exact/expansion.hpp"
#include "lanes/twice.hpp"

namespace satchel::areas {

using TwiceDouble = Twice<double>;

template <class T>
using NumberOf = std::conditional_t<sizeof(T) == sizeof(float), double, TwiceDouble>;

constexpr double lead(double number) { return number; }
inline double lead(const TwiceDouble& number) { return number.high; }

/// The nearest number of type T.
template <class T>
T rounded(const TwiceDouble& number) {
  double high = number.high;
  // The last bit of a double is 0 in the middle between two floats. A 1 there keeps a number off that middle.
  if (sizeof(T) == sizeof(float) && number.low != 0 && (__builtin_bit_cast(std::uint64_t, high) & 1u) == 0) {
    high = std::nextafter(high, std::copysign(std::numeric_limits<double>::infinity(), number.low));
  }
  return static_cast<T>(high);
}

/// The sum of an expansion's terms.
template <class N, int n>
N number_of(const exact::Expansion<n>& expansion) {
  TwiceDouble sum(0.0);
  for (int i = 0; i < expansion.size; ++i) sum = sum + TwiceDouble(expansion.terms[i]);
  if constexpr (std::is_same_v<N, double>) {
    return sum.high;
  } else {
    return sum;
  }
}

/// a - b; exact in twice the precision.
template <class N>
N difference(double a, double b) {
  if constexpr (std::is_same_v<N, double>) {
    return a - b;
  } else {
    return exact_difference(a, b);
  }
}

inline double quotient(double a, double b) { return a / b; }
inline TwiceDouble quotient(const TwiceDouble& a, const TwiceDouble& b) {
  return satchel::quotient(a, b, [](double p, double q) { return p / q; });
}

/// The square root; 0 of what rounding made negative.
inline double root(double number) { return number > 0 ? std::sqrt(number) : 0; }
inline TwiceDouble root(const TwiceDouble& number) {
  if (!(number.high > 0)) return TwiceDouble(0.0);
  const double first = std::sqrt(number.high);
  const TwiceDouble rest = number - exact_product(first, first);
  return ordered_sum(first, rest.high / (2 * first));
}

}  // namespace satchel::areas
