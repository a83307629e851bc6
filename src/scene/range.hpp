// Checks single numbers against kernels::Range.
#pragma once

#include <cmath>

#include <satchel/error.hpp>

#include "format/layout.hpp"

namespace satchel::detail {

/// Whether a number is 0 or of a magnitude in the range of T; false for NaN.
template <class T>
inline bool in_range(double value) noexcept {
  const double magnitude = std::fabs(value);
  return magnitude <= kernels::Range<T>::largest && (magnitude >= kernels::Range<T>::smallest || magnitude == 0);
}

/// The error code of a number that is not in range.
inline ErrorCode range_error(double value) noexcept {
  return std::isfinite(value) ? ErrorCode::out_of_range : ErrorCode::not_finite;
}

}  // namespace satchel::detail
