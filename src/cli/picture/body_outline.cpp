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

/// A local vertex at a pose.
template <class T>
Vec2d placed(const Pose& pose, const BasicVec2<T>& vertex) {
  return {pose.x + (pose.rotation.cos * vertex.x - pose.rotation.sin * vertex.y),
          pose.y + (pose.rotation.sin * vertex.x + pose.rotation.cos * vertex.y)};
}

template <class T>
class PlacedParts {
 public:
  PlacedParts(const BasicScene<T>& scene, BodyId body)
      : scene_(scene), pose_(scene.pose(body)), parts_(scene.part_count(scene.shape(body))) {
    const ShapeId shape = scene.shape(body);
    scene.parts(shape, parts_);
    for (const ShapeId part : parts_) {
      starts_.push_back(starts_.back() + scene.vertex_count(part));
    }
    // The parts of an outline were made after it. Its own vertices are those of its rings.
    const bool is_outline = !parts_.empty() && parts_[0] > shape;
    if (is_outline) {
      add_local_vertices();
      return;
    }
    std::vector<BasicVec2<T>> offsets(scene.vertex_count(shape));
    scene.placed_offsets(body, offsets);
    for (const BasicVec2<T>& offset : offsets) {
      vertices_.push_back({pose_.x + offset.x, pose_.y + offset.y});
    }
  }

  [[nodiscard]] std::size_t count() const { return parts_.size(); }
  [[nodiscard]] std::vector<Vec2d> outline(std::size_t part) const {
    const Outline core = Outline(vertices_).subspan(starts_[part], starts_[part + 1] - starts_[part]);
    return rounded_outline(core, scene_.radius(parts_[part]));
  }

 private:
  void add_local_vertices() {
    for (const ShapeId part : parts_) {
      std::vector<BasicVec2<T>> vertices(scene_.vertex_count(part));
      scene_.local_vertices(part, vertices);
      for (const BasicVec2<T>& vertex : vertices) {
        vertices_.push_back(placed(pose_, vertex));
      }
    }
  }

  const BasicScene<T>& scene_;
  Pose pose_;
  std::vector<ShapeId> parts_;
  std::vector<std::size_t> starts_{0};
  std::vector<Vec2d> vertices_;  // of part after part
};

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
    // A corner turns by 0 to pi; by rounding a straight one may turn back.
    add_arc(outline, core[i], radius, before, sweep < -1 ? sweep + 2 * std::numbers::pi : std::max(sweep, 0.0));
  }
  return outline;
}

template <class T>
std::vector<Vec2d> part_outline(const BasicScene<T>& scene, BodyId body, std::uint32_t part) {
  return PlacedParts<T>(scene, body).outline(part);
}

template <class T>
Rings part_outlines(const BasicScene<T>& scene, BodyId body) {
  const PlacedParts<T> parts(scene, body);
  Rings outlines;
  for (std::size_t part = 0; part < parts.count(); ++part) {
    outlines.push_back(parts.outline(part));
  }
  return outlines;
}

template <class T>
Rings body_rings(const SceneFile<T>& file, BodyId body) {
  const ShapeId shape = file.scene.shape(body);
  if (file.outlines[shape].empty()) {
    return part_outlines(file.scene, body);
  }
  const Pose pose = file.scene.pose(body);
  Rings rings;
  for (const std::vector<BasicVec2<T>>& ring : file.outlines[shape]) {
    std::vector<Vec2d>& points = rings.emplace_back();
    for (const BasicVec2<T>& vertex : ring) {
      points.push_back(placed(pose, vertex));
    }
  }
  return rings;
}

template std::vector<Vec2d> part_outline(const Scene&, BodyId, std::uint32_t);
template std::vector<Vec2d> part_outline(const Scened&, BodyId, std::uint32_t);
template Rings part_outlines(const Scene&, BodyId);
template Rings part_outlines(const Scened&, BodyId);
template Rings body_rings(const SceneFile<float>&, BodyId);
template Rings body_rings(const SceneFile<double>&, BodyId);

}  // namespace satchel::cli
