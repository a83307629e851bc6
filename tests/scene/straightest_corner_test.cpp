// What a scene knows of its straightest corner: manifolds and distances take a slower way if that corner may be straight,
// so the number must neither exceed the truth nor fall far below it.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <satchel/satchel.hpp>

#include "scene/data.hpp"
#include "support/generators.hpp"
#include "support/hulls.hpp"

namespace satchel::test {
namespace {

template <class T>
double straightest_of(const BasicScene<T>& scene) {
  return static_cast<double>(detail::SceneAccess::data(scene).straightest_corner);
}

/// The least distance of a vertex from the line through its neighbours.
template <class T>
double least_sagitta(const BasicPolygon<T>& polygon) {
  double least = std::numeric_limits<double>::infinity();
  const auto at = [&](std::size_t i) {
    const BasicVec2<T> v = polygon[i % polygon.size()];
    return Vec2d{static_cast<double>(v.x), static_cast<double>(v.y)};
  };
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec2d chord = at(i + 2) - at(i);
    least = std::min(least, std::abs(cross(chord, at(i + 1) - at(i))) / length(chord));
  }
  return least;
}

template <class T>
void expect_bound(std::uint64_t seed) {
  Random random(seed);
  for (int k = 0; k < 300; ++k) {
    const BasicPolygon<T> polygon = round_polygon<T>(random, random.integer(3, 40), random.uniform(0.1, 10));
    BasicScene<T> scene;
    scene.add_polygon(polygon);
    const double least = least_sagitta(polygon), found = straightest_of(scene);
    EXPECT_LE(found, least * (1 + 1e-6));
    EXPECT_GE(found, least / 1.42);
  }
}

TEST(StraightestCorner, is_a_close_lower_bound) {
  expect_bound<float>(910);
  expect_bound<double>(911);
}

TEST(StraightestCorner, is_that_of_all_shapes_until_the_scene_is_cleared) {
  Scene scene;
  EXPECT_EQ(straightest_of(scene), std::numeric_limits<double>::infinity());
  scene.add_circle({0, 0}, 1);
  scene.add_capsule({0, 0}, {1, 0}, 1);
  EXPECT_EQ(straightest_of(scene), std::numeric_limits<double>::infinity());
  scene.add_box(1, 1);
  EXPECT_NEAR(straightest_of(scene), 1.4, 0.5);
  scene.add_polygon(Polygon{{0, 0}, {1, -0x1p-20f}, {2, 0}, {1, 1}});
  EXPECT_NEAR(straightest_of(scene), 0x1p-20, 0x1p-30);
  scene.add_box(1, 1);
  EXPECT_NEAR(straightest_of(scene), 0x1p-20, 0x1p-30);
  scene.clear();
  EXPECT_EQ(straightest_of(scene), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace satchel::test
