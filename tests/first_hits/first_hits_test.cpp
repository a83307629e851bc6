// First hits along trajectories: what brute force finds with an oracle of its own, on every instruction set,
// with bodies that come and go.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <satchel/satchel.hpp>

#include "fleets.hpp"
#include "support/expect_error.hpp"
#include "support/generators.hpp"
#include "support/isa_param.hpp"
#include "support/oracle.hpp"
#include "support/queries.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

template <class T>
BasicPlacedPolygon<T> placed_at(const BasicScene<T>& shapes, ShapeId shape, const Pose& pose) {
  BasicScene<T> scene;
  std::vector<BasicVec2<T>> vertices(shapes.vertex_count(shape));
  shapes.local_vertices(shape, vertices);
  return placed(scene, scene.add_body(scene.add_polygon(vertices), pose));
}

template <class T>
bool meet(const BasicPlacedPolygon<T>& a, const BasicPlacedPolygon<T>& b) {
  return judge(a, b).verdict != Verdict::disjoint;
}

/// By the definition, with the oracle.
template <class T>
std::vector<FirstHit> brute_force(const BasicScene<T>& scene, const Fleet& movers, const Fleet& obstacles) {
  std::vector<FirstHit> hits(movers.shapes.size(), no_hit);
  const auto count = static_cast<std::uint32_t>(obstacles.shapes.size());
  std::vector<std::vector<BasicPlacedPolygon<T>>> placed_obstacles(movers.steps);
  for (std::size_t step = 0; step < movers.steps; ++step) {
    for (std::uint32_t k = 0; k < count; ++k) {
      const bool is_there = obstacles.is_present(k, step);
      placed_obstacles[step].push_back(is_there ? placed_at(scene, obstacles.shapes[k], obstacles.pose(k, step))
                                                : BasicPlacedPolygon<T>());
    }
  }
  for (std::size_t m = 0; m < hits.size(); ++m) {
    for (std::size_t step = 0; step < movers.steps && hits[m] == no_hit; ++step) {
      if (!movers.is_present(m, step)) continue;
      const auto mover = placed_at(scene, movers.shapes[m], movers.pose(m, step));
      const auto at = static_cast<std::int32_t>(step);
      for (std::uint32_t k = 0; k < count && hits[m] == no_hit; ++k) {
        if (obstacles.is_present(k, step) && meet(mover, placed_obstacles[step][k])) hits[m] = {at, k};
      }
      for (BodyId body = 0; body < scene.body_slots() && hits[m] == no_hit; ++body) {
        if (scene.has_body(body) && meet(mover, placed(scene, body))) hits[m] = {at, count + body};
      }
    }
  }
  return hits;
}

/// @param are_stretched  all are placed by rotations that are off by up to 1e-6
template <class T>
void compare_with_brute_force(std::uint64_t seed, std::size_t rounds, bool are_stretched = false) {
  Random random(seed);
  std::size_t hit = 0, fixed = 0, free = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    const bool on_grid = random.chance(0.3);
    const std::size_t shapes = 1 + random.below(6);
    BasicScene<T> scene = shape_scene<T>(random, shapes, on_grid);
    const double side = random.uniform(3, 11), absent = random.pick({0.0, 0.0, 0.3, 0.9});
    const std::size_t steps = random.pick({std::size_t{1}, 3 + random.below(4), std::size_t{11}});
    const std::size_t count = random.pick({random.below(4), std::size_t{16}, random.below(40)});
    Fleet movers = fleet(random, count, steps, shapes, side, on_grid, absent);
    Fleet obstacles =
        random.chance(0.1) ? Fleet{} : fleet(random, random.below(20), steps, shapes, side, on_grid, absent);
    Fleet bodies = fleet(random, random.below(12), 1, shapes, side, on_grid, 0);
    for (Fleet* const all : {&movers, &obstacles, &bodies}) {
      for (Pose& pose : all->poses) pose = are_stretched ? stretched(pose, random) : pose;
    }
    for (std::size_t k = 0; k < bodies.shapes.size(); ++k) scene.add_body(bodies.shapes[k], bodies.poses[k]);
    if (scene.body_slots() > 3) scene.remove_body(2);

    const std::vector<FirstHit> expected = brute_force(scene, movers, obstacles);
    ASSERT_EQ(text(found(scene, movers, obstacles)), text(expected)) << "round " << round;
    for (const FirstHit& one : expected) {
      hit += one.step >= 0;
      fixed += one.step >= 0 && one.obstacle >= obstacles.shapes.size();
      free += one.step < 0;
    }
  }
  EXPECT_GT(hit, rounds * 3);
  EXPECT_GT(fixed, rounds / 2);
  EXPECT_GT(free, rounds * 2);
}

