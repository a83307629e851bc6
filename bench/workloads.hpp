// The synthetic workloads. Fixed seeds and random.hpp make them the same everywhere, up to the last bit of libm's sine
// and cosine.
#pragma once

#include <vector>

#include "workload.hpp"

namespace satchel_bench {

/// The workloads boxes_l2, octagons_l2, mixed_l2, touching_grid_l2, octagons_1m, boxes_dram, octagons_dram,
/// octagons_dram_grouped, batch_N, bodies_N, bodies_N_shuffled and ngon_N.
std::vector<WorkloadPlan> synthetic_workloads();

}  // namespace satchel_bench
