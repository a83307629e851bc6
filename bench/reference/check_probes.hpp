// Checks of bodies at points and on rays: a sample of the answers by brute force in double.
#pragma once

#include <string>
#include <vector>

#include <satchel/find_bodies.hpp>

#include "workloads/probes.hpp"

namespace satchel_bench {

/// @return  the first error, or empty
std::string wrong_points(const Probes& probes, std::vector<satchel::FoundBody> found);

/// @return  the first error, or empty
std::string wrong_boxes(const Probes& probes, std::vector<satchel::FoundBody> found);

/// @param times  one per ray; infinity: no hit
/// @return  the first error, or empty
std::string wrong_rays(const Probes& probes, const std::vector<double>& times);

}  // namespace satchel_bench
