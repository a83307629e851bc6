// What a scene counts and repeats of its bodies is right after every change.
#include <gtest/gtest.h>

#include <satchel/satchel.hpp>
#include <span>
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

/// A link, or none, of any edge that a box or a segment has.
EdgeLink any_link(Random& random, const Scene& scene, BodyId body) {
  EdgeLink link{.body = body, .inner = random.chance(0.3), .one_sided = random.chance(0.2)};
  if (scene.vertex_count(scene.shape(body)) == 4) link.edge = static_cast<std::uint32_t>(random.below(4));
  if (random.chance(0.2)) link.before = Vec2d{-50, -50};
  return link;
}

/// Boxes of two sizes and segments on a small grid, which share edges, parts of edges and ends with many others.
TEST(SceneSoundness, holds_after_every_change_of_links) {
  Random random(42);
  Scene scene, other;
  const ShapeId shapes[] = {scene.add_box(1, 1), scene.add_box(2, 1), scene.add_segment({-1, 0}, {1, 0})};
  std::size_t linked = 0, unlinked = 0, seams = 0;
  for (int step = 0; step < 3000; ++step) {
    const auto any_shape = [&] { return shapes[random.below(3)]; };
    const auto any_pose = [&] { return Pose{2.0 * random.integer(0, 5), 2.0 * random.integer(0, 3), {}}; };
    const auto any_body = [&] { return static_cast<BodyId>(random.below(scene.body_slots())); };
    const int what = scene.body_slots() < 30 ? 0 : random.integer(1, 99);
    std::vector<BodyId> some;
    std::vector<EdgeLink> links;
    for (int k = 0; what > 0 && k < 8; ++k) {
      const BodyId body = any_body();
      if (!scene.has_body(body)) continue;
      some.push_back(body);
      links.push_back(any_link(random, scene, body));
    }
    if (some.empty() || what < 5) {
      scene.add_body(any_shape(), any_pose());
    } else if (what < 35) {
      seams += scene.link_shared_edges(some);
    } else if (what < 70) {
      scene.link_edges(std::span(links).first(random.below(links.size()) + 1));
    } else if (what < 76) {
      scene.unlink(some[0]);
    } else if (what < 80) {
      scene.remove_body(some[0]);
    } else if (what < 84) {
      scene.set_shape(some[0], any_shape());
    } else if (what < 90) {
      scene.set_pose(some[0], any_pose());
    } else if (what < 94) {
      std::vector<Pose> poses;
      for (const BodyId body : some) poses.push_back(random.chance(0.7) ? scene.pose(body) : any_pose());
      scene.set_poses(some, poses);
    } else {
      other = scene;
      scene = std::move(other);
    }
    ASSERT_TRUE(detail::is_sound(detail::SceneAccess::data(scene))) << "step " << step << ", what " << what;
    for (BodyId body = 0; body < scene.body_slots(); ++body) ++(scene.is_linked(body) ? linked : unlinked);
  }
  EXPECT_GT(seams, 300u);
  EXPECT_GT(linked, 3000u);
  EXPECT_GT(unlinked, 3000u);
}

/// Calls that link bodies look at those that they touch. One of which nobody says that it lost its links is not looked at.
TEST(SceneSoundness, room_without_links_is_sought_among_the_bodies_of_a_call) {
  detail::Links links;
  links.make_room_for(7, 4, {});
  links.set(7, 0, {.inner = true});
  links.make_room_for(8, 4, {});
  links.release_blank();
  EXPECT_TRUE(links.is_linked(7));
  EXPECT_EQ(links.of(8), nullptr);
  links.edit(7, 0) = {};
  links.make_room_for(8, 4, {});
  links.release_blank();
  EXPECT_EQ(links.of(8), nullptr);
  EXPECT_NE(links.of(7), nullptr);
  links.make_room_for(7, 4, {});
  links.release_blank();
  EXPECT_EQ(links.of(7), nullptr);
  EXPECT_FALSE(links.any());
}

}  // namespace
}  // namespace satchel::test
