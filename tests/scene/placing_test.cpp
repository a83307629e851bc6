// Where bodies come to lie: placed offsets and bounding boxes, the same on every instruction set.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <satchel/satchel.hpp>

#include "support/bodies.hpp"
#include "support/exact_number.hpp"
#include "support/generators.hpp"
#include "support/isa_param.hpp"
#include "support/scale.hpp"
#include "support/thread_executor.hpp"

namespace satchel::test {
namespace {

/// Polygons of all classes, near and far, large and tiny, also such as rounding makes concave.
std::vector<Posed> assorted(std::size_t count) {
  Random random(50);
  std::vector<Posed> list;
  while (list.size() < count) {
    const Family& family = families()[random.below(families().size())];
    Posed posed = family.make(random).a;
    if (random.chance(.7)) {
      const double x = random.pick({0.0, 1.0, 1e5, -1e9, 0x1p60, 0x1p-200}) * random.uniform(.5, 1);
      posed.pose = Pose::at(std::abs(x) < 0x1p-199 ? 0x1p-200 : x, random.uniform(-3, 3), random.uniform(-50, 50));
    }
    list.push_back(posed);
  }
  return list;
}

void expect_same_places(const Scene& got, const Scene& expected) {
  ASSERT_EQ(got.body_slots(), expected.body_slots());
  for (BodyId i = 0; i < got.body_slots(); ++i) {
    if (!got.has_body(i)) continue;
    ASSERT_EQ(got.pose(i), expected.pose(i)) << i;
    ASSERT_EQ(offsets_of(got, i), offsets_of(expected, i)) << i;
    ASSERT_EQ(got.bounding_box(i), expected.bounding_box(i)) << i;
  }
}

class PlacingOnIsa : public OnEveryIsa {};

TEST_P(PlacingOnIsa, gives_the_same_bits_however_a_body_gets_its_pose) {
  const std::vector<Posed> list = assorted(scaled(6000));
  Scene expected;
  force_isa("scalar");
  for (const Posed& posed : list) add(expected, posed);
  force_isa(GetParam());

  Scene added, one_by_one, all, some, bulk;
  std::vector<Pose> poses;
  std::vector<BodyId> ids;
  std::vector<ShapeId> shapes;
  for (const Posed& posed : list) {
    poses.push_back(posed.pose);
    add(added, posed);
    for (Scene* scene : {&one_by_one, &all, &some, &bulk}) scene->add_polygon(posed.polygon);
    const auto i = static_cast<BodyId>(ids.size());
    for (Scene* scene : {&one_by_one, &all, &some}) scene->add_body(i, {5, 5, {0, 1}});
    ids.push_back(i);
    shapes.push_back(i);
  }
  for (BodyId i = 0; i < list.size(); ++i) one_by_one.set_pose(i, poses[i]);
  all.set_poses(poses);
  std::vector<Pose> shuffled;
  Random random(51);
  random.shuffle(std::span(ids));
  for (const BodyId i : ids) shuffled.push_back(poses[i]);
  some.set_poses(ids, shuffled);
  std::vector<BodyId> out(list.size());
  bulk.add_bodies(shapes, poses, out);
  for (const Scene* scene : {&added, &one_by_one, &all, &some, &bulk}) expect_same_places(*scene, expected);
}

TEST_P(PlacingOnIsa, gives_the_same_bits_for_every_count_and_number_of_threads) {
  Random random(52);
  for (const std::size_t count : {1u, 2u, 3u, 5u, 8u, 15u, 16u, 17u, 33u, 130u, 20000u}) {
    Scene expected;
    std::vector<Pose> poses;
    for (std::size_t i = 0; i < count; ++i) {
      poses.push_back(Pose::at(random.uniform(-9, 9), random.uniform(-9, 9), random.uniform(-9, 9)));
    }
    const ShapeId shapes[] = {expected.add_box(1, 2), expected.add_polygon(regular_polygon(7, 1)),
                              expected.add_polygon(regular_polygon(3, 1))};
    for (std::size_t i = 0; i < count; ++i) expected.add_body(shapes[random.below(count < 100 ? 1 : 3)], poses[i]);
    for (const unsigned threads : {0u, 1u, 3u}) {
      Scene scene = expected;
      scene.set_poses(std::vector<Pose>(count));
      scene.set_poses(poses, {.max_threads = threads});
      expect_same_places(scene, expected);
    }
  }
}

TEST_P(PlacingOnIsa, rotates_within_four_units_of_the_exact_place) {
  const std::vector<Posed> list = assorted(scaled(4000));
  Scene scene;
  for (const Posed& posed : list) add(scene, posed);
  for (BodyId i = 0; i < list.size(); ++i) {
    const Pose pose = list[i].pose;
    const std::vector<Vec2> offsets = offsets_of(scene, i);
    for (std::size_t k = 0; k < offsets.size(); ++k) {
      const Vec2 v = list[i].polygon[k];
      const long double c = pose.rotation.cos, s = pose.rotation.sin, x = c * v.x - s * v.y, y = s * v.x + c * v.y;
      // And a step of the smallest float: two products of denormal numbers, half a step each.
      const long double rounding = 4 * 0x1p-24L * std::hypot<long double>(v.x, v.y) + 0x1p-149L;
      const long double allowed = pose.rotation.cos == 1 && pose.rotation.sin == 0 ? 0 : rounding;
      ASSERT_LE(std::abs(offsets[k].x - x), allowed) << i;
      ASSERT_LE(std::abs(offsets[k].y - y), allowed) << i;
    }
  }
}

TEST_P(PlacingOnIsa, turns_by_quarters_exactly) {
  Random random(53);
  Scene scene;
  const Polygon polygon = round_polygon(random, 11, 3);
  const ShapeId shape = scene.add_polygon(polygon);
  const std::vector<Vec2> quarter = offsets_of(scene, scene.add_body(shape, {7, 8, {0, 1}}));
  const std::vector<Vec2> half = offsets_of(scene, scene.add_body(shape, {7, 8, {-1, 0}}));
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    EXPECT_EQ(quarter[k], (Vec2{-polygon[k].y, polygon[k].x}));
    EXPECT_EQ(half[k], (Vec2{-polygon[k].x, -polygon[k].y}));
  }
}

/// The double nearest to pi/2 is no quarter turn.
template <class T>
void expect_exact_quarters() {
  BasicScene<T> scene;
  const T w = T(1) / 3, h = T(1) / 7;
  const ShapeId box = scene.add_box(w, h);
  const auto corners = [&](const Rotation& rotation) {
    std::vector<BasicVec2<T>> offsets(4);
    scene.placed_offsets(scene.add_body(box, {0, 0, rotation}), offsets);
    return offsets;
  };
  using Corners = std::vector<BasicVec2<T>>;
  EXPECT_EQ(corners({0, 1}), (Corners{{h, -w}, {h, w}, {-h, w}, {-h, -w}}));
  EXPECT_EQ(corners({-1, 0}), (Corners{{w, h}, {-w, h}, {-w, -h}, {w, -h}}));
  EXPECT_EQ(corners({0, -1}), (Corners{{-h, w}, {-h, -w}, {h, -w}, {h, w}}));

  // On top of a box, exactly.
  const BodyId below = scene.add_body(scene.add_box(1, 1), {0, -1});
  const BodyId exact = scene.add_body(box, {0, static_cast<double>(w), {0, 1}});
  const std::vector<Pair> pairs = {{below, exact}};
  std::vector<Verdict> verdicts(1);
  classify(scene, pairs, verdicts);
  EXPECT_EQ(verdicts[0], Verdict::touching);
  const Rotation nearly = Rotation::of_angle(1.5707963267948966);
  EXPECT_NE(nearly, (Rotation{0, 1}));
  if (sizeof(T) == sizeof(double)) {
    EXPECT_NE(corners(nearly), corners({0, 1}));
  }
}

TEST_P(PlacingOnIsa, boxes_turned_by_exact_quarters_have_exact_corners) {
  expect_exact_quarters<float>();
  expect_exact_quarters<double>();
}

template <class T>
std::vector<BasicVec2<T>> placed_offsets(const std::vector<BasicVec2<T>>& polygon, const Pose& pose) {
  BasicScene<T> scene;
  const BodyId body = scene.add_body(scene.add_polygon(polygon), pose);
  std::vector<BasicVec2<T>> offsets(polygon.size());
  scene.placed_offsets(body, offsets);
  return offsets;
}

template <class T>
void expect_no_minus_zero() {
  const std::vector<BasicVec2<T>> diamond = {{-1, 0}, {0, -1}, {1, 0}, {0, 1}};
  for (const double one : {1., -1.}) {
    for (const double zero : {0., -0.}) {
      for (const Pose& pose : {Pose{0, 0, {one, zero}}, Pose{0, 0, {zero, one}}}) {
        for (const auto& v : placed_offsets(diamond, pose)) {
          EXPECT_FALSE((v.x == 0 && std::signbit(v.x)) || (v.y == 0 && std::signbit(v.y)))
              << pose.rotation.cos << pose.rotation.sin;
        }
      }
    }
  }
}

TEST_P(PlacingOnIsa, stores_no_minus_zero) {
  expect_no_minus_zero<float>();
  expect_no_minus_zero<double>();
}

TEST_P(PlacingOnIsa, makes_zeros_of_doubles_that_rotation_makes_smaller_than_the_range) {
  const std::vector<Vec2d> polygon = {{0x1p-200, 0}, {1, 0}, {0, 1}};
  for (const double cos : {.6, -.6}) {
    for (const double sin : {.8, -.8}) EXPECT_EQ(placed_offsets(polygon, {0, 0, {cos, sin}})[0], (Vec2d{0, 0}));
  }
}

TEST_P(PlacingOnIsa, gives_the_tightest_bounding_box_of_doubles) {
  const std::vector<Posed> list = assorted(scaled(4000));
  Scene scene;
  std::vector<Pose> poses;
  for (const Posed& posed : list) add(scene, posed), poses.push_back(posed.pose);
  scene.set_poses(poses);
  // `bound` is the smallest double that is not below the largest of the exact coordinates.
  const auto is_tight_above = [](double bound, const std::vector<Exact>& coordinates) {
    const Exact& largest = *std::max_element(coordinates.begin(), coordinates.end());
    if (bound == 0) return largest == 0;  // no sum of these numbers lies between 0 and the double below it
    return exact(bound) >= largest && exact(std::nextafter(bound, -INFINITY)) < largest;
  };
  for (BodyId i = 0; i < list.size(); ++i) {
    const Pose pose = scene.pose(i);
    std::vector<Exact> right, left, up, down;
    for (const Vec2 v : offsets_of(scene, i)) {
      right.push_back(exact(pose.x) + exact(v.x));
      left.push_back(-right.back());
      up.push_back(exact(pose.y) + exact(v.y));
      down.push_back(-up.back());
    }
    const Box box = scene.bounding_box(i);
    ASSERT_TRUE(is_tight_above(box.max_x, right)) << i;
    ASSERT_TRUE(is_tight_above(box.max_y, up)) << i;
    ASSERT_TRUE(is_tight_above(-box.min_x, left)) << i;
    ASSERT_TRUE(is_tight_above(-box.min_y, down)) << i;
  }
}

TEST_P(PlacingOnIsa, ignores_the_poses_of_removed_bodies_whatever_they_hold) {
  Random random(54);
  World world = crowd(random, 64, 0, 3, 20);
  Scene expected = world.scene;
  std::vector<Pose> poses(64, {1, 2, {.6, .8}});
  for (BodyId i = 0; i < 64; ++i) {
    if (i % 5 == 0) {
      world.scene.remove_body(i);
      expected.remove_body(i);
      poses[i] = {NAN, INFINITY, {3, -1e300}};
    } else {
      expected.set_pose(i, poses[i]);
    }
  }
  world.scene.set_poses(poses);
  expect_same_places(world.scene, expected);
}

TEST_P(PlacingOnIsa, lets_the_last_pose_hold_where_a_body_is_named_often_whatever_the_threads) {
  Random random(55);
  World world = crowd(random, 1000, 0, 3, 20);
  std::vector<BodyId> ids;
  std::vector<Pose> poses;
  Scene expected = world.scene;
  for (std::size_t k = 0; k < 30000; ++k) {
    ids.push_back(static_cast<BodyId>(random.below(1000)));
    poses.push_back(Pose::at(random.uniform(-9, 9), random.uniform(-9, 9), random.uniform(-9, 9)));
    expected.set_pose(ids.back(), poses.back());
  }
  ThreadExecutor threads(4);
  world.scene.set_poses(ids, poses, {.executor = &threads.executor()});
  expect_same_places(world.scene, expected);
}

SATCHEL_ON_EVERY_ISA(PlacingOnIsa);

}  // namespace
}  // namespace satchel::test
