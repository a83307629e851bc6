// Benchmarks pairs/WORKLOAD/ENGINE and frame/WORKLOAD/ENGINE.
#pragma once

#include <string>
#include <vector>

#include "harness/stage.hpp"
#include "workloads/workload.hpp"

namespace satchel_bench {

/// The names of a workload's benchmarks on one thread.
std::vector<std::string> broad_phase_benchmark_names(const std::string& workload);

/// Registers the benchmarks of a workload, ignoring its pairs. The stage must outlive them.
void register_broad_phase_benchmarks(const WorkloadPlan& plan, Stage& stage);

}  // namespace satchel_bench
