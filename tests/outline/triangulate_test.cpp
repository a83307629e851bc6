// Triangles of rings, flipped and merged, against exact arithmetic.
#include "outline/triangulate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "outline/flip_edges.hpp"
#include "outline/merge_triangles.hpp"
#include "outline/reports.hpp"
#include "outline_check.hpp"
#include "outline_with_holes.hpp"
#include "right_triangles.hpp"
#include "support/outlines.hpp"
#include "support/random.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

using outline::Region;
using outline::Triangles;

template <class T>
class Triangulate : public testing::Test {};
using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(Triangulate, Precisions);

template <class T>
using Vertices = std::vector<BasicVec2<T>>;

template <class T>
bool triangulate(const OutlineWithHoles<T>& rings, Region region, Triangles& triangles) {
  return outline::triangulate<T>(rings.vertices, rings.starts, region, triangles, {});
}

/// Triangulates an outline, flips and merges, and checks each step.
template <class T>
void expect_right_steps(const OutlineWithHoles<T>& rings) {
  Triangles triangles, of_any_rings;
  ASSERT_TRUE(triangulate(rings, Region::outline, triangles));
  expect_filled(rings, triangles);
  ASSERT_TRUE(triangulate(rings, Region::even_odd, of_any_rings));
  EXPECT_EQ(triangles.starts, of_any_rings.starts);
  EXPECT_EQ(triangles.twins, of_any_rings.twins);
  expect_right_parts<T>(rings.vertices, rings.starts, outline::merge_triangles<T>(rings.vertices, triangles, {}));
  outline::flip_edges<T>(rings.vertices, triangles, {});
  expect_filled(rings, triangles);
  expect_right_parts<T>(rings.vertices, rings.starts, outline::merge_triangles<T>(rings.vertices, triangles, {}));
}

TYPED_TEST(Triangulate, any_outline_with_holes) {
  using T = TypeParam;
  Random random(84);
  std::size_t holes = 0;
  for (std::size_t i = 0; i < sampled(300); ++i) {
    const Vertices<T> outer = any_outline<T>(random);
    const ExactRing exact = exact_points<T>(outer);
    if (!is_simple(exact) || doubled_area(exact).sign() <= 0) continue;
    SCOPED_TRACE(i);
    const OutlineWithHoles<T> rings = with_holes(random, outer, random.integer(0, 20));
    holes += rings.holes();
    expect_right_steps(rings);
    if (testing::Test::HasFailure()) break;
  }
  EXPECT_GT(holes, sampled(180));
}

/// Holes close together on a grid, turned: vertices in one line but for rounding.
TYPED_TEST(Triangulate, holes_on_a_turned_grid) {
  using T = TypeParam;
  Random random(85);
  for (std::size_t i = 0; i < sampled(150); ++i) {
    SCOPED_TRACE(i);
    const int side = random.integer(6, 14);
    const double angle = random.chance(0.2) ? 0 : random.uniform(0, 6.3);
    const auto turned = [&](int x, int y) {
      return BasicVec2<T>{static_cast<T>(std::cos(angle) * x - std::sin(angle) * y),
                          static_cast<T>(std::sin(angle) * x + std::cos(angle) * y)};
    };
    OutlineWithHoles<T> rings;
    rings.add(std::vector{turned(-1, -1), turned(side + 1, -1), turned(side + 1, side + 1), turned(-1, side + 1)});
    std::vector<ExactRing> taken{exact_points<T>(rings.vertices)};
    for (int k = 0; k < side * side / 2; ++k) {
      const int x = random.integer(0, side - 1), y = random.integer(0, side - 1), w = random.integer(1, 4);
      Vertices<T> hole{turned(x, y), turned(x, y + w), turned(x + w, y)};
      if (random.chance(0.5)) hole.insert(hole.begin() + 2, turned(x + w, y + w));
      ExactRing exact = exact_points<T>(hole);
      if (!is_hole_in(exact, taken)) continue;
      rings.add(hole);
      taken.push_back(std::move(exact));
    }
    expect_right_steps(rings);
    if (testing::Test::HasFailure()) break;
  }
}