class FirstHitsOnIsa : public OnEveryIsa {};

TEST_P(FirstHitsOnIsa, are_those_of_brute_force) {
  compare_with_brute_force<float>(700, sampled(240));
  compare_with_brute_force<double>(701, sampled(240));
}

TEST_P(FirstHitsOnIsa, are_those_of_brute_force_where_rotations_are_off) {
  compare_with_brute_force<float>(own_seed(706), sampled(60), true);
  compare_with_brute_force<double>(own_seed(707), sampled(60), true);
}

/// Many of everything: movers for several chunks, obstacles for several nodes of the tree, steps for several blocks.
TEST_P(FirstHitsOnIsa, are_those_of_classify) {
  Random random(702);
  const std::size_t shapes = 12, steps = 14;
  Scene scene = shape_scene<float>(random, 8, false);
  scene.add_circle({0.5f, -1}, 1);
  scene.add_capsule({-2, 0}, {2, 1}, 0.5f);
  scene.add_segment({-1, 1}, {2, 1});
  scene.add_box(1, 0.5f, 0.25f);
  const Fleet movers = fleet(random, scaled(900), steps, shapes, 40, false, 0.05);
  const Fleet obstacles = fleet(random, 120, steps, shapes, 40, false, 0.2);
  const Fleet bodies = fleet(random, 60, 1, shapes, 40, false, 0);
  for (std::size_t k = 0; k < bodies.shapes.size(); ++k) scene.add_body(bodies.shapes[k], bodies.poses[k]);

  const std::vector<FirstHit> expected = by_classify(scene, scene, scene, movers, obstacles);
  EXPECT_EQ(text(found(scene, movers, obstacles)), text(expected));
}

/// A chunk's list of candidates fills up many times over: everything lies in one place.
TEST_P(FirstHitsOnIsa, in_a_crowd) {
  Random random(703);
  Scene scene;
  const ShapeId ring = scene.add_polygon(regular_polygon(8, 1.0)), box = scene.add_box(0.01f, 0.01f);
  for (int k = 0; k < 3000; ++k) {  // boxes round a small one in the middle that none of them meets
    const double angle = 6.28 * k / 3000;
    scene.add_body(ring, Pose::at(1.2 * std::cos(angle), 1.2 * std::sin(angle), 0.3));
  }
  Fleet movers;
  movers.steps = 3;
  for (int m = 0; m < 100; ++m) {
    movers.shapes.push_back(m % 2 == 0 ? box : ring);
    for (int step = 0; step < 3; ++step) movers.poses.push_back(Pose::at(step == 2 ? 0.7 : 0, 0, 0.5));
  }
  const std::vector<FirstHit> hits = found(scene, movers, {});
  for (std::size_t m = 0; m < hits.size(); ++m) {
    EXPECT_EQ(hits[m].step, m % 2 == 0 ? 2 : 0);
    if (m % 2 == 1) {
      EXPECT_EQ(hits[m].obstacle, 0u);
    }
  }
}

SATCHEL_ON_EVERY_ISA(FirstHitsOnIsa);

TEST(FirstHits, count_a_touch_and_go_to_the_lowest_obstacle_moving_ones_first) {
  Scene scene;
  const ShapeId unit = scene.add_box(0.5f, 0.5f);
  const BodyId wall = scene.add_body(unit, Pose::at(3, 0, 0));
  Fleet mover{{unit}, {Pose::at(0, 0, 0), Pose::at(1, 0, 0), Pose::at(2, 0, 0)}, 3, {}};
  EXPECT_EQ(text(found(scene, mover, {})), text({{2, wall}}));
  Fleet two{{unit, unit}, std::vector<Pose>(6, Pose::at(2, 1, 0)), 3, {}};
  EXPECT_EQ(text(found(scene, mover, two)), text({{1, 0}}));  // corner to corner, before the wall
  two.present = {0, 0, 0, 0, 0, 1};
  EXPECT_EQ(text(found(scene, mover, two)), text({{2, 1}}));  // with the wall, which comes after it
  two.present = {0, 0, 0, 0, 0, 0};
  EXPECT_EQ(text(found(scene, mover, two)), text({{2, 2 + wall}}));
  mover.present = {1, 1, 0};
  EXPECT_EQ(text(found(scene, mover, two)), text({no_hit}));
  mover.poses[1] = Pose::at(std::nextafter(2, 3), 0, 0);  // into the wall by an ulp
  EXPECT_EQ(text(found(scene, mover, {})), text({{1, wall}}));
  mover.poses[1] = Pose::at(std::nextafter(2, 1), 0, 0);  // short of it by an ulp
  EXPECT_EQ(text(found(scene, mover, {})), text({no_hit}));
}

