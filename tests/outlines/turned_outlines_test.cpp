// Outlines at any pose against the triangles that they are cut into, as bodies at the same pose.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <satchel/outline.hpp>
#include <satchel/satchel.hpp>
#include <span>
#include <vector>

#include "support/expect_error.hpp"
#include "support/isa_param.hpp"
#include "support/outline_worlds.hpp"
#include "support/outlines.hpp"
#include "support/placed_polygon.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

using TurnedOutlinesOnIsa = OnEveryIsa;

/// Whether all triangles of a body are still counter-clockwise where it stands. Rounding may turn a thin one over, which then covers
/// what is outside.
template <class T>
bool are_upright(const OutlineWorld<T>& triangles, BodyId body) {
  for (std::uint32_t i = 0; i < triangles.parts[body]; ++i) {
    const BodyId part = triangles.first[body] + i;
    std::vector<BasicVec2<T>> corners(triangles.flat.vertex_count(triangles.flat.shape(part)));
    triangles.flat.placed_offsets(part, corners);
    if (orientation(corners[0], corners[1], corners[2]) <= 0) return false;
  }
  return true;
}

template <class T>
void check_verdicts(std::uint64_t seed) {
  Random random(seed);
  std::size_t of_verdict[3] = {}, turned_over = 0;
  for (std::size_t round = 0; round < sampled(20); ++round) {
    OutlineWorld<T> triangles;
    BasicScene<T> outlines;
    while (triangles.parts.size() < 24) {
      const std::vector<BasicVec2<T>> ring = any_outline<T>(random);
      const Triangles<T> ears = ears_of<T>(ring);
      ShapeId shape = 0;
      if (ears.empty() || !outlines.try_add_outline(ring, {}, shape).ok()) continue;
      Pose pose = Pose::at(random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-4, 4));
      if (round % 3 == 0) pose.x = pose.y = 0;
      BodyId body = 0;
      if (!outlines.try_add_body(shape, pose, body).ok()) continue;  // it may not turn
      triangles.add_parts(ears, pose);
    }
    std::vector<Pair> pairs;
    for (BodyId a = 0; a < 24; ++a) {
      for (BodyId b = 0; b < 24; ++b) pairs.push_back({a, b});
    }
    std::vector<Verdict> verdicts(pairs.size());
    classify(outlines, pairs, verdicts);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const Verdict of_triangles = triangles.verdict_of_parts(pairs[i]);
      ASSERT_LE(verdicts[i], of_triangles) << round << ": " << pairs[i].a << ", " << pairs[i].b;
      if (verdicts[i] != of_triangles) {
        ASSERT_FALSE(are_upright(triangles, pairs[i].a) && are_upright(triangles, pairs[i].b))
            << round << ": " << pairs[i].a << ", " << pairs[i].b;
        ++turned_over;
      }
      ++of_verdict[static_cast<int>(verdicts[i])];
    }
  }
  EXPECT_GT(of_verdict[0], 50u);
  EXPECT_GT(of_verdict[2], 50u);
  EXPECT_LE(turned_over, 4u);
}

TEST_P(TurnedOutlinesOnIsa, have_the_verdicts_of_their_triangles) {
  check_verdicts<float>(own_seed(1));
  check_verdicts<double>(own_seed(2));
}
constexpr std::array<Vec2d, 8> square_with_hole{{{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 2}, {1, 1}, {2, 2}, {1, 3}}};
constexpr std::array<std::uint32_t, 3> rings{0, 4, 8};

TEST(Outline, whose_hole_touches_its_shell_turns_by_right_angles_alone) {
  Scened scene;
  const ShapeId shape = scene.add_outline(square_with_hole, rings);
  const BodyId body = scene.add_body(shape, {3, 5, {0, -1}});
  scene.set_pose(body, {1, 1, {-1, 0}});
  EXPECT_EQ(scene.try_set_pose(body, Pose::at(0, 0, 0.1)).code, ErrorCode::cannot_rotate);
  const Pose turned[] = {Pose::at(0, 0, 0.1)};
  EXPECT_EQ(scene.try_set_poses(turned).code, ErrorCode::cannot_rotate);
  BodyId other = 0;
  EXPECT_EQ(scene.try_add_body(shape, turned[0], other).code, ErrorCode::cannot_rotate);
  EXPECT_EQ(scene.pose(body).x, 1);
}

