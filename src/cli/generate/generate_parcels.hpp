// A map of parcels: outlines with common borders, some with a hole.
#pragma once

#include <cstddef>

#include "cli/generate/random.hpp"
#include "cli/scene_file/generated_scene.hpp"

namespace satchel::cli {

/// Parcels of 20 vertices in rows; the borders of neighbours are the same points, exactly. One of ten has a hole.
GeneratedScene generate_parcels(std::size_t bodies, Random& random);

}  // namespace satchel::cli
