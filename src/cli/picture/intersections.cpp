#include "cli/picture/intersections.hpp"

#include <algorithm>
#include <utility>

#include <satchel/areas.hpp>

#include "cli/picture/body_outline.hpp"

namespace satchel::cli {
namespace {

template <class T>
bool has_radius(const BasicScene<T>& scene, BodyId body) {
  std::vector<ShapeId> parts(scene.part_count(scene.shape(body)));
  scene.parts(scene.shape(body), parts);
  return std::any_of(parts.begin(), parts.end(), [&](ShapeId part) { return scene.radius(part) > 0; });
}

template <class T>
void clip_outlines(const BasicScene<T>& scene, Pair pair, std::vector<std::vector<Vec2d>>& polygons) {
  const Rings parts_a = part_outlines(scene, pair.a), parts_b = part_outlines(scene, pair.b);
  for (const std::vector<Vec2d>& a : parts_a) {
    for (const std::vector<Vec2d>& b : parts_b) {
      std::vector<Vec2d> polygon = intersection(a, b);
      if (area(polygon) > 0) {
        polygons.push_back(std::move(polygon));
      }
    }
  }
}

}  // namespace

template <class T>
std::vector<std::vector<Vec2d>> intersection_polygons(const BasicScene<T>& scene, std::span<const Pair> pairs,
                                                      std::span<const Verdict> verdicts) {
  std::vector<std::vector<Vec2d>> polygons;
  std::vector<Pair> straight;  // the pairs without a radius
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (verdicts[i] != Verdict::overlapping) {
      continue;
    }
    if (has_radius(scene, pairs[i].a) || has_radius(scene, pairs[i].b)) {
      clip_outlines(scene, pairs[i], polygons);
    } else {
      straight.push_back(pairs[i]);
    }
  }
  std::vector<IntersectionPiece> pieces;
  std::vector<BasicVec2<T>> vertices;
  intersections(scene, straight, pieces, vertices);
  for (const IntersectionPiece& piece : pieces) {
    const Pose pose = scene.pose(straight[piece.pair].a);
    std::vector<Vec2d>& polygon = polygons.emplace_back();
    for (const BasicVec2<T>& vertex : std::span(vertices).subspan(piece.start, piece.count)) {
      polygon.push_back({pose.x + vertex.x, pose.y + vertex.y});
    }
  }
  return polygons;
}

template std::vector<std::vector<Vec2d>> intersection_polygons(const Scene&, std::span<const Pair>,
                                                               std::span<const Verdict>);
template std::vector<std::vector<Vec2d>> intersection_polygons(const Scened&, std::span<const Pair>,
                                                               std::span<const Verdict>);

}  // namespace satchel::cli
