// convex_parts of outlines with holes: parts against exact arithmetic, what is refused, and frames in scenes.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <satchel/outline.hpp>
#include <satchel/satchel.hpp>

#include "outline_check.hpp"
#include "outline_with_holes.hpp"
#include "support/expect_error.hpp"
#include "support/outlines.hpp"
#include "support/random.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

template <class T>
class Holes : public testing::Test {};
using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(Holes, Precisions);

template <class T>
using Vertices = std::vector<BasicVec2<T>>;

template <class T>
ShapeId add_parts(BasicScene<T>& scene, const BasicConvexParts<T>& parts) {
  std::vector<ShapeId> ids(parts.size());
  scene.add_polygons(parts.vertices, parts.starts, ids);
  return scene.add_compound(ids, parts.inner_edges);
}

/// A square of side 2 `outer` around a square hole of side 2 `inner`.
template <class T>
OutlineWithHoles<T> frame(T outer, T inner) {
  OutlineWithHoles<T> outline;
  outline.add(Vertices<T>{{-outer, -outer}, {outer, -outer}, {outer, outer}, {-outer, outer}});
  outline.add(Vertices<T>{{-inner, -inner}, {-inner, inner}, {inner, inner}, {inner, -inner}});
  return outline;
}

TYPED_TEST(Holes, at_random_places_in_any_outline_leave_parts_that_fill_the_rest_exactly) {
  using T = TypeParam;
  Random random(81);
  std::size_t holes = 0, most = 0;
  for (std::size_t i = 0; i < scaled(150); ++i) {
    const Vertices<T> outer = any_outline<T>(random);
    const ExactRing exact = exact_points<T>(outer);
    if (!is_simple(exact) || doubled_area(exact).sign() <= 0) continue;
    const OutlineWithHoles<T> outline = with_holes(random, outer, random.integer(1, 30));
    SCOPED_TRACE(i);
    const BasicConvexParts<T> parts = convex_parts(outline.vertices, outline.starts);
    expect_right_parts<T>(outline.vertices, outline.starts, parts);
    BasicScene<T> scene;
    ASSERT_NO_THROW(add_parts(scene, parts));
    holes += outline.holes();
    most = std::max(most, outline.holes());
    if (testing::Test::HasFailure()) break;
  }
  if (SATCHEL_TEST_DIVISOR > 1) return;  // too few cases to tell what they reach
  EXPECT_GT(holes, 150u);
  EXPECT_GT(most, 8u);
}

/// Small numbers, so that all that can happen does: holes that touch, cross, nest, lie outside, run the wrong way.
TYPED_TEST(Holes, on_a_grid_are_refused_just_if_they_are_no_holes) {
  using T = TypeParam;
  Random random(82);
  std::size_t good = 0, codes[256] = {};
  const auto ring_on_grid = [&](int low, int high, int vertices) {
    Vertices<T> ring(static_cast<std::size_t>(vertices));
    for (auto& v : ring) v = {static_cast<T>(random.integer(low, high)), static_cast<T>(random.integer(low, high))};
    return ring;
  };
  for (std::size_t i = 0; i < sampled(8000); ++i) {
    OutlineWithHoles<T> outline;
    outline.add(random.chance(0.6) ? Vertices<T>{{-1, -1}, {8, -1}, {8, 8}, {-1, 8}}
                                   : ring_on_grid(-1, 8, random.integer(3, 5)));
    for (int k = random.integer(1, 3); k > 0; --k) {
      const int low = random.integer(-1, 5);
      outline.add(ring_on_grid(low, low + random.integer(1, 3), 3));
    }
    std::vector<ExactRing> rings;
    const ExactRings exact(std::span<const BasicVec2<T>>(outline.vertices), outline.starts);
    bool valid = is_simple(exact.rings[0]) && doubled_area(exact.rings[0]).sign() > 0;
    for (std::size_t k = 0; k < exact.rings.size() && valid; ++k) {
      valid = k == 0 || is_hole_in(exact.rings[k], rings);
      rings.push_back(exact.rings[k]);
    }
    SCOPED_TRACE(i);
    try {
      const BasicConvexParts<T> parts = convex_parts(outline.vertices, outline.starts);
      ++good;
      ASSERT_TRUE(valid);
      expect_right_parts<T>(outline.vertices, outline.starts, parts);
    } catch (const Error& error) {
      EXPECT_FALSE(valid) << error.what();
      ++codes[static_cast<int>(error.code())];
      EXPECT_LT(error.index(), error.code() == ErrorCode::bad_hole ? exact.rings.size() : outline.vertices.size());
    }
    if (testing::Test::HasFailure()) break;
  }
  EXPECT_GT(good, sampled(200));
  for (const ErrorCode code : {ErrorCode::bad_hole, ErrorCode::meets_itself, ErrorCode::clockwise}) {
    EXPECT_GT(codes[static_cast<int>(code)], sampled(100)) << message(code);
  }
}

