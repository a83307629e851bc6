// Sweeps against dense samples of the motion, and against what is known exactly.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <satchel/satchel.hpp>

#include "support/all_shapes.hpp"
#include "support/expect_error.hpp"
#include "support/generators.hpp"
#include "support/hulls.hpp"
#include "support/isa_param.hpp"
#include "support/queries.hpp"
#include "support/rational_cores.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

template <class T>
std::vector<BasicImpact<T>> impacts_of(const BasicScene<T>& scene, std::span<const Motion> motions,
                                       std::span<const Pair> pairs, T tolerance = 0, const Options& options = {}) {
  std::vector<BasicImpact<T>> results(pairs.size());
  sweep(scene, motions, pairs, results, {.tolerance = tolerance, .run = options});
  return results;
}

/// Samples the motion, most of them around the time that was found.
/// @param tolerance  how near bodies may be where they are said to meet
template <class T>
const char* wrong(const BasicScene<T>& scene, std::span<const Motion> motions, Pair ids, const BasicImpact<T>& impact,
                  double tolerance, int samples) {
  const RoundedPair pair(scene, ids);
  const Motion &of_a = motions[ids.a], &of_b = motions[ids.b];
  const double way = std::hypot(of_b.x - of_a.x, of_b.y - of_a.y);
  const double scale = std::max({pair.extent, length(pair.delta), way});
  const auto gap_at = [&](double time) {
    return gap(moved_body(pair.a, {0, 0}, of_a, time), moved_body(pair.b, pair.delta, of_b, time));
  };
  const double rounding = (sizeof(T) == 4 ? 4e-7 : 1e-13) * scale;
  const double time = static_cast<double>(impact.time);
  for (int k = 0; k <= samples; ++k) {
    const double at = static_cast<double>(k) / samples;
    if (impact.hit != 0 && at >= time) break;
    if (gap_at(at) < -rounding) return "a miss";
  }
  if (impact.hit == 0) return nullptr;
  if (!(time >= 0 && time <= 1)) return "a time outside of the step";
  const double then = gap_at(time);
  if (then > rounding + tolerance) return "no contact at the time of impact";
  if (time > 0 && then < -rounding) return "too late";
  const Vec2d n{static_cast<double>(impact.normal_x), static_cast<double>(impact.normal_y)};
  if (std::abs(length(n) - 1) > 1e-5) return "no unit normal";
  if (time > 0 && tolerance == 0) {  // the normal separates: nothing of b lies behind the farthest of a
    const Rounded a = moved_body(pair.a, {0, 0}, of_a, time), b = moved_body(pair.b, pair.delta, of_b, time);
    const double along = b.lowest(n) + a.lowest(-1 * n) - a.radius - b.radius;
    if (along < -10 * rounding) return "a normal that does not separate";
  }
  return nullptr;
}

template <class T>
void expect_right(const BasicScene<T>& scene, std::span<const Motion> motions, std::span<const Pair> pairs, int samples,
                  double tolerance = 0) {
  const auto impacts = impacts_of(scene, motions, pairs, static_cast<T>(tolerance));
  const auto verdicts = classified(scene, pairs);
  std::size_t bad = 0, hits = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const char* what = wrong(scene, motions, pairs[i], impacts[i], tolerance, samples);
    if ((verdicts[i] != Verdict::disjoint) != (impacts[i].hit != 0 && impacts[i].time == 0) &&
        verdicts[i] != Verdict::disjoint) {
      what = "not at the start";
    }
    hits += impacts[i].hit;
    if (what != nullptr && ++bad <= 3) {
      ADD_FAILURE() << what << ": pair " << i << ", hit " << impacts[i].hit << " at " << impacts[i].time << " normal "
                    << impacts[i].normal_x << ' ' << impacts[i].normal_y;
    }
  }
  EXPECT_EQ(bad, 0u);
  EXPECT_GT(hits, pairs.size() / 100);
  EXPECT_LT(hits, pairs.size());
}

std::vector<Motion> motions_for(std::size_t bodies, Random& random, double way, double angle = 0) {
  std::vector<Motion> motions(bodies);
  for (Motion& motion : motions) {
    motion = {random.uniform(-way, way), random.uniform(-way, way), angle > 0 ? random.uniform(-angle, angle) : 0};
  }
  return motions;
}

class SweepOnIsa : public OnEveryIsa {};

