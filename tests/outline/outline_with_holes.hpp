// Outlines with holes to try, and whether rings bound one region, in exact numbers and by brute force.
#pragma once

#include <algorithm>
#include <cstdint>
#include <satchel/types.hpp>
#include <span>
#include <vector>

#include "outline_check.hpp"
#include "support/outlines.hpp"
#include "support/random.hpp"

namespace satchel::test {

/// Rings as convex_parts takes them.
template <class T>
struct OutlineWithHoles {
  std::vector<BasicVec2<T>> vertices;
  std::vector<std::uint32_t> starts{0};

  void add(std::span<const BasicVec2<T>> ring) {
    vertices.insert(vertices.end(), ring.begin(), ring.end());
    starts.push_back(static_cast<std::uint32_t>(vertices.size()));
  }
  std::size_t holes() const { return starts.size() - 2; }
};

/// Whether two rings have a point in common, by trying all edges.
inline bool rings_meet(const ExactRing& a, const ExactRing& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t k = 0; k < b.size(); ++k) {
      if (segments_meet(a[i], a[(i + 1) % a.size()], b[k], b[(k + 1) % b.size()])) return true;
    }
  }
  return false;
}

/// Whether a ring is a hole in a region bounded by these rings.
inline bool is_hole_in(const ExactRing& hole, const std::vector<ExactRing>& rings) {
  if (!is_simple(hole) || doubled_area(hole).sign() >= 0) return false;
  int winds = 0;
  for (const ExactRing& ring : rings) {
    if (rings_meet(hole, ring)) return false;
    // In another hole: that one winds by -1. Around another hole: its vertex is wound by -1.
    if (winding(hole, ring[0]) != 0) return false;
    winds += winding(ring, hole[0]);
  }
  return winds == 1;
}

/// Adds holes at random places, as many of `tries` as lie where holes may lie.
template <class T>
OutlineWithHoles<T> with_holes(Random& random, const std::vector<BasicVec2<T>>& outer, int tries) {
  OutlineWithHoles<T> outline;
  outline.add(outer);
  std::vector<ExactRing> rings{exact_points<T>(outer)};
  const auto [left, right] = std::minmax_element(
      outer.begin(), outer.end(), [](const BasicVec2<T>& p, const BasicVec2<T>& q) { return p.x < q.x; });
  const auto [low, high] = std::minmax_element(outer.begin(), outer.end(),
                                               [](const BasicVec2<T>& p, const BasicVec2<T>& q) { return p.y < q.y; });
  const double width = double{right->x} - double{left->x}, height = double{high->y} - double{low->y};
  for (; tries > 0; --tries) {
    const double x = random.uniform(left->x, right->x), y = random.uniform(low->y, high->y);
    const double scale = std::min(width, height) * random.uniform(0.003, 0.1);
    std::vector<BasicVec2<T>> hole;
    for (const Vec2d v : star_outline(random, random.integer(3, 12))) {
      hole.push_back({static_cast<T>(x + scale * v.x), static_cast<T>(y + scale * v.y)});
    }
    std::reverse(hole.begin(), hole.end());
    ExactRing exact = exact_points<T>(hole);
    if (!is_hole_in(exact, rings)) continue;
    outline.add(hole);
    rings.push_back(std::move(exact));
  }
  return outline;
}

}  // namespace satchel::test
