// How accurate the time and the contact point of a sweep are: at `time` the bodies touch up to the stated bound, and the
// point is as near to both surfaces as stated, in long double.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <satchel/satchel.hpp>
#include <vector>

#include "support/generators.hpp"
#include "support/isa_param.hpp"
#include "support/moved_cores.hpp"
#include "support/random.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

using SweepAccuracyOnIsa = OnEveryIsa;
/// How far the cores' foremost corners are from having a common extent across a normal from a to b.
Real gap_across(const std::vector<RealPoint>& a, const std::vector<RealPoint>& b, Real nx, Real ny, Real within) {
  const auto extent = [&](const std::vector<RealPoint>& core, Real sign, Real& low, Real& high) {
    Real highest = -std::numeric_limits<Real>::infinity();
    for (const RealPoint& v : core) highest = std::max(highest, sign * (nx * v.x + ny * v.y));
    low = std::numeric_limits<Real>::infinity();
    high = -low;
    for (const RealPoint& v : core) {
      if (sign * (nx * v.x + ny * v.y) < highest - within) continue;
      low = std::min(low, nx * v.y - ny * v.x);
      high = std::max(high, nx * v.y - ny * v.x);
    }
  };
  Real low_a, high_a, low_b, high_b;
  extent(a, 1, low_a, high_a);
  extent(b, -1, low_b, high_b);
  return std::max(low_a, low_b) - std::min(high_a, high_b);
}

template <class T>
void test_accuracy(std::uint64_t seed, bool turning) {
  Random random(seed);
  const Real u = std::numeric_limits<T>::epsilon() / 2;
  std::size_t hits = 0, deep = 0, beside = 0;
  for (int round = 0; round < 8; ++round) {
    BasicScene<T> scene;
    std::vector<Motion> motions;
    const double far = round % 2 == 0 ? 0 : 1e5, tolerance = round < 4 ? 1e-3 : 1e-5;
    for (int i = 0; i < 60; ++i) {
      const int kind = random.integer(0, 3);
      const T w = static_cast<T>(random.uniform(0.2, 1)), h = static_cast<T>(random.uniform(0.2, 1));
      const ShapeId shape = kind == 0 ? scene.add_box(w, h)
                            : kind == 1
                                ? scene.add_polygon(std::array<BasicVec2<T>, 3>{{{-w, -h}, {w, -h / 2}, {0, h}}})
                            : kind == 2 ? scene.add_circle({w / 4, h / 4}, w)
                                        : scene.add_capsule({-w, 0}, {w, h}, h / 4);
      scene.add_body(shape, Pose::at(far + random.uniform(-8, 8), random.uniform(-8, 8), random.uniform(0, 6)));
      motions.push_back({random.uniform(-6, 6), random.uniform(-6, 6), turning ? random.uniform(-3, 3) : 0});
    }
    std::vector<Pair> pairs;
    for (BodyId a = 0; a < 60; ++a) {
      for (BodyId b = a + 1; b < 60; ++b) pairs.push_back(random.chance(0.5) ? Pair{a, b} : Pair{b, a});
    }
    std::vector<BasicImpact<T>> impacts(pairs.size());
    sweep(scene, motions, pairs, impacts, {.tolerance = static_cast<T>(tolerance)});
    std::vector<BasicImpact<T>> expected = impacts, without(pairs.size());
    for (BasicImpact<T>& impact : expected) impact.point_x = impact.point_y = 0;
    sweep(scene, motions, pairs, without, {.tolerance = static_cast<T>(tolerance), .points = false});
    ASSERT_EQ(without, expected);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto [a, b] = pairs[i];
      if (impacts[i].hit == 0) {
        ASSERT_TRUE(impacts[i].point_x == 0 && impacts[i].point_y == 0);
        continue;
      }
      const Pose from = scene.pose(a), to = scene.pose(b);
      const Real time = impacts[i].time,
                 radii = Real(scene.radius(scene.shape(a))) + Real(scene.radius(scene.shape(b)));
      const std::vector<RealPoint> core_a = moved(scene, a, motions[a], time, {from.x, from.y}),
                                   core_b = moved(scene, b, motions[b], time, {from.x, from.y});
      const Real distance = signed_distance(core_a, core_b) - radii;
      const Real way = std::hypot(Real(motions[b].x) - Real(motions[a].x), Real(motions[b].y) - Real(motions[a].y));
      // No body reaches farther than 1.75 from its origin.
      const Real reaches = 3.5, turns = 1.75L * (std::fabs(Real(motions[a].angle)) + std::fabs(Real(motions[b].angle)));
      const Real size = reaches + std::fabs(Real(to.x - from.x)) + std::fabs(Real(to.y - from.y)) + way;
      const Real rounding = u * (way + turns) + std::ldexp(Real(1), -44) * size;
      const Real near = std::fabs(distance) / 2 + std::ldexp(Real(1), sizeof(T) == sizeof(float) ? -18 : -44) * size;
      const RealPoint point{Real(impacts[i].point_x) + time * Real(motions[a].x),
                            Real(impacts[i].point_y) + time * Real(motions[a].y)};
      const Real from_a = surface_distance(core_a, Real(scene.radius(scene.shape(a))), point),
                 from_b = surface_distance(core_b, Real(scene.radius(scene.shape(b))), point);
      if (time == 0) {
        ++deep;
        const Real apart = gap_across(core_a, core_b, impacts[i].normal_x, impacts[i].normal_y, 100 * u);
        if (std::max(from_a, from_b) <= near) continue;
        ++beside;
        EXPECT_GT(apart, 0) << "pair " << i << ": " << from_a << ", " << from_b << " from the surfaces, not " << near;
        continue;
      }
      ++hits;
      EXPECT_LE(from_a, near) << "pair " << i;
      EXPECT_LE(from_b, near) << "pair " << i;
      if (turning) {
        EXPECT_LE(distance, static_cast<Real>(static_cast<T>(tolerance)) + rounding);
        EXPECT_GE(distance, -rounding);
      } else {
        EXPECT_LE(std::fabs(distance), rounding) << i;
      }
    }
  }
  EXPECT_GT(hits, 500u);
  EXPECT_GT(deep, 100u);
  EXPECT_LT(beside, deep / 4);
}

