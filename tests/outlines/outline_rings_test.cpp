// What a scene says of the rings of its outlines, and that indices stay current while shapes are added.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <satchel/satchel.hpp>
#include <span>
#include <vector>

#include "support/expect_error.hpp"

namespace satchel::test {
namespace {

struct Rings {
  std::vector<Vec2d> vertices;
  std::vector<std::uint32_t> starts;
  std::vector<std::uint8_t> is_hole;
};

Rings rings_of(const Scened& scene, ShapeId shape) {
  const std::size_t count = scene.ring_count(shape);
  Rings rings{std::vector<Vec2d>(scene.vertex_count(shape)), std::vector<std::uint32_t>(count + 1, 77),
              std::vector<std::uint8_t>(count, 77)};
  scene.local_vertices(shape, rings.vertices);
  scene.rings(shape, rings.starts, rings.is_hole);
  return rings;
}

const std::vector<Vec2d> shell{{0, 0}, {10, 0}, {10, 10}, {5, 6}, {0, 10}};
const std::vector<Vec2d> hole_a{{1, 1}, {1, 2}, {2, 1}}, hole_b{{6, 2}, {6, 4}, {8, 3}};  // clockwise
const std::vector<Vec2d> island{{20, 0}, {24, 0}, {24, 3}};

std::vector<Vec2d> reversed(std::vector<Vec2d> ring) {
  std::reverse(ring.begin() + 1, ring.end());  // the first vertex stays the first
  return ring;
}

TEST(OutlineRings, are_shells_each_before_its_holes_however_they_were_given) {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::pair<std::vector<Vec2d>, bool>> first{{shell, false}, {hole_a, true}, {hole_b, true}, {{}, false}};
    std::vector<std::pair<std::vector<Vec2d>, bool>> second{{{}, true}, {island, false}};
    std::shuffle(first.begin(), first.end(), random);
    std::shuffle(second.begin(), second.end(), random);
    std::vector<Vec2d> vertices, holes;
    std::vector<std::uint32_t> starts{0};
    for (const auto* polygon : {&first, &second}) {
      for (const auto& [ring, is_hole] : *polygon) {
        const std::vector<Vec2d> given = random() % 2 == 0 ? ring : ring.empty() ? ring : reversed(ring);
        vertices.insert(vertices.end(), given.begin(), given.end());
        starts.push_back(static_cast<std::uint32_t>(vertices.size()));
        if (polygon == &first && is_hole) holes.insert(holes.end(), ring.begin(), ring.end());
      }
    }
    const std::vector<std::uint32_t> polygons{0, 4, 6}, all{0, 2};
    Scened scene;
    std::vector<ShapeId> shapes(1);
    scene.add_outlines({vertices, starts, polygons, all}, shapes);
    const Rings rings = rings_of(scene, shapes[0]);
    EXPECT_EQ(rings.starts, (std::vector<std::uint32_t>{0, 5, 8, 11, 14}));
    EXPECT_EQ(rings.is_hole, (std::vector<std::uint8_t>{0, 1, 1, 0}));
    std::vector<Vec2d> expected = shell;
    expected.insert(expected.end(), holes.begin(), holes.end());
    expected.insert(expected.end(), island.begin(), island.end());
    ASSERT_EQ(rings.vertices, expected) << round;
  }
}

TEST(OutlineRings, are_told_apart_where_doubles_have_no_area) {
  // Triangles of a height of one unit in the last place, whose area in doubles may have either sign.
  const double far = 5e6, up = std::nextafter(far, 1e9);
  for (const bool turns : {false, true}) {
    std::vector<Vec2d> sliver{{far, far}, {far + 3, up}, {far + 1, up}};
    if (turns) sliver = reversed(sliver);
    Scened scene;
    const Rings rings = rings_of(scene, scene.add_outline(sliver));
    EXPECT_EQ(rings.is_hole, std::vector<std::uint8_t>{0});
    EXPECT_EQ(rings.vertices, (std::vector<Vec2d>{{far, far}, {far + 3, up}, {far + 1, up}}));
  }
}

TEST(OutlineRings, of_other_shapes_are_none) {
  Scened scene;
  const ShapeId box = scene.add_box(1, 1), outline = scene.add_outline(shell);
  EXPECT_EQ(scene.ring_count(box), 0u);
  std::uint32_t starts[3] = {7, 7, 7};
  std::uint8_t is_hole[2] = {7, 7};
  scene.rings(box, {starts, 1}, {});
  EXPECT_EQ(starts[0], 0u);
  expect_error(ErrorCode::bad_shape, [&] { (void)scene.ring_count(9); });
  expect_error(ErrorCode::size_mismatch, [&] { scene.rings(outline, {starts, 3}, {is_hole, 1}); });
  expect_error(ErrorCode::size_mismatch, [&] { scene.rings(outline, {starts, 2}, {is_hole, 2}); });
  EXPECT_EQ(is_hole[0], 7);
}

/// What nobody looked at has no convex parts if it is not valid, and may not turn if it is.
TEST(OutlineRings, of_trusted_outlines_have_limits_that_errors_name) {
  Scened scene;
  const std::vector<Vec2d> bow{{0, 0}, {1, 1}, {1, 0}, {0, 1}};
  const std::vector<std::uint32_t> starts{0, 4};
  ShapeId good = 0, bad = 0;
  scene.add_outlines({shell, std::vector<std::uint32_t>{0, 5}, {}, {}}, {&good, 1}, {.trusted = true});
  EXPECT_TRUE(scene.try_make_parts().ok());
  scene.add_outlines({bow, starts, {}, {}}, {&bad, 1}, {.trusted = true});
  expect_error(ErrorCode::internal, bad, "shape .*trusted", [&] { scene.make_parts({&bad, 1}); });
  EXPECT_TRUE(scene.try_make_parts({&good, 1}).ok());
  // Without a list those that have parts get theirs, in one change, and questions name the shapes that have none.
  const ShapeId last = scene.add_outline(hole_a);
  const BodyId bodies[] = {scene.add_body(bad), scene.add_body(last)};
  const std::uint64_t revision = scene.revision();
  EXPECT_TRUE(scene.try_make_parts().ok());
  EXPECT_EQ(scene.revision(), revision + 1);
  EXPECT_TRUE(scene.try_make_parts().ok());
  EXPECT_EQ(scene.revision(), revision + 1);
  EXPECT_EQ(scene.part_count(bad), 0u);
  EXPECT_GT(scene.part_count(last), 0u);
  const std::vector<Pair> pairs{{bodies[0], bodies[1]}};
  std::vector<Contactd> contacts(1);
  const Status status = try_collide(scene, pairs, contacts);
  EXPECT_EQ(status.code, ErrorCode::needs_parts);
  EXPECT_EQ(status.numbers[2], bad);
  const BodyId body = scene.add_body(good, Pose::at(1, 2, 0));
  expect_error(ErrorCode::cannot_rotate, body, "body .*trusted", [&] { scene.set_pose(body, Pose::at(0, 0, 0.5)); });
}

TEST(OutlineRings, leave_an_index_current_when_their_parts_are_made) {
  Scened scene;
  const BodyId body = scene.add_body(scene.add_outline(shell));
  scene.add_body(scene.add_outline(hole_a), Pose{4, 4});
  Indexd index(scene);
  const std::uint64_t revision = scene.revision();
  scene.make_parts();
  EXPECT_GT(scene.revision(), revision);
  EXPECT_TRUE(index.is_current(scene));
  EXPECT_EQ(index.cast_ray(scene, {{-5, 1}, {1, 0}}).time, 5);
  KeptPairsd kept;
  kept.update(scene, index);
  ASSERT_EQ(kept.pairs().size(), 1u);
  scene.add_box(1, 1);
  EXPECT_TRUE(index.is_current(scene));
  kept.update(scene, index);
  EXPECT_EQ(kept.pairs().size(), 1u);
  index.update(scene);
  scene.set_pose(body, Pose{100, 0});
  EXPECT_FALSE(index.is_current(scene));
  index.update(scene);
  EXPECT_EQ(index.cast_ray(scene, {{95, 1}, {1, 0}}).time, 5);
  kept.update(scene, index);
  EXPECT_TRUE(kept.pairs().empty());
  scene.set_shape(body, scene.add_box(1, 1));
  EXPECT_FALSE(index.is_current(scene));
}

}  // namespace
}  // namespace satchel::test
