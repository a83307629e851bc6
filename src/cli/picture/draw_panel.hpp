// The panel beside the drawing: title, legend with counts, scale bar.
#pragma once

#include <pugixml.hpp>

#include "cli/picture/layout.hpp"
#include "cli/picture/picture.hpp"

namespace satchel::cli {

/// @param corner  upper left of the panel
/// @return        the y below which the panel is still empty
double draw_panel(pugi::xml_node parent, const Picture& picture, const View& view, const Vec2d& corner);

/// The longest of 1, 2 or 5 times a power of ten that is at most `most` long.
double round_length(double most);

/// A bar of a round length that is at most `most` pixels long, with the length below it.
void draw_scale_bar(pugi::xml_node parent, const std::string& units, double scale, const Vec2d& left, double most);

}  // namespace satchel::cli
