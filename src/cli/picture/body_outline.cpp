#include "cli/picture/body_outline.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace satchel::cli {
namespace {

constexpr double arc_step = 2 * std::numbers::pi / 32;

/// The angle of the outward normal of the edge from p to q.
double outward_angle(const Vec2d& p, const Vec2d& q) { return std::atan2(p.x - q.x, q.y - p.y); }

/// Adds points of an arc, counter-clockwise, both ends included.
void add_arc(std::vector<Vec2d>& outline, const Vec2d& center, double radius, double from, double sweep) {
  const int steps = std::max(1, static_cast<int>(std::ceil(sweep / arc_step)));
  for (int k = 0; k <= steps; ++k) {
    const double angle = from + sweep * k / steps;
    outline.push_back({center.x + radius * std::cos(angle), center.y + radius * std::sin(angle)});
  }
}

}  // namespace

std::vector<Vec2d> rounded_outline(Outline core, double radius) {
  if (!(radius > 0)) {
    return {core.begin(), core.end()};
  }
  std::vector<Vec2d> outline;
  const std::size_t count = core.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (count == 1) {
      add_arc(outline, core[0], radius, 0, 2 * std::numbers::pi - arc_step);
      break;
    }
    const double before = outward_angle(core[(i + count - 1) % count], core[i]);
    const double after = outward_angle(core[i], core[(i + 1) % count]);
    const double sweep = after - before;
    add_arc(outline, core[i], radius, before, sweep < 0 ? sweep + 2 * std::numbers::pi : sweep);
  }
  return outline;
}

template <class T>
std::vector<Vec2d> part_outline(const BasicScene<T>& scene, BodyId body, std::uint32_t part) {
  const ShapeId shape = scene.shape(body);
  const Pose pose = scene.pose(body);
  std::vector<ShapeId> parts(scene.part_count(shape));
  scene.parts(shape, parts);
  std::vector<BasicVec2<T>> offsets(scene.vertex_count(shape));
  scene.placed_offsets(body, offsets);
  std::size_t first = 0;
  for (std::uint32_t k = 0; k < part; ++k) {
    first += scene.vertex_count(parts[k]);
  }
  std::vector<Vec2d> core;
  for (std::size_t i = 0; i < scene.vertex_count(parts[part]); ++i) {
    core.push_back({pose.x + offsets[first + i].x, pose.y + offsets[first + i].y});
  }
  return rounded_outline(core, scene.radius(parts[part]));
}

template <class T>
Rings body_rings(const SceneFile<T>& file, BodyId body) {
  const ShapeId shape = file.scene.shape(body);
  if (file.scene.part_count(shape) == 1) {
    return {part_outline(file.scene, body, 0)};
  }
  const Pose pose = file.scene.pose(body);
  Rings rings;
  for (const std::vector<BasicVec2<T>>& ring : file.outlines[shape]) {
    std::vector<Vec2d>& placed = rings.emplace_back();
    for (const BasicVec2<T>& vertex : ring) {
      placed.push_back({pose.x + (pose.rotation.cos * vertex.x - pose.rotation.sin * vertex.y),
                        pose.y + (pose.rotation.sin * vertex.x + pose.rotation.cos * vertex.y)});
    }
  }
  return rings;
}

template std::vector<Vec2d> part_outline(const Scene&, BodyId, std::uint32_t);
template std::vector<Vec2d> part_outline(const Scened&, BodyId, std::uint32_t);
template Rings body_rings(const SceneFile<float>&, BodyId);
template Rings body_rings(const SceneFile<double>&, BodyId);

}  // namespace satchel::cli
