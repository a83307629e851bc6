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

/// The shortest translation to where a body is wholly in front of all lines: of all feet on lines and crossings of two.
double shortest_to_front(const std::vector<Vec2d>& normals, const std::vector<double>& depths) {
  double best = std::numeric_limits<double>::infinity();
  const auto try_point = [&](double x, double y) {
    for (std::size_t k = 0; k < normals.size(); ++k) {
      if (normals[k].x * x + normals[k].y * y < depths[k] - 1e-9) return;
    }
    best = std::min(best, std::hypot(x, y));
  };
  for (std::size_t a = 0; a < normals.size(); ++a) {
    try_point(normals[a].x * depths[a], normals[a].y * depths[a]);
    for (std::size_t b = 0; b < a; ++b) {
      const double determinant = normals[a].x * normals[b].y - normals[a].y * normals[b].x;
      if (std::fabs(determinant) < 1e-9) continue;
      try_point((depths[a] * normals[b].y - depths[b] * normals[a].y) / determinant,
                (normals[a].x * depths[b] - normals[b].x * depths[a]) / determinant);
    }
  }
  return best;
}

enum class RoomOf { chain, segments, pushed_chain };

/// A convex room whose front is inside, its corners clockwise, and a body that was wholly in it before its last motion: it
/// comes back by the shortest way, and no way leads behind.
/// @returns  whether it overlapped the walls
template <class T>
bool expect_back_in_room(const std::vector<Vec2d>& corners, RoomOf kind, const std::vector<Vec2d>& core, double radius,
                         const Pose& pose, const Motion& motion) {
  BasicScene<T> scene;
  std::vector<BasicVec2<T>> ring;
  for (const Vec2d& v : corners) ring.push_back({static_cast<T>(v.x), static_cast<T>(v.y)});
  const std::size_t count = ring.size();
  std::vector<BodyId> room;
  if (kind == RoomOf::segments) {
    const auto world = [&](std::size_t k) {
      const BasicVec2<T>& v = ring[k % count];
      return Vec2d{static_cast<double>(v.x), static_cast<double>(v.y)};
    };
    for (std::size_t k = 0; k < count; ++k) {
      room.push_back(scene.add_body(scene.add_segment(ring[k], ring[(k + 1) % count])));
    }
    for (std::size_t k = 0; k < count; ++k) {
      scene.link_edges(std::array{
          EdgeLink{.body = room[k], .one_sided = true, .before = world(k + count - 1), .after = world(k + 2)}});
    }
  } else {
    room.push_back(scene.add_body(scene.add_chain(ring, true, true)));
  }
  std::vector<BasicVec2<T>> points;
  for (const Vec2d& v : core) points.push_back({static_cast<T>(v.x), static_cast<T>(v.y)});
  const ShapeId shape = points.size() == 1   ? scene.add_circle(points[0], static_cast<T>(radius))
                        : points.size() == 2 ? scene.add_capsule(points[0], points[1], static_cast<T>(radius))
                                             : scene.add_polygon(points, static_cast<T>(radius));
  const BodyId body = scene.add_body(shape, pose);
  std::vector<Vec2d> normals;
  const auto depths = [&] {
    normals.clear();
    std::vector<double> result;
    std::vector<BasicVec2<T>> placed(points.size());
    scene.placed_offsets(body, placed);
    const Pose at = scene.pose(body);
    for (std::size_t k = 0; k < count; ++k) {
      const BasicVec2<T>&a = ring[k], &b = ring[(k + 1) % count];
      const double ax = static_cast<double>(a.x), ay = static_cast<double>(a.y);
      const double ex = static_cast<double>(b.x) - ax, ey = static_cast<double>(b.y) - ay, length = std::hypot(ex, ey);
      const Vec2d normal{ey / length, -ex / length};
      double deepest = -std::numeric_limits<double>::infinity();
      for (const BasicVec2<T>& v : placed) {
        deepest = std::max(deepest, -(normal.x * (at.x + static_cast<double>(v.x) - ax) +
                                      normal.y * (at.y + static_cast<double>(v.y) - ay)));
      }
      normals.push_back(normal);
      result.push_back(deepest + static_cast<double>(static_cast<T>(radius)));
    }
    return result;
  };
  const std::vector<double> before = depths();
  if (*std::max_element(before.begin(), before.end()) > -1e-3) return false;
  std::vector<Motion> motions(scene.body_slots());
  motions[body] = motion;
  const double angle = std::atan2(pose.rotation.sin, pose.rotation.cos) + motion.angle;
  scene.set_pose(body, Pose::at(pose.x + motion.x, pose.y + motion.y, angle));
  const bool meets = std::any_of(room.begin(), room.end(), [&](BodyId wall) { return overlaps(scene, body, wall); });
  const std::vector<double> now = depths();
  const double shortest = shortest_to_front(normals, now);
  if (!meets || std::isinf(shortest)) return false;
  PushOut push = kind == RoomOf::pushed_chain
                     ? push_out(scene, room[0], std::array{body}, {.last_motions = motions})
                     : push_out(scene, body, std::span<const BodyId>(room), {.last_motions = motions});
  if (kind == RoomOf::pushed_chain) push.x = -push.x, push.y = -push.y;
  EXPECT_EQ(push.left, 0u);
  EXPECT_EQ(push.is_shortest, 1u);
  EXPECT_NEAR(std::hypot(push.x, push.y), shortest, 1e-5);
  for (std::size_t k = 0; k < count; ++k) {
    EXPECT_GE(normals[k].x * push.x + normals[k].y * push.y, now[k] - 1e-5) << "behind edge " << k;
  }
  return true;
}

