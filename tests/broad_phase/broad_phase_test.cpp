// Candidate pairs: complete and correct against brute force, on scenes that broad phases find hard; the same on every
// instruction set, with any number of threads.
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

/// Sizes around the sixteen of a group and the levels above.
std::size_t some_count(Random& random) {
  return random.pick(
      {random.below(4), random.below(40), 15 + random.below(3), 31 + random.below(3), random.below(300)});
}

class BroadPhaseOnIsa : public OnEveryIsa {};

TEST_P(BroadPhaseOnIsa, finds_what_brute_force_finds) {
  BroadPhase broad_phase;
  std::vector<Pair> pairs;
  for (const Crowd& crowd : all_crowds()) {
    SCOPED_TRACE(crowd.name);
    Random random(300);
    for (std::size_t round = 0; round < sampled(120); ++round) {
      const Scene scene = crowded(crowd, some_count(random), random);
      const float margin = random.pick({0.0f, 0.0f, 0.1f, 1e-30f, 3.0f});
      broad_phase.find_pairs(scene, pairs, {.margin = margin});
      ASSERT_EQ(pairs, brute_force_pairs(scene, margin)) << "round " << round << ", margin " << margin;
    }
  }
}

TEST_P(BroadPhaseOnIsa, finds_what_brute_force_finds_in_large_scenes) {
  for (const Crowd& crowd : all_crowds()) {
    SCOPED_TRACE(crowd.name);
    Random random(301);
    const Scene scene = crowded(crowd, scaled(10000), random);
    const std::vector<Pair> expected = brute_force_pairs(scene);
    ASSERT_EQ(found_pairs(scene), expected);
  }
}

TEST_P(BroadPhaseOnIsa, misses_no_pair_that_touches_or_overlaps) {
  Random random(302);
  for (const Crowd& crowd : all_crowds()) {
    SCOPED_TRACE(crowd.name);
    for (std::size_t round = 0; round < sampled(10); ++round) {
      const Scene scene = crowded(crowd, 150, random);
      std::vector<Pair> all;
      for (BodyId a = 0; a < scene.body_slots(); ++a) {
        for (BodyId b = a + 1; b < scene.body_slots(); ++b) all.push_back({a, b});
      }
      const std::vector<Verdict> verdicts = classified(scene, all);
      const std::vector<Pair> pairs = found_pairs(scene);
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (verdicts[i] == Verdict::disjoint) continue;
        ASSERT_TRUE(std::binary_search(pairs.begin(), pairs.end(), all[i])) << all[i].a << ' ' << all[i].b;
      }
    }
  }
}

TEST_P(BroadPhaseOnIsa, finds_the_pairs_of_two_scenes) {
  Random random(303);
  BroadPhase broad_phase;
  std::vector<Pair> pairs;
  for (const Crowd& crowd : all_crowds()) {
    SCOPED_TRACE(crowd.name);
    for (std::size_t round = 0; round < sampled(20); ++round) {
      const Scene a = crowded(crowd, some_count(random), random), b = crowded(crowd, some_count(random), random);
      const float margin = random.pick({0.0f, 0.25f});
      broad_phase.find_pairs(a, b, pairs, {.margin = margin});
      ASSERT_EQ(pairs, brute_force_pairs(a, b, margin));
      broad_phase.find_pairs(a, a, pairs, {.margin = margin});  // twice the same: every body meets itself
      ASSERT_EQ(pairs, brute_force_pairs(a, a, margin));
    }
  }
}

/// A second scene too large to be looked through in order.
TEST_P(BroadPhaseOnIsa, finds_the_pairs_of_two_scenes_of_any_size) {
  Random random(309);
  BroadPhase broad_phase;
  std::vector<Pair> pairs;
  for (const std::size_t count : {std::size_t{5000}, std::size_t{20000}}) {
    const Scene a = crowded(all_crowds()[0], 3000, random), b = crowded(all_crowds()[0], count, random);
    const std::vector<Pair> expected = brute_force_pairs(a, b, 0.1f);
    for (const unsigned threads : {1u, 2u, 0u}) {
      broad_phase.find_pairs(a, b, pairs, {.margin = 0.1f, .run = {.max_threads = threads}});
      ASSERT_EQ(pairs, expected) << threads << " threads, " << count;
    }
    std::vector<Filter> filters(a.body_slots() + b.body_slots());
    for (Filter& filter : filters)
      filter.category = random.chance(0.5) ? 1 : 2, filter.mask = random.chance(0.3) ? 1 : 3;
    broad_phase.find_pairs(a, b, pairs, {.margin = 0.1f, .filters = filters});
    std::vector<Pair> filtered;
    for (const Pair pair : expected) {
      const Filter &p = filters[pair.a], &q = filters[a.body_slots() + pair.b];
      if ((p.category & q.mask) != 0 && (q.category & p.mask) != 0) filtered.push_back(pair);
    }
    ASSERT_EQ(pairs, filtered);
    const auto most = static_cast<std::uint32_t>(expected.size());
    broad_phase.find_pairs(a, b, pairs, {.margin = 0.1f, .max_pairs = most});
    ASSERT_EQ(pairs, expected);
    EXPECT_EQ(broad_phase.try_find_pairs(a, b, pairs, {.margin = 0.1f, .max_pairs = most - 1}).code,
              ErrorCode::too_many_pairs);
  }
}

