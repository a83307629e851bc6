// Benchmarks set_poses/WORKLOAD/satchel and memory/octagons/satchel: time and memory per body, without pairs.
#pragma once

#include <vector>

#include "stage.hpp"
#include "workload.hpp"

namespace satchel_bench {

/// Registers the benchmarks of the workloads among `plans` that it picks by name. The stage must outlive them.
void register_body_benchmarks(const std::vector<WorkloadPlan>& plans, Stage& stage);

}  // namespace satchel_bench
