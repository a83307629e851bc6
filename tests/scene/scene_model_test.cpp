// A scene and a simple model of it, through thousands of random changes.
#include <gtest/gtest.h>

#include <optional>
#include <satchel/satchel.hpp>

#include "support/bodies.hpp"
#include "support/generators.hpp"
#include "support/queries.hpp"

namespace satchel::test {
namespace {

using Bodies = std::vector<BodyId>;

TEST(SceneModel, agrees_with_a_simple_model_through_random_changes) {
  struct Body {
    ShapeId shape;
    Pose pose;
  };
  Random random(40);
  Scene scene;
  std::vector<Polygon> shapes;
  for (int i = 0; i < 30; ++i) {
    shapes.push_back(round_polygon(random, random.integer(3, 40), random.uniform(.3, 1)));
    scene.add_polygon(shapes.back());
  }
  std::vector<std::optional<Body>> model;
  const auto any_shape = [&] { return static_cast<ShapeId>(random.below(shapes.size())); };
  const auto any_pose = [&] { return Pose::at(random.uniform(-8, 8), random.uniform(-8, 8), random.uniform(-9, 9)); };
  const auto any_body = [&]() -> std::optional<BodyId> {
    for (int attempt = 0; attempt < 50 && !model.empty(); ++attempt) {
      const std::size_t i = random.below(model.size());
      if (model[i]) return static_cast<BodyId>(i);
    }
    return {};
  };
  const auto model_add = [&](const Body& body) {
    std::size_t i = 0;
    while (i < model.size() && model[i]) ++i;
    if (i == model.size()) model.emplace_back();
    model[i] = body;
    return static_cast<BodyId>(i);
  };

  for (int step = 0; step < 3000; ++step) {
    const int what = random.integer(0, 99);
    const std::optional<BodyId> body = any_body();
    if (what < 35 || !body) {
      const Body fresh = {any_shape(), any_pose()};
      ASSERT_EQ(scene.add_body(fresh.shape, fresh.pose), model_add(fresh));
    } else if (what < 60) {
      scene.remove_body(*body);
      model[*body].reset();
    } else if (what < 75) {
      model[*body]->shape = any_shape();
      scene.set_shape(*body, model[*body]->shape);
    } else if (what < 90) {
      model[*body]->pose = any_pose();
      scene.set_pose(*body, model[*body]->pose);
    } else if (what < 93) {
      std::vector<Pose> poses;
      for (auto& each : model) {
        poses.push_back(any_pose());
        if (each) each->pose = poses.back();
      }
      scene.set_poses(poses);
    } else if (what < 96) {
      Bodies ids;
      std::vector<Pose> poses;
      for (int k = 0; k < 20; ++k) {  // some of them twice: the last one holds
        ids.push_back(*any_body());
        poses.push_back(any_pose());
        model[ids.back()]->pose = poses.back();
      }
      scene.set_poses(ids, poses);
    } else if (what < 99) {
      std::vector<ShapeId> ids;
      std::vector<Pose> poses;
      Bodies expected, out(10);
      for (int k = 0; k < 10; ++k) {
        ids.push_back(any_shape()), poses.push_back(any_pose());
        expected.push_back(model_add({ids.back(), poses.back()}));
      }
      scene.add_bodies(ids, poses, out);
      ASSERT_EQ(out, expected);
    } else {
      scene = Scene(scene);
    }
    if (step % 100 != 99) continue;

    // A fresh scene of the same bodies in the same order, so that ties fall alike.
    Scene fresh;
    for (const Polygon& polygon : shapes) fresh.add_polygon(polygon);
    Bodies old_ids;
    for (std::size_t i = 0; i < model.size(); ++i) {
      ASSERT_EQ(scene.has_body(static_cast<BodyId>(i)), model[i].has_value());
      if (!model[i]) continue;
      old_ids.push_back(static_cast<BodyId>(i));
      const BodyId twin = fresh.add_body(model[i]->shape, model[i]->pose);
      ASSERT_EQ(scene.shape(old_ids.back()), model[i]->shape);
      expect_same_body(scene, old_ids.back(), fresh, twin);
    }
    ASSERT_EQ(scene.body_slots(), model.size());
    ASSERT_EQ(scene.body_count(), old_ids.size());
    std::vector<Pair> pairs, fresh_pairs;
    for (int k = 0; k < 500; ++k) {
      const auto a = static_cast<BodyId>(random.below(old_ids.size()));
      const auto b = static_cast<BodyId>(random.below(old_ids.size()));
      fresh_pairs.push_back({a, b});
      pairs.push_back({old_ids[a], old_ids[b]});
    }
    ASSERT_TRUE(same_bits(collided(scene, pairs), collided(fresh, fresh_pairs)));
  }
}

}  // namespace
}  // namespace satchel::test
