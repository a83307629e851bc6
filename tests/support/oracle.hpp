// What the right answer is, from the definitions alone: nothing here is shared with the library but its plain types.
//
// Verdicts are exact: signs come from long double where its error bound allows, else from big integers. Separations
// are long double, good to 2^-57 of the pair's extent, some 2^30 times finer than what is asked of the library.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <satchel/satchel.hpp>
#include <span>
#include <vector>

namespace satchel::test {

/// A body as the verdict sees it: real vertices origin + offset, of which those of the convex hull count.
struct PlacedPolygon {
  double origin_x = 0, origin_y = 0;
  std::vector<Vec2> offsets;
  std::vector<std::uint32_t> hull;  ///< counter-clockwise, strictly convex
};

PlacedPolygon placed(double origin_x, double origin_y, std::span<const Vec2> offsets);
PlacedPolygon placed(const Scene& scene, BodyId body);

struct Answer {
  Verdict verdict = Verdict::disjoint;
  long double separation = 0;  ///< largest over the edges of the least signed distance of the other's vertices
  long double extent = 0;      ///< D': the longer side of the common bounding box, or the largest offset
};

/// The answer for two polygons whose hulls have an area.
Answer judge(const PlacedPolygon& a, const PlacedPolygon& b);

/// 6 u D', the error that every test allows a separation.
double tolerance(const Answer& answer);

/// Sign of the turn o, p, q: positive to the left. Exact.
int orientation(Vec2 o, Vec2 p, Vec2 q);

/// Whether this is exactly one strictly left turn after another, once around.
bool strictly_convex(std::span<const Vec2> polygon);

/// Everything a contact promises: the exact verdict, the separation within 6 u D' and of the verdict's sign, a unit
/// normal on which the gap is that separation, and an edge that the normal is square to. No minus zero anywhere.
testing::AssertionResult contact_is_right(const PlacedPolygon& a, const PlacedPolygon& b, const Contact& contact);

/// The same for bodies of one scene or of two.
testing::AssertionResult contact_is_right(const Scene& scene, Pair pair, const Contact& contact);
testing::AssertionResult contact_is_right(const Scene& scene_a, const Scene& scene_b, Pair pair,
                                          const Contact& contact);

const char* name(Verdict verdict);

}  // namespace satchel::test