/// A tour of random points without crossings: two edges change their ends while this makes the tour shorter.
template <class T>
Vertices<T> tour(Random& random, int count, int side) {
  std::set<std::pair<int, int>> points;
  while (static_cast<int>(points.size()) < count) points.emplace(random.integer(0, side), random.integer(0, side));
  std::vector<std::pair<int, int>> order(points.begin(), points.end());
  random.shuffle(std::span(order));
  const auto length = [&](const std::pair<int, int>& p, const std::pair<int, int>& q) {
    return std::hypot(p.first - q.first, p.second - q.second);
  };
  for (bool shorter = true; shorter;) {
    shorter = false;
    for (std::size_t i = 0; i + 1 < order.size(); ++i) {
      for (std::size_t k = i + 2; k < order.size(); ++k) {
        const auto &a = order[i], &b = order[i + 1], &c = order[k], &d = order[(k + 1) % order.size()];
        if (length(a, c) + length(b, d) + 1e-9 >= length(a, b) + length(c, d)) continue;
        std::reverse(order.begin() + static_cast<std::ptrdiff_t>(i + 1),
                     order.begin() + static_cast<std::ptrdiff_t>(k + 1));
        shorter = true;
      }
    }
  }
  Vertices<T> ring;
  for (const auto& [x, y] : order) ring.push_back({static_cast<T>(x), static_cast<T>(y)});
  if (doubled_area(exact_points<T>(ring)).sign() < 0) std::reverse(ring.begin(), ring.end());
  return ring;
}

TYPED_TEST(Triangulate, tours_of_random_points) {
  using T = TypeParam;
  Random random(86);
  std::size_t taken = 0;
  for (std::size_t i = 0; i < sampled(300); ++i) {
    SCOPED_TRACE(i);
    OutlineWithHoles<T> rings;
    rings.add(tour<T>(random, random.integer(4, 60), random.pick({9, 30, 1000})));
    if (!is_simple(exact_points<T>(rings.vertices))) continue;  // points in one line
    ++taken;
    expect_right_steps(rings);
    if (testing::Test::HasFailure()) break;
  }
  EXPECT_GT(taken, sampled(150));
}

/// Bands of a few units in the last place, 5e6 from the origin, along x, along y or along neither.
TYPED_TEST(Triangulate, slivers_far_from_the_origin) {
  using T = TypeParam;
  Random random(87);
  const T far = T(5e6), step = std::nextafter(far, T(1e9)) - far;
  for (std::size_t i = 0; i < sampled(300); ++i) {
    SCOPED_TRACE(i);
    const int count = random.integer(2, 30), slope = random.pick({0, 0, 1, 7}), form = random.integer(0, 2);
    Vertices<T> below, above;
    for (int k = 0; k < count; ++k) {
      const int x = k * random.pick({1, 1, 3, 500}) % 500 + 500 * k, y = slope * k + random.integer(0, 3);
      below.push_back({far + step * T(x), far + step * T(y)});
      above.push_back({far + step * T(x), far + step * T(y + random.integer(1, 3))});
    }
    below.insert(below.end(), above.rbegin(), above.rend());
    for (BasicVec2<T>& v : below)
      v = form == 0 ? v : form == 1 ? BasicVec2<T>{v.y, -v.x} : BasicVec2<T>{v.x - v.y, v.y};
    if (!is_simple(exact_points<T>(below))) continue;  // the last form may round
    OutlineWithHoles<T> rings;
    rings.add(below);
    expect_right_steps(rings);
    if (testing::Test::HasFailure()) break;
  }
}

