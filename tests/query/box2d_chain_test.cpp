// Links and chains against the one-sided edges of Debian's Box2D 2.4, whose ghost vertices do the same.
//
// What differs by design: Box2D's polygons have a skin of 0.01 m, hence the margin here; it prefers the edge's face to
// the polygon's unless that wins by a fifth of its slop; it bends a polygon's normal that points beyond a seam to the
// edge's, and computes in float. Where the side of the polygon would part it from an edge by less than its depth, and is
// no normal of the surface, Box2D leaves out this edge, which has its points here.
#include <box2d/b2_collision.h>
#include <box2d/b2_edge_shape.h>
#include <box2d/b2_polygon_shape.h>
#include <gtest/gtest.h>

#include <cmath>
#include <satchel/satchel.hpp>
#include <vector>

#include "support/floors.hpp"
#include "support/random.hpp"

namespace satchel::test {
namespace {

struct Agreement {
  std::size_t both = 0, same_normal = 0, ours_alone = 0, box2d_alone = 0, sideways = 0, box2d_sideways = 0;
};

/// Slides a box over a terrain of points from right to left, at a depth below the surface, as bodies and in Box2D.
Agreement slide(const std::vector<Vec2>& points, double step, double depth) {
  Scene scene;
  const BodyId terrain = scene.add_body(scene.add_chain(points, false, true));
  const BodyId box = scene.add_body(scene.add_box(0.8f, 0.5f));
  b2PolygonShape polygon;
  polygon.SetAsBox(0.8f, 0.5f);
  const auto height = [&](double x) {
    std::size_t k = 0;
    while (static_cast<double>(points[k + 1].x) > x) ++k;
    const double t = (x - static_cast<double>(points[k].x)) / static_cast<double>(points[k + 1].x - points[k].x);
    return static_cast<double>(points[k].y) + t * static_cast<double>(points[k + 1].y - points[k].y);
  };
  Agreement counts;
  std::vector<PartManifold> found;
  const std::vector<Pair> pairs{{terrain, box}};
  for (double x = 3; x < static_cast<double>(points[0].x) - 3; x += step) {
    const double top = std::max({height(x - 0.8), height(x), height(x + 0.8)});
    scene.set_pose(box, {x, top + 0.5 - depth});
    part_manifolds(scene, pairs, found, {.margin = 2 * b2_polygonRadius});
    b2Transform at, none;
    at.Set({static_cast<float>(x), static_cast<float>(top + 0.5 - depth)}, 0);
    none.SetIdentity();
    std::size_t next = 0;
    for (std::uint32_t k = 1; k + 2 < points.size(); ++k) {
      const PartManifold* ours = nullptr;
      while (next < found.size() && found[next].parts.a < k) ++next;
      if (next < found.size() && found[next].parts.a == k) ours = &found[next];
      b2EdgeShape edge;
      const auto point = [&](std::size_t i) { return b2Vec2(points[i].x, points[i].y); };
      edge.SetOneSided(point(k - 1), point(k), point(k + 1), point(k + 2));
      b2Manifold theirs;
      theirs.pointCount = 0;
      b2CollideEdgeAndPolygon(&theirs, &edge, none, &polygon, at);
      const bool is_flat = points[k].y == points[k + 1].y;
      if (ours != nullptr) counts.sideways += is_flat && std::fabs(ours->manifold.normal_x) > 0.5f ? 1 : 0;
      b2WorldManifold world;
      if (theirs.pointCount > 0) {
        world.Initialize(&theirs, none, edge.m_radius, at, polygon.m_radius);
        counts.box2d_sideways += is_flat && std::fabs(world.normal.x) > 0.5f ? 1 : 0;
      }
      if (ours != nullptr && theirs.pointCount > 0) {
        ++counts.both;
        const float cosine = ours->manifold.normal_x * world.normal.x + ours->manifold.normal_y * world.normal.y;
        counts.same_normal += cosine > 0.999f ? 1 : 0;
      } else {
        counts.ours_alone += ours != nullptr ? 1 : 0;
        counts.box2d_alone += theirs.pointCount > 0 ? 1 : 0;
      }
    }
  }
  return counts;
}

TEST(Box2dChain, a_box_over_a_thousand_tiles_is_supported_as_in_box2d) {
  std::vector<Vec2> points;
  for (int i = 1000; i >= 0; --i) points.push_back({static_cast<float>(i), 0});
  for (const double depth : {0.0, 0.005, 0.1}) {
    const Agreement counts = slide(points, 0.73, depth);
    EXPECT_GT(counts.both, 2000u);
    EXPECT_EQ(counts.same_normal, counts.both);
    EXPECT_EQ(counts.sideways, 0u);
    EXPECT_EQ(counts.box2d_sideways, 0u);
    EXPECT_EQ(counts.box2d_alone, 0u);
    EXPECT_LT(counts.ours_alone, counts.both / 10);  // see above
  }
}

TEST(Box2dChain, hills_give_the_normals_of_box2d) {
  Random random(39);
  std::vector<Vec2> points;
  for (int i = 400; i >= 0; --i)
    points.push_back({static_cast<float>(i), static_cast<float>(random.uniform(-0.15, 0.15))});
  for (const double depth : {0.01, 0.05}) {
    const Agreement counts = slide(points, 0.37, depth);
    EXPECT_GT(counts.both, 800u);
    EXPECT_GT(counts.same_normal, counts.both * 9 / 10) << "of " << counts.both;
    EXPECT_LT(counts.box2d_alone + counts.ours_alone, counts.both / 4);
  }
}

}  // namespace
}  // namespace satchel::test
