// Candidate pairs of a generated scene.
#pragma once

#include <vector>

#include <satchel/types.hpp>

#include "cli/generate/generated_scene.hpp"

namespace satchel::cli {

/// All pairs a < b of bodies whose bounding circles, blown up by `factor`, meet; grouped by a, then in the order of b.
std::vector<Pair> neighbour_pairs(const GeneratedScene& scene, double factor);

}  // namespace satchel::cli