TYPED_TEST(Holes, that_are_refused_are_named) {
  using T = TypeParam;
  const Vertices<T> square{{0, 0}, {9, 0}, {9, 9}, {0, 9}};
  const auto expect_refused = [&](ErrorCode code, std::size_t index, const char* text,
                                  const std::vector<Vertices<T>>& holes) {
    OutlineWithHoles<T> outline;
    outline.add(square);
    for (const Vertices<T>& hole : holes) outline.add(hole);
    expect_error(code, index, text, [&] { (void)convex_parts(outline.vertices, outline.starts); });
  };
  const Vertices<T> good{{1, 1}, {1, 4}, {4, 4}, {4, 1}};
  expect_refused(ErrorCode::bad_hole, 1, "ring 1: the vertices run counter-clockwise", {{{1, 1}, {4, 1}, {4, 4}}});
  expect_refused(ErrorCode::bad_hole, 2, "ring 2: .*inside the outer ring", {good, {{11, 1}, {11, 2}, {12, 1}}});
  for (const BasicVec2<T>& by : Vertices<T>{{11, 1}, {-11, 1}, {1, 11}, {1, -11}}) {
    const Vertices<T> beside{by, {by.x, by.y + 1}, {by.x + 1, by.y}};
    expect_refused(ErrorCode::bad_hole, 1, "ring 1: .*inside the outer ring", {beside});
    const Vertices<T> inside{{by.x / 4, by.y / 4}, {by.x / 4, by.y / 4 + T(0.5)}, {by.x / 4 + T(0.5), by.y / 4}};
    if (by.x > 0 && by.y > 0) expect_refused(ErrorCode::bad_hole, 2, "ring 2: .*inside the outer", {inside, beside});
  }
  expect_refused(ErrorCode::bad_hole, 2, "ring 2: .*outside of all other", {good, {{2, 2}, {2, 3}, {3, 2}}});
  expect_refused(ErrorCode::bad_hole, 1, "ring 1: ", {{{2, 2}, {2, 3}, {3, 2}}, good});
  expect_refused(ErrorCode::meets_itself, 2, "edge 2 of ring 0 and edge 0 of ring 1 meet at \\(5, 9\\)",
                 {{{4, 8}, {5, 9}, {5, 8}}});
  expect_refused(ErrorCode::meets_itself, 6, "edge 2 of ring 1 and edge 0 of ring 2 meet at \\(4, 3\\)",
                 {good, {{3, 3}, {5, 3}, {5, 2}}});
  expect_refused(ErrorCode::meets_itself, 4, "ring 1: edges 0 and 2 meet at \\(2, 2\\)",
                 {{{1, 1}, {3, 3}, {3, 1}, {1, 3}}});
  expect_refused(ErrorCode::too_few_vertices, 1, "ring 1: 2 vertices", {{{1, 1}, {3, 3}}});
  expect_refused(ErrorCode::closed_ring, 7, "ring 1: vertex 3: the last vertex", {{{1, 1}, {1, 4}, {4, 4}, {1, 1}}});
  expect_refused(ErrorCode::repeated_vertex, 5, "ring 1: vertex 1: ", {{{1, 1}, {1, 1}, {1, 4}, {4, 4}}});
  expect_refused(ErrorCode::not_finite, 6,
                 "ring 1: vertex 2: ", {{{1, 1}, {1, 4}, {4, std::numeric_limits<T>::quiet_NaN()}}});
  for (const std::vector<std::uint32_t>& starts :
       {std::vector<std::uint32_t>{0}, {0, 3}, {1, 4}, {0, 3, 2, 4}, {0, 5}}) {
    expect_error(ErrorCode::bad_starts, [&] { (void)convex_parts(square, starts); });
  }
}

