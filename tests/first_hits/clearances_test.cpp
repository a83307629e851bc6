// The least distances of trajectories: those of brute force with `distances`, bit for bit, on every instruction set.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <satchel/satchel.hpp>
#include <tuple>

#include "fleets.hpp"
#include "support/expect_error.hpp"
#include "support/isa_param.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

constexpr double anywhere = std::numeric_limits<double>::infinity();
const Clearance none{-1, no_body, {0, 0, anywhere, 0, {0, 0}, {0, 0}}};

template <class T>
Distanced in_doubles(const BasicDistance<T>& from) {
  return {double(from.normal_x),
          double(from.normal_y),
          double(from.distance),
          from.feature,
          {double(from.point_a.x), double(from.point_a.y)},
          {double(from.point_b.x), double(from.point_b.y)}};
}

/// By the definition: all distances at all steps.
template <class T>
std::vector<Clearance> by_distances(const FleetWorld<T>& world, double max_distance, const MayMeet& may = anyone) {
  std::vector<Clearance> least(world.movers.shapes.size(), none);
  const auto ask = [&](const auto& at) {
    std::vector<BasicDistance<T>> found(at.pairs.size());
    distances(at.movers.scene, at.targets, at.pairs, found);
    for (std::size_t i = 0; i < found.size(); ++i) {
      const Clearance its{static_cast<std::int32_t>(at.step), at.obstacles[i], in_doubles(found[i])};
      Clearance& best = least[at.mover(i)];
      if (!(its.distance.distance <= max_distance)) continue;
      const auto key = [](const Clearance& c) { return std::tuple(c.distance.distance, c.step, c.obstacle); };
      if (best == none || key(its) < key(best)) best = its;
    }
  };
  for_each_step<T>(world.scene, world.of_movers, world.of_obstacles, world.movers, world.obstacles, 1, ask, may);
  return least;
}

class ClearancesOnIsa : public OnEveryIsa {};

template <class T>
void compare_with_distances(std::uint64_t seed, std::size_t rounds) {
  Random random(seed);
  std::size_t apart = 0, touching = 0, deep = 0, far = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    const FleetWorld<T> world(random, 40, 9);
    const double most = random.pick({anywhere, anywhere, 2.0, 0.25, 0.0});
    const std::vector<Clearance> expected = by_distances(world, most);
    std::vector<Clearance> found(expected.size(), Clearance{7, 7, {}});
    clearances(world.scene, world.movers, world.obstacles, most, found);
    ASSERT_EQ(found, expected) << "round " << round << " up to " << most;
    clearances(world.scene, ragged(world.movers), ragged(world.obstacles), most, found, {.max_threads = 1});
    ASSERT_EQ(found, expected) << "round " << round << " up to " << most;
    const BasicIndex<T> index(world.scene);
    index.clearances(world.scene, world.movers, world.obstacles, most, found);
    ASSERT_EQ(found, expected) << "round " << round << " up to " << most;
    for (const Clearance& its : expected) {
      far += its == none;
      apart += its.distance.distance > 0 && its != none;
      touching += its.distance.distance == 0;
      deep += its.distance.distance < 0;
    }
  }
  EXPECT_GT(apart, rounds);
  EXPECT_GT(touching, rounds / 16);
  EXPECT_GT(deep, rounds);
  EXPECT_GT(far, rounds / 2);
}

TEST_P(ClearancesOnIsa, are_the_least_distances) {
  compare_with_distances<float>(own_seed(750), scaled(60));
  compare_with_distances<double>(own_seed(751), scaled(60));
}

/// Far from zero boxes are rounded, and distances too: nothing is missed for that.
TEST_P(ClearancesOnIsa, are_the_least_distances_far_from_zero) {
  Random random(own_seed(752));
  for (std::size_t round = 0; round < scaled(30); ++round) {
    FleetWorld<float> world(random, 20, 6);
    const double x = random.pick({1e6, 1e12, -1e15});
    for (Fleet* const all : {&world.movers, &world.obstacles}) {
      for (Pose& pose : all->poses) pose.x += x;
    }
    for (BodyId body = 0; body < world.scene.body_slots(); ++body) {
      if (!world.scene.has_body(body)) continue;
      Pose pose = world.scene.pose(body);
      pose.x += x;
      world.scene.set_pose(body, pose);
    }
    std::vector<Clearance> found(world.movers.shapes.size());
    clearances(world.scene, world.movers, world.obstacles, anywhere, found);
    ASSERT_EQ(found, by_distances(world, anywhere)) << "round " << round;
  }
}

TEST_P(ClearancesOnIsa, leave_out_what_filters_do) {
  Random random(own_seed(754));
  std::size_t changed = 0;
  for (std::size_t round = 0; round < scaled(8); ++round) {
    const FleetWorld<float> world(random, 60, 6);
    const SomeOptions some(random, world.scene.body_slots(), world.movers.shapes.size());
    const std::vector<Clearance> of_all = by_distances(world, anywhere);
    const Index index(world.scene);
    for (const int what : SomeOptions::all_kinds) {
      const auto may = [&](std::size_t mover, BodyId body) { return some.may(what, mover, body); };
      std::vector<Clearance> found(of_all.size());
      index.clearances(world.scene, world.movers, world.obstacles, anywhere, found, some.options(what));
      ASSERT_EQ(found, by_distances(world, anywhere, may)) << "round " << round << " options " << what;
      for (std::size_t k = 0; k < found.size(); ++k) changed += found[k] != of_all[k];
    }
  }
  EXPECT_GT(changed, 4 * scaled(8));
}

