// Areas of intersections in rational numbers, and the bound that the library promises.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <satchel/satchel.hpp>
#include <vector>

#include "rational_cores.hpp"

namespace satchel::test {

inline Rational area_of(const std::vector<RationalPoint>& polygon) {
  Rational twice = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) twice += cross(polygon[i], polygon[(i + 1) % polygon.size()]);
  return twice / 2;
}

/// The hull of points, counter-clockwise (A. M. Andrew, 1979).
inline std::vector<RationalPoint> hull_of(std::vector<RationalPoint> points) {
  std::sort(points.begin(), points.end(),
            [](const RationalPoint& p, const RationalPoint& q) { return p.x != q.x ? p.x < q.x : p.y < q.y; });
  std::vector<RationalPoint> hull;
  for (const bool upper : {false, true}) {
    const std::size_t begin = hull.size();
    for (const RationalPoint& p : points) {
      while (hull.size() >= begin + 2 && cross(hull.back() - hull[hull.size() - 2], p - hull.back()) <= 0) {
        hull.pop_back();
      }
      hull.push_back(p);
    }
    if (!hull.empty()) hull.pop_back();
    if (!upper) std::reverse(points.begin(), points.end());
  }
  return hull;
}

/// The area of the intersection of two polygons without radius: that of the hull of its corners, which are vertices of
/// one polygon inside the other, and points where edges cross.
inline Rational overlap_area(const RationalBody& a, const RationalBody& b) {
  if (a.core.size() < 3 || b.core.size() < 3) return 0;
  std::vector<RationalPoint> corners;
  const auto add_vertices_inside = [&](const RationalBody& of, const RationalBody& in) {
    for (const RationalPoint& v : of.core) {
      bool inside = true;
      for (std::size_t e = 0; e < in.edges() && inside; ++e)
        inside = cross(in.end(e) - in.start(e), v - in.start(e)) >= 0;
      if (inside) corners.push_back(v);
    }
  };
  add_vertices_inside(a, b);
  add_vertices_inside(b, a);
  for (std::size_t e = 0; e < a.edges(); ++e) {
    for (std::size_t f = 0; f < b.edges(); ++f) {
      if (!segments_meet(a.start(e), a.end(e), b.start(f), b.end(f))) continue;
      const RationalPoint d = a.end(e) - a.start(e), edge = b.end(f) - b.start(f);
      const Rational t = cross(b.start(f) - a.start(e), edge) / cross(d, edge);
      corners.push_back({a.start(e).x + t * d.x, a.start(e).y + t * d.y});
    }
  }
  return corners.size() < 3 ? Rational(0) : area_of(hull_of(corners));
}

/// What the bound of a pair's area is made of.
struct AreaScale {
  double extent;   ///< D', the longer side of the common box or the largest offset
  double smaller;  ///< d, the longer side of the smaller body's box
};

template <class T>
AreaScale area_scale(const BasicScene<T>& scene, Pair pair) {
  const Box p = scene.bounding_box(pair.a), q = scene.bounding_box(pair.b);
  const auto side = [](const Box& box) { return std::max(box.max_x - box.min_x, box.max_y - box.min_y); };
  const Box both{std::min(p.min_x, q.min_x), std::min(p.min_y, q.min_y), std::max(p.max_x, q.max_x),
                 std::max(p.max_y, q.max_y)};
  double extent = side(both);
  for (const BodyId body : {pair.a, pair.b}) {
    std::vector<BasicVec2<T>> offsets(scene.vertex_count(scene.shape(body)));
    scene.placed_offsets(body, offsets);
    for (const BasicVec2<T>& v : offsets) {
      extent = std::max({extent, std::fabs(static_cast<double>(v.x)), std::fabs(static_cast<double>(v.y))});
    }
  }
  return {extent, std::min(side(p), side(q))};
}

template <class T>
constexpr double unit_roundoff = sizeof(T) == sizeof(float) ? 0x1p-24 : 0x1p-53;

/// So many u D' d, and a few of the least numbers.
template <class T>
double area_bound(const AreaScale& scale, double factor) {
  return factor * unit_roundoff<T> * scale.extent * scale.smaller +
         4 * static_cast<double>(std::numeric_limits<T>::denorm_min());
}

/// The area of a ring that runs counter-clockwise.
template <class T>
Rational exact_area(const std::vector<BasicVec2<T>>& ring) {
  std::vector<RationalPoint> points;
  for (const BasicVec2<T>& v : ring) points.push_back({Rational(v.x), Rational(v.y)});
  return area_of(points);
}

}  // namespace satchel::test