/// Contacts of outlines with parts are those of a compound of the parts of convex_parts; distances, too, but for
/// rounding where edges tell them.
template <class T>
void check_parts(std::uint64_t seed) {
  Random random(seed);
  for (std::size_t round = 0; round < sampled(20); ++round) {
    BasicScene<T> outlines, compounds;
    std::vector<Pair> pairs;
    while (outlines.body_count() < 12) {
      const std::vector<BasicVec2<T>> ring = any_outline<T>(random);
      BasicConvexParts<T> parts;
      ShapeId shape = 0;
      if (!try_convex_parts<T>(ring, {}, parts).ok() || !outlines.try_add_outline(ring, {}, shape).ok()) continue;
      const Pose pose = Pose::at(random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-4, 4));
      BodyId body = 0;
      if (!outlines.try_add_body(shape, pose, body).ok()) continue;
      std::vector<ShapeId> ids(parts.size());
      compounds.add_polygons(parts.vertices, parts.starts, ids);
      compounds.add_body(compounds.add_compound(ids, parts.inner_edges), pose);
      for (BodyId other = 0; other < body; ++other) pairs.push_back({other, body});
    }
    const std::vector<Verdict> before = [&] {
      std::vector<Verdict> verdicts(pairs.size());
      classify(outlines, pairs, verdicts);
      return verdicts;
    }();
    outlines.make_parts();
    const BodyId later = outlines.add_body(outlines.shape(3), outlines.pose(3));
    outlines.remove_body(later);
    std::vector<BasicContact<T>> contacts(pairs.size()), expected(pairs.size());
    collide(outlines, pairs, contacts);
    collide(compounds, pairs, expected);
    std::vector<BasicDistance<T>> distance(pairs.size()), right(pairs.size());
    distances(outlines, pairs, distance);
    distances(compounds, pairs, right);
    std::vector<Verdict> after(pairs.size());
    classify(outlines, pairs, after);
    EXPECT_EQ(before, after);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      ASSERT_EQ(std::memcmp(&contacts[i], &expected[i], sizeof contacts[i]), 0) << round << ": " << i;
      const Box a = outlines.bounding_box(pairs[i].a), b = outlines.bounding_box(pairs[i].b);
      const double extent = std::max(std::max(a.max_x, b.max_x) - std::min(a.min_x, b.min_x),
                                     std::max(a.max_y, b.max_y) - std::min(a.min_y, b.min_y));
      const double error = before[i] == Verdict::disjoint ? (sizeof(T) == 4 ? 1e-5 : 1e-14) * extent : 0;
      ASSERT_NEAR(distance[i].distance, right[i].distance, error) << round << ": " << i;
      ASSERT_EQ(verdict(contacts[i]), before[i]) << round << ": " << i;
    }
    const Pose moved = Pose::at(0.5, 0.25, 1);
    outlines.set_pose(2, moved);
    compounds.set_pose(2, moved);
    collide(outlines, pairs, contacts);
    collide(compounds, pairs, expected);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      ASSERT_EQ(std::memcmp(&contacts[i], &expected[i], sizeof contacts[i]), 0) << round << ": " << i;
    }
  }
}

TEST_P(TurnedOutlinesOnIsa, with_parts_have_the_contacts_of_compounds) {
  check_parts<float>(own_seed(3));
  check_parts<double>(own_seed(4));
}

SATCHEL_ON_EVERY_ISA(TurnedOutlinesOnIsa);

TEST(Outline, without_parts_is_refused_where_they_are_needed) {
  Scened scene;
  const BodyId outline = scene.add_body(scene.add_outline(square_with_hole, rings));
  const BodyId box = scene.add_body(scene.add_box(1, 1));
  const Pair pairs[] = {{box, box}, {box, outline}};
  std::vector<Contactd> contacts(2);
  Status status = try_collide(scene, pairs, contacts);
  EXPECT_EQ(status.code, ErrorCode::needs_parts);
  EXPECT_EQ(status.index, 1u);
  EXPECT_NE(message(status).find("body 0"), std::string::npos) << message(status);
  std::vector<Manifoldd> manifolds_found(2);
  EXPECT_EQ(try_manifolds(scene, pairs, manifolds_found).code, ErrorCode::needs_parts);
  const Motion motions[] = {{1, 0, 0}, {0, 0, 0}};
  std::vector<Impactd> impacts(2);
  EXPECT_EQ(try_sweep(scene, motions, pairs, impacts).code, ErrorCode::needs_parts);
}

