// The input of motion planners: sampled trajectories among traffic, and one footprint at many poses.
#pragma once

#include <cstddef>

#include "workloads/question.hpp"
#include "workloads/workload.hpp"

namespace satchel_bench {

/// A planner's sampled trajectories among traffic. Bodies [0, fixed) of the workload do not move; the next obstacles *
/// steps bodies are the obstacles at each step, [obstacle][step]; the others are the movers at each step,
/// [mover][step].
struct Trajectories {
  Workload workload;
  std::size_t steps, movers, obstacles, fixed;

  std::size_t obstacle_at(std::size_t k, std::size_t step) const { return fixed + k * steps + step; }
  std::size_t mover_at(std::size_t k, std::size_t step) const { return fixed + (obstacles + k) * steps + step; }
};

/// One footprint at many poses, bodies [0, poses) of the workload, among obstacles, the other bodies.
struct Footprints {
  Workload workload;
  std::size_t poses, obstacles;
};

inline constexpr Question first_hits{"first_hits", "trajectories", "trajectory", 4096};
const Trajectories& trajectories();

inline constexpr Question footprint_poses{"poses", "footprint_1e5", "pose", 100'000};
const Footprints& footprints();

}  // namespace satchel_bench