TEST(FirstHits, of_nothing) {
  Scene scene;
  const ShapeId unit = scene.add_box(0.5f, 0.5f);
  EXPECT_TRUE(found(scene, {}, {}).empty());
  EXPECT_EQ(found(scene, Fleet{{unit}, {Pose{}}, 1, {}}, {}), std::vector<FirstHit>{no_hit});
  EXPECT_EQ(found(scene, Fleet{{unit}, {}, 0, {}}, {}), std::vector<FirstHit>{no_hit});
  EXPECT_EQ(found(scene, Fleet{{unit}, {}, 0, {}}, Fleet{{unit}, {}, 0, {}}), std::vector<FirstHit>{no_hit});
}

TEST(FirstHits, count_into_the_statistics) {
  Random random(704);
  Scene scene = shape_scene<float>(random, 3, false);
  const Fleet movers = fleet(random, 50, 4, 3, 6, false, 0), obstacles = fleet(random, 20, 4, 3, 6, false, 0);
  Stats stats{1, 0, 0, 0};
  (void)found(scene, movers, obstacles, {.stats = &stats});
  EXPECT_GT(stats.pairs, 20u);
  EXPECT_EQ(stats.decided_by_lanes + stats.decided_by_double + stats.decided_exactly, stats.pairs - 1);
}

TEST(FirstHits, refuse_what_is_wrong_and_write_nothing) {
  Random random(705);
  const Scene scene = shape_scene<float>(random, 3, false);
  const Fleet movers = fleet(random, 10, 5, 3, 6, false, 0), obstacles = fleet(random, 4, 5, 3, 6, false, 0);
  const std::vector<FirstHit> untouched(10, {77, 77});
  std::vector<FirstHit> hits = untouched;
  const auto refused = [&](const Fleet& wrong_movers, const Fleet& wrong_obstacles, ErrorCode code, std::size_t index,
                           const char* item) {
    expect_error(code, index, item, [&] { first_hits(scene, wrong_movers, wrong_obstacles, hits); });
    const Status status = try_first_hits(scene, wrong_movers, wrong_obstacles, hits);
    EXPECT_EQ(status.code, code);
    EXPECT_EQ(status.index, index);
    EXPECT_EQ(hits, untouched);
  };
  const auto changed = [](Fleet all, auto change) {
    change(all);
    return all;
  };
  using F = Fleet&;
  refused(changed(movers, [](F f) { f.poses.pop_back(); }), obstacles, ErrorCode::size_mismatch, 0, "movers: poses");
  refused(changed(movers, [](F f) { f.present.resize(7); }), obstacles, ErrorCode::size_mismatch, 1, "movers: present");
  refused(movers, changed(obstacles, [](F f) { f.steps = 4; }), ErrorCode::size_mismatch, 2, "obstacles: poses");
  refused(movers, changed(obstacles, [](F f) { f.present.resize(2); }), ErrorCode::size_mismatch, 3, "obstacles: pres");
  refused(movers, fleet(random, 4, 6, 3, 6, false, 0), ErrorCode::size_mismatch, 4, "steps: 5 .* 6");
  refused(changed(movers, [](F f) { f.shapes[7] = 3; }), obstacles, ErrorCode::bad_shape, 7, "movers: body 7");
  refused(movers, changed(obstacles, [](F f) { f.shapes[2] = 9; }), ErrorCode::bad_shape, 12, "obstacles: body 2");
  refused(changed(movers, [](F f) { f.poses[23].x = NAN; }), obstacles, ErrorCode::not_finite, 23,
          "movers: body 4, step 3");
  refused(movers, changed(obstacles, [](F f) { f.poses[6].rotation.sin = 0.5; }), ErrorCode::bad_rotation, 56,
          "obstacles: body 1, step 1");
  refused(movers, changed(obstacles, [](F f) { f.poses[6].y = 1e300; }), ErrorCode::out_of_range, 56,
          "obstacles: body 1, step 1");
  hits.pop_back();
  expect_error(ErrorCode::size_mismatch, 5, "hits: 10", [&] { first_hits(scene, movers, obstacles, hits); });
}

}  // namespace
}  // namespace satchel::test
