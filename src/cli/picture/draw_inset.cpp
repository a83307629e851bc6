#include "cli/picture/draw_inset.hpp"

#include <algorithm>
#include <vector>

#include <fmt/core.h>

#include "cli/picture/label_place.hpp"
#include "cli/picture/layout.hpp"
#include "cli/picture/svg.hpp"
#include "cli/support/text.hpp"

namespace satchel::cli {
namespace {

// In pixels.
constexpr double frame_size = Layout::panel_width;
constexpr double padding = 26;
constexpr double normal_length = 58;
constexpr double normal_width = 2, mtv_width = 3.5;
constexpr double title_line = 14, frame_top = 26, caption_line = 20;
// Shares of the frame's side: a depth below the first is shown as long as the second.
constexpr double least_depth_share = 0.05, enlarged_depth_share = 0.12;

Rings moved(Rings rings, const Vec2d& by) {
  for (std::vector<Vec2d>& ring : rings) {
    for (Vec2d& vertex : ring) {
      vertex = vertex + by;
    }
  }
  return rings;
}

/// The corners of a box, counter-clockwise by its coordinates: its area by the shoelace formula is above 0.
std::vector<Vec2d> box_corners(const Vec2d& corner, const Vec2d& size) {
  return {corner, {corner.x + size.x, corner.y}, corner + size, {corner.x, corner.y + size.y}};
}

/// The view of both bodies and a + MTV, or, if the overlap would be too thin to see, of the surroundings of the MTV.
/// @param whole  the box around these
View close_view(const Box& whole, const Inset& inset, const Vec2d& frame) {
  const View of_whole =
      View::fit(whole, frame + Vec2d{padding, padding}, {frame_size - 2 * padding, frame_size - 2 * padding});
  const double depth = length(inset.mtv);
  if (!(depth > 0) || depth * of_whole.scale >= least_depth_share * frame_size) {
    return of_whole;
  }
  return {enlarged_depth_share * frame_size / depth, inset.tail + 0.5 * inset.mtv,
          frame + Vec2d{frame_size / 2, frame_size / 2}};
}

/// An outline on the page, clipped to the frame with a margin wider than any stroke: a close view puts vertices very far away.
/// The clipPath of draw_shapes cuts at the frame itself.
std::vector<Vec2d> on_page(const std::vector<Vec2d>& outline, const View& view, const Vec2d& frame) {
  std::vector<Vec2d> result;
  for (const Vec2d& vertex : outline) {
    result.push_back(view(vertex));
  }
  std::reverse(result.begin(), result.end());  // counter-clockwise by its coordinates again: y points down on the page
  return intersection(result, box_corners(frame - Vec2d{9, 9}, {frame_size + 18, frame_size + 18}));
}

Rings on_page(const Rings& rings, const View& view, const Vec2d& frame) {
  Rings result;
  for (const std::vector<Vec2d>& ring : rings) {
    result.push_back(on_page(ring, view, frame));
  }
  return result;
}

/// What the inset shows, in coordinates of the page.
struct Sketch {
  Rings a, b, pushed;
  std::vector<Vec2d> overlap;
  Vec2d tail;                     // of both arrows
  Vec2d mtv_arrow, normal_arrow;  // from the tail to the tip
};

/// The centroid of the largest ring: others may lie outside of the frame, and be empty.
Vec2d place_of_name(const Rings& rings) {
  return centroid(
      *std::max_element(rings.begin(), rings.end(), [](const auto& p, const auto& q) { return area(p) < area(q); }));
}

Sketch make_sketch(const Inset& inset, const Vec2d& frame) {
  const Rings pushed = moved(inset.rings_a, inset.mtv);
  std::vector<Vec2d> all;
  for (const Rings* rings : {&inset.rings_a, &inset.rings_b, &pushed}) {
    const std::vector<Vec2d> vertices = vertices_of(*rings);
    all.insert(all.end(), vertices.begin(), vertices.end());
  }
  const View view = close_view(box_around(all), inset, frame);
  const Vec2d normal{inset.normal.x, -inset.normal.y};
  return {on_page(inset.rings_a, view, frame),
          on_page(inset.rings_b, view, frame),
          on_page(pushed, view, frame),
          on_page(inset.overlap, view, frame),
          view(inset.tail),
          view.direction(inset.mtv),
          normal_length * normal};
}

void draw_shapes(pugi::xml_node parent, const Sketch& sketch, const Vec2d& frame) {
  pugi::xml_node clip = parent.append_child("clipPath");
  clip.append_attribute("id").set_value("inset-frame");
  add_rectangle(clip, frame, {frame_size, frame_size});
  pugi::xml_node shapes = parent.append_child("g");
  shapes.append_attribute("clip-path").set_value("url(#inset-frame)");
  const auto add = [&](const Rings& rings, const char* css_class) {
    PathData path;
    for (const std::vector<Vec2d>& ring : rings) {
      path.polygon(ring);
    }
    set_class(add_path(shapes, path), css_class);
  };
  add(sketch.b, "body");
  add(sketch.a, "body");
  add({sketch.overlap}, "overlap");
  add(sketch.pushed, "pushed");

  PathData normal;
  PathData mtv;
  add_arrow(normal, sketch.tail, sketch.normal_arrow, normal_width);
  add_arrow(mtv, sketch.tail, sketch.mtv_arrow, mtv_width);
  set_class(add_path(parent, normal), "normal");
  set_class(add_path(parent, mtv), "mtv");
}

void draw_labels(pugi::xml_node parent, const Sketch& sketch, const Vec2d& frame) {
  LabelPlacer labels(frame + Vec2d{5, 5}, {frame_size - 10, frame_size - 10});
  for (const Rings* rings : {&sketch.a, &sketch.b, &sketch.pushed}) {
    for (const std::vector<Vec2d>& ring : *rings) {
      for (std::size_t i = 0; i < ring.size(); ++i) {
        labels.keep_free(ring[i], ring[(i + 1) % ring.size()]);
      }
    }
  }
  labels.keep_free(sketch.tail, sketch.tail + sketch.normal_arrow);
  labels.keep_free(sketch.tail, sketch.tail + sketch.mtv_arrow);

  // The widths are those of the texts at the font sizes of their classes.
  const auto write = [&](const char* text, double width, const Vec2d& anchor, const char* css_class, auto allowed) {
    const Vec2d place = labels.place({width, 15}, anchor, allowed);
    set_class(add_text(parent, {place.x, place.y + 5}, text, "middle"), css_class);
  };
  const auto in_a = [&](const Vec2d& point) { return contains(sketch.a, point); };
  const auto in_b = [&](const Vec2d& point) { return contains(sketch.b, point); };
  const auto in_pushed = [&](const Vec2d& point) { return contains(sketch.pushed, point); };
  const auto anywhere = [](const Vec2d&) { return true; };
  write("MTV", 34, sketch.tail + 0.5 * sketch.mtv_arrow, "label mtv", anywhere);
  write("normal", 48, sketch.tail + sketch.normal_arrow, "label normal", anywhere);
  write("a", 12, place_of_name(sketch.a), "label name", [&](const Vec2d& p) { return in_a(p) && !in_b(p); });
  write("b", 12, place_of_name(sketch.b), "label name",
        [&](const Vec2d& p) { return in_b(p) && !in_a(p) && !in_pushed(p); });
  write("a + MTV", 60, support(vertices_of(sketch.pushed), sketch.mtv_arrow), "label",
        [&](const Vec2d& p) { return !in_a(p) && !in_b(p); });
}

}  // namespace

void draw_inset(pugi::xml_node parent, const Inset& inset, const std::string& units, const Vec2d& corner) {
  pugi::xml_node group = add_group(parent, "inset");
  set_class(add_text(group, {corner.x, corner.y + title_line},
                     fmt::format("One overlap: a = body {}, b = body {}", inset.a, inset.b)),
            "small");
  const Vec2d frame{corner.x, corner.y + frame_top};
  set_class(add_rectangle(group, frame, {frame_size, frame_size}), "frame");
  const Sketch sketch = make_sketch(inset, frame);
  draw_shapes(group, sketch, frame);
  draw_labels(group, sketch, frame);

  const double y = frame.y + frame_size + caption_line;
  set_class(add_text(group, {corner.x, y}, fmt::format("depth {}", length_text(inset.depth, units))), "small");
  set_class(add_text(group, {corner.x + frame_size, y},
                     fmt::format("normal ({:.3f}, {:.3f})", inset.normal.x, inset.normal.y), "end"),
            "small");
}

}  // namespace satchel::cli
