#include "cli/picture/draw_panel.hpp"

#include <cmath>
#include <string>

#include <fmt/core.h>

#include "cli/picture/draw_scene.hpp"
#include "cli/picture/svg.hpp"
#include "cli/support/text.hpp"
#include "cli/support/verdict_names.hpp"

namespace satchel::cli {
namespace {

constexpr double row_height = 26;
constexpr double swatch = 16;

struct LegendRow {
  Verdict verdict;
  const char* label;
};
constexpr std::array legend_rows{
    LegendRow{Verdict::overlapping, "overlapping"},
    LegendRow{Verdict::touching, "touching"},
    LegendRow{Verdict::disjoint, "disjoint"},
};

void add_swatch(PathData& path, const Vec2d& at) {
  path.polygon(std::vector<Vec2d>{at, {at.x, at.y + swatch}, {at.x + swatch, at.y + swatch}, {at.x + swatch, at.y}});
}

double draw_legend(pugi::xml_node parent, const Picture& picture, const View& view, const Vec2d& corner) {
  pugi::xml_node legend = add_group(parent, "legend");
  const double bodies_right = corner.x + Layout::panel_width - 90;
  const double pairs_right = corner.x + Layout::panel_width;
  double y = corner.y + 12;
  set_class(add_text(legend, {bodies_right, y}, "bodies", "end"), "small");
  set_class(add_text(legend, {pairs_right, y}, "pairs", "end"), "small");
  y += 10;
  for (const LegendRow& row : legend_rows) {
    const std::size_t i = index_of(row.verdict);
    pugi::xml_node key = add_group(legend, verdict_name(row.verdict).data());
    PathData square;
    add_swatch(square, {corner.x, y});
    add_path(key, square).append_attribute("style").set_value("stroke-width:1.5");
    add_text(legend, {corner.x + swatch + 10, y + 13}, row.label);
    add_text(legend, {bodies_right, y + 13}, grouped(picture.body_counts[i]), "end");
    add_text(legend, {pairs_right, y + 13}, grouped(picture.pair_counts[i]), "end");
    y += row_height;
  }
  if (!picture.intersections.empty()) {
    PathData square;
    add_swatch(square, {corner.x, y});
    add_path(add_group(legend, "overlapping"), square).append_attribute("style").set_value("stroke-width:1.5");
    add_path(add_group(legend, "intersections"), square);
    add_text(legend, {corner.x + swatch + 10, y + 13}, "intersections");
    y += row_height;
  }
  if (!picture.arrows.empty()) {
    PathData arrow;
    add_arrow(arrow, {corner.x - 2, y + 9}, {swatch + 4, 0}, 2);
    add_path(add_group(legend, "mtv"), arrow);
    const double factor = arrow_factor(picture, view);
    add_text(legend, {corner.x + swatch + 10, y + 13},
             factor > 1 ? fmt::format("MTV of a, drawn {:g} \u00d7 longer", factor) : "MTV of a: where a is pushed");
    y += row_height;
  }
  return y;
}

}  // namespace

double round_length(double most) {
  const double power = std::pow(10, std::floor(std::log10(most)));
  return most >= 5 * power ? 5 * power : most >= 2 * power ? 2 * power : power;
}

void draw_scale_bar(pugi::xml_node parent, const std::string& units, double scale, const Vec2d& left, double most) {
  const double world = round_length(most / scale);
  const Vec2d right{left.x + world * scale, left.y};
  pugi::xml_node bar = add_group(parent, "scale");
  PathData path;
  path.move_to({left.x, left.y - 4});
  path.line_to({left.x, left.y + 4});
  path.move_to(left);
  path.line_to(right);
  path.move_to({right.x, right.y - 4});
  path.line_to({right.x, right.y + 4});
  add_path(bar, path);
  add_text(bar, {right.x + 8, right.y + 5}, length_text(world, units));
}

double draw_panel(pugi::xml_node parent, const Picture& picture, const View& view, const Vec2d& corner) {
  std::size_t pairs = 0;
  for (const std::size_t count : picture.pair_counts) {
    pairs += count;
  }
  pugi::xml_node panel = add_group(parent, "panel");
  const std::string title = shortened(picture.name, 32);
  pugi::xml_node title_node = add_text(panel, {corner.x, corner.y + 18}, title);
  set_class(title_node, "title");
  const std::size_t characters = character_count(title);
  if (characters > 20) {
    title_node.append_attribute("style").set_value(
        fmt::format("font-size:{}px", page_number(21.0 * 20 / static_cast<double>(characters))).c_str());
  }
  set_class(add_text(panel, {corner.x, corner.y + 40},
                     fmt::format("{}, {}", count_text(picture.body_count(), "body", "bodies"),
                                 count_text(pairs, "candidate pair", "candidate pairs"))),
            "small");
  const double y = draw_legend(panel, picture, view, {corner.x, corner.y + 66});
  draw_scale_bar(panel, picture.units, view.scale, {corner.x, y + 22}, 180);
  return y + 44;
}

}  // namespace satchel::cli
