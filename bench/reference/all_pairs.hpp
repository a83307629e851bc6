// All pairs of boxes that meet, found strip by strip, and bodies' boxes in double; independent of engines.
#pragma once

#include <span>
#include <vector>

#include <satchel/types.hpp>

#include "workloads/workload.hpp"

namespace satchel_bench {

/// The bounding boxes of a workload's bodies.
std::vector<satchel::Box> boxes_in_double(const Workload& workload);

/// The sorted list of pairs of boxes that have a common point.
std::vector<satchel::Pair> pairs_of_boxes(std::span<const satchel::Box> boxes);

/// Compares given boxes with the bodies' own, to within 1e-6 of a body's reach.
/// @return  the error, or empty
std::string wrong_boxes_of(const Workload& workload, std::span<const satchel::Box> boxes);

}  // namespace satchel_bench
