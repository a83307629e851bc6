// When a ray meets a convex part of a body.
#pragma once

#include <limits>

#include <satchel/cast_rays.hpp>

#include "spatial/parts.hpp"

namespace satchel::spatial {

/// As in RayHit; `time` infinity: never.
struct Meeting {
  double time = std::numeric_limits<double>::infinity(), normal_x = 0, normal_y = 0;
};

/// Without regard to max_time. May throw bad_alloc (parts of many vertices).
template <class T>
Meeting meeting(const Part<T>& part, const Ray& ray);

}  // namespace satchel::spatial
