// The nearest bodies of shapes at poses, and the bodies that they touch: those that `distances` and `classify` of all pairs
// give, on every kind of world and every instruction set, after any history.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <satchel/satchel.hpp>

#include "support/boxes.hpp"
#include "support/expect_error.hpp"
#include "support/isa_param.hpp"
#include "support/probe_scenes.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

constexpr double anywhere = std::numeric_limits<double>::infinity();

template <class T>
struct Queries {
  std::vector<ShapeId> shapes;
  std::vector<Pose> poses;
  BasicScene<T> scene;  ///< body k is query k
};

/// Shapes of the scene, near its bodies and between them.
template <class T>
Queries<T> some_queries(const BasicScene<T>& scene, Random& random, std::size_t count) {
  Queries<T> queries;
  for (std::size_t i = 0; i < count; ++i) {
    Pose pose = Pose::at(random.uniform(-5, 5), random.uniform(-5, 5), random.uniform(0, 6));
    const BodyId near = static_cast<BodyId>(random.below(std::max<std::size_t>(scene.body_slots(), 1)));
    if (scene.has_body(near)) {
      const double spread = random.pick({0.0, 1.0, 20.0});
      pose.x = scene.pose(near).x + random.uniform(-spread, spread);
      pose.y = scene.pose(near).y + random.uniform(-spread, spread);
    }
    queries.shapes.push_back(static_cast<ShapeId>(random.below(scene.shape_count())));
    queries.poses.push_back(pose);
  }
  // A copy of the scene without its bodies. Removed indices are reused, the lowest first, so that query k is body k.
  queries.scene = scene;
  for (BodyId body = 0; body < scene.body_slots(); ++body) {
    if (scene.has_body(body)) queries.scene.remove_body(body);
  }
  std::vector<BodyId> ids(count);
  queries.scene.add_bodies(queries.shapes, queries.poses, ids);
  return queries;
}

template <class T>
std::vector<BasicNearBody<T>> nearest_by_all_pairs(const Queries<T>& queries, const BasicScene<T>& scene,
                                                   std::size_t count, double max_distance) {
  std::vector<BasicNearBody<T>> nearest;
  for (std::uint32_t i = 0; i < queries.poses.size(); ++i) {
    std::vector<Pair> pairs;
    for (BodyId body = 0; body < scene.body_slots(); ++body) {
      if (scene.has_body(body)) pairs.push_back({i, body});
    }
    std::vector<BasicDistance<T>> distances(pairs.size());
    satchel::distances(queries.scene, scene, pairs, distances);
    std::vector<BasicNearBody<T>> all;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      if (static_cast<double>(distances[k].distance) <= max_distance) all.push_back({i, pairs[k].b, distances[k]});
    }
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
      return std::tuple(a.distance.distance, a.body) < std::tuple(b.distance.distance, b.body);
    });
    all.resize(std::min(all.size(), count));
    nearest.insert(nearest.end(), all.begin(), all.end());
  }
  return nearest;
}

template <class T>
std::vector<BodyAtPose> touching_by_all_pairs(const Queries<T>& queries, const BasicScene<T>& scene) {
  std::vector<Pair> pairs;
  for (std::uint32_t i = 0; i < queries.poses.size(); ++i) {
    for (BodyId body = 0; body < scene.body_slots(); ++body) {
      if (scene.has_body(body)) pairs.push_back({i, body});
    }
  }
  std::vector<Verdict> verdicts(pairs.size());
  classify(queries.scene, scene, pairs, verdicts);
  std::vector<BodyAtPose> found;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    if (verdicts[k] != Verdict::disjoint) found.push_back({pairs[k].a, pairs[k].b, verdicts[k]});
  }
  return found;
}

template <class T>
void expect_all_pairs(const BasicIndex<T>& index, const BasicScene<T>& scene, Random& random) {
  if (scene.shape_count() == 0) return;
  const Queries<T> queries = some_queries(scene, random, 1 + random.below(40));
  const std::size_t count = random.pick({1, 1, 2, 5, 100});
  const double most = random.pick({anywhere, anywhere, 0.0, 1.0, 30.0});
  std::vector<BasicNearBody<T>> nearest{{7, 7, {}}};
  index.nearest_bodies(scene, queries.shapes, queries.poses, count, most, nearest);
  ASSERT_EQ(nearest, nearest_by_all_pairs(queries, scene, count, most)) << count << " up to " << most;
  Queries<T> dots;
  const ShapeId dot = dots.scene.add_circle({0, 0}, 0);
  std::vector<Vec2d> points;
  for (const Pose& pose : queries.poses) {
    dots.poses.push_back({pose.x, pose.y});
    points.push_back({pose.x, pose.y});
    dots.scene.add_body(dot, dots.poses.back());
  }
  index.nearest_to_points(scene, points, count, most, nearest);
  ASSERT_EQ(nearest, nearest_by_all_pairs(dots, scene, count, most)) << count << " up to " << most;
  std::vector<BodyAtPose> touching{{7, 7, {}}};
  index.bodies_at_poses(scene, queries.shapes, queries.poses, touching);
  ASSERT_EQ(touching, touching_by_all_pairs(queries, scene));
}

class NearestOnIsa : public OnEveryIsa {};