/// A chain with a clearance is as near as it is, without one, to a mover that is so much larger, and by the same normal.
TEST_P(ClearancesOnIsa, of_chains_with_a_clearance) {
  Random random(own_seed(753));
  const BasicScene<double> scene = scene_with_chains();
  std::size_t deep = 0, limited = 0;
  for (std::size_t round = 0; round < scaled(100); ++round) {
    ChainPair pair(random, 0);
    std::vector<Clearance> larger(pair.movers.shapes.size(), none), found = larger, of_both = larger;
    pair.movers.clearance = pair.clearance;
    clearances(scene, pair.movers, pair.chain, anywhere, larger);
    Fleet both_sides = pair.chain;
    both_sides.shapes = {ChainPair::two_sided};
    clearances(scene, pair.movers, both_sides, anywhere, of_both);
    std::swap(pair.movers.clearance, pair.chain.clearance);
    clearances(scene, pair.movers, pair.chain, anywhere, found);
    for (std::size_t i = 0; i < found.size(); ++i) {
      const Distanced &its = found[i].distance, &expected = larger[i].distance;
      ASSERT_NEAR(its.distance, expected.distance, 1e-9) << "round " << round << " mover " << i;
      ASSERT_NEAR(its.normal_x, expected.normal_x, 1e-9) << "round " << round << " mover " << i;
      ASSERT_NEAR(its.normal_y, expected.normal_y, 1e-9) << "round " << round << " mover " << i;
      deep += its.distance < 0;
      limited += its.normal_x != of_both[i].distance.normal_x;
    }
  }
  EXPECT_GT(deep, scaled(100) / 4);
  EXPECT_GT(limited, scaled(100) / 4);
}

/// More candidates than are decided at once.
TEST_P(ClearancesOnIsa, in_a_crowd) {
  Scene scene;
  const ShapeId box = scene.add_box(1, 1), small = scene.add_box(0.25f, 0.25f);
  for (int k = 0; k < 3000; ++k) scene.add_body(box, Pose{k / 3000.0, 0});
  const BodyId deepest = scene.add_body(scene.add_box(2, 2), Pose{0, 0});
  const Fleet movers{std::vector<ShapeId>(4, small), std::vector<Pose>(12, Pose{0, 0.25}), 3, {}};
  std::vector<Clearance> found(4);
  clearances(scene, movers, {}, 0, found);
  for (const Clearance& its : found) {
    EXPECT_EQ(its.step, 0);
    EXPECT_EQ(its.obstacle, deepest);
    EXPECT_EQ(its.distance.distance, -2);
  }
}

SATCHEL_ON_EVERY_ISA(ClearancesOnIsa);

TEST(Clearances, have_witness_points_and_count_larger_radii) {
  Scene scene;
  const ShapeId unit = scene.add_box(0.5f, 0.5f);
  const BodyId wall = scene.add_body(unit, Pose{5, 0});
  Fleet mover{{unit}, {Pose{0, 0}, Pose{2, 0}, Pose{1, 0}}, 3, {}};
  std::vector<Clearance> found(1);
  clearances(scene, mover, {}, anywhere, found);
  EXPECT_EQ(found[0].step, 1);
  EXPECT_EQ(found[0].obstacle, wall);
  EXPECT_EQ(found[0].distance.distance, 2);
  EXPECT_EQ(found[0].distance.normal_x, 1);
  EXPECT_EQ(found[0].distance.point_a.x, 0.5);
  EXPECT_EQ(found[0].distance.point_b.x, -0.5);
  EXPECT_EQ(verdict(found[0].distance), Verdict::disjoint);
  mover.clearance = 0.25;
  Fleet other{{unit}, std::vector<Pose>(3, Pose{2, 2}), 3, {}};
  other.clearance = 0.5;
  clearances(scene, mover, other, anywhere, found);  // above the second pose, 1 away without radii
  EXPECT_EQ(found[0].step, 1);
  EXPECT_EQ(found[0].obstacle, 0u);
  EXPECT_EQ(found[0].distance.distance, 0.25);
  clearances(scene, mover, other, 0.125, found);
  EXPECT_EQ(found[0], none);
}

TEST(Clearances, refuse_what_is_wrong_and_write_nothing) {
  Scene scene;
  const ShapeId unit = scene.add_box(0.5f, 0.5f);
  const Fleet mover{{unit}, {Pose{0, 0}}, 1, {}};
  std::vector<Clearance> found(1, Clearance{7, 7, {}});
  const auto refused = [&](ErrorCode code, std::size_t index, const char* text, double most, std::size_t room) {
    expect_error(code, index, text, [&] { clearances(scene, mover, {}, most, std::span(found).first(room)); });
    EXPECT_EQ(found[0].step, 7);
  };
  refused(ErrorCode::bad_distance, 0, "max_distance -1", -1, 1);
  refused(ErrorCode::bad_distance, 0, "max_distance nan", std::nan(""), 1);
  refused(ErrorCode::size_mismatch, 5, "hits: 1", 1, 0);
}

}  // namespace
}  // namespace satchel::test
