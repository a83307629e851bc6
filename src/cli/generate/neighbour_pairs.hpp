// Candidate pairs of a generated scene.
#pragma once

#include <vector>

#include <satchel/types.hpp>

#include "cli/scene_file/generated_scene.hpp"

namespace satchel::cli {

/// All pairs a < b of bodies whose bounding circles, with radii multiplied by `factor`, meet; sorted by a, then by b.
std::vector<Pair> neighbour_pairs(const GeneratedScene& scene, double factor);

}  // namespace satchel::cli