TYPED_TEST(Holes, that_are_refused_without_an_exception_leave_the_parts_as_they_were) {
  using T = TypeParam;
  OutlineWithHoles<T> outline;
  outline.add(Vertices<T>{{0, 0}, {9, 0}, {9, 9}, {0, 9}});
  BasicConvexParts<T> parts;
  ASSERT_TRUE(try_convex_parts(outline.vertices, outline.starts, parts).ok());
  ASSERT_EQ(parts.vertices, outline.vertices);
  outline.add(Vertices<T>{{4, 8}, {5, 9}, {5, 8}});
  const Status status = try_convex_parts(outline.vertices, outline.starts, parts);
  EXPECT_EQ(status.code, ErrorCode::meets_itself);
  EXPECT_EQ(message(status).substr(0, 57), "outline: edge 2 of ring 0 and edge 0 of ring 1 meet at (5");
  EXPECT_EQ(status.value, 5);
  EXPECT_EQ(status.value_y, 9);
  EXPECT_EQ(parts.vertices.size(), 4u);
}

/// Ten thousand holes on a grid: no step may take each pair of them.
TYPED_TEST(Holes, by_the_thousand_are_cut) {
  using T = TypeParam;
  const int side = static_cast<int>(std::sqrt(static_cast<double>(scaled(2500))));
  OutlineWithHoles<T> outline;
  const auto end = static_cast<T>(3 * side);
  outline.add(Vertices<T>{{0, 0}, {end, 0}, {end, end}, {0, end}});
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) {
      const auto x = static_cast<T>(3 * column + 1), y = static_cast<T>(3 * row + 1);
      outline.add(Vertices<T>{{x, y}, {x, y + 1}, {x + 1, y + 1}, {x + 1, y}});
    }
  }
  const BasicConvexParts<T> parts = convex_parts(outline.vertices, outline.starts);
  double area = 0;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const std::span<const BasicVec2<T>> part(parts.vertices.data() + parts.starts[k],
                                             parts.starts[k + 1] - parts.starts[k]);
    for (std::size_t i = 0; i < part.size(); ++i) {
      const BasicVec2<T>&p = part[i], &q = part[(i + 1) % part.size()];
      area += (double{p.x} * double{q.y} - double{p.y} * double{q.x}) / 2;  // small integers: exact
    }
  }
  EXPECT_EQ(area, 9.0 * side * side - side * side);
}

TYPED_TEST(Holes, of_frames_hold_bodies_apart) {
  using T = TypeParam;
  BasicScene<T> scene;
  const auto [vertices, starts] = frame<T>(3, 2);
  const ShapeId shape = add_parts(scene, convex_parts(vertices, starts));
  const auto [small_vertices, small_starts] = frame<T>(T(1), T(0.5));
  const ShapeId small = add_parts(scene, convex_parts(small_vertices, small_starts));
  for (const double angle : {0.0, 0.3, 0.7}) {
    SCOPED_TRACE(angle);
    const BodyId around = scene.add_body(shape, Pose::at(40, 50, angle));
    std::vector<Pair> pairs;
    for (const ShapeId held :
         {scene.add_box(1, 1), scene.add_circle({0, 0}, T(1.5)), scene.add_segment({-1, 0}, {1, 0}), small}) {
      for (const double turn : {0.0, 0.5}) {
        const BodyId body = scene.add_body(held, Pose::at(40.25, 49.875, angle + turn));
        pairs.push_back({around, body});
        pairs.push_back({body, around});
      }
    }
    const BodyId inmost = scene.add_body(scene.add_box(T(0.25), T(0.25)), Pose::at(40.25, 49.875, 1));
    pairs.push_back({inmost, around});
    pairs.push_back({inmost, pairs[pairs.size() - 2].a});  // in the small frame, which is in the other
    std::vector<BasicContact<T>> contacts(pairs.size());
    std::vector<Verdict> verdicts(pairs.size());
    std::vector<BasicDistance<T>> ways(pairs.size());
    collide(scene, pairs, contacts);
    classify(scene, pairs, verdicts);
    distances(scene, pairs, ways);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      EXPECT_EQ(verdict(contacts[i]), Verdict::disjoint) << i;
      EXPECT_EQ(verdicts[i], Verdict::disjoint) << i;
      EXPECT_GT(ways[i].distance, T(0.1)) << i;
    }
  }
}

