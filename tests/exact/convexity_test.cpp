// Convexity and hulls against big integers.
#include <gtest/gtest.h>

#include "exact/convexity.hpp"
#include "exact/hull.hpp"
#include "support/exact_polygons.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

using namespace cores;

template <class T>
class ExactConvexity : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(ExactConvexity, Scalars);

template <class T>
Status convexity(const Polygon<T>& polygon) {
  return exact::check_convex(polygon.x.data(), polygon.y.data(), polygon.size());
}

// ---- convexity
// -------------------------------------------------------------------------------------------------------

TYPED_TEST(ExactConvexity, convexity_names_what_is_wrong_and_where) {
  using T = TypeParam;
  const auto expect = [](const Polygon<T>& polygon, ErrorCode code, std::size_t index) {
    const Status status = convexity(polygon);
    EXPECT_EQ(status.code, code) << message(status.code);
    EXPECT_EQ(status.index, index);
  };
  expect({{0, 1}, {0, 0}}, ErrorCode::too_few_vertices, 0);
  expect({{0, 2, 1}, {0, 0, 1}}, ErrorCode::ok, 0);
  expect({{0, 2, 2, 1}, {0, 0, 0, 1}}, ErrorCode::repeated_vertex, 2);
  expect({{0, 2, 1, 0}, {0, 0, 1, 0}}, ErrorCode::closed_ring, 3);
  expect({{0, 0, 2, 1, 0}, {0, 0, 0, 1, 0}}, ErrorCode::closed_ring, 4);
  expect({{0, 1, 2, 1}, {0, 0, 0, 1}}, ErrorCode::collinear, 1);
  expect({{0, 2, 1}, {0, 2, 1}}, ErrorCode::collinear, 0);
  expect({{0, 2, 0, 1}, {0, 0, 0, 1}}, ErrorCode::collinear, 1);  // back upon itself
  expect({{0, 1, 2}, {0, 1, 0}}, ErrorCode::clockwise, 0);
  expect({{0, 2, 1, 1}, {0, 0, T(.25), 1}}, ErrorCode::not_convex, 2);
  expect({{0, 2, 2, 1, 0}, {0, 0, 2, 1, 2}}, ErrorCode::not_convex, 3);
  expect({{0, 1, 0, 1}, {0, 0, 1, 1}}, ErrorCode::not_convex, 2);  // a bow tie
  expect({{-1, 0, 1, 0}, {0, -std::numeric_limits<T>::denorm_min() * 0, 0, 1}}, ErrorCode::collinear, 1);
  // A concave polygon is named by the vertex that turns against its direction, and says if that is clockwise.
  const Polygon<T> ell{{0, 3, 3, 1, 1, 0}, {0, 0, 1, 1, 3, 3}};
  const std::size_t n = ell.size();
  for (std::size_t first = 0; first < n; ++first) {
    for (const bool clockwise : {false, true}) {
      Polygon<T> polygon;
      for (std::size_t k = 0; k < n; ++k) {
        const std::size_t at = clockwise ? (first + n - k) % n : (first + k) % n;
        polygon.push(ell.x[at], ell.y[at]);
      }
      const Status status = convexity(polygon);
      EXPECT_EQ(status.code, ErrorCode::not_convex);
      EXPECT_EQ(polygon.x[status.index], T(1));
      EXPECT_EQ(polygon.y[status.index], T(1));
      EXPECT_EQ(status.numbers[0], clockwise ? 1u : 0u);
    }
  }
  for (const int count : {5, 7, 8, 11}) {
    Polygon<T> star;
    for (int k = 0; k < count; ++k) {
      const double angle = 4 * std::numbers::pi * (k % count) / count + (count % 2 == 0 ? .1 * (k >= count / 2) : 0);
      star.push(std::cos(angle), std::sin(angle));
    }
    EXPECT_EQ(convexity(star).code, ErrorCode::not_simple) << count;
  }
}

