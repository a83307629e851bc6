// Draws the inset: a close view of one overlapping pair.
#pragma once

#include <string>

#include <pugixml.hpp>

#include "cli/picture/inset.hpp"

namespace satchel::cli {

/// @param corner  upper left corner of the inset, which is as wide as the panel
void draw_inset(pugi::xml_node parent, const Inset& inset, const std::string& units, const Vec2d& corner);

}  // namespace satchel::cli
