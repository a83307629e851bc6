// The checks that judge rays, points, nearest bodies and frames of a game before satchel_bench times them.
#include "reference/check_probes.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "reference/check_game.hpp"
#include "reference/check_nearest.hpp"
#include "reference/check_trajectories.hpp"
#include "workloads/shapes.hpp"

namespace satchel_bench {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN(), never = std::numeric_limits<double>::infinity();

/// A box of half-extents 1 and 0.5 at (5, 0); a ray to it from the origin; a point in it, and a box around the point.
Probes one_of_each() {
  Probes probes;
  probes.workload.shapes = {box(1, 0.5f)};
  add_body(probes.workload, 0, 5, 0, 0);
  probes.rays = {{{0, 0}, {1, 0}, 100}};
  probes.points = {{5, 0}};
  probes.boxes = {{4.5, -0.5, 5.5, 0.5}};
  return probes;
}

TEST(CheckProbes, refuses_times_of_rays_that_are_wrong_or_no_numbers) {
  EXPECT_EQ(wrong_rays(one_of_each(), {4}), "");
  for (const double time : {nan, 0.0, 3.9, 4.1, never, -never})
    EXPECT_NE(wrong_rays(one_of_each(), {time}), "") << time;
  EXPECT_EQ(wrong_rays(one_of_each(), {}), "not one time a ray");
}

TEST(CheckProbes, refuses_bodies_that_are_found_twice_or_that_there_are_not) {
  for (const auto wrong : {wrong_points, wrong_boxes}) {
    EXPECT_EQ(wrong(one_of_each(), {{0, 0}}), "");
    EXPECT_EQ(wrong(one_of_each(), {{0, 0}, {0, 0}}), "finds a body twice");
    EXPECT_EQ(wrong(one_of_each(), {{0, 0}, {0, 7}}), "finds what there is not");
    EXPECT_EQ(wrong(one_of_each(), {{0, 0}, {7, 0}}), "finds what there is not");
    EXPECT_NE(wrong(one_of_each(), {}), "");
  }
}

/// Posts of a unit at x = 5, 8 and 11, and a car of half-extents 1 and 0.5 at the origin.
NearCars three_posts() {
  NearCars cars;
  cars.obstacles.shapes = {box(0.5f, 0.5f), box(1, 0.5f)};
  for (int i = 0; i < 3; ++i) add_body(cars.obstacles, 0, 5.0 + 3 * i, 0, 0);
  cars.poses = {satchel::Pose{0, 0}};
  return cars;
}

std::string wrong(satchel::BodyId body, double distance) {
  const NearestObstacle found{0, body, distance};
  return wrong_nearest(three_posts(), {&found, 1});
}

TEST(CheckNearest, refuses_other_bodies_and_other_distances) {
  EXPECT_EQ(wrong(0, 3.5), "");
  EXPECT_EQ(wrong(1, 6.5), "pose 0: body 0 is nearer");
  EXPECT_EQ(wrong(0, 3.4), "pose 0: body 0 is at 3.500000, not at 3.400000");
  for (const double distance : {0.0, -never, 3.6, nan}) EXPECT_NE(wrong(0, distance), "") << distance;
  EXPECT_EQ(wrong(3, 3.5), "pose 0: not one body a pose");
  EXPECT_EQ(wrong_nearest(three_posts(), {}), "not one body a pose");
}

/// A fast body that moves from 3 to the left of a tile to its left side, half-way through the step.
Game one_shot() {
  Game game;
  game.workload.shapes = {box(0.5f, 0.5f)};
  add_body(game.workload, 0, 0, 0, 0);
  add_body(game.workload, 0, 3, 0, 0);
  game.movers = game.fast = 1;
  game.frames = {{satchel::Pose{0, 0}}, {satchel::Pose{4, 0}}};
  game.steps = {{{4, 0, 0}}};
  game.reach = 0.75;
  return game;
}

std::string wrong_impact(double time, const satchel::Pair& contact = {0, 1}) {
  Game game = one_shot();
  game.frames[1] = {satchel::Pose{2.01, 0}};  // where the frame ends
  const GameAnswers answers{.contacts = {contact}, .on_chains = {}, .impacts = {time}};
  return wrong_frame(game, GameClock(game), answers, 0.02);
}

TEST(CheckGame, refuses_impacts_and_contacts_that_are_none) {
  EXPECT_EQ(wrong_impact(0.5), "");
  EXPECT_EQ(wrong_impact(nan), "body 0 has no time of its impact");
  EXPECT_EQ(wrong_impact(-1), "body 0 has no time of its impact");
  EXPECT_EQ(wrong_impact(0.3), "body 0 meets nothing at its impact");
  EXPECT_EQ(wrong_impact(2), "body 0 meets something before its impact");
  EXPECT_EQ(wrong_impact(0.5, {0, 2}), "a contact has no such body");
}

TEST(CheckTrajectories, refuses_hits_that_there_are_not) {
  Trajectories trajectories{.workload = {}, .steps = 2, .movers = 1, .obstacles = 0, .fixed = 1};
  trajectories.workload.shapes = {box(0.5f, 0.5f)};
  for (const double x : {2.0, 0.0, 1.5}) add_body(trajectories.workload, 0, x, 0, 0);
  const auto wrong_hit = [&](int step, std::size_t obstacle) {
    return wrong_first_hit(trajectories, {{step, obstacle}}, 0);
  };
  EXPECT_EQ(wrong_hit(1, 0), "");
  EXPECT_NE(wrong_hit(-1, 0), "");
  EXPECT_NE(wrong_hit(0, 0), "");
  EXPECT_EQ(wrong_hit(2, 0), "mover 0 hits what there is not");
  EXPECT_EQ(wrong_hit(1, 9), "mover 0 hits what there is not");
  EXPECT_EQ(wrong_first_hit(trajectories, {}, 0), "not one answer a mover");
}

}  // namespace
}  // namespace satchel_bench
