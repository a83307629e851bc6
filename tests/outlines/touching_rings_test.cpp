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
SATCHEL_ON_EVERY_ISA(TouchingRingsOnIsa);

}  // namespace
}  // namespace satchel::test
