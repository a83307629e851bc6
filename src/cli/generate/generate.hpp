// Generated scenes for demonstration, tests and measurements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "cli/scene_file/generated_scene.hpp"

namespace satchel::cli {

/// Generates a scene. Equal arguments give equal scenes on every machine, because random numbers, sine and cosine are
/// computed by this project, with operations that IEEE 754 defines. Throws `Failure` (usage) for an unknown kind.
GeneratedScene generate(const std::string& kind, std::size_t bodies, std::uint64_t seed);

/// The kinds of scenes, one line each, for the help.
std::string kind_descriptions();

}  // namespace satchel::cli
