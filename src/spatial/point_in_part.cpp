// Tests a point against a part in doubles; if their error bound does not decide, resolves the part and the point as a
// pair of cores, exactly.
#include "spatial/point_in_part.hpp"

#include <cmath>
#include <limits>

namespace satchel::spatial {
namespace {

enum class Answer { no, yes, unknown };

/// The point relative to the part's origin; each coordinate has a relative error of at most u.
struct LocalPoint {
  double x, y;
};

/// Whether the point w is in a polygon: it is, if e x (w - v) >= 0 for every edge e with start v.
/// Error, with u = 2^-53: e, w, w - v, the products and their difference are each off by a factor within 1 +- u, so
/// e x (w - v) is off by at most 5 u (|ex| (|wy| + |vy|) + |ey| (|wx| + |vx|)); the bound has 8 u.
template <class T>
Answer in_polygon(const Part<T>& part, LocalPoint w) {
  bool certain = true;
  for (std::uint32_t i = 0; i < part.count; ++i) {
    const std::uint32_t next = i + 1 < part.count ? i + 1 : 0;
    const double vx = part.x[i], vy = part.y[i], ex = part.x[next] - vx, ey = part.y[next] - vy;
    const double left = ex * (w.y - vy) - ey * (w.x - vx);
    const double bound =
        0x1p-50 * (std::fabs(ex) * (std::fabs(w.y) + std::fabs(vy)) + std::fabs(ey) * (std::fabs(w.x) + std::fabs(vx)));
    if (left < -bound) return Answer::no;
    certain = certain && left > bound;
  }
  return certain ? Answer::yes : Answer::unknown;
}

/// Whether the distance of w from the edges (or the vertex) of a part is at most its radius. A distance is off by about
/// 10 u times the extent of the numbers that it is computed from; its square by less than the bound, 2^-46 extent^2.
template <class T>
Answer near_core(const Part<T>& part, LocalPoint w) {
  double least = std::numeric_limits<double>::infinity(), largest = 0;
  for (std::uint32_t i = 0; i < part.count; ++i) {
    const std::uint32_t next = i + 1 < part.count ? i + 1 : 0;
    const double vx = part.x[i], vy = part.y[i];
    least = std::min(least, squared_distance(w.x, w.y, vx, vy, part.x[next] - vx, part.y[next] - vy));
    largest = std::max({largest, std::fabs(vx), std::fabs(vy)});
  }
  const double r = static_cast<double>(part.radius), extent = largest + std::fabs(w.x) + std::fabs(w.y) + r;
  const double bound = 0x1p-46 * (extent * extent);
  if (least + bound < r * r) return Answer::yes;
  return least - bound > r * r ? Answer::no : Answer::unknown;
}

template <class T>
Answer by_doubles(const Part<T>& part, LocalPoint w) {
  const bool polygon = part.count >= 3;
  if (polygon && !part.strictly_convex) return Answer::unknown;
  const Answer in_core = polygon ? in_polygon(part, w) : part.radius > 0 ? Answer::no : Answer::unknown;
  if (in_core == Answer::yes || part.radius == 0) return in_core;
  const Answer near = near_core(part, w);
  return near == Answer::no && in_core == Answer::unknown ? Answer::unknown : near;
}

}  // namespace

template <class T>
bool contains(const Part<T>& part, Vec2d point) {
  const Answer answer = by_doubles(part, {point.x - part.origin_x, point.y - part.origin_y});
  if (answer != Answer::unknown) return answer == Answer::yes;
  const PartInDoubles<T> in_doubles(part);
  const double zero = 0;
  const exact::Core<double> point_core{&zero, &zero, 1, point.x, point.y, false};
  exact::Stage stage{};
  return exact::resolve_verdict(in_doubles.part(), point_core, stage) != Verdict::disjoint;
}

template bool contains(const Part<float>&, Vec2d);
template bool contains(const Part<double>&, Vec2d);

}  // namespace satchel::spatial
