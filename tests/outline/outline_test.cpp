// convex_parts: parts against exact arithmetic, and what is refused.
#include <satchel/outline.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <satchel/satchel.hpp>

#include "outline_check.hpp"
#include "support/expect_error.hpp"
#include "support/oracle.hpp"
#include "support/outlines.hpp"
#include "support/random.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

template <class T>
class Outline : public testing::Test {};
using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(Outline, Precisions);

template <class T>
using Vertices = std::vector<BasicVec2<T>>;

template <class T>
BasicConvexParts<T> parts_of(const Vertices<T>& outline) {
  return convex_parts(std::span<const BasicVec2<T>>(outline));
}

TYPED_TEST(Outline, in_braces_is_that_of_a_vector) {
  using T = TypeParam;
  const Vertices<T> frame{{0, 0}, {3, 0}, {3, 3}, {0, 3}, {1, 1}, {1, 2}, {2, 2}, {2, 1}};
  const BasicConvexParts<T> expected = convex_parts(frame, std::vector<std::uint32_t>{0, 4, 8});
  const BasicConvexParts<T> parts =
      convex_parts<T>({{0, 0}, {3, 0}, {3, 3}, {0, 3}, {1, 1}, {1, 2}, {2, 2}, {2, 1}}, {0, 4, 8});
  EXPECT_EQ(parts.vertices, expected.vertices);
  EXPECT_EQ(parts.starts, expected.starts);
  BasicConvexParts<T> tried;
  EXPECT_TRUE(
      try_convex_parts({{0, 0}, {3, 0}, {3, 3}, {0, 3}, {1, 1}, {1, 2}, {2, 2}, {2, 1}}, {0, 4, 8}, tried).ok());
  EXPECT_EQ(tried.vertices, expected.vertices);
  EXPECT_EQ(convex_parts<T>({{0, 0}, {1, 0}, {0, 1}}).size(), 1u);
}

TYPED_TEST(Outline, of_every_form_is_filled_exactly) {
  using T = TypeParam;
  Random random(61);
  std::size_t tried = 0;
  for (std::size_t i = 0; i < sampled(600); ++i) {
    const Vertices<T> outline = any_outline<T>(random);
    const ExactRing exact = exact_points<T>(outline);
    if (!is_simple(exact) || doubled_area(exact).sign() <= 0) continue;
    ++tried;
    SCOPED_TRACE(i);
    const BasicConvexParts<T> parts = parts_of(outline);
    expect_right_parts<T>(outline, parts);
    BasicScene<T> scene;
    std::vector<ShapeId> ids(parts.size());
    ASSERT_NO_THROW(scene.add_polygons(parts.vertices, parts.starts, ids));
    if (testing::Test::HasFailure()) break;
  }
  EXPECT_GT(tried, sampled(300));
}

/// Small numbers, so that all that can happen does: vertices on edges, edges on edges, zero area, both orientations.
TYPED_TEST(Outline, is_refused_just_if_it_is_not_simple_or_clockwise) {
  using T = TypeParam;
  Random random(62);
  std::size_t simple = 0, refused = 0, clockwise = 0;
  for (std::size_t i = 0; i < sampled(20000); ++i) {
    Vertices<T> outline(static_cast<std::size_t>(random.integer(3, 9)));
    const int side = random.integer(2, 6);
    for (auto& v : outline) v = {static_cast<T>(random.integer(0, side)), static_cast<T>(random.integer(0, side))};
    const ExactRing exact = exact_points<T>(outline);
    SCOPED_TRACE(i);
    try {
      const BasicConvexParts<T> parts = parts_of(outline);
      ++simple;
      ASSERT_TRUE(is_simple(exact));
      expect_right_parts<T>(outline, parts);
    } catch (const Error& error) {
      if (error.code() == ErrorCode::clockwise) {
        ++clockwise;
        EXPECT_TRUE(is_simple(exact) && doubled_area(exact).sign() < 0);
        continue;
      }
      ++refused;
      EXPECT_FALSE(is_simple(exact)) << error.what();
      EXPECT_TRUE(error.code() == ErrorCode::meets_itself || error.code() == ErrorCode::repeated_vertex ||
                  error.code() == ErrorCode::closed_ring)
          << error.what();
      EXPECT_LT(error.index(), outline.size());
    }
    if (testing::Test::HasFailure()) break;
  }
  EXPECT_GT(simple, sampled(500));
  EXPECT_GT(clockwise, sampled(500));
  EXPECT_GT(refused, sampled(500));
}

/// Side by side, they touch at shared vertices and edges, or in the middle of an edge; none overlaps another.
TYPED_TEST(Outline, has_parts_that_touch_and_do_not_overlap) {
  using T = TypeParam;
  Random random(63);
  std::size_t touching = 0, disjoint = 0;
  for (std::size_t i = 0; i < sampled(200); ++i) {
    const Vertices<T> outline = any_outline<T>(random);
    const ExactRing exact = exact_points<T>(outline);
    if (!is_simple(exact) || doubled_area(exact).sign() <= 0) continue;
    const BasicConvexParts<T> parts = parts_of(outline);
    BasicScene<T> scene;
    std::vector<ShapeId> ids(parts.size());
    scene.add_polygons(parts.vertices, parts.starts, ids);
    std::vector<Pair> pairs;
    for (const ShapeId id : ids) {
      const BodyId body = scene.add_body(scene.add_compound({&id, 1}));  // compounds look for shared vertices
      for (BodyId other = 0; other < body; ++other) pairs.push_back({body, other});
    }
    std::vector<BasicContact<T>> contacts(pairs.size());
    collide(scene, pairs, contacts);
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      ASSERT_TRUE(contact_is_right(scene, pairs[k], contacts[k]));
      ASSERT_NE(verdict(contacts[k]), Verdict::overlapping);
      ++(verdict(contacts[k]) == Verdict::touching ? touching : disjoint);
    }
  }
  EXPECT_GT(touching, sampled(1000));
  EXPECT_GT(disjoint, sampled(1000));
}

