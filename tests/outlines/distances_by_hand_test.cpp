// Distances of outlines that are made by hand: features, normals, touches, gaps of a few units in the last place,
// refusals.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <satchel/satchel.hpp>
#include <vector>

#include "outlines/bent_outlines.hpp"
#include "support/exact_number.hpp"
#include "support/random.hpp"

namespace satchel::test {
namespace {

constexpr std::array<Vec2d, 8> frame_with_hole{{{0, 0}, {4, 0}, {4, 4}, {0, 4}, {1, 1}, {1, 3}, {3, 3}, {3, 1}}};
constexpr std::array<std::uint32_t, 3> two_rings{0, 4, 8};

Distanced distance_in(const Scened& scene, BodyId a, BodyId b) {
  const Pair pair[] = {{a, b}};
  return distances_in<double>(scene, pair)[0];
}

TEST(OutlineDistances, in_a_hole_are_those_from_its_edges) {
  Scened scene;
  const BodyId frame = scene.add_body(scene.add_outline(frame_with_hole, two_rings));
  const BodyId box = scene.add_body(scene.add_box(0.25, 0.5), {1.75, 2, {}});
  const Distanced found = distance_in(scene, frame, box);
  EXPECT_EQ(verdict(found), Verdict::disjoint);
  EXPECT_EQ(found.distance, 0.5);
  EXPECT_EQ(found.normal_x, 1);
  EXPECT_EQ(found.normal_y, 0);
  EXPECT_EQ(found.point_a.x, 1);
  EXPECT_EQ(found.point_b.x, -0.25);
  EXPECT_EQ(found.point_a.y, found.point_b.y + 2);
}

TEST(OutlineDistances, name_the_feature_that_decides) {
  Scened scene;
  const ShapeId shape = scene.add_outline(frame_with_hole, two_rings);
  const BodyId frame = scene.add_body(shape);
  std::vector<Vec2d> vertices(8);
  scene.local_vertices(shape, vertices);
  const auto from_point = [&](double x, double y) {
    const BodyId point = scene.add_body(scene.add_circle({0, 0}, 0), {x, y, {}});
    return distance_in(scene, frame, point);
  };
  const Distanced at_edge = from_point(5, 2);
  EXPECT_EQ(kind(at_edge), FeatureKind::edge);
  EXPECT_EQ(side(at_edge), Side::a);
  EXPECT_EQ(vertices[index(at_edge)], (Vec2d{4, 0}));
  const Distanced at_corner = from_point(5, 5);
  EXPECT_EQ(kind(at_corner), FeatureKind::vertex);
  EXPECT_EQ(vertices[index(at_corner)], (Vec2d{4, 4}));
  EXPECT_DOUBLE_EQ(at_corner.distance, std::sqrt(2.0));
  const Distanced in_hole = from_point(2, 1.25);
  EXPECT_EQ(kind(in_hole), FeatureKind::edge);
  EXPECT_EQ(in_hole.distance, 0.25);
  EXPECT_EQ(vertices[index(in_hole)], (Vec2d{3, 1}));
  const Distanced inside = from_point(3.75, 2);
  EXPECT_EQ(inside.distance, -0.25);
  EXPECT_EQ(inside.normal_x, 1);
  EXPECT_EQ(inside.point_a, (Vec2d{4, 2}));
  EXPECT_EQ(inside.point_b, (Vec2d{0, 0}));
  EXPECT_EQ(vertices[index(inside)], (Vec2d{4, 0}));
}

/// A segment has an edge on either side; far away doubles decide, near by src/exact.
TEST(OutlineDistances, from_a_segment_name_its_side) {
  for (const double gap : {1.0, 0x1p-40}) {
    for (const double radius : {0.0, 0.5}) {
      for (const bool is_upward : {false, true}) {
        Scened scene;
        const BodyId tip = scene.add_body(scene.add_outline({{0, 0}, {-2, 1}, {-2, -1}}));
        const double x = radius + gap, low = is_upward ? -3 : 3;
        const BodyId bar = scene.add_body(scene.add_capsule({x, low}, {x, -low}, radius));
        const Distanced found = distance_in(scene, tip, bar);
        EXPECT_NEAR(found.distance, gap, 1e-15 * gap);
        EXPECT_EQ(kind(found), FeatureKind::edge);
        EXPECT_EQ(side(found), Side::b);
        EXPECT_EQ(index(found), is_upward ? 1u : 0u);
        EXPECT_EQ(found.normal_x, 1);
        EXPECT_EQ(found.point_a, (Vec2d{0, 0}));
        EXPECT_EQ(found.point_b, (Vec2d{gap, 0}));
      }
    }
  }
}

TEST(OutlineDistances, of_a_circle_whose_centre_lies_on_an_edge_are_its_radius) {
  Scened scene;
  const BodyId frame = scene.add_body(scene.add_outline(frame_with_hole, two_rings));
  const BodyId circle = scene.add_body(scene.add_circle({0, 0}, 0.25), {2, 4, {}});
  const Distanced found = distance_in(scene, circle, frame);
  EXPECT_EQ(verdict(found), Verdict::overlapping);
  EXPECT_EQ(found.distance, -0.25);
  EXPECT_EQ(found.normal_x, 0);
  EXPECT_EQ(found.normal_y, -1);
}

/// A touch's normal is that of an edge with the other body on its outer side, where there is one.
TEST(OutlineDistances, of_a_touch_have_the_normal_of_an_edge_between_the_bodies) {
  const auto touch = [](std::vector<Vec2d> a, std::vector<Vec2d> b, Vec2d normal, Vec2d point) {
    Scened scene;
    const BodyId first = scene.add_body(scene.add_outline(a));
    const BodyId second = scene.add_body(scene.add_outline(b));
    for (const bool swapped : {false, true}) {
      const Distanced found = swapped ? distance_in(scene, second, first) : distance_in(scene, first, second);
      EXPECT_EQ(verdict(found), Verdict::touching);
      EXPECT_EQ(found.distance, 0);
      EXPECT_NEAR(found.normal_x, swapped ? -normal.x : normal.x, 1e-15);
      EXPECT_NEAR(found.normal_y, swapped ? -normal.y : normal.y, 1e-15);
      EXPECT_EQ(found.point_a, point);
      EXPECT_EQ(found.point_b, point);
    }
  };
  // Along sides; a corner at a side; two corners; a corner in a notch.
  touch({{0, 0}, {1, 0}, {1, 1}, {0, 1}}, {{1, 0.25}, {2, 0.25}, {2, 0.75}, {1, 0.75}}, {1, 0}, {1, 0.25});
  touch({{0, 0}, {1, 0}, {1, 1}, {0, 1}}, {{0.5, 1}, {1, 2}, {0, 2}}, {0, 1}, {0.5, 1});
  touch({{0, 0}, {1, 0}, {1, 1}, {0, 1}}, {{1, 1}, {2, 1.5}, {1.5, 2}}, {1, 0}, {1, 1});
  // The first edge at the corner has the other body on both sides; both edges have, and one of the other body decides.
  touch({{0, 0}, {1, 0}, {1, 1}, {0, 1}}, {{1, 1}, {1.5, 2}, {0.5, 2}}, {0, 1}, {1, 1});
  touch({{0, 0}, {2, 0}, {1, 1}}, {{1, 1}, {3, 1}, {-1, 1.5}}, {0, 1}, {1, 1});
  const double s = std::sqrt(0.5);
  touch({{0, 0}, {2, 0}, {1, 1}, {2, 2}, {0, 2}}, {{1, 1}, {3, 0.5}, {3, 1.5}}, {s, s}, {1, 1});
}

/// One body has its place in its vertices, the other in its origin; neither is rounded to the other's.
TEST(OutlineDistances, between_vertices_and_origins_far_away_are_precise) {
  Scened scene;
  const double x = 5e6 + 0.1, y = 5e6 + 0.7, origin = 5e6 + 0.3;
  const BodyId map =
      scene.add_body(scene.add_outline({{x - 1, y}, {x, y}, {x, y + 1}, {x - 0.5, y + 0.5}, {x - 1, y + 1}}));
  const std::vector<Vec2d> vertices{{0.1, 0.01}, {0.3, 0.02}, {0.2, 0.4}};
  const BodyId part = scene.add_body(scene.add_outline(vertices), {origin, origin, {}});
  std::vector<Loop> a(1), b(1);
  std::vector<Vec2d> corners(5);
  scene.local_vertices(scene.shape(map), corners);
  for (const Vec2d& v : corners) a[0].points.push_back({v.x - static_cast<Real>(x), v.y - static_cast<Real>(y)});
  for (const Vec2d& v : vertices) {
    b[0].points.push_back({static_cast<Real>(origin) - static_cast<Real>(x) + static_cast<Real>(v.x),
                           static_cast<Real>(origin) - static_cast<Real>(y) + static_cast<Real>(v.y)});
  }
  const Real least = distance_of(a, b);
  for (const bool swapped : {false, true}) {
    const Distanced found = swapped ? distance_in(scene, part, map) : distance_in(scene, map, part);
    EXPECT_NEAR(found.distance, static_cast<double>(least), 4e-16);
  }
}

/// The inner edges of the parts of an outline are no boundary.
TEST(OutlineDistances, of_a_segment_on_the_line_between_two_parts_are_depths) {
  const std::vector<Vec2d> corners{{0, 0}, {4, 0}, {4, 2}, {2, 2}, {2, 4}, {0, 4}};
  const ConvexPartsd parts = convex_parts(std::span<const Vec2d>(corners));
  Scened scene;
  const BodyId outline = scene.add_body(scene.add_outline(corners));
  std::size_t inner = 0;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    for (std::uint32_t i = parts.starts[k]; i < parts.starts[k + 1]; ++i) {
      if (parts.inner_edges[i] == 0) continue;
      const Vec2d p = parts.vertices[i], q = parts.vertices[i + 1 < parts.starts[k + 1] ? i + 1 : parts.starts[k]];
      const auto at = [&](double share) { return Vec2d{p.x + share * (q.x - p.x), p.y + share * (q.y - p.y)}; };
      const BodyId segment = scene.add_body(scene.add_segment(at(0.25), at(0.75)));
      const Distanced found = distance_in(scene, outline, segment);
      EXPECT_EQ(verdict(found), Verdict::overlapping);
      EXPECT_LT(found.distance, 0);
      ++inner;
    }
  }
  EXPECT_GT(inner, 0u);
}

/// A gap of a few units in the last place between a corner and a sloped edge, at 5e6 or near 1.
TEST(OutlineDistances, of_the_narrowest_gaps_are_precise) {
  Random random(18);
  std::size_t apart = 0, touching = 0;
  for (std::size_t round = 0; round < 400; ++round) {
    const double far = round % 2 == 0 ? 1 : 5e6;
    const Vec2d from{far + random.uniform(0, 1), far + random.uniform(0, 1)};
    const Vec2d to{from.x + random.uniform(1, 9), from.y + random.uniform(-3, 3)};
    const double share = random.uniform(0.2, 0.8);
    Vec2d tip{from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)};
    for (int k = random.integer(0, 3); k > 0; --k) tip.y = std::nextafter(tip.y, 0);
    const Exact cross = (exact(to.x) - exact(from.x)) * (exact(tip.y) - exact(from.y)) -
                        (exact(to.y) - exact(from.y)) * (exact(tip.x) - exact(from.x));
    if (cross > 0) continue;
    Scened scene;
    const ShapeId above =
        scene.add_outline({from, to, {to.x, to.y + 9}, {from.x + 0.5, from.y + 5}, {from.x, from.y + 9}});
    const ShapeId below =
        scene.add_outline({tip, {tip.x - 1, tip.y - 20}, {tip.x, tip.y - 15}, {tip.x + 1, tip.y - 20}});
    const Distanced found = distance_in(scene, scene.add_body(above), scene.add_body(below));
    const double ex = to.x - from.x, ey = to.y - from.y, length = std::hypot(ex, ey);
    // Exact numbers count in 2^-520.
    const double right = std::ldexp(static_cast<double>(-cross >> 380), 380 - 520) / length;
    EXPECT_EQ(verdict(found), right > 0 ? Verdict::disjoint : Verdict::touching);
    EXPECT_NEAR(found.distance, right, 1e-14 * right);
    EXPECT_NEAR(found.normal_x, ey / length, 1e-9);
    EXPECT_NEAR(found.normal_y, -ex / length, 1e-9);
    EXPECT_EQ(kind(found), FeatureKind::edge);
    EXPECT_EQ(side(found), Side::a);
    ++(right > 0 ? apart : touching);
  }
  EXPECT_GT(apart, 100u);
}