/// A body that reaches a little into a bar of the frame, from inside or from outside, is pushed back out: wherever the
/// cuts are, and by no cut.
TYPED_TEST(Holes, of_frames_give_mtvs_that_separate_and_are_of_no_cut) {
  using T = TypeParam;
  Random random(83);
  BasicScene<T> scene;
  const auto [vertices, starts] = frame<T>(3, 2);
  const BasicConvexParts<T> parts = convex_parts(vertices, starts);
  const BodyId around = scene.add_body(add_parts(scene, parts));
  constexpr double slack = sizeof(T) == sizeof(float) ? 1e-5 : 1e-13;
  std::size_t inside = 0, outside = 0, frame_decides = 0;
  for (std::size_t i = 0; i < sampled(2000); ++i) {
    SCOPED_TRACE(i);
    const double half = random.uniform(0.2, 0.6), depth = random.uniform(0.01, 0.9 * half);
    const bool is_inside = random.chance(0.5);
    // A square or a circle at the right bar; then turned to one of the four. Not where it would reach another bar's
    // hole edge, or past the end of the outer edge.
    const double reach = is_inside ? 2 - half + depth : 3 + half - depth;
    const double along = is_inside ? random.uniform(half - 1.99, 1.99 - half) : random.uniform(-2.2, 2.2);
    const double angle = std::numbers::pi / 2 * random.integer(0, 3);
    const Pose pose = Pose::at(std::cos(angle) * reach - std::sin(angle) * along,
                               std::sin(angle) * reach + std::cos(angle) * along, angle);
    const bool is_circle = random.chance(0.5);
    const ShapeId shape = is_circle ? scene.add_circle({0, 0}, static_cast<T>(half))
                                    : scene.add_box(static_cast<T>(half), static_cast<T>(half));
    const BodyId body = scene.add_body(shape, pose);
    const Pair pair{body, around};
    BasicContact<T> contact;
    PartPair deciding;
    collide(scene, {&pair, 1}, {&contact, 1}, {&deciding, 1});
    ASSERT_EQ(verdict(contact), Verdict::overlapping);
    EXPECT_NEAR(static_cast<double>(contact.separation), -depth, slack);
    const BasicVec2<T> push = mtv(contact);
    const double way = is_inside ? -depth : depth;
    EXPECT_NEAR(static_cast<double>(push.x), std::cos(angle) * way, slack);
    EXPECT_NEAR(static_cast<double>(push.y), std::sin(angle) * way, slack);
    if (side(contact) == Side::b && kind(contact) == FeatureKind::edge) {
      ++frame_decides;
      EXPECT_EQ(parts.inner_edges[parts.starts[deciding.b] + index(contact)], 0);
    }
    scene.set_pose(body, {pose.x + double{push.x} * (1 + slack) + slack * push.x,
                          pose.y + double{push.y} * (1 + slack) + slack * push.y,
                          {pose.rotation.cos, pose.rotation.sin}});
    collide(scene, {&pair, 1}, {&contact, 1});
    EXPECT_GT(static_cast<double>(contact.separation), -2 * slack);
    ++(is_inside ? inside : outside);
    scene.remove_body(body);
    if (testing::Test::HasFailure()) break;
  }
  EXPECT_GT(inside, sampled(500));
  EXPECT_GT(outside, sampled(500));
  EXPECT_GT(frame_decides, sampled(300));
}

}  // namespace
}  // namespace satchel::test