TYPED_TEST(Outline, that_is_convex_is_one_part_without_its_flat_vertices) {
  using T = TypeParam;
  const Vertices<T> outline{{0, 0}, {1, 0}, {2, 0}, {2, 2}, {1, 2}, {0, 2}, {0, 1}};
  const BasicConvexParts<T> parts = parts_of(outline);
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts.indices, (std::vector<std::uint32_t>{0, 2, 3, 5}));
  EXPECT_EQ(parts.inner_edges, (std::vector<std::uint8_t>{0, 0, 0, 0}));
}

TYPED_TEST(Outline, of_an_l_is_two_parts_that_share_an_edge) {
  using T = TypeParam;
  const Vertices<T> outline{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
  const BasicConvexParts<T> parts = parts_of(outline);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(std::count(parts.inner_edges.begin(), parts.inner_edges.end(), 1), 2);
  expect_right_parts<T>(outline, parts);
}

/// A long way: many reflex vertices, each of which needs a part or two.
TYPED_TEST(Outline, of_ten_thousand_vertices_takes_no_more_parts_than_promised) {
  using T = TypeParam;
  Vertices<T> outline;
  const int count = static_cast<int>(scaled(10000)) / 2 * 2;
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * i / count, reach = i % 2 == 0 ? 1000 : 900;
    outline.push_back({static_cast<T>(reach * std::cos(angle)), static_cast<T>(reach * std::sin(angle))});
  }
  const BasicConvexParts<T> parts = parts_of(outline);
  EXPECT_GT(parts.size(), 1u);
  EXPECT_LE(parts.size(), static_cast<std::size_t>(count) + 1);  // half of them are reflex
}

TYPED_TEST(Outline, that_crosses_or_touches_itself_is_refused_with_the_place) {
  using T = TypeParam;
  const auto expect_meeting = [](const Vertices<T>& outline, std::size_t lower, const char* text) {
    expect_error(ErrorCode::meets_itself, lower, text, [&] { (void)parts_of(outline); });
  };
  expect_meeting({{0, 0}, {2, 0}, {0, 2}, {2, 2}}, 1, "edges 1 and 3 meet at \\(1, 1\\)");          // a bow tie
  expect_meeting({{0, 0}, {4, 0}, {4, 4}, {2, 0}, {0, 4}}, 0, "edges 0 and 2 meet at \\(2, 0\\)");  // vertex on an edge
  expect_meeting({{0, 0}, {2, 0}, {1, 1}, {2, 2}, {0, 2}, {1, 1}}, 1, "edges 1 and 4 meet at \\(1, 1\\)");
  expect_meeting({{0, 0}, {2, 0}, {4, 0}, {3, 0}, {3, 3}}, 1, "");  // there and back
  expect_meeting({{0, 0}, {1, 0}, {2, 0}}, 0, "");                  // no area
  expect_meeting({{0, 0}, {1, 1}, {3, 3}, {2, 2}}, 0, "");
}

TYPED_TEST(Outline, of_other_faults_names_the_vertex) {
  using T = TypeParam;
  const T nan = std::numeric_limits<T>::quiet_NaN(), infinity = std::numeric_limits<T>::infinity();
  const T huge = sizeof(T) == sizeof(float) ? static_cast<T>(0x1p61) : static_cast<T>(0x1p201);
  const auto expect_at = [](ErrorCode code, std::size_t vertex, const Vertices<T>& outline) {
    expect_error_at(code, vertex, "vertex", [&] { (void)parts_of(outline); });
  };
  expect_at(ErrorCode::not_finite, 1, {{0, 0}, {1, nan}, {0, 1}});
  expect_at(ErrorCode::not_finite, 2, {{0, 0}, {1, 0}, {infinity, 1}});
  expect_at(ErrorCode::out_of_range, 2, {{0, 0}, {1, 0}, {0, huge}});
  expect_at(ErrorCode::repeated_vertex, 2, {{0, 0}, {1, 0}, {1, 0}, {0, 1}});
  expect_at(ErrorCode::closed_ring, 3, {{0, 0}, {1, 0}, {0, 1}, {0, 0}});
  expect_error(ErrorCode::too_few_vertices, {}, "2 vertices", [] { (void)parts_of(Vertices<T>{{0, 0}, {1, 0}}); });
  expect_error(ErrorCode::too_many_vertices, {}, "131073 vertices", [] {
    (void)parts_of(Vertices<T>(131073, BasicVec2<T>{0, 0}));
  });
  expect_error(ErrorCode::clockwise, {}, "run clockwise, as those of a hole do", [] {
    (void)parts_of(Vertices<T>{{0, 0}, {0, 1}, {1, 1}, {1, 0}});
  });
}

}  // namespace
}  // namespace satchel::test
