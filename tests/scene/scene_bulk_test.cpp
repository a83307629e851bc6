// Adding many at once, room and memory.
#include <gtest/gtest.h>

#include <satchel/satchel.hpp>

#include "support/bodies.hpp"
#include "support/generators.hpp"

namespace satchel::test {
namespace {

TEST(SceneBulk, adds_polygons_in_bulk_as_one_by_one) {
  Random random(36);
  Scene single, bulk;
  std::vector<Vec2> vertices;
  std::vector<std::uint32_t> starts = {0};
  for (int i = 0; i < 500; ++i) {
    const Polygon polygon = round_polygon(random, random.integer(3, 20), 1);
    single.add_polygon(polygon);
    vertices.insert(vertices.end(), polygon.begin(), polygon.end());
    starts.push_back(static_cast<std::uint32_t>(vertices.size()));
  }
  bulk.add_box(7, 7);
  std::vector<ShapeId> ids(500);
  bulk.add_polygons(vertices, starts, ids);
  ASSERT_EQ(bulk.shape_count(), 501u);
  for (ShapeId i = 0; i < 500; ++i) {
    EXPECT_EQ(ids[i], i + 1);
    EXPECT_EQ(vertices_of(bulk, ids[i]), vertices_of(single, i));
    const Pose pose = Pose::at(i, 2, random.uniform(0, 6));
    expect_same_body(single, single.add_body(i, pose), bulk, bulk.add_body(ids[i], pose));
  }
}

TEST(SceneBulk, takes_empty_bulk_calls) {
  Scene scene;
  const std::uint32_t start = 0;
  scene.add_polygons({}, {&start, 1}, {});
  scene.add_bodies({}, {}, {});
  scene.set_poses(std::span<const Pose>{});
  scene.set_poses(std::span<const BodyId>{}, std::span<const Pose>{});
  collide(scene, {}, {});
  classify(scene, {}, {});
  EXPECT_EQ(scene.shape_count(), 0u);
  EXPECT_EQ(scene.body_count(), 0u);
}

TEST(SceneBulk, adds_bodies_in_bulk_as_one_by_one) {
  Random random(37);
  Scene single;
  std::vector<ShapeId> shapes;
  std::vector<Pose> poses;
  for (int n = 3; n < 40; ++n) single.add_polygon(round_polygon(random, n, 1));
  for (int i = 0; i < 300; ++i) single.add_body(0);
  for (const BodyId hole : {5u, 17u, 100u, 299u}) single.remove_body(hole);  // to be filled first, lowest first
  Scene bulk = single;
  for (int i = 0; i < 1000; ++i) {
    shapes.push_back(static_cast<ShapeId>(random.below(37)));
    poses.push_back(Pose::at(random.uniform(-9, 9), random.uniform(-9, 9), random.uniform(-9, 9)));
  }
  std::vector<BodyId> ids(1000);
  bulk.add_bodies(shapes, poses, ids);
  for (std::size_t i = 0; i < 1000; ++i) {
    const BodyId one = single.add_body(shapes[i], poses[i]);
    EXPECT_EQ(ids[i], one);
    EXPECT_EQ(bulk.shape(ids[i]), single.shape(one));
    expect_same_body(bulk, ids[i], single, one);
  }
  EXPECT_EQ(bulk.body_slots(), single.body_slots());
}

TEST(SceneBulk, reserved_room_is_enough) {
  Random random(38);
  Scene scene;
  scene.reserve({.shapes = 100, .bodies = 1000, .vertices_per_shape = 8});
  const std::size_t bytes = scene.memory_bytes();
  EXPECT_GT(bytes, 1000u * 8 * sizeof(Vec2));
  EXPECT_EQ(scene.body_count(), 0u);
  Scene unknown;  // how many vertices: none are made room for
  unknown.reserve({.shapes = 100, .bodies = 1000});
  EXPECT_LE(unknown.memory_bytes() + 1100u * 8 * sizeof(Vec2), bytes);
  std::vector<ShapeId> shapes;
  for (int i = 0; i < 100; ++i) shapes.push_back(scene.add_polygon(round_polygon(random, 8, 1)));
  for (int i = 0; i < 1000; ++i) scene.add_body(shapes[random.below(100)], Pose::at(i, 0, i));
  EXPECT_EQ(scene.memory_bytes(), bytes);
}

TEST(SceneBulk, holds_a_body_of_eight_vertices_in_160_bytes) {
  Random random(39);
  const Polygon octagon = regular_polygon(8, 1);
  constexpr std::size_t count = 100000;
  Scene single;
  const ShapeId shape = single.add_polygon(octagon);
  for (std::size_t i = 0; i < count; ++i) single.add_body(shape, {static_cast<double>(i), 0});
  EXPECT_LE(single.body_memory_bytes() / count, 160u);
  EXPECT_LE(single.body_memory_bytes(), single.memory_bytes());
  EXPECT_GE(single.body_memory_bytes() / count, 8 * sizeof(Vec2) + sizeof(Pose));

  Scene bulk;
  const std::vector<ShapeId> shapes(count, bulk.add_polygon(octagon));
  const std::vector<Pose> poses(count);
  std::vector<BodyId> ids(count);
  bulk.add_bodies(shapes, poses, ids);
  EXPECT_LE(bulk.body_memory_bytes() / count, 160u);
}

}  // namespace
}  // namespace satchel::test
