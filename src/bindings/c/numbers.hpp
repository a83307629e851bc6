// The numbers of C are doubles for scenes of both precisions: rounded to the nearest float where the scene's are floats.
#pragma once

#include <limits>

namespace satchel::c {

/// A coordinate or a radius. A double beyond the largest float becomes the largest, which a scene refuses as out of range.
template <class T>
constexpr T narrow_length(double length) noexcept {
  constexpr double limit = std::numeric_limits<T>::max();
  if (length > limit && length <= std::numeric_limits<double>::max()) return std::numeric_limits<T>::max();
  if (length < -limit && length >= -std::numeric_limits<double>::max()) return -std::numeric_limits<T>::max();
  return static_cast<T>(length);
}

/// A margin, a tolerance or a threshold. A double beyond the largest float becomes infinity, which calls refuse.
template <class T>
constexpr T narrow_margin(double margin) noexcept {
  constexpr double limit = std::numeric_limits<T>::max();
  if (margin > limit) return std::numeric_limits<T>::infinity();
  if (margin < -limit) return -std::numeric_limits<T>::infinity();
  return static_cast<T>(margin);
}

}  // namespace satchel::c
