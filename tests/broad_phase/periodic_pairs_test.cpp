// Candidate pairs of periodic worlds against brute force: every body against real bodies at every image.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <satchel/satchel.hpp>

#include "support/boxes.hpp"
#include "support/expect_error.hpp"
#include "support/images.hpp"
#include "support/isa_param.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

/// All image pairs of two scenes whose boxes meet, each grown by `by`; images up to `most` periods away.
template <class Keep>
std::vector<ImagePair> all_pairs(const Scene& a, const Scene& b, const Periods& periods, float margin, int most,
                                 const Keep& keep) {
  std::vector<ImagePair> pairs;
  const std::vector<Box> boxes_a = grown_boxes(a, margin);
  const int most_x = periods.x > 0 ? most : 0, most_y = periods.y > 0 ? most : 0;
  for (int x = -most_x; x <= most_x; ++x) {
    for (int y = -most_y; y <= most_y; ++y) {
      Scene moved = b;
      for (BodyId body = 0; body < b.body_slots(); ++body) {
        if (b.has_body(body)) moved.set_pose(body, pose_at_image(b, body, periods, x, y));
      }
      const std::vector<Box> boxes_b = grown_boxes(moved, margin);
      for (BodyId i = 0; i < boxes_a.size(); ++i) {
        for (BodyId k = 0; k < boxes_b.size(); ++k) {
          const ImagePair pair{i, k, x, y};
          if (a.has_body(i) && b.has_body(k) && have_common_point(boxes_a[i], boxes_b[k]) && keep(pair)) {
            pairs.push_back(pair);
          }
        }
      }
    }
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

bool is_listed(const ImagePair& pair) {
  const bool forward = pair.image_x > 0 || (pair.image_x == 0 && pair.image_y > 0);
  return pair.a < pair.b || (pair.a == pair.b && forward);
}

std::vector<ImagePair> image_pairs(const Scene& scene, const Periods& periods, const PairOptions& options = {}) {
  std::vector<ImagePair> pairs;
  find_pairs(scene, periods, pairs, options);
  return pairs;
}

class PeriodicPairsOnIsa : public OnEveryIsa {};

TEST_P(PeriodicPairsOnIsa, are_those_of_bodies_at_all_images) {
  Random random(own_seed(500));
  for (std::size_t round = 0; round < scaled(60); ++round) {
    const Periods periods = random.pick<Periods>({{3, 3}, {7, 2.5}, {0, 4}, {6.1, 0}, {1.0 / 3, 50}, {0, 0}});
    const double size =
        std::min(periods.x > 0 ? periods.x : 9, periods.y > 0 ? periods.y : 9) * random.pick({0.1, 0.4, 1.2});
    Scene scene = scattered_world<float>(random, 4 + random.below(30), periods, size);
    if (random.chance(0.3)) scene.remove_body(static_cast<BodyId>(random.below(scene.body_slots())));
    const float margin = random.pick({0.0f, 0.0f, 0.2f});
    const auto expected = all_pairs(scene, scene, periods, margin, 14, is_listed);
    ASSERT_EQ(image_pairs(scene, periods, {.margin = margin}), expected) << "round " << round;
    std::vector<ImagePair> unsorted = image_pairs(scene, periods, {.margin = margin, .sorted = false});
    std::sort(unsorted.begin(), unsorted.end());
    ASSERT_EQ(unsorted, expected);
  }
}

TEST_P(PeriodicPairsOnIsa, of_two_scenes_have_the_second_body_at_the_image) {
  Random random(own_seed(501));
  for (std::size_t round = 0; round < scaled(20); ++round) {
    const Periods periods = random.pick<Periods>({{3, 3}, {7, 2.5}, {0, 4}});
    const Scene a = scattered_world<float>(random, random.below(12), periods, 0.8);
    const Scene b = scattered_world<float>(random, random.below(40), periods, 0.8);
    std::vector<ImagePair> pairs;
    find_pairs(a, b, periods, pairs);
    ASSERT_EQ(pairs, all_pairs(a, b, periods, 0, 14, [](const ImagePair&) { return true; }));
  }
}

/// Boxes side by side, whose bounds meet exactly across the edge, or miss each other by one rounding.
TEST_P(PeriodicPairsOnIsa, are_decided_to_the_last_bit) {
  Random random(502);
  for (std::size_t round = 0; round < scaled(200); ++round) {
    const double period = random.pick({10.0, 0.1, 1e9 / 3}), offset = random.pick({0.0, 1e6 / 7, -1e12});
    const auto half = static_cast<float>(period / 4);
    Scene scene;
    const ShapeId box = scene.add_box(half, half);
    const double x = offset + random.uniform(0, period);
    scene.add_body(box, Pose{x, 0});
    double other = x + 2 * static_cast<double>(half) + random.integer(-2, 2) * period;
    for (int step = random.integer(-2, 2); step != 0; step += step > 0 ? -1 : 1) {
      other = std::nextafter(other, step > 0 ? 1e300 : -1e300);
    }
    scene.add_body(box, Pose{other, 0});
    const Periods periods{period, 0};
    ASSERT_EQ(image_pairs(scene, periods), all_pairs(scene, scene, periods, 0, 5, is_listed)) << round;
  }
}

TEST_P(PeriodicPairsOnIsa, are_the_same_for_any_number_of_threads) {
  Random random(503);
  const std::size_t bodies = scaled(20000);
  const double side = std::sqrt(static_cast<double>(bodies) / 5.5);  // as dense for any number of bodies
  const Periods periods{side, side};
  const Scene scene = scattered_world<float>(random, bodies, periods, 0.4);
  const auto expected = image_pairs(scene, periods, {.run = {.max_threads = 1}});
  const auto unsorted = image_pairs(scene, periods, {.run = {.max_threads = 1}, .sorted = false});
  EXPECT_GT(expected.size(), scene.body_count());
  for (const unsigned threads : {2u, 5u, 0u}) {
    ASSERT_EQ(image_pairs(scene, periods, {.run = {.max_threads = threads}}), expected);
    ASSERT_EQ(image_pairs(scene, periods, {.run = {.max_threads = threads}, .sorted = false}), unsorted);
  }
}

SATCHEL_ON_EVERY_ISA(PeriodicPairsOnIsa);

TEST(PeriodicPairs, know_filters_worlds_margins_and_motions) {
  Random random(504);
  const Periods periods{4, 4};
  for (std::size_t round = 0; round < scaled(20); ++round) {
    const Scene scene = scattered_world<float>(random, 40, periods, 0.7);
    std::vector<Filter> filters(40);
    std::vector<std::uint32_t> worlds(40);
    for (Filter& filter : filters) filter = {.category = 1u << random.below(2), .mask = random.pick({1u, 3u})};
    for (std::uint32_t& world : worlds) world = static_cast<std::uint32_t>(random.below(2));
    const auto expected = all_pairs(scene, scene, periods, 0, 8, [&](const ImagePair& pair) {
      const Filter &p = filters[pair.a], &q = filters[pair.b];
      return is_listed(pair) && worlds[pair.a] == worlds[pair.b] && (p.category & q.mask) != 0 &&
             (q.category & p.mask) != 0;
    });
    ASSERT_EQ(image_pairs(scene, periods, {.filters = filters, .worlds = worlds}), expected);
    const std::vector<float> margins(40, 0.25f);  // each of two boxes by a quarter: as a margin of a half
    ASSERT_EQ(image_pairs(scene, periods, {.margins = margins}), all_pairs(scene, scene, periods, 0.5f, 8, is_listed));
    const std::vector<Motion> motions(40, Motion{0, 100, 0});  // all move alike: up over 25 periods
    const auto moving = image_pairs(scene, periods, {.motions = motions});
    for (const ImagePair& pair : expected) ASSERT_TRUE(std::binary_search(moving.begin(), moving.end(), pair));
    const std::size_t in_column = image_pairs(scene, {4, 0}, {.motions = motions}).size();
    EXPECT_GT(moving.size(), 10 * in_column);
  }
}

TEST(PeriodicPairs, of_a_body_wider_than_many_periods_are_its_own_images) {
  Scene scene;
  scene.add_body(scene.add_box(5, 0.25f), Pose{100, 0});
  std::vector<ImagePair> expected;
  for (int x = 1; x <= 10; ++x) expected.push_back({0, 0, x, 0});
  EXPECT_EQ(image_pairs(scene, {1, 0}), expected);
  EXPECT_EQ(image_pairs(scene, {1, 0.75}), expected);
  EXPECT_EQ(image_pairs(scene, {1, 0.5}).size(), 10u + 21u);  // it touches the row above
}

TEST(PeriodicPairs, refuse_wrong_periods_and_too_many_pairs) {
  Scene scene;
  scene.add_body(scene.add_box(5, 5));
  std::vector<ImagePair> pairs = {{7, 7, 7, 7}};
  const auto refused = [&](ErrorCode code, const Periods& periods, const char* text) {
    const Status status = try_find_pairs(scene, periods, pairs, {.max_pairs = 1000});
    EXPECT_EQ(status.code, code);
    EXPECT_NE(message(status).find(text), std::string::npos) << message(status);
    EXPECT_EQ(pairs.size(), 1u);
  };
  refused(ErrorCode::out_of_range, {-1, 1}, "period x = -1");
  refused(ErrorCode::not_finite, {1, std::numeric_limits<double>::infinity()}, "period y = inf");
  refused(ErrorCode::not_finite, {std::nan(""), 1}, "period x = nan");
  refused(ErrorCode::out_of_range, {1e-200, 0}, "period x = 1e-200");
  refused(ErrorCode::too_many_pairs, {1e-9, 0}, "more than 1000 pairs");
  refused(ErrorCode::too_many_pairs, {0.1, 0.1}, "more than 1000 pairs");
  scene.add_body(0, Pose{1e12, 0});
  refused(ErrorCode::out_of_range, {1, 0}, "body 1");
  EXPECT_TRUE(image_pairs(Scene(), {1, 1}).empty());
}

}  // namespace
}  // namespace satchel::test
