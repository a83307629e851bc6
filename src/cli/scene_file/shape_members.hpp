// Which members each type of shape has in a scene file.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/raw_scene/raw_scene.hpp"

namespace satchel::cli {

/// Checks the members of a shape and returns its type. Throws `Failure` (bad input) with the reason alone.
/// @param type     the name of the type; empty: there was none
/// @param members  the names of the members in the file
/// @param rounded  the shape has a radius other than 0
ShapeType check_members(std::string_view type, std::span<const std::string> members, bool rounded);

}  // namespace satchel::cli
