// The close look at one overlapping pair.
#pragma once

#include <string>

#include <pugixml.hpp>

#include "cli/picture/inset.hpp"

namespace satchel::cli {

/// @param corner  upper left of the inset, which is a panel wide
void draw_inset(pugi::xml_node parent, const Inset& inset, const std::string& units, const Vec2d& corner);

}  // namespace satchel::cli