/// Small numbers, so that all that can happen does: rings that touch in vertices or inside edges, run along each other,
/// double back, lie in each other, are equal.
TYPED_TEST(Triangulate, any_rings_on_a_grid_by_parity) {
  using T = TypeParam;
  Random random(88);
  std::size_t filled = 0, crossing = 0, touching = 0;
  for (std::size_t i = 0; i < sampled(20000); ++i) {
    OutlineWithHoles<T> rings;
    for (int k = random.integer(1, 4); k > 0; --k) {
      const int low = random.integer(0, 3), side = random.integer(1, 4);
      Vertices<T> ring(static_cast<std::size_t>(random.integer(2, 6)));
      for (auto& v : ring)
        v = {static_cast<T>(low + random.integer(0, side)), static_cast<T>(low + random.integer(0, side))};
      rings.add(ring);
      if (random.chance(0.05)) rings.add(ring);
    }
    const ExactRings exact(std::span<const BasicVec2<T>>(rings.vertices), rings.starts);
    const ExactRing& points = exact.vertices;
    const auto cross = [&](std::size_t e, std::size_t f) {
      const ExactPoint &a = points[e], &b = points[exact.next[e]], &c = points[f], &d = points[exact.next[f]];
      return exact_turn(a, b, c) * exact_turn(a, b, d) < 0 && exact_turn(c, d, a) * exact_turn(c, d, b) < 0;
    };
    bool crosses = false;
    for (std::size_t e = 0; e < points.size(); ++e) {
      for (std::size_t f = 0; f < e && !crosses; ++f) crosses = cross(e, f);
    }
    SCOPED_TRACE(i);
    Triangles triangles;
    if (!triangulate(rings, Region::even_odd, triangles)) {
      ASSERT_TRUE(crosses);
      ++crossing;
      continue;
    }
    ++filled;  // edges that cross do not count if they are there twice, or cross in a vertex
    expect_odd_filled(rings, triangles);
    outline::flip_edges<T>(rings.vertices, triangles, {});
    expect_odd_filled(rings, triangles);
    touching += triangulate(rings, Region::outline, triangles) ? 0 : 1;
    if (testing::Test::HasFailure()) break;
  }
  EXPECT_GT(filled, sampled(1000));
  EXPECT_GT(crossing, sampled(1000));
  EXPECT_GT(touching, sampled(1000));
}

/// Parts of rings that touch: strictly convex, apart, of the area of the region.
template <class T>
void expect_parts_fill(const OutlineWithHoles<T>& rings, const BasicConvexParts<T>& parts) {
  std::vector<ExactRing> exact;
  Exact area = 0;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    exact.push_back(
        exact_points<T>(std::span(parts.vertices).subspan(parts.starts[k], parts.starts[k + 1] - parts.starts[k])));
    EXPECT_TRUE(is_strictly_convex(exact.back()));
    area += doubled_area(exact.back());
    for (std::size_t m = 0; m < k; ++m) EXPECT_TRUE(interiors_apart(exact[m], exact[k]));
  }
  EXPECT_EQ(area, ExactRings(std::span<const BasicVec2<T>>(rings.vertices), rings.starts).area);
}

template <class T>
void expect_touching(const std::vector<Vertices<T>>& given, std::size_t triangles) {
  OutlineWithHoles<T> rings;
  for (const Vertices<T>& ring : given) rings.add(ring);
  Triangles found;
  ASSERT_TRUE(triangulate(rings, Region::even_odd, found));
  EXPECT_EQ(found.size(), triangles);
  expect_odd_filled(rings, found);
  outline::flip_edges<T>(rings.vertices, found, {});
  expect_odd_filled(rings, found);
  const BasicConvexParts<T> merged = outline::merge_triangles<T>(rings.vertices, found, {});
  EXPECT_LE(merged.size(), triangles);
  expect_parts_fill(rings, merged);
  EXPECT_FALSE(triangulate(rings, Region::outline, found));
}

