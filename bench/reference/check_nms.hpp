// Checks of what non-maximum suppression keeps.
#pragma once

#include <span>
#include <string>

#include <satchel/types.hpp>

#include "workloads/detections.hpp"

namespace satchel_bench {

/// Checks that the kept bodies come by descending score, that no two of them have an IoU above the threshold, and that
/// each other body has one above it with a kept body of its class and a higher score; within 1e-5 of the threshold both are right.
/// @return  the first error, or empty
std::string wrong_nms(const Detections& detections, float threshold, std::span<const satchel::BodyId> kept);

}  // namespace satchel_bench