/// Small boxes that fly far: a float's unit in the last place of a time moves them by more than the tolerance.
template <class T>
void test_fast_turns(std::uint64_t seed) {
  Random random(seed);
  const double way = 1000;
  std::size_t hits = 0;
  for (std::size_t i = 0; i < scaled(1000); ++i) {
    BasicScene<T> scene;
    const ShapeId box = scene.add_box(static_cast<T>(0.01), static_cast<T>(0.01));
    scene.add_body(box, Pose::at(0, 0, random.uniform(-1, 1)));
    scene.add_body(box, Pose::at(way * random.uniform(0.2, 0.8), random.uniform(-0.005, 0.005), random.uniform(-1, 1)));
    const std::vector<Motion> motions{{0, 0, random.pick({0.0, 0.5})}, {-way, 0, 0.1}};
    const std::array<Pair, 1> pairs{Pair{0, 1}};
    std::array<BasicImpact<T>, 1> impacts;
    sweep(scene, motions, pairs, impacts);
    ASSERT_EQ(impacts[0].hit, 1u);
    if (impacts[0].time == 0) continue;
    ++hits;
    const Real time = impacts[0].time;
    EXPECT_GT(signed_distance(moved(scene, 0, motions[0], time, {}), moved(scene, 1, motions[1], time, {})), 0) << i;
  }
  EXPECT_GT(hits, scaled(900));
}

/// The largest separation along the normal of an edge.
Real separation_of(const std::vector<RealPoint>& p, const std::vector<RealPoint>& q) {
  Real largest = -std::numeric_limits<Real>::infinity();
  for (const bool of_p : {true, false}) {
    const std::vector<RealPoint>&own = of_p ? p : q, &other = of_p ? q : p;
    for (std::size_t e = 0; e < own.size(); ++e) {
      const RealPoint &from = own[e], &to = own[(e + 1) % own.size()];
      const Real ex = to.x - from.x, ey = to.y - from.y;
      Real least = std::numeric_limits<Real>::infinity();
      for (const RealPoint& v : other) least = std::min(least, ey * (v.x - from.x) - ex * (v.y - from.y));
      if (ex != 0 || ey != 0) largest = std::max(largest, least / std::hypot(ex, ey));
    }
  }
  return largest;
}

