// Computes the time at which a ray meets a convex part of a body.
#pragma once

#include <cmath>
#include <limits>

#include <satchel/cast_rays.hpp>

#include "spatial/parts.hpp"

namespace satchel::spatial {

/// Time and normal as in RayHit; time is infinity if the ray does not meet the part.
struct Meeting {
  double time = std::numeric_limits<double>::infinity(), normal_x = 0, normal_y = 0;

  bool is_met() const { return time < std::numeric_limits<double>::infinity(); }
};

/// The normal of unit length on the right of an edge with this direction, without -0.
inline Vec2d outward_normal(double x, double y) {
  const double length = std::sqrt(x * x + y * y);
  return {y / length + 0, 0 - x / length + 0};
}

/// The first meeting of a half-line (the ray without max_time) and a part. May throw bad_alloc (many vertices).
template <class T>
Meeting meeting(const Part<T>& part, const Ray& ray);

}  // namespace satchel::spatial
