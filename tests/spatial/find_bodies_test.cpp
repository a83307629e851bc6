// Bodies at points and in boxes: those that signs of integers find, on every instruction set.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <satchel/satchel.hpp>

#include "support/boxes.hpp"
#include "support/expect_error.hpp"
#include "support/integer_bodies.hpp"
#include "support/isa_param.hpp"
#include "support/probe_scenes.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

template <class T>
std::vector<FoundBody> found(const BasicScene<T>& scene, std::span<const Vec2d> points, const Options& options = {}) {
  std::vector<FoundBody> all{{7, 7}};  // what is there is replaced
  bodies_at_points(scene, points, all, options);
  return all;
}
template <class T>
std::vector<FoundBody> found(const BasicScene<T>& scene, std::span<const Box> boxes, const Options& options = {}) {
  std::vector<FoundBody> all{{7, 7}};
  bodies_in_boxes(scene, boxes, all, options);
  return all;
}

bool is_hit(const IntegerBody& body, Vec2d point) { return contains(body, integers(point)); }
bool is_hit(const IntegerBody& body, const Box& box) { return meet(body, integer_body(box)); }

Box box_of(Vec2d point) { return {point.x, point.y, point.x, point.y}; }
Box box_of(const Box& box) { return box; }

template <class T, class Query>
std::vector<FoundBody> brute_force(const BasicScene<T>& scene, const std::vector<Query>& queries) {
  std::vector<FoundBody> all;
  for (BodyId body = 0; body < scene.body_slots(); ++body) {
    if (!scene.has_body(body)) continue;
    const IntegerBody exactly = integer_body(scene, body);
    const Box box = scene.bounding_box(body);
    for (std::uint32_t i = 0; i < queries.size(); ++i) {
      if (!have_common_point(box, box_of(queries[i]))) continue;  // spares integers
      if (is_hit(exactly, queries[i])) all.push_back({i, body});
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

template <class T>
std::vector<Vec2d> some_points(const BasicScene<T>& scene, Random& random, double side, const ProbePlan& plan) {
  std::vector<Vec2d> points;
  for (std::size_t i = random.below(60); i-- > 0;) {
    const double x = probe_number(random, side, plan);
    points.push_back(random.chance(0.5) ? Vec2d{x, probe_number(random, side, plan)} : point_on(scene, random));
  }
  return points;
}

/// Some without width or height, and some that end at a vertex or beside it.
template <class T>
std::vector<Box> some_boxes(const BasicScene<T>& scene, Random& random, double side, const ProbePlan& plan) {
  std::vector<Box> boxes;
  for (const Vec2d p : some_points(scene, random, side, plan)) {
    const auto size = [&] { return random.pick({0.0, 0.5 * random.integer(0, 4), random.uniform(0, 2)}); };
    const double width = size(), height = size();
    boxes.push_back({p.x, p.y, p.x + width, p.y + height});
    if (random.chance(0.5)) boxes.back() = {p.x - width, p.y - height, p.x, p.y};
  }
  return boxes;
}

std::string text(const std::vector<FoundBody>& all) {
  std::string result;
  for (const FoundBody& one : all) result += std::to_string(one.query) + ':' + std::to_string(one.body) + ' ';
  return result;
}

template <class T>
void compare_with_brute_force(std::uint64_t seed) {
  const std::size_t rounds = sampled(8);
  std::size_t hits = 0, at_least = 0;
  for (const ProbePlan& plan : probe_plans()) {
    Random random(seed++);
    for (std::size_t round = 0; round < rounds; ++round) {
      const double side = random.uniform(2, 12);
      const auto scene = probe_scene<T>(random, 1 + random.below(70), side, plan);
      const std::vector<Vec2d> points = some_points(scene, random, side, plan);
      const std::vector<Box> boxes = some_boxes(scene, random, side, plan);
      const std::vector<FoundBody> expected = brute_force(scene, points), in_boxes = brute_force(scene, boxes);
      ASSERT_EQ(text(found<T>(scene, points)), text(expected)) << "round " << round << " of plan " << seed;
      ASSERT_EQ(text(found<T>(scene, boxes)), text(in_boxes)) << "round " << round << " of plan " << seed;
      hits += expected.size() + in_boxes.size();
    }
    at_least += 30 * rounds;
  }
  EXPECT_GT(hits, at_least);
}

class FindBodiesOnIsa : public OnEveryIsa {};

TEST_P(FindBodiesOnIsa, finds_what_integers_find) {
  compare_with_brute_force<float>(own_seed(720));
  compare_with_brute_force<double>(own_seed(740));
}

TEST_P(FindBodiesOnIsa, finds_what_integers_find_in_a_large_scene) {
  Random random(760);
  const ProbePlan plan{false, true, 0};
  const auto scene = probe_scene<float>(random, sampled(3000), 60, plan);
  std::vector<Vec2d> points;
  std::vector<Box> boxes;
  while (points.size() < 2000) {
    const double x = random.uniform(-60, 60), y = random.uniform(-60, 60);
    points.push_back({x, y});
    boxes.push_back({x, y, x + random.uniform(0, 2), y + random.uniform(0, 2)});
  }
  const std::vector<FoundBody> at_points = brute_force(scene, points), in_boxes = brute_force(scene, boxes);
  EXPECT_EQ(found<float>(scene, points), at_points);
  EXPECT_EQ(found<float>(scene, boxes), in_boxes);
}

/// More than a search holds at a time, for many queries and for one alone.
TEST_P(FindBodiesOnIsa, finds_thousands_a_query) {
  constexpr int columns = 60, rows = 50;
  Random random(780);
  Scene scene;
  const ShapeId shape = scene.add_box(0.25, 0.25);
  std::vector<Pose> poses;
  for (int i = 0; i < columns * rows; ++i) poses.push_back(Pose::at(i % columns, i / columns, 0));
  for (std::size_t i = poses.size(); i > 1; --i) std::swap(poses[i - 1], poses[random.below(i)]);
  for (const Pose& pose : poses) scene.add_body(shape, pose);
  std::vector<Box> boxes{{-1, -1, columns, rows}};
  while (boxes.size() < 600) {
    const double x = random.uniform(-5, 60), y = random.uniform(-5, 50);
    boxes.push_back({x, y, x + random.uniform(0, 30), y + random.uniform(0, 30)});
  }
  std::vector<FoundBody> expected;
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    const Box around{boxes[i].min_x - 0.25, boxes[i].min_y - 0.25, boxes[i].max_x + 0.25, boxes[i].max_y + 0.25};
    for (BodyId body = 0; body < poses.size(); ++body) {
      const Vec2d at{poses[body].x, poses[body].y};
      if (have_common_point(around, box_of(at))) expected.push_back({i, body});
    }
  }
  EXPECT_GT(expected.size(), 50'000u);
  EXPECT_EQ(found<float>(scene, boxes), expected);
  std::vector<FoundBody> one_by_one;
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    for (const FoundBody& one : found<float>(scene, std::span(&boxes[i], 1))) one_by_one.push_back({i, one.body});
  }
  EXPECT_EQ(one_by_one, expected);
}

SATCHEL_ON_EVERY_ISA(FindBodiesOnIsa);

TEST(FindBodies, count_the_boundary) {
  Scene scene;
  const BodyId body = scene.add_body(scene.add_box(1, 2), Pose::at(3, 4, 0));
  const double below = std::nextafter(2.0, 0);
  const std::vector<Vec2d> points{{2, 2}, {4, 6}, {3, 2}, {below, 3}, {3, 4}};
  EXPECT_EQ(found<float>(scene, points), (std::vector<FoundBody>{{0, body}, {1, body}, {2, body}, {4, body}}));
  const std::vector<Box> boxes{{0, 0, 2, 2}, {0, 0, below, 2}, {4, 3, 9, 3}, {2.5, 2.5, 2.5, 2.5}, {0, 0, 9, 9}};
  EXPECT_EQ(found<float>(scene, boxes), (std::vector<FoundBody>{{0, body}, {2, body}, {3, body}, {4, body}}));
}

TEST(FindBodies, of_nothing) {
  Scene empty, scene;
  scene.add_body(scene.add_box(1, 1));
  EXPECT_TRUE(found<float>(empty, std::vector<Vec2d>{{1, 1}}).empty());
  EXPECT_TRUE(found<float>(scene, std::vector<Vec2d>{}).empty());
  EXPECT_TRUE(found<float>(scene, std::vector<Box>{}).empty());
}

/// Numbers at the ends of the range, and far beyond the bodies.
TEST(FindBodies, at_the_ends_of_the_range) {
  Scene scene;
  const BodyId body = scene.add_body(scene.add_box(1, 1), Pose::at(0x1p60, -0x1p60, 0));
  EXPECT_EQ(found<float>(scene, std::vector<Vec2d>{{0x1p60, -0x1p60}, {0, 0}}), (std::vector<FoundBody>{{0, body}}));
  EXPECT_EQ(found<float>(scene, std::vector<Box>{{-0x1p60, -0x1p60, 0x1p60, 0x1p60}}),
            (std::vector<FoundBody>{{0, body}}));
  Scened fine;
  fine.add_body(fine.add_box(0x1p-199, 0x1p-199));
  EXPECT_EQ(found<double>(fine, std::vector<Vec2d>{{0x1p-199, 0}, {0x1.1p-199, 0}}), (std::vector<FoundBody>{{0, 0}}));
}

/// With as many points as make stripes, and with fewer.
TEST(FindBodies, in_large_outlines_of_every_unit) {
  for (const int power : {-130, 0, 125, 127, 190}) {
    std::vector<Vec2d> ring;
    for (int i = 0; i < 600; ++i) {
      const double angle = 6.283185307179586 * i / 600;
      ring.push_back({std::ldexp(std::cos(angle), power), std::ldexp(std::sin(angle), power)});
    }
    Scened scene;
    scene.add_body(scene.add_outline(ring));
    for (const std::size_t count : {31u, 32u, 200u}) {
      const std::vector<Vec2d> points(count, {std::ldexp(0.25, power), std::ldexp(0.1, power)});
      EXPECT_EQ(found<double>(scene, points).size(), count) << power;
    }
  }
}

TEST(FindBodies, refuse_bad_numbers) {
  Scene scene;
  scene.add_body(scene.add_box(1, 1));
  std::vector<FoundBody> all{{7, 7}};
  std::vector<Vec2d> points(5, Vec2d{1, 1});
  std::vector<Box> boxes(5, Box{0, 0, 1, 1});
  points[3].y = NAN;
  expect_error_at(ErrorCode::not_finite, 3, "point", [&] { bodies_at_points(scene, points, all); });
  points[2].x = 1e300;
  expect_error_at(ErrorCode::out_of_range, 2, "point", [&] { bodies_at_points(scene, points, all); });
  boxes[4].max_x = INFINITY;
  expect_error_at(ErrorCode::not_finite, 4, "box", [&] { bodies_in_boxes(scene, boxes, all); });
  boxes[1].min_y = 2;
  expect_error_at(ErrorCode::bad_box, 1, "box", [&] { bodies_in_boxes(scene, boxes, all); });
  EXPECT_EQ(try_bodies_in_boxes(scene, boxes, all).code, ErrorCode::bad_box);
  EXPECT_EQ(try_bodies_at_points(scene, points, all).index, 2u);
  EXPECT_EQ(all, (std::vector<FoundBody>{{7, 7}}));
}

}  // namespace
}  // namespace satchel::test
