// Bodies in rational numbers: cores, their distances from points and where rays meet them, by their definitions alone.
#pragma once

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <optional>
#include <satchel/satchel.hpp>
#include <vector>

#include "placed_polygon.hpp"

namespace satchel::test {

using Rational = boost::multiprecision::cpp_rational;  // of a double: exactly that number

struct RationalPoint {
  Rational x, y;
  friend RationalPoint operator-(const RationalPoint& p, const RationalPoint& q) { return {p.x - q.x, p.y - q.y}; }
};

inline Rational cross(const RationalPoint& p, const RationalPoint& q) { return p.x * q.y - p.y * q.x; }
inline Rational dot(const RationalPoint& p, const RationalPoint& q) { return p.x * q.x + p.y * q.y; }

/// Vertices of a convex core, counter-clockwise: one, two or more.
struct RationalBody {
  std::vector<RationalPoint> core;
  Rational radius = 0;

  std::size_t edges() const { return core.size() < 3 ? core.size() - 1 : core.size(); }
  const RationalPoint& start(std::size_t e) const { return core[e]; }
  const RationalPoint& end(std::size_t e) const { return core[e + 1 < core.size() ? e + 1 : 0]; }
};

template <class T>
RationalBody rational_body(const BasicScene<T>& scene, BodyId id) {
  const BasicPlacedPolygon<T> polygon = placed(scene, id);
  RationalBody body;
  for (const std::uint32_t i : polygon.hull) {
    body.core.push_back({Rational(polygon.origin_x) + Rational(static_cast<double>(polygon.offsets[i].x)),
                         Rational(polygon.origin_y) + Rational(static_cast<double>(polygon.offsets[i].y))});
  }
  body.radius = Rational(static_cast<double>(scene.radius(scene.shape(id))));
  return body;
}

inline RationalPoint rational(Vec2d p) { return {Rational(p.x), Rational(p.y)}; }

inline Rational squared_distance_from_core(const RationalBody& body, const RationalPoint& p) {
  bool inside = body.core.size() >= 3;
  Rational least = dot(p - body.core[0], p - body.core[0]);
  for (std::size_t e = 0; e < body.edges(); ++e) {
    const RationalPoint edge = body.end(e) - body.start(e), w = p - body.start(e);
    inside = inside && cross(edge, w) >= 0;
    const Rational along = std::clamp<Rational>(dot(w, edge) / dot(edge, edge), 0, 1);
    const RationalPoint nearest{body.start(e).x + along * edge.x, body.start(e).y + along * edge.y};
    least = std::min<Rational>(least, dot(p - nearest, p - nearest));
  }
  return inside ? Rational(0) : least;
}

inline bool segments_meet(const RationalPoint& a, const RationalPoint& b, const RationalPoint& c,
                          const RationalPoint& d) {
  const Rational c_side = cross(b - a, c - a), d_side = cross(b - a, d - a);
  const Rational a_side = cross(d - c, a - c), b_side = cross(d - c, b - c);
  return c_side.sign() * d_side.sign() < 0 && a_side.sign() * b_side.sign() < 0;  // ends are vertices, seen elsewhere
}

struct RaySpan {
  Rational enters, leaves;
};

/// The times between which the ray is in the core, by clipping with each edge's half-plane (Cyrus, Beck 1978); or
/// nothing.
inline std::optional<RaySpan> core_span(const RationalBody& body, const Ray& ray) {
  const RationalPoint o = rational(ray.origin), d = rational(ray.direction);
  const auto at_point = [&](const RationalPoint& p) -> std::optional<RaySpan> {
    const Rational time = dot(p - o, d) / dot(d, d);
    if (cross(p - o, d) != 0 || time < 0) return {};
    return RaySpan{time, time};
  };
  if (body.core.size() == 1) return at_point(body.core[0]);
  Rational enters = 0;
  std::optional<Rational> leaves;
  if (body.core.size() == 2) {
    const RationalPoint e = body.core[1] - body.core[0], w = body.core[0] - o;
    const Rational across = cross(d, e);
    if (across != 0) {
      const Rational time = cross(w, e) / across, along = cross(w, d) / across;
      if (time < 0 || along < 0 || along > 1) return {};
      return RaySpan{time, time};
    }
    if (cross(w, d) != 0) return {};
    const Rational p = dot(w, d) / dot(d, d), q = dot(body.core[1] - o, d) / dot(d, d);
    if (p < 0 && q < 0) return {};
    return RaySpan{p.sign() * q.sign() <= 0 ? Rational(0) : std::min(p, q), std::max(p, q)};
  }
  for (std::size_t i = 0; i < body.edges(); ++i) {
    const RationalPoint e = body.end(i) - body.start(i);
    const Rational inside = cross(e, o - body.start(i)), rate = cross(e, d);  // inside + time rate >= 0
    if (rate == 0 && inside < 0) return {};
    if (rate > 0) enters = std::max<Rational>(enters, -inside / rate);
    if (rate < 0) {
      const Rational time = -inside / rate;
      leaves = leaves ? std::min<Rational>(*leaves, time) : time;
    }
  }
  if (enters > *leaves) return {};
  return RaySpan{enters, *leaves};
}

/// The least time at which the ray is in the core, or nothing.
inline std::optional<Rational> core_time(const RationalBody& body, const Ray& ray) {
  const std::optional<RaySpan> span = core_span(body, ray);
  return span ? std::optional(span->enters) : std::nullopt;
}

}  // namespace satchel::test
