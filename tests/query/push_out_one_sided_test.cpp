// Push-out at one-sided edges: who is behind passes, who is in front leaves to the front, by the side of the last frame too.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <satchel/satchel.hpp>
#include <vector>

#include "support/isa_param.hpp"
#include "support/random.hpp"

namespace satchel::test {
namespace {

using PushOutOneSided = OnEveryIsa;

template <class T>
bool overlaps(const BasicScene<T>& scene, BodyId a, BodyId b) {
  const Pair pair{a, b};
  Verdict verdict{};
  classify(scene, std::span(&pair, 1), std::span(&verdict, 1));
  return verdict == Verdict::overlapping;
}

/// A body that is moved from frame to frame, and pushed out by the side of the last frame.
template <class T>
struct Mover {
  BasicScene<T>& scene;
  BodyId body;
  std::vector<BodyId> level;

  PushOut step(double dx, double dy, double turn = 0) {
    Pose pose = scene.pose(body);
    const double angle = std::atan2(pose.rotation.sin, pose.rotation.cos) + turn;
    scene.set_pose(body, Pose::at(pose.x + dx, pose.y + dy, turn == 0 ? 0 : angle));
    if (turn == 0) scene.set_pose(body, {pose.x + dx, pose.y + dy, pose.rotation});
    std::vector<Motion> motions(scene.body_slots());
    motions[body] = {dx, dy, turn};
    const PushOut push = push_out(scene, body, level, {.last_motions = motions});
    pose = scene.pose(body);
    scene.set_pose(body, {pose.x + push.x, pose.y + push.y, pose.rotation});
    return push;
  }
};

/// A platform from x = -2 to 2 whose front is up, at y = 0: a chain, a segment, a capsule, a box with a one-sided top.
template <class T>
BodyId add_platform(BasicScene<T>& scene, int kind) {
  if (kind == 0) {
    const std::array<BasicVec2<T>, 4> points{{{2, 0}, {T(0.5), 0}, {-1, 0}, {-2, 0}}};
    return scene.add_body(scene.add_chain(points, false, true));
  }
  const BodyId body = kind == 1   ? scene.add_body(scene.add_segment({2, 0}, {-2, 0}))
                      : kind == 2 ? scene.add_body(scene.add_capsule({2, T(-0.125)}, {-2, T(-0.125)}, T(0.125)))
                                  : scene.add_body(scene.add_box(2, T(0.125)), {0, -0.125});
  scene.link_edges(std::array{EdgeLink{.body = body, .edge = kind == 3 ? 2u : 0u, .one_sided = true}});
  return body;
}

template <class T>
void test_jumps() {
  for (int kind = 0; kind < 4; ++kind) {
    for (const double speed : {0.07, 0.2, 0.55, 1.3}) {
      BasicScene<T> scene;
      const BodyId platform = add_platform(scene, kind);
      const BodyId body = scene.add_body(scene.add_capsule({0, T(-0.25)}, {0, T(0.25)}, T(0.25)), {0.3, -1.5});
      Mover<T> mover{scene, body, {platform}};
      std::size_t inside = 0;
      while (scene.pose(body).y < 0.5) {  // rises through it
        const PushOut push = mover.step(0.01, speed);
        ASSERT_EQ(push, (PushOut{0, 0, 0, 1})) << kind << ' ' << speed;
        inside += overlaps(scene, body, platform) ? 1 : 0;
      }
      EXPECT_GT(inside, 0u);
      while (overlaps(scene, body, platform)) mover.step(0, speed);
      for (int k = 0; k < 40; ++k) {  // falls onto it, and stays
        const PushOut push = mover.step(0.01, -speed / 2);
        EXPECT_NEAR(push.x, 0, 1e-12);
        EXPECT_EQ(push.left, 0u);
        EXPECT_GE(scene.pose(body).y, 0.5 - 1e-9);
        EXPECT_FALSE(overlaps(scene, body, platform));
      }
      EXPECT_NEAR(scene.pose(body).y, 0.5, 1e-6) << kind << ' ' << speed;
      scene.set_pose(body, {-3, -0.4});  // from the side, its head above, it passes
      for (int k = 0; k < 20; ++k) EXPECT_EQ(mover.step(0.2, 0), (PushOut{0, 0, 0, 1}));
    }
  }
}
TEST_P(PushOutOneSided, a_jump_through_a_platform_neither_stops_nor_pops) {
  test_jumps<float>();
  test_jumps<double>();
}

template <class T>
void test_falls() {
  for (int kind = 0; kind < 4; ++kind) {
    for (const double depth : {0.1, 0.6, 0.95, 1.4}) {  // down would be shorter, or its centroid is behind
      BasicScene<T> scene;
      const BodyId platform = add_platform(scene, kind);
      const BodyId body = scene.add_body(scene.add_box(T(0.3), T(0.5)), {0.3, 0.5});
      Mover<T> mover{scene, body, {platform}};
      const PushOut push = mover.step(0, -depth);
      const bool met = depth < 1 || kind >= 2;
      EXPECT_NEAR(push.y, met && depth < 1.24 ? depth : 0, 1e-6) << kind << ' ' << depth;
      EXPECT_EQ(push.x, 0);
    }
    BasicScene<T> scene;  // judged by the centroid
    const BodyId platform = add_platform(scene, kind);
    const BodyId body = scene.add_body(scene.add_box(T(0.3), T(0.5)), {0.3, 0.05});
    EXPECT_NEAR(push_out(scene, body, std::array{platform}).y, 0.45, 1e-6);
    scene.set_pose(body, {0.3, -0.2});
    EXPECT_EQ(push_out(scene, body, std::array{platform}), (PushOut{0, 0, 0, 1}));
    if (kind >= 2) continue;
    scene.remove_body(body);  // down would be the shortest, at the end beside it is
    const BodyId ball = scene.add_body(scene.add_circle({0, 0}, T(0.5)), {2.3, 0.8});
    const PushOut push = Mover<T>{scene, ball, {platform}}.step(0, -1);
    EXPECT_NEAR(push.x, 0.2, 1e-12);
    EXPECT_NEAR(push.y, 0, 1e-12);
  }
}
TEST_P(PushOutOneSided, a_fall_is_undone_to_the_front_however_deep) {
  test_falls<float>();
  test_falls<double>();
}

/// Fine hills, one-sided, front up: a body that runs over them fast never sinks in.
template <class T>
void test_hills(double segment) {
  for (int kind = 0; kind < 3; ++kind) {
    BasicScene<T> scene;
    std::vector<BasicVec2<T>> points;
    for (double x = 20; x >= -2; x -= segment) {
      points.push_back({static_cast<T>(x), static_cast<T>(0.8 * std::sin(x) + (x > 8 && x < 9 ? 0.5 : 0))});
    }
    const BodyId hills = scene.add_body(scene.add_chain(points, false, true));
    const ShapeId shape = kind == 0   ? scene.add_box(T(0.4), T(0.5))
                          : kind == 1 ? scene.add_circle({0, 0}, T(0.4))
                                      : scene.add_capsule({0, T(-0.25)}, {0, T(0.25)}, T(0.25));
    const BodyId body = scene.add_body(shape, {0, 2});
    Mover<T> mover{scene, body, {hills}};
    std::size_t pushed = 0;
    for (int k = 0; k < 120; ++k) {
      const PushOut push = mover.step(0.15, -0.2, kind == 0 && k % 3 == 0 ? 0.05 : 0);
      ASSERT_EQ(push.left, 0u);
      ASSERT_FALSE(overlaps(scene, body, hills)) << segment << ' ' << kind << ' ' << k;
      pushed += push.y > 0 ? 1 : 0;
      const double x = scene.pose(body).x;
      ASSERT_GT(scene.pose(body).y, 0.8 * std::sin(x) - 0.05) << segment << ' ' << kind << ' ' << k;
    }
    EXPECT_GT(pushed, 30u);
  }
}
TEST_P(PushOutOneSided, a_run_over_fine_and_coarse_hills_stays_above) {
  for (const double segment : {0.05, 0.3, 1.0}) {
    test_hills<float>(segment);
    test_hills<double>(segment);
  }
}

TEST_P(PushOutOneSided, a_closed_chain_holds_nothing_inside) {
  Scened scene;
  const std::array<Vec2d, 4> square{{{-2, -2}, {2, -2}, {2, 2}, {-2, 2}}};
  const BodyId chain = scene.add_body(scene.add_chain(square, true, true));
  const BodyId body = scene.add_body(scene.add_box(0.5, 0.5), {1.7, 0});
  EXPECT_EQ(push_out(scene, body, std::array{chain}), (PushOut{0, 0, 0, 1}));
  Mover<double> mover{scene, body, {chain}};
  EXPECT_EQ(mover.step(0.2, 0), (PushOut{0, 0, 0, 1}));  // came from inside
  scene.set_pose(body, {2.5, 0});
  PushOut push = mover.step(-0.75, 0.1);
  EXPECT_NEAR(push.x, 0.75, 1e-12);
  EXPECT_EQ(push.y, 0);
  scene.set_pose(body, {2.5, 2.5});  // at a corner either way is open
  push = mover.step(-0.3, -0.2);
  EXPECT_NEAR(std::hypot(push.x, push.y), 0.2, 1e-12);
}

/// Its neighbours have the front of an edge that rotation has left without length.
template <class T>
void test_edge_without_length() {
  const T tiny = sizeof(T) == sizeof(float) ? T(1e-9) : T(1e-17);
  BasicScene<T> scene;
  const BodyId chain = scene.add_body(
      scene.add_chain(std::array<BasicVec2<T>, 4>{{{-4, 1}, {0, 1}, {tiny, 1}, {4, 1}}}, false, true));  // front: below
  const BodyId ball = scene.add_body(scene.add_circle({0, 0}, T(0.5)));
  for (const double angle : {0.0, 0.7853981633974483, 2.5}) {
    scene.set_pose(chain, Pose::at(0, 0, angle));
    std::vector<BasicVec2<T>> placed(6);
    scene.placed_offsets(chain, placed);
    EXPECT_EQ(placed[2] == placed[3], angle != 0);
    for (const double side : {-0.3, 0.3}) {
      const double height = 1 + side;
      scene.set_pose(ball, {-height * std::sin(angle), height * std::cos(angle)});
      const double wanted = side < 0 ? 0.2 : 0;  // to the front, or it is behind
      const PushOut push = push_out(scene, ball, std::array{chain});
      EXPECT_NEAR(push.x, wanted * std::sin(angle), 1e-6) << angle << ' ' << side;
      EXPECT_NEAR(push.y, -wanted * std::cos(angle), 1e-6);
      EXPECT_EQ(push.is_shortest, 1u);
      std::vector<Motion> motions(scene.body_slots());
      motions[ball] = {-0.25 * std::sin(angle), 0.25 * std::cos(angle), 0};  // came from the front, or was behind
      EXPECT_EQ(push_out(scene, ball, std::array{chain}, {.last_motions = motions}), push);
      const std::array pairs{Pair{ball, chain}, Pair{chain, ball}};
      std::array<BasicManifold<T>, 2> found;
      manifolds(scene, pairs, found);
      motions[ball] = {0.01, -0.01, 0};
      std::array<BasicImpact<T>, 2> impacts;
      sweep(scene, motions, pairs, impacts);
      for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(found[i].count, side < 0 ? 1u : 0u) << angle << ' ' << side;
        EXPECT_EQ(impacts[i].hit, side < 0 ? 1u : 0u);
      }
    }
  }
}
TEST_P(PushOutOneSided, an_edge_without_length_is_no_front) {
  test_edge_without_length<float>();
  test_edge_without_length<double>();
}

TEST_P(PushOutOneSided, the_edge_may_belong_to_the_body_that_is_pushed_or_move) {
  Scened scene;
  const BodyId platform = add_platform(scene, 0);
  const BodyId crate = scene.add_body(scene.add_box(0.5, 0.5), {0, 0.2});
  EXPECT_EQ(push_out(scene, platform, std::array{crate}), (PushOut{0, -0.3, 0, 1}));
  scene.set_pose(crate, {0, -0.2});
  EXPECT_EQ(push_out(scene, platform, std::array{crate}), (PushOut{0, 0, 0, 1}));
  // The platform comes from below, turning: the crate was in front. From above it passes.
  std::vector<Motion> motions(scene.body_slots());
  scene.set_pose(crate, {0, 0.5});
  scene.set_pose(platform, Pose::at(0, 0.4, 0.1));
  motions[platform] = {0, 0.4, 0.1};
  PushOut push = push_out(scene, crate, std::array{platform}, {.last_motions = motions});
  EXPECT_GT(push.y, 0.3);
  motions[platform] = {0, -0.8, 0.1};
  push = push_out(scene, crate, std::array{platform}, {.last_motions = motions});
  EXPECT_EQ(push, (PushOut{0, 0, 0, 1}));
  // A crate that sank in by a little counts as in front, as far as the tolerance goes.
  scene.set_pose(platform, {});
  motions[platform] = {};
  motions[crate] = {0, -0.1, 0};
  scene.set_pose(crate, {0, 0.35});
  EXPECT_EQ(push_out(scene, crate, std::array{platform}, {.last_motions = motions}).y, 0);
  EXPECT_NEAR(push_out(scene, crate, std::array{platform}, {.last_motions = motions, .front_tolerance = 0.06}).y, 0.15,
              1e-12);
}

/// Boxes at random on a segment: pushed if the centroid is in front, as where `manifolds` has points, and then to the front,
/// by the shortest translation out of the region that is extended behind.
template <class T>
void test_like_manifolds(std::uint64_t seed) {
  Random random(seed);
  std::size_t pushed = 0, passed = 0;
  for (int round = 0; round < 300; ++round) {
    BasicScene<T> scene;
    const double angle = random.uniform(0, 6.3);
    const BodyId edge = scene.add_body(scene.add_segment({1, 0}, {-1, 0}), Pose::at(5, -3, angle));
    scene.link_edges(std::array{EdgeLink{.body = edge, .one_sided = true}});
    const BodyId box =
        scene.add_body(scene.add_box(T(0.4), T(0.6)),
                       Pose::at(5 + random.uniform(-1.4, 1.4), -3 + random.uniform(-1.4, 1.4), random.uniform(0, 6.3)));
    if (!overlaps(scene, box, edge)) continue;
    const Pair pair{box, edge};
    BasicManifold<T> manifold{};
    manifolds(scene, std::span(&pair, 1), std::span(&manifold, 1));
    const PushOut push = push_out(scene, box, std::array{edge});
    const bool is_pushed = push.x != 0 || push.y != 0;
    ASSERT_EQ(push.left, 0u);
    std::array<BasicVec2<T>, 2> ends;
    scene.placed_offsets(edge, ends);
    const double ex = static_cast<double>(ends[1].x) - static_cast<double>(ends[0].x);
    const double ey = static_cast<double>(ends[1].y) - static_cast<double>(ends[0].y);
    const double nx = ey / std::hypot(ex, ey), ny = -ex / std::hypot(ex, ey);
    const Pose at = scene.pose(box);
    ASSERT_EQ(is_pushed, (at.x - 5) * nx + (at.y + 3) * ny > 0) << round;
    ASSERT_TRUE(is_pushed || manifold.count == 0);
    if (!is_pushed) {
      ++passed;
      continue;
    }
    ++pushed;
    const double front = push.x * nx + push.y * ny;
    EXPECT_GE(front, -1e-9);
    const Pose pose = scene.pose(box);
    const double length = std::hypot(push.x, push.y);
    for (int k = 0; k < 10 && length > 0.1; ++k) {  // no shorter one is free that ends in front or beside
      const double by = length * random.uniform(0, 0.9), to = random.uniform(0, 6.3);
      bool free = true;
      for (int back = 0; back < 300 && free; ++back) {  // nor is it behind
        scene.set_pose(box, {pose.x + by * std::cos(to) + 0.01 * back * nx,
                             pose.y + by * std::sin(to) + 0.01 * back * ny, pose.rotation});
        free = !overlaps(scene, box, edge);
      }
      ASSERT_FALSE(free) << round;
    }
    scene.set_pose(box, {pose.x + push.x, pose.y + push.y, pose.rotation});
    EXPECT_FALSE(overlaps(scene, box, edge));
  }
  EXPECT_GT(pushed, 50u);
  EXPECT_GT(passed, 50u);
}
TEST_P(PushOutOneSided, is_an_obstacle_for_centroids_in_front) {
  test_like_manifolds<float>(own_seed(41));
  test_like_manifolds<double>(own_seed(42));
}

TEST(PushOutOneSidedInput, wrong_motions_and_tolerances_are_refused) {
  Scene scene;
  const ShapeId box = scene.add_box(1, 1);
  const std::array bodies{scene.add_body(box), scene.add_body(box), scene.add_body(box)};
  scene.remove_body(bodies[2]);
  std::array<PushOut, 1> result{PushOut{1, 2, 3, 4}};
  std::array<Motion, 3> motions{};
  const auto status = [&](std::span<const Motion> given, double tolerance) {
    return try_push_out(scene, std::array{bodies[0]}, std::array{0u, 1u}, std::array{bodies[1]}, result,
                        {.last_motions = given, .front_tolerance = tolerance});
  };
  using enum ErrorCode;
  EXPECT_EQ(status(std::span(motions).first(2), 0).code, size_mismatch);
  EXPECT_EQ(status(motions, -1).code, bad_margin);
  EXPECT_EQ(status(motions, std::numeric_limits<double>::quiet_NaN()).code, bad_margin);
  motions[1].y = std::numeric_limits<double>::infinity();
  EXPECT_EQ(status(motions, 0).code, not_finite);
  EXPECT_EQ(status(motions, 0).index, 1u);
  motions[1].y = 0x1p70;
  EXPECT_EQ(status(motions, 0).code, out_of_range);
  EXPECT_EQ(result[0], (PushOut{1, 2, 3, 4}));
  motions[1].y = 0;
  motions[2].x = std::numeric_limits<double>::quiet_NaN();  // of a removed body
  EXPECT_EQ(status(motions, 0).code, ok);
}

SATCHEL_ON_EVERY_ISA(PushOutOneSided);

}  // namespace
}  // namespace satchel::test
