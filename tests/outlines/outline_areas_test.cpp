// Areas of outlines against rational numbers, and of those that hold each other.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <satchel/satchel.hpp>
#include <vector>

#include "support/area_oracle.hpp"
#include "support/isa_param.hpp"
#include "support/outlines.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

using OutlineAreasOnIsa = OnEveryIsa;

/// A ring around the origin whose vertices lie at many distances.
template <class T>
std::vector<BasicVec2<T>> star(Random& random, int count) {
  std::vector<BasicVec2<T>> ring;
  for (int i = 0; i < count; ++i) {
    const double angle = 6.283185307179586 * i / count, radius = random.uniform(0.2, 1);
    ring.push_back({static_cast<T>(radius * std::cos(angle)), static_cast<T>(radius * std::sin(angle))});
  }
  return ring;
}

template <class T>
void check(std::uint64_t seed) {
  Random random(seed);
  BasicScene<T> scene;
  std::vector<Rational> wanted;
  for (std::size_t k = 0; k < sampled(40); ++k) {
    const std::vector<BasicVec2<T>> ring = star<T>(random, random.integer(5, 300));
    ShapeId shape = 0;
    if (!scene.try_add_outline(ring, {}, shape).ok()) continue;
    wanted.push_back(exact_area(ring));
    scene.add_body(shape, {0.25, -0.5, {}});
    std::vector<BasicVec2<T>> inner = ring;  // half as large: it lies inside
    for (BasicVec2<T>& v : inner) v = {v.x / 2, v.y / 2};
    const ShapeId half = scene.add_outline(inner);
    scene.add_body(half, {0.25, -0.5, {}});
    wanted.push_back(exact_area(inner));
  }
  std::vector<T> areas(scene.shape_count());
  shape_areas(scene, areas);
  std::vector<Pair> pairs;
  for (BodyId body = 0; body + 1 < scene.body_slots(); body += 2) {
    pairs.push_back({body, body});
    pairs.push_back({body, body + 1});
    pairs.push_back({body + 1, body});
  }
  std::vector<BasicOverlap<T>> overlaps(pairs.size());
  overlap_measures(scene, pairs, overlaps);
  for (std::size_t k = 0; k < areas.size(); ++k) ASSERT_EQ(areas[k], static_cast<T>(wanted[k])) << k;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Pair pair = pairs[i];
    ASSERT_EQ(overlaps[i].area, areas[std::max(pair.a, pair.b)]) << i;  // of the inner one
    ASSERT_TRUE(pair.a != pair.b || overlaps[i].iou == 1) << i;
    ASSERT_TRUE(pair.a < pair.b || overlaps[i].fraction == 1) << i;
  }
  EXPECT_GE(pairs.size(), 3 * sampled(40) * 9 / 10);
}

TEST_P(OutlineAreasOnIsa, of_held_ones_are_those_of_the_shapes_rounded_once) {
  check<float>(own_seed(1));
  check<double>(own_seed(2));
}
SATCHEL_ON_EVERY_ISA(OutlineAreasOnIsa);

/// Three vertices on each side of a line, some units in the last place off it.
TEST(OutlineAreas, of_slivers_are_not_negative) {
  Random random(7);
  std::size_t slivers = 0;
  for (std::size_t round = 0; round < 40000; ++round) {
    const auto off = [&](double x) { return x + 0x1p-53 * random.integer(-3, 3); };
    const double x = random.uniform(0.5, 0.99), y = random.uniform(0.3, 0.49), s = random.uniform(0.002, 0.2);
    const double t = random.uniform(0.3, 0.9) * s;
    const std::vector<Vec2d> ring = {{0, 0},
                                     {off(x), off(y)},
                                     {off(x * (1 + t)), off(y * (1 + t))},
                                     {off(x * (1 + s)), off(y * (1 + s))},
                                     {off(x * (1 + t)), off(y * (1 + t))},
                                     {off(x), off(y)}};
    Scened scene;
    ShapeId shape = 0;
    if (!scene.try_add_outline(ring, {}, shape).ok()) continue;
    ++slivers;
    scene.add_body(shape);
    scene.add_body(scene.add_box(4, 4));
    std::vector<double> areas(2), overlap(1), iou(1);
    shape_areas(scene, areas);
    overlap_areas(scene, std::array{Pair{0, 1}}, overlap);
    ious(scene, std::array{Pair{0, 1}}, iou);
    ASSERT_EQ(areas[0], static_cast<double>(abs(exact_area(ring))));
    ASSERT_EQ(overlap[0], areas[0]);
    ASSERT_GE(iou[0], 0);
  }
  EXPECT_GT(slivers, 300u);
}

