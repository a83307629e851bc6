// Sweeps of bodies that turn, by dense samples in long double: a motion that both bodies have in common changes nothing.
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
  /// Of the two bodies' surfaces, from the contact point.
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
