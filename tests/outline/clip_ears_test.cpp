// Ear clipping and bridges of holes by themselves: convex_parts clips ears only where GEOS fails.
#include "outline/clip_ears.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <satchel/outline.hpp>

#include "outline/join_holes.hpp"
#include "outline/merge_triangles.hpp"
#include "outline_check.hpp"
#include "outline_with_holes.hpp"
#include "support/outlines.hpp"
#include "support/random.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

template <class T>
class Ears : public testing::Test {};
using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(Ears, Precisions);

template <class T>
void expect_right_ears(const OutlineWithHoles<T>& outline) {
  const std::span<const BasicVec2<T>> vertices(outline.vertices);
  const std::vector<std::uint32_t> ring = outline::join_holes<T>(vertices, outline.starts, {});
  ASSERT_EQ(ring.size(), vertices.size() + 2 * outline.holes());  // each bridge repeats two vertices
  const std::vector<outline::Triangle> ears = outline::clip_ears<T>(vertices, ring, {});
  ASSERT_EQ(ears.size(), ring.size() - 2);
  expect_right_parts<T>(vertices, outline.starts, outline::merge_triangles<T>(vertices, ears));
}

TYPED_TEST(Ears, of_any_outline_with_holes_fill_it_exactly) {
  using T = TypeParam;
  Random random(84);
  std::size_t holes = 0;
  for (std::size_t i = 0; i < sampled(100); ++i) {
    const std::vector<BasicVec2<T>> outer = any_outline<T>(random);
    const ExactRing exact = exact_points<T>(outer);
    if (!is_simple(exact) || doubled_area(exact).sign() <= 0) continue;
    SCOPED_TRACE(i);
    const OutlineWithHoles<T> outline = with_holes(random, outer, random.integer(0, 20));
    holes += outline.holes();
    expect_right_ears(outline);
    if (testing::Test::HasFailure()) break;
  }
  EXPECT_GT(holes, sampled(60));
}

/// Holes close together on a grid, turned: vertices in one line but for rounding. GEOS 3.11 fails at some.
TYPED_TEST(Ears, and_parts_of_holes_on_a_turned_grid_fill_the_rest_exactly) {
  using T = TypeParam;
  Random random(85);
  for (std::size_t i = 0; i < sampled(60); ++i) {
    SCOPED_TRACE(i);
    const int side = random.integer(6, 14);
    const double angle = random.chance(0.2) ? 0 : random.uniform(0, 6.3);
    const auto turned = [&](int x, int y) {
      return BasicVec2<T>{static_cast<T>(std::cos(angle) * x - std::sin(angle) * y),
                          static_cast<T>(std::sin(angle) * x + std::cos(angle) * y)};
    };
    OutlineWithHoles<T> outline;
    outline.add(std::vector{turned(-1, -1), turned(side + 1, -1), turned(side + 1, side + 1), turned(-1, side + 1)});
    std::vector<ExactRing> rings{exact_points<T>(outline.vertices)};
    for (int k = 0; k < side * side / 2; ++k) {
      const int x = random.integer(0, side - 1), y = random.integer(0, side - 1), w = random.integer(1, 4);
      std::vector<BasicVec2<T>> hole{turned(x, y), turned(x, y + w), turned(x + w, y)};
      if (random.chance(0.5)) hole.insert(hole.begin() + 2, turned(x + w, y + w));
      ExactRing exact = exact_points<T>(hole);
      if (!is_hole_in(exact, rings)) continue;
      outline.add(hole);
      rings.push_back(std::move(exact));
    }
    expect_right_ears(outline);
    expect_right_parts<T>(outline.vertices, outline.starts, convex_parts(outline.vertices, outline.starts));
    if (testing::Test::HasFailure()) break;
  }
}

}  // namespace
}  // namespace satchel::test
