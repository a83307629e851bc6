// The checks that judge contacts of frames, lists of all pairs and registered shapes before satchel_bench times them.
#include "reference/check_frame.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "engines/satchel/check_shapes.hpp"
#include "engines/satchel/scene.hpp"
#include "reference/all_pairs.hpp"
#include "workloads/shapes.hpp"

namespace satchel_bench {
namespace {

using Pairs = std::vector<satchel::Pair>;

/// Unit squares in a row: bodies i and i + 1 overlap by a quarter, i and i + 2 are a half apart.
Workload row(std::size_t bodies) {
  Workload workload;
  workload.shapes = {box(0.5f, 0.5f)};
  for (std::size_t i = 0; i < bodies; ++i) add_body(workload, 0, 0.75 * static_cast<double>(i), 0, 0);
  return workload;
}

std::string wrong(const Pairs& pairs, const std::vector<std::uint8_t>& hits, double skin = 0) {
  const Workload workload = row(4);
  return wrong_contacts(workload, overlapping_pairs(workload), pairs, hits, skin);
}

TEST(CheckFrame, knows_all_pairs_that_overlap) {
  EXPECT_EQ(overlapping_pairs(row(4)), (Pairs{{0, 1}, {1, 2}, {2, 3}}));
  Workload apart = row(4);
  for (satchel::Pose& pose : apart.poses) pose.x *= 2;
  EXPECT_EQ(overlapping_pairs(apart), Pairs());
}

TEST(CheckFrame, accepts_pairs_in_any_order_and_those_within_the_skin) {
  EXPECT_EQ(wrong({{2, 1}, {0, 1}, {3, 2}, {0, 2}}, {1, 1, 1, 0}), "");
  EXPECT_EQ(wrong({{0, 1}, {1, 2}, {2, 3}, {0, 2}}, {1, 1, 1, 1}, 0.51), "");
}

TEST(CheckFrame, names_a_pair_that_is_missed_or_apart_or_twice) {
  EXPECT_EQ(wrong({{0, 1}, {2, 3}}, {1, 1}), "misses bodies 1 and 2, which overlap");
  EXPECT_EQ(wrong({{0, 1}, {1, 2}, {2, 3}}, {1, 0, 1}), "misses bodies 1 and 2, which overlap");
  EXPECT_EQ(wrong({{0, 1}, {1, 2}, {2, 3}, {0, 2}}, {1, 1, 1, 1}), "says yes of bodies 0 and 2, which are apart");
  EXPECT_EQ(wrong({{0, 1}, {1, 2}, {2, 1}, {2, 3}}, {1, 1, 1, 1}), "finds twice bodies 1 and 2");
  EXPECT_EQ(wrong({{0, 1}, {1, 2}, {2, 3}, {3, 4}}, {1, 1, 1, 0}), "has no such pair: bodies 3 and 4");
}

/// Boxes with sizes over a factor of 1,000, some equal, some that touch, against every two of them.
TEST(AllPairs, are_those_of_every_two_boxes) {
  Random random(8);
  std::vector<satchel::Box> boxes;
  for (int i = 0; i < 300; ++i) {
    const double size = std::pow(10.0, random.uniform(-2, 1)), x = random.uniform(-10, 10), y = random.uniform(-10, 10);
    boxes.push_back({x, y, x + size, y + size * random.uniform(0, 2)});
    if (i % 10 == 0) boxes.push_back(boxes.back());
    if (i % 7 == 0)
      boxes.push_back({boxes.back().max_x, boxes.back().max_y, boxes.back().max_x + 1, boxes.back().max_y});
  }
  Pairs expected;
  for (satchel::BodyId a = 0; a < boxes.size(); ++a) {
    for (satchel::BodyId b = a + 1; b < boxes.size(); ++b) {
      const satchel::Box &p = boxes[a], &q = boxes[b];
      if (p.min_x <= q.max_x && q.min_x <= p.max_x && p.min_y <= q.max_y && q.min_y <= p.max_y)
        expected.push_back({a, b});
    }
  }
  EXPECT_EQ(pairs_of_boxes(boxes), expected);
  EXPECT_EQ(pairs_of_boxes({}), Pairs());
  EXPECT_EQ(pairs_of_boxes(std::vector<satchel::Box>(3, satchel::Box{1, 1, 1, 1})), (Pairs{{0, 1}, {0, 2}, {1, 2}}));
}

TEST(AllPairs, are_of_boxes_that_are_the_bodies_own) {
  Workload workload;
  workload.shapes = {box(1, 0.5f), {.vertices = {{0, 0}}, .radius = 2}};
  add_body(workload, 0, 10, 0, 0.5);
  add_body(workload, 1, -10, 3, 0);
  std::vector<satchel::Box> boxes = boxes_in_double(workload);
  EXPECT_EQ(boxes[1], (satchel::Box{-12, 1, -8, 5}));
  EXPECT_EQ(wrong_boxes_of(workload, boxes), "");
  boxes[1].max_y += 0.01;
  EXPECT_EQ(wrong_boxes_of(workload, boxes), "the box of body 1 is another");
  boxes.pop_back();
  EXPECT_EQ(wrong_boxes_of(workload, boxes), "not one box a body");
}

TEST(CheckShapes, refuses_other_shapes_and_other_bodies_of_the_same_number) {
  Workload workload = row(6);
  workload.shapes.push_back(box(0.5f, 0.25f));
  workload.body_shapes = {0, 1, 0, 1, 0, 1};
  for (satchel::BodyId i = 0; i + 1 < 6; ++i) workload.pairs.push_back({i, i + 1});
  satchel::Scene right, other, fewer;
  for (const float height : {0.5f, 0.25f}) right.add_box(0.5f, height);
  for (const float height : {0.5f, 0.25f}) other.add_box(0.6f, height);
  fewer.add_box(0.5f, 0.5f);
  EXPECT_EQ(wrong_shapes(right, workload), "");
  EXPECT_NE(wrong_shapes(other, workload), "");
  EXPECT_EQ(wrong_shapes(fewer, workload), "has 1 shapes, not 2");

  satchel::Scene scene = make_scene<float>(workload);
  EXPECT_EQ(wrong_bodies(scene, workload), "");
  satchel::Pose moved = workload.poses[3];
  moved.y += 1;
  scene.set_pose(3, moved);
  EXPECT_EQ(wrong_bodies(scene, workload), "has not body 3");
}

}  // namespace
}  // namespace satchel_bench