template <class T>
void test_rooms(std::uint64_t seed) {
  Random random(seed);
  const std::vector<Vec2d> square{{-5, -5}, {-5, 5}, {5, 5}, {5, -5}};
  const std::vector<Vec2d> box{{-0.3, -0.3}, {0.3, -0.3}, {0.3, 0.3}, {-0.3, 0.3}};
  // Two rods that come behind a wall without overlapping it if they leave beside the one before it.
  const std::vector<Vec2d> first_room{{2.9, -4.07},   {-4.956, -0.663}, {-4.98, -0.447}, {-4.369, 2.431},
                                      {3.094, 3.928}, {4.514, 2.151},   {4.875, 1.109}};
  const std::vector<Vec2d> first_rod{{-0.0782434, -0.7527237}, {-0.8468949, 1.2944964}};
  const std::vector<Vec2d> second_room{{4.2672, -2.60596},     {1.82996, -4.65309},   {1.547496, -4.754499},
                                       {-0.107301, -4.998849}, {-4.906193, 0.963987}, {-1.611701, 4.733119},
                                       {-1.276426, 4.834329},  {4.567986, 2.033102}};
  const std::vector<Vec2d> second_rod{{-0.4932630, -0.1358084}, {1.0105971, 0.8501038}};
  for (const RoomOf kind : {RoomOf::chain, RoomOf::segments, RoomOf::pushed_chain}) {
    for (const double by : {0.2, 0.38, 0.42, 0.5, 0.6}) {
      EXPECT_TRUE(expect_back_in_room<T>(square, kind, {{0, 0}}, 0.3, {4.6, 4.6}, {by, by, 0}));
      EXPECT_TRUE(expect_back_in_room<T>(square, kind, box, 0, {4.6, 4.6}, {by, by, 0}));
    }
    EXPECT_TRUE(expect_back_in_room<T>(first_room, kind, first_rod, 0, {-3.094, 0.3666}, {-1.87, -0.418, 0.9297}));
    EXPECT_TRUE(expect_back_in_room<T>(second_room, kind, second_rod, 0, {-1.6546731, 2.9631728},
                                       {0.5335431, 1.7328856, 0.2141148}));
    std::size_t met = 0;
    for (int round = 0; round < 150; ++round) {
      const std::size_t most = round % 5 == 0 ? 40 : 7;
      std::vector<double> angles(3 + random.below(most - 2));
      for (double& angle : angles) angle = random.uniform(0, 6.283185307179586);
      std::sort(angles.rbegin(), angles.rend());
      bool is_room = angles.back() + 6.2831853 - angles[0] < 3.1 && angles.back() + 6.2831853 - angles[0] > 0.01;
      for (std::size_t k = 1; k < angles.size(); ++k) {
        is_room = is_room && angles[k - 1] - angles[k] < 3.1 && angles[k - 1] - angles[k] > 0.01;
      }
      if (!is_room) continue;
      std::vector<Vec2d> corners;
      for (const double angle : angles) corners.push_back({5 * std::cos(angle), 5 * std::sin(angle)});
      const double size = random.uniform(0.1, 1.5);
      const std::vector<Vec2d> cores[4] = {
          {{0, 0}}, {{-size, 0}, {size, 0.2}}, box, {{-size, size}, {0, -size}, {size, size}}};
      const double radius = round % 4 == 0 ? size / 2 : round % 4 == 1 ? 0.05 : 0;
      // Half of the ends are near a corner.
      const Vec2d& corner = corners[random.below(corners.size())];
      const Pose pose = Pose::at(random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(0, 6.3));
      Motion motion{random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-1, 1)};
      if (round % 2 == 0) {
        motion.x = corner.x * random.uniform(0.9, 1.05) - pose.x;
        motion.y = corner.y * random.uniform(0.9, 1.05) - pose.y;
      }
      SCOPED_TRACE(std::to_string(round) + " of kind " + std::to_string(static_cast<int>(kind)));
      met += expect_back_in_room<T>(corners, kind, cores[round % 4], radius, pose, motion) ? 1 : 0;
    }
    EXPECT_GT(met, 15u);
  }
}
TEST_P(PushOutOneSided, a_room_holds_who_was_in_it_at_its_corners_too) {
  test_rooms<float>(own_seed(43));
  test_rooms<double>(own_seed(44));
}

