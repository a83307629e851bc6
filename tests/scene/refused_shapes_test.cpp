// Polygons that are not exactly convex are refused, by the ulp: what add_polygon takes is what the oracle calls
// strictly convex, no more and no less.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "support/family_parts.hpp"
#include "support/generators.hpp"
#include "support/oracle.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

template <class T>
class RefusedShapes : public testing::Test {
 protected:
  /// What add_polygon says.
  ErrorCode answer(const BasicPolygon<T>& polygon) {
    try {
      scene_.add_polygon(polygon);
      scene_.clear();
      return ErrorCode::ok;
    } catch (const Error& error) {
      return error.code();
    }
  }

  /// A polygon with one more vertex, on an edge or as near as T has it.
  BasicPolygon<T> with_vertex_on_edge(BasicPolygon<T> polygon, std::size_t& place, int off_x, int off_y) {
    place = random_.below(polygon.size());
    const BasicVec2<T> s = polygon[place], e = polygon[(place + 1) % polygon.size()];
    const double t = random_.integer(1, 7) * .125;
    const double x = s.x, y = s.y;
    BasicVec2<T> between =
        parts::narrowed<T>(x + t * (static_cast<double>(e.x) - x), y + t * (static_cast<double>(e.y) - y));
    between.x = parts::stepped(between.x, between.x == 0 ? 0 : off_x);
    between.y = parts::stepped(between.y, between.y == 0 ? 0 : off_y);
    polygon.insert(polygon.begin() + static_cast<std::ptrdiff_t>(place) + 1, between);
    return polygon;
  }

  BasicScene<T> scene_;
  Random random_{40};
};

using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(RefusedShapes, Scalars);

TYPED_TEST(RefusedShapes, vertices_in_the_middle_of_an_edge) {
  for (std::size_t round = 0; round < scaled(5000); ++round) {
    std::size_t place = 0;
    const auto polygon = this->with_vertex_on_edge(grid_polygon<TypeParam>(this->random_, 9, 8), place, 0, 0);
    ASSERT_EQ(this->answer(polygon), ErrorCode::collinear) << round;
  }
}

TYPED_TEST(RefusedShapes, vertices_off_an_edge_by_an_ulp_on_the_wrong_side) {
  std::size_t refused = 0, taken = 0;
  for (std::size_t round = 0; round < scaled(20000); ++round) {
    std::size_t place = 0;
    const auto whole = this->random_.chance(.5) ? grid_polygon<TypeParam>(this->random_, 9, 8)
                                                : round_polygon<TypeParam>(this->random_, 5, 3);
    const int dx = this->random_.integer(-1, 1), dy = this->random_.integer(-1, 1);
    const auto polygon = this->with_vertex_on_edge(whole, place, dx, dy);
    const bool expected = strictly_convex(polygon);
    ASSERT_EQ(this->answer(polygon) == ErrorCode::ok, expected) << round;
    ++(expected ? taken : refused);
  }
  EXPECT_GT(refused, scaled(20000) / 4);
  EXPECT_GT(taken, scaled(20000) / 20);
}

TYPED_TEST(RefusedShapes, repeated_vertices) {
  for (std::size_t round = 0; round < scaled(2000); ++round) {
    auto polygon = round_polygon<TypeParam>(this->random_, this->random_.integer(3, 12), 1);
    const auto place = polygon.begin() + static_cast<std::ptrdiff_t>(this->random_.below(polygon.size()));
    polygon.insert(place, *place);
    ASSERT_EQ(this->answer(polygon), ErrorCode::repeated_vertex) << round;
  }
}

TYPED_TEST(RefusedShapes, clockwise_ones) {
  for (std::size_t round = 0; round < scaled(2000); ++round) {
    auto polygon = round_polygon<TypeParam>(this->random_, this->random_.integer(3, 12), 1);
    std::reverse(polygon.begin(), polygon.end());
    ASSERT_EQ(this->answer(polygon), ErrorCode::clockwise) << round;
  }
}

TYPED_TEST(RefusedShapes, all_but_the_strictly_convex_of_random_points) {
  std::size_t taken = 0;
  for (std::size_t round = 0; round < scaled(50000); ++round) {
    BasicPolygon<TypeParam> polygon;
    const int count = this->random_.integer(3, 5), reach = this->random_.integer(1, 6);
    for (int k = 0; k < count; ++k) {
      const double x = this->random_.integer(-reach, reach), y = this->random_.integer(-reach, reach);
      polygon.push_back(parts::narrowed<TypeParam>(x, y));
    }
    const bool expected = strictly_convex(polygon);
    ASSERT_EQ(this->answer(polygon) == ErrorCode::ok, expected) << round;
    taken += expected;
  }
  EXPECT_GT(taken, scaled(50000) / 20);
}

}  // namespace
}  // namespace satchel::test