TYPED_TEST(Triangulate, rings_that_touch) {
  using T = TypeParam;
  const Vertices<T> square{{0, 0}, {8, 0}, {8, 8}, {0, 8}};
  {
    SCOPED_TRACE("a hole in a corner of the square");
    expect_touching<T>({square, {{0, 0}, {2, 4}, {4, 2}}}, 5);
  }
  {
    SCOPED_TRACE("a hole whose corner lies inside an edge");
    expect_touching<T>({square, {{4, 0}, {2, 2}, {4, 4}, {6, 2}}}, 7);
  }
  {
    SCOPED_TRACE("a row of holes from edge to edge cuts the square in two");
    expect_touching<T>({square, {{0, 4}, {2, 6}, {4, 4}, {2, 2}}, {{4, 4}, {6, 6}, {8, 4}, {6, 2}}}, 10);
  }
  {
    SCOPED_TRACE("a ring that touches itself");
    expect_touching<T>({{{0, 0}, {4, 0}, {8, 0}, {8, 8}, {0, 8}, {0, 0}, {2, 4}, {4, 2}}}, 6);
  }
  {
    SCOPED_TRACE("two squares in two corners of each other");
    expect_touching<T>({square, {{8, 8}, {16, 8}, {16, 16}, {8, 16}}}, 4);
  }
  {
    SCOPED_TRACE("an island in a hole, both in one corner");
    expect_touching<T>({square, {{0, 0}, {2, 6}, {6, 6}, {6, 2}}, {{0, 0}, {4, 3}, {3, 4}}}, 7);
  }
}

/// The order of vertices on the sweep line, as on each edge, is that of exact numbers: nothing depends on the unit.
TYPED_TEST(Triangulate, the_same_in_every_unit_and_mirrored) {
  using T = TypeParam;
  Random random(89);
  for (std::size_t i = 0; i < sampled(150); ++i) {
    const Vertices<T> outer = any_outline<T>(random);
    const ExactRing exact = exact_points<T>(outer);
    if (!is_simple(exact) || doubled_area(exact).sign() <= 0) continue;
    SCOPED_TRACE(i);
    const OutlineWithHoles<T> rings = with_holes(random, outer, random.integer(0, 10));
    Triangles expected;
    ASSERT_TRUE(triangulate(rings, Region::outline, expected));
    outline::flip_edges<T>(rings.vertices, expected, {});
    const int most = sizeof(T) == sizeof(float) ? 20 : 150;
    for (const int power : {-most, -1, 1, most}) {
      OutlineWithHoles<T> scaled_rings = rings;
      for (BasicVec2<T>& v : scaled_rings.vertices) v = {std::ldexp(v.x, power), std::ldexp(v.y, power)};
      Triangles triangles;
      ASSERT_TRUE(triangulate(scaled_rings, Region::outline, triangles));
      outline::flip_edges<T>(scaled_rings.vertices, triangles, {});
      EXPECT_EQ(triangles.starts, expected.starts);
      EXPECT_EQ(triangles.twins, expected.twins);
    }
    for (int mirror = 1; mirror < 4; ++mirror) {
      OutlineWithHoles<T> mirrored = rings;
      for (BasicVec2<T>& v : mirrored.vertices) v = {mirror % 2 != 0 ? -v.x : v.x, mirror / 2 != 0 ? -v.y : v.y};
      for (std::size_t k = 0; k + 1 < rings.starts.size() && mirror < 3; ++k) {
        std::reverse(mirrored.vertices.begin() + rings.starts[k], mirrored.vertices.begin() + rings.starts[k + 1]);
      }
      expect_right_steps(mirrored);
    }
    if (testing::Test::HasFailure()) break;
  }
}