TEST_P(NearestOnIsa, are_those_of_all_pairs_in_every_world) {
  std::uint64_t seed = own_seed(1000);
  for (const Crowd& crowd : all_crowds()) {
    SCOPED_TRACE(crowd.name);
    Random random(seed++);
    for (std::size_t round = 0; round < scaled(10); ++round) {
      Scene scene = crowded(crowd, random.pick({1u, 15u, 40u, 300u}), random);
      Index index(scene);
      ASSERT_NO_FATAL_FAILURE(expect_all_pairs(index, scene, random));
      for (int step = 0; step < 4; ++step) {  // some move, one goes, one comes
        for (int k = 0; k < 3; ++k) {
          const auto body = static_cast<BodyId>(random.below(scene.body_slots()));
          if (!scene.has_body(body)) continue;
          Pose pose = scene.pose(body);
          pose.x += random.uniform(-2, 2);
          scene.set_pose(body, pose);
        }
        if (scene.has_body(0)) scene.remove_body(0);
        scene.add_body(0, Pose::at(random.uniform(-5, 5), 1, 1));
        index.update(scene);
        ASSERT_NO_FATAL_FAILURE(expect_all_pairs(index, scene, random));
      }
    }
  }
}

TEST_P(NearestOnIsa, are_those_of_all_pairs_of_every_shape) {
  std::uint64_t seed = own_seed(1020);
  for (const ProbePlan& plan : probe_plans()) {
    Random random(seed++);
    for (std::size_t round = 0; round < scaled(10); ++round) {
      const auto floats = probe_scene<float>(random, 2 + random.below(60), 12, plan);
      ASSERT_NO_FATAL_FAILURE(expect_all_pairs(Index(floats), floats, random));
      const auto doubles = probe_scene<double>(random, 2 + random.below(60), 12, plan);
      ASSERT_NO_FATAL_FAILURE(expect_all_pairs(Indexd(doubles), doubles, random));
    }
  }
}

SATCHEL_ON_EVERY_ISA(NearestOnIsa);

TEST(Nearest, of_a_point_within_a_distance) {
  Scene scene;
  const ShapeId point = scene.add_circle({0, 0}, 0), box = scene.add_box(1, 1);
  const BodyId left = scene.add_body(box, Pose::at(-5, 0, 0)), right = scene.add_body(box, Pose::at(4, 0, 0));
  const Index index(scene);
  const std::vector<ShapeId> shapes{point};
  const std::vector<Pose> poses{{0, 0}, {-0.5, 0}};
  std::vector<NearBody> nearest;
  index.nearest_bodies(scene, shapes, poses, 1, anywhere, nearest);
  ASSERT_EQ(nearest.size(), 2u);
  EXPECT_EQ(nearest[0].body, right);
  EXPECT_EQ(nearest[0].distance.distance, 3);
  EXPECT_EQ(nearest[0].distance.point_b, (Vec2{-1, 0}));
  EXPECT_EQ(nearest[1].body, left);  // 3.5 either way: the lower index
  index.nearest_bodies(scene, shapes, poses, 5, 3.25, nearest);
  ASSERT_EQ(nearest.size(), 1u);
  const std::vector<BodyId> ignored{right};
  index.nearest_bodies(scene, shapes, poses, 1, anywhere, nearest, {.ignored = ignored});
  EXPECT_EQ(nearest[0].body, left);
  index.nearest_bodies(scene, shapes, poses, 0, anywhere, nearest);
  EXPECT_TRUE(nearest.empty());
}

TEST(Nearest, in_a_crowd_that_overlaps_the_query) {
  Scene scene;
  const ShapeId box = scene.add_box(1, 1);
  for (int i = 0; i < 10000; ++i) scene.add_body(box, Pose::at(1e-4 * (i * 7919 % 10000), 0, 0));
  const Index index(scene);
  std::vector<NearBody> nearest;
  Queries<float> queries{{box, box}, {{0, 0}, {0, 5}}, {}};
  const ShapeId own_box = queries.scene.add_box(1, 1);
  for (const Pose& pose : queries.poses) queries.scene.add_body(own_box, pose);
  index.nearest_bodies(scene, queries.shapes, queries.poses, 3, anywhere, nearest);
  ASSERT_EQ(nearest.size(), 6u);
  EXPECT_EQ(nearest[0].body, 0u);  // the deepest, at the same place
  EXPECT_EQ(nearest, nearest_by_all_pairs(queries, scene, 3, anywhere));
}

TEST(Nearest, refuses_bad_queries) {
  Scene scene;
  const ShapeId box = scene.add_box(1, 1);
  scene.add_body(box);
  const Index index(scene);
  const std::vector<ShapeId> shapes{box, box}, wrong{box, 9};
  std::vector<Pose> poses{{0, 0}, {1, 0}};
  std::vector<NearBody> nearest;
  std::vector<BodyAtPose> touching;
  const auto ask = [&](std::span<const ShapeId> some, double most) {
    index.nearest_bodies(scene, some, poses, 1, most, nearest);
  };
  expect_error(ErrorCode::bad_distance, 0, "max_distance -1", [&] { ask(shapes, -1); });
  expect_error(ErrorCode::bad_distance, 0, "max_distance", [&] { ask(shapes, NAN); });
  expect_error(ErrorCode::bad_shape, 1, "query 1: shape 9 of 1", [&] { ask(wrong, 1); });
  expect_error(ErrorCode::size_mismatch, 0, "shapes: 2", [&] { ask({}, 1); });
  const Vec2d points[] = {{0, 0}, {0, NAN}};
  expect_error(ErrorCode::not_finite, 1, "point 1", [&] { index.nearest_to_points(scene, points, 1, 1, nearest); });
  expect_error(ErrorCode::bad_distance, 0, "max_distance",
               [&] { index.nearest_to_points(scene, points, 1, -1, nearest); });
  poses[1].x = NAN;
  expect_error(ErrorCode::not_finite, 1, "pose 1", [&] { ask(shapes, 1); });
  expect_error(ErrorCode::not_finite, 1, "pose 1", [&] { index.bodies_at_poses(scene, shapes, poses, touching); });
}

}  // namespace
}  // namespace satchel::test
