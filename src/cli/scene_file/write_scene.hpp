// Writes scene JSON, version 1.
#pragma once

#include "cli/scene_file/generated_scene.hpp"
#include "cli/support/output_file.hpp"

namespace satchel::cli {

/// Writes one shape, body or row of pairs a line, and every number with all digits that reading it back needs.
void write_scene(OutputFile& out, const GeneratedScene& scene);

}  // namespace satchel::cli
