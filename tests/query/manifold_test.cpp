// Manifolds against a clipping of plain doubles, and what is promised of points and ids.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <satchel/satchel.hpp>

#include "support/all_shapes.hpp"
#include "support/clipped.hpp"
#include "support/generators.hpp"
#include "support/isa_param.hpp"
#include "support/queries.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

template <class T>
std::vector<BasicManifold<T>> manifolds_of(const BasicScene<T>& scene, std::span<const Pair> pairs, T margin = 0,
                                           const Options& options = {}) {
  std::vector<BasicManifold<T>> results(pairs.size());
  manifolds(scene, pairs, results, {.margin = margin, .run = options});
  return results;
}

/// What holds of every manifold.
template <class T>
testing::AssertionResult is_right(const BasicScene<T>& scene, Pair ids, const BasicContact<T>& contact,
                                  const BasicManifold<T>& manifold, double margin) {
  const auto wrong = [&](const char* what) {
    return testing::AssertionFailure() << what << ": bodies " << ids.a << ' ' << ids.b << ", " << manifold.count
                                       << " points " << manifold.points[0].separation << ' '
                                       << manifold.points[1].separation << ", separation " << contact.separation;
  };
  if (manifold.count == 0 && !(manifold == BasicManifold<T>{})) return wrong("more than nothing");
  if (manifold.count != 0 && (manifold.feature != contact.feature || manifold.normal_x != contact.normal_x ||
                              manifold.normal_y != contact.normal_y)) {
    return wrong("not the contact's normal");
  }
  const RoundedPair pair(scene, ids);
  const double tolerance = (sizeof(T) == 4 ? 1e-6 : 1e-14) * std::max(pair.extent, length(pair.delta));
  const double separation = static_cast<double>(contact.separation);
  if (separation > margin && manifold.count != 0) return wrong("points beyond the margin");
  if (verdict(contact) != Verdict::disjoint && manifold.count == 0) return wrong("no points of a contact");
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t k = 0; k < manifold.count; ++k) {
    const auto& point = manifold.points[k];
    const double depth = static_cast<double>(point.separation);
    least = std::min(least, depth);
    if (depth > margin || depth < separation - tolerance) return wrong("a point of another depth");
    const Vec2d at{static_cast<double>(point.x), static_cast<double>(point.y)};
    const Vec2d n{static_cast<double>(manifold.normal_x), static_cast<double>(manifold.normal_y)};
    // The vertex of the id lies on its body's surface, at the point.
    const Side side = static_cast<Side>(point.id & 1u);
    const std::uint32_t vertex = point.id >> 2 & 0x7fffu;
    if (vertex >= pair.of(side).core.size()) return wrong("no such vertex");
    if ((point.id & 2u) == 0 && pair.a.radius + pair.b.radius == 0) {
      for (const Side of : {Side::a, Side::b}) {
        const Vec2d surface = at + (of == Side::a ? -0.5 : 0.5) * depth * n;
        if (distance_from_boundary(surface, pair.of(of)) > 4 * tolerance) return wrong("a point off the surface");
        if (of == side && length(surface - pair.of(side).vertex(vertex)) > 4 * tolerance)
          return wrong("an id of another vertex");
      }
    }
  }
  if (verdict(contact) != Verdict::disjoint && std::abs(least - separation) > tolerance)
    return wrong("no deepest point");
  if (manifold.count == 2 && manifold.points[0].id == manifold.points[1].id) return wrong("twice the same id");
  if (manifold.count < 2 && manifold.points[1].id != 0) return wrong("more than its points");
  return testing::AssertionSuccess();
}

template <class T>
void expect_right(const BasicScene<T>& scene, std::span<const Pair> pairs, T margin) {
  const auto contacts = collided(scene, pairs);
  const auto results = manifolds_of(scene, pairs, margin);
  std::size_t wrong = 0, compared = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto right = is_right(scene, pairs[i], contacts[i], results[i], static_cast<double>(margin));
    if (!right && ++wrong <= 3) ADD_FAILURE() << right.message();
    const RoundedPair pair(scene, pairs[i]);
    if (kind(contacts[i]) != FeatureKind::edge || pair.a.radius + pair.b.radius > 0) continue;
    const double straight = (sizeof(T) == 4 ? 0x1p-17 : 0x1p-46) * 4 * std::max(pair.extent, length(pair.delta));
    if (has_straight_corner(pair.a, straight) || has_straight_corner(pair.b, straight)) continue;  // one face, not two
    const auto expected = clipped(pair, side(contacts[i]), index(contacts[i]));
    if (!expected) continue;
    const double tolerance = (sizeof(T) == 4 ? 1e-5 : 1e-12) * std::max(pair.extent, length(pair.delta));
    std::size_t found = 0, needed = 0;
    for (const ClippedPoint& point : *expected) {
      const bool sure = point.separation < static_cast<double>(margin) - tolerance;
      needed += sure ? 1 : 0;
      for (std::uint32_t k = 0; k < results[i].count && sure; ++k) {
        const auto& p = results[i].points[k];
        const Vec2d at{static_cast<double>(p.x), static_cast<double>(p.y)};
        if (length(at - point.at) <= tolerance &&
            std::abs(static_cast<double>(p.separation) - point.separation) <= tolerance) {
          ++found;
          break;
        }
      }
    }
    compared += needed;
    if (found != needed && ++wrong <= 3)
      ADD_FAILURE() << "pair " << i << ": " << found << " of " << needed << " points";
  }
  EXPECT_EQ(wrong, 0u);
  if (pairs.size() > 1000) {
    EXPECT_GT(compared, pairs.size() / 100);
  }
}

class ManifoldOnIsa : public OnEveryIsa {};

TEST_P(ManifoldOnIsa, has_the_points_of_the_textbook) {
  Random random(700);
  const World world = crowd(random, 500, scaled(20000), 3, 40);
  for (const float margin : {0.0f, 0.1f}) expect_right<float>(world.scene, world.pairs, margin);
  const BasicWorld<double> worldd = crowd<double>(random, 500, scaled(20000), 3, 40);
  for (const double margin : {0.0, 0.1}) expect_right<double>(worldd.scene, worldd.pairs, margin);
}

TEST_P(ManifoldOnIsa, of_every_shape_lies_between_the_surfaces) {
  Random random(703);
  const World world = crowd_of_all_shapes(random, 300, scaled(5000));
  for (const float margin : {0.0f, 0.2f}) expect_right<float>(world.scene, world.pairs, margin);
  const BasicWorld<double> worldd = crowd_of_all_shapes<double>(random, 300, scaled(5000));
  for (const double margin : {0.0, 0.2}) expect_right<double>(worldd.scene, worldd.pairs, margin);
}

/// Rotations whose cos^2 + sin^2 is off 1: lengths in a shape's frame are not those in the world.
TEST_P(ManifoldOnIsa, of_bodies_placed_by_rotations_that_are_off) {
  Random random(705);
  const auto check = [&](auto scalar) {
    using T = decltype(scalar);
    BasicWorld<T> world = crowd_of_all_shapes<T>(random, 300, scaled(3000));
    stretch(world.scene, random);
    expect_right<T>(world.scene, world.pairs, T(0.2));
    world = crowd<T>(random, 300, scaled(3000), 3, 200);
    stretch(world.scene, random);
    for (const T margin : {T(0), T(0.1)}) expect_right<T>(world.scene, world.pairs, margin);
    world = world_of(family<T>("stretched_centres"), scaled(1000), random);
    expect_right<T>(world.scene, world.pairs, T(0));
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
