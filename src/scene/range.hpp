// The numbers a scene takes. Within them no predicate of degree four overflows or underflows in double.
#pragma once

#include <cmath>

#include <satchel/error.hpp>

namespace satchel::detail {

template <class T>
struct Range {
  static constexpr double largest = sizeof(T) == sizeof(float) ? 0x1p60 : 0x1p200;
  static constexpr double smallest = 0x1p-200;  // for floats every nonzero number is larger
};

/// Without branches, for loops over many numbers. False for NaN.
template <class T>
inline bool in_range(double value) noexcept {
  const double magnitude = std::fabs(value);
  return static_cast<int>(magnitude <= Range<T>::largest) &
         (static_cast<int>(magnitude >= Range<T>::smallest) | static_cast<int>(magnitude == 0));
}

/// Why a number is not in range.
inline ErrorCode range_error(double value) noexcept {
  return std::isfinite(value) ? ErrorCode::out_of_range : ErrorCode::not_finite;
}

}  // namespace satchel::detail
