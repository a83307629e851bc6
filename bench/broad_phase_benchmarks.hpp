// pairs/WORKLOAD/ENGINE and frame/WORKLOAD/ENGINE.
#pragma once

#include <string>
#include <vector>

#include "stage.hpp"
#include "workload.hpp"

namespace satchel_bench {

/// The names of the benchmarks of a workload, without those of several threads.
std::vector<std::string> broad_phase_benchmark_names(const std::string& workload);

/// Registers the benchmarks of a workload, whose own pairs do not count. The stage outlives them.
void register_broad_phase_benchmarks(const WorkloadPlan& plan, Stage& stage);

}  // namespace satchel_bench
