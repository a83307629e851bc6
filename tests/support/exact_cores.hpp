// Pairs of cores held against exact numbers, for the tests of src/exact/resolve.hpp.
#pragma once

#include <gtest/gtest.h>

#include "exact/resolve.hpp"
#include "exact_polygons.hpp"

namespace satchel::test::cores {

template <class T>
struct Body {
  Polygon<T> offsets;
  double x = 0, y = 0;
  bool claims_convex = true;

  exact::Core<T> core() const {
    return {offsets.x.data(), offsets.y.data(), static_cast<std::uint32_t>(offsets.size()), x, y, claims_convex};
  }
};

/// What counts of a body: the hull of its vertices as they lie in the world.
struct Hull {
  std::vector<Point> points;
  std::vector<std::uint32_t> indices;
  double largest_offset = 0;

  template <class T>
  explicit Hull(const Body<T>& body) : indices(hull_by_wrapping(points_of(body.offsets))) {
    for (const std::uint32_t i : indices) {
      points.push_back({exact(body.x) + exact(body.offsets.x[i]), exact(body.y) + exact(body.offsets.y[i])});
      largest_offset = std::max<double>({largest_offset, std::fabs(body.offsets.x[i]), std::fabs(body.offsets.y[i])});
    }
  }
  std::size_t edges() const { return points.size() == 1 ? 0 : points.size(); }
  const Point& start(std::size_t e) const { return points[e]; }
  const Point& end(std::size_t e) const { return points[(e + 1) % points.size()]; }
};

struct Answer {
  Verdict verdict;
  Real separation, extent;
  Side touching_side = Side::a;
  std::uint32_t touching_index = 0;
};

/// From the definition, points and segments included.
Answer judge(const Hull& a, const Hull& b);

/// How often each verdict and stage came up, and the largest error in u D'.
struct Tally {
  int verdicts[3] = {}, expansions = 0, pairs = 0;
  double error = 0;
};

/// More than `least` pairs of each verdict; where tests run a part of their cases, more than that part of it.
void expect_each_verdict(const Tally& tally, int least);

/// Resolves the pair and holds everything that a contact promises against the answer.
template <class T>
void expect_right(const Body<T>& body_a, const Body<T>& body_b, Tally& tally);

template <class T>
Body<T> body(Polygon<T> polygon, double x, double y) {
  const bool convex = strictly_convex(polygon);
  return {std::move(polygon), x, y, convex};
}

/// A convex polygon of some size around 1, as it comes from rotation.
template <class T>
Polygon<T> some_polygon(Random& random, double scale) {
  const int count = random.chance(.3) ? random.pick({4, 8}) : random.integer(3, 12);
  const double squeeze = random.chance(.3) ? std::ldexp(1, -random.integer(1, 20)) : 1;
  return rotated(regular<T>(count, scale * random.uniform(.1, 2), random.uniform(0, 6), squeeze), random.uniform(0, 6));
}

/// Puts a vertex of b on (or by a hair off) a vertex or an edge of a; or b beside a, mirrored in an edge's middle.
template <class T>
Body<T> attached(Random& random, const Body<T>& a, double scale) {
  const std::size_t i = random.below(a.offsets.size()), next = (i + 1) % a.offsets.size();
  const double t = random.pick({0., .5, random.uniform(0, 1)});
  if (random.chance(.5)) {
    Polygon<T> mirrored;
    for (std::size_t k = 0; k < a.offsets.size(); ++k) mirrored.push(-a.offsets.x[k], -a.offsets.y[k]);
    return body(std::move(mirrored), a.x + (double{a.offsets.x[i]} + a.offsets.x[next]),
                a.y + (double{a.offsets.y[i]} + a.offsets.y[next]));
  }
  Polygon<T> polygon = random.chance(.5) ? a.offsets : some_polygon<T>(random, scale);
  const std::size_t v = random.below(polygon.size());
  const double x = a.x + (a.offsets.x[i] + t * (double{a.offsets.x[next]} - a.offsets.x[i]) - polygon.x[v]);
  const double y = a.y + (a.offsets.y[i] + t * (double{a.offsets.y[next]} - a.offsets.y[i]) - polygon.y[v]);
  return body(std::move(polygon), nudged(random, x), random.chance(.3) ? y : nudged(random, y));
}

}  // namespace satchel::test::cores
