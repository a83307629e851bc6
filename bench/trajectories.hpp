// first_hits/trajectories/ENGINE and poses/footprint_1e5/ENGINE: what planners ask.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "questions.hpp"
#include "workload.hpp"

namespace satchel_bench {

/// A planner's sampled trajectories among traffic: bodies [0, fixed) of the workload stand, the next `obstacles *
/// steps` are the obstacles at each step, [obstacle][step], the rest the movers, the same.
struct Traffic {
  Workload workload;
  std::size_t steps, movers, obstacles, fixed;

  std::size_t obstacle_at(std::size_t k, std::size_t step) const { return fixed + k * steps + step; }
  std::size_t mover_at(std::size_t k, std::size_t step) const { return fixed + (obstacles + k) * steps + step; }
};

/// One footprint at many poses, bodies [0, poses) of the workload, among obstacles, the rest.
struct Footprints {
  Workload workload;
  std::size_t poses, obstacles;
};

/// Of one mover: the step and what it hits, as satchel::FirstHit.
struct BenchHit {
  int step;
  std::size_t obstacle;
};

/// What is wrong with these first hits; bodies up to `skin` apart count as hit, or not. Empty: nothing.
std::string wrong_first_hit(const Traffic& traffic, const std::vector<BenchHit>& hits, double skin);

/// What is wrong with the pairs (pose, obstacle) that are said to meet.
std::string wrong_footprint(const Footprints& footprints, std::vector<satchel::Pair> hits, double skin);

/// Each in the file of its name.
std::unique_ptr<QuestionEngine> make_satchel_first_hits(const Traffic& traffic);
std::unique_ptr<QuestionEngine> make_box2d_first_hits(const Traffic& traffic);
std::unique_ptr<QuestionEngine> make_satchel_footprints(const Footprints& footprints);
std::unique_ptr<QuestionEngine> make_box2d_footprints(const Footprints& footprints);

/// Registers the benchmarks; their data are made when they run.
void register_trajectory_benchmarks();

}  // namespace satchel_bench
