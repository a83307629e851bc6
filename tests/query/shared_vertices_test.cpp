// Neighbours of tilings, which share edges and vertices exactly or but for rounding: touches that lanes prove by equal
// vertices, and those that only look like it.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <satchel/satchel.hpp>
#include <utility>

#include "support/bodies.hpp"
#include "support/exact_number.hpp"
#include "support/generators.hpp"
#include "support/isa_param.hpp"
#include "support/oracle.hpp"
#include "support/queries.hpp"

namespace satchel::test {
namespace {

/// Polygons as indices of points, so that neighbours have the same points.
struct Tiling {
  std::vector<Vec2d> points;
  std::vector<std::vector<std::size_t>> tiles;

  void add_regular(int n, double radius, double phase, double x, double y) {
    std::vector<std::size_t>& tile = tiles.emplace_back();
    for (int k = 0; k < n; ++k) {
      const double angle = phase + 2 * std::numbers::pi * k / n;
      const double px = x + radius * std::cos(angle), py = y + radius * std::sin(angle);
      const auto [at, is_new] = numbers_.try_emplace({std::lround(1e6 * px), std::lround(1e6 * py)}, points.size());
      if (is_new) points.push_back({px, py});
      tile.push_back(at->second);
    }
  }

 private:
  std::map<std::pair<long, long>, std::size_t> numbers_;
};

/// Regular polygons of n = 3, 4, 6, 8 or 12 corners side by side, with small squares between octagons; crooked.
Tiling tiling_of(int n, Random& random) {
  constexpr int side = 9;
  constexpr double pi = std::numbers::pi;
  const double radius = 1, apothem = std::cos(pi / n);
  Tiling tiling;
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) {
      if (n == 3) {
        const double x = std::sqrt(3.0) * (column + 0.5 * row), y = 1.5 * row;
        tiling.add_regular(3, 1, pi / 2, x, y);
        tiling.add_regular(3, 1, -pi / 2, x + std::sqrt(3.0) / 2, y + 0.5);
      } else if (n == 4 || n == 8) {
        tiling.add_regular(n, radius, pi / n, 2 * apothem * column, 2 * apothem * row);
        if (n == 8) {
          tiling.add_regular(4, std::sqrt(2.0) * std::sin(pi / 8), 0, apothem * (2 * column + 1),
                             apothem * (2 * row + 1));
        }
      } else {
        const double x = 2 * apothem * (column + 0.5 * (row % 2)), y = std::sqrt(3.0) * apothem * row;
        tiling.add_regular(n, radius, pi / n, x, y);
      }
    }
  }
  for (Vec2d& p : tiling.points) {
    p.x += random.uniform(-0.02, 0.02);
    p.y += random.uniform(-0.02, 0.02);
  }
  return tiling;
}

/// How the tiles are given: where their origins are, and how their vertices are rounded.
enum class Frame { one, one_far, own_on_a_grid, own_rounded, one_rotated, one_nudged };

template <class T>
BasicVec2<T> rounded(double x, double y) {
  return {static_cast<T>(x), static_cast<T>(y)};
}

template <class T>
BasicWorld<T> world_of(const Tiling& tiling, Frame frame, Random& random) {
  constexpr double unit = 0x1p-10;
  const auto on_grid = [](double v) { return unit * std::round(v / unit); };
  BasicWorld<T> world;
  std::vector<Vec2d> middles;
  for (const std::vector<std::size_t>& tile : tiling.tiles) {
    Vec2d middle{0, 0};
    for (const std::size_t k : tile) middle = {middle.x + tiling.points[k].x, middle.y + tiling.points[k].y};
    middle = {middle.x / static_cast<double>(tile.size()), middle.y / static_cast<double>(tile.size())};
    middles.push_back(middle);
    Pose pose;
    if (frame == Frame::one_far) pose = Pose{1000.3, -7e4};
    if (frame == Frame::own_on_a_grid) pose = Pose{on_grid(middle.x), on_grid(middle.y)};
    if (frame == Frame::own_rounded) pose = Pose{middle.x, middle.y};
    if (frame == Frame::one_rotated) pose = Pose::at(3.7, -1.1, 0.7);
    const bool is_own = frame == Frame::own_on_a_grid || frame == Frame::own_rounded;
    BasicPolygon<T> polygon;
    for (const std::size_t k : tile) {
      Vec2d p = tiling.points[k];
      if (frame == Frame::own_on_a_grid) p = {on_grid(p.x), on_grid(p.y)};
      polygon.push_back(is_own ? rounded<T>(p.x - pose.x, p.y - pose.y) : rounded<T>(p.x, p.y));
      if (frame == Frame::one_nudged && random.chance(0.1)) {
        T& x = polygon.back().x;
        x = std::nextafter(x, random.chance(0.5) ? x + 1 : x - 1);
      }
    }
    // Any vertex may be the first.
    std::rotate(polygon.begin(), polygon.begin() + static_cast<std::ptrdiff_t>(random.below(polygon.size())),
                polygon.end());
    world.scene.add_body(world.scene.add_polygon(polygon), pose);
  }
  for (BodyId a = 0; a < middles.size(); ++a) {
    for (BodyId b = 0; b < middles.size(); ++b) {
      const double x = middles[a].x - middles[b].x, y = middles[a].y - middles[b].y;
      if (a != b && x * x + y * y < 5 && random.chance(0.5)) world.pairs.push_back({a, b});
    }
  }
  return world;
}

