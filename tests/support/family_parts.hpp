// What several families are made of.
#pragma once

#include <cmath>
#include <limits>
#include <numbers>

#include "generators.hpp"
#include "oracle.hpp"  // unit_roundoff, strictly_convex

namespace satchel::test::parts {

constexpr double two_pi = 2 * std::numbers::pi;

template <class T>
BasicVec2<T> narrowed(double x, double y) {
  return {static_cast<T>(x), static_cast<T>(y)};
}

/// What hard pairs reach differs: beyond float there is double, beyond double nothing but expansions.
template <class T>
constexpr Reach reach(Reach in_float, Reach in_double) {
  return sizeof(T) == sizeof(float) ? in_float : in_double;
}

template <class T>
BasicPolygon<T> few(Random& random, double radius, Point2 center = {}) {
  return round_polygon<T>(random, random.integer(3, 8), radius, center);
}

template <class T>
BasicPolygon<T> moved(BasicPolygon<T> polygon, double dx, double dy) {
  for (BasicVec2<T>& v : polygon) v = narrowed<T>(static_cast<double>(v.x) + dx, static_cast<double>(v.y) + dy);
  return polygon;
}

template <class T>
BasicPolygon<T> scaled_by(BasicPolygon<T> polygon, double factor) {
  for (BasicVec2<T>& v : polygon) v = narrowed<T>(static_cast<double>(v.x) * factor, static_cast<double>(v.y) * factor);
  return polygon;
}

/// The number that lies `steps` units in the last place beyond x.
template <class T>
T stepped(T x, int steps) {
  for (; steps > 0; --steps) x = std::nextafter(x, std::numeric_limits<T>::infinity());
  for (; steps < 0; ++steps) x = std::nextafter(x, -std::numeric_limits<T>::infinity());
  return x;
}

/// An edge of a polygon, chosen at random.
struct EdgeChoice {
  double x, y, dx, dy;  ///< start, and from there to the end

  [[nodiscard]] Point2 at(double t) const { return {x + t * dx, y + t * dy}; }
};

template <class T>
EdgeChoice some_edge(Random& random, const BasicPolygon<T>& polygon) {
  const std::size_t i = random.below(polygon.size());
  const BasicVec2<T> s = polygon[i], e = polygon[(i + 1) % polygon.size()];
  const double x = s.x, y = s.y;
  return {x, y, static_cast<double>(e.x) - x, static_cast<double>(e.y) - y};
}

template <class T>
BasicCouple<T> near_by(Random& random) {
  const BasicPolygon<T> a = few<T>(random, random.uniform(.2, 1));
  return {{a}, {few<T>(random, random.uniform(.2, 1), {random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5)})}};
}

/// Both turned somehow, about their origins.
template <class T>
BasicCouple<T> turned(BasicCouple<T> couple, Random& random) {
  const Pose a = couple.a.pose, b = couple.b.pose;
  couple.a.pose = Pose::at(a.x, a.y, random.uniform(-7, 7));
  couple.b.pose = Pose::at(b.x, b.y, random.uniform(-7, 7));
  return couple;
}

/// Moves b along the normal until what parts the two, or holds them together, is some roundings of T: at the limit of
/// what an error band may certify.
template <class T>
BasicCouple<T> brought_near(BasicCouple<T> couple, Random& random) {
  BasicScene<T> scene;
  const Pair pair = {add(scene, couple.a), add(scene, couple.b)};
  BasicContact<T> contact;
  collide(scene, {&pair, 1}, {&contact, 1});
  const BasicAnswer<T> answer = judge(placed(scene, pair.a), placed(scene, pair.b));
  const auto gap = static_cast<double>(answer.extent) * random.uniform(-8, 8) * unit_roundoff<T>;
  const auto shift = gap - static_cast<double>(answer.separation);
  couple.b.pose.x += shift * static_cast<double>(contact.normal_x);
  couple.b.pose.y += shift * static_cast<double>(contact.normal_y);
  return couple;
}

}  // namespace satchel::test::parts
