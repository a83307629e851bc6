// Checks shapes and bodies of a scene by their contacts, which the reference judges.
#pragma once

#include <satchel/scene.hpp>

#include <string>

#include "workloads/workload.hpp"

namespace satchel_bench {

/// Checks a scene's bodies: their poses, their shapes' numbers, and the contacts of the workload's pairs.
/// @return  the first error, or empty
std::string wrong_bodies(const satchel::Scene& scene, const Workload& workload);

/// Checks a scene's shapes by the workload's bodies with them.
std::string wrong_shapes(satchel::Scene scene, const Workload& workload);

}  // namespace satchel_bench
