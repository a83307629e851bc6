// Kept candidate pairs: those of `find_pairs` after every step of long random histories, on every instruction set.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <satchel/satchel.hpp>
#include <vector>

#include "support/boxes.hpp"
#include "support/histories.hpp"
#include "support/isa_param.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

std::vector<Pair> list(std::span<const Pair> pairs) { return {pairs.begin(), pairs.end()}; }

std::vector<Pair> only_in(const std::vector<Pair>& one, const std::vector<Pair>& other) {
  std::vector<Pair> difference;
  std::set_difference(one.begin(), one.end(), other.begin(), other.end(), std::back_inserter(difference));
  return difference;
}

/// Kept pairs, and what they should be.
template <class T>
class Follower {
 public:
  explicit Follower(const char* name = "") : name_(name) {}

  /// Updates, with changes or without, and compares.
  void update(const BasicScene<T>& scene, const BasicIndex<T>& index, const BasicPairOptions<T>& options,
              bool wants_changes) {
    SCOPED_TRACE(name_);
    BasicPairOptions<T> sorted = options;
    sorted.sorted = true;
    std::vector<Pair> expected;
    find_pairs(scene, expected, sorted);
    PairChanges changes{{{7, 8}}, {{8, 9}}};
    if (wants_changes) {
      kept_.update(scene, index, changes, options);
    } else {
      kept_.update(scene, index, options);
    }
    std::vector<Pair> got = list(kept_.pairs());
    if (!options.sorted) std::sort(got.begin(), got.end());
    ASSERT_EQ(only_in(got, expected), std::vector<Pair>());
    ASSERT_EQ(only_in(expected, got), std::vector<Pair>());
    ASSERT_EQ(got, expected);
    if (wants_changes) {
      ASSERT_EQ(changes.added, only_in(expected, before_));
      ASSERT_EQ(changes.ended, only_in(before_, expected));
    }
    before_ = std::move(expected);
  }
  const BasicKeptPairs<T>& kept() const { return kept_; }

 private:
  const char* name_;
  BasicKeptPairs<T> kept_;
  std::vector<Pair> before_;
};

Filter some_filter(Random& random) {
  return {.mask = random.pick<std::uint64_t>({2, ~std::uint64_t{0}, ~std::uint64_t{0}}),
          .group = random.pick({0, 0, 1, -1}),
          .is_static = random.chance(0.3)};
}

/// What the options say of single bodies. Some change at each step.
template <class T>
struct Properties {
  std::vector<Filter> filters;
  std::vector<std::uint32_t> worlds;
  std::vector<T> margins;
  std::vector<Motion> motions;

  void step(std::size_t bodies, Random& random) {
    const std::size_t before = filters.size();
    filters.resize(bodies);
    worlds.resize(bodies);
    margins.resize(bodies);
    motions.resize(bodies);
    for (std::size_t body = before; body < bodies; ++body) change(body, random);
    for (std::size_t k = random.below(5); k-- > 0 && bodies > 0;) change(random.below(bodies), random);
  }

 private:
  void change(std::size_t body, Random& random) {
    if (random.chance(0.5)) filters[body] = some_filter(random);
    if (random.chance(0.5)) worlds[body] = 5 * static_cast<std::uint32_t>(random.below(3));
    if (random.chance(0.5)) margins[body] = static_cast<T>(random.pick({0.0, random.uniform(0, 0.3)}));
    if (random.chance(0.5)) {
      motions[body] = {random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), random.pick({0.0, 0.1})};
    }
  }
};

class KeptPairsOnIsa : public OnEveryIsa {
 protected:
  template <class T>
  void follow(std::uint64_t seed, std::size_t steps) {
    for (const Crowd& crowd : all_crowds()) {
      SCOPED_TRACE(crowd.name);
      Random random(seed++);
      History<T> history(crowd, 120, random);
      BasicIndex<T> index(history.scene());
      Follower<T> plain("plain"), without_changes("without changes"), apart("apart"), unsorted("unsorted");
      Follower<T> of_worlds("of worlds"), moving("moving"), changing("changing options");
      Properties<T> properties;
      for (std::size_t step = 0; step < steps; ++step) {
        SCOPED_TRACE(step);
        const BasicScene<T>& scene = history.scene();
        for (std::size_t k = random.below(3); k-- > 0;) history.step();
        properties.step(scene.body_slots(), random);
        index.update(scene);
        const auto& [filters, worlds, margins, motions] = properties;
        plain.update(scene, index, {}, true);
        without_changes.update(scene, index, {}, false);
        apart.update(scene, index, {.margin = T(0.4)}, true);
        unsorted.update(scene, index, {.sorted = false}, random.chance(0.5));
        of_worlds.update(scene, index, {.filters = filters, .worlds = worlds}, true);
        moving.update(scene, index, {.margin = T(0.1), .margins = margins, .motions = motions}, true);
        BasicPairOptions<T> any;
        if (random.chance(0.1)) any.margin = T(0.2);
        if (random.chance(0.1)) any.filters = filters;
        if (random.chance(0.1)) any.worlds = worlds;
        if (random.chance(0.1)) any.margins = margins;
        if (random.chance(0.2)) any.sorted = false;
        changing.update(scene, index, any, random.chance(0.5));
        if (HasFatalFailure()) return;
      }
    }
  }
};

