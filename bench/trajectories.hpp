// Benchmarks first_hits/trajectories/ENGINE and poses/footprint_1e5/ENGINE: the queries of motion planners.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "questions.hpp"
#include "workload.hpp"

namespace satchel_bench {

/// A planner's sampled trajectories among traffic. Bodies [0, fixed) of the workload do not move; the next obstacles *
/// steps bodies are the obstacles at each step, [obstacle][step]; the others are the movers at each step,
/// [mover][step].
struct Traffic {
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

/// The first hit of a mover: step and body, as in satchel::FirstHit.
struct BenchHit {
  int step;
  std::size_t obstacle;
};

/// Checks first hits; bodies up to `skin` apart may or may not count as hit. @return  the first error, or empty
std::string wrong_first_hit(const Traffic& traffic, const std::vector<BenchHit>& hits, double skin);

/// Checks the pairs (pose, obstacle) that are reported to meet, as wrong_first_hit does.
std::string wrong_footprint(const Footprints& footprints, std::vector<satchel::Pair> hits, double skin);

/// Each is defined in engines/, in the file of its name.
std::unique_ptr<QuestionEngine> make_satchel_first_hits(const Traffic& traffic);
std::unique_ptr<QuestionEngine> make_box2d_first_hits(const Traffic& traffic);
std::unique_ptr<QuestionEngine> make_satchel_footprints(const Footprints& footprints);
std::unique_ptr<QuestionEngine> make_box2d_footprints(const Footprints& footprints);

/// Registers the benchmarks, which make their data when they run.
void register_trajectory_benchmarks();

}  // namespace satchel_bench
