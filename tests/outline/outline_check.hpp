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

/// Strictly convex parts, of the outline's vertices, of its area in all, apart from one another and inside it; edges
/// are inner ones just if another part has them too; and there are few enough.
template <class T>
void expect_right_parts(std::span<const BasicVec2<T>> outline, const BasicConvexParts<T>& parts) {
  const ExactRing whole = exact_points(outline);
  ASSERT_EQ(parts.starts.size(), parts.size() + 1);
  ASSERT_EQ(parts.starts.front(), 0u);
  ASSERT_EQ(parts.starts.back(), parts.vertices.size());
  ASSERT_EQ(parts.indices.size(), parts.vertices.size());
  ASSERT_EQ(parts.inner_edges.size(), parts.vertices.size());

  std::size_t reflex = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    reflex += exact_turn(whole[i], whole[(i + 1) % whole.size()], whole[(i + 2) % whole.size()]) < 0;
  }
  EXPECT_LE(parts.size(), 2 * reflex + 1);

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
        for (std::size_t v = (from + 1) % whole.size(); v != to; v = (v + 1) % whole.size()) {
          ASSERT_EQ(exact_turn(whole[from], whole[to], whole[v]), 0);
        }
      }
    }
    ASSERT_TRUE(is_strictly_convex(ring)) << "part " << k;
    area += doubled_area(ring);
    // An inner point: three times the centroid of a triangle, against three times the outline.
    const ExactPoint inside{ring[0].x + ring[1].x + ring[2].x, ring[0].y + ring[1].y + ring[2].y};
    ExactRing tripled;
    for (const ExactPoint& v : whole) tripled.push_back({3 * v.x, 3 * v.y});
    EXPECT_EQ(winding(tripled, inside), 1) << "part " << k;
    for (std::size_t i = 0; i < whole.size(); ++i) {
      EXPECT_FALSE(runs_inside(whole[i], whole[(i + 1) % whole.size()], ring)) << "part " << k << ", edge " << i;
    }
    rings.push_back(std::move(ring));
  }
  EXPECT_EQ(area, doubled_area(whole));
  for (const auto& [from, to] : inner) {
    EXPECT_EQ(inner.count({from, to}), 1u);
    EXPECT_EQ(inner.count({to, from}), 1u);
  }
  for (std::size_t k = 0; k < rings.size(); ++k) {
    for (std::size_t m = k + 1; m < rings.size(); ++m) EXPECT_TRUE(interiors_apart(rings[k], rings[m]));
  }
}

}  // namespace satchel::test
