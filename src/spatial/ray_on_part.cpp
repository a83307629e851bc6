// Intersects a half-line with a convex polygon, by exact signs.
//
//   s(i) = direction x (vertex i - origin):  the side of the ray's line on which vertex i lies
//   if all s(i) are positive, or all are negative: the line misses the polygon
//   edge in:  from i to i + 1 with s(i) >= 0 >= s(i + 1), not both 0; the line enters the polygon over this edge
//   edge out: from i to i + 1 with s(i) <= 0 <= s(i + 1), not both 0; the line leaves the polygon over this edge,
//     because the vertices are counter-clockwise
//   n(e) = e x (origin - start of e):  negative if the origin lies on the outer side of edge e
//   if n(in) < 0: the ray enters the polygon at time n(in) / (direction x in)
//   else if n(out) >= 0: the origin lies in the polygon (time 0)
//   else: the polygon lies behind the origin
//
// (Cyrus, Beck 1978, for convex polygons, with two crossings instead of a time for each edge.) Doubles decide a sign if
// the value exceeds its error bound (as in point_in_part.cpp), else expansions do. `meet_in_doubles`
// and kernels/tree/fan_on_polygon.hpp, which takes rays from one point, compute the same bits where doubles decide.
#include "spatial/ray_on_part.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "exact/ring.hpp"
#include "spatial/local_ray.hpp"
#include "spatial/point_in_part.hpp"

