// Bodies as plain polygons of doubles with a radius, for oracles that need no exact arithmetic: coordinates are seen
// from the pair's first body, so that far scenes lose nothing.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <satchel/satchel.hpp>
#include <vector>

namespace satchel::test {

inline Vec2d operator+(Vec2d p, Vec2d q) { return {p.x + q.x, p.y + q.y}; }
inline Vec2d operator-(Vec2d p, Vec2d q) { return {p.x - q.x, p.y - q.y}; }
inline Vec2d operator*(double s, Vec2d p) { return {s * p.x, s * p.y}; }
inline double dot(Vec2d p, Vec2d q) { return p.x * q.x + p.y * q.y; }
inline double cross(Vec2d p, Vec2d q) { return p.x * q.y - p.y * q.x; }
inline double length(Vec2d p) { return std::hypot(p.x, p.y); }

/// The core's vertices counter-clockwise, and the radius around it.
struct Rounded {
  std::vector<Vec2d> core;
  double radius = 0;

  [[nodiscard]] Vec2d vertex(std::size_t i) const { return core[i % core.size()]; }
  /// Outward unit normal of the edge from vertex i.
  [[nodiscard]] Vec2d normal(std::size_t i) const {
    const Vec2d edge = vertex(i + 1) - vertex(i);
    return (1 / length(edge)) * Vec2d{edge.y, -edge.x};
  }
  /// The least n . v of the core.
  [[nodiscard]] double lowest(Vec2d n) const {
    double least = std::numeric_limits<double>::infinity();
    for (const Vec2d v : core) least = std::min(least, dot(n, v));
    return least;
  }
};

/// A body, moved by `shift`.
template <class T>
Rounded rounded(const BasicScene<T>& scene, BodyId body, Vec2d shift) {
  std::vector<BasicVec2<T>> offsets(scene.vertex_count(scene.shape(body)));
  scene.placed_offsets(body, offsets);
  Rounded out;
  for (const BasicVec2<T> v : offsets)
    out.core.push_back(shift + Vec2d{static_cast<double>(v.x), static_cast<double>(v.y)});
  out.radius = static_cast<double>(scene.radius(scene.shape(body)));
  return out;
}

/// Both bodies of a pair, seen from a's origin.
struct RoundedPair {
  Rounded a, b;
  Vec2d delta;        ///< from a's origin to b's
  double extent = 0;  ///< the longer side of the box around both

  template <class T>
  RoundedPair(const BasicScene<T>& scene, Pair pair)
      : delta{scene.pose(pair.b).x - scene.pose(pair.a).x, scene.pose(pair.b).y - scene.pose(pair.a).y} {
    a = rounded(scene, pair.a, {0, 0});
    b = rounded(scene, pair.b, delta);
    Vec2d low = a.core[0], high = low;
    for (const Rounded* body : {&a, &b}) {
      for (const Vec2d v : body->core) {
        low = {std::min(low.x, v.x - body->radius), std::min(low.y, v.y - body->radius)};
        high = {std::max(high.x, v.x + body->radius), std::max(high.y, v.y + body->radius)};
      }
    }
    extent = std::max(high.x - low.x, high.y - low.y);
  }
  [[nodiscard]] const Rounded& of(Side side) const { return side == Side::a ? a : b; }
};

/// Distance of a point from a segment.
inline double distance(Vec2d p, Vec2d s, Vec2d e) {
  const Vec2d edge = e - s;
  const double squared = dot(edge, edge);
  const double t = squared > 0 ? std::clamp(dot(p - s, edge) / squared, 0.0, 1.0) : 0;
  return length(p - s - t * edge);
}

/// Distance of a point from the boundary of a core; of a point or a segment: from itself.
inline double distance_from_boundary(Vec2d p, const Rounded& body) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < body.core.size(); ++i)
    least = std::min(least, distance(p, body.vertex(i), body.vertex(i + 1)));
  return least;
}

/// A body at some time of its motion.
inline Rounded moved_body(const Rounded& body, Vec2d origin, const Motion& motion, double time) {
  Rounded out = body;
  const double c = std::cos(time * motion.angle), s = std::sin(time * motion.angle);
  for (Vec2d& v : out.core) {
    const Vec2d from = v - origin;
    v = origin + time * Vec2d{motion.x, motion.y} + Vec2d{c * from.x - s * from.y, s * from.x + c * from.y};
  }
  return out;
}

/// The distance of two bodies, or minus the largest depth of an edge where the cores overlap.
inline double gap(const Rounded& a, const Rounded& b) {
  double widest = -std::numeric_limits<double>::infinity();
  for (const auto& [own, other] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
    for (std::size_t i = 0; own->core.size() >= 2 && i < own->core.size(); ++i) {
      const Vec2d n = own->normal(i);
      widest = std::max(widest, other->lowest(n) - dot(n, own->vertex(i)));
    }
  }
  const double radii = a.radius + b.radius;
  const bool points = a.core.size() == 1 && b.core.size() == 1;
  if (widest < 0 && !points) return widest - radii;
  double least = std::numeric_limits<double>::infinity();
  for (const Vec2d v : a.core) least = std::min(least, distance_from_boundary(v, b));
  for (const Vec2d v : b.core) least = std::min(least, distance_from_boundary(v, a));
  return least - radii;
}

}  // namespace satchel::test
