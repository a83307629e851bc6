// Checks pairs that are kept: against all pairs of boxes at the same poses.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <satchel/satchel.hpp>

#include "workloads/workload.hpp"

namespace satchel_bench {

/// The poses of all bodies of a scene without removed bodies.
std::vector<satchel::Pose> poses_of(const satchel::Scene& scene);

/// Checks the pairs of a workload's bodies at these poses.
/// @param slack  up to which distance bodies that are apart may be a pair
/// @return  the error, or empty
std::string wrong_pairs_of(const Workload& workload, std::span<const satchel::Pose> poses,
                           std::span<const satchel::Pair> pairs, double slack = 0);

}  // namespace satchel_bench
