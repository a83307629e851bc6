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

/// Whichever side of a box it stands on, whichever end is below: the one point is that of the lower end.
TEST_P(ManifoldOnIsa, of_what_stands_upright_on_a_box) {
  const auto check = [](auto scalar, auto radius, bool is_thin, double gap, int quarter, bool upside_down,
                        bool box_first) {
    using T = decltype(scalar);
    const std::array<Vec2d, 4> outward{{{0, 1}, {-1, 0}, {0, -1}, {1, 0}}};
    const Vec2d n = outward[static_cast<std::size_t>(quarter)];
    const auto at = [&](double out, double across) {
      return BasicVec2<T>{static_cast<T>(out * n.x - across * n.y), static_cast<T>(out * n.y + across * n.x)};
    };
    BasicScene<T> scene;
    const ShapeId box = scene.add_box(2, 2);
    const double low = upside_down ? 1 : -1;  // before the pose
    const ShapeId stick =
        is_thin ? scene.add_polygon(std::array<BasicVec2<T>, 3>{at(-1, 0), at(1, -0.125), at(1, 0)}, radius)
                : scene.add_capsule(at(low, 0), at(-low, 0), radius);
    const double x = 3 + gap + static_cast<double>(radius);
    const Pose above{x * n.x, x * n.y};
    BodyId floor, body;
    if (box_first)
      floor = scene.add_body(box), body = scene.add_body(stick, above);
    else
      body = scene.add_body(stick, above), floor = scene.add_body(box);
    for (const Pair pair : {Pair{floor, body}, Pair{body, floor}}) {
      const auto found = manifolds_of(scene, std::span(&pair, 1), T(0.25))[0];
      ASSERT_EQ(found.count, 1u);
      EXPECT_EQ(found.points[0].separation, static_cast<T>(gap));
      const Vec2d from = pair.a == floor ? Vec2d{0, 0} : Vec2d{above.x, above.y};
      EXPECT_EQ(found.points[0].x, static_cast<T>((2 + gap / 2) * n.x - from.x));
      EXPECT_EQ(found.points[0].y, static_cast<T>((2 + gap / 2) * n.y - from.y));
      EXPECT_EQ(found.points[0].id >> 2 & 0x7fff, is_thin || !upside_down ? 0u : 1u)
          << "the end that stands on the box";
    }
  };
  for (const double gap : {-0.125, 0.0, 0.125}) {
    for (int way = 0; way < 32; ++way) {
      const bool has_radius = (way & 4) != 0, is_thin = (way & 16) != 0 && !has_radius;
      const int quarter = way & 3;
      check(float{}, has_radius ? 0.25f : 0.0f, is_thin, gap, quarter, (way & 8) != 0, (way & 16) != 0);
      check(double{}, has_radius ? 0.25 : 0.0, is_thin, gap, quarter, (way & 8) != 0, (way & 16) != 0);
    }
  }
}

/// A segment that stands upright on the end of a box, which rounding puts beside the box or on it: its lower end is near, the other
/// is not.
TEST_P(ManifoldOnIsa, of_what_stands_upright_on_the_end_of_a_box) {
  Random random(705);
  Scene scene;
  const ShapeId box = scene.add_box(1, 1), stick = scene.add_segment({0, 0}, {0, 1});
  std::vector<Pair> pairs;
  for (int i = 0; i < 1000; ++i) {
    const double angle = random.uniform(-3, 3), c = std::cos(angle), s = std::sin(angle);
    const double x = random.pick({-1.0, 1.0}) * (1 + random.uniform(-1e-7, 4e-7)), y = 1.125;
    const BodyId floor = scene.add_body(box, Pose::at(0, 0, angle));
    pairs.push_back({floor, scene.add_body(stick, Pose::at(c * x - s * y, s * x + c * y, angle))});
  }
  const auto found = manifolds_of(scene, std::span<const Pair>(pairs), 0.25f);
  for (std::size_t i = 0; i < found.size(); ++i) {
    ASSERT_EQ(found[i].count, 1u) << i;
    EXPECT_NEAR(found[i].points[0].separation, 0.125, 1e-5) << i;
  }
}

/// A capsule has two edges, 0 on the right of its direction and 1 on the left: ids name that which faces the other body.
TEST_P(ManifoldOnIsa, names_the_edge_of_a_capsule_that_faces_the_other) {
  Scene scene;
  const BodyId below = scene.add_body(scene.add_capsule({-1, 0}, {1, 0}, 0.25f));
  const BodyId floor =
      scene.add_body(scene.add_polygon(Polygon{{-1, -1}, {1, -1}, {1, 0}, {0, 0x1p-20f}, {-1, 0}}, 0.25f));
  const BodyId lying = scene.add_body(scene.add_capsule({-2, 0}, {2, 0}, 0.25f), Pose{2, 0.5});
  const BodyId reversed = scene.add_body(scene.add_capsule({2, 0}, {-2, 0}, 0.25f), Pose{2, 0.5});
  const std::vector<Pair> pairs = {{below, lying}, {below, reversed}, {floor, lying}, {floor, reversed}};
  const auto found = manifolds_of(scene, std::span<const Pair>(pairs), 0.01f);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    ASSERT_EQ(found[i].count, 2u) << i;
    ASSERT_EQ(side(found[i]), Side::a) << i;
    const auto of_end =
        std::find_if(found[i].points, found[i].points + 2, [](const auto& point) { return (point.id & 3u) == 0; });
    ASSERT_NE(of_end, found[i].points + 2) << i;  // an end of the edge that decides
    EXPECT_EQ(of_end->id >> 17, i % 2) << i;
  }
}

/// A capsule's end lies below the end of an edge. The manifold's point lies between these two ends.
TEST_P(ManifoldOnIsa, of_a_round_end_and_the_end_of_an_edge) {
  Scene scene;
  std::vector<Pair> pairs;
  for (const float to_the_right : {-2.0f, 2.0f}) {
    const ShapeId stick = scene.add_capsule({0, 0}, {-to_the_right, -1}, 0.25f);
    const float low = std::min(to_the_right, 0.0f), high = std::max(to_the_right, 0.0f);
    for (const float radius : {0.0f, 0.25f}) {
      const std::array<Vec2, 4> corners{{{low, 0}, {high, 0}, {high, 1}, {low, 1}}};
      for (std::size_t first = 0; first < 4; ++first) {
        std::array<Vec2, 4> turned;
        std::rotate_copy(corners.begin(), corners.begin() + first, corners.end(), turned.begin());
        const BodyId body = scene.add_body(stick);
        pairs.push_back(
            {body, scene.add_body(scene.add_polygon(turned, radius), Pose{0, 0.25 + static_cast<double>(radius)})});
      }
    }
  }
  const auto found = manifolds_of(scene, std::span<const Pair>(pairs));
  std::size_t by_vertex = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    ASSERT_EQ(found[i].count, 1u) << i;
    by_vertex += kind(found[i]) == FeatureKind::vertex ? 1 : 0;
    EXPECT_EQ(found[i].points[0].separation, 0) << i;
    EXPECT_NEAR(found[i].points[0].x, 0, 1e-6) << i;
    EXPECT_NEAR(found[i].points[0].y, 0.25, 1e-6) << i;
  }
  EXPECT_GT(by_vertex, 0u);
}

SATCHEL_ON_EVERY_ISA(ManifoldOnIsa);

}  // namespace
}  // namespace satchel::test
