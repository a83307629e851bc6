// Benchmarks QUERY/WORKLOAD/ENGINE over lists of pairs: collide, classify, and queries that follow from contacts.
#pragma once

#include <string>
#include <vector>

#include "stage.hpp"
#include "workload.hpp"

namespace satchel_bench {

/// All names that benchmarks of a workload of this name may have, for any contents.
std::vector<std::string> pair_benchmark_names(const std::string& workload);

/// Registers the benchmarks of a workload. The stage must outlive them.
void register_pair_benchmarks(const WorkloadPlan& plan, Stage& stage);

}  // namespace satchel_bench
