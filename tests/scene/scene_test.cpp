// Bodies that come, go and change.
#include <gtest/gtest.h>

#include <satchel/satchel.hpp>
#include <utility>

#include "support/bodies.hpp"
#include "support/expect_error.hpp"
#include "support/generators.hpp"
#include "support/queries.hpp"

namespace satchel::test {
namespace {

TEST(Scene, is_empty_at_first) {
  const Scene scene;
  EXPECT_EQ(scene.shape_count(), 0u);
  EXPECT_EQ(scene.body_count(), 0u);
  EXPECT_EQ(scene.body_slots(), 0u);
  EXPECT_FALSE(scene.has_body(0));
  EXPECT_EQ(scene.body_memory_bytes(), 0u);
}

TEST(Scene, numbers_shapes_and_bodies_in_the_order_of_adding) {
  Scene scene;
  for (ShapeId i = 0; i < 5; ++i) EXPECT_EQ(scene.add_box(1, 1), i);
  for (BodyId i = 0; i < 5; ++i) EXPECT_EQ(scene.add_body(4 - i), i);
  for (BodyId i = 0; i < 5; ++i) EXPECT_EQ(scene.shape(i), 4 - i);
  EXPECT_EQ(scene.shape_count(), 5u);
  EXPECT_EQ(scene.body_count(), 5u);
}

TEST(Scene, gives_back_the_vertices_of_a_shape_as_they_were_given) {
  Scene scene;
  Random random(30);
  for (const int n : {3, 4, 5, 8, 9, 17, 64}) {
    const Polygon polygon = round_polygon(random, n, 2);
    const ShapeId shape = scene.add_polygon(polygon);
    EXPECT_EQ(vertices_of(scene, shape), polygon);
    EXPECT_EQ(scene.radius(shape), 0);
  }
  EXPECT_EQ(vertices_of(scene, scene.add_box(2, 3)), (Polygon{{-2, -3}, {2, -3}, {2, 3}, {-2, 3}}));
}

TEST(Scene, takes_a_polygon_of_131072_vertices) {
  Scene scene;
  const Polygon polygon = lattice_polygon(131072);
  ASSERT_EQ(polygon.size(), 131072u);
  const BodyId body = add(scene, {polygon, {1, 2}});
  EXPECT_EQ(offsets_of(scene, body), polygon);
}

TEST(Scene, reuses_the_lowest_removed_index) {
  Scene scene;
  const ShapeId box = scene.add_box(1, 1), small = scene.add_box(.5f, .5f);
  for (int i = 0; i < 10; ++i) scene.add_body(box);
  for (const BodyId body : {7u, 2u, 9u, 4u}) scene.remove_body(body);
  EXPECT_EQ(scene.body_count(), 6u);
  EXPECT_EQ(scene.body_slots(), 10u);
  for (const BodyId expected : {2u, 4u, 7u, 9u, 10u}) EXPECT_EQ(scene.add_body(small), expected);
  EXPECT_EQ(scene.body_count(), 11u);
  EXPECT_EQ(scene.shape(4), small);
  EXPECT_EQ(scene.shape(5), box);
}

TEST(Scene, leaves_other_indices_alone_when_a_body_goes) {
  Random random(31);
  World world = crowd(random, 100, 0, 3, 30);
  const Scene before = world.scene;
  for (BodyId i = 0; i < 100; i += 3) world.scene.remove_body(i);
  for (BodyId i = 0; i < 100; ++i) {
    EXPECT_EQ(world.scene.has_body(i), i % 3 != 0);
    if (i % 3 != 0) expect_same_body(world.scene, i, before, i);
  }
}

TEST(Scene, refuses_removed_and_absent_bodies_everywhere) {
  Scene scene;
  const ShapeId box = scene.add_box(1, 1);
  for (int i = 0; i < 3; ++i) scene.add_body(box);
  scene.remove_body(1);
  std::vector<Vec2> offsets(4);
  const auto refuse_all = [&](ErrorCode code, BodyId body) {
    SCOPED_TRACE(body);
    EXPECT_FALSE(scene.has_body(body));
    expect_error_at(code, body, "body", [&] { scene.remove_body(body); });
    expect_error_at(code, body, "body", [&] { scene.set_shape(body, box); });
    expect_error(code, {}, "body " + std::to_string(body), [&] { scene.set_pose(body, {}); });
    expect_error_at(code, body, "body", [&] { (void)scene.shape(body); });
    expect_error_at(code, body, "body", [&] { (void)scene.pose(body); });
    expect_error_at(code, body, "body", [&] { (void)scene.bounding_box(body); });
    expect_error_at(code, body, "body", [&] { scene.placed_offsets(body, offsets); });
  };
  refuse_all(ErrorCode::removed_body, 1);
  refuse_all(ErrorCode::bad_body, 3);
  refuse_all(ErrorCode::bad_body, 0xFFFFFFFFu);
  EXPECT_EQ(scene.body_count(), 2u);
}

TEST(Scene, gives_a_body_another_shape_at_its_pose) {
  Random random(32);
  Scene scene;
  std::vector<ShapeId> shapes;
  for (const int n : {3, 4, 8, 9, 40, 5}) shapes.push_back(scene.add_polygon(round_polygon(random, n, 1)));
  const Pose pose = Pose::at(3, -4, 1.25);
  const BodyId changing = scene.add_body(shapes[0], pose), still = scene.add_body(shapes[2], pose);
  for (const ShapeId shape : shapes) {
    scene.set_shape(changing, shape);
    EXPECT_EQ(scene.shape(changing), shape);
    Scene fresh;
    expect_same_body(scene, changing, fresh, add(fresh, {vertices_of(scene, shape), pose}));
    Scene other;
    expect_same_body(scene, still, other, add(other, {vertices_of(scene, shapes[2]), pose}));
  }
}

TEST(Scene, clear_removes_everything_and_keeps_the_memory) {
  Random random(33);
  World world = crowd(random, 500, 2000, 3, 30);
  const std::vector<Contact> contacts = collided(world.scene, world.pairs);
  const std::size_t bytes = world.scene.memory_bytes();
  const Scene before = world.scene;
  world.scene.clear();
  EXPECT_EQ(world.scene.shape_count(), 0u);
  EXPECT_EQ(world.scene.body_count(), 0u);
  EXPECT_EQ(world.scene.body_slots(), 0u);
  EXPECT_FALSE(world.scene.has_body(0));
  EXPECT_EQ(world.scene.memory_bytes(), bytes);
  for (BodyId i = 0; i < 500; ++i) {
    ASSERT_EQ(add(world.scene, {vertices_of(before, before.shape(i)), before.pose(i)}), i);
  }
  EXPECT_EQ(world.scene.memory_bytes(), bytes);
  EXPECT_TRUE(same_bits(collided(world.scene, world.pairs), contacts));
}

TEST(Scene, copies_are_independent) {
  Random random(34);
  World world = crowd(random, 100, 1000, 3, 30);
  world.scene.remove_body(99);
  std::erase_if(world.pairs, [](Pair pair) { return pair.a == 99 || pair.b == 99; });
  const std::vector<Contact> contacts = collided(world.scene, world.pairs);
  Scene copy = world.scene;
  Scene assigned;
  assigned.add_box(1, 1);
  assigned = copy;
  for (BodyId i = 0; i < 50; ++i) world.scene.set_pose(i, {1000. * i, 0});
  world.scene.remove_body(50);
  for (Scene* scene : {&copy, &assigned}) {
    EXPECT_EQ(scene->body_count(), 99u);
    EXPECT_TRUE(scene->has_body(50));
    EXPECT_FALSE(scene->has_body(99));
    EXPECT_TRUE(same_bits(collided(*scene, world.pairs), contacts));
  }
  copy = *&copy;  // to itself
  EXPECT_TRUE(same_bits(collided(copy, world.pairs), contacts));
  EXPECT_EQ(copy.add_body(0), 99u);
}

TEST(Scene, moves_take_everything_along) {
  Random random(35);
  World world = crowd(random, 100, 1000, 3, 30);
  const std::vector<Contact> contacts = collided(world.scene, world.pairs);
  Scene moved = std::move(world.scene);
  EXPECT_TRUE(same_bits(collided(moved, world.pairs), contacts));
  Scene assigned;
  assigned.add_box(1, 1);
  assigned = std::move(moved);
  EXPECT_TRUE(same_bits(collided(assigned, world.pairs), contacts));
  moved = assigned;  // a moved-from scene may be assigned to
  EXPECT_TRUE(same_bits(collided(moved, world.pairs), contacts));
}

}  // namespace
}  // namespace satchel::test
