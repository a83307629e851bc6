// How far rounding to the precision of a scene moves a number of its file.
#pragma once

#include <cmath>
#include <concepts>
#include <limits>
#include <string>
#include <string_view>

#include <fmt/core.h>

namespace satchel::cli {

template <class T>
inline constexpr const char* precision_name = std::same_as<T, float> ? "float" : "double";

/// The reason for refusing a number that T does not have, with the way out if there is one.
template <class T>
std::string out_of_range_text(std::string_view text, double value) {
  const bool fits_double = std::same_as<T, float> && std::abs(value) < std::ldexp(1, 200);
  return fmt::format("{} is out of the range of {}{}", text, precision_name<T>,
                     fits_double ? "; use --precision double" : "");
}

/// A bound of the distance from a number of the file, whose nearest double is `value`, to its nearest T, `rounded`. In
/// double precision it is half a unit in the last place, because the text itself is gone; integers are exact.
template <class T>
double rounding_bound(double value, T rounded) {
  if constexpr (std::same_as<T, float>) {
    return std::abs(value - double{rounded});
  } else {
    constexpr double least_inexact = 9007199254740992;  // 2^53
    const double size = std::abs(rounded);
    if (size == std::floor(size) && size < least_inexact) {
      return 0;
    }
    return (std::nextafter(size, std::numeric_limits<double>::infinity()) - size) / 2;
  }
}

}  // namespace satchel::cli