TEST_P(SweepOnIsa, agrees_with_samples_for_every_shape) {
  Random random(720);
  for (const double way : {0.5, 5.0, 100.0}) {
    const World world = crowd_of_all_shapes(random, 200, sampled(4000));
    expect_right<float>(world.scene, motions_for(200, random, way), world.pairs, 100);
    const BasicWorld<double> worldd = crowd_of_all_shapes<double>(random, 200, sampled(2000));
    expect_right<double>(worldd.scene, motions_for(200, random, way), worldd.pairs, 100);
  }
  const World far = crowd_of_all_shapes(random, 200, sampled(2000), {1e6, 1e6});
  expect_right<float>(far.scene, motions_for(200, random, 5), far.pairs, 100);
  const World world = crowd(random, 200, sampled(4000), 3, 40);
  expect_right<float>(world.scene, motions_for(200, random, 5), world.pairs, 100);
}

/// Rotations whose cos^2 + sin^2 is off 1: lengths in a shape's frame are not those in the world.
TEST_P(SweepOnIsa, of_bodies_placed_by_rotations_that_are_off) {
  Random random(727);
  const auto check = [&](auto scalar) {
    using T = decltype(scalar);
    BasicWorld<T> world = crowd_of_all_shapes<T>(random, 200, sampled(1000));
    stretch(world.scene, random);
    expect_right<T>(world.scene, motions_for(200, random, 5), world.pairs, 100);
    expect_right<T>(world.scene, motions_for(200, random, 3, 0.5), world.pairs, 100, 1e-3);
    world = crowd<T>(random, 200, sampled(400), 3, 200);
    stretch(world.scene, random);
    expect_right<T>(world.scene, motions_for(200, random, 5), world.pairs, 50);
  };
  check(float{});
  check(double{});
}

/// Slivers a thousand times longer than thick that cross hundreds of their thicknesses in one step. By hand: a million
/// pairs with SATCHEL_TEST_SWEEPS=1000000.
TEST_P(SweepOnIsa, misses_nothing_fast_and_thin) {
  Random random(721);
  const char* const wanted = std::getenv("SATCHEL_TEST_SWEEPS");
  std::size_t left = wanted != nullptr ? std::strtoul(wanted, nullptr, 10) : sampled(4000);
  while (left > 0) {
    const std::size_t count = std::min<std::size_t>(left, 10000);
    left -= count;
    World world;
    for (int i = 0; i < 30; ++i) {
      const auto size = static_cast<float>(random.uniform(0.1, 1));
      world.scene.add_polygon(sliver(random, 1000));
      world.scene.add_capsule({-size, 0}, {size, 0.1f}, 1e-3f);
      world.scene.add_box(size, 1e-3f);
    }
    for (int i = 0; i < 400; ++i) {
      world.scene.add_body(static_cast<ShapeId>(random.below(world.scene.shape_count())),
                           Pose::at(random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-4, 4)));
    }
    while (world.pairs.size() < count) {
      const Pair pair{static_cast<BodyId>(random.below(400)), static_cast<BodyId>(random.below(400))};
      if (pair.a != pair.b) world.pairs.push_back(pair);
    }
    expect_right<float>(world.scene, motions_for(400, random, 10), world.pairs, 200);
  }
}

