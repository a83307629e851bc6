// What poses and bodies are refused: the reason, the item, and that nothing has changed.
#include <gtest/gtest.h>

#include <cmath>
#include <satchel/satchel.hpp>

#include "support/exact_alloc.hpp"
#include "support/expect_error.hpp"
#include "support/generators.hpp"

namespace satchel::test {
namespace {

// -----------------------------------------------------------------------------------------------------------

struct BadPose {
  const char* what;
  Pose pose;
  ErrorCode code;
};

const BadPose bad_poses[] = {
    {"NaN x", {NAN, 0}, ErrorCode::not_finite},
    {"infinite y", {0, -INFINITY}, ErrorCode::not_finite},
    {"NaN cosine", {0, 0, {NAN, 0}}, ErrorCode::not_finite},
    {"infinite sine", {0, 0, {1, INFINITY}}, ErrorCode::not_finite},
    {"x beyond 2^60", {0x1.0000000000001p60, 0}, ErrorCode::out_of_range},
    {"y beyond -2^60", {0, -1e300}, ErrorCode::out_of_range},
    {"x below 2^-200", {0x1.fffffffffffffp-201, 0}, ErrorCode::out_of_range},
    {"denormal y", {0, -5e-324}, ErrorCode::out_of_range},
    {"no rotation", {0, 0, {0, 0}}, ErrorCode::bad_rotation},
    {"too long", {0, 0, {1, 1.5e-3}}, ErrorCode::bad_rotation},
    {"too short", {0, 0, {.9999985 * .6, .9999985 * .8}}, ErrorCode::bad_rotation},
    {"huge", {0, 0, {1e200, 1e200}}, ErrorCode::bad_rotation},
};

TEST(PoseErrors, name_the_body_and_change_nothing) {
  for (const BadPose& bad : bad_poses) {
    SCOPED_TRACE(bad.what);
    Random random(60);
    Scene scene = crowd(random, 8, 0, 3, 12).scene;
    const Scene before = scene;
    expect_error(bad.code, [&] { scene.set_pose(3, bad.pose); });
    expect_error(bad.code, [&] { scene.add_body(0, bad.pose); });
    const Pose good = {1, 1, {.6, .8}};

    std::vector<Pose> all(8, good);
    all[5] = all[7] = bad.pose;
    expect_error_at(bad.code, 5, "pose|body", [&] { scene.set_poses(all); });

    const std::vector<BodyId> ids = {4, 2, 6};
    expect_error_at(bad.code, 1, "pose|body", [&] { scene.set_poses(ids, std::vector<Pose>{good, bad.pose, good}); });

    const std::vector<ShapeId> shapes = {0, 1, 2};
    const ExactBuffer<BodyId> out(3);
    expect_error_at(bad.code, 2, "pose|body", [&] {
      scene.add_bodies(shapes, std::vector<Pose>{good, good, bad.pose}, out.span());
    });
    EXPECT_TRUE(out.untouched());
    EXPECT_EQ(scene.body_count(), 8u);
    for (BodyId i = 0; i < 8; ++i) EXPECT_EQ(scene.pose(i), before.pose(i));
  }
}

TEST(PoseErrors, spare_what_is_within_the_limits) {
  Scene scene;
  const ShapeId box = scene.add_box(1, 1);
  for (const Pose& pose : {Pose{0x1p60, -0x1p60}, Pose{0x1p-200, -0x1p-200}, Pose{-0.0, 0}, Pose{0, 0, {1 + 4e-7, 0}},
                           Pose{0, 0, {0, 1 - 4e-7}}}) {
    EXPECT_NO_THROW(scene.add_body(box, pose));
  }
}

TEST(PoseErrors, refuse_spans_of_other_sizes) {
  Random random(61);
  Scene scene = crowd(random, 8, 0, 3, 12).scene;
  const std::vector<Pose> seven(7), nine(9);
  const std::vector<BodyId> ids(8);
  expect_error(ErrorCode::size_mismatch, [&] { scene.set_poses(seven); });
  expect_error(ErrorCode::size_mismatch, [&] { scene.set_poses(nine); });
  expect_error(ErrorCode::size_mismatch, [&] { scene.set_poses(ids, seven); });
  expect_error(ErrorCode::size_mismatch, [&] { scene.set_poses(ids, nine); });
  const std::vector<ShapeId> shapes(8);
  std::vector<BodyId> out(8);
  expect_error(ErrorCode::size_mismatch, [&] { scene.add_bodies(shapes, seven, out); });
  expect_error(ErrorCode::size_mismatch,
               [&] { scene.add_bodies(shapes, std::vector<Pose>(8), std::span(out).first(7)); });
  EXPECT_EQ(scene.body_count(), 8u);
}

TEST(PoseErrors, refuse_bodies_that_are_not_there) {
  Random random(62);
  Scene scene = crowd(random, 8, 0, 3, 12).scene;
  scene.remove_body(6);
  const Scene before = scene;
  const std::vector<Pose> poses(3, {1, 1, {.6, .8}});
  std::vector<BodyId> out(3);
  expect_error_at(ErrorCode::bad_body, 2, "element|bod(y|ies)", [&] {
    scene.set_poses(std::vector<BodyId>{1, 2, 8}, poses);
  });
  expect_error_at(ErrorCode::removed_body, 1, "element|bod(y|ies)", [&] {
    scene.set_poses(std::vector<BodyId>{1, 6, 2}, poses);
  });
  expect_error_at(ErrorCode::bad_shape, 1, "element|body", [&] {
    scene.add_bodies(std::vector<ShapeId>{0, 8, 9}, poses, out);
  });
  for (BodyId i = 0; i < 6; ++i) EXPECT_EQ(scene.pose(i), before.pose(i));
}

TEST(PoseErrors, refuse_angles_that_are_not_finite_or_beyond_2_to_the_30) {
  for (const double angle : {double(NAN), double(INFINITY), -double(INFINITY)}) {
    expect_error(ErrorCode::not_finite, [&] { (void)Pose::at(0, 0, angle); });
  }
  for (const double angle : {0x1.0000000000001p30, -1e300}) {
    expect_error(ErrorCode::out_of_range, [&] { (void)Pose::at(0, 0, angle); });
  }
  EXPECT_NO_THROW((void)Pose::at(0, 0, 0x1p30));
  EXPECT_NO_THROW((void)Pose::at(0, 0, -0x1p30));
}

TEST(PoseErrors, of_many_poses_name_the_pose_and_write_nothing) {
  std::vector<double> numbers(30, .5);
  const ExactBuffer<Pose> out(10);
  numbers[14] = 1e10;
  expect_error_at(ErrorCode::out_of_range, 4, "pose", [&] { poses_at(numbers, out.span()); });
  numbers[11] = NAN;
  expect_error_at(ErrorCode::not_finite, 3, "pose", [&] { poses_at(numbers, out.span()); });
  for (const std::size_t size : {0u, 29u, 31u, 27u, 33u}) {
    expect_error(ErrorCode::size_mismatch, [&] { poses_at(std::vector<double>(size), out.span()); });
  }
  EXPECT_TRUE(out.untouched());
}

}  // namespace
}  // namespace satchel::test
