// Manifolds against a clipping of plain doubles, and what is promised of points and ids.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <satchel/satchel.hpp>

#include "support/all_shapes.hpp"
#include "support/generators.hpp"
#include "support/isa_param.hpp"
#include "support/queries.hpp"
#include "support/right_manifolds.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

class ManifoldOnIsa : public OnEveryIsa {};

TEST_P(ManifoldOnIsa, has_the_points_of_the_textbook) {
  Random random(700);
  const World world = crowd(random, 500, scaled(20000), 3, 40);
  for (const float margin : {0.0f, 0.1f}) expect_right_manifolds<float>(world.scene, world.pairs, margin);
  const BasicWorld<double> worldd = crowd<double>(random, 500, scaled(20000), 3, 40);
  for (const double margin : {0.0, 0.1}) expect_right_manifolds<double>(worldd.scene, worldd.pairs, margin);
}

TEST_P(ManifoldOnIsa, of_every_shape_lies_between_the_surfaces) {
  Random random(703);
  const World world = crowd_of_all_shapes(random, 300, scaled(5000));
  for (const float margin : {0.0f, 0.2f}) expect_right_manifolds<float>(world.scene, world.pairs, margin);
  const BasicWorld<double> worldd = crowd_of_all_shapes<double>(random, 300, scaled(5000));
  for (const double margin : {0.0, 0.2}) expect_right_manifolds<double>(worldd.scene, worldd.pairs, margin);
}

/// Rotations whose cos^2 + sin^2 is off 1: lengths in a shape's frame are not those in the world.
TEST_P(ManifoldOnIsa, of_bodies_placed_by_rotations_that_are_off) {
  Random random(705);
  const auto check = [&](auto scalar) {
    using T = decltype(scalar);
    BasicWorld<T> world = crowd_of_all_shapes<T>(random, 300, scaled(3000));
    stretch(world.scene, random);
    expect_right_manifolds<T>(world.scene, world.pairs, T(0.2));
    world = crowd<T>(random, 300, scaled(3000), 3, 200);
    stretch(world.scene, random);
    for (const T margin : {T(0), T(0.1)}) expect_right_manifolds<T>(world.scene, world.pairs, margin);
    world = world_of(family<T>("stretched_centres"), scaled(1000), random);
    expect_right_manifolds<T>(world.scene, world.pairs, T(0));
  };
  check(float{});
  check(double{});
}

TEST_P(ManifoldOnIsa, of_round_shapes) {
  Scene scene;
  const BodyId ball = scene.add_body(scene.add_circle({0, 0}, 1));
  const BodyId other = scene.add_body(ball, Pose::at(1.5, 0, 0));
  const BodyId rod = scene.add_body(scene.add_capsule({-2, 0}, {2, 0}, 0.5f), Pose::at(0, 1.4, 0));
  const BodyId box = scene.add_body(scene.add_box(4, 1), Pose::at(0, -1.75, 0));
  const BodyId lying = scene.add_body(scene.shape(rod), Pose::at(3, -0.5, 0));
  const std::vector<Pair> pairs = {{ball, other}, {ball, rod}, {ball, box}, {box, lying}};
  const auto results = manifolds_of(scene, std::span<const Pair>(pairs));
  const auto expect_point = [&](std::size_t i, std::uint32_t k, float x, float y, float separation) {
    EXPECT_NEAR(results[i].points[k].x, x, 1e-6) << i;
    EXPECT_NEAR(results[i].points[k].y, y, 1e-6) << i;
    EXPECT_NEAR(results[i].points[k].separation, separation, 1e-6) << i;
  };
  for (const std::size_t i : {0, 1, 2}) ASSERT_EQ(results[i].count, 1u) << i;
  expect_point(0, 0, 0.75f, 0, -0.5f);
  expect_point(1, 0, 0, 0.95f, -0.1f);
  expect_point(2, 0, 0, -0.875f, -0.25f);
  ASSERT_EQ(results[3].count, 2u);  // half of the capsule lies on the box
  std::vector<float> xs = {results[3].points[0].x, results[3].points[1].x};
  std::sort(xs.begin(), xs.end());
  EXPECT_NEAR(xs[0], 1, 1e-6);
  EXPECT_NEAR(xs[1], 4, 1e-6);
  expect_point(3, 0, results[3].points[0].x, 0.875f, -0.25f);
}

TEST_P(ManifoldOnIsa, agrees_with_collide_on_hard_pairs) {
  Random random(701);
  for (const Family& family : families()) {
    SCOPED_TRACE(family.name);
    const World world = world_of(family, scaled(200), random);
    const auto contacts = collided(world.scene, world.pairs);
    const auto results = manifolds_of(world.scene, world.pairs);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < results.size(); ++i) {
      const bool meet = verdict(contacts[i]) != Verdict::disjoint;
      wrong += results[i].feature != (meet ? contacts[i].feature : 0) || (results[i].count > 0) != meet;
    }
    EXPECT_EQ(wrong, 0u);
  }
}

