// The layout of the page, in pixels. The panel is beside the drawing.
#pragma once

#include <algorithm>

#include "cli/picture/geometry.hpp"

namespace satchel::cli {

/// A similarity from the world, y up, to the page, y down.
struct View {
  double scale = 1;  ///< pixels per unit of length
  Vec2d world{};     ///< a point of the world
  Vec2d page{};      ///< the image of `world` on the page

  Vec2d operator()(const Vec2d& point) const { return page + direction(point - world); }
  Vec2d direction(const Vec2d& vector) const { return {scale * vector.x, -scale * vector.y}; }

  /// The view that shows a box of the world in the middle of a rectangle of the page, as large as possible.
  static View fit(const Box& box, const Vec2d& corner, const Vec2d& size) {
    const double width = box.max_x - box.min_x;
    const double height = box.max_y - box.min_y;
    const double scale_x = width > 0 ? size.x / width : size.x;
    const double scale_y = height > 0 ? size.y / height : size.y;
    return {std::min(scale_x, scale_y), {box.min_x + width / 2, box.min_y + height / 2}, corner + 0.5 * size};
  }
};

struct Layout {
  static constexpr double margin = 28;
  static constexpr double gap = 36;
  static constexpr double panel_width = 300;
  static constexpr double panel_height = 640;  // the largest height of the panel
  static constexpr double max_width = 1120, max_height = 940, min_width = 480;

  Vec2d drawing_corner{margin, margin};
  Vec2d drawing_size{};
  Vec2d panel_corner{};
  Vec2d page_size{};

  explicit Layout(const Box& world) {
    const double width = world.max_x - world.min_x;
    const double height = world.max_y - world.min_y;
    const double scale = View::fit(world, {}, {max_width, max_height}).scale;
    drawing_size = {std::clamp(scale * width, min_width, max_width),
                    std::clamp(scale * height, panel_height, max_height)};
    panel_corner = {margin + drawing_size.x + gap, margin};
    page_size = {panel_corner.x + panel_width + margin, drawing_size.y + 2 * margin};
  }
};

}  // namespace satchel::cli
