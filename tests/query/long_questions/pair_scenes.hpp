// A pair's bodies in a scene of their own, and points on and beside them: what questions of points, boxes and rays are asked about.
#pragma once

#include <numbers>

#include "judging.hpp"
#include "support/integer_bodies.hpp"
#include "support/probe_scenes.hpp"
#include "support/rounded_families.hpp"

namespace satchel::test {

/// Body 0 is the pair's a, 1 its b.
template <class T>
BasicScene<T> scene_of(const BasicScene<T>& scene, Pair pair) {
  BasicScene<T> own;
  for (const BodyId body : {pair.a, pair.b}) {
    const ShapeId shape = scene.shape(body);
    BasicRoundShape<T> copy{BasicPolygon<T>(scene.vertex_count(shape)), scene.radius(shape), scene.pose(body)};
    scene.local_vertices(shape, copy.core);
    add(own, copy);
  }
  return own;
}

/// Whether coordinates are in the range of origins.
template <class T>
bool in_range(Vec2d p) {
  const auto is = [](double x) {
    return x == 0 || (std::fabs(x) >= 0x1p-200 && std::fabs(x) <= (sizeof(T) == sizeof(float) ? 0x1p60 : 0x1p200));
  };
  return is(p.x) && is(p.y);
}

/// The larger coordinate by which a vertex of a body lies off its origin, with the radius: about the body's size.
template <class T>
double size_about(const BasicScene<T>& scene, BodyId body) {
  double size = static_cast<double>(scene.radius(scene.shape(body)));
  for (const BasicVec2<T> v : placed(scene, body).offsets) {
    size = std::max({size, std::fabs(static_cast<double>(v.x)), std::fabs(static_cast<double>(v.y))});
  }
  return size;
}

/// A point of a body's surface but for rounding, or some units in the last place beside it.
template <class T>
Vec2d point_beside(const BasicScene<T>& scene, BodyId body, Random& random) {
  const BasicPlacedPolygon<T> polygon = placed(scene, body);
  const double radius = static_cast<double>(scene.radius(scene.shape(body)));
  const std::size_t i = random.below(polygon.hull.size());
  const auto offset = [&](std::size_t k) {
    const BasicVec2<T> v = polygon.offsets[polygon.hull[k % polygon.hull.size()]];
    return Vec2d{static_cast<double>(v.x), static_cast<double>(v.y)};
  };
  Vec2d p = offset(i);
  const Vec2d edge{offset(i + 1).x - p.x, offset(i + 1).y - p.y};
  const double length = std::hypot(edge.x, edge.y);
  if (length > 0 && random.chance(.6)) {
    const double along = random.pick({0.0, 0.5, 1.0, random.uniform(0, 1)});
    p = {p.x + along * edge.x + radius * (edge.y / length), p.y + along * edge.y - radius * (edge.x / length)};
  } else if (radius > 0 && random.chance(.8)) {  // on the arc that faces this way, around the vertex that lies farthest
    const double angle = random.uniform(0, 2 * std::numbers::pi), x = std::cos(angle), y = std::sin(angle);
    for (std::size_t k = 0; k < polygon.hull.size(); ++k) {
      if (x * (offset(k).x - p.x) + y * (offset(k).y - p.y) > 0) p = offset(k);
    }
    p = {p.x + radius * x, p.y + radius * y};
  }
  p = {polygon.origin_x + p.x, polygon.origin_y + p.y};
  return random.chance(.5) ? p : Vec2d{nudged(random, p.x), nudged(random, p.y)};
}

}  // namespace satchel::test
