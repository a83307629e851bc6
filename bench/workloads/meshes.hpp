// Triangles that share edges and vertices exactly.
#pragma once

#include <vector>

#include "workloads/workload.hpp"

namespace satchel_bench {

/// The workloads mesh_l2, a triangulated plane whose triangles have one origin, and mesh_own_l2, the same with an
/// origin in each triangle. The pairs are those whose bounding boxes meet.
std::vector<WorkloadPlan> meshes();

}  // namespace satchel_bench
