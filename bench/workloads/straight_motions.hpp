// Motions for the sweeps: each body moves straight by about half its size, each in another direction.
#pragma once

#include <cmath>
#include <vector>

#include <satchel/results.hpp>

#include "workloads/workload.hpp"

namespace satchel_bench {

inline std::vector<satchel::Motion> straight_motions(const Workload& workload) {
  std::vector<satchel::Motion> motions;
  for (std::size_t i = 0; i < workload.poses.size(); ++i) {
    const double angle = 2.399963 * static_cast<double>(i), way = 0.25 * static_cast<double>(1 + i % 4);
    motions.push_back({way * std::cos(angle), way * std::sin(angle), 0});
  }
  return motions;
}

}  // namespace satchel_bench
