// Verdicts alone: exact where discs around the origins nearly decide, tips and flats facing each other; the same as
// those of `collide` wherever in a list discs begin or cease to decide.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <satchel/satchel.hpp>

#include "support/all_shapes.hpp"
#include "support/generators.hpp"
#include "support/isa_param.hpp"
#include "support/oracle.hpp"
#include "support/placed_polygon.hpp"
#include "support/queries.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

/// Two polygons that show each other a vertex or an edge, along a line through both origins; the distance is that at
/// which they touch, but for a part of it.
template <class T>
void add_couple(BasicScene<T>& scene, Random& random, int vertices_a, int vertices_b, double part) {
  const double line = random.uniform(0, 6), half_turn = std::numbers::pi;
  double distance = 0;
  const auto facing = [&](int vertices, double direction) {
    const bool tip = random.chance(0.5);
    const double radius = random.uniform(0.5, 2);
    distance += tip ? radius : radius * std::cos(half_turn / vertices);
    return std::pair{scene.add_polygon(regular_polygon<T>(vertices, radius)),
                     direction + (tip ? 0 : half_turn / vertices)};
  };
  const auto [shape_a, angle_a] = facing(vertices_a, line);
  const auto [shape_b, angle_b] = facing(vertices_b, line + half_turn);
  distance *= 1 + part;
  const double x = random.uniform(-50, 50), y = random.uniform(-50, 50);
  scene.add_body(shape_a, Pose::at(x, y, angle_a));
  scene.add_body(shape_b, Pose::at(x + distance * std::cos(line), y + distance * std::sin(line), angle_b));
}

template <class T>
void expect_exact(const BasicScene<T>& scene, const std::vector<Pair>& pairs, std::size_t (&counts)[3]) {
  const std::vector<Verdict> verdicts = classified(scene, pairs);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Verdict expected = judge(placed(scene, pairs[i].a), placed(scene, pairs[i].b)).verdict;
    ASSERT_EQ(verdicts[i], expected) << "pair " << i << ": " << name(verdicts[i]) << " instead of " << name(expected);
    ++counts[static_cast<int>(expected)];
  }
}

template <class T>
void compare_near_discs(std::uint64_t seed) {
  Random random(seed);
  std::size_t counts[3] = {};
  for (const int vertices_a : {3, 4, 5, 8, 16}) {
    for (const int vertices_b : {3, 6, 8, 13}) {
      BasicScene<T> scene;
      std::vector<Pair> pairs;
      for (BodyId i = 0; i < scaled(150); ++i) {
        const double size = std::pow(10, -random.integer(1, sizeof(T) == 4 ? 8 : 16));
        add_couple(scene, random, vertices_a, vertices_b, random.chance(0.5) ? size : -size);
        pairs.push_back(random.chance(0.5) ? Pair{2 * i, 2 * i + 1} : Pair{2 * i + 1, 2 * i});
      }
      expect_exact(scene, pairs, counts);
    }
  }
  EXPECT_GT(counts[0], scaled(500));
  EXPECT_GT(counts[2], scaled(500));
}

/// Polygons around their origins, beside them, and with the origin on the boundary or on a vertex.
template <class T>
void compare_beside_origins(std::uint64_t seed) {
  Random random(seed);
  std::size_t counts[3] = {};
  BasicScene<T> scene;
  std::vector<Pair> pairs;
  for (BodyId i = 0; i < 300; ++i) {
    const double away = random.pick({0.0, 0.3, 1.0, 1.5});
    const double direction = random.uniform(0, 6);
    const Point2 center{away * std::cos(direction), away * std::sin(direction)};
    const ShapeId shape = scene.add_polygon(regular_polygon<T>(random.integer(3, 8), 1, direction, center));
    const double x = random.uniform(0, 20), y = random.uniform(0, 20);
    scene.add_body(shape, Pose::at(x, y, random.uniform(0, 6)));
  }
  for (std::size_t i = 0; i < scaled(4000); ++i) {
    const BodyId a = static_cast<BodyId>(random.below(300));
    pairs.push_back({a, static_cast<BodyId>(random.below(300))});
    if (pairs.back().a == pairs.back().b) pairs.pop_back();
  }
  expect_exact(scene, pairs, counts);
  EXPECT_GT(counts[2], scaled(40));
}

