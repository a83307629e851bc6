// Points and rays among bodies, as of sensors and pointers.
#pragma once

#include <vector>

#include <satchel/cast_rays.hpp>

#include "workloads/question.hpp"
#include "workloads/workload.hpp"

namespace satchel_bench {

/// Boxes on a plane, random points, and rays in all directions from places outside of all bodies. All numbers are
/// values of floats.
struct Probes {
  Workload workload;
  std::vector<satchel::Vec2d> points;
  std::vector<satchel::Ray> rays;  // with unit directions
};

inline constexpr Question bodies_at_points{"points", "lidar", "point", 100'000};
inline constexpr Question ray_hits{"rays", "lidar", "ray", 100'000};
const Probes& probes();

}  // namespace satchel_bench
