// A half-line against a convex polygon, by signs that are exact.
//
//   s(i) = direction x (vertex i - origin):  on which side of the ray's line each vertex lies
//   all on one side, strictly: the line misses
//   the line comes in over the edge from i to i + 1 with s(i) >= 0 >= s(i + 1), not both 0, and goes out over the one
//   with
//     s(i) <= 0 <= s(i + 1): vertices go counter-clockwise
//   n(e) = edge x (origin - its start):  negative where the origin lies outside the edge
//   n(in) < 0: the ray comes in ahead, at time n(in) / (direction x edge in)
//   else n(out) >= 0: the origin lies in the polygon;  else the polygon lies behind
//
// (Cyrus, Beck 1978, for convex polygons, with two crossings instead of a time for each edge.) Signs come from doubles
// where these are larger than their errors, which are bounded as in point_in_part.cpp, else from expansions.
#include "spatial/ray_on_part.hpp"

#include <cmath>
#include <optional>

#include "exact/pair_signs.hpp"
#include "spatial/point_in_part.hpp"

namespace satchel::spatial {
namespace {

using exact::ExactEdge;
using exact::Expansion;
using exact::PlacedVertex;
using exact::Ring;

ExactEdge edge_of(double x, double y) { return {Expansion<2>({x, 0}), Expansion<2>({y, 0})}; }
PlacedVertex origin_of(const Ray& ray) { return {ray.origin.x, ray.origin.y, 0, 0}; }

/// A number, and how far it may be off.
struct Bounded {
  double value, bound;
  bool certain() const { return std::fabs(value) > bound; }
};

/// ex y - ey x, of which x and y are differences of numbers of these magnitudes.
Bounded cross(double ex, double ey, double x, double y, double size_x, double size_y) {
  return {ex * y - ey * x, 0x1p-50 * (std::fabs(ex) * size_y + std::fabs(ey) * size_x)};
}

/// The way of a ray, as the part sees it: the part's origin relative to the ray's, off by u of itself.
template <class T>
struct Way {
  const Ray& ray;
  double x, y;

  Way(const Ray& its, const Part<T>& part)
      : ray(its), x(part.origin_x - its.origin.x), y(part.origin_y - its.origin.y) {}

