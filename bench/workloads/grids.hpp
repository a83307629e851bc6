// Workloads on a grid. Fixed seeds and random.hpp make them the same everywhere, up to the last bit of libm's sine
// and cosine.
#pragma once

#include <vector>

#include "workloads/workload.hpp"

namespace satchel_bench {

/// The workloads boxes_l2, octagons_l2, mixed_l2, touching_grid_l2, octagons_1m, boxes_dram, octagons_dram,
/// these grouped, batch_N, bodies_N, bodies_N_shuffled and ngon_N.
std::vector<WorkloadPlan> synthetic_workloads();

/// Bodies like those of boxes_l2 or octagons_l2, each with a shape of its own.
inline constexpr std::size_t distinct_shapes = 4096;
const Workload& distinct_boxes();
const Workload& distinct_octagons();

}  // namespace satchel_bench
