// Whether triangles are right, in exact arithmetic, by nothing that made them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "outline/triangulate.hpp"
#include "outline_check.hpp"
#include "outline_with_holes.hpp"

namespace satchel::test {

/// The triangles turn left, and twins are one edge in both directions.
template <class T>
void expect_triangles(const OutlineWithHoles<T>& rings, const outline::Triangles& triangles) {
  using outline::Triangles;
  const ExactRing points = exact_points<T>(rings.vertices);
  ASSERT_EQ(triangles.starts.size() % 3, 0u);
  ASSERT_EQ(triangles.twins.size(), triangles.starts.size());
  for (std::uint32_t e = 0; e < triangles.starts.size(); ++e) {
    ASSERT_LT(triangles.starts[e], points.size());
    const std::uint32_t twin = triangles.twins[e], end = triangles.starts[Triangles::next(e)];
    if (e % 3 == 0) {
      ASSERT_GT(exact_turn(points[triangles.starts[e]], points[end], points[triangles.starts[e + 2]]), 0)
          << "triangle " << e / 3;
    }
    if (twin == outline::no_edge) continue;
    ASSERT_LT(twin, triangles.starts.size());
    ASSERT_EQ(triangles.twins[twin], e);
    ASSERT_EQ(triangles.starts[twin], end);
    ASSERT_EQ(triangles.starts[Triangles::next(twin)], triangles.starts[e]);
  }
}

/// The triangles fill the region between rings that do not touch. These conditions suffice: there are n + 2 h - 2
/// triangles, for n vertices and h holes; each turns left; every edge of a ring is an edge of one triangle; every other
/// edge is in two triangles, once in each direction. Proof: the boundary of the sum of the triangles is then the sum of
/// the rings, so that the number of triangles that contain a point is the sum of the winding numbers of the rings around
/// it: one in the region, zero outside of it and in a clockwise hole. O(n log n).
template <class T>
void expect_filled(const OutlineWithHoles<T>& rings, const outline::Triangles& triangles) {
  expect_triangles(rings, triangles);
  if (testing::Test::HasFatalFailure()) return;
  ASSERT_EQ(triangles.size(), rings.vertices.size() + 2 * rings.holes() - 2);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> wanted, found;
  for (std::size_t k = 0; k + 1 < rings.starts.size(); ++k) {
    for (std::uint32_t i = rings.starts[k]; i < rings.starts[k + 1]; ++i) {
      wanted.emplace_back(i, i + 1 == rings.starts[k + 1] ? rings.starts[k] : i + 1);
    }
  }
  for (std::uint32_t e = 0; e < triangles.starts.size(); ++e) {
    if (triangles.twins[e] != outline::no_edge) continue;
    found.emplace_back(triangles.starts[e], triangles.starts[outline::Triangles::next(e)]);
  }
  std::sort(wanted.begin(), wanted.end());
  std::sort(found.begin(), found.end());
  EXPECT_EQ(wanted, found);
}

using Fraction = boost::multiprecision::cpp_rational;

/// Twice the area of the even-odd region of rings whose edges do not cross: from each vertex's x to the next the edges
/// bound trapezoids.
template <class T>
Fraction even_odd_area(const OutlineWithHoles<T>& rings) {
  std::set<T> stops;
  for (const BasicVec2<T>& v : rings.vertices) stops.insert(v.x);
  Fraction area = 0;
  for (auto right = stops.begin(), left = right++; right != stops.end(); left = right++) {
    const Fraction x0 = double{*left}, x1 = double{*right}, middle = (x0 + x1) / 2;
    std::vector<Fraction> heights;
    for (std::size_t k = 0; k + 1 < rings.starts.size(); ++k) {
      for (std::uint32_t i = rings.starts[k]; i < rings.starts[k + 1]; ++i) {
        const BasicVec2<T>&p = rings.vertices[i],
              &q = rings.vertices[i + 1 == rings.starts[k + 1] ? rings.starts[k] : i + 1];
        if (std::min(p.x, q.x) > *left || std::max(p.x, q.x) < *right) continue;
        const Fraction px = double{p.x}, py = double{p.y}, qx = double{q.x}, qy = double{q.y};
        heights.push_back(py + (middle - px) * (qy - py) / (qx - px));
      }
    }
    std::sort(heights.begin(), heights.end());
    for (std::size_t k = 0; k + 1 < heights.size(); k += 2) area += 2 * (heights[k + 1] - heights[k]) * (x1 - x0);
  }
  return area;
}

/// Whether a ray from the point crosses an odd number of edges.
inline bool is_odd(const std::vector<ExactRing>& rings, const ExactPoint& point) {
  bool odd = false;
  for (const ExactRing& ring : rings) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const ExactPoint *low = &ring[i], *high = &ring[(i + 1) % ring.size()];
      if (high->y < low->y) std::swap(low, high);  // so that two edges between the same points count alike
      if (low->y <= point.y && point.y < high->y && exact_turn(*low, *high, point) > 0) odd = !odd;
    }
  }
  return odd;
}

/// The triangles lie in the even-odd region, apart from each other, have all of its area, and of equal vertices the first.
template <class T>
void expect_odd_filled(const OutlineWithHoles<T>& rings, const outline::Triangles& triangles) {
  expect_triangles(rings, triangles);
  if (testing::Test::HasFatalFailure()) return;
  std::map<std::pair<T, T>, std::uint32_t> firsts;
  for (std::uint32_t i = 0; i < rings.vertices.size(); ++i)
    firsts.emplace(std::pair(rings.vertices[i].x, rings.vertices[i].y), i);
  for (const std::uint32_t i : triangles.starts) {
    EXPECT_EQ(firsts.at({rings.vertices[i].x, rings.vertices[i].y}), i);
  }
  const ExactRings exact(std::span<const BasicVec2<T>>(rings.vertices), rings.starts);
  std::vector<ExactRing> tripled = exact.rings;
  for (ExactRing& ring : tripled) {
    for (ExactPoint& v : ring) v = {3 * v.x, 3 * v.y};
  }
  std::vector<ExactRing> corners;
  Fraction area = 0;
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    ExactRing& its = corners.emplace_back();
    ExactPoint sum{0, 0};
    Fraction x[3], y[3];
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t i = triangles.starts[3 * t + k];
      its.push_back(exact.vertices[i]);
      sum = {sum.x + its.back().x, sum.y + its.back().y};
      x[k] = double{rings.vertices[i].x};
      y[k] = double{rings.vertices[i].y};
    }
    EXPECT_TRUE(is_odd(tripled, sum)) << "triangle " << t;
    area += (x[1] - x[0]) * (y[2] - y[0]) - (y[1] - y[0]) * (x[2] - x[0]);
  }
  EXPECT_EQ(area, even_odd_area(rings));
  for (std::size_t t = 0; t < corners.size(); ++t) {
    for (std::size_t s = t + 1; s < corners.size(); ++s) EXPECT_TRUE(interiors_apart(corners[t], corners[s]));
  }
}

}  // namespace satchel::test
