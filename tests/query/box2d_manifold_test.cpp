// Manifolds against those of Debian's Box2D 2.4, on the recorded scenes: the same points where both have two.
//
// What differs by design: Box2D keeps points up to twice its skin of 0.01 m apart, hence the margin here; it prefers
// a's face unless b's wins by a tenth of its slop; its arithmetic is float in world coordinates.
#include <box2d/b2_collision.h>
#include <box2d/b2_polygon_shape.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <satchel/satchel.hpp>

#include "support/hulls.hpp"
#include "support/recorded_files.hpp"
#include "support/recorded_scene.hpp"

namespace satchel::test {
namespace {

struct Box2dBody {
  b2PolygonShape shape;
  b2Transform transform;

  Box2dBody(const Scene& scene, BodyId body, float skin) {
    std::vector<Vec2> vertices(scene.vertex_count(scene.shape(body)));
    scene.local_vertices(scene.shape(body), vertices);
    std::vector<b2Vec2> points;
    for (const Vec2 v : vertices) points.emplace_back(v.x, v.y);
    shape.Set(points.data(), static_cast<int32>(points.size()));
    shape.m_radius = skin;
    const Pose pose = scene.pose(body);
    transform.p.Set(static_cast<float>(pose.x), static_cast<float>(pose.y));
    transform.q.c = static_cast<float>(pose.rotation.cos);
    transform.q.s = static_cast<float>(pose.rotation.sin);
  }
};

struct Counts {
  std::size_t both = 0, other_face = 0, wrong = 0;
};

void compare(const World& world, Pair pair, const Manifold& manifold, float skin, Counts& counts) {
  const Box2dBody a(world.scene, pair.a, skin), b(world.scene, pair.b, skin);
  b2Manifold theirs;
  b2CollidePolygons(&theirs, &a.shape, a.transform, &b.shape, b.transform);
  if (theirs.pointCount != 2 || manifold.count != 2) return;
  ++counts.both;
  b2WorldManifold points;
  points.Initialize(&theirs, a.transform, skin, b.transform, skin);
  const Vec2d normal{static_cast<double>(points.normal.x), static_cast<double>(points.normal.y)};
  if (length(normal - Vec2d{static_cast<double>(manifold.normal_x), static_cast<double>(manifold.normal_y)}) > 1e-3) {
    ++counts.other_face;
    return;
  }
  const Pose pose = world.scene.pose(pair.a);
  std::array<Vec2d, 2> ours, of_box2d;
  for (std::size_t k = 0; k < 2; ++k) {
    ours[k] = {pose.x + static_cast<double>(manifold.points[k].x), pose.y + static_cast<double>(manifold.points[k].y)};
    of_box2d[k] = {static_cast<double>(points.points[k].x), static_cast<double>(points.points[k].y)};
  }
  const double straight = std::max(length(ours[0] - of_box2d[0]), length(ours[1] - of_box2d[1]));
  const double crossed = std::max(length(ours[0] - of_box2d[1]), length(ours[1] - of_box2d[0]));
  counts.wrong += std::min(straight, crossed) > 1e-3 + 3 * double{skin} ? 1 : 0;  // two skins along the face
}

TEST(Box2dManifold, has_the_same_two_points_on_recorded_scenes) {
  std::size_t scenes = 0;
  for (const std::filesystem::path& file : recorded_files()) {
    if (!std::filesystem::exists(std::filesystem::path(file).replace_extension(".box2d.csv"))) continue;
    SCOPED_TRACE(file);
    const std::optional<World> world = recorded_scene(file, true);
    if (!world) continue;
    ++scenes;
    for (const float skin : {0.0f, b2_polygonRadius}) {
      std::vector<Manifold> results(world->pairs.size());
      manifolds(world->scene, world->pairs, results, {.margin = 2 * skin});
      Counts counts;
      for (std::size_t i = 0; i < results.size(); ++i) compare(*world, world->pairs[i], results[i], skin, counts);
      EXPECT_GT(counts.both, world->pairs.size() / 10);
      EXPECT_EQ(counts.wrong, 0u) << "of " << counts.both;
      EXPECT_LT(counts.other_face, counts.both / 5) << "of " << counts.both;
    }
  }
  EXPECT_GE(scenes, 3u);
}

}  // namespace
}  // namespace satchel::test