TYPED_TEST(ExactConvexity, convexity_of_rounded_polygons) {
  using T = TypeParam;
  Random random(3);
  int counts[2] = {};
  for (std::size_t round = 0; round < scaled(3000); ++round) {
    Polygon<T> polygon = regular<T>(random.integer(3, 12), std::ldexp(1, random.integer(-60, 50)), random.uniform(0, 6),
                                    random.pick({1., 1e-3, 1e-7}));
    if (random.chance(.5)) {  // a vertex on an edge, or nearly
      const std::size_t i = random.below(polygon.size()), next = (i + 1) % polygon.size();
      const double t = random.uniform(0, 1);
      const T px = nudged(random, static_cast<T>(polygon.x[i] + t * (double{polygon.x[next]} - polygon.x[i])));
      const T py = nudged(random, static_cast<T>(polygon.y[i] + t * (double{polygon.y[next]} - polygon.y[i])));
      polygon.x.insert(polygon.x.begin() + static_cast<std::ptrdiff_t>(i) + 1, px);
      polygon.y.insert(polygon.y.begin() + static_cast<std::ptrdiff_t>(i) + 1, py);
    }
    const bool expected = strictly_convex(polygon);
    ASSERT_EQ(convexity(polygon).ok(), expected) << round;
    ++counts[expected];
  }
  EXPECT_GT(counts[0], 0);
  EXPECT_GT(counts[1], 0);
}

TYPED_TEST(ExactConvexity, usual_polygons_stay_convex_when_rotated) {
  using T = TypeParam;
  const auto stays = [](const Polygon<T>& polygon) {
    return exact::stays_convex_when_rotated(polygon.x.data(), polygon.y.data(), polygon.size());
  };
  for (int count = 3; count <= 512; ++count) EXPECT_TRUE(stays(regular<T>(count, 10, 0))) << count;
  EXPECT_TRUE(stays(box<T>(-1, -1, 1, 1)));
  EXPECT_TRUE(stays(box<T>(-1e3, -1, 1e3, 1)));
  EXPECT_TRUE(stays(box<T>(-0x1p60, -0x1p60, 0x1p60, 0x1p60)));
  EXPECT_FALSE(stays({{0, 2, 1}, {0, 0, std::numeric_limits<T>::epsilon()}}));
  EXPECT_FALSE(stays({{0, 1, 2, 1}, {0, 0, std::numeric_limits<T>::epsilon() / 2, 1}}));

  Random random(4);
  int counts[2] = {};
  for (std::size_t round = 0; round < scaled(2000); ++round) {
    const Polygon<T> polygon =
        regular<T>(random.integer(3, 40), std::ldexp(1, random.integer(-130, 50)), random.uniform(0, 6),
                   std::ldexp(1, -random.integer(0, sizeof(T) == 4 ? 24 : 50)));
    if (!convexity(polygon).ok()) continue;
    const bool expected = stays(polygon);
    ++counts[expected];
    for (int k = 0; expected && k < 10; ++k) {
      ASSERT_TRUE(convexity(rotated(polygon, random.uniform(-4, 4))).ok()) << round;
    }
  }
  EXPECT_GT(counts[0], 0);
  EXPECT_GT(counts[1], 0);
}

// ---- hulls
// -----------------------------------------------------------------------------------------------------------

TYPED_TEST(ExactConvexity, hulls_of_messy_points) {
  using T = TypeParam;
  Random random(5);
  for (std::size_t round = 0; round < scaled(2000); ++round) {
    Polygon<T> cloud;
    const int count = random.integer(1, 40), kind = random.integer(0, 3);
    const double slope = random.uniform(-1, 1);
    for (int k = 0; k < count; ++k) {
      const double px = kind == 0 ? random.integer(-3, 3) : random.uniform(-1, 1);
      const double py = kind == 0 ? random.integer(-3, 3) : kind == 1 ? random.uniform(-1, 1) : slope * px;
      cloud.push(px, kind == 3 ? py * 0x1p-30 : py);
    }
    std::vector<std::uint32_t> order(cloud.size()), hull(cloud.size() + 1);
    hull.resize(exact::hull_indices(cloud.x.data(), cloud.y.data(), cloud.size(), order.data(), hull.data()));
    ASSERT_FALSE(hull.empty());
    for (std::size_t i = 0; i < cloud.size(); ++i) {  // counter-clockwise from the lowest x, then y
      const bool lower = cloud.x[i] != cloud.x[hull[0]] ? cloud.x[i] < cloud.x[hull[0]] : cloud.y[i] < cloud.y[hull[0]];
      ASSERT_FALSE(lower);
    }
    std::rotate(hull.begin(), std::min_element(hull.begin(), hull.end()), hull.end());
    ASSERT_EQ(hull, hull_by_wrapping(points_of(cloud))) << round;
  }
}

}  // namespace
}  // namespace satchel::test
