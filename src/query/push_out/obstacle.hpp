// The translations that make two parts overlap: their Minkowski difference, as an obstacle for the translation.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "exact/hull.hpp"
#include "exact/resolve.hpp"

namespace satchel::query {

/// A convex core (a point, a segment or a polygon, counter-clockwise) with a radius around it, in doubles.
class Obstacle {
 public:
  /// The translations that move `own` into `other`.
  template <class T>
  Obstacle(const exact::Core<T>& own, const exact::Core<T>& other)
      : radius_(static_cast<double>(own.radius) + static_cast<double>(other.radius)) {
    std::vector<Vec2d> out = corners(other), in = corners(own);
    const double dx = other.origin_x - own.origin_x, dy = other.origin_y - own.origin_y;
    for (Vec2d& v : in) v = {-v.x, -v.y};
    add(out, in, dx, dy);
  }

  const std::vector<Vec2d>& vertices() const { return vertices_; }
  double radius() const { return radius_; }
  /// Edges of the boundary; with a radius, arcs too.
  std::size_t boundary_pieces() const {
    return vertices_.size() < 3 ? 2 * vertices_.size() : vertices_.size() * (radius_ > 0 ? 2 : 1);
  }

  /// Signed distance of a point from the boundary; negative inside. Beyond a corner without a radius it may be less than
  /// the distance.
  double signed_distance(double x, double y) const {
    const std::size_t count = vertices_.size();
    double outside = -std::numeric_limits<double>::infinity(), nearest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < count; ++i) {
      const Vec2d &from = vertices_[i], &to = vertices_[i + 1 == count ? 0 : i + 1];
      const double ex = to.x - from.x, ey = to.y - from.y, wx = x - from.x, wy = y - from.y;
      const double squared = ex * ex + ey * ey;
      if (count >= 3) outside = std::max(outside, (wx * ey - wy * ex) / std::sqrt(squared));
      const double along = squared > 0 ? std::clamp((wx * ex + wy * ey) / squared, 0.0, 1.0) : 0;
      const double px = wx - along * ex, py = wy - along * ey;
      nearest = std::min(nearest, px * px + py * py);
    }
    if (count >= 3 && outside <= 0) return outside - radius_;
    return radius_ > 0 || count < 3 ? std::sqrt(nearest) - radius_ : outside;
  }

 private:
  /// The corners of a core's hull, relative to its origin.
  template <class T>
  static std::vector<Vec2d> corners(const exact::Core<T>& core) {
    std::vector<Vec2d> result(core.count);
    for (std::uint32_t i = 0; i < core.count; ++i) {
      result[i] = {static_cast<double>(core.x[i]), static_cast<double>(core.y[i])};
    }
    if (core.count < 3 || core.strictly_convex) return result;
    std::vector<std::uint32_t> order(core.count), hull(core.count + std::size_t{1});
    hull.resize(exact::hull_indices(core.x, core.y, core.count, order.data(), hull.data()));
    std::vector<Vec2d> kept;
    for (const std::uint32_t i : hull) kept.push_back(result[i]);
    return kept;
  }

  /// The lowest, then leftmost corner of a convex polygon: from there on, the directions of its edges turn once around.
  static std::size_t lowest(const std::vector<Vec2d>& polygon) {
    std::size_t least = 0;
    for (std::size_t i = 1; i < polygon.size(); ++i) {
      if (polygon[i].y < polygon[least].y || (polygon[i].y == polygon[least].y && polygon[i].x < polygon[least].x)) {
        least = i;
      }
    }
    return least;
  }

  /// The Minkowski sum of two convex polygons, moved: the edges of both, sorted by direction.
  void add(const std::vector<Vec2d>& p, const std::vector<Vec2d>& q, double dx, double dy) {
    const auto edges = [](const std::vector<Vec2d>& polygon) { return polygon.size() == 1 ? 0 : polygon.size(); };
    const auto vector = [](const std::vector<Vec2d>& polygon, std::size_t i) {
      const Vec2d &from = polygon[i % polygon.size()], &to = polygon[(i + 1) % polygon.size()];
      return Vec2d{to.x - from.x, to.y - from.y};
    };
    std::size_t i = lowest(p), j = lowest(q);
    const std::size_t end_i = i + edges(p), end_j = j + edges(q);
    while (i < end_i || j < end_j) {
      const Vec2d &a = p[i % p.size()], &b = q[j % q.size()];
      vertices_.push_back({a.x + b.x + dx, a.y + b.y + dy});
      if (i == end_i || j == end_j) {
        ++(i == end_i ? j : i);
        continue;
      }
      const Vec2d u = vector(p, i), v = vector(q, j);
      const double turn = u.x * v.y - u.y * v.x;
      const bool is_same = turn == 0 && u.x * v.x + u.y * v.y > 0, u_is_upper = is_upper(u), v_is_upper = is_upper(v);
      if (is_same) {
        ++i;
        ++j;
      } else if (u_is_upper != v_is_upper ? u_is_upper : turn > 0) {
        ++i;
      } else {
        ++j;
      }
    }
    if (vertices_.empty()) vertices_.push_back({p[0].x + q[0].x + dx, p[0].y + q[0].y + dy});
  }
  /// Whether a direction comes in the first half of a turn that begins at the x axis.
  static bool is_upper(const Vec2d& v) { return v.y > 0 || (v.y == 0 && v.x > 0); }

  std::vector<Vec2d> vertices_;
  double radius_;
};

}  // namespace satchel::query
