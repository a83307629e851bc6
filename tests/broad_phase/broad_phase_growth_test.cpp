// Margins of single bodies, motions, and lists that are not sorted.
#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <limits>
#include <satchel/satchel.hpp>

#include "support/boxes.hpp"
#include "support/expect_error.hpp"
#include "support/isa_param.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

/// A box grown by a length on every side, in directed rounding.
Box grown(Box box, double by) {
  const volatile double length = by, min_x = box.min_x, min_y = box.min_y, max_x = box.max_x, max_y = box.max_y;
  const int mode = std::fegetround();
  std::fesetround(FE_DOWNWARD);
  const volatile double low_x = min_x - length, low_y = min_y - length;
  std::fesetround(FE_UPWARD);
  const volatile double high_x = max_x + length, high_y = max_y + length;
  std::fesetround(mode);
  return {low_x, low_y, high_x, high_y};
}

template <class Overlap>
std::vector<Pair> pairs_where(const Scene& scene, const Overlap& overlap) {
  std::vector<Pair> pairs;
  for (BodyId a = 0; a < scene.body_slots(); ++a) {
    for (BodyId b = a + 1; b < scene.body_slots(); ++b) {
      if (scene.has_body(a) && scene.has_body(b) && overlap(a, b)) pairs.push_back({a, b});
    }
  }
  return pairs;
}

std::vector<Motion> some_motions(std::size_t count, Random& random) {
  std::vector<Motion> motions(count);
  for (Motion& motion : motions) {
    if (random.chance(0.2)) continue;
    const double reach = random.pick({0.01, 1.0, 1.0, 20.0});
    motion = {random.uniform(-reach, reach), random.uniform(-reach, reach), 0};
    if (random.chance(0.4)) motion.angle = random.uniform(-4, 4);
  }
  return motions;
}

class BroadPhaseGrowthOnIsa : public OnEveryIsa {};

TEST_P(BroadPhaseGrowthOnIsa, finds_pairs_up_to_the_sum_of_their_margins) {
  Random random(400);
  for (const Crowd& crowd : all_crowds()) {
    SCOPED_TRACE(crowd.name);
    for (std::size_t round = 0; round < sampled(10); ++round) {
      const Scene scene = crowded(crowd, 40 + random.below(400), random);
      std::vector<float> margins(scene.body_slots());
      for (float& margin : margins) margin = random.pick({0.0f, 0.0f, 0.3f, 1e-30f, 5.0f});
      const float margin = random.pick({0.0f, 0.25f});
      const auto box = [&](BodyId body) {
        return grown(grown(scene.bounding_box(body), 0.5 * double{margin}), double{margins[body]});
      };
      const auto expected = pairs_where(scene, [&](BodyId a, BodyId b) { return have_common_point(box(a), box(b)); });
      ASSERT_EQ(found_pairs(scene, {.margin = margin, .margins = margins}), expected);
    }
  }
}

/// Every pair that `sweep` finds to hit is among the pairs found.
TEST_P(BroadPhaseGrowthOnIsa, finds_what_moving_bodies_may_meet) {
  Random random(401);
  std::size_t hits = 0;
  for (const Crowd& crowd : all_crowds()) {
    if (std::string_view(crowd.name) == "far_away") continue;  // the step of a double there is as large as the bodies
    SCOPED_TRACE(crowd.name);
    for (std::size_t round = 0; round < sampled(4); ++round) {
      const Scene scene = crowded(crowd, 60 + random.below(400), random);
      const std::vector<Motion> motions = some_motions(scene.body_slots(), random);
      const std::vector<Pair> all = pairs_where(scene, [](BodyId, BodyId) { return true; });
      std::vector<Impact> impacts(all.size());
      sweep(scene, motions, all, impacts, {.tolerance = 1e-5f});
      const std::vector<Pair> pairs = found_pairs(scene, {.margin = 1e-5f, .motions = motions});
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (impacts[i].hit == 0) continue;
        ++hits;
        ASSERT_TRUE(std::binary_search(pairs.begin(), pairs.end(), all[i])) << all[i].a << ' ' << all[i].b;
      }
    }
  }
  EXPECT_GT(hits, 1000u);
}

TEST_P(BroadPhaseGrowthOnIsa, sweeps_the_boxes_of_bodies_that_do_not_turn) {
  Random random(402);
  for (const Crowd& crowd : all_crowds()) {
    SCOPED_TRACE(crowd.name);
    const Scene scene = crowded(crowd, 300, random);
    std::vector<Motion> motions = some_motions(scene.body_slots(), random);
    for (Motion& motion : motions) motion.angle = 0;
    std::vector<Box> boxes;
    for (BodyId body = 0; body < scene.body_slots(); ++body) {
      const Box box = scene.bounding_box(body);
      const Motion& by = motions[body];
      const int mode = std::fegetround();
      std::fesetround(FE_DOWNWARD);
      const volatile double x = by.x, y = by.y;
      const volatile double low_x = box.min_x + x, low_y = box.min_y + y;
      std::fesetround(FE_UPWARD);
      const volatile double high_x = box.max_x + x, high_y = box.max_y + y;
      std::fesetround(mode);
      const double moved[] = {low_x, low_y, high_x, high_y};
      boxes.push_back({std::min(box.min_x, moved[0]), std::min(box.min_y, moved[1]), std::max(box.max_x, moved[2]),
                       std::max(box.max_y, moved[3])});
    }
    const auto expected = pairs_where(scene, [&](BodyId a, BodyId b) { return have_common_point(boxes[a], boxes[b]); });
    ASSERT_EQ(found_pairs(scene, {.motions = motions}), expected);
  }
}

