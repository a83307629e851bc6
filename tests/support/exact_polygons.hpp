// Polygons and orientations in exact numbers, for the tests of src/exact: by other ways than the oracle's.
#pragma once

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

#include "exact_number.hpp"
#include "random.hpp"

namespace satchel::test::cores {

using Real = boost::multiprecision::cpp_bin_float_50;

/// The value of a product of two `Exact` coordinates.
inline Real real(const Exact& product) { return boost::multiprecision::ldexp(Real(product), -520); }

struct Point {
  Exact x, y;
  friend bool operator==(const Point&, const Point&) = default;
};

inline Exact turn(const Point& o, const Point& p, const Point& q) {
  return (p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x);
}

template <class T>
T nudged(Random& random, T value) {
  for (int k = random.integer(-3, 3); k != 0; k += k < 0 ? 1 : -1) {
    value = std::nextafter(value, k < 0 ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::infinity());
  }
  return std::fabs(value) < T(0x1p-140) ? T(0) : value;
}

template <class T>
struct Polygon {
  std::vector<T> x, y;

  std::size_t size() const { return x.size(); }
  void push(double px, double py) {
    x.push_back(static_cast<T>(px) + T(0));
    y.push_back(static_cast<T>(py) + T(0));
  }
  Point point(std::size_t i) const { return {exact(x[i]), exact(y[i])}; }
};

template <class T>
Polygon<T> regular(int count, double radius, double phase, double squeeze = 1) {
  Polygon<T> polygon;
  for (int k = 0; k < count; ++k) {
    const double angle = phase + 2 * std::numbers::pi * k / count;
    polygon.push(radius * std::cos(angle), squeeze * radius * std::sin(angle));
  }
  return polygon;
}

template <class T>
Polygon<T> box(double left, double bottom, double right, double top) {
  return {{static_cast<T>(left), static_cast<T>(right), static_cast<T>(right), static_cast<T>(left)},
          {static_cast<T>(bottom), static_cast<T>(bottom), static_cast<T>(top), static_cast<T>(top)}};
}

/// By the rotation (c, s) rounded to T, in T arithmetic.
template <class T>
Polygon<T> rotated(const Polygon<T>& polygon, double angle) {
  const T c = static_cast<T>(std::cos(angle)), s = static_cast<T>(std::sin(angle));
  Polygon<T> result;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    result.push(c * polygon.x[i] - s * polygon.y[i], s * polygon.x[i] + c * polygon.y[i]);
  }
  return result;
}

/// Indices of the hull, counter-clockwise from the lowest index; of equal points the lowest index. Gift wrapping, to
/// have nothing in common with what it judges.
std::vector<std::uint32_t> hull_by_wrapping(const std::vector<Point>& points);

template <class T>
std::vector<Point> points_of(const Polygon<T>& polygon) {
  std::vector<Point> points;
  for (std::size_t i = 0; i < polygon.size(); ++i) points.push_back(polygon.point(i));
  return points;
}

/// Whether the polygon is its own hull, in its own order.
template <class T>
bool strictly_convex(const Polygon<T>& polygon) {
  const std::vector<std::uint32_t> hull = hull_by_wrapping(points_of(polygon));
  if (hull.size() != polygon.size() || hull.size() < 3) return false;
  for (std::uint32_t i = 0; i < hull.size(); ++i) {
    if (hull[i] != i) return false;
  }
  return true;
}

}  // namespace satchel::test::cores
