// Outlines whose rings touch at a point inside an edge, against bodies whose edges lie along that edge. Judged by convex
// polygons: the square and the triangle that the outline is made of.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <satchel/satchel.hpp>
#include <span>
#include <vector>

#include "support/isa_param.hpp"
#include "support/queries.hpp"
#include "support/random.hpp"

namespace satchel::test {
namespace {

class TouchingRingsOnIsa : public OnEveryIsa {};

constexpr int side = 12;

template <class T>
using Ring = std::vector<BasicVec2<T>>;

/// Turns points of the square [0, 12]^2 by a quarter so many times.
template <class T>
Ring<T> turned(Ring<T> ring, int quarters) {
  for (int k = 0; k < quarters; ++k) {
    for (BasicVec2<T>& v : ring) v = {T(side) - v.y, v.x};
  }
  return ring;
}

/// A random body near the left edge of the square, x = 0: many of its edges lie on this line.
template <class T>
Ring<T> beside_left_edge(Random& random) {
  const auto whole = [&](int from, int to) { return T(from + static_cast<int>(random.below(to - from + 1))); };
  const T y = whole(-2, side), h = whole(1, 6), w = whole(1, 8), x = random.chance(0.7) ? T(0) : whole(-3, 3);
  const bool outside = random.chance(0.5);
  const T far = outside ? x - w : x + w;
  switch (random.below(3)) {
    case 0: {
      const T low = std::min(x, far), high = std::max(x, far);
      return {{low, y}, {high, y}, {high, y + h}, {low, y + h}};
    }
    case 1: {
      const T tip = y + whole(0, 6);
      return outside ? Ring<T>{{x, y}, {x, y + h}, {far, tip}} : Ring<T>{{x, y + h}, {x, y}, {far, tip}};
    }
    default:
      return outside ? Ring<T>{{far, y}, {x, y + h}, {far, y + 2 * h}}
                     : Ring<T>{{far, y + 2 * h}, {x, y + h}, {far, y}};
  }
}

struct Counts {
  std::size_t touching = 0, overlapping = 0, within = 0;
};

/// @param hole  the triangle is a hole of the square; else it lies outside of it
template <class T>
void check(bool hole, Counts& counts) {
  Random random(hole ? 7001 : 7002);
  const Ring<T> square{{0, 0}, {side, 0}, {side, side}, {0, side}};
  for (int round = 0; round < 400; ++round) {
    const T tip = T(1 + static_cast<int>(random.below(side - 1)));
    const T depth = T(1 + static_cast<int>(random.below(5))), width = T(1 + static_cast<int>(random.below(3)));
    const T low = std::max(T(1), tip - width), high = std::min(T(side - 1), tip + width);
    const Ring<T> triangle =
        hole ? Ring<T>{{0, tip}, {depth, low}, {depth, high}} : Ring<T>{{0, tip}, {-depth, high}, {-depth, low}};
    const int quarters = static_cast<int>(random.below(4));
    Ring<T> rings = turned(square, quarters);
    const Ring<T> other = turned(triangle, quarters);
    rings.insert(rings.end(), other.begin(), other.end());
    const std::vector<std::uint32_t> starts{0, 4, 7},
        polygons = hole ? std::vector<std::uint32_t>{0, 2} : std::vector<std::uint32_t>{0, 1, 2};
    const std::vector<std::uint32_t> outlines{0, std::uint32_t(polygons.size() - 1)};
    BasicScene<T> scene;
    ShapeId outline = 0;
    scene.add_outlines({rings, starts, polygons, outlines}, {&outline, 1});
    const Pose at{random.chance(0.5) ? 0.0 : 0x1p-20, 0, {}};  // in one frame, or in two
    const Ring<T> ring = turned(beside_left_edge<T>(random), quarters);
    const ShapeId convex = scene.add_polygon(ring), as_outline = scene.add_outline(ring);
    const ShapeId square_alone = scene.add_polygon(turned(square, quarters));
    const ShapeId triangle_alone = scene.add_polygon(other);
    for (const ShapeId shape : {outline, convex, as_outline, square_alone, triangle_alone}) {
      scene.add_body(shape, shape == outline || shape >= square_alone ? at : Pose{at.x, at.y, {}});
    }
    // Verdicts of the convex pieces: none is what interiors meet by; of a hole the areas tell.
    const std::array<Pair, 2> pieces{Pair{3, 1}, Pair{4, 1}};
    const std::vector<Verdict> of_pieces = classified(scene, pieces);
    std::array<T, 2> areas{};
    overlap_areas(scene, pieces, areas);
    std::vector<T> areas_of_shapes(scene.shape_count());
    shape_areas(scene, areas_of_shapes);
    const double of_body = double(areas_of_shapes[convex]);
    const double common = double(areas[0]) + (hole ? -double(areas[1]) : double(areas[1]));
    const bool interiors_meet = common > 1e-3, is_within = of_body - common < 1e-3;
    const std::array<Pair, 4> pairs{Pair{0, 1}, Pair{1, 0}, Pair{0, 2}, Pair{2, 0}};
    const std::vector<Verdict> verdicts = classified(scene, pairs);
    std::vector<BasicDistance<T>> found(pairs.size());
    distances(scene, pairs, found);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      ASSERT_EQ(verdicts[i] == Verdict::overlapping, interiors_meet) << "round " << round << ", pair " << i;
      ASSERT_EQ(verdict(found[i]), verdicts[i]);
      counts.touching += verdicts[i] == Verdict::touching;
      counts.overlapping += verdicts[i] == Verdict::overlapping;
      if (!interiors_meet && of_pieces[0] == Verdict::disjoint && of_pieces[1] == Verdict::disjoint) {
        ASSERT_EQ(verdicts[i], Verdict::disjoint);
      }
    }
    const std::array<Pair, 2> inner{Pair{1, 0}, Pair{2, 0}};
    std::array<Within, 2> within_outline{};
    within(scene, inner, within_outline);
    for (const Within place : within_outline) ASSERT_EQ(place != Within::no, is_within) << "round " << round;
    counts.within += is_within;
    const auto holds = [&](Predicate predicate) {
      std::array<std::uint8_t, 1> result{};
      relate(scene, std::array{Pair{1, 0}}, predicate, result);
      return result[0] != 0;
    };
    ASSERT_EQ(holds(Predicate::within), is_within);
    ASSERT_EQ(holds(Predicate::touches), verdicts[0] == Verdict::touching);
    ASSERT_EQ(holds(Predicate::overlaps), interiors_meet && !is_within && !holds(Predicate::covers));
    scene.make_parts();
    std::vector<BasicContact<T>> contacts = collided(scene, std::array{pairs[0], pairs[1]});
    for (const BasicContact<T>& contact : contacts) ASSERT_EQ(verdict(contact), verdicts[0]) << "round " << round;
  }
}

TEST_P(TouchingRingsOnIsa, lie_to_bodies_along_the_touched_edge_as_their_pieces_do) {
  for (const bool hole : {true, false}) {
    Counts counts;
    check<float>(hole, counts);
    check<double>(hole, counts);
    EXPECT_GT(counts.touching, 100u);
    EXPECT_GT(counts.overlapping, 100u);
    EXPECT_GT(counts.within, 50u);
  }
}
/// Edges that cross where holes, or other polygons, of both outlines have a vertex: nothing is common beside this point.
template <class T>
void check_crossings() {
  const std::vector<BasicVec2<T>> a{{0, -5}, {10, -5}, {10, 5}, {0, 5},  {0, 0},
                                    {1, 4},  {5, 5},   {9, 4},  {9, -4}, {1, -4}};
  const std::vector<BasicVec2<T>> b{{-5, 0}, {5, 0}, {5, 10}, {-5, 10}, {0, 0},
                                    {4, 1},  {5, 5}, {4, 9},  {-4, 9},  {-4, 1}};
  const std::vector<std::uint32_t> starts{0, 4, 10};
  for (const double far : {0.0, 0x1p-20}) {
    BasicScene<T> scene;
    scene.add_body(scene.add_outline(std::span<const BasicVec2<T>>(a), starts), {far, 0, {}});
    scene.add_body(scene.add_outline(std::span<const BasicVec2<T>>(b), starts), {far, 0, {}});
    scene.add_body(scene.add_segment({-1, 0}, {1, 0}), {far, 0, {}});  // through the tip of A's hole into the hole
    scene.add_body(scene.add_segment({-1, 1}, {1, 1}), {far, 0, {}});  // through A's edge into A
    // Two triangles that touch each other in (0, 0), and a segment from one to the other.
    const std::vector<BasicVec2<T>> pair{{0, 0}, {-4, 2}, {-4, -2}, {0, 0}, {4, -2}, {4, 2}};
    const std::vector<std::uint32_t> rings{0, 3, 6}, polygons{0, 1, 2}, outlines{0, 2};
    ShapeId two = 0;
    scene.add_outlines({pair, rings, polygons, outlines}, {&two, 1});
    const BodyId triangles = scene.add_body(two, {far, 0, {}});
    const std::array<Pair, 6> pairs{Pair{0, 1}, Pair{1, 0}, Pair{0, 2}, Pair{2, 0}, Pair{0, 3}, Pair{triangles, 2}};
    const std::array<Verdict, 6> right{Verdict::touching, Verdict::touching,    Verdict::touching,
                                       Verdict::touching, Verdict::overlapping, Verdict::overlapping};
    std::vector<BasicDistance<T>> found(pairs.size());
    distances(scene, pairs, found);
    const std::vector<Verdict> verdicts = classified(scene, pairs);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      EXPECT_EQ(verdicts[i], right[i]) << i;
      EXPECT_EQ(verdict(found[i]), right[i]) << i;
    }
    std::array<std::uint8_t, 2> holds{};
    relate(scene, std::span(pairs).first(2), Predicate::touches, holds);
    EXPECT_EQ(holds, (std::array<std::uint8_t, 2>{1, 1}));
    relate(scene, std::span(pairs).first(2), Predicate::overlaps, holds);
    EXPECT_EQ(holds, (std::array<std::uint8_t, 2>{0, 0}));
    std::array<Within, 3> places{};
    within(scene, std::array{Pair{2, triangles}, Pair{2, 0}, Pair{3, 0}}, places);
    EXPECT_EQ(places, (std::array{Within::touching, Within::no, Within::no}));
    scene.make_parts();
    for (const BasicContact<T>& contact : collided(scene, std::array{pairs[0], pairs[1]})) {
      EXPECT_EQ(verdict(contact), Verdict::touching);
    }
  }
}

