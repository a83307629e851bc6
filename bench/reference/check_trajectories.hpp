// Checks of the answers to the questions of motion planners.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "workloads/trajectories.hpp"

namespace satchel_bench {

/// The first hit of a mover: step and body, as in satchel::FirstHit.
struct BenchHit {
  int step;
  std::size_t obstacle;
};

/// Checks first hits; bodies up to `skin` apart may or may not count as hit. @return  the first error, or empty
std::string wrong_first_hit(const Trajectories& trajectories, const std::vector<BenchHit>& hits, double skin);

/// Checks the pairs (pose, obstacle) that are reported to meet, as wrong_first_hit does.
std::string wrong_footprint(const Footprints& footprints, std::vector<satchel::Pair> hits, double skin);

}  // namespace satchel_bench