enum class WallsOf { chain, segments_with_shared_ends, segments_with_told_ends };

/// Bodies that were wholly in a turned square room of short edges before they moved into a corner: where vertices are rounded,
/// its straight walls bend a little to both sides.
template <class T>
void test_short_edges(std::uint64_t seed, WallsOf kind, const std::vector<BasicVec2<T>>& core, T radius) {
  BasicScene<T> scene;
  const Pose turned = Pose::at(0, 0, 0.7);
  const double c = turned.rotation.cos, s = turned.rotation.sin;
  std::vector<BasicVec2<T>> ring;
  const std::array<Vec2d, 5> corners{{{-5, -5}, {-5, 5}, {5, 5}, {5, -5}, {-5, -5}}};
  for (std::size_t k = 0; k < 4; ++k) {
    const Vec2d &from = corners[k], &to = corners[k + 1];
    for (int i = 0; i < 400; ++i) {
      const double t = i / 400.0;
      ring.push_back({static_cast<T>(from.x + t * (to.x - from.x)), static_cast<T>(from.y + t * (to.y - from.y))});
    }
  }
  std::vector<BodyId> room;
  if (kind == WallsOf::chain) {
    room.push_back(scene.add_body(scene.add_chain(ring, true, true), turned));
  } else {
    const auto world = [&](std::size_t k) {
      const double x = static_cast<double>(ring[k % ring.size()].x), y = static_cast<double>(ring[k % ring.size()].y);
      return Vec2d{c * x - s * y, s * x + c * y};
    };
    std::vector<EdgeLink> links;
    for (std::size_t k = 0; k < ring.size(); ++k) {
      room.push_back(scene.add_body(scene.add_segment(ring[k], ring[(k + 1) % ring.size()]), turned));
      links.push_back({.body = room.back(), .one_sided = true});
      if (kind != WallsOf::segments_with_told_ends) continue;
      links.back().before = world(k + ring.size() - 1);
      links.back().after = world(k + 2);
    }
    scene.link_edges(links);
    if (kind == WallsOf::segments_with_shared_ends) {
      ASSERT_EQ(scene.link_shared_edges(room, 0), ring.size());
    }
  }
  const BodyId body = scene.add_body(radius > 0 ? scene.add_circle(core[0], radius) : scene.add_polygon(core));
  Random random(seed);
  int met = 0;
  for (int round = 0; round < 60; ++round) {
    const Motion in{random.uniform(0, 1.2), random.uniform(0, 1.2), 0},
        motion{c * in.x - s * in.y, s * in.x + c * in.y, 0};
    const double x = 4.5 - random.uniform(0, 0.3) + in.x, y = 4.5 - random.uniform(0, 0.3) + in.y;
    scene.set_pose(body, Pose::at(c * x - s * y, s * x + c * y, random.uniform(0, 6.3)));
    std::vector<Motion> motions(scene.body_slots());
    motions[body] = motion;
    const PushOut push = push_out(scene, body, std::span<const BodyId>(room), {.last_motions = motions});
    if (push.x == 0 && push.y == 0) continue;  // some have left the room
    ++met;
    EXPECT_LT(x + c * push.x + s * push.y, 5) << "round " << round;
    EXPECT_LT(y - s * push.x + c * push.y, 5) << "round " << round;
  }
  EXPECT_GT(met, 15);
}
TEST_P(PushOutOneSided, straight_walls_of_short_edges_have_no_way_through) {
  for (const WallsOf kind : {WallsOf::chain, WallsOf::segments_with_shared_ends, WallsOf::segments_with_told_ends}) {
    test_short_edges<float>(own_seed(45), kind, {{0, 0}}, 0.3f);
    test_short_edges<float>(own_seed(45), kind, {{-0.3f, -0.3f}, {0.3f, -0.3f}, {0.3f, 0.3f}, {-0.3f, 0.3f}}, 0);
    test_short_edges<double>(own_seed(45), kind, {{0, 0}}, 0.3);
  }
}

