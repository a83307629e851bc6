// Times to collision: those of brute force with `sweep`, bit for bit, on every instruction set; and by hand.
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

constexpr double never = std::numeric_limits<double>::infinity();
const CollisionTime none{never, 0, 0, no_body};

/// By the definition: sweeps with all obstacles from all steps, in the order of the movers' poses.
template <class T>
std::vector<CollisionTime> by_sweep(const FleetWorld<T>& world, double horizon, const MayMeet& may = anyone) {
  std::vector<CollisionTime> first(world.movers.poses.size(), none);
  const auto ask = [&](const auto& at) {
    std::vector<BasicImpact<T>> impacts(at.pairs.size());
    sweep(at.movers.scene, at.movers.motions, at.targets, at.target_motions, at.pairs, impacts);
    for (std::size_t i = 0; i < impacts.size(); ++i) {
      if (impacts[i].hit == 0) continue;
      const CollisionTime its{double(impacts[i].time) * horizon, double(impacts[i].normal_x),
                              double(impacts[i].normal_y), at.obstacles[i]};
      CollisionTime& best = first[at.mover(i) * world.movers.steps + at.step];
      if (std::tie(its.time, its.obstacle) < std::tie(best.time, best.obstacle)) best = its;
    }
  };
  for_each_step<T>(world.scene, world.of_movers, world.of_obstacles, world.movers, world.obstacles, horizon, ask, may);
  return first;
}

std::string text(const std::vector<CollisionTime>& times) {
  std::string all;
  for (const CollisionTime& its : times) all += std::to_string(its.time) + ':' + std::to_string(its.obstacle) + ' ';
  return all;
}

class CollisionTimesOnIsa : public OnEveryIsa {};

template <class T>
void compare_with_sweep(std::uint64_t seed, std::size_t rounds) {
  Random random(seed);
  std::size_t later = 0, now = 0, free = 0, fixed = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    FleetWorld<T> world(random, 25, 7);
    if (random.chance(0.2)) world.obstacles.velocities.clear();
    if (random.chance(0.2)) world.movers.velocities.clear();
    const double horizon = random.pick({0.5, 1.0, 3.0, 0.1});
    const std::vector<CollisionTime> expected = by_sweep(world, horizon);
    std::vector<CollisionTime> found(expected.size(), CollisionTime{7, 7, 7, 7});
    times_to_collision(world.scene, world.movers, world.obstacles, horizon, found);
    ASSERT_EQ(found, expected) << "round " << round << "\n" << text(found) << "\n" << text(expected);
    const BasicIndex<T> index(world.scene);
    index.times_to_collision(world.scene, world.movers, world.obstacles, horizon, found, {.run = {.max_threads = 1}});
    ASSERT_EQ(found, expected) << "round " << round;

    const Fleet cut = ragged(world.movers);
    std::vector<CollisionTime> of_cut(cut.poses.size());
    times_to_collision(world.scene, cut, ragged(world.obstacles), horizon, of_cut);
    for (std::size_t k = 0; k < world.movers.shapes.size(); ++k) {
      for (std::size_t step = 0; step < cut.starts[k + 1] - cut.starts[k]; ++step) {
        ASSERT_EQ(of_cut[cut.starts[k] + step], expected[k * world.movers.steps + step]) << "round " << round;
      }
    }
    for (const CollisionTime& its : expected) {
      free += its == none;
      now += its.time == 0;
      later += its.time > 0 && its.time < never;
      fixed += its.obstacle != no_body && its.obstacle >= world.obstacles.shapes.size();
    }
  }
  EXPECT_GT(later, rounds / 4);
  EXPECT_GT(now, rounds / 4);
  EXPECT_GT(free, 5 * rounds);
  EXPECT_GT(fixed, rounds / 2);
}

TEST_P(CollisionTimesOnIsa, are_those_of_sweep) {
  compare_with_sweep<float>(own_seed(760), scaled(50));
  compare_with_sweep<double>(own_seed(761), scaled(50));
}