namespace satchel::spatial {
namespace {

using exact::Ring;

/// Whether all vertices certainly lie on one side of the ray's line.
template <class T>
bool misses(const Part<T>& part, const LocalRay& local) {
  bool all_left = true, all_right = true;
  for (std::uint32_t i = 0; i < part.count; ++i) {
    const Bounded s = local.side(part.x[i], part.y[i]);
    all_left = all_left && s.value > s.bound;
    all_right = all_right && s.value < -s.bound;
  }
  return all_left || all_right;
}

/// The meeting with a point or segment that lies on the ray's line: at its nearer end.
template <class T>
Meeting along_line(const Ring<T>& ring, const LocalRay& local) {
  double least = local.exact_dot(ring.vertex(0)), largest = least;
  for (std::size_t i = 1; i < ring.count(); ++i) {
    const double dot = local.exact_dot(ring.vertex(i));
    least = std::min(least, dot);
    largest = std::max(largest, dot);
  }
  if (largest < 0) return {};
  Meeting met = local.inside();
  const Vec2d d = local.ray.direction;
  if (least > 0) met.time = least / (d.x * d.x + d.y * d.y);
  return met;
}

/// The algorithm stated at the top of this file, as far as doubles decide it: the bits of meet_core's answer, or
/// nothing.
template <class T>
std::optional<Meeting> meet_in_doubles(const Part<T>& part, const LocalRay& local) {
  constexpr std::uint32_t most = 16;
  if (part.count > most || part.count < 3 || !part.strictly_convex) return {};
  const double dx = local.ray.direction.x, dy = local.ray.direction.y;
  double side[most], largest_x = 0, largest_y = 0;
  for (std::uint32_t i = 0; i < part.count; ++i) {
    const double vx = part.x[i], vy = part.y[i];
    side[i] = dx * (local.y + vy) - dy * (local.x + vx);
    largest_x = std::max(largest_x, std::fabs(vx));
    largest_y = std::max(largest_y, std::fabs(vy));
  }
  const double bound =  // of all sides
      0x1p-50 * (std::fabs(dx) * (std::fabs(local.y) + largest_y) + std::fabs(dy) * (std::fabs(local.x) + largest_x));
  unsigned left = 0, right = 0;
  for (std::uint32_t i = 0; i < part.count; ++i) {
    left |= (side[i] > bound ? 1u : 0u) << i;
    right |= (side[i] < -bound ? 1u : 0u) << i;
  }
  const unsigned all = (1u << part.count) - 1;
  if (left == all || right == all) return Meeting{};
  if ((left | right) != all) return {};
  const auto of_next = [&](unsigned bits) { return (bits >> 1 | bits << (part.count - 1)) & all; };
  struct Edge {
    double x, y, beyond;
    bool certain;
  };
  const auto edge_at = [&](unsigned bits) {
    const auto i = static_cast<std::uint32_t>(__builtin_ctz(bits)), next = i + 1 < part.count ? i + 1 : 0;
    const double vx = part.x[i], vy = part.y[i], ex = part.x[next] - vx, ey = part.y[next] - vy;
    const Bounded n = cross(ex, ey, -(local.x + vx), -(local.y + vy), std::fabs(local.x) + std::fabs(vx),
                            std::fabs(local.y) + std::fabs(vy));
    return Edge{ex, ey, n.value, std::fabs(n.value) > 0x1p40 * n.bound};
  };
  const Edge in = edge_at(left & of_next(right));
  if (!in.certain) return {};
  if (in.beyond > 0) {
    const Edge out = edge_at(right & of_next(left));
    if (!out.certain) return {};
    return out.beyond > 0 ? local.inside() : Meeting{};
  }
  const Bounded across = cross(dx, dy, in.x, in.y, std::fabs(in.x), std::fabs(in.y));
  if (!(std::fabs(across.value) > 0x1p40 * across.bound)) return {};
  const Vec2d normal = outward_normal(in.x, in.y);
  return Meeting{in.beyond / across.value, normal.x, normal.y};
}

/// The meeting with a part without radius; the algorithm is stated at the top of this file.
template <class T>
Meeting meet_core(const Part<T>& part, const LocalRay& local) {
  if (const std::optional<Meeting> met = meet_in_doubles(part, local)) return *met;
  if (misses(part, local)) return {};
  const Ring<T> ring(part);
  std::optional<std::size_t> in, out;
  bool on_line = true;
  int first = local.exact_side(ring.vertex(0)), here = first;
  for (std::size_t i = 0; i < ring.count(); ++i) {
    const int there = i + 1 < ring.count() ? local.exact_side(ring.vertex(i + 1)) : first;
    if (here >= 0 && there <= 0 && here > there && !in) in = i;
    if (here <= 0 && there >= 0 && here < there && !out) out = i;
    on_line = on_line && here == 0;
    here = there;
  }
  if (on_line) return along_line(ring, local);
  if (!in || !out) return {};
  const double outside = local.beyond(ring.vertex(*in), ring.vertex(ring.next(*in)));
  if (outside >= 0)
    return outside == 0 || local.beyond(ring.vertex(*out), ring.vertex(ring.next(*out))) >= 0 ? local.inside()
                                                                                              : Meeting{};
  const Vec2d normal = outward_normal(ring.edge_x(*in), ring.edge_y(*in));
  return {outside / local.across(ring.vertex(*in), ring.vertex(ring.next(*in))), normal.x, normal.y};
}

/// The meeting with a part with a radius: the least time at which the ray enters a circle around a vertex, or a strip
/// between an edge and the edge moved outward by the radius: over the latter, or sideways, if rounding has it pass the
/// circle there. Where rounding exceeds the radius, the core counts, too. It is exact whether the origin lies in the part;
/// all else but the core is computed in doubles. If the origin lies outside, a time below 0 is a rounding error (of a circle
/// ahead, or of an edge at the origin), and is replaced by 0.
template <class T>
Meeting meet_rounded(const Part<T>& placed, const Ray& ray) {
  if (contains(placed, ray.origin)) return LocalRay(ray, placed.origin_x, placed.origin_y).inside();
  const PartAsHull<T> hull(placed);
  const Part<T>& part = hull.part();
  const LocalRay local(ray, part.origin_x, part.origin_y);
  const double scale = 1 / std::sqrt(ray.direction.x * ray.direction.x + ray.direction.y * ray.direction.y);
  const double dx = ray.direction.x * scale, dy = ray.direction.y * scale, r = static_cast<double>(part.radius);
  Meeting first, sideways;  // with distances in place of times; the return statement scales them
  const auto meet = [](Meeting& so_far, double time, double nx, double ny) {
    if (time < so_far.time) so_far = {time, nx, ny};
  };
  for (std::uint32_t i = 0; i < part.count; ++i) {
    const std::uint32_t next = i + 1 < part.count ? i + 1 : 0;
    const double wx = local.x + part.x[i], wy = local.y + part.y[i];
    const double along = dx * wx + dy * wy, beside = dx * wy - dy * wx;
    if (along > 0 && std::fabs(beside) <= r) {
      const double time = std::max(0.0, along - std::sqrt((r - beside) * (r + beside)));
      const double nx = time * dx - wx, ny = time * dy - wy, length = std::sqrt(nx * nx + ny * ny);
      if (length > 0) meet(first, time, nx / length, ny / length);
    }
    const double ex = static_cast<double>(part.x[next]) - static_cast<double>(part.x[i]);
    const double ey = static_cast<double>(part.y[next]) - static_cast<double>(part.y[i]);
    const double length = std::sqrt(ex * ex + ey * ey);
    if (length == 0) continue;
    const double nx = ey / length, ny = 0 - ex / length, towards = nx * dx + ny * dy;
    const double inside_edge = nx * wx + ny * wy + r;
    if (towards >= 0 || inside_edge > 0x1p-44 * (std::fabs(wx) + std::fabs(wy) + r)) continue;
    const double time = std::max(0.0, inside_edge / towards);
    const double on_edge = (time * dx - wx) * ex + (time * dy - wy) * ey;
    const double beyond = on_edge < 0 ? on_edge : std::max(on_edge - length * length, 0.0);
    const double later = beyond == 0 ? 0 : -beyond / (dx * ex + dy * ey);
    if (later >= 0 && -towards * later <= r) meet(beyond == 0 ? first : sideways, time + later, nx, ny);
  }
  const double error = rounding(part, local);
  if (sideways.time < first.time - error) first = sideways;
  if (r <= error) {
    const Meeting core = meet_core(part, local);
    if (core.time < (first.time - error) * scale) return core;
  }
  return {first.time * scale, first.normal_x + 0, first.normal_y + 0};
}

}  // namespace

template <class T>
Meeting meeting(const Part<T>& part, const Ray& ray) {
  return part.radius > 0 ? meet_rounded(part, ray) : meet_core(part, LocalRay(ray, part.origin_x, part.origin_y));
}

template Meeting meeting(const Part<float>&, const Ray&);
template Meeting meeting(const Part<double>&, const Ray&);

}  // namespace satchel::spatial
