// Benchmarks set_poses/WORKLOAD/satchel and memory/octagons/satchel: time and memory per body, without pairs.
#pragma once

#include <vector>

#include "harness/stage.hpp"
#include "workloads/workload.hpp"

namespace satchel_bench {

/// Registers the benchmarks of the workloads that have Tag::set_poses or Tag::memory. The stage must outlive them.
void register_body_benchmarks(const std::vector<WorkloadPlan>& plans, Stage& stage);

}  // namespace satchel_bench
