// Bounds of the distances of bodies, from their boxes.
#pragma once

#include <algorithm>
#include <cmath>

#include <satchel/types.hpp>

namespace satchel::spatial {

/// The square of the distance of two boxes.
inline double gap_squared(const Box& a, const Box& b) {
  const double x = std::max({b.min_x - a.max_x, a.min_x - b.max_x, 0.0});
  const double y = std::max({b.min_y - a.max_y, a.min_y - b.max_y, 0.0});
  return x * x + y * y;
}

/// The square of an upper bound of the distance of two bodies with these boxes. A body touches each side of its box (up
/// to the rounding of the box, which the caller's slack covers), so some point of each lies on the two sides that face
/// each other.
inline double farthest_squared(const Box& a, const Box& b) {
  const double width = std::max(a.max_x, b.max_x) - std::min(a.min_x, b.min_x);
  const double height = std::max(a.max_y, b.max_y) - std::min(a.min_y, b.min_y);
  const double x = std::min(std::fabs(b.min_x - a.max_x), std::fabs(a.min_x - b.max_x));
  const double y = std::min(std::fabs(b.min_y - a.max_y), std::fabs(a.min_y - b.max_y));
  return std::min(x * x + height * height, width * width + y * y);
}

/// Distances are off by at most this factor of the pair's extent (satchel/distance.hpp), with room to spare.
template <class T>
constexpr double distance_error = sizeof(T) == sizeof(float) ? 3e-5 : 1e-11;

/// How far beyond a limit the boxes of bodies may be whose computed distances are within it: for all errors.
/// @param reaches  the largest reach of both bodies, added
/// @param far      the largest coordinate of the query's origin, for the rounding of boxes
template <class T>
double near_slack(double reaches, double far) {
  return 4 * distance_error<T> * reaches + 0x1p-47 * far;
}

}  // namespace satchel::spatial
