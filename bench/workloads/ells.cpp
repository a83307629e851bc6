#include "workloads/ells.hpp"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>

#include "workloads/body_grid.hpp"
#include "workloads/random.hpp"
#include "workloads/shapes.hpp"

namespace satchel_bench {
namespace {

using satchel::Pair;
using satchel::Vec2;

/// An L around the middle of its bounding box. Its parts share a whole edge, as those of convex_parts do, or are two
/// boxes.
Shape ell(bool shares_edge, Random& random) {
  const auto side = [&](double least, double most) { return static_cast<float>(rounded(random.uniform(least, most))); };
  const float w = side(0.55, 0.9), h = side(0.55, 0.9), thick = side(-0.3, 0.0);
  const Vec2 corner{-w, -h}, right{w, -h}, right_top{w, thick}, inner{thick, thick}, top_right{thick, h}, top{-w, h};
  Shape shape{.vertices = {corner, right, right_top, inner, top_right, top}};
  if (shares_edge) {
    shape.parts = {{corner, right, right_top, inner}, {corner, inner, top_right, top}};
    shape.inner_edges = {0, 0, 0, 1, 1, 0, 0, 0};
  } else {
    const Vec2 left{-w, thick};
    shape.parts = {{corner, right, right_top, left}, {left, inner, top_right, top}};
    shape.inner_edges = {0, 0, 0, 0, 1, 0, 0, 0};
  }
  return shape;
}

constexpr std::size_t side = 64;

/// Two thirds of the bodies are L's, the others hexagons; pairs of two hexagons are left out.
Workload compounds() {
  Random random(31);
  Workload workload;
  workload.expected = Expected::a_third_overlaps;
  constexpr std::uint32_t shapes = 96;
  for (std::uint32_t i = 0; i < shapes; ++i) {
    workload.shapes.push_back(i % 3 == 2 ? irregular_polygon(6, random.uniform(0.5, 0.8), random)
                                         : ell(i % 3 == 0, random));
  }
  const Grid grid{side, 1.4, 0.3, true};
  for (std::size_t body = 0; body < side * side; ++body) {
    workload.body_shapes.push_back(static_cast<satchel::ShapeId>(random.below(shapes)));
    workload.poses.push_back(pose_on(grid, body / side, body % side, random));
  }
  for (const Pair pair : neighbours(side)) {
    if (workload.shape_of(pair.a).parts.empty() && workload.shape_of(pair.b).parts.empty()) continue;
    workload.pairs.push_back(pair);
  }
  workload.counted_pairs = workload.pairs.size();
  return workload;
}

Workload parts_as_bodies() {
  const Workload whole = compounds();
  Workload workload;
  std::vector<std::uint32_t> first_shape, first_body;
  for (const Shape& shape : whole.shapes) {
    first_shape.push_back(static_cast<std::uint32_t>(workload.shapes.size()));
    if (shape.parts.empty()) workload.shapes.push_back(shape);
    for (const std::vector<Vec2>& part : shape.parts) workload.shapes.push_back({.vertices = part});
  }
  first_shape.push_back(static_cast<std::uint32_t>(workload.shapes.size()));
  for (std::size_t body = 0; body < whole.poses.size(); ++body) {
    first_body.push_back(static_cast<std::uint32_t>(workload.poses.size()));
    const satchel::ShapeId shape = whole.body_shapes[body];
    for (std::uint32_t part = first_shape[shape]; part < first_shape[shape + 1]; ++part) {
      workload.body_shapes.push_back(part);
      workload.poses.push_back(whole.poses[body]);
    }
  }
  first_body.push_back(static_cast<std::uint32_t>(workload.poses.size()));
  for (const auto [a, b] : whole.pairs) {
    for (std::uint32_t i = first_body[a]; i < first_body[a + 1]; ++i) {
      for (std::uint32_t j = first_body[b]; j < first_body[b + 1]; ++j) workload.pairs.push_back({i, j});
    }
  }
  workload.counted_pairs = whole.counted_pairs;
  return workload;
}

}  // namespace

std::vector<WorkloadPlan> ells() {
  return {{.name = "ells_l2",
           .max_vertices = 6,
           .bodies = side * side,
           .build = compounds,
           .tags = {Tag::in_cache, Tag::concave, Tag::set_poses}},
          {.name = "ells_as_bodies_l2",
           .max_vertices = 6,
           .bodies = 2 * side * side,
           .build = parts_as_bodies,
           .tags = {Tag::in_cache, Tag::set_poses}}};
}

}  // namespace satchel_bench
