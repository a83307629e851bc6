#include "workloads/meshes.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "workloads/random.hpp"
#include "workloads/shapes.hpp"

namespace satchel_bench {
namespace {

using satchel::Vec2;

constexpr std::size_t cells = 45;  ///< a row; each is two triangles

/// Coordinates are multiples of this, as those of files with a fixed number of digits, so that an origin and an offset
/// add up to the vertex exactly.
constexpr double unit = 0x1p-12;

double on_unit(double v) { return std::round(v / unit) * unit; }

std::vector<Vec2> jittered_grid() {
  Random random(41);
  std::vector<Vec2> points;
  for (std::size_t row = 0; row <= cells; ++row) {
    for (std::size_t column = 0; column <= cells; ++column) {
      const double x = on_unit(static_cast<double>(column) + random.uniform(-0.3, 0.3));
      const double y = on_unit(static_cast<double>(row) + random.uniform(-0.3, 0.3));
      points.push_back({static_cast<float>(x), static_cast<float>(y)});
    }
  }
  return points;
}

bool boxes_meet(const std::vector<Vec2>& p, const std::vector<Vec2>& q) {
  const auto overlap = [&](float Vec2::*axis) {
    const auto less = [&](const Vec2& u, const Vec2& v) { return u.*axis < v.*axis; };
    const auto [p_low, p_high] = std::minmax_element(p.begin(), p.end(), less);
    const auto [q_low, q_high] = std::minmax_element(q.begin(), q.end(), less);
    return *p_low.*axis <= *q_high.*axis && *q_low.*axis <= *p_high.*axis;
  };
  return overlap(&Vec2::x) && overlap(&Vec2::y);
}

Workload mesh(bool own_origins) {
  const std::vector<Vec2> points = jittered_grid();
  std::vector<std::vector<Vec2>> triangles;
  Random random(42);
  for (std::size_t row = 0; row < cells; ++row) {
    for (std::size_t column = 0; column < cells; ++column) {
      const auto at = [&](std::size_t r, std::size_t c) { return points[r * (cells + 1) + c]; };
      const Vec2 p = at(row, column), q = at(row, column + 1), r = at(row + 1, column + 1), s = at(row + 1, column);
      if (random.below(2) == 0) {
        triangles.push_back({p, q, r});
        triangles.push_back({p, r, s});
      } else {
        triangles.push_back({p, q, s});
        triangles.push_back({q, r, s});
      }
    }
  }
  Workload workload;
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    std::vector<Vec2> local = triangles[i];
    Vec2 origin{0, 0};
    if (own_origins) {
      origin = {static_cast<float>(on_unit((double{local[0].x} + double{local[1].x} + double{local[2].x}) / 3)),
                static_cast<float>(on_unit((double{local[0].y} + double{local[1].y} + double{local[2].y}) / 3))};
      for (Vec2& v : local) v = {v.x - origin.x, v.y - origin.y};
    }
    workload.shapes.push_back({.vertices = local});
    add_body(workload, static_cast<satchel::ShapeId>(i), origin.x, origin.y, 0);
  }
  const std::size_t ahead = 2 * (cells + 2);  // triangles of cells that meet are at most this far apart
  for (std::size_t a = 0; a < triangles.size(); ++a) {
    for (std::size_t b = a + 1; b < std::min(triangles.size(), a + ahead); ++b) {
      if (boxes_meet(triangles[a], triangles[b])) {
        workload.pairs.push_back({static_cast<satchel::BodyId>(a), static_cast<satchel::BodyId>(b)});
      }
    }
  }
  return workload;
}

}  // namespace

std::vector<WorkloadPlan> meshes() {
  const auto plan = [](const char* name, bool own_origins) {
    return WorkloadPlan{.name = name,
                        .max_vertices = 3,
                        .bodies = 2 * cells * cells,
                        .build = [own_origins] { return mesh(own_origins); },
                        .tags = {Tag::in_cache}};
  };
  return {plan("mesh_l2", false), plan("mesh_own_l2", true)};
}

}  // namespace satchel_bench