/// Vertices as exact numbers.
template <class T>
std::vector<std::array<Exact, 2>> exact_vertices(const BasicScene<T>& scene, BodyId body) {
  std::vector<std::array<Exact, 2>> vertices;
  for (const BasicVec2<T> v : offsets_of(scene, body)) {
    vertices.push_back({exact(scene.pose(body).x) + exact(static_cast<double>(v.x)),
                        exact(scene.pose(body).y) + exact(static_cast<double>(v.y))});
  }
  return vertices;
}

/// The first edge along which two bodies touch, those of the lower body first: (side as evaluated, index).
template <class T>
std::pair<int, std::uint32_t> first_touch(const BasicScene<T>& scene, BodyId lower, BodyId higher) {
  const std::vector<std::array<Exact, 2>> bodies[2] = {exact_vertices(scene, lower), exact_vertices(scene, higher)};
  for (int side = 0; side < 2; ++side) {
    const auto &own = bodies[side], &other = bodies[1 - side];
    for (std::size_t e = 0; e < own.size(); ++e) {
      const auto &s = own[e], &t = own[(e + 1) % own.size()];
      bool is_outside = true;
      for (const auto& v : other) {
        is_outside = is_outside && (t[0] - s[0]) * (v[1] - s[1]) - (t[1] - s[1]) * (v[0] - s[0]) <= 0;
      }
      if (is_outside) return {side, static_cast<std::uint32_t>(e)};
    }
  }
  return {-1, 0};
}

template <class T>
void check(int n, Frame frame, std::uint64_t seed) {
  SCOPED_TRACE(n);
  SCOPED_TRACE(static_cast<int>(frame));
  Random random(seed);
  const BasicWorld<T> world = world_of<T>(tiling_of(n, random), frame, random);
  const auto contacts = collided(world.scene, world.pairs);
  const std::vector<Verdict> verdicts = classified(world.scene, world.pairs);
  std::size_t counts[3] = {}, bad = 0;
  for (std::size_t i = 0; i < world.pairs.size(); ++i) {
    const auto [a, b] = world.pairs[i];
    ASSERT_EQ(verdicts[i], verdict(contacts[i])) << i;
    ++counts[static_cast<int>(verdicts[i])];
    const testing::AssertionResult right = contact_is_right(world.scene, world.pairs[i], contacts[i]);
    if (!right && ++bad <= 3) ADD_FAILURE() << i << ": " << right.message();
    if (verdicts[i] != Verdict::touching) continue;
    const auto [of, edge] = first_touch(world.scene, std::min(a, b), std::max(a, b));
    ASSERT_EQ(index(contacts[i]), edge) << i;
    ASSERT_EQ(side(contacts[i]) == Side::a, (of == 0) == (a < b)) << i;
  }
  EXPECT_EQ(bad, 0u);
  const std::size_t touching = counts[static_cast<int>(Verdict::touching)];
  if (frame == Frame::own_rounded) {
    EXPECT_GT(counts[static_cast<int>(Verdict::overlapping)], 10u);
  } else {
    EXPECT_GT(touching, 100u);
  }
}

class SharedVerticesOnIsa : public OnEveryIsa {};

constexpr Frame frames[] = {Frame::one,         Frame::one_far,     Frame::own_on_a_grid,
                            Frame::own_rounded, Frame::one_rotated, Frame::one_nudged};

TEST_P(SharedVerticesOnIsa, are_touches) {
  for (const int n : {3, 4, 6, 8, 12}) {
    for (const Frame frame : frames) check<float>(n, frame, 950);
  }
}

TEST_P(SharedVerticesOnIsa, are_touches_in_double) {
  for (const int n : {3, 4, 6, 8, 12}) {
    for (const Frame frame : frames) check<double>(n, frame, 951);
  }
}

/// Two triangles whose edges are `off` apart: less than rounding of the difference of an offset and of the origins.
template <class T>
void expect_to_be_told_apart(double off, bool left_first) {
  BasicWorld<T> world;
  const T x = static_cast<T>(off);
  const ShapeId left = world.scene.add_polygon(std::array<BasicVec2<T>, 3>{{{-1, -1}, {x, -1}, {x, 1}}});
  const ShapeId right = world.scene.add_polygon(std::array<BasicVec2<T>, 3>{{{-1, -1}, {1, 0}, {-1, 1}}});
  const Pose of_right{1, 0};
  const BodyId a = left_first ? world.scene.add_body(left) : world.scene.add_body(right, of_right);
  const BodyId b = left_first ? world.scene.add_body(right, of_right) : world.scene.add_body(left);
  const Verdict expected = off > 0 ? Verdict::overlapping : Verdict::disjoint;
  for (const Pair pair : {Pair{a, b}, Pair{b, a}}) {
    const std::vector<Pair> pairs(9, pair);
    for (const BasicContact<T>& contact : collided(world.scene, pairs)) EXPECT_EQ(verdict(contact), expected) << off;
    for (const Verdict found : classified(world.scene, pairs)) EXPECT_EQ(found, expected) << off;
  }
}

TEST_P(SharedVerticesOnIsa, are_equal_exactly) {
  for (const double off : {0x1p-60, -0x1p-60, 0x1p-80, -0x1p-80, 0x1p-140, -0x1p-140}) {
    for (const bool left_first : {false, true}) {
      expect_to_be_told_apart<float>(off, left_first);
      expect_to_be_told_apart<double>(off, left_first);
    }
  }
}

SATCHEL_ON_EVERY_ISA(SharedVerticesOnIsa);

}  // namespace
}  // namespace satchel::test
