// The demonstration scene.
#pragma once

#include <cstddef>

#include "cli/generate/random.hpp"
#include "cli/scene_file/generated_scene.hpp"

namespace satchel::cli {

/// Polygons in rows, small on the left, large on the right: first disjoint, then touching, then overlapping.
GeneratedScene generate_demo(std::size_t bodies, Random& random);

}  // namespace satchel::cli
