// Concave bodies of two parts.
#pragma once

#include <vector>

#include "workloads/workload.hpp"

namespace satchel_bench {

/// The workloads ells_l2, of compounds and hexagons, and ells_as_bodies_l2, the same with each part as a body of its
/// own and each pair of parts as a pair. Both count pairs of ells_l2.
std::vector<WorkloadPlan> ells();

}  // namespace satchel_bench