TEST_P(TouchingRingsOnIsa, that_touch_where_edges_cross_have_nothing_in_common_there) {
  check_crossings<float>();
  check_crossings<double>();
}
SATCHEL_ON_EVERY_ISA(TouchingRingsOnIsa);

/// Polygons that placing rounds to a segment or a point: relations are those that `within` and `classify` say.
template <class T>
void check_thin(T far, T unit, std::uint64_t seed) {
  Random random(seed);
  std::size_t points = 0, segments = 0;
  for (int round = 0; round < 3000; ++round) {
    const T x = static_cast<T>(0.05 * (1 + double(random.below(60)))),
            y = static_cast<T>(0.3 * double(random.below(3)));
    BasicScene<T> scene;
    const ShapeId small = scene.add_polygon({{0, far}, {x, far}, {y, far + unit}});
    const BodyId thin = scene.add_body(small, Pose::at(0, 0, random.uniform(-4, 4)));
    std::array<BasicVec2<T>, 3> offsets{};
    scene.placed_offsets(thin, offsets);
    const bool is_point = offsets[0] == offsets[1] && offsets[0] == offsets[2];
    const bool is_segment =
        !is_point && (offsets[0] == offsets[1] || offsets[1] == offsets[2] || offsets[0] == offsets[2]);
    if (!is_point && !is_segment) continue;
    points += is_point;
    segments += is_segment;
    const Pose at{double(offsets[0].x), double(offsets[0].y), {}};
    const T w = T(2 * (1 + double(random.below(4)))) * unit;
    const BodyId around = scene.add_body(scene.add_outline({{-w, -w}, {w, -w}, {w, w}, {0, w / 2}, {-w, w}}), at);
    const BodyId square =
        scene.add_body(scene.add_outline({{-unit, -unit}, {unit, -unit}, {unit, unit}, {-unit, unit}}), at);
    const BodyId polygon = scene.add_body(scene.add_polygon({{-w, -w}, {w, -w}, {0, w}}), at);
    const BodyId same = scene.add_body(small, scene.pose(thin));
    for (const BodyId other : {around, square, polygon, same}) {
      const std::array<Pair, 2> pairs{Pair{thin, other}, Pair{other, thin}};
      const std::vector<Verdict> verdicts = classified(scene, pairs);
      std::array<Within, 2> places{};
      within(scene, pairs, places);
      std::array<std::uint8_t, 2> covered{}, covers{};
      relate(scene, pairs, Predicate::covered_by, covered);
      relate(scene, pairs, Predicate::covers, covers);
      for (std::size_t i = 0; i < 2; ++i) {
        const bool is_within = places[i] != Within::no;
        EXPECT_TRUE(!is_within || verdicts[i] != Verdict::disjoint);
        ASSERT_EQ(covered[i] != 0, is_within) << round << " " << other << " " << i;
        ASSERT_EQ(covers[1 - i] != 0, is_within) << round << " " << other << " " << i;
      }
      if (other == same) continue;
      std::array<T, 2> areas{};
      overlap_areas(scene, pairs, areas);
      ASSERT_EQ(areas, (std::array<T, 2>{}));
    }
  }
  EXPECT_GT(points, 0u);
  EXPECT_GT(segments, 100u);
}

TEST(ThinPolygons, lie_to_regions_as_the_points_and_segments_that_they_are) {
  check_thin<float>(16777214.0f, 1.0f, 7003);
  check_thin<double>(9007199254740990.0, 1.0, 7004);
}

}  // namespace
}  // namespace satchel::test
