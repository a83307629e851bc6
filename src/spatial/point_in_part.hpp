// Decides whether a convex part of a body contains a point.
#pragma once

#include "spatial/parts.hpp"

namespace satchel::spatial {

/// Whether a part contains a point, boundary included, exactly. May throw bad_alloc (parts of many vertices).
template <class T>
bool contains(const Part<T>& part, Vec2d point);

/// Square of the distance of (x, y) from the segment with start (from_x, from_y) and edge vector (edge_x, edge_y).
inline double squared_distance(double x, double y, double from_x, double from_y, double edge_x, double edge_y) {
  const double wx = x - from_x, wy = y - from_y, squared = edge_x * edge_x + edge_y * edge_y;
  const double t = squared > 0 ? std::clamp((wx * edge_x + wy * edge_y) / squared, 0.0, 1.0) : 0.0;
  const double dx = wx - t * edge_x, dy = wy - t * edge_y;
  return dx * dx + dy * dy;
}

}  // namespace satchel::spatial