TEST(Outline, keeps_its_vertices_and_its_box) {
  Scened scene;
  const ShapeId shape = scene.add_outline(square_with_hole, rings);
  EXPECT_EQ(scene.vertex_count(shape), 8u);
  std::vector<Vec2d> vertices(8), offsets(8);
  scene.local_vertices(shape, vertices);
  const BodyId body = scene.add_body(shape, {10, 20, {}});
  scene.placed_offsets(body, offsets);
  EXPECT_EQ(vertices, offsets);
  for (const Vec2d& v : square_with_hole) EXPECT_NE(std::find(vertices.begin(), vertices.end(), v), vertices.end());
  const Box box = scene.bounding_box(body);
  EXPECT_EQ(box.min_x, 10);
  EXPECT_EQ(box.max_y, 24);
  Scened copy = scene;
  const BodyId again = copy.add_body(shape, {12, 20, {}});
  const Pair pair[] = {{body, again}};
  Verdict verdict{};
  classify(copy, pair, {&verdict, 1});
  EXPECT_EQ(verdict, Verdict::overlapping);
  copy.remove_body(body);
  copy.set_shape(again, copy.add_box(1, 1));
  EXPECT_EQ(copy.body_count(), 1u);
}

/// Bodies that have not been rotated share the memory of their shape. One that is rotated must not move the others.
TEST(Outline, that_is_rotated_leaves_other_bodies_of_its_shape) {
  const std::array<Vec2d, 6> corner{{{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 2}, {0, 2}}};
  Scened scene;
  const ShapeId shape = scene.add_outline(corner);
  const auto offsets_of = [&](BodyId body) {
    std::vector<Vec2d> offsets(6);
    scene.placed_offsets(body, offsets);
    return offsets;
  };
  const std::array<BodyId, 4> bodies{scene.add_body(shape, {0, 0, {}}), scene.add_body(shape, {9, 0, {}}),
                                     scene.add_body(shape, {0, 9, {0, 1}}), scene.add_body(shape, {9, 9, {}})};
  const std::vector<Vec2d> given = offsets_of(bodies[0]);
  EXPECT_EQ(offsets_of(bodies[1]), given);
  EXPECT_NE(offsets_of(bodies[2]), given);

  scene.set_pose(bodies[0], {0, 0, {-1, 0}});
  const std::vector<Vec2d> half_turn = offsets_of(bodies[0]);
  EXPECT_EQ(half_turn[0], given[0]);
  EXPECT_EQ(half_turn[1], (Vec2d{-given[1].x, 0}));
  EXPECT_EQ(offsets_of(bodies[1]), given);

  const std::array<Pose, 4> poses{{{0, 0, {}}, {9, 0, {-1, 0}}, {0, 9, {}}, {9, 9, {-1, 0}}}};
  scene.set_poses(poses);
  EXPECT_EQ(offsets_of(bodies[0]), given);
  EXPECT_EQ(offsets_of(bodies[1]), half_turn);
  EXPECT_EQ(offsets_of(bodies[2]), given);
  EXPECT_EQ(offsets_of(bodies[3]), half_turn);
  EXPECT_EQ(scene.bounding_box(bodies[1]).min_x, 6);

  scene.remove_body(bodies[1]);
  const BodyId fresh = scene.add_body(shape, {9, 0, {0, 1}});
  EXPECT_EQ(offsets_of(bodies[3]), half_turn);
  scene.set_shape(fresh, shape);
  EXPECT_EQ(scene.bounding_box(fresh).max_y, 3);
  EXPECT_EQ(offsets_of(scene.add_body(shape, {})), given);
}

TEST(Outline, that_is_not_valid_is_named_or_skipped) {
  const std::vector<Vec2d> points{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}, {1, 1},
                                  {1, 0}, {0, 1}, {5, 5}, {6, 5}, {5, 6}};
  const std::vector<std::uint32_t> starts{0, 4, 8, 11};
  std::vector<ShapeId> shapes(3);
  Scened scene;
  const Status status = scene.try_add_outlines({points, starts, {}, {}}, shapes);
  EXPECT_EQ(status.code, ErrorCode::bad_outline);
  EXPECT_EQ(status.index, 1u);
  EXPECT_EQ(static_cast<OutlineFault>(status.numbers[0]), OutlineFault::edges_cross);
  EXPECT_NE(message(status).find("the edges cross"), std::string::npos) << message(status);
  EXPECT_NE(message(status).find("at (0.5, 0.5)"), std::string::npos) << message(status);
  EXPECT_EQ(scene.shape_count(), 0u);
  scene.add_outlines({points, starts, {}, {}}, shapes, {.skip_invalid = true});
  EXPECT_EQ(shapes, (std::vector<ShapeId>{0, no_shape, 1}));
  EXPECT_EQ(scene.shape_count(), 2u);
}

}  // namespace
}  // namespace satchel::test