TEST_P(CollisionTimesOnIsa, leave_out_what_filters_do) {
  Random random(own_seed(764));
  std::size_t changed = 0;
  for (std::size_t round = 0; round < scaled(8); ++round) {
    const FleetWorld<float> world(random, 60, 4);
    const SomeOptions some(random, world.scene.body_slots(), world.movers.shapes.size());
    const std::vector<CollisionTime> of_all = by_sweep(world, 2);
    const Index index(world.scene);
    for (const int what : SomeOptions::all_kinds) {
      const auto may = [&](std::size_t mover, BodyId body) { return some.may(what, mover, body); };
      std::vector<CollisionTime> found(of_all.size());
      index.times_to_collision(world.scene, world.movers, world.obstacles, 2, found, some.options(what));
      ASSERT_EQ(found, by_sweep(world, 2, may)) << "round " << round << " options " << what;
      for (std::size_t i = 0; i < found.size(); ++i) changed += found[i] != of_all[i];
    }
  }
  EXPECT_GT(changed, 2 * scaled(8));
}

/// A rod that turns meets a wall when it is the sweep's tolerance away: also one beyond its reach.
TEST_P(CollisionTimesOnIsa, of_bodies_that_turn_near_a_wall) {
  Random random(own_seed(762));
  std::size_t met = 0;
  for (std::size_t round = 0; round < scaled(200); ++round) {
    FleetWorld<double> world(random, 1, 1);
    world.scene.clear();
    const ShapeId rod = world.scene.add_box(1, 0.125), wall = world.scene.add_box(5, 5);
    world.scene.add_body(wall, Pose{5 + std::sqrt(1.015625) + random.uniform(-5e-4, 1.5e-3), 0});
    world.of_movers = world.of_obstacles = world.scene;
    world.movers = Fleet{{rod}, {Pose{0, 0}}, 1, {}, {}, 0, {{0, 0, 1.5}}};
    world.movers.poses[0] = Pose::at(0, 0, random.uniform(-0.2, 0.2));
    world.obstacles = {};
    std::vector<CollisionTime> found(1);
    times_to_collision(world.scene, world.movers, {}, 1, found);
    const std::vector<CollisionTime> expected = by_sweep(world, 1);
    ASSERT_EQ(found, expected);
    met += expected[0].obstacle == 0;
  }
  EXPECT_GT(met, 10u);
}

/// A chain with a clearance is met when it would be met, without one, by a mover that is so much larger: by its front alone.
TEST_P(CollisionTimesOnIsa, of_chains_with_a_clearance) {
  Random random(own_seed(763));
  const BasicScene<double> scene = scene_with_chains();
  std::size_t met = 0, behind = 0;
  for (std::size_t round = 0; round < scaled(100); ++round) {
    ChainPair pair(random, random.pick({0.0, 0.0, 0.5}));
    std::vector<CollisionTime> larger(pair.movers.poses.size(), CollisionTime{7, 7, 7, 7}), found = larger,
                                                                                            of_both = larger;
    pair.movers.clearance = pair.clearance;
    times_to_collision(scene, pair.movers, pair.chain, 2, larger);
    Fleet both_sides = pair.chain;
    both_sides.shapes = {ChainPair::two_sided};
    times_to_collision(scene, pair.movers, both_sides, 2, of_both);
    std::swap(pair.movers.clearance, pair.chain.clearance);
    times_to_collision(scene, pair.movers, pair.chain, 2, found);
    for (std::size_t i = 0; i < found.size(); ++i) {
      ASSERT_EQ(found[i].obstacle, larger[i].obstacle) << "round " << round << " mover " << i;
      met += found[i] != none;
      behind += found[i] == none && of_both[i] != none;
      if (found[i] == none) continue;
      ASSERT_NEAR(found[i].time, larger[i].time, 1e-9) << "round " << round << " mover " << i;
      ASSERT_NEAR(found[i].normal_x, larger[i].normal_x, 1e-9) << "round " << round << " mover " << i;
      ASSERT_NEAR(found[i].normal_y, larger[i].normal_y, 1e-9) << "round " << round << " mover " << i;
    }
  }
  EXPECT_GT(met, scaled(100));
  EXPECT_GT(behind, scaled(100) / 4);
}

SATCHEL_ON_EVERY_ISA(CollisionTimesOnIsa);

