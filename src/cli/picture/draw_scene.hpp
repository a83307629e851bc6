// The drawing itself: all bodies, and an arrow for every overlap.
#pragma once

#include <pugixml.hpp>

#include "cli/picture/layout.hpp"
#include "cli/picture/picture.hpp"

namespace satchel::cli {

/// The width of outlines that suits the size of the bodies on the page.
double outline_width(const Picture& picture, const View& view);

/// How many times longer than true the MTVs are drawn, 1, 2, 5, 10, ...: resting contacts are a hundredth of a body
/// deep.
double arrow_factor(const Picture& picture, const View& view);

void draw_bodies(pugi::xml_node parent, const Picture& picture, const View& view);
void draw_arrows(pugi::xml_node parent, const Picture& picture, const View& view);

}  // namespace satchel::cli
