// All hits of trajectories: those of brute force with `classify`, on every instruction set, in every form.
#include <gtest/gtest.h>

#include <iterator>
#include <satchel/satchel.hpp>

#include "fleets.hpp"
#include "support/expect_error.hpp"
#include "support/isa_param.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

class TrajectoryHitsOnIsa : public OnEveryIsa {};

template <class T>
void compare_with_classify(std::uint64_t seed, std::size_t rounds) {
  Random random(seed);
  std::size_t touching = 0, overlapping = 0, fixed = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    const FleetWorld<T> world(random, 60, 9);
    const std::vector<TrajectoryHit> expected =
        all_by_classify(world.scene, world.of_movers, world.of_obstacles, world.movers, world.obstacles);
    std::vector<TrajectoryHit> hits{{7, 7, 7, {}}};
    trajectory_hits(world.scene, world.movers, world.obstacles, hits);
    ASSERT_EQ(hits, expected) << "round " << round;
    trajectory_hits(world.scene, ragged(world.movers), ragged(world.obstacles), hits, {.max_threads = 1});
    ASSERT_EQ(hits, expected) << "round " << round;
    const BasicIndex<T> index(world.scene);
    index.trajectory_hits(world.scene, world.movers, world.obstacles, hits);
    ASSERT_EQ(hits, expected) << "round " << round;
    for (const TrajectoryHit& its : expected) {
      touching += its.verdict == Verdict::touching;
      overlapping += its.verdict == Verdict::overlapping;
      fixed += its.obstacle >= world.obstacles.shapes.size();
    }
  }
  EXPECT_GT(touching, rounds / 4);
  EXPECT_GT(overlapping, 5 * rounds);
  EXPECT_GT(fixed, rounds);
}

TEST_P(TrajectoryHitsOnIsa, are_those_of_classify) {
  compare_with_classify<float>(own_seed(740), scaled(60));
  compare_with_classify<double>(own_seed(741), scaled(60));
}

TEST_P(TrajectoryHitsOnIsa, begin_with_the_first_hits_and_leave_out_what_filters_do) {
  Random random(own_seed(742));
  for (std::size_t round = 0; round < scaled(20); ++round) {
    const FleetWorld<float> world(random, 60, 9);
    const std::size_t count = world.movers.shapes.size();
    const SomeOptions some(random, world.scene.body_slots(), count);
    const int what = SomeOptions::all_kinds[round % std::size(SomeOptions::all_kinds)];
    const Index index(world.scene);
    const QueryOptions options = some.options(what);
    std::vector<TrajectoryHit> hits;
    index.trajectory_hits(world.scene, world.movers, world.obstacles, hits, options);
    std::vector<FirstHit> first(count), of_all(count, no_hit);
    index.first_hits(world.scene, world.movers, world.obstacles, first, options);
    for (auto its = hits.rbegin(); its != hits.rend(); ++its) {
      of_all[its->trajectory] = {static_cast<std::int32_t>(its->step), its->obstacle};
    }
    ASSERT_EQ(text(of_all), text(first));
    const auto may = [&](std::size_t mover, BodyId body) { return some.may(what, mover, body); };
    ASSERT_EQ(hits,
              all_by_classify(world.scene, world.of_movers, world.of_obstacles, world.movers, world.obstacles, may));
  }
}

/// More hits than a chunk decides at once: all movers stand in a crowd.
TEST_P(TrajectoryHitsOnIsa, in_a_crowd) {
  Scene scene;
  const ShapeId box = scene.add_box(1, 1);
  for (int k = 0; k < 300; ++k) scene.add_body(box, Pose{k / 300.0, 0});
  Fleet movers{std::vector<ShapeId>(150, box), std::vector<Pose>(300, Pose{0, 0}), 2, {}};
  std::vector<TrajectoryHit> hits;
  trajectory_hits(scene, movers, {}, hits);
  ASSERT_EQ(hits.size(), 150u * 2 * 300);
  for (std::uint32_t i = 0; i < hits.size(); ++i) {
    ASSERT_EQ(hits[i], (TrajectoryHit{i / 600, i / 300 % 2, i % 300, Verdict::overlapping}));
  }
}

SATCHEL_ON_EVERY_ISA(TrajectoryHitsOnIsa);

TEST(TrajectoryHits, go_to_the_room_of_the_caller) {
  Scene scene;
  const ShapeId box = scene.add_box(0.5f, 0.5f);
  scene.add_body(box, Pose{1, 0});
  const Fleet mover{{box}, {Pose{0, 0}, Pose{0.5, 0}, Pose{3, 0}, Pose{2, 1}}, 4, {}};
  std::vector<TrajectoryHit> room(3);
  std::size_t count = 0;
  EXPECT_EQ(try_trajectory_hits(scene, mover, {}, {std::span(room).first(2), count}).code, ErrorCode::no_room);
  EXPECT_EQ(count, 3u);
  trajectory_hits(scene, mover, {}, {room, count});
  EXPECT_EQ(room, (std::vector<TrajectoryHit>{
                      {0, 0, 0, Verdict::touching}, {0, 1, 0, Verdict::overlapping}, {0, 3, 0, Verdict::touching}}));
  std::vector<TrajectoryHit> none = room;
  trajectory_hits(scene, {}, {}, none);
  EXPECT_TRUE(none.empty());
  Fleet wrong = mover;
  wrong.shapes[0] = 9;
  expect_error(ErrorCode::bad_shape, 0, "movers: body 0", [&] { trajectory_hits(scene, wrong, {}, room); });
}

}  // namespace
}  // namespace satchel::test