SATCHEL_ON_EVERY_ISA(BroadPhaseOnIsa);

TEST(BroadPhase, leaves_removed_bodies_out_and_takes_those_that_come_back) {
  Random random(310);
  Scene scene = crowded(all_crowds()[0], 400, random);
  BroadPhase broad_phase;
  std::vector<Pair> pairs;
  for (int round = 0; round < 60; ++round) {
    for (int k = 0; k < 20; ++k) {
      const auto body = static_cast<BodyId>(random.below(scene.body_slots()));
      if (scene.has_body(body)) scene.remove_body(body);
    }
    for (std::size_t k = random.below(20); k-- > 0;) {
      scene.add_body(0, Pose::at(random.uniform(-30, 10), random.uniform(0, 30), 1));
    }
    broad_phase.find_pairs(scene, pairs);
    ASSERT_EQ(pairs, brute_force_pairs(scene)) << "round " << round;
  }
  while (scene.body_count() > 0) {
    BodyId body = 0;
    while (!scene.has_body(body)) ++body;
    scene.remove_body(body);
  }
  broad_phase.find_pairs(scene, pairs);
  EXPECT_TRUE(pairs.empty());
}

TEST(BroadPhase, follows_scenes_that_grow_shrink_and_move) {
  Random random(311);
  BroadPhase broad_phase;
  std::vector<Pair> pairs = {{7, 7}, {1, 0}};  // what is there is replaced
  for (const std::size_t count : {0u, 1u, 2u, 5000u, 40u, 20000u, 17u, 0u, 30000u, 300u}) {
    const Crowd& crowd = all_crowds()[random.below(all_crowds().size())];
    const Scene scene = crowded(crowd, count, random);
    broad_phase.find_pairs(scene, pairs);
    ASSERT_EQ(pairs, brute_force_pairs(scene)) << crowd.name << ' ' << count;
  }
}

TEST(BroadPhase, takes_boxes_that_touch_at_a_side_or_a_corner) {
  Scene scene;
  const ShapeId box = scene.add_box(0.5f, 0.5f);
  for (const Vec2d at : {Vec2d{0, 0}, Vec2d{1, 0}, Vec2d{1, 1}, Vec2d{-1, -1}, Vec2d{0, 1 + 0x1p-52}}) {
    scene.add_body(box, Pose{at.x, at.y});
  }
  const std::vector<Pair> expected = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {2, 4}};
  // Body 4 is one step too far from body 0, and side by side with 2, and touches 1 at no corner.
  EXPECT_EQ(found_pairs(scene), expected);
  EXPECT_EQ(found_pairs(scene, {.margin = 1e-37f}).size(), 7u);  // any margin closes the smallest gap
}

TEST(BroadPhase, is_as_exact_a_million_million_units_away) {
  Random random(312);
  Scene scene;
  const ShapeId box = scene.add_box(1e-3f, 1e-3f);
  for (int i = 0; i < 500; ++i) {
    scene.add_body(box, Pose{1e12 + random.integer(0, 60), 1e12 + random.integer(0, 60)});
  }
  const std::vector<Pair> pairs = found_pairs(scene);
  ASSERT_EQ(pairs, brute_force_pairs(scene));
  for (const Pair pair : pairs) {  // units apart, thousandths large: only those in one place
    EXPECT_EQ(scene.pose(pair.a), scene.pose(pair.b));
  }
}

TEST(BroadPhase, takes_the_largest_numbers) {
  Scene scene;
  const ShapeId large = scene.add_box(0x1p60f, 0x1p60f), small = scene.add_box(0x1p-140f, 0x1p-140f);
  for (const double at : {-0x1p60, 0.0, 0x1p60}) {
    scene.add_body(large, Pose::at(at, at, 0.1));
    scene.add_body(small, Pose::at(at, -at, 0.1));
  }
  EXPECT_EQ(found_pairs(scene), brute_force_pairs(scene));
  constexpr float largest = std::numeric_limits<float>::max();
  EXPECT_EQ(found_pairs(scene, {.margin = largest}).size(), 15u);
}

TEST(BroadPhase, gives_what_collide_wants) {
  Random random(313);
  const Scene scene = crowded(all_crowds()[0], 1000, random);
  const std::vector<Pair> pairs = found_pairs(scene);
  EXPECT_TRUE(std::is_sorted(pairs.begin(), pairs.end()));
  EXPECT_TRUE(std::adjacent_find(pairs.begin(), pairs.end()) == pairs.end());
  EXPECT_TRUE(std::all_of(pairs.begin(), pairs.end(), [](Pair pair) { return pair.a < pair.b; }));
  const std::vector<Contact> contacts = collided(scene, pairs);
  EXPECT_GT(std::count_if(contacts.begin(), contacts.end(),
                          [](const Contact& contact) { return verdict(contact) == Verdict::overlapping; }),
            100);
}

}  // namespace
}  // namespace satchel::test
