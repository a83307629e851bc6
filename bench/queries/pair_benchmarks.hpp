// Benchmarks of the registered engines that answer lists of pairs: collide, classify, manifold, distance, sweep.
#pragma once

#include <string>
#include <vector>

#include "harness/stage.hpp"
#include "workloads/workload.hpp"

namespace satchel_bench {

/// All names that benchmarks of a workload of this name may have, for any contents.
std::vector<std::string> pair_benchmark_names(const std::string& workload);

/// Registers the benchmarks of a workload. The stage must outlive them.
void register_pair_benchmarks(const WorkloadPlan& plan, Stage& stage);

}  // namespace satchel_bench
