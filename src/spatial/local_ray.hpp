// A ray beside a body: on which side of it a vertex lies, and where it meets an edge, with exact signs. Doubles decide
// a sign if the value exceeds its error bound (as in point_in_part.cpp), else expansions do.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <satchel/cast_rays.hpp>

#include "exact/pair_signs.hpp"
#include "spatial/ray_on_part.hpp"

namespace satchel::spatial {

/// A number, and a bound of its error.
struct Bounded {
  double value, bound;
  bool certain() const { return std::fabs(value) > bound; }
};

/// ex y - ey x. x and y are differences of numbers whose magnitudes sum to size_x and size_y.
inline Bounded cross(double ex, double ey, double x, double y, double size_x, double size_y) {
  return {ex * y - ey * x, 0x1p-50 * (std::fabs(ex) * size_y + std::fabs(ey) * size_x)};
}

/// A ray, and the origin (x, y) of a body relative to the ray's origin, with a relative error of at most u.
struct LocalRay {
  const Ray& ray;
  double x, y;

  LocalRay(const Ray& world_ray, double origin_x, double origin_y)
      : ray(world_ray), x(origin_x - world_ray.origin.x), y(origin_y - world_ray.origin.y) {}

  /// direction x (vertex - origin) of a vertex with the offset (vx, vy).
  Bounded side(double vx, double vy) const {
    return cross(ray.direction.x, ray.direction.y, x + vx, y + vy, std::fabs(x) + std::fabs(vx),
                 std::fabs(y) + std::fabs(vy));
  }
  /// Its exact sign.
  int exact_side(const exact::PlacedVertex& v) const {
    const Bounded rounded = side(v.x, v.y);
    const double s =
        rounded.certain() ? rounded.value : exact_orientation(edge_of(ray.direction.x, ray.direction.y), origin(), v);
    return s > 0 ? 1 : s < 0 ? -1 : 0;
  }
  /// The dot product direction . (vertex - origin), with the exact sign.
  double exact_dot(const exact::PlacedVertex& v) const {
    return exact_orientation(edge_of(ray.direction.y, -ray.direction.x), origin(), v);
  }
  /// edge x (origin - start of the edge): with the exact sign and a relative error of at most 2^-40.
  double beyond(const exact::PlacedVertex& from, const exact::PlacedVertex& to) const {
    const Bounded n = cross(to.x - from.x, to.y - from.y, -(x + from.x), -(y + from.y),
                            std::fabs(x) + std::fabs(from.x), std::fabs(y) + std::fabs(from.y));
    if (std::fabs(n.value) > 0x1p40 * n.bound) return n.value;
    return exact_orientation(exact_edge(from, to), from, origin());
  }
  /// direction x edge: with the exact sign and a relative error of at most 2^-40.
  double across(const exact::PlacedVertex& from, const exact::PlacedVertex& to) const {
    const double dx = ray.direction.x, dy = ray.direction.y, ex = to.x - from.x, ey = to.y - from.y;
    const Bounded d = cross(dx, dy, ex, ey, std::fabs(ex), std::fabs(ey));
    if (std::fabs(d.value) > 0x1p40 * d.bound) return d.value;
    const exact::ExactEdge direction = edge_of(dx, dy), edge = exact_edge(from, to);
    return exact::cross(direction.x, edge.y, direction.y, edge.x).estimate();
  }
  /// The meeting of a ray whose origin lies in the body: time 0.
  Meeting inside() const {
    const double length = std::sqrt(ray.direction.x * ray.direction.x + ray.direction.y * ray.direction.y);
    return {0, 0 - ray.direction.x / length + 0, 0 - ray.direction.y / length + 0};
  }

 private:
  static exact::ExactEdge edge_of(double ex, double ey) {
    return {exact::Expansion<2>({ex, 0}), exact::Expansion<2>({ey, 0})};
  }
  static exact::ExactEdge exact_edge(const exact::PlacedVertex& from, const exact::PlacedVertex& to) {
    return {exact::Expansion<2>(exact::two_difference(to.x, from.x)),
            exact::Expansion<2>(exact::two_difference(to.y, from.y))};
  }
  exact::PlacedVertex origin() const { return {ray.origin.x, ray.origin.y, 0, 0}; }
};

/// More than distances of a ray and a part are off by in doubles.
template <class T>
double rounding(const Part<T>& part, const LocalRay& local) {
  double largest = 0;
  for (std::uint32_t i = 0; i < part.count; ++i) {
    const double x = part.x[i], y = part.y[i];
    largest = std::max(largest, std::fabs(x) + std::fabs(y));
  }
  return 0x1p-42 * (std::fabs(local.x) + std::fabs(local.y) + largest);
}

}  // namespace satchel::spatial