/// A square room of linked segments that end before its corners.
template <class T>
void test_gaps(double gap) {
  BasicScene<T> scene;
  const T full = 5, less = static_cast<T>(5 - gap);
  const std::array<std::array<BasicVec2<T>, 2>, 4> walls{{{{{-full, -full}, {-full, less}}},
                                                          {{{-full, full}, {less, full}}},
                                                          {{{full, full}, {full, -less}}},
                                                          {{{full, -full}, {-less, -full}}}}};
  std::vector<BodyId> room;
  std::vector<EdgeLink> links;
  for (const auto& [from, to] : walls) {
    room.push_back(scene.add_body(scene.add_segment(from, to)));
    links.push_back({.body = room.back(), .one_sided = true});
  }
  scene.link_edges(links);
  ASSERT_EQ(scene.link_shared_edges(room, 1e-3), 4u);
  const BodyId body = scene.add_body(scene.add_circle({0, 0}, static_cast<T>(0.25)));
  for (const Vec2d start : {Vec2d{4.6, 4.6}, {4.75, 4.6}, {4.6, 4.75}, {-4.75, -4.6}}) {  // some touch the next wall
    for (const double by : {0.2, 0.3, 0.38, 0.42}) {
      const double side = start.x > 0 ? 1 : -1;
      scene.set_pose(body, Pose::at(start.x + side * by, start.y + side * by, 0));
      std::vector<Motion> motions(scene.body_slots());
      motions[body] = {side * by, side * by, 0};
      const PushOut push = push_out(scene, body, std::span<const BodyId>(room), {.last_motions = motions});
      EXPECT_NEAR(start.x + side * by + push.x, side * 4.75, 1e-6) << gap << " by " << by;
      EXPECT_NEAR(start.y + side * by + push.y, side * 4.75, 1e-6) << gap << " by " << by;
    }
  }
}
TEST_P(PushOutOneSided, walls_that_are_linked_over_gaps_have_no_way_through) {
  for (const double gap : {0.0, 0x1p-14, 0x1p-11}) {
    test_gaps<float>(gap);
    test_gaps<double>(gap);
  }
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
