// Workloads of bodies without pairs, for the broad phase and the join.
#pragma once

#include <vector>

#include "workloads/question.hpp"
#include "workloads/workload.hpp"

namespace satchel_bench {

/// The workloads bodies_10, bodies_100, bodies_1000, uniform_1e4 ... uniform_1e7, sizes_1e5, line_1e5, cluster_1e5.
std::vector<WorkloadPlan> crowds();

/// The workload uniform_1e5.
const Workload& uniform_crowd();

/// All pairs of octagons that meet, from their vertices: each body of the crowd has a shape of its own.
inline constexpr Question octagon_join{"join", "octagons_1e5", "body", 100'000};
const Workload& octagon_crowd();

}  // namespace satchel_bench
