// Compounds in a scene: adding, placing, removing, changing, copying, and what is refused.
#include <gtest/gtest.h>

#include <array>
#include <satchel/satchel.hpp>

#include "support/boxes.hpp"
#include "support/compounds.hpp"
#include "support/expect_error.hpp"
#include "support/queries.hpp"

namespace satchel::test {
namespace {

template <class T>
std::vector<BasicVec2<T>> offsets(const BasicScene<T>& scene, BodyId body) {
  std::vector<BasicVec2<T>> result(scene.vertex_count(scene.shape(body)));
  scene.placed_offsets(body, result);
  return result;
}

/// Every body lies where its parts do.
template <class T>
void expect_same_places(const CompoundWorld<T>& world) {
  for (BodyId body = 0; body < world.scene.body_slots(); ++body) {
    SCOPED_TRACE(body);
    std::vector<BasicVec2<T>> of_parts;
    Box box = world.flat.bounding_box(world.first_of_body[body]);
    for (std::uint32_t k = 0; k < world.parts_of_body[body]; ++k) {
      const BodyId part = world.first_of_body[body] + k;
      ASSERT_EQ(world.flat.pose(part), world.scene.pose(body));
      const auto its = offsets(world.flat, part);
      of_parts.insert(of_parts.end(), its.begin(), its.end());
      const Box of_part = world.flat.bounding_box(part);
      box = {std::min(box.min_x, of_part.min_x), std::min(box.min_y, of_part.min_y), std::max(box.max_x, of_part.max_x),
             std::max(box.max_y, of_part.max_y)};
    }
    EXPECT_EQ(offsets(world.scene, body), of_parts);
    EXPECT_EQ(world.scene.bounding_box(body), box);
  }
}

TEST(CompoundScene, places_parts_as_bodies_of_their_own) {
  Random random(81);
  CompoundWorld<float> world = compound_crowd<float>(random, 200, 0, 70);
  expect_same_places(world);
  std::vector<Pose> poses;
  for (std::size_t k = 0; k < 200; ++k) {
    poses.push_back(Pose::at(random.uniform(-9, 9), random.uniform(-9, 9), random.uniform(0, 6)));
  }
  world.set_poses(poses);
  expect_same_places(world);
  const Scene copy = world.scene;
  poses[7].x += 1;
  world.scene.set_pose(7, poses[7]);
  EXPECT_EQ(copy.pose(7).x + 1, world.scene.pose(7).x);
  EXPECT_EQ(offsets(copy, 7), offsets(world.scene, 7));
}

TEST(CompoundScene, tells_its_parts) {
  Scene scene;
  const ShapeId box = scene.add_box(1, 2), triangle = scene.add_polygon(std::array<Vec2, 3>{{{0, 0}, {3, 0}, {0, 3}}});
  const std::array<ShapeId, 3> parts{triangle, box, triangle};
  const ShapeId compound = scene.add_compound(parts);
  EXPECT_EQ(scene.shape_count(), 3u);
  EXPECT_EQ(scene.part_count(compound), 3u);
  EXPECT_EQ(scene.part_count(box), 1u);
  std::array<ShapeId, 3> told{};
  scene.parts(compound, told);
  EXPECT_EQ(told, parts);
  scene.parts(box, std::span(told).first(1));
  EXPECT_EQ(told[0], box);
  EXPECT_EQ(scene.vertex_count(compound), 10u);
  EXPECT_EQ(scene.radius(compound), 0.0f);
  std::vector<Vec2> vertices(10);
  scene.local_vertices(compound, vertices);
  EXPECT_EQ(vertices[1], (Vec2{3, 0}));
  EXPECT_EQ(vertices[3], (Vec2{-1, -2}));
  EXPECT_EQ(vertices[8], (Vec2{3, 0}));
  expect_error(ErrorCode::size_mismatch, [&] { scene.parts(compound, std::span(told).first(2)); });
  expect_error(ErrorCode::bad_shape, [&] { (void)scene.part_count(3); });
}

/// Removed, added, given other shapes in random order: what is left is what was placed last.
TEST(CompoundScene, survives_any_order_of_changes) {
  Random random(82);
  Scene scene;
  std::vector<ShapeId> shapes;
  for (int k = 0; k < 12; ++k) {
    std::vector<ShapeId> parts;
    for (const Polygon& part : random_parts<float>(random, 1 + k)) parts.push_back(scene.add_polygon(part));
    shapes.push_back(k < 3 ? parts[0] : scene.add_compound(parts));
  }
  struct Body {
    ShapeId shape;
    Pose pose;
  };
  std::vector<std::optional<Body>> model;
  for (int step = 0; step < 3000; ++step) {
    const Pose pose = Pose::at(random.uniform(-5, 5), random.uniform(-5, 5), random.uniform(0, 6));
    const ShapeId shape = shapes[random.below(shapes.size())];
    const auto body = static_cast<BodyId>(model.empty() ? 0 : random.below(model.size()));
    const int what = random.integer(0, 9);
    if (what < 4 || model.empty()) {
      const BodyId added = scene.add_body(shape, pose);
      if (added == model.size()) model.emplace_back();
      ASSERT_FALSE(model[added]);
      model[added] = Body{shape, pose};
    } else if (model[body] && what < 7) {
      scene.remove_body(body);
      model[body].reset();
    } else if (model[body] && what < 9) {
      scene.set_shape(body, shape);
      model[body]->shape = shape;
    } else if (model[body]) {
      scene.set_pose(body, pose);
      model[body]->pose = pose;
    }
  }
  Scene fresh = scene;  // its shapes
  for (BodyId body = 0; body < fresh.body_slots(); ++body) {
    if (fresh.has_body(body)) fresh.remove_body(body);
  }
  for (BodyId body = 0; body < model.size(); ++body) {
    ASSERT_EQ(scene.has_body(body), model[body].has_value());
    if (!model[body]) continue;
    const BodyId twin = fresh.add_body(model[body]->shape, model[body]->pose);
    EXPECT_EQ(scene.shape(body), model[body]->shape);
    EXPECT_EQ(offsets(scene, body), offsets(fresh, twin));
    EXPECT_EQ(scene.bounding_box(body), fresh.bounding_box(twin));
  }
  const std::size_t bytes = scene.body_memory_bytes();
  EXPECT_GT(bytes, 0u);
  scene.clear();
  EXPECT_EQ(scene.shape_count(), 0u);
  EXPECT_EQ(scene.body_slots(), 0u);
  const ShapeId box = scene.add_box(1, 1);
  EXPECT_EQ(offsets(scene, scene.add_body(scene.add_compound({&box, 1}))).size(), 4u);
}

TEST(CompoundScene, is_found_by_the_broad_phase) {
  Random random(83);
  const CompoundWorld<float> world = compound_crowd<float>(random, 300, 0, 6);
  EXPECT_EQ(found_pairs(world.scene, {}), brute_force_pairs(world.scene, 0));
}

TEST(CompoundScene, counts_what_decided_its_pairs) {
  Random random(84);
  const CompoundWorld<float> world = compound_crowd<float>(random, 50, 4000, 6);
  Stats stats;
  std::vector<Contact> contacts(world.pairs.size());
  collide(world.scene, world.pairs, contacts, {.stats = &stats});
  EXPECT_EQ(stats.pairs, world.pairs.size());
  EXPECT_EQ(stats.decided_by_lanes + stats.decided_by_double + stats.decided_exactly, world.pairs.size());
  EXPECT_GT(stats.decided_by_lanes, stats.decided_by_double);
}

TEST(CompoundScene, refuses_what_is_no_compound) {
  Scene scene;
  const ShapeId box = scene.add_box(1, 1);
  const ShapeId compound = scene.add_compound({&box, 1});
  const auto add = [&](std::vector<ShapeId> parts, std::vector<std::uint8_t> inner = {}) {
    return [&scene, parts, inner] { (void)scene.add_compound(parts, inner); };
  };
  expect_error(ErrorCode::no_parts, {}, "compound", add({}));
  expect_error_at(ErrorCode::bad_shape, 1, "part", add({box, 9}));
  expect_error_at(ErrorCode::nested_compound, 2, "part", add({box, box, compound}));
  const ShapeId outline = scene.add_outline({{0, 0}, {2, 0}, {1, 1}});
  expect_error_at(ErrorCode::nested_compound, 1, "part", add({box, outline}));
  ShapeId id = 0;
  const std::string of_outline = message(scene.try_add_compound({box, outline}, {}, id));
  EXPECT_EQ(of_outline.find("compound: part 1: an outline is not convex"), 0u) << of_outline;
  expect_error(ErrorCode::size_mismatch, {}, "inner_edges.*8.*7", add({box, box}, std::vector<std::uint8_t>(7)));
  EXPECT_EQ(scene.shape_count(), 3u);
  const BodyId body = scene.add_body(compound);
  const std::array pairs{Pair{body, body}};
  std::array<Contact, 1> contacts;
  std::array<PartPair, 2> parts;
  expect_error(ErrorCode::size_mismatch, {}, "parts", [&] { collide(scene, pairs, contacts, parts); });
  EXPECT_EQ(try_collide(scene, pairs, contacts, parts).code, ErrorCode::size_mismatch);
}

}  // namespace
}  // namespace satchel::test