TEST_P(BroadPhaseGrowthOnIsa, takes_the_margins_and_motions_of_two_scenes) {
  Random random(403);
  const Scene a = crowded(all_crowds()[0], 150, random), b = crowded(all_crowds()[0], 300, random);
  Scene both = a;
  for (BodyId body = 0; body < b.body_slots(); ++body) {
    std::vector<Vec2> vertices(b.vertex_count(b.shape(body)));
    b.local_vertices(b.shape(body), vertices);
    both.add_body(both.add_polygon(vertices), b.pose(body));
  }
  const std::vector<Motion> motions = some_motions(450, random);
  std::vector<float> margins(450);
  for (float& margin : margins) margin = random.pick({0.0f, 0.5f});
  std::vector<Pair> expected, pairs;
  for (const Pair pair : found_pairs(both, {.margins = margins, .motions = motions})) {
    if (pair.a < 150 && pair.b >= 150) expected.push_back({pair.a, pair.b - 150});
  }
  find_pairs(a, b, pairs, {.margins = margins, .motions = motions});
  EXPECT_EQ(pairs, expected);
}

/// An order of its own, which neither threads nor instruction set change.
TEST_P(BroadPhaseGrowthOnIsa, finds_the_same_pairs_unsorted) {
  Random random(404);
  BroadPhase broad_phase;
  for (const Crowd& crowd : all_crowds()) {
    SCOPED_TRACE(crowd.name);
    const Scene scene = crowded(crowd, scaled(20000), random);
    std::vector<Pair> sorted, unsorted, again;
    broad_phase.find_pairs(scene, sorted);
    const auto count = static_cast<std::uint32_t>(sorted.size());
    broad_phase.find_pairs(scene, unsorted, {.run = {.max_threads = 1}, .max_pairs = count, .sorted = false});
    force_isa("scalar");
    for (const unsigned threads : {2u, 5u, 0u}) {
      broad_phase.find_pairs(scene, again, {.run = {.max_threads = threads}, .sorted = false});
      ASSERT_EQ(again, unsorted) << threads;
    }
    force_isa(GetParam());
    std::sort(unsorted.begin(), unsorted.end());
    ASSERT_EQ(unsorted, sorted);
    if (count != 0) {
      EXPECT_EQ(broad_phase.try_find_pairs(scene, again, {.max_pairs = count - 1, .sorted = false}).code,
                ErrorCode::too_many_pairs);
    }
  }
}

SATCHEL_ON_EVERY_ISA(BroadPhaseGrowthOnIsa);

TEST(BroadPhaseGrowth, refuses_wrong_margins_and_motions_and_says_which) {
  Random random(405);
  const Scene scene = crowded(all_crowds()[0], 30, random);
  std::vector<Pair> pairs = {{3, 1}};
  std::vector<float> margins(30);
  std::vector<Motion> motions(30);
  const auto refused = [&](ErrorCode code, std::size_t index, const char* text, const PairOptions& options) {
    const Status status = try_find_pairs(scene, pairs, options);
    EXPECT_EQ(status.code, code);
    EXPECT_EQ(status.index, index);
    EXPECT_NE(message(status).find(text), std::string::npos) << message(status);
    EXPECT_EQ(pairs, (std::vector<Pair>{{3, 1}}));
  };
  margins[7] = -1;
  refused(ErrorCode::bad_margin, 7, "margin -1 of body 7", {.margins = margins});
  margins[7] = std::numeric_limits<float>::quiet_NaN();
  refused(ErrorCode::bad_margin, 7, " of body 7", {.margins = margins});
  margins.pop_back();
  refused(ErrorCode::size_mismatch, 2, "margins: 30 elements expected, 29 given", {.margins = margins});
  motions[9].x = std::numeric_limits<double>::infinity();
  refused(ErrorCode::not_finite, 9, "motion of body 9", {.motions = motions});
  motions[9] = {0, 1e30, 0};
  refused(ErrorCode::out_of_range, 9, "motion of body 9", {.motions = motions});
  motions.pop_back();
  refused(ErrorCode::size_mismatch, 3, "motions: 30 elements expected, 29 given", {.motions = motions});
}

}  // namespace
}  // namespace satchel::test