  /// s of the offset (vx, vy).
  Bounded side(double vx, double vy) const {
    return cross(ray.direction.x, ray.direction.y, x + vx, y + vy, std::fabs(x) + std::fabs(vx),
                 std::fabs(y) + std::fabs(vy));
  }
  /// Its sign.
  int exact_side(const Ring<T>& ring, std::size_t i) const {
    const Bounded rounded = side(ring.x(i), ring.y(i));
    const double s = rounded.certain()
                         ? rounded.value
                         : exact_orientation(edge_of(ray.direction.x, ray.direction.y), origin_of(ray), ring.vertex(i));
    return s > 0 ? 1 : s < 0 ? -1 : 0;
  }
  /// direction . (vertex i - origin), of the exact sign.
  double exact_dot(const Ring<T>& ring, std::size_t i) const {
    return exact_orientation(edge_of(ray.direction.y, -ray.direction.x), origin_of(ray), ring.vertex(i));
  }
  /// n of edge i: the exact sign, and off by no more than 2^-40 of itself.
  double beyond(const Ring<T>& ring, std::size_t i) const {
    const double vx = ring.x(i), vy = ring.y(i);
    const Bounded n = cross(ring.edge_x(i), ring.edge_y(i), -(x + vx), -(y + vy), std::fabs(x) + std::fabs(vx),
                            std::fabs(y) + std::fabs(vy));
    if (std::fabs(n.value) > 0x1p40 * n.bound) return n.value;
    return exact_orientation(exact_edge(ring, i), ring.vertex(i), origin_of(ray));
  }
  /// direction x edge i, likewise.
  double across(const Ring<T>& ring, std::size_t i) const {
    const double dx = ray.direction.x, dy = ray.direction.y, ex = ring.edge_x(i), ey = ring.edge_y(i);
    const Bounded d = cross(dx, dy, ex, ey, std::fabs(ex), std::fabs(ey));
    if (std::fabs(d.value) > 0x1p40 * d.bound) return d.value;
    const ExactEdge direction = edge_of(dx, dy), edge = exact_edge(ring, i);
    return exact::cross(direction.x, edge.y, direction.y, edge.x).estimate();
  }
};

/// Time 0: the ray begins in the part.
Meeting inside(const Ray& ray) {
  const double length = std::sqrt(ray.direction.x * ray.direction.x + ray.direction.y * ray.direction.y);
  return {0, 0 - ray.direction.x / length + 0, 0 - ray.direction.y / length + 0};
}

/// Whether all vertices certainly lie on one side of the line.
template <class T>
bool misses(const Part<T>& part, const Way<T>& way) {
  bool all_left = true, all_right = true;
  for (std::uint32_t i = 0; i < part.count; ++i) {
    const Bounded s = way.side(part.x[i], part.y[i]);
    all_left = all_left && s.value > s.bound;
    all_right = all_right && s.value < -s.bound;
  }
  return all_left || all_right;
}

/// Of a point or segment on the ray's line: at its nearer end.
template <class T>
Meeting along_line(const Ring<T>& ring, const Way<T>& way) {
  double least = way.exact_dot(ring, 0), largest = least;
  for (std::size_t i = 1; i < ring.count(); ++i) {
    const double dot = way.exact_dot(ring, i);
    least = std::min(least, dot);
    largest = std::max(largest, dot);
  }
  if (largest < 0) return {};
  Meeting met = inside(way.ray);
  const Vec2d d = way.ray.direction;
  if (least > 0) met.time = least / (d.x * d.x + d.y * d.y);
  return met;
}

template <class T>
Meeting meet_core(const Part<T>& part, const Way<T>& way) {
  if (misses(part, way)) return {};
  const Ring<T> ring(part);
  std::optional<std::size_t> in, out;
  bool on_line = true;
  int first = way.exact_side(ring, 0), here = first;
  for (std::size_t i = 0; i < ring.count(); ++i) {
    const int there = i + 1 < ring.count() ? way.exact_side(ring, i + 1) : first;
    if (here >= 0 && there <= 0 && here > there && !in) in = i;
    if (here <= 0 && there >= 0 && here < there && !out) out = i;
    on_line = on_line && here == 0;
    here = there;
  }
  if (on_line) return along_line(ring, way);
  if (!in || !out) return {};
  const double outside = way.beyond(ring, *in);
  if (outside >= 0) return outside == 0 || way.beyond(ring, *out) >= 0 ? inside(way.ray) : Meeting{};
  const double ex = ring.edge_x(*in), ey = ring.edge_y(*in), length = std::sqrt(ex * ex + ey * ey);
  return {outside / way.across(ring, *in), ey / length + 0, 0 - ex / length + 0};
}

/// The edges moved outward by the radius, and circles around the vertices: the least time at which the ray comes in
/// over one of these. All in doubles, but for whether the origin lies inside: where it does not, a time below 0 comes
/// from rounding if the circle lies ahead, or if the origin is as near to the edge as rounding takes it; so the ray
/// comes in at once.
template <class T>
Meeting meet_rounded(const Part<T>& part, const Ray& ray) {
  if (contains(part, ray.origin)) return inside(ray);
  const Way<T> way(ray, part);
  const double scale = 1 / std::sqrt(ray.direction.x * ray.direction.x + ray.direction.y * ray.direction.y);
  const double dx = ray.direction.x * scale, dy = ray.direction.y * scale, r = static_cast<double>(part.radius);
  Meeting first;  // times are distances until the end
  const auto meet = [&](double time, double nx, double ny) {
    if (time < first.time) first = {time, nx, ny};
  };
  for (std::uint32_t i = 0; i < part.count; ++i) {
    const std::uint32_t next = i + 1 < part.count ? i + 1 : 0;
    const double wx = way.x + part.x[i], wy = way.y + part.y[i];
    const double along = dx * wx + dy * wy, beside = dx * wy - dy * wx;
    if (along > 0 && std::fabs(beside) <= r) {
      const double time = std::max(along - std::sqrt((r - beside) * (r + beside)), 0.0);
      const double nx = time * dx - wx, ny = time * dy - wy, length = std::sqrt(nx * nx + ny * ny);
      if (length > 0) meet(time, nx / length, ny / length);
    }
    const double ex = static_cast<double>(part.x[next]) - static_cast<double>(part.x[i]);
    const double ey = static_cast<double>(part.y[next]) - static_cast<double>(part.y[i]);
    const double length = std::sqrt(ex * ex + ey * ey);
    if (length == 0) continue;
    const double nx = ey / length, ny = 0 - ex / length, towards = nx * dx + ny * dy;
    const double inside_edge = nx * wx + ny * wy + r;
    if (towards >= 0 || inside_edge > 0x1p-44 * (std::fabs(wx) + std::fabs(wy) + r)) continue;
    const double time = std::max(inside_edge / towards, 0.0);
    const double on_edge = (time * dx - wx) * ex + (time * dy - wy) * ey;
    if (on_edge >= 0 && on_edge <= length * length) meet(time, nx, ny);
  }
  return {first.time * scale, first.normal_x + 0, first.normal_y + 0};
}

}  // namespace

template <class T>
Meeting meeting(const Part<T>& part, const Ray& ray) {
  return part.radius > 0 ? meet_rounded(part, ray) : meet_core(part, Way<T>(ray, part));
}

template Meeting meeting(const Part<float>&, const Ray&);
template Meeting meeting(const Part<double>&, const Ray&);

}  // namespace satchel::spatial