/// Pairs that are apart by some roundings and slide along each other until a vertex meets another one, and on.
template <class T>
void test_slides(std::uint64_t seed) {
  Random random(seed);
  const Real u = std::numeric_limits<T>::epsilon() / 2;
  std::size_t hits = 0;
  for (const char* const name :
       {"ulp_touching", "one_ulp_off", "ulp_square", "turned_together", "thin_boxes", "stretched_together"}) {
    const BasicWorld<T> world = world_of(family<T>(name), scaled(600), random);
    std::vector<Motion> motions(world.scene.body_slots());
    std::vector<Pair> pairs;
    for (const Pair pair : world.pairs) {
      if (pair.a == pair.b || motions[pair.b].x != 0 || motions[pair.a].x != 0) continue;
      const std::vector<RealPoint> a = moved(world.scene, pair.a, {}, 0, {}), b = moved(world.scene, pair.b, {}, 0, {});
      const RealPoint p = a[random.below(a.size())], q = b[random.below(b.size())];
      const double factor = random.pick({2.0, 2.0, 1.0, 1.7});
      motions[pair.b] = {factor * static_cast<double>(p.x - q.x), factor * static_cast<double>(p.y - q.y), 0};
      if (std::fabs(motions[pair.b].x) < 1e-30 || std::fabs(motions[pair.b].y) < 1e-30) motions[pair.b] = {1, 1, 0};
      pairs.push_back(pair);
    }
    std::vector<BasicImpact<T>> impacts(pairs.size());
    sweep(world.scene, motions, pairs, impacts);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (impacts[i].hit == 0 || impacts[i].time == 0) continue;
      ++hits;
      const auto [a, b] = pairs[i];
      const Pose from = world.scene.pose(a), to = world.scene.pose(b);
      const Vec2d origin{from.x, from.y};
      const Real time = impacts[i].time, way = std::hypot(Real(motions[b].x), Real(motions[b].y));
      const std::vector<RealPoint> core_a = moved(world.scene, a, motions[a], time, origin),
                                   core_b = moved(world.scene, b, motions[b], time, origin);
      Real size = way + std::fabs(Real(to.x - from.x)) + std::fabs(Real(to.y - from.y));
      for (const BodyId body : {a, b}) {
        Real reach = 0;
        for (const RealPoint& v :
             moved(world.scene, body, {}, 0, {world.scene.pose(body).x, world.scene.pose(body).y})) {
          reach = std::max(reach, std::hypot(v.x, v.y));
        }
        size += reach;
      }
      EXPECT_LE(std::fabs(separation_of(core_a, core_b)), u * way + std::ldexp(Real(1), -44) * size)
          << name << ' ' << i;
    }
  }
  EXPECT_GT(hits, scaled(600));
}
TEST_P(SweepAccuracyOnIsa, bodies_that_slide_are_met_before_they_part) {
  test_slides<float>(own_seed(5));
  test_slides<double>(own_seed(6));
}

TEST_P(SweepAccuracyOnIsa, bodies_that_do_not_turn_touch_at_the_time) {
  test_accuracy<float>(own_seed(1), false);
  test_accuracy<double>(own_seed(2), false);
}
TEST_P(SweepAccuracyOnIsa, bodies_that_turn_are_as_near_as_the_tolerance) {
  test_accuracy<float>(own_seed(3), true);
  test_accuracy<double>(own_seed(4), true);
}
TEST_P(SweepAccuracyOnIsa, bodies_that_turn_have_not_met_before) {
  test_fast_turns<float>(own_seed(7));
  test_fast_turns<double>(own_seed(8));
}

SATCHEL_ON_EVERY_ISA(SweepAccuracyOnIsa);

}  // namespace
}  // namespace satchel::test
