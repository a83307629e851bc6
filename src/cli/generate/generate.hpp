// Scenes to try, test and measure with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "cli/generate/generated_scene.hpp"

namespace satchel::cli {

/// The same arguments give the same scene on every machine: own random numbers, own sine and cosine, and only
/// additions, multiplications and divisions, which IEEE 754 fixes. Throws `Failure` (usage) for an unknown kind.
GeneratedScene generate(const std::string& kind, std::size_t bodies, std::uint64_t seed);

/// One line a kind, for the help.
std::string kind_descriptions();

}  // namespace satchel::cli