template <class T>
void expect_many(const std::vector<Vec2d>& ring) {
  OutlineWithHoles<T> rings;
  Vertices<T> rounded;
  for (const Vec2d v : ring) rounded.push_back({static_cast<T>(v.x), static_cast<T>(v.y)});
  rings.add(rounded);
  Triangles triangles;
  ASSERT_TRUE(triangulate(rings, Region::outline, triangles));
  outline::flip_edges<T>(rings.vertices, triangles, {});
  expect_filled(rings, triangles);
  const BasicConvexParts<T> parts = outline::merge_triangles<T>(rings.vertices, triangles, {});
  Exact area = 0;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    area += doubled_area(
        exact_points<T>(std::span(parts.vertices).subspan(parts.starts[k], parts.starts[k + 1] - parts.starts[k])));
  }
  EXPECT_EQ(area, doubled_area(exact_points<T>(rings.vertices)));
}

/// Many vertices, long edges across all others among them: no step may take each pair.
TYPED_TEST(Triangulate, a_hundred_thousand_vertices) {
  using T = TypeParam;
  const int count = static_cast<int>(scaled(100000)) / 4 * 4;
  Random random(91);
  std::vector<Vec2d> star, teeth, upright, spiral = spiral_outline(random, count / 8), chain;
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * i / count, reach = i % 2 == 0 ? 1e6 : 9e5;
    star.push_back({reach * std::cos(angle), reach * std::sin(angle)});
  }
  teeth = {{-1, 1.0 * count}, {-1, -1}};
  for (int i = 0; i < count; ++i) teeth.push_back({i % 2 == 0 ? 0.0 : 1000.0 + i % 7, 1.0 * i});
  for (const Vec2d v : teeth) upright.push_back({v.y, -v.x});
  for (int i = 0; i < count; ++i) {  // the four sides of a square
    const double along = i % (count / 4), side = count / 4;
    chain.push_back(i < count / 4       ? Vec2d{along, 0}
                    : i < count / 2     ? Vec2d{side, along}
                    : i < count / 4 * 3 ? Vec2d{side - along, side}
                                        : Vec2d{0, side - along});
  }
  const std::pair<const char*, const std::vector<Vec2d>&> all[] = {
      {"star", star}, {"teeth", teeth}, {"upright", upright}, {"spiral", spiral}, {"chain", chain}};
  for (const auto& [name, ring] : all) {
    SCOPED_TRACE(name);
    expect_many<T>(ring);
  }
}

/// Each step hears its caller, early and late, and ends when told.
TYPED_TEST(Triangulate, steps_are_cancelled) {
  using T = TypeParam;
  OutlineWithHoles<T> rings;
  Random random(90);
  Vertices<T> ring;
  for (const Vec2d v : star_outline(random, 20000)) ring.push_back({static_cast<T>(v.x), static_cast<T>(v.y)});
  rings.add(ring);
  struct Calls {
    std::size_t made = 0, most = ~std::size_t{0};
  } calls;
  Options run;
  run.progress_context = &calls;
  run.progress = [](void* context, std::uint64_t done, std::uint64_t all) {
    EXPECT_LE(done, all);
    return ++static_cast<Calls*>(context)->made <= static_cast<Calls*>(context)->most;
  };
  const auto expect_cancelled = [&](const auto& step) {
    calls = {};
    step();
    const std::size_t made = calls.made;
    EXPECT_GT(made, 100u);
    for (const std::size_t most : {std::size_t{0}, made / 2, made - 1}) {
      calls = {0, most};
      EXPECT_THROW(step(), outline::Cancelled);
      EXPECT_EQ(calls.made, most + 1);
    }
  };
  Triangles triangles;
  expect_cancelled(
      [&] { (void)outline::triangulate<T>(rings.vertices, rings.starts, Region::outline, triangles, run); });
  ASSERT_TRUE(triangulate(rings, Region::outline, triangles));
  expect_cancelled([&] {
    Triangles copy = triangles;
    outline::flip_edges<T>(rings.vertices, copy, run);
  });
  expect_cancelled([&] { (void)outline::merge_triangles<T>(rings.vertices, triangles, run); });
}

}  // namespace
}  // namespace satchel::test
