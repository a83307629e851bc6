// Filters, worlds, limits and errors of the broad phase.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <satchel/satchel.hpp>
#include <stdexcept>

#include "support/boxes.hpp"
#include "support/expect_error.hpp"
#include "support/isa_param.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

/// The rules, told differently.
bool passes(const Filter& a, const Filter& b) {
  bool result = (a.category & b.mask) != 0 && (b.category & a.mask) != 0;
  if (a.group != 0 && a.group == b.group) result = a.group > 0;
  return result && !(a.is_static && b.is_static);
}

std::vector<Filter> some_filters(std::size_t count, Random& random) {
  std::vector<Filter> filters(count);
  for (Filter& filter : filters) {
    filter.category = std::uint64_t{1} << random.pick({0, 1, 2, 63});
    filter.mask = random.pick<std::uint64_t>({~std::uint64_t{0}, 3, std::uint64_t{1} << 63, 0});
    filter.group = random.pick({0, 0, 0, 1, 2, -1, -2});
    filter.is_static = random.chance(0.3);
  }
  return filters;
}

TEST(BroadPhaseFilters, by_default_let_everything_pass) {
  Random random(320);
  const Scene scene = crowded(all_crowds()[0], 500, random);
  const std::vector<Filter> filters(scene.body_slots());
  EXPECT_EQ(found_pairs(scene, {.filters = filters}), found_pairs(scene));
}

TEST(BroadPhaseFilters, decide_by_category_mask_group_and_static) {
  Random random(321);
  for (std::size_t round = 0; round < scaled(50); ++round) {
    const Scene scene = crowded(all_crowds()[round % 2 == 0 ? 0 : 3], round % 4 < 2 ? 200 : 300, random);
    const std::vector<Filter> filters = some_filters(scene.body_slots(), random);
    const auto expected =
        brute_force_pairs(scene, 0, [&](Pair pair) { return passes(filters[pair.a], filters[pair.b]); });
    ASSERT_EQ(found_pairs(scene, {.filters = filters}), expected);
  }
}

TEST(BroadPhaseFilters, of_two_scenes_stand_one_after_the_other) {
  Random random(322);
  const Scene a = crowded(all_crowds()[0], 100, random), b = crowded(all_crowds()[0], 300, random);
  const std::vector<Filter> filters = some_filters(400, random);
  std::vector<Pair> expected = brute_force_pairs(a, b), pairs;
  std::erase_if(expected, [&](Pair pair) { return !passes(filters[pair.a], filters[100 + pair.b]); });
  find_pairs(a, b, pairs, {.filters = filters});
  EXPECT_EQ(pairs, expected);
}

TEST(BroadPhaseWorlds, never_meet) {
  Random random(323);
  for (const std::uint32_t worlds : {1u, 2u, 17u, 1000u}) {
    for (const std::uint32_t scale : {1u, 4000000u}) {  // numbers as they come, and far apart
      for (const Crowd& crowd : all_crowds()) {
        SCOPED_TRACE(crowd.name);
        const Scene scene = crowded(crowd, 400, random);
        std::vector<std::uint32_t> world(scene.body_slots());
        for (std::uint32_t& w : world) w = scale * static_cast<std::uint32_t>(random.below(worlds));
        const auto expected = brute_force_pairs(scene, 0, [&](Pair pair) { return world[pair.a] == world[pair.b]; });
        ASSERT_EQ(found_pairs(scene, {.worlds = world}), expected) << worlds << " worlds, " << scale;
      }
    }
  }
}

TEST(BroadPhaseWorlds, may_be_large_and_many) {
  Random random(324);
  const Scene scene = crowded(all_crowds()[0], scaled(60000), random);
  std::vector<std::uint32_t> world(scene.body_slots());
  for (std::size_t i = 0; i < world.size(); ++i) {
    world[i] = i % 2 == 0 ? 5u : i % 3 == 0 ? 0xFFFFFFFFu : 7u + static_cast<std::uint32_t>(random.below(9000));
  }
  const auto expected = brute_force_pairs(scene, 0, [&](Pair pair) { return world[pair.a] == world[pair.b]; });
  for (const unsigned threads : {1u, 2u}) {
    ASSERT_EQ(found_pairs(scene, {.worlds = world, .run = {.max_threads = threads}}), expected);
  }
}

