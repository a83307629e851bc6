// Distances and witness points against every vertex tried against every edge, in doubles.
#include <gtest/gtest.h>

#include <cmath>
#include <satchel/satchel.hpp>

#include "support/all_shapes.hpp"
#include "support/generators.hpp"
#include "support/hulls.hpp"
#include "support/isa_param.hpp"
#include "support/queries.hpp"
#include "support/right_distances.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

class DistanceOnIsa : public OnEveryIsa {};

TEST_P(DistanceOnIsa, is_what_brute_force_finds) {
  Random random(710);
  const World world = crowd(random, 500, sampled(20000), 3, 40);
  expect_right_distances<float>(world.scene, world.pairs);
  const BasicWorld<double> worldd = crowd<double>(random, 500, sampled(20000), 3, 40);
  expect_right_distances<double>(worldd.scene, worldd.pairs);
}

TEST_P(DistanceOnIsa, of_every_shape_far_from_zero_too) {
  Random random(711);
  for (const double far : {0.0, 1e6}) {
    const World world = crowd_of_all_shapes(random, 300, sampled(5000), {far, -far});
    expect_right_distances<float>(world.scene, world.pairs);
  }
  const BasicWorld<double> worldd = crowd_of_all_shapes<double>(random, 300, sampled(5000));
  expect_right_distances<double>(worldd.scene, worldd.pairs);
}

/// Rotations whose cos^2 + sin^2 is off 1: lengths in a shape's frame are not those in the world.
TEST_P(DistanceOnIsa, of_bodies_placed_by_rotations_that_are_off) {
  Random random(716);
  const auto check = [&](auto scalar) {
    using T = decltype(scalar);
    BasicWorld<T> world = crowd_of_all_shapes<T>(random, 300, sampled(3000));
    stretch(world.scene, random);
    expect_right_distances<T>(world.scene, world.pairs);
    world = crowd<T>(random, 300, sampled(3000), 17, 200);
    stretch(world.scene, random);
    expect_right_distances<T>(world.scene, world.pairs);
    world = world_of(family<T>("stretched_centres"), sampled(1000), random);
    expect_right_distances<T>(world.scene, world.pairs);
  };
  check(float{});
  check(double{});
}

/// Distances below half of the least float, of bodies that do not touch.
TEST_P(DistanceOnIsa, of_bodies_that_are_apart_is_never_0) {
  Random random(719);
  const World world = world_of(family<float>("denormal"), scaled(2000), random);
  const std::vector<Distance> found = distances_of<float>(world.scene, world.pairs);
  std::size_t apart = 0, least = 0;
  for (const Distance& distance : found) {
    if (verdict(distance) != Verdict::disjoint) continue;
    ++apart;
    EXPECT_GT(distance.distance, 0);
    least += distance.distance == std::numeric_limits<float>::denorm_min() ? 1 : 0;
  }
  EXPECT_GT(apart, scaled(2000) / 10);
  EXPECT_GT(least, scaled(2000) / 100);
}

/// Many vertices, nearly collinear ones, and corners that face each other: where candidates near the contact are most
/// likely to miss.
TEST_P(DistanceOnIsa, of_long_and_flat_polygons) {
  Random random(712);
  World world;
  for (int i = 0; i < 20; ++i) {
    world.scene.add_polygon(
        lattice_polygon(static_cast<std::size_t>(4 << (i % 8)), 1.0f / static_cast<float>(1 << (i % 8))));
    world.scene.add_polygon(nearly_collinear(random));
    world.scene.add_polygon(sliver(random, 1000));
  }
  for (ShapeId shape = 0; shape < world.scene.shape_count(); ++shape) {
    world.scene.add_body(shape, Pose::at(random.uniform(-30, 30), random.uniform(-30, 30), random.uniform(-3, 3)));
  }
  for (BodyId a = 0; a < world.scene.body_slots(); ++a) {
    for (BodyId b = 0; b < world.scene.body_slots(); ++b) {
      if (a != b) world.pairs.push_back({a, b});
    }
  }
  expect_right_distances<float>(world.scene, world.pairs);
}

