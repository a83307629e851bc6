// Areas of intersections of polygons, against rational numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <satchel/satchel.hpp>
#include <vector>

#include "../support/area_families.hpp"
#include "../support/area_oracle.hpp"
#include "../support/generators.hpp"
#include "../support/isa_param.hpp"
#include "../support/scale.hpp"

namespace satchel::test {
namespace {

/// The error that the library promises for polygons, in u D' d.
constexpr double promised = 4;

template <class T>
void expect_right_areas(const BasicWorld<T>& world, const char* name) {
  const std::size_t count = world.pairs.size();
  std::vector<BasicOverlap<T>> found(count);
  std::vector<T> areas(count), some_ious(count);
  std::vector<Verdict> verdicts(count);
  overlap_measures(world.scene, world.pairs, found);
  overlap_areas(world.scene, world.pairs, areas);
  ious(world.scene, world.pairs, some_ious);
  classify(world.scene, world.pairs, verdicts);
  for (std::size_t i = 0; i < count; ++i) {
    SCOPED_TRACE(testing::Message() << name << ", pair " << i);
    const Pair pair = world.pairs[i];
    const RationalBody a = rational_body(world.scene, pair.a), b = rational_body(world.scene, pair.b);
    const Rational area = overlap_area(a, b), area_a = area_of(a.core), area_b = area_of(b.core);
    const AreaScale scale = area_scale(world.scene, pair);
    const double wanted = static_cast<double>(area), got = static_cast<double>(found[i].area);
    const double bound = area_bound<T>(scale, promised);
    EXPECT_NEAR(got, wanted, bound) << std::fabs(got - wanted) / (unit_roundoff<T> * scale.extent * scale.smaller);
    EXPECT_GE(got, 0);
    EXPECT_EQ(found[i].area, areas[i]);
    EXPECT_EQ(found[i].iou, some_ious[i]);
    if (verdicts[i] != Verdict::overlapping) {
      EXPECT_EQ(found[i], (BasicOverlap<T>{0, 0, 0}));
    }
    const Rational both = area_a + area_b - area;
    EXPECT_GE(found[i].iou, 0);
    EXPECT_LE(found[i].iou, 1);
    if (both > 0 && bound < static_cast<double>(both)) {
      EXPECT_NEAR(static_cast<double>(found[i].iou), static_cast<double>(Rational(area / both)),
                  2 * bound / static_cast<double>(both) + 4 * unit_roundoff<T>);
    }
    if (area_a > 0 && bound < static_cast<double>(area_a)) {
      EXPECT_NEAR(static_cast<double>(found[i].fraction), static_cast<double>(Rational(area / area_a)),
                  2 * bound / static_cast<double>(area_a) + 4 * unit_roundoff<T>);
    }
  }
}

class OverlapAreasOnIsa : public OnEveryIsa {
 protected:
  template <class T>
  static void try_families(std::span<const BasicFamily<T>> all, std::size_t couples) {
    for (const BasicFamily<T>& family : all) {
      Random random(own_seed(7));
      expect_right_areas(world_of(family, std::max<std::size_t>(scaled(sampled(couples)), 5), random), family.name);
      if (HasFailure()) return;
    }
  }
};

TEST_P(OverlapAreasOnIsa, are_within_the_bound_where_others_are_wrong) {
  try_families<float>(area_families<float>(), 300);
  try_families<double>(area_families<double>(), 300);
}
TEST_P(OverlapAreasOnIsa, are_within_the_bound_for_hard_pairs_of_floats) { try_families<float>(families<float>(), 60); }
TEST_P(OverlapAreasOnIsa, are_within_the_bound_for_hard_pairs_of_doubles) {
  try_families<double>(families<double>(), 60);
}

TEST_P(OverlapAreasOnIsa, of_a_held_body_are_its_own_area_to_the_bit) {
  Random random(own_seed(3));
  Scened scene;
  std::vector<Pair> pairs;
  for (int k = 0; k < 200; ++k) {
    const int vertices = random.integer(3, 40);
    const BodyId large = scene.add_body(scene.add_polygon(regular_polygon<double>(random.integer(8, 24), 4)));
    const BodyId small = scene.add_body(scene.add_polygon(round_polygon<double>(random, vertices, 1)),
                                        Pose::at(random.uniform(-2, 2), random.uniform(-2, 2), 0));
    pairs.push_back(k % 2 == 0 ? Pair{large, small} : Pair{small, large});
  }
  std::vector<double> areas(pairs.size()), shapes(scene.shape_count());
  overlap_areas(scene, pairs, areas);
  shape_areas(scene, shapes);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const BodyId small = std::max(pairs[i].a, pairs[i].b);
    EXPECT_EQ(areas[i], shapes[scene.shape(small)]) << i;
  }
}

/// Edges in line, and corners on edges: held, but by nothing to spare.
TEST_P(OverlapAreasOnIsa, of_a_body_held_at_the_rim_are_its_own_area_to_the_bit) {
  Random random(own_seed(6));
  Scene scene;
  std::vector<Pair> pairs;
  std::vector<float> wanted;
  for (int k = 0; k < 300; ++k) {
    const int width = random.integer(2, 16), height = random.integer(2, 16);
    const int w = random.integer(1, width), h = random.integer(1, height);
    const BodyId large = scene.add_body(scene.add_box(static_cast<float>(width), static_cast<float>(height)));
    const int side = random.pick({-1, 1});
    const BodyId small = scene.add_body(scene.add_box(static_cast<float>(w), static_cast<float>(h)),
                                        Pose::at(side * (width - w), random.integer(h - height, height - h), 0));
    pairs.push_back(k % 2 == 0 ? Pair{large, small} : Pair{small, large});
    wanted.push_back(static_cast<float>(4 * w * h));
  }
  std::vector<float> areas(pairs.size());
  overlap_areas(scene, pairs, areas);
  EXPECT_EQ(areas, wanted);
}

TEST_P(OverlapAreasOnIsa, of_equal_bodies_are_their_area_and_the_iou_is_1) {
  Random random(own_seed(4));
  const BasicFamily<float> family{"identical", identical<float>};
  const World world = world_of(family, 300, random);
  std::vector<Overlap> found(world.pairs.size());
  overlap_measures(world.scene, world.pairs, found);
  for (const Overlap& overlap : found) {
    EXPECT_EQ(overlap.iou, 1.0f);
    EXPECT_EQ(overlap.fraction, 1.0f);
    EXPECT_GT(overlap.area, 0.0f);
  }
}

TEST_P(OverlapAreasOnIsa, are_the_same_bits_for_a_pair_and_its_reverse) {
  Random random(own_seed(5));
  const World world = crowd(random, 300, 2000, 3, 20);
  std::vector<Pair> reversed;
  for (const Pair& pair : world.pairs) reversed.push_back({pair.b, pair.a});
  std::vector<float> areas(world.pairs.size()), others(areas.size());
  overlap_areas(world.scene, world.pairs, areas);
  overlap_areas(world.scene, reversed, others);
  EXPECT_EQ(areas, others);
}

// Cases that were reported of other libraries: detectron2 #2154 (0.37 for boxes that are apart), OpenCV #22812.
TEST_P(OverlapAreasOnIsa, are_right_where_other_libraries_were_reported_wrong) {
  const auto overlap_of = [](const std::array<double, 5>& p, const std::array<double, 5>& q) {
    Scened scene;
    const auto add_box = [&](const std::array<double, 5>& b) {
      return scene.add_body(scene.add_box(b[2] / 2, b[3] / 2), Pose::at(b[0], b[1], b[4] * std::numbers::pi / 180));
    };
    const std::vector<Pair> pairs{{add_box(p), add_box(q)}};
    std::vector<Overlapd> found(1);
    overlap_measures(scene, pairs, found);
    return found[0];
  };
  EXPECT_EQ(overlap_of({296.6620178222656, 458.73883056640625, 23.515729904174805, 47.677001953125, 0.08795166015625},
                       {296.66201, 458.73882000000003, 23.51573, 47.67702, 0.087951})
                    .iou > 0.999,
            true);
  EXPECT_EQ(overlap_of({160, 153, 230, 23, -37}, {160, 153, 230, 23, -37}).iou, 1.0);
  EXPECT_EQ(overlap_of({0, 0, 4, 2, 30}, {9, 0, 4, 2, 75}).area, 0.0);
  EXPECT_NEAR(overlap_of({0, 0, 8, 4, 0}, {2, 0, 4, 2, 0}).iou, 0.25, 1e-15);  // inside, an edge in line
}

SATCHEL_ON_EVERY_ISA(OverlapAreasOnIsa);

TEST(OverlapAreas, of_compounds_whose_parts_overlap_are_refused) {
  Scene scene;
  const ShapeId box = scene.add_box(1, 1);
  const ShapeId cross = scene.add_compound(std::array{scene.add_box(3, 1), scene.add_box(1, 3)});
  const BodyId a = scene.add_body(box), b = scene.add_body(cross);
  const std::vector<Pair> pairs{{a, a}, {a, b}};
  std::vector<float> areas(2, -1.0f);
  const Status status = try_overlap_areas(scene, pairs, areas);
  EXPECT_EQ(status.code, ErrorCode::overlapping_parts);
  EXPECT_EQ(status.index, 1u);
  EXPECT_EQ(message(status).substr(0, 21), "pair 1 names body 1: ");
  EXPECT_EQ(areas, (std::vector<float>{-1.0f, -1.0f}));
  std::vector<float> shapes(scene.shape_count());
  EXPECT_EQ(try_shape_areas(scene, shapes).code, ErrorCode::overlapping_parts);
}

}  // namespace
}  // namespace satchel::test
