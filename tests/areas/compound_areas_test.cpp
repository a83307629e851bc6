// Areas of intersections of compounds: sums over their parts.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <satchel/outline.hpp>
#include <satchel/satchel.hpp>
#include <vector>

#include "../support/area_oracle.hpp"
#include "../support/isa_param.hpp"
#include "../support/random.hpp"
#include "../support/scale.hpp"

namespace satchel::test {
namespace {

/// A ring of boxes around a hole: an outer side of 2 and a wall of 1/4.
template <class T>
ShapeId add_frame(BasicScene<T>& scene) {
  const auto part = [&](double x, double y, double width, double height) {
    const auto at = [&](double px, double py) { return BasicVec2<T>{static_cast<T>(px), static_cast<T>(py)}; };
    return scene.add_polygon(std::array{at(x, y), at(x + width, y), at(x + width, y + height), at(x, y + height)});
  };
  return scene.add_compound(
      std::array{part(-1, -1, 2, .25), part(-1, .75, 2, .25), part(-1, -.75, .25, 1.5), part(.75, -.75, .25, 1.5)});
}

/// The placed parts of a body.
template <class T>
std::vector<RationalBody> parts_of(const BasicScene<T>& scene, BodyId body) {
  const ShapeId shape = scene.shape(body);
  std::vector<ShapeId> parts(scene.part_count(shape));
  scene.parts(shape, parts);
  std::vector<BasicVec2<T>> offsets(scene.vertex_count(shape));
  scene.placed_offsets(body, offsets);
  const Pose pose = scene.pose(body);
  std::vector<RationalBody> bodies;
  std::size_t at = 0;
  for (const ShapeId part : parts) {
    const auto begin = offsets.begin() + static_cast<std::ptrdiff_t>(at);
    at += scene.vertex_count(part);
    const BasicPlacedPolygon<T> polygon =
        placed<T>(pose.x, pose.y, std::vector<BasicVec2<T>>(begin, offsets.begin() + static_cast<std::ptrdiff_t>(at)));
    RationalBody placed_part;
    for (const std::uint32_t i : polygon.hull) {
      placed_part.core.push_back({Rational(pose.x) + Rational(static_cast<double>(polygon.offsets[i].x)),
                                  Rational(pose.y) + Rational(static_cast<double>(polygon.offsets[i].y))});
    }
    bodies.push_back(placed_part);
  }
  return bodies;
}

template <class T>
void expect_sums_over_parts(std::uint64_t seed, std::size_t count) {
  Random random(seed);
  BasicScene<T> scene;
  const ShapeId frame = add_frame(scene), box = scene.add_box(T(0.5), T(0.25));
  std::vector<Pair> pairs;
  for (std::size_t k = 0; k < count; ++k) {
    const double turn = k % 3 == 0 ? 0 : 1;
    const BodyId a = scene.add_body(frame, Pose::at(0, 0, turn * random.uniform(0, 7)));
    const BodyId b = scene.add_body(
        k % 2 == 0 ? frame : box,
        Pose::at(random.integer(-4, 4) / 4.0, random.integer(-4, 4) / 4.0 + turn * 0.01, turn * random.uniform(0, 7)));
    pairs.push_back(k % 5 == 0 ? Pair{b, a} : Pair{a, b});
  }
  std::vector<T> areas(count);
  std::vector<Verdict> verdicts(count);
  overlap_areas(scene, pairs, areas);
  classify(scene, pairs, verdicts);
  for (std::size_t i = 0; i < count; ++i) {
    Rational sum = 0;
    int overlapping = 0;
    for (const RationalBody& p : parts_of(scene, pairs[i].a)) {
      for (const RationalBody& q : parts_of(scene, pairs[i].b)) {
        const Rational area = overlap_area(p, q);
        sum += area;
        overlapping += area > 0 ? 1 : 0;
      }
    }
    const AreaScale scale = area_scale(scene, pairs[i]);
    EXPECT_NEAR(static_cast<double>(areas[i]), static_cast<double>(sum), overlapping * area_bound<T>(scale, 4)) << i;
    if (verdicts[i] != Verdict::overlapping) {
      EXPECT_EQ(areas[i], T(0)) << i;
    }
  }
}

class CompoundAreasOnIsa : public OnEveryIsa {};
TEST_P(CompoundAreasOnIsa, are_sums_over_parts) {
  expect_sums_over_parts<float>(own_seed(21), sampled(150));
  expect_sums_over_parts<double>(own_seed(22), sampled(150));
}
SATCHEL_ON_EVERY_ISA(CompoundAreasOnIsa);

TEST(CompoundAreas, of_a_compound_with_itself_are_its_area) {
  Scene scene;
  const ShapeId frame = add_frame(scene);
  const BodyId a = scene.add_body(frame, Pose::at(1, 2, 0)), b = scene.add_body(frame, Pose::at(1, 2, 0));
  const std::vector<Pair> pairs{{a, b}};
  std::vector<Overlap> found(1);
  std::vector<float> shapes(scene.shape_count());
  overlap_measures(scene, pairs, found);
  shape_areas(scene, shapes);
  EXPECT_EQ(found[0].area, 1.75f);
  EXPECT_EQ(found[0].iou, 1.0f);
  EXPECT_EQ(shapes[frame], 1.75f);
}

TEST(CompoundAreas, in_a_hole_are_0) {
  Scene scene;
  const BodyId frame = scene.add_body(add_frame(scene)), inside = scene.add_body(scene.add_box(0.5f, 0.5f));
  std::vector<float> areas(1, 1.0f);
  overlap_areas(scene, std::vector<Pair>{{frame, inside}}, areas);
  EXPECT_EQ(areas[0], 0.0f);
}

}  // namespace
}  // namespace satchel::test