/// Faces that are parallel, of which one reaches beyond the other on either side: the foot of the tip lies beside the
/// deciding edge, and the nearest point within the other face.
TEST_P(DistanceOnIsa, of_faces_that_are_parallel) {
  Random random(714);
  World world;
  for (int i = 0; i < 12; ++i) {
    const float width = static_cast<float>(random.integer(1, 16)) / 4,
                height = static_cast<float>(random.integer(1, 16)) / 4;
    world.scene.add_box(width, height);
    world.scene.add_polygon(std::vector<Vec2>{{-width, -height}, {width, -height}, {width, height}, {0, 2 * height}});
  }
  for (ShapeId shape = 0; shape < world.scene.shape_count(); ++shape) {
    for (int k = 0; k < 3; ++k) {
      const double x = random.integer(-16, 16), y = random.integer(-16, 16);
      const int turn = random.integer(0, 3);
      world.scene.add_body(shape, Pose{x,
                                       y,
                                       {turn == 0   ? 1.0
                                        : turn == 2 ? -1.0
                                                    : 0.0,
                                        turn == 1   ? 1.0
                                        : turn == 3 ? -1.0
                                                    : 0.0}});
    }
  }
  for (BodyId a = 0; a < world.scene.body_slots(); ++a) {
    for (BodyId b = 0; b < world.scene.body_slots(); ++b) {
      if (a != b) world.pairs.push_back({a, b});
    }
  }
  expect_right_distances<float>(world.scene, world.pairs);
  for (const Distance& found : distances_of(world.scene, std::span<const Pair>(world.pairs))) {
    for (const float number : {found.normal_x, found.normal_y, found.distance, found.point_a.x, found.point_a.y,
                               found.point_b.x, found.point_b.y}) {
      ASSERT_TRUE(number != 0 || !std::signbit(number));  // no minus zero leaves the library
    }
  }
}

/// Boxes that are parallel but for rounding: which of two edges is the farther, and which corner the nearest, is
/// chance.
TEST_P(DistanceOnIsa, of_boxes_that_are_nearly_parallel) {
  Random random(715);
  World world;
  for (int k = 0; k < 120; ++k) {
    const ShapeId box = world.scene.add_box(static_cast<float>(random.integer(1, 16)) / 4,
                                            static_cast<float>(random.integer(1, 16)) / 4);
    const double x = random.integer(-16, 16), y = random.integer(-16, 16);
    world.scene.add_body(box, Pose::at(x, y, random.uniform(-1, 1) * std::pow(10, -random.integer(5, 8))));
  }
  for (BodyId a = 0; a < 120; ++a) {
    for (BodyId b = 0; b < 120; ++b) {
      if (a != b) world.pairs.push_back({a, b});
    }
  }
  expect_right_distances<float>(world.scene, world.pairs);
}

TEST_P(DistanceOnIsa, is_exactly_zero_where_bodies_touch) {
  Scene scene;
  const ShapeId box = scene.add_box(0.5f, 0.5f);
  std::vector<Pair> pairs;
  for (int i = 0; i < 50; ++i) {
    scene.add_body(box, Pose::at(i % 10, i / 10, 0));  // NOLINT: rows
    if (i % 10 > 0) pairs.push_back({static_cast<BodyId>(i - 1), static_cast<BodyId>(i)});
    if (i > 10 && i % 10 > 0)
      pairs.push_back({static_cast<BodyId>(i), static_cast<BodyId>(i - 11)});  // corner to corner
  }
  for (const Distance& distance : distances_of(scene, std::span<const Pair>(pairs))) {
    EXPECT_EQ(verdict(distance), Verdict::touching);
    EXPECT_EQ(distance.distance, 0);
  }
  expect_right_distances<float>(scene, pairs);
}