TEST(BroadPhaseWorlds, of_two_scenes_stand_one_after_the_other) {
  Random random(325);
  const Scene a = crowded(all_crowds()[0], 150, random), b = crowded(all_crowds()[0], 250, random);
  std::vector<std::uint32_t> world(400);
  for (std::uint32_t& w : world) w = static_cast<std::uint32_t>(random.below(3));
  for (std::size_t i = 150; i < 400; ++i) world[i] = std::min(world[i], 1u);  // a world without a body of b
  std::vector<Pair> expected = brute_force_pairs(a, b), pairs;
  std::erase_if(expected, [&](Pair pair) { return world[pair.a] != world[150 + pair.b]; });
  find_pairs(a, b, pairs, {.worlds = world});
  EXPECT_EQ(pairs, expected);
}

/// A million bodies in one spot have 500 thousand million pairs.
TEST(BroadPhaseLimit, ends_with_an_error_where_pairs_would_fill_the_memory) {
  Scene scene;
  const ShapeId box = scene.add_box(1, 1);
  const std::size_t count = scaled(1000000);
  scene.reserve({.shapes = 1, .bodies = count, .vertices_per_shape = 4});
  for (std::size_t i = 0; i < count; ++i) scene.add_body(box);
  std::vector<Pair> pairs;
  const PairOptions options = {.max_pairs = 1u << 22};
  expect_error(ErrorCode::too_many_pairs, [&] { find_pairs(scene, pairs, options); });
  BroadPhase broad_phase;
  EXPECT_EQ(broad_phase.try_find_pairs(scene, pairs, options).code, ErrorCode::too_many_pairs);
  EXPECT_LT(broad_phase.memory_bytes(), (std::size_t{1} << 27) + 64 * count);
  scene.clear();
  broad_phase.find_pairs(scene, pairs, options);  // still of use
  EXPECT_TRUE(pairs.empty());
}

TEST(BroadPhaseLimit, is_the_number_of_pairs_exactly) {
  Random random(326);
  for (const std::size_t bodies : {100u, 3000u}) {
    const Scene scene = crowded(all_crowds()[0], bodies, random);
    const auto count = static_cast<std::uint32_t>(found_pairs(scene).size());
    ASSERT_GT(count, 0u);
    EXPECT_EQ(found_pairs(scene, {.max_pairs = count}).size(), count);
    expect_error(ErrorCode::too_many_pairs, [&] { (void)found_pairs(scene, {.max_pairs = count - 1}); });
    expect_error(ErrorCode::too_many_pairs, [&] { (void)found_pairs(scene, {.max_pairs = 0}); });
  }
  EXPECT_TRUE(found_pairs(Scene(), {.max_pairs = 0}).empty());
}

/// Two boxes side by side, of half-extents 1, whose gap is this long.
template <class T>
BasicScene<T> two_boxes(double gap) {
  BasicScene<T> scene;
  const ShapeId box = scene.add_box(1, 1);
  scene.add_body(box, Pose::at(0, 0, 0));
  scene.add_body(box, Pose::at(2 + gap, 0, 0));
  return scene;
}

