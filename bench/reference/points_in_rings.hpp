// The reference for points in layers of outlines: a sample of the points against all edges, in double.
#pragma once

#include <string>
#include <vector>

#include <satchel/index.hpp>

#include "workloads/borders.hpp"

namespace satchel_bench {

/// Returns the first error, or an empty string. What lies on an edge up to rounding may be found or not.
std::string wrong_points_in(const PointsInLayer& points, std::vector<satchel::FoundBody> found);

}  // namespace satchel_bench