TEST_P(DistanceOnIsa, of_a_swapped_pair_has_the_points_swapped) {
  Random random(713);
  const World world = crowd_of_all_shapes(random, 300, 5000);
  const auto expected = distances_of(world.scene, std::span<const Pair>(world.pairs));
  for (std::size_t i = 0; i < world.pairs.size(); ++i) {
    const Pair swapped = {world.pairs[i].b, world.pairs[i].a};
    const Distance other = distances_of(world.scene, std::span<const Pair>(&swapped, 1))[0];
    EXPECT_EQ(other.distance, expected[i].distance);
    EXPECT_EQ(other.point_a, expected[i].point_b);
    EXPECT_EQ(other.point_b, expected[i].point_a);
    EXPECT_EQ(other.normal_x, 0 - expected[i].normal_x);
  }
}

/// Cores that touch, or overlap by rounding: the vector between their nearest points is rounding, and may point into them.
template <class T>
void expect_normals_of_contacts() {
  Random random(731);
  BasicWorld<T> world;
  BasicScene<T>& scene = world.scene;
  const double u = sizeof(T) == sizeof(float) ? 0x1p-24 : 0x1p-53, bound = 4 * 128 * u;
  for (std::size_t i = 0; i < sampled(4000); ++i) {
    const T radius = static_cast<T>(random.uniform(0.01, 2)), other = static_cast<T>(random.uniform(0, 1));
    const bool is_capsule = random.chance(0.3);
    const ShapeId round = is_capsule ? scene.add_capsule({0, 0}, {static_cast<T>(1), static_cast<T>(0.25)}, radius)
                                     : scene.add_circle({0, 0}, radius);
    const ShapeId box = scene.add_box(T(1), T(1), other);
    const double angle = random.chance(0.3) ? 0 : random.uniform(-4, 4), depth = u * random.uniform(-1, 3);
    const Pose at = Pose::at(0, 0, angle);
    // The box's left side passes the origin, up to its depth.
    const double along = random.uniform(-0.9, 0.9), out = 1 - depth;
    const double x = at.rotation.cos * out - at.rotation.sin * along,
                 y = at.rotation.sin * out + at.rotation.cos * along;
    const BodyId a = scene.add_body(round, Pose::at(0, 0, is_capsule ? angle + 2.5 : 0));
    const BodyId b = scene.add_body(box, Pose{x, y, at.rotation});
    world.pairs.push_back(random.chance(0.5) ? Pair{a, b} : Pair{b, a});
  }
  const std::vector<BasicContact<T>> contacts = collided(scene, world.pairs);
  const std::vector<BasicDistance<T>> found = distances_of<T>(scene, world.pairs);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const BasicDistance<T>& its = found[i];
    const BasicContact<T>& contact = contacts[i];
    ASSERT_EQ(verdict(its), Verdict::overlapping);
    ASSERT_EQ(its.normal_x, contact.normal_x) << i;
    ASSERT_EQ(its.normal_y, contact.normal_y) << i;
    ASSERT_EQ(its.distance, contact.separation) << i;
    // point_b - point_a is the separation along the normal.
    const Pose pose_a = scene.pose(world.pairs[i].a), pose_b = scene.pose(world.pairs[i].b);
    const double dx = pose_b.x + double(its.point_b.x) - pose_a.x - double(its.point_a.x);
    const double dy = pose_b.y + double(its.point_b.y) - pose_a.y - double(its.point_a.y);
    ASSERT_NEAR(dx, double(contact.separation) * double(contact.normal_x), bound) << i;
    ASSERT_NEAR(dy, double(contact.separation) * double(contact.normal_y), bound) << i;
  }
  expect_right_distances<T>(scene, world.pairs);
}

TEST_P(DistanceOnIsa, of_rounded_bodies_that_overlap_has_the_normal_of_the_contact) {
  expect_normals_of_contacts<float>();
  expect_normals_of_contacts<double>();
}

SATCHEL_ON_EVERY_ISA(DistanceOnIsa);

}  // namespace
}  // namespace satchel::test