class ClassifyOnIsa : public OnEveryIsa {};

TEST_P(ClassifyOnIsa, is_exact_where_discs_nearly_decide) {
  compare_near_discs<float>(500);
  compare_near_discs<double>(501);
}

TEST_P(ClassifyOnIsa, is_exact_wherever_the_origins_lie) {
  compare_beside_origins<float>(510);
  compare_beside_origins<double>(511);
}

/// Runs of pairs that discs decide and of pairs that they do not, of lengths around those in which lists are gone
/// through; all of one class, so that one kernel gets the whole list, and of several.
TEST_P(ClassifyOnIsa, agrees_with_collide_wherever_discs_cease_to_decide) {
  Random random(520);
  for (const int other_vertices : {8, 4}) {
    Scene scene;
    for (int i = 0; i < 100; ++i) add_couple(scene, random, 8, other_vertices, -1e-7);  // open
    for (int i = 0; i < 100; ++i) add_couple(scene, random, 8, other_vertices, 4);      // far apart
    for (int i = 0; i < 100; ++i) add_couple(scene, random, 8, other_vertices, -0.7);   // deep
    for (const std::size_t first_run : {1u, 63u, 64u, 65u, 127u, 128u, 129u, 300u, 511u, 512u, 513u, 1024u}) {
      for (const bool open_first : {false, true}) {
        std::vector<Pair> pairs;
        bool open = open_first;
        for (std::size_t run = first_run; pairs.size() < 2000; run = 1 + random.below(400), open = !open) {
          for (std::size_t i = 0; i < run; ++i) {
            const auto couple = static_cast<BodyId>(random.below(open ? 100 : 200) + (open ? 0 : 100));
            pairs.push_back({2 * couple, 2 * couple + 1});
          }
        }
        const std::vector<Contact> contacts = collided(scene, pairs);
        const std::vector<Verdict> verdicts = classified(scene, pairs);
        for (std::size_t i = 0; i < pairs.size(); ++i) {
          ASSERT_EQ(verdicts[i], verdict(contacts[i])) << "pair " << i << " after a run of " << first_run;
        }
      }
    }
  }
}

/// Every kind of body, compounds too, on squares so small that discs are soon given up, and so large that they decide
/// nearly all.
template <class T>
void compare_in_crowds(std::uint64_t seed) {
  Random random(seed);
  for (const double side : {3.0, 8.0, 40.0}) {
    BasicScene<T> scene;
    std::vector<ShapeId> shapes;
    for (int i = 0; i < 60; ++i) shapes.push_back(add_any_shape(scene, random, random.uniform(0.3, 1.5)));
    for (int i = 0; i < 6; ++i) {
      const ShapeId parts[] = {scene.add_box(T(0.25), T(1)),
                               scene.add_polygon(regular_polygon<T>(5 + i, 0.5, 0, {1, 0}))};
      shapes.push_back(scene.add_compound(parts));
    }
    for (int i = 0; i < 300; ++i) {
      scene.add_body(shapes[random.below(shapes.size())],
                     Pose::at(random.uniform(0, side), random.uniform(0, side), random.uniform(-4, 4)));
    }
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i < scaled(6000); ++i) {
      const Pair pair = {static_cast<BodyId>(random.below(300)), static_cast<BodyId>(random.below(300))};
      if (pair.a != pair.b) pairs.push_back(pair);
    }
    const std::vector<BasicContact<T>> contacts = collided(scene, pairs);
    const std::vector<Verdict> verdicts = classified(scene, pairs);
    std::size_t overlapping = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      ASSERT_EQ(verdicts[i], verdict(contacts[i])) << "pair " << i << " on a square of side " << side;
      overlapping += verdicts[i] == Verdict::overlapping ? 1 : 0;
    }
    EXPECT_GT(overlapping, scaled(10));
    EXPECT_LT(overlapping, pairs.size() * 2 / 3);
  }
}

TEST_P(ClassifyOnIsa, agrees_with_collide_in_crowds_of_all_shapes) {
  compare_in_crowds<float>(530);
  compare_in_crowds<double>(531);
}

SATCHEL_ON_EVERY_ISA(ClassifyOnIsa);

}  // namespace
}  // namespace satchel::test
