// The numbers of C and Python are doubles for scenes of both precisions: rounded to the nearest float where the scene's are floats.
#pragma once

#include <cmath>
#include <limits>

namespace satchel::bindings {

/// A coordinate or a length. A double beyond the largest float becomes the largest, which a scene refuses as out of range.
template <class T>
constexpr T narrow_length(double length) noexcept {
  constexpr double limit = std::numeric_limits<T>::max();
  if (length > limit && length <= std::numeric_limits<double>::max()) return std::numeric_limits<T>::max();
  if (length < -limit && length >= -std::numeric_limits<double>::max()) return -std::numeric_limits<T>::max();
  return static_cast<T>(length);
}

/// A radius: what is negative stays negative, and is refused.
template <class T>
constexpr T narrow_radius(double radius) noexcept {
  const T narrowed = narrow_length<T>(radius);
  return radius < 0 && narrowed == 0 ? -std::numeric_limits<T>::denorm_min() : narrowed;
}

/// A margin or a tolerance. A double beyond the largest float becomes infinity, which calls refuse, as what is negative.
template <class T>
constexpr T narrow_margin(double margin) noexcept {
  constexpr double limit = std::numeric_limits<T>::max();
  if (margin > limit) return std::numeric_limits<T>::infinity();
  if (margin < -limit) return -std::numeric_limits<T>::infinity();
  return narrow_radius<T>(margin);
}

/// A number from 0 to `most`, which calls refuse beyond: what is outside stays outside.
template <class T>
T narrow_up_to(T most, double number) noexcept {
  const T narrowed = narrow_margin<T>(number);
  return number > most && narrowed == most ? std::nextafter(most, std::numeric_limits<T>::infinity()) : narrowed;
}
constexpr double largest_angle = 0x1p30;  ///< of a limit of angles

}  // namespace satchel::bindings

namespace satchel::c {
using namespace bindings;
}
namespace satchel::python {
using namespace bindings;
}
