// Draws the scene: all bodies, and an arrow or a shade for every overlap.
#pragma once

#include <pugixml.hpp>

#include "cli/picture/layout.hpp"
#include "cli/picture/picture.hpp"

namespace satchel::cli {

/// The width of outlines, in proportion to the size of the bodies on the page.
double outline_width(const Picture& picture, const View& view);

/// The factor by which the MTVs are drawn longer than true: 1, 2, 5, 10, ... It makes the small depths of resting
/// contacts visible.
double arrow_factor(const Picture& picture, const View& view);

void draw_bodies(pugi::xml_node parent, const Picture& picture, const View& view);
void draw_intersections(pugi::xml_node parent, const Picture& picture, const View& view);
void draw_arrows(pugi::xml_node parent, const Picture& picture, const View& view);

}  // namespace satchel::cli