TEST_P(SweepOnIsa, knows_a_graze_from_a_miss_by_an_ulp) {
  Scene scene;
  const ShapeId box = scene.add_box(0.5f, 0.5f);
  const float below = std::nextafter(0.5f, 0.0f);
  const ShapeId flat = scene.add_box(0.5f, below);
  const ShapeId point = scene.add_circle({0, 0}, 0), stick = scene.add_segment({-0.5f, 0}, {0.5f, 0});
  const auto expect = [&](ShapeId a, ShapeId b, Pose at, Motion motion, bool hit, float time) {
    const BodyId first = scene.add_body(a), second = scene.add_body(b, at);
    std::vector<Motion> motions(scene.body_slots());
    motions[second] = motion;
    motions[first] = {1, 2, 0};
    motions[second].x += 1;
    motions[second].y += 2;
    for (const Pair pair : {Pair{first, second}, Pair{second, first}}) {
      const auto impacts = impacts_of(scene, motions, std::span<const Pair>(&pair, 1));
      EXPECT_EQ(impacts[0].hit, hit ? 1u : 0u);
      EXPECT_EQ(impacts[0].time, hit ? time : 1);
    }
    scene.remove_body(second);
    scene.remove_body(first);
  };
  expect(box, box, {.x = -4, .y = 1}, {8, 0, 0}, true, 0.375f);  // side along side
  expect(box, flat, {.x = -4, .y = 1}, {8, 0, 0}, false, 0);     // an ulp apart
  expect(box, box, {.x = -4, .y = 1}, {3, 0, 0}, true, 1);       // corner to corner at the very end
  expect(box, box, {.x = -4, .y = 1}, {2.9990234375, 0, 0}, false, 0);
  expect(box, box, {.x = -4, .y = 0}, {8, 0, 0}, true, 0.375f);
  expect(box, box, {.x = -4, .y = 0}, {-8, 0, 0}, false, 0);
  expect(box, point, {.x = -4, .y = 0.5}, {8, 0, 0}, true, 0.4375f);
  expect(point, point, {.x = -4, .y = 0}, {8, 0, 0}, true, 0.5f);
  expect(point, point, {.x = -4, .y = 0}, {3, 0, 0}, false, 0);
  expect(point, point, {.x = -4, .y = 0x1p-30}, {8, 0, 0}, false, 0);
  expect(stick, stick, {.x = -4, .y = 0}, {8, 0, 0}, true, 0.375f);  // on one line
  expect(stick, stick, {.x = -4, .y = 0}, {2, 0, 0}, false, 0);
  expect(stick, stick, {.x = 0, .y = 1}, {0, -2, 0}, true, 0.5f);
  expect(stick, point, {.x = -4, .y = 0}, {8, 0, 0}, true, 0.4375f);
  expect(stick, point, {.x = 0.5, .y = 3}, {0, -4, 0}, true, 0.75f);
  expect(box, box, {.x = 2, .y = 0}, {0, 0, 0}, false, 0);
}

/// Whether a line parts the bodies all the time, of which b moves by `way`; in rational numbers. Its direction is that
/// of an edge or of the way, for these are the edges of the difference of a and of all that b sweeps.
bool are_parted(const RationalBody& a, const RationalBody& b, const RationalPoint& way) {
  std::vector<RationalPoint> directions{way};
  for (const RationalBody* body : {&a, &b}) {
    for (std::size_t e = 0; e < body->edges(); ++e) directions.push_back(body->end(e) - body->start(e));
  }
  return std::any_of(directions.begin(), directions.end(), [&](const RationalPoint& d) {
    Rational low[2], high[2];
    for (const int k : {0, 1}) {
      const RationalBody& body = k == 0 ? a : b;
      for (std::size_t v = 0; v < body.core.size(); ++v) {
        const Rational at = cross(d, body.core[v]), then = k == 0 ? at : at + cross(d, way);
        low[k] = v == 0 ? std::min(at, then) : std::min({low[k], at, then});
        high[k] = v == 0 ? std::max(at, then) : std::max({high[k], at, then});
      }
    }
    return high[0] < low[1] || high[1] < low[0];
  });
}

