// A body's vertices in world coordinates, in double, for engines without poses.
#pragma once

#include <cstddef>
#include <vector>

#include "workloads/workload.hpp"

namespace satchel_bench {

inline std::vector<satchel::Vec2d> world_vertices(const Workload& workload, std::size_t body) {
  const satchel::Pose& pose = workload.poses[body];
  std::vector<satchel::Vec2d> vertices;
  for (const satchel::Vec2 v : workload.shapes[workload.body_shapes[body]].vertices) {
    vertices.push_back({pose.x + pose.rotation.cos * v.x - pose.rotation.sin * v.y,
                        pose.y + pose.rotation.sin * v.x + pose.rotation.cos * v.y});
  }
  return vertices;
}

}  // namespace satchel_bench