/// A small square with a spike of a unit in the last place of width, whose far tip is the first vertex.
TEST(OutlineAreas, of_squares_with_a_long_spike_are_precise_in_ious) {
  Random random(11);
  for (const int e : {8, 16, 24, 30, 40}) {
    const double d = std::ldexp(1, -e);
    for (int k = 0; k < 20; ++k) {
      const double left = d * random.uniform(0.3, 0.7), right = std::nextafter(left, 1);
      const double y = random.uniform(0.5, 1), x = random.uniform(0.5, 1);
      const std::vector<Vec2d> spiked{{x, y}, {left, d}, {0, d}, {0, 0}, {d, 0}, {d, d}, {right, d}};
      const std::vector<Vec2d> square{{d / 8, 0}, {d * 1.125, 0}, {d * 1.125, d}, {d / 8, d}};
      Scened scene;
      ShapeId shape = 0;
      if (!scene.try_add_outline(spiked, {}, shape).ok()) continue;
      scene.add_body(shape);
      scene.add_body(scene.add_outline(square));
      Overlapd overlap;
      overlap_measures(scene, std::array{Pair{0, 1}}, std::span(&overlap, 1));
      const Rational of_spiked = exact_area(spiked), of_square = exact_area(square);
      const double common = d * d * 7 / 8, whole = static_cast<double>(of_spiked + of_square) - common;
      // E = 32 k u D' d, of k = 16 pairs of edges
      const double error = 2 * 32 * 16 * 0x1p-53 * d / whole + 4 * 0x1p-53;
      EXPECT_NEAR(overlap.iou, common / whole, error) << e;
      EXPECT_NEAR(overlap.fraction, common / static_cast<double>(of_spiked), error) << e;
      const std::array scores{2.0, 1.0};
      EXPECT_EQ(nms(scene, scores, 0.5).size(), common / whole > 0.5 ? 1u : 2u) << e;
    }
  }
}

/// Areas of bodies are kept from pair to pair: those of another body with the same remainder, or of another scene, are others.
template <class T>
void measure_together_and_alone() {
  Random random(12);
  BasicScene<T> scenes[2];
  const std::uint32_t bodies = 300;
  for (BasicScene<T>& scene : scenes) {
    for (std::uint32_t i = 0; i < bodies; ++i) {
      const T w =
          static_cast<T>(random.chance(0.5) ? random.uniform(0.01, 0.1) : random.uniform(1, 2));  // thin, or not
      scene.add_body(scene.add_outline({{0, 0}, {w, 0}, {4, 4 - w}, {4, 4}, {4 - w, 4}, {0, w}}),
                     Pose{random.uniform(-1, 1), random.uniform(-1, 1), {}});
    }
  }
  std::vector<Pair> pairs;
  for (std::uint32_t i = 0; i < bodies; ++i) {
    for (const std::uint32_t by : {0u, 128u, 1u, 256u}) pairs.push_back({i, (i + by + (by == 0 ? 0 : i % 2)) % bodies});
  }
  std::vector<BasicOverlap<T>> within(pairs.size()), between(pairs.size());
  overlap_measures(scenes[0], pairs, within, {.max_threads = 1});
  overlap_measures(scenes[0], scenes[1], pairs, between, {.max_threads = 1});
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    BasicOverlap<T> alone;
    overlap_measures(scenes[0], {&pairs[i], 1}, {&alone, 1});
    ASSERT_EQ(std::memcmp(&within[i], &alone, sizeof alone), 0) << i;
    overlap_measures(scenes[0], scenes[1], {&pairs[i], 1}, {&alone, 1});
    ASSERT_EQ(std::memcmp(&between[i], &alone, sizeof alone), 0) << i;
  }
}
TEST(OutlineAreas, of_pairs_in_one_call_are_those_of_each_alone) {
  measure_together_and_alone<float>();
  measure_together_and_alone<double>();
}

}  // namespace
}  // namespace satchel::test
