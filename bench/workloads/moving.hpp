// The next frame's poses.
#pragma once

#include <vector>

#include <satchel/pose.hpp>

#include "workloads/random.hpp"

namespace satchel_bench {

/// Moves every body by a twentieth of a unit, each in its own direction. All numbers stay values of floats.
inline std::vector<satchel::Pose> moved_a_little(const std::vector<satchel::Pose>& poses) {
  Random random(99);
  std::vector<satchel::Pose> result = poses;
  for (satchel::Pose& pose : result) {
    pose.x = static_cast<double>(static_cast<float>(pose.x + random.uniform(-0.05, 0.05)));
    pose.y = static_cast<double>(static_cast<float>(pose.y + random.uniform(-0.05, 0.05)));
  }
  return result;
}

}  // namespace satchel_bench
