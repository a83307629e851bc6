// Manifolds of all parts that meet.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <satchel/satchel.hpp>
#include <vector>

#include "support/floors.hpp"
#include "support/isa_param.hpp"
#include "support/random.hpp"

namespace satchel::test {
namespace {

using PartManifoldsOnIsa = OnEveryIsa;

template <class T>
double least_and_largest(const BasicScene<T>& scene, const std::vector<Pair>& pairs,
                         const std::vector<BasicPartManifold<T>>& found, double& largest) {
  double least = 1e9;
  largest = -1e9;
  for (const BasicPartManifold<T>& its : found) {
    EXPECT_EQ(its.manifold.normal_x, T(0)) << its.parts.a << ' ' << its.parts.b;
    for (std::uint32_t k = 0; k < its.manifold.count; ++k) {
      const double x = scene.pose(pairs[its.pair].a).x + static_cast<double>(its.manifold.points[k].x);
      least = std::min(least, x);
      largest = std::max(largest, x);
    }
  }
  return least;
}

template <class T>
void test_support_at_both_ends() {
  BasicScene<T> scene;
  std::vector<BasicVec2<T>> points;
  std::vector<ShapeId> tiles;
  std::vector<std::uint8_t> inner;
  for (int i = 0; i <= 10; ++i) points.push_back({T(10 - i), 0});
  for (int i = 0; i < 10; ++i) {
    tiles.push_back(
        scene.add_polygon(std::array<BasicVec2<T>, 4>{{{T(i), -1}, {T(i + 1), -1}, {T(i + 1), 0}, {T(i), 0}}}));
    inner.insert(inner.end(), {0, std::uint8_t(i < 9), 0, std::uint8_t(i > 0)});
  }
  const BodyId chain = scene.add_body(scene.add_chain(points));
  const BodyId floor = scene.add_body(scene.add_compound(tiles, inner), {0, -100});
  const BodyId box = scene.add_body(scene.add_box(1, 1));
  for (const auto& [ground, top] : {std::pair(chain, 0.0), std::pair(floor, -100.0)}) {
    for (const double depth : {0.0, 0.25}) {
      for (double x = 1.0625; x < 9; x += 0.25) {
        scene.set_pose(box, {x, top + 1 - depth});
        for (const std::vector<Pair>& pairs : {std::vector{Pair{box, ground}}, std::vector{Pair{ground, box}}}) {
          std::vector<BasicPartManifold<T>> found;
          part_manifolds(scene, pairs, found, {.margin = T(0.125)});
          double largest = 0;
          const double least = least_and_largest(scene, pairs, found, largest);
          EXPECT_NEAR(least, x - 1, 1e-6);
          EXPECT_NEAR(largest, x + 1, 1e-6);
        }
      }
    }
  }
}
TEST_P(PartManifoldsOnIsa, box_over_seams_is_supported_at_both_ends) {
  test_support_at_both_ends<float>();
  test_support_at_both_ends<double>();
}

/// Random compounds, and the same parts as bodies.
template <class T>
void test_against_parts_as_bodies(std::uint64_t seed) {
  Random random(seed);
  BasicScene<T> scene, of_parts;
  std::vector<std::vector<ShapeId>> shapes;
  std::vector<ShapeId> compounds;
  const auto add_both = [&](auto add) {
    const ShapeId id = add(scene);
    EXPECT_EQ(add(of_parts), id - compounds.size());
    return id;
  };
  std::vector<std::vector<ShapeId>> part_ids;
  for (int i = 0; i < 12; ++i) {
    std::vector<ShapeId> parts, plain;
    for (int k = random.integer(1, 4); k > 0; --k) {
      const T x = static_cast<T>(random.uniform(-1, 1)), y = static_cast<T>(random.uniform(-1, 1));
      const T w = static_cast<T>(random.uniform(0.25, 1)), h = static_cast<T>(random.uniform(0.25, 1));
      const int kind = random.integer(0, 2);
      parts.push_back(add_both([&](BasicScene<T>& to) {
        if (kind == 0) return to.add_circle({x, y}, w);
        if (kind == 1) return to.add_capsule({x, y}, {x + w, y + h}, T(0.125));
        return to.add_polygon(std::array<BasicVec2<T>, 4>{{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h / 2}}});
      }));
      plain.push_back(static_cast<ShapeId>(parts.back() - compounds.size()));
    }
    part_ids.push_back(plain);
    compounds.push_back(i % 4 == 0 ? parts[0] : scene.add_compound(parts));
    if (i % 4 == 0) {
      part_ids.back().resize(1);
      compounds.pop_back();
      shapes.push_back({parts[0]});
    } else {
      shapes.push_back({compounds.back()});
    }
  }
  std::vector<Pair> pairs;
  std::vector<std::vector<BodyId>> bodies_of;
  for (std::size_t i = 0; i < 60; ++i) {
    const std::size_t which = random.below(shapes.size());
    const Pose pose = Pose::at(random.uniform(-4, 4), random.uniform(-4, 4), random.uniform(0, 6));
    scene.add_body(shapes[which][0], pose);
    bodies_of.emplace_back();
    for (const ShapeId part : part_ids[which]) bodies_of.back().push_back(of_parts.add_body(part, pose));
    for (std::uint32_t k = 0; k < i; ++k)
      pairs.push_back({static_cast<BodyId>(i % 2 == 0 ? i : k), static_cast<BodyId>(i % 2 == 0 ? k : i)});
  }
  std::vector<BasicPartManifold<T>> found, expected;
  part_manifolds(scene, pairs, found, {.margin = T(0.25)});
  for (std::uint32_t p = 0; p < pairs.size(); ++p) {
    for (std::uint32_t i = 0; i < bodies_of[pairs[p].a].size(); ++i) {
      for (std::uint32_t j = 0; j < bodies_of[pairs[p].b].size(); ++j) {
        std::array<BasicManifold<T>, 1> its;
        manifolds(of_parts, std::array{Pair{bodies_of[pairs[p].a][i], bodies_of[pairs[p].b][j]}}, its,
                  {.margin = T(0.25)});
        if (its[0].count != 0) expected.push_back({p, {i, j}, its[0]});
      }
    }
  }
  EXPECT_GT(expected.size(), 300u);
  EXPECT_EQ(found, expected);
  std::vector<BasicPartManifold<T>> threads;
  part_manifolds(scene, pairs, threads, {.margin = T(0.25), .run = {.max_threads = 1}});
  EXPECT_EQ(threads, found);
}
TEST_P(PartManifoldsOnIsa, equal_those_of_the_parts_as_bodies) {
  test_against_parts_as_bodies<float>(own_seed(1));
  test_against_parts_as_bodies<double>(own_seed(2));
}

TEST(PartManifolds, room_and_margin) {
  Scene scene;
  const ShapeId box = scene.add_box(1, 1);
  scene.add_body(box);
  scene.add_body(box, {1, 0});
  const std::array pairs{Pair{0, 1}, Pair{1, 0}};
  std::array<PartManifold, 1> room;
  std::size_t count = 0;
  const Status status = try_part_manifolds(scene, pairs, {room, count});
  EXPECT_EQ(status.code, ErrorCode::no_room);
  EXPECT_EQ(count, 2u);
  std::vector<PartManifold> found;
  EXPECT_EQ(try_part_manifolds(scene, pairs, found, {.margin = -1}).code, ErrorCode::bad_margin);
  Scene other = scene;
  part_manifolds(scene, other, pairs, found);
  EXPECT_EQ(found.size(), 2u);
}

SATCHEL_ON_EVERY_ISA(PartManifoldsOnIsa);

}  // namespace
}  // namespace satchel::test
