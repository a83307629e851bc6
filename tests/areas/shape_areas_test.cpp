// Areas of shapes, against rational numbers: rounded once.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <satchel/satchel.hpp>
#include <vector>

#include "../support/area_oracle.hpp"
#include "../support/random.hpp"
#include "../support/scale.hpp"

namespace satchel::test {
namespace {

/// Whether this is the nearest number of a number that is off by at most 2^-75 of itself.
template <class T>
bool is_rounded_once(T found, const Rational& exact) {
  const Rational off = exact * Rational(0x1p-75);
  return found >= static_cast<T>(Rational(exact - off)) && found <= static_cast<T>(Rational(exact + off));
}

/// Three or four vertices on a line through the origin, of which the ones at the origin are off it by 2^-20 to 2^-`finest`.
template <class T>
std::vector<BasicVec2<T>> sliver(Random& random, int finest) {
  const T x = static_cast<T>(random.integer(-3, 3)), y = static_cast<T>(random.uniform(-1, 1));
  const auto off = [&] {
    const int sign = random.integer(-1, 1);
    return static_cast<T>(sign * std::ldexp(random.uniform(0.5, 1), -random.integer(20, finest)));
  };
  const T far = static_cast<T>(random.pick({-1, 2}) * 2);
  std::vector<BasicVec2<T>> ring{{x, y}, {off(), off()}, {x * far, y * far}};
  if (random.integer(0, 1) == 0) ring.push_back({off(), off()});
  ring = convex_hull(ring);
  std::rotate(ring.begin(), ring.begin() + random.integer(0, static_cast<int>(ring.size()) - 1), ring.end());
  return ring;
}

/// Areas of slivers as polygons and as outlines, and what a sliver has in common with its twin.
template <class T>
void expect_areas_of_slivers(std::uint64_t seed, int finest) {
  Random random(seed);
  std::size_t slivers = 0;
  for (std::size_t round = 0; round < sampled(2000); ++round) {
    const std::vector<BasicVec2<T>> ring = sliver<T>(random, finest);
    if (ring.size() < 3) continue;
    BasicScene<T> scene;
    scene.add_polygon(ring);
    ShapeId outline = 0;
    ASSERT_TRUE(scene.try_add_outline(ring, {}, outline).ok());
    std::vector<T> areas(2);
    shape_areas(scene, areas);
    ASSERT_TRUE(is_rounded_once(areas[0], exact_area(ring))) << round;
    ASSERT_TRUE(is_rounded_once(areas[1], exact_area(ring))) << round;
    for (const ShapeId shape : {0u, 0u, 1u, 1u}) scene.add_body(shape);
    std::vector<BasicOverlap<T>> found(2);
    overlap_measures(scene, std::array{Pair{0, 1}, Pair{2, 3}}, found);
    ASSERT_GT(areas[0], 0);
    for (const BasicOverlap<T>& twins : found) {
      ASSERT_NEAR(twins.area, areas[0], 2 * unit_roundoff<T> * static_cast<double>(areas[0])) << round;
      ASSERT_EQ(twins.iou, 1) << round;
      ASSERT_EQ(twins.fraction, 1) << round;
    }
    ++slivers;
  }
  EXPECT_GT(slivers, sampled(2000) / 2);
}

TEST(ShapeAreas, of_slivers_are_rounded_once) {
  expect_areas_of_slivers<float>(1, 70);
  expect_areas_of_slivers<double>(2, 190);
}

/// Compounds of rectangles of all sizes, apart from each other.
template <class T>
void expect_areas_of_compounds(std::uint64_t seed) {
  Random random(seed);
  for (std::size_t round = 0; round < sampled(300); ++round) {
    BasicScene<T> scene;
    std::vector<ShapeId> parts;
    Rational sum = 0;
    for (int k = random.integer(2, 12); k > 0; --k) {
      const auto side = [&] {
        return static_cast<T>(std::ldexp(random.uniform(0.5, 1), -random.integer(0, 1) * random.integer(0, 30)));
      };
      const T width = side(), height = side(), y = static_cast<T>(2 * k);
      const std::vector<BasicVec2<T>> part{{0, y}, {width, y}, {width, y + height}, {0, y + height}};
      ShapeId shape = 0;
      if (!scene.try_add_polygon(part, 0, shape).ok()) continue;  // height was too small
      parts.push_back(shape);
      sum += exact_area(part);
    }
    if (parts.size() < 2) continue;
    const ShapeId compound = scene.add_compound(parts);
    std::vector<T> areas(scene.shape_count());
    shape_areas(scene, areas);
    ASSERT_TRUE(is_rounded_once(areas[compound], sum)) << round;
  }
}

TEST(ShapeAreas, of_compounds_are_rounded_once) {
  expect_areas_of_compounds<float>(3);
  expect_areas_of_compounds<double>(4);
}

/// Halfway between two neighbours but for a small part: the nearer one.
template <class T>
void expect_areas_beside_ties(T unit) {
  for (const T tiny : {T(0), static_cast<T>(unit * T(0x1p-40))}) {
    BasicScene<T> scene;
    std::vector<ShapeId> parts;
    const auto add = [&](T y, T width, T height) {
      parts.push_back(scene.add_polygon(std::array<BasicVec2<T>, 3>{{{0, y}, {2 * width, y}, {0, y + height}}}));
    };
    add(1, 1, 1);
    add(4, unit / 2, 1);
    if (tiny > 0) add(8, tiny, 1);
    const ShapeId compound = scene.add_compound(parts);
    std::vector<T> areas(scene.shape_count());
    shape_areas(scene, areas);
    EXPECT_EQ(areas[compound], tiny > 0 ? 1 + unit : T(1)) << tiny;
  }
}

TEST(ShapeAreas, beside_ties_are_the_nearest_numbers) {
  expect_areas_beside_ties(0x1p-23f);
  expect_areas_beside_ties(0x1p-52);
}

}  // namespace
}  // namespace satchel::test