TEST(BroadPhaseMargin, is_the_whole_gap_between_two_boxes) {
  const Scene scene = two_boxes<float>(0.5);
  EXPECT_EQ(found_pairs(scene, {.margin = 0.5f}).size(), 1u);
  EXPECT_EQ(found_pairs(scene, {.margin = std::nextafter(0.5f, 0.0f)}).size(), 0u);
  std::vector<Pair> pairs;
  find_pairs(scene, scene, pairs, {.margin = 0.5f});
  EXPECT_EQ(pairs, (std::vector<Pair>{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
  find_pairs(scene, scene, pairs, {.margin = 0.25f});
  EXPECT_EQ(pairs, (std::vector<Pair>{{0, 0}, {1, 1}}));
}

TEST(BroadPhaseMargin, has_the_precision_of_the_scene) {
  constexpr double gap = 0.5 + 0x1p-40;  // 0.5 as a float
  const Scened scene = two_boxes<double>(gap);
  std::vector<Pair> pairs;
  find_pairs(scene, pairs, {.margin = gap});
  EXPECT_EQ(pairs.size(), 1u);
  find_pairs(scene, pairs, {.margin = 0.5});
  EXPECT_EQ(pairs.size(), 0u);
}

TEST(BroadPhaseMargin, may_be_the_largest_number) {
  const Scened scene = two_boxes<double>(1e9);
  constexpr double largest = std::numeric_limits<double>::max();
  const std::vector<double> margins{largest, largest};
  std::vector<Pair> pairs;
  find_pairs(scene, pairs, {.margin = largest, .margins = margins});
  EXPECT_EQ(pairs, (std::vector<Pair>{{0, 1}}));
  find_pairs(scene, pairs, {.margins = margins});
  EXPECT_EQ(pairs, (std::vector<Pair>{{0, 1}}));
}

class BroadPhaseErrors : public testing::Test {
 protected:
  /// Both forms of both calls refuse the options alike and leave the pairs as they were.
  void refused(ErrorCode code, const PairOptions& one, const PairOptions& two) {
    std::vector<Pair> pairs = {{3, 1}};
    BroadPhase broad_phase;
    expect_error(code, [&] { find_pairs(scene_, pairs, one); });
    expect_error(code, [&] { find_pairs(scene_, scene_, pairs, two); });
    expect_error(code, [&] { broad_phase.find_pairs(scene_, pairs, one); });
    EXPECT_EQ(try_find_pairs(scene_, pairs, one).code, code);
    EXPECT_EQ(try_find_pairs(scene_, scene_, pairs, two).code, code);
    EXPECT_EQ(broad_phase.try_find_pairs(scene_, scene_, pairs, two).code, code);
    EXPECT_EQ(pairs, (std::vector<Pair>{{3, 1}}));
    EXPECT_TRUE(broad_phase.try_find_pairs(scene_, pairs).ok());
  }

  Random random_{327};
  Scene scene_ = crowded(all_crowds()[0], 30, random_);
};

TEST_F(BroadPhaseErrors, refuse_a_margin_that_is_negative_or_not_finite) {
  for (const float margin : {-1.0f, -1e-40f, std::numeric_limits<float>::infinity(), std::nanf("")}) {
    refused(ErrorCode::bad_margin, {.margin = margin}, {.margin = margin});
  }
  EXPECT_EQ(found_pairs(scene_, {.margin = -0.0f}), found_pairs(scene_));
}

TEST_F(BroadPhaseErrors, refuse_spans_of_another_length) {
  const std::vector<Filter> filters(61);
  const std::vector<std::uint32_t> worlds(61);
  const std::span all_filters(filters);
  const std::span all_worlds(worlds);
  for (const std::size_t length : {1u, 29u, 31u, 61u}) {
    refused(ErrorCode::size_mismatch, {.filters = all_filters.first(length)}, {.filters = all_filters.first(length)});
    refused(ErrorCode::size_mismatch, {.worlds = all_worlds.first(length)}, {.worlds = all_worlds.first(length)});
  }
  refused(ErrorCode::size_mismatch, {.worlds = all_worlds.first(60)}, {.worlds = all_worlds.first(30)});
  EXPECT_EQ(found_pairs(scene_, {.worlds = all_worlds.first(30)}), found_pairs(scene_));
}

TEST_F(BroadPhaseErrors, report_an_executor_that_throws_and_stay_usable) {
  const Scene large = crowded(all_crowds()[0], 50000, random_);
  const auto throwing = [](void*, std::size_t, void (*)(void*, std::size_t), void*) { throw std::runtime_error("no"); };
  const Executor executor = {nullptr, 4, throwing};
  BroadPhase broad_phase;
  std::vector<Pair> pairs;
  expect_error(ErrorCode::internal, [&] { broad_phase.find_pairs(large, pairs, {.run = {.executor = &executor}}); });
  broad_phase.find_pairs(large, pairs);
  EXPECT_EQ(pairs, found_pairs(large));
}

}  // namespace
}  // namespace satchel::test
