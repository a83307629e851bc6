// Convex bodies in integers of any length: whether one contains a point, meets a box, lies in another, by signs of products alone.
#pragma once

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <satchel/satchel.hpp>
#include <vector>

#include "placed_polygon.hpp"

namespace satchel::test {

using BigInteger = boost::multiprecision::cpp_int;

/// In units of 2^-260, of which all coordinates are multiples.
inline BigInteger integer(double number) {
  int exponent = 0;
  const double fraction = std::frexp(number, &exponent);  // number = fraction 2^exponent, |fraction| in [1/2, 1) or 0
  return number == 0 ? BigInteger(0)
                     : BigInteger(static_cast<long long>(std::ldexp(fraction, 53))) << (exponent - 53 + 260);
}

struct BigPoint {
  BigInteger x, y;
  friend BigPoint operator-(const BigPoint& p, const BigPoint& q) { return {p.x - q.x, p.y - q.y}; }
};

inline BigInteger cross(const BigPoint& p, const BigPoint& q) { return p.x * q.y - p.y * q.x; }
inline BigInteger dot(const BigPoint& p, const BigPoint& q) { return p.x * q.x + p.y * q.y; }
inline BigPoint integers(Vec2d p) { return {integer(p.x), integer(p.y)}; }

/// Vertices of a convex core, counter-clockwise: one, two or more.
struct IntegerBody {
  std::vector<BigPoint> core;
  BigInteger radius = 0;

  std::size_t edges() const { return core.size() < 3 ? core.size() - 1 : core.size(); }
  const BigPoint& start(std::size_t e) const { return core[e]; }
  const BigPoint& end(std::size_t e) const { return core[e + 1 < core.size() ? e + 1 : 0]; }
};

template <class T>
IntegerBody integer_body(const BasicScene<T>& scene, BodyId id) {
  const BasicPlacedPolygon<T> polygon = placed(scene, id);
  IntegerBody body;
  for (const std::uint32_t i : polygon.hull) {
    body.core.push_back({integer(polygon.origin_x) + integer(static_cast<double>(polygon.offsets[i].x)),
                         integer(polygon.origin_y) + integer(static_cast<double>(polygon.offsets[i].y))});
  }
  body.radius = integer(static_cast<double>(scene.radius(scene.shape(id))));
  return body;
}

inline IntegerBody integer_body(const Box& box) {
  IntegerBody body{{integers({box.min_x, box.min_y})}};
  if (box.max_x > box.min_x) body.core.push_back(integers({box.max_x, box.min_y}));
  if (box.max_y > box.min_y) body.core.push_back(integers({box.max_x, box.max_y}));
  if (box.max_x > box.min_x && box.max_y > box.min_y) body.core.push_back(integers({box.min_x, box.max_y}));
  return body;
}

/// The sign of reach less the distance of a point from the boundary of a core, or from a core without area. reach: 0 or more.
inline int nearness(const IntegerBody& body, const BigPoint& p, const BigInteger& reach) {
  const BigInteger square = reach * reach;
  int largest = -1;
  for (const BigPoint& v : body.core) largest = std::max(largest, BigInteger(square - dot(p - v, p - v)).sign());
  for (std::size_t e = 0; e < body.edges(); ++e) {
    const BigPoint edge = body.end(e) - body.start(e), w = p - body.start(e);
    const BigInteger along = dot(edge, w), squared = dot(edge, edge);
    if (along < 0 || along > squared) continue;
    const BigInteger across = cross(edge, w);
    largest = std::max(largest, BigInteger(square * squared - across * across).sign());
  }
  return largest;
}

/// 1 inside a core, 0 on its boundary, -1 outside; of a core without area -1 or 0.
inline int side(const IntegerBody& body, const BigPoint& p) {
  if (body.core.size() < 3) return nearness(body, p, 0);
  int least = 1;
  for (std::size_t e = 0; e < body.edges(); ++e) {
    least = std::min(least, cross(body.end(e) - body.start(e), p - body.start(e)).sign());
  }
  return least;
}

inline bool contains(const IntegerBody& body, const BigPoint& p) {
  return side(body, p) >= 0 || nearness(body, p, body.radius) >= 0;
}

/// Whether two closed bodies, of which the second has no radius, have a point in common.
inline bool meet(const IntegerBody& a, const IntegerBody& b) {
  const auto apart = [](const BigPoint& p, const BigPoint& q, const BigPoint& r, const BigPoint& s) {
    return cross(q - p, r - p).sign() * cross(q - p, s - p).sign() >= 0;
  };
  for (std::size_t e = 0; e < a.edges(); ++e) {
    for (std::size_t f = 0; f < b.edges(); ++f) {  // which cross inside: ends are vertices, seen below
      if (!apart(a.start(e), a.end(e), b.start(f), b.end(f)) && !apart(b.start(f), b.end(f), a.start(e), a.end(e))) {
        return true;
      }
    }
  }
  const auto is_near = [&](const IntegerBody& body, const BigPoint& p) {
    return side(body, p) >= 0 || nearness(body, p, a.radius) >= 0;
  };
  return std::any_of(b.core.begin(), b.core.end(), [&](const BigPoint& p) { return is_near(a, p); }) ||
         std::any_of(a.core.begin(), a.core.end(), [&](const BigPoint& p) { return is_near(b, p); });
}

/// Where a lies in b: 1 inside, 0 inside and touching the boundary, -1 not in b. It lies in b if each vertex of a does with a's
/// radius around it.
inline int place_in(const IntegerBody& a, const IntegerBody& b) {
  const BigInteger reach = b.radius - a.radius;
  int least = 1;
  for (const BigPoint& v : a.core) {
    int place = b.core.size() < 3 ? -1 : side(b, v);
    if (reach == 0) {
      place = side(b, v);
    } else if (reach > 0) {
      place = place >= 0 ? 1 : nearness(b, v, reach);
    } else if (place >= 0) {  // so far inside each edge
      for (std::size_t e = 0; e < b.edges(); ++e) {
        const BigPoint edge = b.end(e) - b.start(e);
        const BigInteger across = cross(edge, v - b.start(e));
        place = std::min(place, BigInteger(across * across - reach * reach * dot(edge, edge)).sign());
      }
    }
    least = std::min(least, place);
  }
  return least;
}

}  // namespace satchel::test
