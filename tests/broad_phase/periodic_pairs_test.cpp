// Candidate pairs of periodic worlds against brute force: every body against real bodies at every image.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
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

/// Bodies many periods wide, so that each meets many images: by another algorithm than a few.
TEST_P(PeriodicPairsOnIsa, of_bodies_wider_than_many_periods) {
  Random random(own_seed(505));
  for (std::size_t round = 0; round < scaled(9); ++round) {
    const Periods periods = random.pick<Periods>({{1, 1}, {0.4, 3}, {0, 0.5}, {1.0 / 3, 0}, {0.3, 0.25}});
    const double least = std::min(periods.x > 0 ? periods.x : 9, periods.y > 0 ? periods.y : 9);
    const Scene scene = scattered_world<float>(random, 2 + random.below(6), periods, least * random.uniform(2, 3.5));
    const float margin = random.pick({0.0f, 0.2f});
    const auto expected = all_pairs(scene, scene, periods, margin, 24, is_listed);
    ASSERT_EQ(image_pairs(scene, periods, {.margin = margin}), expected) << "round " << round;
    std::vector<ImagePair> unsorted = image_pairs(scene, periods, {.margin = margin, .sorted = false});
    std::sort(unsorted.begin(), unsorted.end());
    ASSERT_EQ(unsorted, expected);
    const Scene other = scattered_world<float>(random, random.below(5), periods, least);
    std::vector<ImagePair> pairs;
    find_pairs(scene, other, periods, pairs);
    ASSERT_EQ(pairs, all_pairs(scene, other, periods, 0, 24, [](const ImagePair&) { return true; }));
  }
}

