// In doubles, and where their error bound does not decide, as a pair of cores, of which one is a point.
#include "spatial/point_in_part.hpp"

#include <cmath>
#include <limits>

namespace satchel::spatial {
namespace {

enum class Answer { no, yes, unknown };

/// The point relative to the part's origin; off by u |x|.
struct Seen {
  double x, y;
};

/// A point is in a polygon if it lies to the left of no edge's right side:
///   least over the edges e from v of e x (w - v)
/// With u = 2^-53, e, w, w - v, the products and their difference are each off by a factor within 1 +- u, so all of it
/// by 5 u (|ex| (|wy| + |vy|) + |ey| (|wx| + |vx|)); the bound takes 8.
template <class T>
Answer in_polygon(const Part<T>& part, Seen w) {
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

/// Of a part with a radius: the distance from its edges, or its vertex, against the radius. A distance is off by some
/// 10 u of the numbers that it comes from, its square by no more than the bound.
template <class T>
Answer near_core(const Part<T>& part, Seen w) {
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
Answer by_doubles(const Part<T>& part, Seen w) {
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
