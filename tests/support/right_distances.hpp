// What is promised of distances and their witness points, against every vertex tried against every edge, in doubles.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <satchel/satchel.hpp>
#include <span>
#include <vector>

#include "hulls.hpp"
#include "queries.hpp"

namespace satchel::test {

template <class T>
std::vector<BasicDistance<T>> distances_of(const BasicScene<T>& scene, std::span<const Pair> pairs,
                                           const Options& options = {}) {
  std::vector<BasicDistance<T>> results(pairs.size());
  distances(scene, pairs, results, options);
  return results;
}

/// The distance of cores that are apart.
inline double brute_force(const RoundedPair& pair) {
  double least = std::numeric_limits<double>::infinity();
  for (const Vec2d v : pair.a.core) least = std::min(least, distance_from_boundary(v, pair.b));
  for (const Vec2d v : pair.b.core) least = std::min(least, distance_from_boundary(v, pair.a));
  return least - pair.a.radius - pair.b.radius;
}

template <class T>
void expect_right_distances(const BasicScene<T>& scene, std::span<const Pair> pairs) {
  const auto contacts = collided(scene, pairs);
  const auto results = distances_of(scene, pairs);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const BasicDistance<T>& found = results[i];
    const RoundedPair pair(scene, pairs[i]);
    const double tolerance = (sizeof(T) == 4 ? 1e-6 : 1e-14) * std::max(pair.extent, length(pair.delta));
    const double value = static_cast<double>(found.distance);
    const auto point = [](BasicVec2<T> p) { return Vec2d{static_cast<double>(p.x), static_cast<double>(p.y)}; };
    const Vec2d a = point(found.point_a), b = pair.delta + point(found.point_b);
    const Vec2d normal{static_cast<double>(found.normal_x), static_cast<double>(found.normal_y)};
    const char* what = nullptr;
    if (found.feature != contacts[i].feature) what = "another verdict than collide's";
    if (verdict(found) == Verdict::touching && value != 0) what = "a touch is not 0";
    if (verdict(found) == Verdict::overlapping && found.distance != contacts[i].separation) what = "another depth";
    if (verdict(found) == Verdict::disjoint && (!(value > 0) || std::abs(value - brute_force(pair)) > tolerance)) {
      what = "another distance";
    }
    if (length(b - a - value * normal) > 2 * tolerance) what = "points that are not as far apart";
    for (const Side side : {Side::a, Side::b}) {  // on the surface, no deeper than the radius inside
      const Rounded& body = pair.of(side);
      if (std::abs(distance_from_boundary(side == Side::a ? a : b, body) - body.radius) > 2 * tolerance) {
        what = "a point off the surface";
      }
    }
    if (what != nullptr && ++wrong <= 3) {
      ADD_FAILURE() << what << ": pair " << i << ", distance " << value << " against " << brute_force(pair)
                    << ", points " << a.x << ' ' << a.y << ", " << b.x << ' ' << b.y << ", tolerance " << tolerance;
    }
  }
  EXPECT_EQ(wrong, 0u);
}

}  // namespace satchel::test
