// First hits of trajectories of outlines, and among outlines: those of `classify`, without convex parts.
#include <array>
#include <numbers>

#include <gtest/gtest.h>

#include <satchel/satchel.hpp>

#include "fleets.hpp"
#include "support/expect_error.hpp"
#include "support/isa_param.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

/// A star, with a hole now and then, whose frame lies anywhere.
template <class T>
ShapeId add_star(BasicScene<T>& scene, Random& random) {
  const std::size_t count = random.pick({4, 7, 12, 30});
  const double x = random.uniform(-1, 1), y = random.uniform(-1, 1);
  std::vector<BasicVec2<T>> vertices;
  std::vector<std::uint32_t> starts{0};
  for (const double size : {1.0, 0.4}) {
    if (size < 1 && random.chance(0.5)) break;
    for (std::size_t i = 0; i < count; ++i) {
      const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(count);
      const double radius = size * (i % 2 == 0 ? 1.5 : random.uniform(0.7, 1.2));
      vertices.push_back({static_cast<T>(x + radius * std::cos(angle)), static_cast<T>(y + radius * std::sin(angle))});
    }
    starts.push_back(static_cast<std::uint32_t>(vertices.size()));
  }
  return scene.add_outline(vertices, starts);
}

class OutlineTrajectoriesOnIsa : public OnEveryIsa {};

template <class T>
void compare(std::uint64_t seed, std::size_t rounds) {
  Random random(seed);
  std::size_t hit = 0, free = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    const std::size_t shapes = 6;
    BasicScene<T> scene = shape_scene<T>(random, 2, false);
    while (scene.shape_count() < shapes) add_star(scene, random);
    const double side = random.uniform(4, 12);
    const Fleet movers = fleet(random, 40, 6, shapes, side, random.chance(0.3), 0.1);
    const Fleet others = fleet(random, random.below(12), 6, shapes, side, false, 0.1);
    const Fleet bodies = fleet(random, random.below(9), 1, shapes, side, false, 0);
    for (std::size_t k = 0; k < bodies.shapes.size(); ++k) scene.add_body(bodies.shapes[k], bodies.poses[k]);
    const std::vector<FirstHit> expected = by_classify(scene, scene, scene, movers, others);
    ASSERT_EQ(text(found(scene, movers, others)), text(expected)) << "round " << round;
    const BasicIndex<T> index(scene);
    std::vector<FirstHit> indexed(expected.size());
    index.first_hits(scene, movers, others, indexed);
    ASSERT_EQ(text(indexed), text(expected)) << "round " << round;
    for (const FirstHit& its : expected) (its.step >= 0 ? hit : free) += 1;
  }
  EXPECT_GT(hit, rounds * 5);
  EXPECT_GT(free, rounds);
}

TEST_P(OutlineTrajectoriesOnIsa, have_the_first_hits_of_classify) {
  compare<float>(own_seed(740), scaled(20));
  compare<double>(own_seed(741), scaled(20));
}

SATCHEL_ON_EVERY_ISA(OutlineTrajectoriesOnIsa);

/// A square whose triangular hole touches its left side: rounding a rotation could make it cross itself.
TEST(OutlineTrajectories, need_parts_where_not_every_pose_may_turn_the_shape) {
  Scened scene;
  const std::vector<Vec2d> rings{{0, 0}, {10, 0}, {10, 10}, {0, 10}, {0, 5}, {3, 4}, {3, 6}};
  const std::uint32_t starts[] = {0, 4, 7};
  const std::vector<ShapeId> movers{scene.add_circle({0, 0}, 0.5)}, touching{scene.add_outline(rings, starts)};
  const std::vector<Pose> ahead{Pose::at(20, 5, 0), Pose::at(2, 5, 0), Pose::at(-0.25, 5, 0)};
  const std::vector<Pose> still(3, Pose::at(0, 0, 0)), turned{still[0], still[0], Pose::at(0, 0, 0.1)};
  std::vector<FirstHit> hits(1, {77, 77});
  const auto ask = [&](const std::vector<Pose>& poses) {
    return try_first_hits(scene, {movers, ahead, 3}, {touching, poses, 3}, hits);
  };
  EXPECT_EQ(ask(turned).code, ErrorCode::needs_parts);
  EXPECT_EQ(hits[0], (FirstHit{77, 77}));
  scene.make_parts();
  EXPECT_TRUE(ask(turned).ok());
  EXPECT_EQ(hits[0], (FirstHit{2, 0}));
  EXPECT_TRUE(ask(still).ok());
  EXPECT_EQ(hits[0], (FirstHit{2, 0}));
}

TEST(OutlineTrajectories, need_parts_with_a_clearance) {
  Scene scene;
  Random random(742);
  const std::vector<ShapeId> star{add_star(scene, random)}, circle{scene.add_circle({0, 0}, 1)};
  const std::vector<Pose> far{Pose::at(9, 0, 0)}, here(1);
  std::vector<FirstHit> hits(1);
  EXPECT_TRUE(try_first_hits(scene, {star, far, 1}, {circle, here, 1}, hits).ok());
  EXPECT_EQ(hits[0].step, -1);
  const Trajectories wide{star, far, 1, {}, {}, 9};
  EXPECT_EQ(try_first_hits(scene, wide, {circle, here, 1}, hits).code, ErrorCode::needs_parts);
  scene.make_parts();
  EXPECT_TRUE(try_first_hits(scene, wide, {circle, here, 1}, hits).ok());
  EXPECT_EQ(hits[0].step, 0);
}

TEST(OutlineTrajectories, need_parts_for_times_to_collision) {
  Scene scene;
  const std::vector<ShapeId> outline{scene.add_outline({{0, 0}, {3, 0}, {3, 3}, {1, 1}})};
  const std::vector<ShapeId> circle{scene.add_circle({0, 0}, 1)};
  const std::vector<Pose> here(1), there(1, Pose::at(10, 0, 0));
  const std::vector<Motion> right(1, Motion{8, 0, 0});
  std::vector<CollisionTime> times(1, {7, 7, 7, 7});
  const auto ask = [&](const std::vector<ShapeId>& mover, const std::vector<ShapeId>& obstacle) {
    const Trajectories movers{mover, here, 1, {}, {}, 0, right}, obstacles{obstacle, there, 1};
    return try_times_to_collision(scene, movers, obstacles, 1, times);
  };
  EXPECT_EQ(message(ask(outline, circle)).find("movers: body 0: it is an outline without convex parts"), 0u);
  EXPECT_EQ(message(ask(circle, outline)).find("obstacles: body 0: it is an outline without convex parts"), 0u);
  EXPECT_EQ(ask(circle, outline).index, 1u);
  EXPECT_TRUE(ask(circle, circle).ok());
  EXPECT_EQ(times[0].time, 1);
  scene.add_body(circle[0]);
  const BodyId body = scene.add_body(outline[0], Pose::at(5, -1, 0));
  const Status fixed = ask(circle, circle);
  EXPECT_EQ(fixed.code, ErrorCode::needs_parts);
  EXPECT_EQ(fixed.index, body);
  EXPECT_EQ(message(fixed).find("body 1: it is an outline without convex parts"), 0u) << message(fixed);
  scene.remove_body(0);
  scene.make_parts();
  EXPECT_TRUE(ask(circle, circle).ok());
  EXPECT_GT(times[0].time, 0.5);
  EXPECT_LT(times[0].time, 1);
  EXPECT_EQ(times[0].obstacle, 1u + body);
}

}  // namespace
}  // namespace satchel::test