TEST(CollisionTimes, by_hand) {
  Scene scene;
  const ShapeId unit = scene.add_box(0.5f, 0.5f);
  const BodyId wall = scene.add_body(unit, Pose{9, 0});
  // Towards the wall at 2 a second, 7 from it; a step later 5; then away from it.
  const Fleet mover{{unit}, {Pose{1, 0}, Pose{3, 0}, Pose{3, 0}}, 3, {}, {}, 0, {{2, 0, 0}, {2, 0, 0}, {-1, 0, 0}}};
  std::vector<CollisionTime> found(3);
  times_to_collision(scene, mover, {}, 8, found);
  EXPECT_EQ(found, (std::vector<CollisionTime>{{3.5, 1, 0, wall}, {2.5, 1, 0, wall}, none}));
  times_to_collision(scene, mover, {}, 3, found);
  EXPECT_EQ(found[0], none);
  EXPECT_NEAR(found[1].time, 2.5, 1e-6);
  // An obstacle comes towards it at 2, from 10 away: they meet in 2, before the wall.
  Fleet other{{unit}, std::vector<Pose>(3, Pose{12, 0.5}), 3, {}, {}, 0, std::vector<Motion>(3, Motion{-2, 0, 0})};
  times_to_collision(scene, mover, other, 8, found);
  EXPECT_EQ(found[0], (CollisionTime{2.5, 1, 0, 0}));
  EXPECT_EQ(found[1], (CollisionTime{2, 1, 0, 0}));
  other.present = {1, 0, 1};
  times_to_collision(scene, mover, other, 8, found);
  EXPECT_EQ(found[1], (CollisionTime{2.5, 1, 0, 1 + wall}));
  EXPECT_EQ(found[2].time, 8);  // it comes nearer by 1, from 8 away: a touch at the end
}

TEST(CollisionTimes, refuse_what_is_wrong_and_write_nothing) {
  Scene scene;
  const ShapeId unit = scene.add_box(0.5f, 0.5f);
  const Fleet mover{{unit}, std::vector<Pose>(3, Pose{}), 3, {}, {}, 0, std::vector<Motion>(3)};
  std::vector<CollisionTime> found(3, CollisionTime{7, 7, 7, 7});
  const auto refused = [&](ErrorCode code, std::size_t index, const char* words, auto change, double horizon = 1) {
    Fleet movers = mover, obstacles = mover;
    change(movers, obstacles);
    expect_error(code, index, words, [&] { times_to_collision(scene, movers, obstacles, horizon, found); });
    EXPECT_EQ(found[0].obstacle, 7u);
  };
  using F = Fleet&;
  const auto nothing = [](F, F) {};
  refused(ErrorCode::bad_distance, 0, "horizon 0: it is not a finite number above 0", nothing, 0);
  refused(ErrorCode::bad_distance, 0, "horizon inf", nothing, never);
  refused(ErrorCode::bad_distance, 0, "horizon nan", nothing, std::nan(""));
  refused(ErrorCode::size_mismatch, 8, "movers: velocities: 3", [](F m, F) { m.velocities.pop_back(); });
  refused(ErrorCode::size_mismatch, 9, "obstacles: velocities: 3", [](F, F o) { o.velocities.pop_back(); });
  refused(ErrorCode::not_finite, 1, "movers: velocity of body 0, step 1", [](F m, F) { m.velocities[1].x = NAN; });
  refused(ErrorCode::out_of_range, 5, "obstacles: velocity of body 0, step 2",
          [](F, F o) { o.velocities[2].y = 1e19; });
  // Velocities in range, whose products with the horizon are not.
  const char* const too_far =
      "obstacles: velocity of body 0, step 2: within the horizon its motion is out of range, above 2.60 ";
  refused(
      ErrorCode::out_of_range, 5, too_far, [](F, F o) { o.velocities[2].x = 1e15; }, 1e10);
  refused(
      ErrorCode::out_of_range, 5, too_far, [](F, F o) { o.velocities[2].x = -1e15; }, 1e300);
  refused(
      ErrorCode::out_of_range, 1, "movers: velocity of body 0, step 1: within the horizon its motion .* below 2.-200",
      [](F m, F) { m.velocities[1].y = 0x1p-150; }, 0x1p-60);
  refused(
      ErrorCode::bad_angle, 0, "velocity of body 0, step 0.*64 radians", [](F m, F) { m.velocities[0].angle = 1e10; },
      1e300);
  refused(
      ErrorCode::bad_angle, 0, "velocity of body 0, step 0.*64 radians", [](F m, F) { m.velocities[0].angle = 7; }, 10);
  found.pop_back();
  expect_error(ErrorCode::size_mismatch, 5, "hits: 3", [&] { times_to_collision(scene, mover, {}, 1, found); });
  Fleet absent = mover;
  absent.present = {1, 0, 1};
  absent.velocities[1] = {NAN, 1e300, 1e9};
  found.resize(3);
  times_to_collision(scene, absent, {}, 1, found);
  EXPECT_EQ(found, std::vector<CollisionTime>(3, none));
}

}  // namespace
}  // namespace satchel::test
