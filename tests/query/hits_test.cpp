// Hits are the contacts of `collide` that are not disjoint, in the order of the pairs.
#include <gtest/gtest.h>

#include <algorithm>
#include <satchel/satchel.hpp>

#include "support/boxes.hpp"
#include "support/generators.hpp"
#include "support/isa_param.hpp"
#include "support/queries.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

std::vector<Hit> hits_among(std::span<const Pair> pairs, std::span<const Contact> contacts) {
  std::vector<Hit> hits;
  for (std::uint32_t i = 0; i < pairs.size(); ++i) {
    if (verdict(contacts[i]) != Verdict::disjoint) hits.push_back({pairs[i], i, contacts[i]});
  }
  return hits;
}

class HitsOnIsa : public OnEveryIsa {};

TEST_P(HitsOnIsa, are_what_collide_says) {
  Random random(330);
  World world = crowd(random, 2000, scaled(300000), 3, 40);
  for (const std::size_t count :
       {std::size_t{0}, std::size_t{1}, std::size_t{511}, std::size_t{16385}, world.pairs.size()}) {
    const auto pairs = std::span<const Pair>(world.pairs).first(std::min(count, world.pairs.size()));
    const std::vector<Hit> expected = hits_among(pairs, collided(world.scene, pairs));
    std::vector<Hit> hits = {{{9, 9}, 9, {}}};  // what is there is replaced
    find_hits(world.scene, pairs, hits);
    ASSERT_EQ(hits, expected);
    EXPECT_TRUE(try_find_hits(world.scene, world.scene, pairs, hits).ok());
    std::vector<Contact> contacts(pairs.size());
    collide(world.scene, world.scene, pairs, contacts);
    ASSERT_EQ(hits, hits_among(pairs, contacts));
  }
}

/// Twelve pairs are far apart, which a selection leaves out; the rest of a list may be any part of a vector.
TEST_P(HitsOnIsa, of_lists_that_end_amid_a_vector) {
  Scene scene;
  const ShapeId box = scene.add_box(1, 1);
  for (const double x : {0.0, 1.0, 100.0}) scene.add_body(box, {x, 0, {}});
  for (std::size_t count = 60; count < 700; count += 7) {
    std::vector<Pair> pairs(count, Pair{0, 1});
    std::fill_n(pairs.begin(), 12, Pair{0, 2});
    std::vector<Hit> hits;
    find_hits(scene, pairs, hits);
    ASSERT_EQ(hits, hits_among(pairs, collided(scene, pairs))) << count;
  }
}

SATCHEL_ON_EVERY_ISA(HitsOnIsa);

TEST(Hits, of_a_frame) {
  Random random(331);
  Scene scene = crowded(all_crowds()[0], 3000, random);
  BroadPhase broad_phase;
  std::vector<Pair> pairs;
  std::vector<Hit> hits;
  std::vector<Pose> poses;
  for (BodyId body = 0; body < scene.body_slots(); ++body) poses.push_back(scene.pose(body));
  for (int frame = 0; frame < 3; ++frame) {
    for (Pose& pose : poses) pose.x += random.uniform(-0.1, 0.1);
    scene.set_poses(poses);
    broad_phase.find_pairs(scene, pairs);
    find_hits(scene, pairs, hits);
    EXPECT_EQ(hits, hits_among(pairs, collided(scene, pairs)));
    EXPECT_GT(hits.size(), 100u);
  }
}

TEST(Hits, count_into_the_statistics) {
  Random random(332);
  const World world = crowd(random, 300, 5000, 3, 12);
  Stats stats{1, 0, 0, 0};
  std::vector<Hit> hits;
  find_hits(world.scene, world.pairs, hits, {.stats = &stats});
  EXPECT_EQ(stats.pairs, 5001u);
  EXPECT_EQ(stats.decided_by_lanes + stats.decided_by_double + stats.decided_exactly, 5000u);
}

}  // namespace
}  // namespace satchel::test
