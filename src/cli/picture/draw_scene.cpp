#include "cli/picture/draw_scene.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "cli/picture/svg.hpp"
#include "cli/support/verdict_names.hpp"

namespace satchel::cli {
namespace {

void add_ring(PathData& path, Outline ring, const View& view) {
  std::vector<Vec2d> points;
  for (const Vec2d& vertex : ring) {
    points.push_back(view(vertex));
  }
  if (points.size() == 1) {  // a path of one point is drawn by no program
    const Vec2d at = points[0];
    points = {at + Vec2d{-1, -1}, at + Vec2d{1, -1}, at + Vec2d{1, 1}, at + Vec2d{-1, 1}};
  }
  path.polygon(points);
}

}  // namespace

double outline_width(const Picture& picture, const View& view) {
  return std::clamp(0.05 * picture.typical_size * view.scale, 0.3, 1.5);
}

double arrow_factor(const Picture& picture, const View& view) {
  std::vector<double> lengths;
  for (const Arrow& arrow : picture.arrows) {
    lengths.push_back(length(arrow.vector));
  }
  if (lengths.empty()) {
    return 1;
  }
  // Three of four arrows are to be shorter than about half a body.
  const auto most = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() * 3 / 4);
  std::nth_element(lengths.begin(), most, lengths.end());
  const double room = 0.6 * picture.typical_size / *most;
  constexpr double visible = 12;  // pixels
  if (!(room >= 3) || !(room < 1e30) || *most * view.scale >= visible) {
    return 1;
  }
  const double power = std::pow(10, std::floor(std::log10(room)));
  return room >= 5 * power ? 5 * power : room >= 2 * power ? 2 * power : power;
}

void draw_bodies(pugi::xml_node parent, const Picture& picture, const View& view) {
  std::array<pugi::xml_node, 3> groups;
  pugi::xml_node bodies = add_group(parent, "bodies");
  for (const Verdict verdict : all_verdicts) {  // overlapping bodies are drawn last, on top
    groups[index_of(verdict)] = add_group(bodies, verdict_name(verdict).data());
  }
  PathData path;
  for (BodyId body = 0; body < picture.body_slots(); ++body) {
    if (picture.starts[body] == picture.starts[body + 1]) {
      continue;
    }
    path.clear();
    for (std::size_t k = picture.starts[body]; k < picture.starts[body + 1]; ++k) {
      add_ring(path, picture.ring(k), view);  // holes run the other way round, so they are not filled
    }
    add_path(groups[index_of(picture.worst[body])], path);
  }
}

void draw_intersections(pugi::xml_node parent, const Picture& picture, const View& view) {
  PathData path;  // one for all: what several pairs cover is as dark as the rest
  for (const std::vector<Vec2d>& polygon : picture.intersections) {
    add_ring(path, polygon, view);
  }
  add_path(add_group(parent, "intersections"), path);
}

void draw_arrows(pugi::xml_node parent, const Picture& picture, const View& view) {
  const double factor = arrow_factor(picture, view);
  const double width = std::clamp(0.09 * picture.typical_size * view.scale, 0.5, 3.0);
  const double longest = 1.5 * picture.typical_size * view.scale;  // longer arrows would cover the others
  PathData path;
  for (const Arrow& arrow : picture.arrows) {
    Vec2d vector = factor * view.direction(arrow.vector);
    if (factor > 1 && length(vector) > longest) {
      vector = std::max(longest / length(vector), 1 / factor) * vector;
    }
    add_arrow(path, view(arrow.tail), vector, width);
  }
  add_path(add_group(parent, "mtv"), path);
}

}  // namespace satchel::cli
