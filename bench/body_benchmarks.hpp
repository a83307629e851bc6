// set_poses/WORKLOAD/satchel and memory/octagons/satchel: what bodies cost, apart from their pairs.
#pragma once

#include <vector>

#include "stage.hpp"
#include "workload.hpp"

namespace satchel_bench {

/// `plans` are all workloads; those that are measured are picked by name. The stage outlives the benchmarks.
void register_body_benchmarks(const std::vector<WorkloadPlan>& plans, Stage& stage);

}  // namespace satchel_bench
