// Sweeps of bodies that turn, by dense samples in long double: what touches at the start and does not count gets no
// deeper, what parts has no hit, and a motion that both bodies have in common changes nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <satchel/satchel.hpp>
#include <vector>

#include "support/isa_param.hpp"
#include "support/moved_cores.hpp"
#include "support/random.hpp"
#include "support/scale.hpp"
#include "support/walkers.hpp"

namespace satchel::test {
namespace {

using TurningStartOnIsa = OnEveryIsa;

/// Two convex bodies that move.
template <class T>
struct MovingPair {
  BasicScene<T> scene;
  BodyId a = 0, b = 0;
  std::array<Motion, 2> motions;

  MovingPair() = default;
  MovingPair(const MovingPair&) = delete;
  MovingPair& operator=(const MovingPair&) = delete;

  BasicImpact<T> impact(bool leaves_start, T tolerance = 0, bool swapped = false) const {
    std::array<BasicImpact<T>, 1> found;
    sweep(scene, motions, std::array{swapped ? Pair{b, a} : Pair{a, b}}, found,
          {.tolerance = tolerance, .leaves_start = leaves_start});
    return found[0];
  }
  Real distance(Real time) const {
    const Pose from = scene.pose(a);
    return signed_distance(moved(scene, a, motions[a], time, {from.x, from.y}),
                           moved(scene, b, motions[b], time, {from.x, from.y})) -
           Real(scene.radius(scene.shape(a))) - Real(scene.radius(scene.shape(b)));
  }
  /// How far the two bodies' surfaces are from the contact point.
  Real farthest_surface(const BasicImpact<T>& met) const {
    const Pose from = scene.pose(a);
    const Real time = met.time;
    const RealPoint point{Real(met.point_x) + time * Real(motions[a].x), Real(met.point_y) + time * Real(motions[a].y)};
    const auto from_surface = [&](BodyId body) {
      return surface_distance(moved(scene, body, motions[body], time, {from.x, from.y}),
                              Real(scene.radius(scene.shape(body))), point);
    };
    return std::max(from_surface(a), from_surface(b));
  }
  /// Until a time, by samples, and by golden sections beside the least of them.
  Real least_distance(Real until) const {
    constexpr int samples = 32;
    int least = 0;
    std::array<Real, samples + 1> found;
    for (int i = 0; i <= samples; ++i) {
      found[static_cast<std::size_t>(i)] = distance(until * i / samples);
      if (found[static_cast<std::size_t>(i)] < found[static_cast<std::size_t>(least)]) least = i;
    }
    Real low = until * std::max(least - 1, 0) / samples, high = until * std::min(least + 1, samples) / samples;
    const Real section = (std::sqrt(Real(5)) - 1) / 2;
    Real result = found[static_cast<std::size_t>(least)];
    for (int i = 0; i < 16; ++i) {
      const Real left = high - section * (high - low), right = low + section * (high - low);
      const Real at_left = distance(left), at_right = distance(right);
      result = std::min({result, at_left, at_right});
      (at_left < at_right ? high : low) = at_left < at_right ? right : left;
    }
    return result;
  }
  Real reach(BodyId body) const {
    Real reach = 0;
    const Pose at = scene.pose(body);
    for (const RealPoint& v : moved(scene, body, {}, 0, {at.x, at.y})) reach = std::max(reach, std::hypot(v.x, v.y));
    return reach + Real(scene.radius(scene.shape(body)));
  }
  /// The default.
  Real tolerance() const { return std::ldexp(reach(a) + reach(b), -13); }
};

template <class T>
ShapeId some_shape(BasicScene<T>& scene, Random& random) {
  using V = BasicVec2<T>;
  const auto number = [&](double low, double high) { return static_cast<T>(random.uniform(low, high)); };
  switch (random.below(6)) {
    case 0:
      return scene.add_box(number(0.1, 1), number(0.1, 1));
    case 1:
      return scene.add_circle({number(-1, 1), number(-1, 1)}, number(0.1, 0.6));
    case 2:
      return scene.add_capsule({-1, 0}, {number(0.2, 1), number(-1, 1)}, number(0.05, 0.4));
    case 3:
      return scene.add_polygon(std::array{V{number(-1, -0.1), T(-0.5)}, V{number(0.1, 1), T(-0.5)}, V{0, number(0, 1)}},
                               random.pick({T(0), T(0.2)}));
    case 4:  // far from its origin
      return scene.add_polygon(std::array{V{3, 0}, V{4, T(0.25)}, V{T(3.5), T(1.5)}, V{T(2.75), T(0.75)}});
    default:
      return scene.add_segment({number(-2, -1), 0}, {number(0, 1), number(0, 1)});
  }
}

/// Bodies that touch at the start, by a sweep that does not turn; false if they do not meet.
/// @param met  the impact
template <class T>
bool make_touch(MovingPair<T>& pair, Random& random, BasicImpact<T>& met) {
  BasicScene<T>& scene = pair.scene;
  pair.a = scene.add_body(some_shape(scene, random), Pose::at(0, 0, random.uniform(-3, 3)));
  const double from = random.uniform(-3, 3);
  pair.b = scene.add_body(some_shape(scene, random),
                          Pose::at(8 * std::cos(from), 8 * std::sin(from), random.uniform(-3, 3)));
  const Pose start = scene.pose(pair.b);
  pair.motions = {Motion{}, Motion{-start.x + random.uniform(-1, 1), -start.y + random.uniform(-1, 1), 0}};
  met = pair.impact(false);
  if (met.hit == 0 || met.time == 0) return false;
  scene.set_pose(pair.b, moved(start, pair.motions[1], static_cast<double>(met.time)));
  return true;
}

/// The motion of b whose gap along the normal of the contact grows at some rate.
template <class T>
void set_rate(MovingPair<T>& pair, const BasicImpact<T>& met, double rate) {
  const Pose at = pair.scene.pose(pair.b);
  const double nx = static_cast<double>(met.normal_x), ny = static_cast<double>(met.normal_y);
  const double px = static_cast<double>(met.point_x), py = static_cast<double>(met.point_y);
  Motion& motion = pair.motions[1];
  const double of_a = pair.motions[0].angle * (ny * px - nx * py);
  const double of_b = nx * motion.x + ny * motion.y + motion.angle * (ny * (px - at.x) - nx * (py - at.y));
  motion.x += (of_a - of_b + rate) * nx;
  motion.y += (of_a - of_b + rate) * ny;
}

template <class T>
void test_depths(std::uint64_t seed) {
  Random random(seed);
  std::size_t touching = 0, hits = 0, later = 0;
  for (std::size_t i = 0; i < scaled(150); ++i) {
    MovingPair<T> pair;
    BasicImpact<T> met;
    if (!make_touch(pair, random, met)) continue;
    ++touching;
    const double fast = random.pick({0.3, 1.5});
    pair.motions = {Motion{0, 0, random.pick({0.0, 1.0}) * random.uniform(-fast, fast)},
                    Motion{random.uniform(-fast, fast), random.uniform(-fast, fast), random.uniform(-fast, fast)}};
    const double rate = random.pick({0.0, 0.0, 0.0, 1e-3, 0.1});
    set_rate(pair, met, rate);
    const BasicImpact<T> found = pair.impact(true);
    const Real end = found.hit != 0 ? Real(found.time) : 1, tolerance = pair.tolerance();
    hits += found.hit;
    later += found.hit != 0 && found.time > 0 ? 1 : 0;
    const Real start = std::min<Real>(pair.distance(0), 0);
    EXPECT_GT(pair.least_distance(end) - start, -tolerance) << i << ": hit " << found.hit << " at " << end;
    EXPECT_EQ(found.hit, pair.impact(true, 0, true).hit) << i;
    if (found.hit == 0) continue;
    EXPECT_NEAR(std::hypot(found.normal_x, found.normal_y), 1, 1e-6) << i;
    EXPECT_LT(pair.farthest_surface(found), tolerance) << i << ": hit at " << end;
    if (rate == 0 && end == 0) continue;  // its sign is for rounding to say
    // They do approach each other: they are nearer soon after.
    bool approach = false;
    const Real at_hit = pair.distance(end);
    for (int k = 0; k < 24 && !approach; ++k) {
      approach = pair.distance(std::min<Real>(end + std::ldexp(Real(1), -k), 1)) < at_hit;
    }
    EXPECT_TRUE(approach) << i << ": hit at " << end;
  }
  EXPECT_GT(touching, scaled(60));
  EXPECT_GT(hits, scaled(10));
  EXPECT_GT(later, scaled(3));
}

TEST_P(TurningStartOnIsa, what_touches_without_approaching_gets_no_deeper_later) {
  test_depths<float>(own_seed(1));
  test_depths<double>(own_seed(2));
}

/// A corner, and a disc, that touch a floor above their body's origin: the turn takes them along the floor at first.
template <class T>
void test_corners_that_swing_down() {
  const FloorFrame frame;
  for (const FloorKind kind : all_floors) {
    BasicScene<T> scene;
    const std::vector<BodyId> floor = add_floor(scene, kind, frame, level(-3, 3, 0.75));
    using V = BasicVec2<T>;
    for (const ShapeId shape :
         {scene.add_polygon(std::array{V{0, 2}, V{T(0.5), 3}, V{T(-0.5), 3}}), scene.add_circle({0, T(2.5)}, T(0.5))}) {
      for (const double lift : {0.0, 1e-9, 1e-4}) {
        const BodyId body = scene.add_body(shape, {0.125, -2 + lift});
        for (const double turn : {0.1, -0.5, 1.0}) {
          const BasicImpact<T> met = first_impact(scene, body, floor, {0, 0, turn});
          ASSERT_EQ(met.hit, 1u) << static_cast<int>(kind) << " shape " << shape << " lift " << lift << " turn "
                                 << turn;
          // At an angle the corner is 2 (1 - cos) lower, the disc 2.5 (1 - cos).
          const double depth = 2.5 * (1 - std::cos(turn * static_cast<double>(met.time))) - lift;
          EXPECT_LT(depth, 1.5e-3) << static_cast<int>(kind) << " shape " << shape << " lift " << lift;
          EXPECT_LT(met.normal_y, -0.99) << static_cast<int>(kind) << " shape " << shape << " turn " << turn;
        }
        scene.remove_body(body);
      }
    }
  }
}
TEST_P(TurningStartOnIsa, corners_that_swing_down_into_a_floor_meet_it) {
  test_corners_that_swing_down<float>();
  test_corners_that_swing_down<double>();
}

/// A body that turns on a floor of many bodies is no deeper before its first hit than at the start.
template <class T>
void test_floors(std::uint64_t seed) {
  Random random(seed);
  std::size_t hits = 0, passes = 0;
  for (const FloorKind kind : all_floors) {
    const FloorFrame frame{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-3, 3)};
    BasicScene<T> scene;
    const std::vector<BodyId> floor = add_floor(scene, kind, frame, level(-8, 8, random.pick({0.5, 1.0, 2.0})));
    const std::vector<ShapeId> walkers = add_walkers(scene);
    for (std::size_t n = 0; n < scaled(5); ++n) {
      const ShapeId shape = walkers[random.below(walkers.size())];
      const BodyId body = scene.add_body(shape, frame.at(random.uniform(-3, 3), random.pick({0.0, 0x1p-20, -0.125})));
      for (std::size_t k = 0; k < scaled(2); ++k) {
        const Motion motion = frame.motion(random.uniform(-3, 3), random.uniform(-0.1, 0.5), random.uniform(-0.5, 0.5));
        const BasicImpact<T> met = first_impact(scene, body, floor, motion, true, random.chance(0.5));
        ++(met.hit != 0 ? hits : passes);
        const Rotation up = frame.rotation();
        const auto lowest = [&](Real time) {
          Real least = std::numeric_limits<Real>::infinity();
          for (const RealPoint& v : moved(scene, body, motion, time, {frame.x, frame.y})) {
            least = std::min(least, Real(up.cos) * v.y - Real(up.sin) * v.x);
          }
          return least;
        };
        const Real end = met.hit != 0 ? Real(met.time) : 1, start = lowest(0);
        Real least = start;
        for (int i = 1; i <= 40; ++i) least = std::min(least, lowest(end * i / 40));
        EXPECT_GT(least, start - 2e-3L) << static_cast<int>(kind) << " shape " << shape << " hit " << met.hit << " at "
                                        << end;
      }
      scene.remove_body(body);
    }
  }
  EXPECT_GT(hits, scaled(10));
  EXPECT_GT(passes, scaled(10));
}
TEST_P(TurningStartOnIsa, what_turns_on_a_floor_gets_no_deeper) {
  test_floors<float>(own_seed(3));
  test_floors<double>(own_seed(4));
}

/// Bodies that touch and part have no hit; those that get deeper have one.
template <class T>
void test_parting(std::uint64_t seed) {
  Random random(seed);
  std::size_t parting = 0, closing = 0;
  for (std::size_t i = 0; i < scaled(150); ++i) {
    MovingPair<T> pair;
    BasicScene<T>& scene = pair.scene;
    const double width = random.uniform(0.25, 2), half = random.uniform(0.1, 0.6);
    pair.a = scene.add_body(scene.add_box(static_cast<T>(width), T(0.5)));
    const ShapeId above = random.pick({scene.add_box(static_cast<T>(half), T(0.25)), scene.add_circle({0, 0}, T(0.25)),
                                       scene.add_capsule({T(-0.5), 0}, {T(0.5), 0}, T(0.25))});
    pair.b = scene.add_body(above, {random.uniform(-width, width), 0.75});
    const double fast = random.pick({0.05, 0.5});
    const auto number = [&] { return random.uniform(-fast, fast); };
    pair.motions = {Motion{0, 0, number()}, Motion{number(), number(), random.pick({0.0, 1.0}) * number()}};
    const Real tolerance = pair.tolerance();
    // Apart at once, farther and farther up to twice the tolerance, and never nearer than the tolerance again.
    bool parts = true, has_left = false;
    Real before = 0, least = 0;
    for (int k = 0; k <= 80; ++k) {
      const Real distance = pair.distance(std::pow(Real(10), -5 + 5 * Real(k) / 80));
      has_left = has_left || distance > 2 * tolerance;
      parts = parts && (has_left ? distance > tolerance : distance > before);
      before = distance;
      least = std::min(least, distance);
    }
    const BasicImpact<T> found = pair.impact(true, 0, random.chance(0.5));
    if (parts && has_left) {
      ++parting;
      EXPECT_EQ(found.hit, 0u) << i << ": hit at " << found.time;
    } else if (least < -tolerance) {
      ++closing;
      EXPECT_EQ(found.hit, 1u) << i << ": as deep as " << -least;
    }
  }
  EXPECT_GT(parting, scaled(30));
  EXPECT_GT(closing, scaled(30));
}
TEST_P(TurningStartOnIsa, what_parts_while_it_turns_has_no_hit) {
  test_parting<float>(own_seed(5));
  test_parting<double>(own_seed(6));
}

template <class T>
void test_platforms() {
  BasicScene<T> scene;
  const BodyId platform = scene.add_body(scene.add_box(4, 1));
  using V = BasicVec2<T>;
  const BodyId rider = scene.add_body(scene.add_polygon(std::array{V{1, 1}, V{2, 1}, V{2, 2}, V{1, 2}}));
  const BodyId left = scene.add_body(scene.add_box(T(0.5), T(0.5)), {-3, 1.5});
  for (const double turn : {0.01, 0.3}) {
    std::vector<Motion> motions(scene.body_slots());
    const auto hit = [&](BodyId body, double of_platform, double of_body) {
      motions.assign(motions.size(), {});
      motions[platform].angle = of_platform;
      motions[body].angle = of_body;
      std::array<BasicImpact<T>, 2> found;
      sweep(scene, motions, std::array{Pair{platform, body}, Pair{body, platform}}, found, {.leaves_start = true});
      EXPECT_EQ(found[0].hit, found[1].hit);
      return found[0].hit;
    };
    EXPECT_EQ(hit(rider, turn, turn), 0u) << "it turns with the platform";
    EXPECT_EQ(hit(rider, -turn, turn), 0u) << "it turns away from the platform";
    EXPECT_EQ(hit(rider, turn, -turn), 1u);
    EXPECT_EQ(hit(left, turn, 0), 0u) << "the left half of the platform goes down";
    EXPECT_EQ(hit(left, -turn, 0), 1u);
  }
}
TEST_P(TurningStartOnIsa, the_rate_is_that_of_the_common_part_of_the_edges) {
  test_platforms<float>();
  test_platforms<double>();
}

/// Boxes that turn about a point where they touch a floor of another size: there the rate is 0, elsewhere they rise.
template <class T>
void test_pivots(std::uint64_t seed) {
  Random random(seed);
  for (const double wide : {0.01, 1.0, 100.0, 1e5}) {
    for (std::size_t i = 0; i < scaled(100); ++i) {
      BasicScene<T> scene;
      const BodyId floor = scene.add_body(scene.add_box(static_cast<T>(wide), T(1)), {0, -1});
      const ShapeId box = scene.add_box(1, 1);
      const BodyId body = scene.add_body(box);
      const double turn = random.uniform(0.01, 0.1);
      const auto hits_at_start = [&](const Vec2d& arm, double angle) {
        std::vector<Motion> motions(scene.body_slots());
        motions[body] = {angle * arm.y, -angle * arm.x, angle};
        std::array<BasicImpact<T>, 2> found;
        sweep(scene, motions, std::array{Pair{floor, body}, Pair{body, floor}}, found, {.leaves_start = true});
        return (found[0].hit == 1 && found[0].time == 0) + (found[1].hit == 1 && found[1].time == 0);
      };
      // Its own corner is on the floor.
      scene.set_pose(body, Pose::at(0, 0, random.uniform(0.2, 1.2)));
      std::array<BasicVec2<T>, 4> corners;
      scene.placed_offsets(body, corners);
      const BasicVec2<T> lowest = *std::min_element(corners.begin(), corners.end(),
                                                    [](const auto& one, const auto& two) { return one.y < two.y; });
      const Vec2d arm{static_cast<double>(lowest.x), static_cast<double>(lowest.y)};
      scene.set_pose(body, {random.uniform(-0.9, 0.9) * wide - arm.x, -arm.y, scene.pose(body).rotation});
      EXPECT_EQ(hits_at_start(arm, turn), 0) << wide << ' ' << i;
      EXPECT_EQ(hits_at_start(arm, -turn), 0) << wide << ' ' << i;
      // Its lower edge is on the floor's right corner.
      const double end = static_cast<double>(static_cast<T>(wide));
      scene.set_pose(body, {end + random.uniform(0, 0.9), 1});
      EXPECT_EQ(hits_at_start({end - scene.pose(body).x, -1}, -turn), 0) << wide << ' ' << i;
      if (wide >= 1) {
        EXPECT_EQ(hits_at_start({end - scene.pose(body).x, -1}, turn), 2) << wide << ' ' << i;
      }
    }
  }
}
TEST_P(TurningStartOnIsa, what_turns_about_a_corner_rises_from_floors_of_all_sizes) {
  test_pivots<float>(own_seed(11));
  test_pivots<double>(own_seed(12));
}

template <class T>
void test_common_motion(std::uint64_t seed) {
  Random random(seed);
  std::size_t hits = 0;
  const T tolerance = T(0x1p-30);
  for (std::size_t i = 0; i < scaled(60); ++i) {
    MovingPair<T> pair;
    pair.a = pair.scene.add_body(pair.scene.add_box(1, T(0.5)), Pose::at(0, 0, random.uniform(-1, 1)));
    pair.b = pair.scene.add_body(pair.scene.add_box(T(0.75), T(0.25)),
                                 Pose::at(5, random.uniform(-1.5, 1.5), random.uniform(-1, 1)));
    const double common = random.pick({0x1p20, 0x1p27, 0x1p40});
    pair.motions = {Motion{common, -common, random.uniform(-1, 1)}, Motion{common - 8, -common, random.uniform(-1, 1)}};
    const BasicImpact<T> found = pair.impact(random.chance(0.5), tolerance);
    pair.motions[0].x = pair.motions[0].y = pair.motions[1].y = 0;
    pair.motions[1].x = -8;
    const Real end = found.hit != 0 ? Real(found.time) : 1;
    const Real floor = std::ldexp(Real(1), -39) * 20,
               moves = std::ldexp(Real(10), sizeof(T) == sizeof(float) ? -24 : -53);
    EXPECT_GT(pair.least_distance(end), 0) << i << ": hit " << found.hit << " at " << end << ", common " << common;
    if (found.hit == 0) continue;
    ++hits;
    EXPECT_LT(pair.distance(end), Real(tolerance) + floor + moves) << i << ": common " << common;
  }
  EXPECT_GT(hits, scaled(40));
}
TEST_P(TurningStartOnIsa, bodies_that_move_together_far_meet_as_they_turn) {
  test_common_motion<float>(own_seed(7));
  test_common_motion<double>(own_seed(8));
}

/// The same bits as without the motion that all have in common, of linked bodies and compounds, too.
template <class T>
void test_common_motion_of_floors(std::uint64_t seed, bool turning) {
  Random random(seed);
  std::size_t hits = 0;
  for (const FloorKind kind : all_floors) {
    const FloorFrame frame{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-3, 3)};
    BasicScene<T> scene;
    const std::vector<BodyId> floor = add_floor(scene, kind, frame, level(0, 8, 1));
    std::vector<Motion> motions(scene.body_slots());
    std::vector<Pair> pairs;
    for (const ShapeId shape : add_walkers(scene)) {
      const BodyId body = scene.add_body(shape, frame.at(random.uniform(1, 6), random.pick({1.0, 0.5, 0.0, -0.05})));
      Motion motion = frame.motion(random.uniform(-3, 3), random.uniform(-1.5, 0.5));
      motion.x = std::round(1024 * motion.x) / 1024;  // so that sums with the common motion are exact
      motion.y = std::round(1024 * motion.y) / 1024;
      if (turning) motion.angle = random.uniform(-0.2, 0.2);
      motions.push_back(motion);
      for (const BodyId other : floor) pairs.push_back(random.chance(0.5) ? Pair{body, other} : Pair{other, body});
    }
    std::vector<BasicImpact<T>> alone(pairs.size()), together(pairs.size());
    for (const bool leaves_start : {false, true}) {
      const BasicSweepOptions<T> options{.leaves_start = leaves_start};
      sweep(scene, motions, pairs, alone, options);
      std::vector<Motion> moved_motions = motions;
      for (Motion& motion : moved_motions) {
        motion.x += 0x1p30;
        motion.y -= 0x1p20;
      }
      sweep(scene, moved_motions, pairs, together, options);
      EXPECT_EQ(alone, together) << static_cast<int>(kind);
      for (const BasicImpact<T>& impact : alone) hits += impact.hit;
    }
  }
  EXPECT_GT(hits, 100u);
}
TEST_P(TurningStartOnIsa, a_common_motion_changes_no_impact) {
  for (const bool turning : {false, true}) {
    test_common_motion_of_floors<float>(own_seed(9), turning);
    test_common_motion_of_floors<double>(own_seed(10), turning);
  }
}

SATCHEL_ON_EVERY_ISA(TurningStartOnIsa);

}  // namespace
}  // namespace satchel::test
