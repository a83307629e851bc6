// Draws the panel beside the drawing: title, legend with counts, scale bar.
#pragma once

#include <pugixml.hpp>

#include "cli/picture/layout.hpp"
#include "cli/picture/picture.hpp"

namespace satchel::cli {

/// @param corner  upper left corner of the panel
/// @return        the y below which the panel is empty
double draw_panel(pugi::xml_node parent, const Picture& picture, const View& view, const Vec2d& corner);

/// The largest number of the form 1, 2 or 5 times a power of ten that is at most `most`.
double round_length(double most);

/// Draws a bar of a round length, at most `most` pixels long, with the length as text below it.
void draw_scale_bar(pugi::xml_node parent, const std::string& units, double scale, const Vec2d& left, double most);

}  // namespace satchel::cli