TEST(OutlineDistances, with_one_outline_alone_refuse_what_all_calls_refuse) {
  Scened scene;
  const BodyId frame = scene.add_body(scene.add_outline(frame_with_hole, two_rings));
  const Pair pairs[] = {{frame, frame}, {frame, 7}};
  std::vector<Distanced> results(2);
  const Status status = try_distances(scene, pairs, results);
  EXPECT_EQ(status.code, ErrorCode::bad_body);
  EXPECT_EQ(status.index, 1u);
  EXPECT_EQ(try_distances(scene, pairs, std::span(results).first(1)).code, ErrorCode::size_mismatch);
}

TEST(OutlineDistances, at_poses_that_may_not_be_are_refused) {
  const std::vector<Vec2d> points{{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 2}, {1, 1}, {2, 2}, {1, 3}};
  Scened scene;
  const ShapeId shape = scene.add_outline(points, two_rings);
  scene.add_body(shape);
  const Indexd index(scene);
  const Pose poses[] = {Pose::at(0, 0, 0), Pose::at(0, 0, 0.1)};
  std::vector<NearBodyd> found;
  const Status status = index.try_nearest_bodies(scene, {&shape, 1}, poses, 1, 1, found);
  EXPECT_EQ(status.code, ErrorCode::cannot_rotate);
  EXPECT_EQ(status.index, 1u);
}

}  // namespace
}  // namespace satchel::test
