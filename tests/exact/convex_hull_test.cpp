// The public convex_hull.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <satchel/satchel.hpp>

#include "support/expect_error.hpp"
#include "support/generators.hpp"
#include "support/oracle.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

Polygon hull(const Polygon& points) { return convex_hull(std::span<const Vec2>(points)); }

TEST(ConvexHull, of_few_points_is_what_remains_of_them) {
  EXPECT_EQ(hull({}), (Polygon{}));
  EXPECT_EQ(hull({{1, 2}}), (Polygon{{1, 2}}));
  EXPECT_EQ(hull({{1, 2}, {1, 2}, {1, 2}}), (Polygon{{1, 2}}));
  EXPECT_EQ(hull({{3, 1}, {1, 2}}), (Polygon{{1, 2}, {3, 1}}));
  EXPECT_EQ(hull({{0, 0}, {2, 2}, {1, 1}, {3, 3}, {2, 2}}), (Polygon{{0, 0}, {3, 3}}));
}

TEST(ConvexHull, begins_with_the_lowest_x_then_y_and_goes_counter_clockwise) {
  EXPECT_EQ(hull({{2, 2}, {0, 2}, {2, 0}, {0, 0}}), (Polygon{{0, 0}, {2, 0}, {2, 2}, {0, 2}}));
  EXPECT_EQ(hull({{0, 3}, {0, 0}, {4, 0}}), (Polygon{{0, 0}, {4, 0}, {0, 3}}));
}

TEST(ConvexHull, drops_duplicates_collinear_and_inner_points) {
  const Polygon messy = {{0, 0}, {1, 0}, {2, 0}, {2, 0}, {2, 1}, {2, 2}, {1, 1}, {0, 2}, {0, 1}, {0, 0}, {1, 2}};
  EXPECT_EQ(hull(messy), (Polygon{{0, 0}, {2, 0}, {2, 2}, {0, 2}}));
}

TEST(ConvexHull, keeps_a_point_that_is_out_by_the_smallest_float) {
  EXPECT_EQ(hull({{-1, 0}, {0, -0x1p-149f}, {1, 0}, {0, 1}}).size(), 4u);
  EXPECT_EQ(hull({{-1, 0}, {0, 0x1p-149f}, {1, 0}, {0, 1}}).size(), 3u);
}

TEST(ConvexHull, of_any_points_is_strictly_convex_and_holds_them_all) {
  Random random(80);
  for (std::size_t round = 0; round < scaled(2000); ++round) {
    Polygon points;
    const int count = random.integer(3, 60), kind = random.integer(0, 3);
    for (int k = 0; k < count; ++k) {
      const double x = random.uniform(-1, 1), y = random.uniform(-1, 1);
      if (kind == 0) points.push_back({static_cast<float>(x), static_cast<float>(y)});
      if (kind == 1)
        points.push_back({static_cast<float>(random.integer(0, 4)), static_cast<float>(random.integer(0, 4))});
      if (kind == 2) points.push_back({static_cast<float>(x), static_cast<float>(x / 3)});  // nearly on one line
      if (kind == 3) points.push_back({static_cast<float>(1e6 + x), static_cast<float>(std::ldexp(y, -30))});
    }
    const Polygon result = hull(points);
    if (result.size() < 3) {
      for (const Vec2 p : points) ASSERT_EQ(orientation(result.front(), result.back(), p), 0);
      continue;
    }
    ASSERT_TRUE(strictly_convex(result));
    for (const Vec2 p : points) {
      for (std::size_t i = 0; i < result.size(); ++i) {
        ASSERT_GE(orientation(result[i], result[(i + 1) % result.size()], p), 0);
      }
    }
    for (const Vec2 v : result) ASSERT_NE(std::find(points.begin(), points.end(), v), points.end());
    Scene scene;
    ASSERT_NO_THROW(scene.add_polygon(result));
  }
}

TEST(ConvexHull, of_doubles_sees_one_unit_in_the_last_place) {
  const double out = std::nextafter(.5, 0);
  const std::vector<Vec2d> bulging = {{0, 0}, {1, 0}, {1, 1}, {out, .5}, {0, 1}};
  const std::vector<Vec2d> on = {{0, 0}, {1, 1}, {.5, .5}, {0, 1}};
  const std::vector<Vec2d> over = {{0, 0}, {1, 1}, {.5, out}, {0, 1}};
  EXPECT_EQ(convex_hull(std::span<const Vec2d>(bulging)).size(), 4u);
  EXPECT_EQ(convex_hull(std::span<const Vec2d>(on)).size(), 3u);
  EXPECT_EQ(convex_hull(std::span<const Vec2d>(over)), (std::vector<Vec2d>{{0, 0}, {.5, out}, {1, 1}, {0, 1}}));
}

TEST(ConvexHull, refuses_points_that_are_not_finite_or_out_of_range) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  expect_error_at(ErrorCode::not_finite, 2, "point", [&] { (void)hull({{0, 0}, {1, 0}, {0, nan}, {nan, 0}}); });
  expect_error_at(ErrorCode::out_of_range, 1, "point", [&] { (void)hull({{0, 0}, {-0x1p61f, 0}, {0, 1}}); });
  const std::vector<Vec2d> far = {{0, 0}, {1, 0x1p201}}, tiny = {{0x1p-201, 0}};
  expect_error_at(ErrorCode::out_of_range, 1, "point", [&] { (void)convex_hull(std::span<const Vec2d>(far)); });
  expect_error_at(ErrorCode::out_of_range, 0, "point", [&] { (void)convex_hull(std::span<const Vec2d>(tiny)); });
}

}  // namespace
}  // namespace satchel::test
