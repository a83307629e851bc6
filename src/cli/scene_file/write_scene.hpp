// Scene JSON, version 1.
#pragma once

#include "cli/generate/generated_scene.hpp"
#include "cli/output/output_file.hpp"

namespace satchel::cli {

/// A shape, body or row of pairs a line; every number round-trips.
void write_scene(OutputFile& out, const GeneratedScene& scene);

}  // namespace satchel::cli