TEST_P(KeptPairsOnIsa, are_those_of_find_pairs_after_any_history) { follow<float>(own_seed(520), sampled(1000)); }
TEST_P(KeptPairsOnIsa, are_those_of_find_pairs_in_double) { follow<double>(own_seed(540), sampled(300)); }

/// The unsorted list, too: its order depends on the history alone.
TEST_P(KeptPairsOnIsa, are_in_the_same_order_for_any_number_of_threads) {
  for (const bool sorted : {true, false}) {
    Random random(560);
    Scene scene = crowded(all_crowds()[0], scaled(20000), random);
    Index index(scene);
    KeptPairs one, several;
    for (int step = 0; step < 12; ++step) {
      std::vector<BodyId> bodies;
      std::vector<Pose> poses;
      for (std::size_t k = 0; k < scene.body_slots() / random.pick({2u, 10u, 40u}); ++k) {
        bodies.push_back(static_cast<BodyId>(random.below(scene.body_slots())));
        poses.push_back(scene.pose(bodies.back()));
        poses.back().y += random.uniform(-1, 1);
      }
      scene.set_poses(bodies, poses);
      index.update(scene);
      PairChanges of_one, of_several;
      one.update(scene, index, of_one, {.run = {.max_threads = 1}, .sorted = sorted});
      force_isa("scalar");
      several.update(scene, index, of_several, {.run = {.max_threads = 4}, .sorted = sorted});
      force_isa(GetParam());
      ASSERT_EQ(list(one.pairs()), list(several.pairs()));
      ASSERT_EQ(of_one.added, of_several.added);
      ASSERT_EQ(of_one.ended, of_several.ended);
      std::vector<Pair> in_order = list(one.pairs());
      std::sort(in_order.begin(), in_order.end());
      ASSERT_EQ(in_order, found_pairs(scene));
    }
  }
}

/// Fat boxes: all pairs, none farther apart than documented, the same for any number of threads and instruction set; and
/// no changes while bodies stay in their boxes.
TEST_P(KeptPairsOnIsa, of_fat_boxes_have_all_pairs_and_near_ones) {
  constexpr float fat = 0.25f;
  for (const Crowd& crowd : all_crowds()) {
    SCOPED_TRACE(crowd.name);
    Random random(565);
    History<float> history(crowd, 120, random);
    Index index(history.scene());
    KeptPairs one(fat), several(fat);
    std::vector<Pair> before;
    for (std::size_t step = 0; step < sampled(200); ++step) {
      SCOPED_TRACE(step);
      const Scene& scene = history.scene();
      for (std::size_t k = random.below(3); k-- > 0;) history.step();
      index.update(scene);
      const float margin = step % 40 < 20 ? 0.0f : 0.5f;
      PairChanges changes, others;
      one.update(scene, index, changes, {.margin = margin, .run = {.max_threads = 1}});
      force_isa("scalar");
      several.update(scene, index, others, {.margin = margin, .run = {.max_threads = 3}});
      force_isa(GetParam());
      const std::vector<Pair> now = list(one.pairs());
      ASSERT_EQ(now, list(several.pairs()));
      ASSERT_EQ(changes.added, only_in(now, before));
      ASSERT_EQ(changes.ended, only_in(before, now));
      ASSERT_EQ(others.added, changes.added);
      std::vector<Pair> exact, near;
      find_pairs(scene, exact, {.margin = margin});
      find_pairs(scene, near, {.margin = (margin + 4 * fat) * 1.0001f});
      ASSERT_EQ(only_in(exact, now), std::vector<Pair>());
      ASSERT_EQ(only_in(now, near), std::vector<Pair>());
      before = now;
    }
  }
}

