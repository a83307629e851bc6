// The nearest points of two cores, by trying every vertex against every edge: for the pairs that the kernel leaves
// open.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>

#include "format/layout.hpp"
#include "scene/data.hpp"

namespace satchel::query {

/// The placed vertices of a body, or of a part of one, seen from somewhere: offsets plus (x, y).
template <class T>
struct CoreView {
  const T *xs, *ys;
  std::size_t count;
  double x, y;

  CoreView(const detail::SceneData<T>& scene, const kernels::BodyRecord<T>& record, double from_x, double from_y) {
    xs = scene.offset_blocks.block(record.place);
    ys = xs + kernels::capacity_of(record.place.vertex_class());
    count = kernels::vertex_count_of(record, scene.shapes.data());
    x = record.x - from_x;
    y = record.y - from_y;
  }
  Vec2d vertex(std::size_t i) const { return {x + static_cast<double>(xs[i]), y + static_cast<double>(ys[i])}; }
  std::size_t size() const { return count; }
  Vec2d operator[](std::size_t i) const { return vertex(i); }
};

struct NearestPair {
  Vec2d on_a, on_b;
  double squared = std::numeric_limits<double>::infinity();
};

/// The nearest points of cores that are apart; the first of equally near ones: a's edges, then b's. O(n m).
template <class Vertices>
NearestPair nearest_points(const Vertices& a, const Vertices& b) {
  NearestPair nearest;
  for (const bool edges_of_a : {true, false}) {
    const Vertices& own = edges_of_a ? a : b;
    const Vertices& other = edges_of_a ? b : a;
    for (std::size_t i = 0; i < own.size(); ++i) {
      const Vec2d start = own[i], end = own[i + 1 < own.size() ? i + 1 : 0];
      const double ex = end.x - start.x, ey = end.y - start.y, length = ex * ex + ey * ey;
      for (std::size_t j = 0; j < other.size(); ++j) {
        const Vec2d v = other[j];
        const double wx = v.x - start.x, wy = v.y - start.y, along = wx * ex + wy * ey;
        const double fraction = !(along > 0) ? 0 : along < length ? along / length : 1;
        const Vec2d foot = {start.x + fraction * ex, start.y + fraction * ey};
        const double x = v.x - foot.x, y = v.y - foot.y, squared = x * x + y * y;
        if (squared < nearest.squared) nearest = {edges_of_a ? foot : v, edges_of_a ? v : foot, squared};
      }
    }
  }
  return nearest;
}

}  // namespace satchel::query