/// Discs are asked first which pairs can have points at all. These are apart by the margin to the last bit, or by a
/// little more or less, among many that are far apart; the discs of circles are they themselves.
TEST_P(ManifoldOnIsa, of_circles_as_far_apart_as_the_margin) {
  constexpr float margin = 0.25f;
  Random random(704);
  Scene scene;
  scene.add_body(scene.add_box(1, 1));  // of circles alone discs are not asked
  std::vector<Pair> pairs;
  std::size_t expected = 0;
  for (int k = 0; k < 400; ++k) {
    const auto radius = [&] { return static_cast<float>(1 + random.below(64)) / 16; };
    const float ra = radius(), rb = radius();
    const double off = std::array{-0x1p-20, 0.0, 0x1p-20, 100.0, 100.0, 100.0}[random.below(6)];
    const double far = static_cast<double>(random.below(1000)), gap = double{ra} + double{rb} + double{margin} + off;
    const BodyId a = scene.add_body(scene.add_circle({0, 0}, ra), Pose::at(far, -far, 0));
    const bool upwards = random.chance(0.5);
    const BodyId b = scene.add_body(scene.add_circle({0, 0}, rb),
                                    Pose::at(far + (upwards ? 0 : gap), -far + (upwards ? gap : 0), 0));
    pairs.push_back(random.chance(0.5) ? Pair{a, b} : Pair{b, a});
    expected += off <= 0 ? 1 : 0;
  }
  const auto results = manifolds_of(scene, std::span<const Pair>(pairs), margin);
  std::size_t found = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    found += results[i].count;
    EXPECT_EQ(results[i], manifolds_of(scene, std::span(pairs).subspan(i, 1), margin)[0]) << i;
  }
  EXPECT_EQ(found, expected);
  for (const float all : {1e9f, std::numeric_limits<float>::max()}) {
    std::size_t points = 0;
    for (const Manifold& manifold : manifolds_of(scene, std::span<const Pair>(pairs), all)) points += manifold.count;
    EXPECT_EQ(points, pairs.size()) << all;
  }
}

/// A box that stands on another: both corners, each with its own id, whichever way round they are asked for.
TEST_P(ManifoldOnIsa, of_a_box_on_the_ground_far_from_zero) {
  for (const double far : {0.0, 1e6}) {
    Scene scene;
    const BodyId ground = scene.add_body(scene.add_box(8, 1), Pose::at(far, 0, 0));
    const BodyId box = scene.add_body(scene.add_box(1, 1), Pose::at(far + 2, 2, 0));
    const std::vector<Pair> pairs = {{ground, box}, {box, ground}};
    const auto results = manifolds_of(scene, pairs);
    ASSERT_EQ(results[0].count, 2u);
    EXPECT_EQ(results[0].normal_y, 1);
    EXPECT_EQ(results[0].points[0].separation, 0);
    EXPECT_EQ(results[0].points[1].separation, 0);
    EXPECT_EQ(results[0].points[0].y, 1);
    EXPECT_EQ(results[0].points[0].x + results[0].points[1].x, 4);
    ASSERT_EQ(results[1].count, 2u);
    for (const int k : {0, 1}) {  // seen from the box
      EXPECT_EQ(results[1].points[k].x, results[0].points[k].x - 2);
      EXPECT_EQ(results[1].points[k].y, -1);
      EXPECT_EQ(results[1].points[k].id, results[0].points[k].id ^ 1u);
    }
  }
}

TEST_P(ManifoldOnIsa, keeps_ids_while_a_box_slides_and_sinks) {
  Scene scene;
  const BodyId ground = scene.add_body(scene.add_box(8, 1));
  const BodyId box = scene.add_body(scene.add_box(1, 1));
  const std::vector<Pair> pairs = {{ground, box}};
  std::optional<std::array<std::uint32_t, 2>> ids;
  for (int step = 0; step < 100; ++step) {
    scene.set_pose(box, Pose::at(-5 + 0.1 * step, 2 - 0.001 * step, 1e-3 * (step % 7 - 3)));
    const auto results = manifolds_of(scene, std::span<const Pair>(pairs), 0.02f);
    ASSERT_EQ(results[0].count, 2u);
    const std::array now{results[0].points[0].id, results[0].points[1].id};
    if (ids && results[0].feature >> 3 == manifolds_of(scene, std::span<const Pair>(pairs))[0].feature >> 3) {
      EXPECT_EQ(std::minmax(now[0], now[1]), std::minmax((*ids)[0], (*ids)[1])) << step;
    }
    ids = now;
  }
}

SATCHEL_ON_EVERY_ISA(ManifoldOnIsa);

}  // namespace
}  // namespace satchel::test
