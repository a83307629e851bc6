// Whether convex parts are right, in exact arithmetic, by nothing that made them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <satchel/outline.hpp>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "support/outlines.hpp"

namespace satchel::test {

using ExactRing = std::vector<ExactPoint>;

/// Every other vertex lies strictly left of each edge.
inline bool is_strictly_convex(const ExactRing& ring) {
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const std::size_t next = (i + 1) % ring.size();
    for (std::size_t k = 0; k < ring.size(); ++k) {
      if (k != i && k != next && exact_turn(ring[i], ring[next], ring[k]) <= 0) return false;
    }
  }
  return ring.size() >= 3;
}

/// Whether an edge of one has all of the other on its right, or on it: then their interiors do not meet.
inline bool interiors_apart(const ExactRing& a, const ExactRing& b) {
  const auto has_separating_edge = [](const ExactRing& ring, const ExactRing& other) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      if (std::all_of(other.begin(), other.end(),
                      [&](const ExactPoint& v) { return exact_turn(ring[i], ring[(i + 1) % ring.size()], v) <= 0; })) {
        return true;
      }
    }
    return false;
  };
  return has_separating_edge(a, b) || has_separating_edge(b, a);
}

/// Winding number, for a point on no edge.
inline int winding(const ExactRing& ring, const ExactPoint& point) {
  int winds = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const ExactPoint &p = ring[i], &q = ring[(i + 1) % ring.size()];
    if (p.y <= point.y && q.y > point.y && exact_turn(p, q, point) > 0) ++winds;
    if (p.y > point.y && q.y <= point.y && exact_turn(p, q, point) < 0) --winds;
  }
  return winds;
}

/// Whether part of the segment lies strictly inside the convex ring: no edge has all of it on its right.
inline bool runs_inside(const ExactPoint& p, const ExactPoint& q, const ExactRing& ring) {
  bool line_crosses = false;
  int sides[2] = {0, 0};
  for (const ExactPoint& v : ring) {
    const int side = exact_turn(p, q, v);
    if (side != 0) sides[side > 0 ? 1 : 0] = 1;
  }
  line_crosses = sides[0] != 0 && sides[1] != 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const ExactPoint &a = ring[i], &b = ring[(i + 1) % ring.size()];
    if (exact_turn(a, b, p) <= 0 && exact_turn(a, b, q) <= 0) return false;
  }
  return line_crosses;
}

/// The rings of an outline, and which vertex follows which.
struct ExactRings {
  std::vector<ExactRing> rings;
  ExactRing vertices;
  std::vector<std::uint32_t> next;
  Exact area = 0;  ///< doubled; holes, clockwise, count negative

  template <class T>
  ExactRings(std::span<const BasicVec2<T>> outline, std::span<const std::uint32_t> starts) {
    vertices = exact_points(outline);
    for (std::size_t k = 0; k + 1 < starts.size(); ++k) {
      rings.emplace_back(vertices.begin() + starts[k], vertices.begin() + starts[k + 1]);
      area += doubled_area(rings.back());
      for (std::uint32_t i = starts[k]; i < starts[k + 1]; ++i)
        next.push_back(i + 1 < starts[k + 1] ? i + 1 : starts[k]);
    }
  }
  std::size_t reflex() const {
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < vertices.size(); ++i) {
      count += exact_turn(vertices[i], vertices[next[i]], vertices[next[next[i]]]) < 0 ? 1 : 0;
    }
    return count;
  }
};

/// Strictly convex parts, of the outline's vertices, of its area in all, apart from one another and inside it; edges
/// are inner ones just if another part has them too; and there are few enough.
/// @param starts  of the rings, as convex_parts takes them
template <class T>
void expect_right_parts(std::span<const BasicVec2<T>> outline, std::span<const std::uint32_t> starts,
                        const BasicConvexParts<T>& parts) {
  const ExactRings whole(outline, starts);
  ASSERT_EQ(parts.starts.size(), parts.size() + 1);
  ASSERT_EQ(parts.starts.front(), 0u);
  ASSERT_EQ(parts.starts.back(), parts.vertices.size());
  ASSERT_EQ(parts.indices.size(), parts.vertices.size());
  ASSERT_EQ(parts.inner_edges.size(), parts.vertices.size());
  EXPECT_LE(parts.size() + whole.rings.size() - 1, 2 * whole.reflex() + 1);

  std::vector<ExactRing> rings;
  std::multiset<std::pair<std::uint32_t, std::uint32_t>> inner;
  Exact area = 0;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    ExactRing ring;
    const std::uint32_t begin = parts.starts[k], end = parts.starts[k + 1];
    for (std::uint32_t i = begin; i < end; ++i) {
      ASSERT_LT(parts.indices[i], outline.size());
      EXPECT_EQ(parts.vertices[i], outline[parts.indices[i]]);
      ring.push_back(exact_point(parts.vertices[i]));
      const std::uint32_t from = parts.indices[i], to = parts.indices[i + 1 == end ? begin : i + 1];
      if (parts.inner_edges[i] != 0) {
        inner.emplace(from, to);
      } else {  // along the outline, past flat vertices at most
        for (std::uint32_t v = whole.next[from]; v != to; v = whole.next[v]) {
          ASSERT_EQ(exact_turn(whole.vertices[from], whole.vertices[to], whole.vertices[v]), 0);
        }
      }
    }
    ASSERT_TRUE(is_strictly_convex(ring)) << "part " << k;
    area += doubled_area(ring);
    // An inner point: three times the centroid of a triangle, against three times the outline.
    const ExactPoint inside{ring[0].x + ring[1].x + ring[2].x, ring[0].y + ring[1].y + ring[2].y};
    int winds = 0;
    for (const ExactRing& boundary : whole.rings) {
      ExactRing tripled;
      for (const ExactPoint& v : boundary) tripled.push_back({3 * v.x, 3 * v.y});
      winds += winding(tripled, inside);
    }
    EXPECT_EQ(winds, 1) << "part " << k;
    for (std::size_t i = 0; i < whole.vertices.size(); ++i) {
      EXPECT_FALSE(runs_inside(whole.vertices[i], whole.vertices[whole.next[i]], ring))
          << "part " << k << ", edge " << i;
    }
    rings.push_back(std::move(ring));
  }
  EXPECT_EQ(area, whole.area);
  for (const auto& [from, to] : inner) {
    EXPECT_EQ(inner.count({from, to}), 1u);
    EXPECT_EQ(inner.count({to, from}), 1u);
  }
  for (std::size_t k = 0; k < rings.size(); ++k) {
    for (std::size_t m = k + 1; m < rings.size(); ++m) EXPECT_TRUE(interiors_apart(rings[k], rings[m]));
  }
}

/// The same for an outline without holes.
template <class T>
void expect_right_parts(std::span<const BasicVec2<T>> outline, const BasicConvexParts<T>& parts) {
  const std::uint32_t starts[] = {0, static_cast<std::uint32_t>(outline.size())};
  expect_right_parts<T>(outline, starts, parts);
}

}  // namespace satchel::test
