// Vertices of one body seen from the origin of another, and normals, in more digits than the library has.
#pragma once

#include <cfloat>
#include <cmath>
#include <vector>

#include "placed_polygon.hpp"

namespace satchel::test {

static_assert(LDBL_MANT_DIG >= 64, "the bounds of the oracle count on more digits than double has");

struct LongPoint {
  long double x, y;
};

/// The hull's vertices in the frame of another body's origin. Off by at most 2^-63 of the largest of them and of the
/// distance of the origins.
template <class T>
std::vector<LongPoint> seen_from(const BasicPlacedPolygon<T>& frame, const BasicPlacedPolygon<T>& polygon) {
  const long double dx = static_cast<long double>(polygon.origin_x) - frame.origin_x;
  const long double dy = static_cast<long double>(polygon.origin_y) - frame.origin_y;
  std::vector<LongPoint> points;
  points.reserve(polygon.hull.size());
  for (const std::uint32_t i : polygon.hull) {
    points.push_back(
        {dx + static_cast<long double>(polygon.offsets[i].x), dy + static_cast<long double>(polygon.offsets[i].y)});
  }
  return points;
}

/// Outward unit normal of hull edge i, from the offsets: their difference is exact or off by 2^-64 of itself.
template <class T>
LongPoint edge_normal(const BasicPlacedPolygon<T>& polygon, std::size_t i) {
  const BasicVec2<T> s = polygon.offsets[polygon.hull[i]];
  const BasicVec2<T> t = polygon.offsets[polygon.hull[i + 1 < polygon.hull.size() ? i + 1 : 0]];
  const long double dx = static_cast<long double>(t.x) - s.x, dy = static_cast<long double>(t.y) - s.y;
  const long double length = std::sqrt(dx * dx + dy * dy);  // its range is far beyond that of double
  return {dy / length, -dx / length};
}

}  // namespace satchel::test
