#include "cli/picture/draw_picture.hpp"

#include <fmt/core.h>
#include <pugixml.hpp>

#include "cli/picture/draw_inset.hpp"
#include "cli/picture/draw_panel.hpp"
#include "cli/picture/draw_scene.hpp"
#include "cli/picture/layout.hpp"
#include "cli/picture/svg.hpp"
#include "cli/support/text.hpp"

namespace satchel::cli {
namespace {

// The colours are distinguishable with every kind of colour vision (Okabe and Ito: Color Universal Design, 2008), and
// differ in lightness, too. Fills are transparent, so that overlaps are darker.
constexpr const char* style = R"(
text {{ font-family: sans-serif; font-size: 15px; fill: #23282d; }}
.small {{ font-size: 13px; fill: #5a636b; }}
.title {{ font-size: 21px; font-weight: bold; }}
.bodies path {{ stroke-width: {outline}; stroke-linejoin: round; }}
.disjoint path {{ fill: #9aa5b1; fill-opacity: .22; stroke: #8b96a1; }}
.touching path {{ fill: #0072b2; fill-opacity: .38; stroke: #00507d; }}
.overlapping path, .inset .body {{ fill: #e8743b; fill-opacity: .45; stroke: #b3420a; }}
.intersections path {{ fill: #6a2305; fill-opacity: .6; }}
.mtv, .mtv path {{ fill: #14181c; }}
.scale path {{ fill: none; stroke: #23282d; stroke-width: 1.5; }}
.frame {{ fill: none; stroke: #ccd2d8; }}
.inset .body {{ stroke-width: 1.8; stroke-linejoin: round; }}
.inset .overlap {{ fill: #b3420a; fill-opacity: .35; }}
.inset .pushed {{ fill: none; stroke: #14181c; stroke-width: 1.5; stroke-dasharray: 5 4; }}
.normal {{ fill: #00507d; }}
.label {{ font-size: 14px; paint-order: stroke; stroke: #fff; stroke-width: 3px; stroke-opacity: .75; stroke-linejoin: round; }}
.name {{ font-style: italic; font-size: 19px; }}
)";

}  // namespace

void draw_picture(OutputFile& out, const Picture& picture) {
  const Box world = box_around(picture.vertices);
  const Layout layout(world);
  const View view = View::fit(world, layout.drawing_corner, layout.drawing_size);

  pugi::xml_document document;
  pugi::xml_node svg = document.append_child("svg");
  svg.append_attribute("xmlns").set_value("http://www.w3.org/2000/svg");
  svg.append_attribute("viewBox").set_value(
      fmt::format("0 0 {} {}", page_number(layout.page_size.x), page_number(layout.page_size.y)).c_str());
  svg.append_child("title").text().set(shortened(picture.name, 80).c_str());
  svg.append_child("style").text().set(
      fmt::format(style, fmt::arg("outline", page_number(outline_width(picture, view)))).c_str());
  pugi::xml_node background = add_rectangle(svg, {0, 0}, layout.page_size);
  background.append_attribute("fill").set_value("#fff");

  draw_bodies(svg, picture, view);
  if (!picture.intersections.empty()) {
    draw_intersections(svg, picture, view);
  }
  draw_arrows(svg, picture, view);
  const double y = draw_panel(svg, picture, view, layout.panel_corner);
  if (picture.inset) {
    draw_inset(svg, *picture.inset, picture.units, {layout.panel_corner.x, y + 12});
  }
  write_document(out, document);
}

}  // namespace satchel::cli
