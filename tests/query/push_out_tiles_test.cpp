// Push-out over tiles: no shorter one of the vertices and feet of all Minkowski sums is free, as brute force says.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <satchel/satchel.hpp>
#include <vector>

#include "support/floors.hpp"
#include "support/isa_param.hpp"
#include "support/random.hpp"

namespace satchel::test {
namespace {

using PushOutOverTiles = OnEveryIsa;

// ---- brute force ---------------------------------------------------------------------------------------------------

double cross(const Vec2d& a, const Vec2d& b) { return a.x * b.y - a.y * b.x; }
Vec2d difference(const Vec2d& a, const Vec2d& b) { return {a.x - b.x, a.y - b.y}; }

/// The hull of all differences of vertices, and a radius around it.
struct Region {
  std::vector<Vec2d> ring;
  double radius;

  /// How deep a translation is inside; negative outside.
  double depth(const Vec2d& p) const {
    double outside = -1e300, nearest = 1e300;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Vec2d e = difference(ring[(i + 1) % ring.size()], ring[i]), w = difference(p, ring[i]);
      const double squared = e.x * e.x + e.y * e.y;
      if (ring.size() >= 3) outside = std::max(outside, -cross(e, w) / std::sqrt(squared));
      const double t = squared > 0 ? std::clamp((w.x * e.x + w.y * e.y) / squared, 0.0, 1.0) : 0;
      nearest = std::min(nearest, std::hypot(w.x - t * e.x, w.y - t * e.y));
    }
    if (ring.size() >= 3 && outside <= 0) return radius - outside;
    return radius - nearest;
  }
};

template <class T>
std::vector<Vec2d> vertices_of(const BasicScene<T>& scene, BodyId body) {
  std::vector<BasicVec2<T>> offsets(scene.vertex_count(scene.shape(body)));
  scene.placed_offsets(body, offsets);
  std::vector<Vec2d> result;
  for (const auto& v : offsets) {
    result.push_back({scene.pose(body).x + static_cast<double>(v.x), scene.pose(body).y + static_cast<double>(v.y)});
  }
  return result;
}

template <class T>
Region region_of(const BasicScene<T>& scene, BodyId own, BodyId other) {
  std::vector<Vec2d> points;
  for (const Vec2d& q : vertices_of(scene, other)) {
    for (const Vec2d& p : vertices_of(scene, own)) points.push_back(difference(q, p));
  }
  std::sort(points.begin(), points.end(),
            [](const auto& a, const auto& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
  std::vector<Vec2d> hull;
  for (int half = 0; half < 2; ++half) {
    const std::size_t from = hull.size();
    for (const Vec2d& p : points) {
      while (hull.size() >= from + 2 &&
             cross(difference(hull.back(), hull[hull.size() - 2]), difference(p, hull.back())) <= 1e-15) {
        hull.pop_back();
      }
      hull.push_back(p);
    }
    hull.pop_back();
    std::reverse(points.begin(), points.end());
  }
  if (hull.empty()) hull.push_back(points[0]);
  return {hull,
          static_cast<double>(scene.radius(scene.shape(own))) + static_cast<double>(scene.radius(scene.shape(other)))};
}

/// The vertices of a region's boundary, and the points of its edges and arcs that are nearest to the origin.
void add_candidates(const Region& region, std::vector<Vec2d>& candidates) {
  const std::size_t n = region.ring.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2d &v = region.ring[i], e = difference(region.ring[(i + 1) % n], v);
    const double length = std::hypot(e.x, e.y), distance = std::hypot(v.x, v.y);
    if (distance > 0)
      candidates.push_back({v.x * (1 - region.radius / distance), v.y * (1 - region.radius / distance)});
    if (!(length > 0)) continue;
    const Vec2d out{e.y / length * region.radius, -e.x / length * region.radius};
    candidates.push_back({v.x + out.x, v.y + out.y});
    candidates.push_back({v.x + e.x + out.x, v.y + e.y + out.y});
    const double t = -((v.x + out.x) * e.x + (v.y + out.y) * e.y) / (length * length);
    if (t > 0 && t < 1) candidates.push_back({v.x + out.x + t * e.x, v.y + out.y + t * e.y});
  }
}

/// How many candidates that are shorter than this translation are free.
template <class T>
std::size_t shorter_ones(const BasicScene<T>& scene, BodyId body, const std::vector<BodyId>& others, double length) {
  std::vector<Region> regions;
  std::vector<Vec2d> candidates{{0, 0}};
  for (const BodyId other : others) {
    const Vec2d apart =
        difference({scene.pose(other).x, scene.pose(other).y}, {scene.pose(body).x, scene.pose(body).y});
    if (std::hypot(apart.x, apart.y) < length + 2.5) regions.push_back(region_of(scene, body, other));
  }
  for (const Region& region : regions) add_candidates(region, candidates);
  std::size_t last = 0, free = 0;
  for (const Vec2d& p : candidates) {
    if (std::hypot(p.x, p.y) > length - 1e-6) continue;
    bool blocked = regions[last].depth(p) > 1e-9;
    for (std::size_t k = 0; k < regions.size() && !blocked; ++k) {
      blocked = regions[k].depth(p) > 1e-9;
      if (blocked) last = k;
    }
    free += blocked ? 0 : 1;
  }
  return free;
}

// ---- scenes ----------------------------------------------------------------------------------------------------------

template <class T>
ShapeId add_mover(BasicScene<T>& scene, int kind) {
  switch (kind) {
    case 0:
      return scene.add_capsule({0, T(-0.25)}, {0, T(0.25)}, T(0.25));
    case 1:
      return scene.add_box(T(0.45), T(0.5));
    case 2:
      return scene.add_box(T(0.3), T(0.3), T(0.2));
    default:
      return scene.add_circle({0, 0}, T(0.5));
  }
}

/// Tiles with the top at y = 0 from x = -3 to 3, 2 deep; walls of tiles from x = 3 on and to x = -wall.
template <class T>
std::vector<BodyId> add_tiles_of(BasicScene<T>& scene, double size, bool right_wall, double left_wall) {
  const ShapeId tile = scene.add_box(static_cast<T>(size / 2), static_cast<T>(size / 2));
  std::vector<BodyId> tiles;
  const auto fill = [&](double from_x, double to_x, double from_y, double to_y) {
    const int columns = static_cast<int>(std::lround((to_x - from_x) / size));
    const int rows = static_cast<int>(std::lround((to_y - from_y) / size));
    for (int i = 0; i < columns; ++i) {
      for (int j = 0; j < rows; ++j) {
        tiles.push_back(scene.add_body(tile, {from_x + (i + 0.5) * size, from_y + (j + 0.5) * size}));
      }
    }
  };
  fill(-3, 3, -2, 0);
  if (right_wall) fill(3, 4, -2, 2);
  if (left_wall > 0) fill(-left_wall - 1, -left_wall, 0, 2);
  return tiles;
}

template <class T>
void expect_the_way_out(BasicScene<T>& scene, BodyId body, std::vector<BodyId> others, const char* what) {
  const PushOut push = push_out(scene, body, others);
  EXPECT_EQ(push.left, 0u) << what;
  EXPECT_EQ(push.is_shortest, 1u) << what;
  EXPECT_EQ(shorter_ones(scene, body, others, std::hypot(push.x, push.y)), 0u)
      << what << ' ' << push.x << ' ' << push.y;
  std::reverse(others.begin(), others.end());
  EXPECT_EQ(push, push_out(scene, body, others));
  const Pose before = scene.pose(body);
  scene.set_pose(body, {before.x + push.x, before.y + push.y, before.rotation});
  const std::vector<Pair> pairs = pairs_with(body, others);
  std::vector<Verdict> verdicts(pairs.size());
  classify(scene, pairs, verdicts);
  EXPECT_EQ(std::count(verdicts.begin(), verdicts.end(), Verdict::overlapping), 0) << what;
  scene.set_pose(body, before);
}

template <class T>
void test_floors(double size, int kinds) {
  BasicScene<T> scene;
  const std::vector<BodyId> tiles = add_tiles_of(scene, size, false, 0);
  const std::size_t seams = kinds > 2 ? scene.link_shared_edges(tiles, static_cast<T>(1e-5)) : 0;
  EXPECT_EQ(seams > tiles.size(), kinds > 2);
  for (int kind = 0; kind < kinds; ++kind) {
    const BodyId body = scene.add_body(add_mover(scene, kind));
    for (const double depth : {0.45, 0.65, 0.95}) {
      const double x = 0.37 * depth;
      scene.set_pose(body, {x, 0.5 - depth});
      const PushOut push = push_out(scene, body, tiles);
      EXPECT_NEAR(push.x, 0, 1e-6);
      EXPECT_NEAR(push.y, depth, 1e-6) << size << ' ' << kind;
      EXPECT_EQ(push.left + 2 * push.is_shortest, 2u);
      if (size == 0.2 && depth > 0.5) expect_the_way_out(scene, body, tiles, "floor");
    }
  }
}
TEST_P(PushOutOverTiles, of_a_quarter_to_a_twentieth_all_movers_go_up) {
  for (const double size : {0.25, 0.2, 0.125, 0.1}) {
    test_floors<float>(size, 4);
    test_floors<double>(size, 4);
  }
  test_floors<double>(0.05, 2);
}

template <class T>
void test_corners(std::uint64_t seed) {
  Random random(seed);
  for (const double size : {0.25, 0.2}) {
    for (int round = 0; round < 12; ++round) {
      BasicScene<T> scene;
      const bool pit = round % 2 == 0;  // a pit that is wider than the mover, or not as wide
      const double width = 0.8 + size * random.integer(0, 3);
      const std::vector<BodyId> tiles = add_tiles_of(scene, size, true, pit ? width - 3 : 0);
      const Pose pose = Pose::at(pit ? 3 - width / 2 + random.uniform(-0.3, 0.3) : random.uniform(2.3, 3.1),
                                 random.uniform(-0.45, 0.4), round % 3 == 0 ? random.uniform(0, 6) : 0);
      expect_the_way_out(scene, scene.add_body(add_mover(scene, round % 4), pose), tiles, pit ? "pit" : "corner");
    }
  }
}
TEST_P(PushOutOverTiles, in_corners_and_pits_no_shorter_one_is_free) {
  test_corners<float>(own_seed(31));
  test_corners<double>(own_seed(32));
}

/// Tiles at random, turned or not: a pile with holes.
template <class T>
void test_piles(std::uint64_t seed) {
  Random random(seed);
  std::size_t pushed = 0;
  for (int round = 0; round < 32; ++round) {
    BasicScene<T> scene;
    const bool turned = round % 2 == 0;
    std::vector<BodyId> tiles;
    for (int k = 0; k < 60; ++k) {
      const double half = random.uniform(0.05, 0.2);
      const ShapeId shape =
          k % 5 == 0 ? scene.add_circle({0, 0}, static_cast<T>(half))
                     : scene.add_box(static_cast<T>(half), static_cast<T>(half), k % 7 == 0 ? T(0.125) : T(0));
      const auto at = [&] {
        const double x = random.uniform(-1.5, 1.5);
        return turned ? x : std::round(16 * x) / 16;
      };
      const double x = at(), y = at();
      tiles.push_back(scene.add_body(shape, Pose::at(x, y, turned ? random.uniform(0, 6) : 0)));
    }
    const BodyId body = scene.add_body(add_mover(scene, round % 4), Pose::at(0, 0, turned ? random.uniform(0, 6) : 0));
    expect_the_way_out(scene, body, tiles, "pile");
    const PushOut push = push_out(scene, body, tiles);
    pushed += push.x != 0 || push.y != 0 ? 1 : 0;
  }
  EXPECT_GT(pushed, 25u);
}
TEST_P(PushOutOverTiles, in_piles_no_shorter_one_is_free) {
  test_piles<float>(own_seed(33));
  test_piles<double>(own_seed(34));
}

SATCHEL_ON_EVERY_ISA(PushOutOverTiles);

}  // namespace
}  // namespace satchel::test
