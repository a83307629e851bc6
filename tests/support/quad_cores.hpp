// Distances and sweeps of bodies in numbers of 113 bits, and in rational numbers where those cannot tell, from the definitions
// alone.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <satchel/satchel.hpp>
#include <vector>

#include "placed_polygon.hpp"
#include "rational_cores.hpp"

namespace satchel::test {

using Quad = __float128;

template <class Number>
struct PointOf {
  Number x, y;
  friend PointOf operator+(const PointOf& p, const PointOf& q) { return {p.x + q.x, p.y + q.y}; }
  friend PointOf operator-(const PointOf& p, const PointOf& q) { return {p.x - q.x, p.y - q.y}; }
  friend Number dot(const PointOf& p, const PointOf& q) { return p.x * q.x + p.y * q.y; }
  friend Number cross(const PointOf& p, const PointOf& q) { return p.x * q.y - p.y * q.x; }
};

/// Two Newton steps double the digits of a double root twice. 0 for numbers whose root is below the range of doubles.
inline Quad root_of(Quad square) {
  if (!(square > 0)) return 0;
  int power = 0;
  for (; square >= Quad(0x1p+400); power += 200) square *= Quad(0x1p-400);
  for (; square < Quad(0x1p-400); power -= 200) square *= Quad(0x1p+400);
  Quad root = std::sqrt(static_cast<double>(square));
  for (int k = 0; k < 2; ++k) root = (root + square / root) / 2;
  return root * Quad(std::ldexp(1.0, power));
}

/// A body's core: its hull, seen from a point of the world.
template <class Number>
struct CoreOf {
  std::vector<PointOf<Number>> points;
  Number radius = 0;

  /// @param from  the origin of some body: a difference of two doubles needs up to 2100 bits, of which Quad keeps 113
  template <class T>
  CoreOf(const BasicScene<T>& scene, BodyId body, Vec2d from) : radius(scene.radius(scene.shape(body))) {
    const BasicPlacedPolygon<T> polygon = placed(scene, body);
    for (const std::uint32_t i : polygon.hull) {
      points.push_back({(Number(polygon.origin_x) - Number(from.x)) + Number(polygon.offsets[i].x),
                        (Number(polygon.origin_y) - Number(from.y)) + Number(polygon.offsets[i].y)});
    }
  }

  [[nodiscard]] std::size_t edges() const { return points.size() == 1 ? 0 : points.size(); }
  [[nodiscard]] const PointOf<Number>& at(std::size_t i) const { return points[i % points.size()]; }

  /// The squared distance of a point from the boundary.
  [[nodiscard]] Number squared_distance(const PointOf<Number>& p) const {
    Number least = dot(p - points[0], p - points[0]);
    for (std::size_t i = 0; i < edges(); ++i) {
      const PointOf<Number> edge = at(i + 1) - at(i), w = p - at(i);
      const Number along = dot(w, edge), squared = dot(edge, edge);
      if (along <= 0 || along >= squared) {
        least = std::min(least, dot(w, w));
      } else {
        const Number across = cross(edge, w);
        least = std::min<Number>(least, across * across / squared);
      }
    }
    return least;
  }
};

/// The squared distance of two cores that are apart.
template <class Number>
Number squared_distance(const CoreOf<Number>& a, const CoreOf<Number>& b) {
  Number least = a.squared_distance(b.points[0]);
  for (const PointOf<Number>& v : b.points) least = std::min(least, a.squared_distance(v));
  for (const PointOf<Number>& v : a.points) least = std::min(least, b.squared_distance(v));
  return least;
}

/// When polygons without radius meet, of which b moves by d.
template <class Number>
struct MeetingOf {
  Number enter = 0, leave = 1;  ///< they overlap or touch between these times, if enter <= leave
  bool is_certain = true;       ///< no comparison is closer than `doubt`
  bool hit = false;
};

/// Every edge is a line that the other polygon crosses during an interval of times, and so is each line along the motion.
/// @param doubt  comparisons closer than that, as a share of what is compared, are not certain; 0: all are
template <class Number>
MeetingOf<Number> meeting_of(const CoreOf<Number>& a, const CoreOf<Number>& b, const PointOf<Number>& d,
                             const Number& doubt) {
  MeetingOf<Number> meeting;
  bool apart = false;
  const auto magnitude = [](const Number& x) { return x < 0 ? Number(-x) : x; };
  // The other polygon's least height over the edge is h + t * change, size the magnitudes in it.
  const auto meet = [&](const Number& h, const Number& change, const Number& size) {
    const Number end = h + change;
    if (magnitude(h) <= doubt * size || magnitude(end) <= doubt * size) meeting.is_certain = false;
    if (h > 0 && end > 0) apart = true;
    if (h > 0 && end <= 0) meeting.enter = std::max<Number>(meeting.enter, h / (h - end));
    if (h <= 0 && end > 0) meeting.leave = std::min<Number>(meeting.leave, h / (h - end));
  };
  for (const bool of_a : {true, false}) {
    const CoreOf<Number>&own = of_a ? a : b, &other = of_a ? b : a;
    const PointOf<Number> motion = of_a ? d : PointOf<Number>{-d.x, -d.y};
    for (std::size_t i = 0; i < own.edges(); ++i) {
      const PointOf<Number> edge = own.at(i + 1) - own.at(i);
      Number least = -cross(edge, other.points[0] - own.at(i)), size = 0;
      for (const PointOf<Number>& v : other.points) {
        const PointOf<Number> w = v - own.at(i);
        least = std::min<Number>(least, -cross(edge, w));
        size = std::max<Number>(size, (magnitude(edge.x) + magnitude(edge.y)) * (magnitude(w.x) + magnitude(w.y)));
      }
      meet(least, -cross(edge, motion),
           size + (magnitude(edge.x) + magnitude(edge.y)) * (magnitude(d.x) + magnitude(d.y)));
    }
  }
  if (d.x != 0 || d.y != 0) {
    Number low[2], high[2], size = 0;
    for (int k = 0; k < 2; ++k) {
      const CoreOf<Number>& core = k == 0 ? a : b;
      low[k] = high[k] = cross(d, core.points[0]);
      for (const PointOf<Number>& v : core.points) {
        low[k] = std::min<Number>(low[k], cross(d, v));
        high[k] = std::max<Number>(high[k], cross(d, v));
        size = std::max<Number>(size, (magnitude(d.x) + magnitude(d.y)) * (magnitude(v.x) + magnitude(v.y)));
      }
    }
    const Number gap = std::max<Number>(low[0] - high[1], low[1] - high[0]);
    if (magnitude(gap) <= doubt * size) meeting.is_certain = false;
    if (gap > 0) apart = true;
  }
  const Number slack = meeting.leave - meeting.enter;
  if (magnitude(slack) <= doubt) meeting.is_certain = false;
  meeting.hit = !apart && meeting.enter <= meeting.leave;
  return meeting;
}

}  // namespace satchel::test