/// The same where margins, motions, filters and worlds of bodies change.
template <class T>
void follow_fat(std::uint64_t seed, std::size_t steps) {
  const T fat = T(0.25);
  for (const Crowd& crowd : all_crowds()) {
    SCOPED_TRACE(crowd.name);
    Random random(seed++);
    History<T> history(crowd, 60, random);
    BasicIndex<T> index(history.scene());
    BasicKeptPairs<T> moving(fat), of_worlds(fat), of_all(fat);
    Properties<T> properties;
    for (std::size_t step = 0; step < steps; ++step) {
      SCOPED_TRACE(step);
      const BasicScene<T>& scene = history.scene();
      for (std::size_t k = random.below(3); k-- > 0;) history.step();
      properties.step(scene.body_slots(), random);
      index.update(scene);
      const auto& [filters, worlds, margins, motions] = properties;
      const auto update = [&](BasicKeptPairs<T>& kept, const BasicPairOptions<T>& options) {
        std::vector<Pair> exact, near;
        kept.update(scene, index, options);
        find_pairs(scene, exact, options);
        BasicPairOptions<T> wider = options;
        wider.margin = (options.margin + 4 * fat) * T(1.0001);
        find_pairs(scene, near, wider);
        const std::vector<Pair> now = list(kept.pairs());
        ASSERT_EQ(only_in(exact, now), std::vector<Pair>());
        ASSERT_EQ(only_in(now, near), std::vector<Pair>());
      };
      update(moving, {.margins = margins, .motions = motions});
      update(of_worlds, {.filters = filters, .worlds = worlds});
      BasicPairOptions<T> all{.margin = T(0.125), .filters = filters, .worlds = worlds};
      all.margins = margins;
      all.motions = motions;
      update(of_all, all);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}
TEST_P(KeptPairsOnIsa, of_fat_boxes_have_all_pairs_whatever_options_change) {
  follow_fat<float>(own_seed(570), sampled(100));
  follow_fat<double>(own_seed(580), sampled(100));
}

TEST_P(KeptPairsOnIsa, of_fat_boxes_stay_while_bodies_do) {
  Random random(566);
  Scene scene = crowded(all_crowds()[0], 2000, random);
  Index index(scene);
  KeptPairs kept(0.25f);
  PairChanges changes;
  kept.update(scene, index, changes);
  const std::vector<Pair> first = list(kept.pairs());
  std::vector<Pose> poses(2000), from(2000);
  for (BodyId body = 0; body < 2000; ++body) from[body] = scene.pose(body);
  for (const double reach : {0.1, 0.2, 0.24}) {
    for (std::size_t body = 0; body < 2000; ++body) {
      poses[body] = {from[body].x + random.uniform(-reach, reach), from[body].y + random.uniform(-reach, reach),
                     from[body].rotation};
    }
    scene.set_poses(poses);
    index.update(scene);
    kept.update(scene, index, changes);
    ASSERT_EQ(list(kept.pairs()), first);
    ASSERT_TRUE(changes.added.empty() && changes.ended.empty());
  }
  // A body that leaves its box gets another one, and comes back without a change.
  std::size_t changed = 0;
  for (const double x : {1000.0, 0.0}) {
    scene.set_pose(7, {from[7].x + x, from[7].y, from[7].rotation});
    index.update(scene);
    kept.update(scene, index, changes);
    for (const auto* const pairs : {&changes.added, &changes.ended}) {
      for (const Pair& pair : *pairs) ASSERT_TRUE(pair.a == 7 || pair.b == 7);
      changed += pairs->size();
    }
  }
  EXPECT_GT(changed, 0u);
}
TEST_P(KeptPairsOnIsa, refuse_fat_boxes_that_are_no_size) {
  Scene scene;
  scene.add_body(scene.add_box(1, 1));
  const Index index(scene);
  for (const float fat : {-1.0f, std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
    KeptPairs kept(fat);
    EXPECT_EQ(kept.try_update(scene, index).code, ErrorCode::bad_margin);
  }
}

SATCHEL_ON_EVERY_ISA(KeptPairsOnIsa);

/// Their boxes before and after, together, reach over all other bodies.
TEST(KeptPairs, of_bodies_that_jump_across_the_world) {
  Random random(561);
  Scene scene = crowded(all_crowds()[0], 4000, random);
  Index index(scene);
  Follower<float> kept;
  for (int step = 0; step < 6; ++step) {
    for (BodyId body = 0; body < 4000; body += step % 2 == 0 ? 8 : 400) {
      const Pose from = scene.pose(body), to = scene.pose((body * 37 + 1000) % 4000);
      scene.set_pose(body, to);
      scene.set_pose((body * 37 + 1000) % 4000, from);
    }
    index.update(scene);
    kept.update(scene, index, {}, true);
    if (HasFatalFailure()) FAIL() << "step " << step;
  }
}

TEST(KeptPairs, of_a_body_that_sweeps_over_all_others) {
  Random random(562);
  const Scene scene = crowded(all_crowds()[0], 1000, random);
  const Index index(scene);
  std::vector<Motion> motions(1000);
  Follower<float> kept;
  for (const double far : {0.0, 0.0, 0.0, 1000.0, 1000.0, 500.0, 0.0}) {
    motions[17] = {far, far, 0};
    motions[18].y += 0.1;
    kept.update(scene, index, {.motions = motions}, true);
    if (HasFatalFailure()) FAIL() << far;
  }
}

/// Boxes of half-extent 1, so that margins count to the last bit.
TEST(KeptPairs, close_the_gap_of_a_margin_exactly) {
  for (const double place : {0.0, 1e6, -1e12}) {
    Scened scene;
    const ShapeId box = scene.add_box(1, 1);
    for (int i = 0; i < 10; ++i) scene.add_body(box, Pose{place + 100.0 * i, 0});
    Indexd index(scene);
    Follower<double> kept;
    for (const double gap : {0.75, 0.5, 0.50048828125, 0.5, 0.25, 0.5}) {
      scene.set_pose(3, Pose{place + 400 - 2 - gap, 0});
      index.update(scene);
      kept.update(scene, index, {.margin = 0.5}, true);
      ASSERT_EQ(kept.kept().pairs().size(), gap <= 0.5 ? 1u : 0u);
    }
  }
}

TEST(KeptPairs, of_no_bodies_of_one_and_of_many_in_one_spot) {
  Scene scene;
  Index index(scene);
  KeptPairs kept;
  EXPECT_TRUE(kept.pairs().empty());
  kept.update(scene, index);
  EXPECT_TRUE(kept.pairs().empty());
  const ShapeId box = scene.add_box(1, 1);
  for (const std::size_t count : {1u, 2u, 3u, 5000u}) {
    while (scene.body_count() < count) scene.add_body(box);
    index.update(scene);
    kept.update(scene, index);
    ASSERT_EQ(kept.pairs().size(), count * (count - 1) / 2);
  }
  PairChanges changes;
  for (BodyId body = 0; body < 5000; body += 50) {
    scene.remove_body(body);
    if (body % 500 != 450) continue;
    index.update(scene);
    kept.update(scene, index, changes);
    ASSERT_EQ(kept.pairs().size(), scene.body_count() * (scene.body_count() - 1) / 2);
    EXPECT_TRUE(changes.added.empty());
  }
  EXPECT_EQ(list(kept.pairs()), found_pairs(scene));
}

TEST(KeptPairs, do_not_list_a_pair_that_another_body_takes_over) {
  Scene scene;
  const ShapeId box = scene.add_box(1, 1);
  for (int i = 0; i < 20; ++i) scene.add_body(box, Pose{1.5 * i, 0});
  Index index(scene);
  KeptPairs kept;
  PairChanges changes;
  kept.update(scene, index, changes);
  EXPECT_EQ(changes.added.size(), 19u);
  scene.remove_body(4);
  scene.add_body(box, Pose{1.5 * 4 - 0.1, 0.1});
  index.update(scene);
  kept.update(scene, index, changes);
  EXPECT_TRUE(changes.added.empty());
  EXPECT_TRUE(changes.ended.empty());
  scene.remove_body(4);
  index.update(scene);
  kept.update(scene, index, changes);
  EXPECT_TRUE(changes.added.empty());
  EXPECT_EQ(changes.ended, (std::vector<Pair>{{3, 4}, {4, 5}}));
}

TEST(KeptPairs, move_and_follow_another_scene) {
  Random random(563);
  const Scene one = crowded(all_crowds()[0], 100, random), other = crowded(all_crowds()[1], 200, random);
  const Index of_one(one), of_other(other);
  KeptPairs kept;
  PairChanges changes;
  kept.update(one, of_one, changes);
  EXPECT_EQ(changes.added, found_pairs(one));
  kept.update(other, of_other, changes);
  EXPECT_EQ(list(kept.pairs()), found_pairs(other));
  EXPECT_EQ(changes.ended, only_in(found_pairs(one), found_pairs(other)));
  KeptPairs taken = std::move(kept);
  EXPECT_EQ(list(taken.pairs()), found_pairs(other));
  taken.update(one, of_one);
  EXPECT_EQ(list(taken.pairs()), found_pairs(one));
  EXPECT_GT(taken.memory_bytes(), taken.pairs().size() * sizeof(Pair));
}

}  // namespace
}  // namespace satchel::test