/// All image pairs by `find_pairs` of two scenes, the second of which has its bodies at an image. Images up to `most` periods
/// away.
/// @param options  of the bodies of both scenes
template <class T>
std::vector<ImagePair> pairs_of_bodies_made_there(const BasicScene<T>& a, const BasicScene<T>& b,
                                                  const Periods& periods, const BasicPairOptions<T>& options,
                                                  int most) {
  std::vector<ImagePair> all;
  const int most_x = periods.x > 0 ? most : 0, most_y = periods.y > 0 ? most : 0;
  for (int x = -most_x; x <= most_x; ++x) {
    for (int y = -most_y; y <= most_y; ++y) {
      BasicScene<T> moved = b;
      for (BodyId body = 0; body < b.body_slots(); ++body) moved.set_pose(body, pose_at_image(b, body, periods, x, y));
      std::vector<Pair> pairs;
      find_pairs(a, moved, pairs, options);
      for (const Pair& pair : pairs) all.push_back({pair.a, pair.b, x, y});
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

/// What options say of each body. Both scenes' bodies, or those of one scene twice.
template <class T>
struct OptionsOfBodies {
  std::vector<Filter> filters;
  std::vector<std::uint32_t> worlds;
  std::vector<T> margins;
  std::vector<Motion> motions;

  OptionsOfBodies(Random& random, std::size_t bodies, double size) {
    for (std::size_t k = 0; k < bodies; ++k) {
      filters.push_back({.category = 1u << random.below(2), .mask = random.pick({1u, 3u})});
      worlds.push_back(static_cast<std::uint32_t>(random.below(2)));
      margins.push_back(static_cast<T>(random.pick({0.0, random.uniform(0, 0.3)}) * size));
      const double far = size * random.pick({0.5, 0.5, 3.0});
      motions.push_back({random.uniform(-far, far), random.uniform(-far, far), random.pick({0.0, 0.2})});
    }
  }
  void repeat() {
    const auto twice = [](auto& all) {
      const auto once = all;
      all.insert(all.end(), once.begin(), once.end());
    };
    twice(filters), twice(worlds), twice(margins), twice(motions);
  }
  BasicPairOptions<T> options(std::size_t what, double size) const {
    BasicPairOptions<T> some{.margin = static_cast<T>(0.2 * size)};
    if ((what & 1) != 0) some.filters = filters, some.worlds = worlds;
    if ((what & 2) != 0) some.margins = margins;
    if ((what & 4) != 0) some.motions = motions;
    return some;
  }
};

template <class T>
void compare_with_bodies_made_there(std::uint64_t seed, std::size_t rounds) {
  constexpr int most = 4;
  Random random(seed);
  std::size_t moved = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    const Periods periods = random.pick<Periods>({{3, 3}, {7, 2.5}, {0, 4}, {6.1, 0}, {4, 0.75}});
    const double least = std::min(periods.x > 0 ? periods.x : 9, periods.y > 0 ? periods.y : 9);
    const double size = least * random.uniform(0.1, 0.5);
    const BasicScene<T> a = scattered_world<T>(random, 2 + random.below(20), periods, size);
    const BasicScene<T> b = scattered_world<T>(random, 1 + random.below(20), periods, size);
    for (const bool one_scene : {true, false}) {
      OptionsOfBodies<T> of_bodies(random, a.body_slots() + (one_scene ? 0 : b.body_slots()), size);
      const std::size_t what = 7 - (2 * round + (one_scene ? 0 : 1)) % 8;
      std::vector<ImagePair> found;
      if (one_scene) {
        find_pairs(a, periods, found, of_bodies.options(what, size));
        of_bodies.repeat();
      } else {
        find_pairs(a, b, periods, found, of_bodies.options(what, size));
      }
      std::vector<ImagePair> expected =
          pairs_of_bodies_made_there(a, one_scene ? a : b, periods, of_bodies.options(what, size), most);
      if (one_scene) std::erase_if(expected, [](const ImagePair& pair) { return !is_listed(pair); });
      std::erase_if(
          found, [](const ImagePair& pair) { return std::abs(pair.image_x) > most || std::abs(pair.image_y) > most; });
      ASSERT_EQ(found, expected) << "round " << round << " options " << what;
      if ((what & 4) != 0) moved += found.size();
    }
  }
  EXPECT_GT(moved, rounds / 2);
}

TEST_P(PeriodicPairsOnIsa, with_options_are_those_of_bodies_made_there) {
  compare_with_bodies_made_there<float>(own_seed(507), scaled(12));
  compare_with_bodies_made_there<double>(own_seed(508), scaled(12));
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

TEST(PeriodicPairs, of_wide_bodies_know_filters_worlds_margins_and_motions) {
  Random random(506);
  const Periods periods{1, 0.5};
  for (std::size_t round = 0; round < scaled(2); ++round) {
    const std::uint32_t bodies = 40;  // of several groups of the tree, and several worlds
    const Scene scene = scattered_world<float>(random, bodies, periods, 2);
    std::vector<Filter> filters(bodies);
    std::vector<std::uint32_t> worlds(bodies);
    for (Filter& filter : filters) filter = {.category = 1u << random.below(2), .mask = random.pick({1u, 3u})};
    for (std::uint32_t& world : worlds) world = static_cast<std::uint32_t>(random.below(3));
    const auto all = all_pairs(scene, scene, periods, 0, 16, is_listed);
    std::vector<ImagePair> expected;
    for (const ImagePair& pair : all) {
      const Filter &p = filters[pair.a], &q = filters[pair.b];
      if (worlds[pair.a] == worlds[pair.b] && (p.category & q.mask) != 0 && (q.category & p.mask) != 0) {
        expected.push_back(pair);
      }
    }
    ASSERT_EQ(image_pairs(scene, periods, {.filters = filters, .worlds = worlds}), expected);
    const std::vector<float> margins(bodies, 0.25f);
    ASSERT_EQ(image_pairs(scene, periods, {.margins = margins}), all_pairs(scene, scene, periods, 0.5f, 16, is_listed));
    const std::vector<Motion> motions(bodies, Motion{0, 1, 0});
    const auto moving = image_pairs(scene, periods, {.motions = motions});
    EXPECT_TRUE(std::includes(moving.begin(), moving.end(), all.begin(), all.end()));
    EXPECT_GT(moving.size(), all.size());
  }
}

/// A search that tries pairs of images takes some 10^10 steps here.
TEST(PeriodicPairs, take_time_in_proportion_to_their_number) {
  Scene scene;
  const ShapeId box = scene.add_box(1, 1);
  scene.add_body(box);
  scene.add_body(box, Pose{0.3, 0.2});
  const auto pairs = image_pairs(scene, {0.01, 0.01});
  EXPECT_EQ(pairs.size(), 321'601u);
  std::size_t of_two = 0;
  for (const ImagePair& pair : pairs) of_two += pair.a != pair.b ? 1 : 0;
  EXPECT_EQ(of_two, 401u * 401);
  EXPECT_TRUE(std::is_sorted(pairs.begin(), pairs.end()));

  // Copies of all images in the box around all bodies would be 2^31: two bodies are wide, along x and along y.
  Scene cross;
  cross.add_body(cross.add_box(256, 0.25f));
  cross.add_body(cross.add_box(0.25f, 256));
  const ShapeId small = cross.add_box(0.25f, 0.25f);
  for (int i = 0; i < 500; ++i) cross.add_body(small, Pose{1000.0 + i, 500.5 + i});
  EXPECT_GT(image_pairs(cross, {1, 1}).size(), 500u * 1000);
}

TEST(PeriodicPairs, at_more_images_than_are_listed_are_refused) {
  Scene scene;
  const ShapeId box = scene.add_box(1, 1);
  scene.add_body(scene.add_box(0.25f, 0.25f));
  scene.add_body(box);
  scene.add_body(box, Pose{0.3051, 0.2051});
  const std::vector<ImagePair> before = {{7, 7, 7, 7}};
  std::vector<ImagePair> pairs = before;
  const auto refused = [&](const Periods& periods, std::size_t body, const char* text) {
    for (const unsigned threads : {1u, 2u}) {
      const Status status = try_find_pairs(scene, periods, pairs, {.run = {.max_threads = threads}});
      EXPECT_EQ(status.code, ErrorCode::too_many);
      EXPECT_EQ(status.index, body);
      EXPECT_NE(message(status).find(text), std::string::npos) << message(status);
      EXPECT_NE(message(status).find("at most 2^20 (1048576) images"), std::string::npos) << message(status);
      EXPECT_EQ(pairs, before);
    }
  };
  refused({1.0 / 300, 1.0 / 300}, 1, "bodies 1 and 2 at 1440000 images: ");  // 1200^2; of one of them some 600 * 1200
  scene.remove_body(0);
  scene.remove_body(2);
  refused({0x1p-10, 0x1p-10}, 1, "body 1 and its own 8392704 images: ");  // 2^11 (2^12 + 1) + 2^11
  refused({0x1p-200, 0x1p-200}, 1, "body 1 and its own ");
  EXPECT_EQ(try_find_pairs(scene, {0x1p-8, 0}, pairs).code, ErrorCode::ok);
}

/// Where origins are so far that a period is rounded by more than 2^-20 of itself, images are where `classify` puts them.
template <class T>
void expect_touching_images(double y, double apart, double half, double period) {
  const double spacing = std::nextafter(y, 2 * y) - y;
  std::size_t found = 0;
  for (int k = 0; k < 256; ++k) {
    BasicScene<T> scene;
    const ShapeId box = scene.add_box(static_cast<T>(half), static_cast<T>(half));
    scene.add_body(box, {0, y + apart + (k - 128) * spacing, {}});
    scene.add_body(box, {0, y, {}});
    const Periods periods{0, period};
    std::vector<ImagePair> pairs;
    find_pairs(scene, periods, pairs);
    for (std::int32_t image = -3; image <= 3; ++image) {
      std::array<Verdict, 1> verdict{};
      ASSERT_TRUE(try_classify(scene, periods, std::array{ImagePair{0, 1, 0, image}}, verdict).ok());
      if (verdict[0] == Verdict::disjoint) continue;
      ++found;
      ASSERT_EQ(std::count(pairs.begin(), pairs.end(), ImagePair{0, 1, 0, image}), 1) << k << ", image " << image;
    }
  }
  EXPECT_GT(found, 20u);
}

TEST(PeriodicPairs, far_from_the_origin_are_found) {
  expect_touching_images<double>(0x1p52, 100, 10, 120.4);
  expect_touching_images<double>(0x1p52, 100, 100, 120.4);
  expect_touching_images<float>(0x1p35, 0.5, 0.25, 1 + 0.4 * 0x1p-17);
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
  refused(ErrorCode::out_of_range, {-1, 1}, "period x = -1 is negative; ");
  refused(ErrorCode::out_of_range, {1, -1e300}, "period y = -1e+300 is negative; ");
  refused(ErrorCode::not_finite, {1, std::numeric_limits<double>::infinity()}, "period y = inf is not finite; ");
  refused(ErrorCode::not_finite, {1, -std::numeric_limits<double>::infinity()}, "period y = -inf is not finite; ");
  refused(ErrorCode::not_finite, {std::nan(""), 1}, "period x = nan is not finite; ");
  refused(ErrorCode::out_of_range, {1e-200, 0}, "period x = 1e-200 is out of range; give 0");
  refused(ErrorCode::too_many, {1e-9, 0}, "body 0 and its own 1e+10 images: at most 2^20 (1048576) images");
  const Status of_two = try_find_pairs(scene, scene, Periods{1e-9, 0}, pairs);
  EXPECT_NE(message(of_two).find("body 0 of scene_a and body 0 of scene_b at 20000000001 images"), std::string::npos)
      << message(of_two);
  refused(ErrorCode::too_many_pairs, {0.1, 0.1}, "more than 1000 pairs");
  scene.add_body(0, Pose{1e12, 0});
  const char* const are_far =
      ": its images beside bodies are out of range, 2^30 periods away or more; give larger periods";
  refused(ErrorCode::out_of_range, {1, 0}, (std::string("body 1") + are_far).c_str());
  const Status of_b = try_find_pairs(Scene(), scene, Periods{1, 0}, pairs);
  EXPECT_EQ(message(of_b).find(std::string("body 1 of scene_b") + are_far), 0u) << message(of_b);
  EXPECT_TRUE(image_pairs(Scene(), {1, 1}).empty());
}

/// Which body is refused, and why, does not depend on how images are found.
TEST(PeriodicPairs, name_images_that_are_too_far) {
  Scene a, b;
  a.add_body(a.add_box(0.25f, 0.25f), Pose{0, 0});
  b.add_body(b.add_box(0.25f, 0.25f), Pose{0x1p30 + 5, 0});
  std::vector<ImagePair> pairs;
  for (const bool wide : {false, true}) {
    if (wide) {  // too many images of it to copy
      const ShapeId plank = a.add_box(0x1p12f, 0.25f);
      for (int i = 0; i < 16; ++i) a.add_body(plank, Pose{i / 16.0, 0});
    }
    const Status status = try_find_pairs(a, b, Periods{1, 0}, pairs);
    EXPECT_EQ(status.code, ErrorCode::out_of_range);
    EXPECT_EQ(message(status).find("body 0 of scene_b: its images beside bodies are out of range, 2^30 periods away"),
              0u)
        << message(status);
  }
}

}  // namespace
}  // namespace satchel::test
