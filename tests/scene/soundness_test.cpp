// What a scene counts and repeats of its bodies is right after every change.
#include <gtest/gtest.h>

#include <satchel/satchel.hpp>
#include <utility>
#include <vector>

#include "scene/is_sound.hpp"
#include "support/random.hpp"

namespace satchel::test {
namespace {

/// Of every sort that the counts tell apart: polygons that rotation may make concave, what is too small for floats, compounds
/// of these, outlines.
std::vector<ShapeId> add_shapes(Scene& scene) {
  const ShapeId box = scene.add_box(1, 0.5f), circle = scene.add_circle({0, 0}, 1);
  const ShapeId triangle = scene.add_polygon({{0, 0}, {1, 0}, {0, 1}});
  const ShapeId nearly_straight = scene.add_polygon({{0, 0}, {1, 0}, {2, 0x1p-23f}, {2, 2}, {0, 2}});
  const ShapeId tiny = scene.add_box(0x1p-120f, 0x1p-120f);
  return {box,
          circle,
          triangle,
          nearly_straight,
          tiny,
          scene.add_compound({box, triangle}),
          scene.add_compound({nearly_straight, circle}),
          scene.add_outline({{0, 0}, {2, 0}, {1, 0.5f}, {0, 2}}),
          scene.add_outline({{0, 0}, {1, 0}, {2, 0x1p-23f}, {2, 2}, {1, 1}, {0, 2}}),
          scene.add_polygon({{0, 0}, {1, 0}, {1, 1}, {0.5f, 1.5f}, {0, 1}})};
}

TEST(SceneSoundness, holds_after_every_change) {
  Random random(41);
  Scene scene, other;
  std::vector<ShapeId> shapes = add_shapes(scene);
  bool had_checks = false, had_none = false;
  for (int step = 0; step < 4000; ++step) {
    const int what = random.integer(0, 99);
    const auto any_shape = [&] { return shapes[random.below(shapes.size())]; };
    const auto any_pose = [&] { return Pose::at(random.integer(-9, 9), random.integer(-9, 9), random.integer(0, 9)); };
    const auto body = scene.body_slots() == 0 ? 0 : static_cast<BodyId>(random.below(scene.body_slots()));
    const bool has_body = scene.has_body(body);
    if (what < 30 || !has_body) {
      scene.add_body(any_shape(), any_pose());
    } else if (what < 62) {
      scene.remove_body(body);
    } else if (what < 80) {
      scene.set_shape(body, any_shape());
    } else if (what < 90) {
      scene.set_pose(body, any_pose());
    } else if (what < 93) {
      scene.make_parts();
    } else if (what < 96) {
      other = scene;
      scene = std::move(other);
    } else if (what < 98) {
      scene.clear();
      shapes = add_shapes(scene);
    } else {
      shapes = add_shapes(scene);  // outlines without parts again
    }
    const detail::SceneData<float>& data = detail::SceneAccess::data(scene);
    ASSERT_TRUE(detail::is_sound(data)) << "step " << step << ", what " << what;
    (data.bodies_to_check != 0 ? had_checks : had_none) = true;
  }
  EXPECT_TRUE(had_checks && had_none);
}

}  // namespace
}  // namespace satchel::test