/// Polygons of which one passes the other, or comes to it at the very end, to some units in the last place of a double.
/// @param are_stretched  they are placed by rotations that are off by up to 1e-6
template <class T>
void expect_grazes_told_from_misses(std::uint64_t seed, std::size_t pairs, bool are_stretched = false) {
  Random random(seed);
  BasicWorld<T> world;
  std::vector<Motion> motions;
  for (std::size_t k = 0; k < pairs; ++k) {
    BodyId ids[2];
    RationalBody bodies[2];
    for (const int i : {0, 1}) {
      const int vertices = 3 + static_cast<int>(random.below(6));
      const ShapeId shape = random.chance(0.4) ? world.scene.add_box(static_cast<T>(random.uniform(0.2, 1)),
                                                                     static_cast<T>(random.uniform(0.2, 1)))
                                               : world.scene.add_polygon(round_polygon<T>(random, vertices, 1));
      const Pose at = Pose::at(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-4, 4));
      ids[i] = world.scene.add_body(shape, are_stretched ? stretched(at, random) : at);
      bodies[i] = rational_body(world.scene, ids[i]);
    }
    // b starts behind a, as far aside as it has to be.
    const double angle = random.uniform(-4, 4), x = 8 * std::cos(angle), y = 8 * std::sin(angle);
    const auto aside = [&](const RationalPoint& v) {
      return x * static_cast<double>(v.y) - y * static_cast<double>(v.x);
    };
    double highest = -1e30, lowest = 1e30;
    for (const RationalPoint& v : bodies[0].core) highest = std::max(highest, aside(v));
    for (const RationalPoint& v : bodies[1].core) lowest = std::min(lowest, aside(v));
    const bool at_the_end = random.chance(0.5);
    const double off = (highest - lowest) / 64 - (at_the_end ? random.uniform(0, 0.1) : 0);
    Pose pose = world.scene.pose(ids[1]);
    pose.x += -y * off - 0.5 * x;
    pose.y += x * off - 0.5 * y;
    world.scene.set_pose(ids[1], pose);
    Motion motion{x, y, 0};
    if (at_the_end) {  // as long as the way to a is, in doubles
      Scened scene;
      for (const BodyId id : ids) {
        std::vector<Vec2d> core;
        const BasicPlacedPolygon<T> polygon = placed(world.scene, id);
        for (const auto i : polygon.hull) core.push_back({double{polygon.offsets[i].x}, double{polygon.offsets[i].y}});
        scene.add_body(scene.add_polygon(core), Pose{polygon.origin_x, polygon.origin_y});
      }
      const std::vector<Pair> pair{{0, 1}};
      const std::vector<Motion> whole{{}, motion};
      const double time = impacts_of(scene, whole, std::span<const Pair>(pair))[0].time;
      motion.x *= time;
      motion.y *= time;
    }
    (at_the_end ? motion.x : pose.x) += 0x1p-51 * std::floor(random.uniform(-20, 21));
    world.scene.set_pose(ids[1], pose);
    const Motion common{random.chance(0.5) ? 1.0 : 0.0, 0, 0};
    motions.push_back(common);
    motions.push_back({motion.x + common.x, motion.y, 0});
    world.pairs.push_back(random.chance(0.5) ? Pair{ids[0], ids[1]} : Pair{ids[1], ids[0]});
  }
  const auto impacts = impacts_of(world.scene, motions, std::span<const Pair>(world.pairs));
  std::size_t hits = 0, wrong = 0;
  for (std::size_t i = 0; i < pairs; ++i) {
    const auto [a, b] = world.pairs[i];
    const RationalPoint way{Rational(motions[b].x) - Rational(motions[a].x),
                            Rational(motions[b].y) - Rational(motions[a].y)};
    const bool parted = are_parted(rational_body(world.scene, a), rational_body(world.scene, b), way);
    hits += parted ? 0 : 1;
    if (parted == (impacts[i].hit != 0) && ++wrong <= 3) ADD_FAILURE() << i << (parted ? " is a miss" : " is a hit");
  }
  EXPECT_EQ(wrong, 0u);
  EXPECT_GT(hits, pairs / 4);
  EXPECT_LT(hits, pairs - pairs / 4);
}

TEST_P(SweepOnIsa, tells_grazes_from_misses_to_the_last_bit) {
  expect_grazes_told_from_misses<float>(725, sampled(2000));
  expect_grazes_told_from_misses<double>(726, sampled(600));
  expect_grazes_told_from_misses<float>(728, sampled(500), true);
  expect_grazes_told_from_misses<double>(729, sampled(200), true);
}

TEST_P(SweepOnIsa, of_balls_is_a_quadratic) {
  Scene scene;
  const ShapeId ball = scene.add_circle({0, 0}, 1);
  scene.add_body(ball);
  scene.add_body(ball, Pose::at(-5, 1.2, 0));
  const std::vector<Motion> motions = {{0, 0, 0}, {10, 0, 0}};
  const std::vector<Pair> pairs = {{0, 1}};
  const Impact impact = impacts_of(scene, motions, std::span<const Pair>(pairs))[0];
  EXPECT_EQ(impact.hit, 1u);
  EXPECT_NEAR(impact.time, 0.34, 1e-6);  // 5 - sqrt(4 - 1.44) = 3.4
  EXPECT_NEAR(impact.normal_x, -0.8, 1e-6);
  EXPECT_NEAR(impact.normal_y, 0.6, 1e-6);
}

TEST_P(SweepOnIsa, of_turning_bodies_misses_nothing) {
  Random random(722);
  for (const double angle : {0.5, 6.0}) {
    const World world = crowd_of_all_shapes(random, 200, sampled(2000));
    expect_right<float>(world.scene, motions_for(200, random, 3, angle), world.pairs, 200, 1e-3);
    const BasicWorld<double> worldd = crowd_of_all_shapes<double>(random, 200, sampled(1000));
    expect_right<double>(worldd.scene, motions_for(200, random, 3, angle), worldd.pairs, 200, 1e-3);
  }
}

