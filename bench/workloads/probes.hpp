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
  std::vector<satchel::Box> boxes;  // as large as a body, around the points
  std::vector<satchel::Ray> rays;   // with unit directions
};

inline constexpr Question bodies_at_points{"points", "lidar", "point", 100'000};
inline constexpr Question ray_hits{"rays", "lidar", "ray", 100'000};
inline constexpr Question ray_hits_kept{"rays", "lidar_kept", "ray", 100'000};
inline constexpr Question shuffled_ray_hits_kept{"rays", "lidar_shuffled_kept", "ray", 100'000};
inline constexpr Question single_ray_hits_kept{"rays", "single_kept", "ray", 100'000};
inline constexpr Question single_points_kept{"points", "single_kept", "point", 100'000};
inline constexpr Question single_boxes_kept{"boxes", "single_kept", "box", 100'000};
const Probes& probes();
/// The same, with the rays in random order.
const Probes& shuffled_probes();

}  // namespace satchel_bench
