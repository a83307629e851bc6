// collide/WORKLOAD/ENGINE and classify/WORKLOAD/ENGINE.
#pragma once

#include <string>
#include <vector>

#include "stage.hpp"
#include "workload.hpp"

namespace satchel_bench {

/// The names that the benchmarks of a workload of this name may have, whatever is in it.
std::vector<std::string> pair_benchmark_names(const std::string& workload);

/// The stage outlives the benchmarks.
void register_pair_benchmarks(const WorkloadPlan& plan, Stage& stage);

}  // namespace satchel_bench