TEST_P(SweepOnIsa, of_a_rod_that_swings) {
  Scene scene;
  const BodyId rod = scene.add_body(scene.add_box(2, 0.05f));
  const BodyId ball = scene.add_body(scene.add_circle({0, 0}, 0.1f), Pose::at(0, 1.9, 0));
  const std::vector<Motion> motions = {{0, 0, 3.14159265358979}, {}};  // half a turn, past the ball
  const std::vector<Pair> pairs = {{rod, ball}};
  const Impact impact = impacts_of(scene, motions, std::span<const Pair>(pairs), 1e-5f)[0];
  EXPECT_EQ(impact.hit, 1u);
  EXPECT_NEAR(impact.time, 0.5 - std::asin(0.15 / 1.9) / 3.14159265, 1e-4);
}

TEST_P(SweepOnIsa, of_a_swapped_pair_has_the_opposite_normal) {
  Random random(723);
  const World world = crowd_of_all_shapes(random, 300, 5000);
  const std::vector<Motion> motions = motions_for(300, random, 3);
  const auto expected = impacts_of(world.scene, motions, std::span<const Pair>(world.pairs));
  for (std::size_t i = 0; i < world.pairs.size(); ++i) {
    const Pair swapped = {world.pairs[i].b, world.pairs[i].a};
    const Impact other = impacts_of(world.scene, motions, std::span<const Pair>(&swapped, 1))[0];
    EXPECT_EQ(other.time, expected[i].time);
    EXPECT_EQ(other.hit, expected[i].hit);
    EXPECT_EQ(other.normal_x, 0 - expected[i].normal_x);
  }
}

SATCHEL_ON_EVERY_ISA(SweepOnIsa);

TEST(Sweep, ends_where_moved_says) {
  Random random(724);
  const World world = crowd(random, 100, 2000, 3, 8);
  const std::vector<Motion> motions = motions_for(100, random, 1, 1);
  const Scene end = satchel::advance(world.scene, motions);
  const auto contacts = collided(end, world.pairs);
  const auto impacts = impacts_of(world.scene, motions, std::span<const Pair>(world.pairs));
  for (std::size_t i = 0; i < contacts.size(); ++i) {  // what overlaps at the end was met on the way
    if (verdict(contacts[i]) == Verdict::overlapping && contacts[i].separation < -1e-5f) {
      EXPECT_EQ(impacts[i].hit, 1u);
    }
  }
}

/// Where cos^2 + sin^2 is at the limit of poses, the rounding of a turn must not take it past this.
TEST(Sweep, ends_at_poses_that_may_be) {
  Random random(730);
  for (const double off : {1e-6, -1e-6}) {
    Scened scene;
    const ShapeId box = scene.add_box(1, 1);
    std::vector<Motion> motions;
    while (motions.size() < 1000) {
      const Pose at = Pose::at(0, 0, random.uniform(-4, 4));
      const double factor = std::sqrt(1 + off), c = factor * at.rotation.cos, s = factor * at.rotation.sin;
      if (!(std::abs(c * c + s * s - 1) <= 1e-6)) continue;
      scene.add_body(box, {0, 0, {c, s}});
      motions.push_back({0, 0, random.uniform(-9, 9)});
    }
    const Scened end = satchel::advance(scene, motions);
    for (BodyId body = 0; body < motions.size(); ++body) {
      const Pose from = scene.pose(body), to = end.pose(body);
      const double c = std::cos(motions[body].angle), s = std::sin(motions[body].angle);
      EXPECT_NEAR(to.rotation.cos, from.rotation.cos * c - from.rotation.sin * s, 1e-14);
      EXPECT_NEAR(to.rotation.sin, from.rotation.sin * c + from.rotation.cos * s, 1e-14);
    }
  }
}

TEST(Sweep, refuses_bad_motions_before_it_writes) {
  Scene scene;
  scene.add_body(scene.add_box(1, 1));
  scene.add_body(0);
  const std::vector<Pair> pairs = {{0, 1}, {1, 0}};
  std::vector<Motion> motions(2);
  Impact untouched{};
  untouched.hit = 77;
  std::vector<Impact> results(2, untouched);
  expect_error(ErrorCode::size_mismatch, [&] { sweep(scene, std::span(motions).first(1), pairs, results); });
  motions[1].y = 1e30;
  expect_error_at(ErrorCode::out_of_range, 1, "motion", [&] { sweep(scene, motions, pairs, results); });
  motions[1].y = std::numeric_limits<double>::quiet_NaN();
  expect_error_at(ErrorCode::not_finite, 1, "motion", [&] { (void)satchel::advance(scene, motions); });
  EXPECT_EQ(try_sweep(scene, motions, scene, motions, pairs, results).code, ErrorCode::not_finite);
  EXPECT_EQ(results, std::vector<Impact>(2, untouched));
}

}  // namespace
}  // namespace satchel::test
