// Convex parts, hashed: the same on every machine, for every compiler and optimisation level.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <satchel/satchel.hpp>
#include <utility>
#include <vector>

#include "support/hash.hpp"
#include "support/outlines.hpp"
#include "support/random.hpp"

namespace satchel::test {
namespace {

/// Points of the integer grid, in the order of their directions from the origin, which the ring goes around.
std::vector<Vec2d> star_on_grid(Random& random, int count) {
  std::vector<std::pair<int, int>> points{{500, 0}, {0, 500}, {-500, 0}, {0, -500}};
  while (static_cast<int>(points.size()) < count) {
    const int x = random.integer(-1000, 1000), y = random.integer(-1000, 1000);
    if (x * x + y * y > 10000) points.emplace_back(x, y);
  }
  const auto half = [](const auto& p) { return p.second < 0 || (p.second == 0 && p.first < 0); };
  const auto turn = [](const auto& p, const auto& q) { return p.first * q.second - p.second * q.first; };
  std::stable_sort(points.begin(), points.end(),
                   [&](const auto& p, const auto& q) { return half(p) != half(q) ? half(q) : turn(p, q) > 0; });
  std::vector<Vec2d> ring;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i > 0 && turn(points[i - 1], points[i]) == 0) continue;  // of one direction the first
    ring.push_back({static_cast<double>(points[i].first), static_cast<double>(points[i].second)});
  }
  return ring;
}

template <class T>
std::uint64_t hash_of_parts() {
  Random random(2026);
  Hash hash;
  for (int i = 0; i < 400; ++i) {
    std::vector<Vec2d> outline = i % 4 == 0   ? star_on_grid(random, random.integer(8, 300))
                                 : i % 4 == 1 ? comb_outline(random, random.integer(1, 12))
                                 : i % 4 == 2 ? spiral_outline(random, random.integer(1, 5))
                                              : stairs_outline(random, random.integer(2, 30));
    if (i % 4 != 0 && random.chance(0.5)) outline = with_flat_vertices(random, outline, 0.5);
    std::vector<std::uint32_t> starts{0, static_cast<std::uint32_t>(outline.size())};
    if (i % 4 == 0) {
      outline.insert(outline.end(), {{-8, -8}, {-7, 8}, {0, 3}, {9, 6}});
      starts.push_back(static_cast<std::uint32_t>(outline.size()));
    }
    std::vector<BasicVec2<T>> vertices;
    for (const Vec2d v : outline) vertices.push_back({static_cast<T>(v.x), static_cast<T>(v.y)});
    const BasicConvexParts<T> parts = convex_parts(vertices, starts);
    for (const std::uint32_t start : parts.starts) hash.add(std::uint64_t{start});
    for (const std::uint32_t index : parts.indices) hash.add(std::uint64_t{index});
    for (const std::uint8_t inner : parts.inner_edges) hash.add(std::uint64_t{inner});
    for (const BasicVec2<T>& v : parts.vertices) hash.add(static_cast<double>(v.x), static_cast<double>(v.y));
  }
  return hash.value();
}

TEST(GoldenParts, of_outlines_are_those_recorded) {
  constexpr std::uint64_t golden = 14640830490784441293u;
  EXPECT_EQ(hash_of_parts<float>(), golden);
  EXPECT_EQ(hash_of_parts<double>(), golden);
}

}  // namespace
}  // namespace satchel::test
