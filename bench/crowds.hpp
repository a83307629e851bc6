// Workloads for the broad phase: bodies without pairs.
#pragma once

#include <vector>

#include "workload.hpp"

namespace satchel_bench {

/// The workloads uniform_1e4 ... uniform_1e7, sizes_1e5, line_1e5, cluster_1e5.
std::vector<WorkloadPlan> crowds();

}  // namespace satchel_bench
