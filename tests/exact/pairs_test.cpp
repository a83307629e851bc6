// The resolution of pairs against big integers.
#include <gtest/gtest.h>

#include <string>

#include "support/exact_cores.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

using namespace cores;

template <class T>
class ExactPairs : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(ExactPairs, Scalars);

TYPED_TEST(ExactPairs, pairs_anywhere) {
  using T = TypeParam;
  Random random(6);
  Tally tally;
  for (std::size_t round = 0; round < sampled(5000); ++round) {
    const double scale = random.chance(.5) ? 1 : std::ldexp(1, random.integer(-100, 50));
    const double far = random.pick({0., 0., 1e3, 1e7, 1e12}) * scale;
    const auto some_body = [&] {
      return body(some_polygon<T>(random, scale), far + scale * random.uniform(-2, 2), scale * random.uniform(-2, 2));
    };
    expect_right(some_body(), some_body(), tally);
    if (this->HasFatalFailure()) FAIL() << "round " << round;
  }
  EXPECT_GT(tally.verdicts[0], 0);
  EXPECT_GT(tally.verdicts[2], 0);
  EXPECT_LT(tally.expansions, tally.pairs / 50);
  this->RecordProperty("largest_error_in_u_d", std::to_string(tally.error));
}

TYPED_TEST(ExactPairs, pairs_on_a_grid_need_no_expansions) {
  using T = TypeParam;
  Random random(7);
  Tally tally;
  const Polygon<T> shapes[] = {box<T>(-1, -1, 1, 1),
                               box<T>(0, -2, 3, 1),
                               {{0, 2, 1}, {0, 0, 2}},
                               {{1, 2, 2, 1, -1, -2, -2, -1}, {-2, -1, 1, 2, 2, 1, -1, -2}},
                               {{0, 2, 3, 2, 0}, {0, 0, 1, 2, 2}}};
  for (std::size_t round = 0; round < sampled(6000); ++round) {
    const double cell = std::ldexp(random.integer(1, 7), random.integer(-30, 10));
    const auto some_body = [&] {
      Body<T> result{shapes[random.below(5)], cell * random.integer(-3, 3), cell * random.integer(-3, 3)};
      for (T& number : result.offsets.x) number = static_cast<T>(number * cell);
      for (T& number : result.offsets.y) number = static_cast<T>(number * cell);
      return result;
    };
    Body<T> a = some_body(), b = some_body();
    expect_right(a, b, tally);
    exact::Stage stage{};
    const BasicContact<T> contact = exact::resolve_contact(a.core(), b.core(), stage);
    a.claims_convex = false;  // the same answer in every bit by the way of the hull
    ASSERT_EQ(exact::resolve_contact(a.core(), b.core(), stage), contact);
    if (this->HasFatalFailure()) FAIL() << "round " << round;
  }
  expect_each_verdict(tally, 500);
  EXPECT_EQ(tally.expansions, 0);
}

TYPED_TEST(ExactPairs, pairs_in_contact_or_a_hair_off) {
  using T = TypeParam;
  Random random(8);
  Tally tally;
  for (std::size_t round = 0; round < sampled(6000); ++round) {
    const double scale = random.chance(.7) ? 1 : std::ldexp(1, random.integer(-100, 50));
    const double unit = random.pick({0., 0x1p-10 * scale});  // exact contacts want round origins
    const auto origin = [&] {
      const double number = scale * random.uniform(-9, 9) * random.pick({1., 1., 1e6});
      return unit == 0 ? number : std::round(number / unit) * unit;
    };
    const Body<T> a = body(some_polygon<T>(random, scale), origin(), origin());
    expect_right(a, attached(random, a, scale), tally);
    if (this->HasFatalFailure()) FAIL() << "round " << round;
  }
  expect_each_verdict(tally, 20);
  EXPECT_GE(tally.expansions, static_cast<int>(sampled(100)));
  this->RecordProperty("largest_error_in_u_d", std::to_string(tally.error));
}

TYPED_TEST(ExactPairs, pairs_of_equal_nested_and_distant_bodies) {
  using T = TypeParam;
  Random random(9);
  Tally tally;
  for (std::size_t round = 0; round < sampled(1000); ++round) {
    const Body<T> a = body(some_polygon<T>(random, 1), random.uniform(-5, 5), random.uniform(-5, 5));
    Body<T> b = a;
    const int kind = random.integer(0, 2);
    if (kind == 1) b.offsets = some_polygon<T>(random, std::ldexp(1, -random.integer(1, 60)));
    if (kind == 2) b.x += std::ldexp(1, random.integer(10, 58));
    b.claims_convex = strictly_convex(b.offsets);
    expect_right(a, b, tally);
    expect_right(b, a, tally);
    if (this->HasFatalFailure()) FAIL() << "round " << round;
  }
}

TYPED_TEST(ExactPairs, pairs_at_the_ends_of_the_range) {
  using T = TypeParam;
  Random random(10);
  Tally tally;
  const double largest = std::ldexp(1, sizeof(T) == 4 ? 60 : 200),
               smallest = std::ldexp(1, sizeof(T) == 4 ? -149 : -200);
  const double origin = 0x1p-200;
  const Polygon<T> huge = box<T>(-largest, -largest, largest, largest), tiny = box<T>(0, 0, smallest, smallest);
  for (const auto& [p, q] : {std::pair{huge, huge}, std::pair{tiny, tiny}, std::pair{huge, tiny}}) {
    for (const double x : {0., origin, -origin, 2 * largest - largest, smallest, -largest, largest, 1.}) {
      for (const double y : {0., origin, largest}) {
        expect_right(body(p, 0, 0), body(q, x, y), tally);
        expect_right(body(p, x, y), body(q, -largest, y), tally);
        if (this->HasFatalFailure()) FAIL() << x << ' ' << y;
      }
    }
  }
  expect_each_verdict(tally, 0);
}

TYPED_TEST(ExactPairs, pairs_whose_vertices_are_nearly_on_lines_count_as_their_hulls) {
  using T = TypeParam;
  Random random(11);
  Tally tally;
  int not_convex = 0;
  for (std::size_t round = 0; round < sampled(2000); ++round) {
    const auto some_body = [&] {
      const Polygon<T> corners = regular<T>(random.integer(3, 5), random.uniform(.5, 2), random.uniform(0, 6));
      Polygon<T> polygon;
      for (std::size_t i = 0; i < corners.size(); ++i) {
        const std::size_t next = (i + 1) % corners.size();
        for (int k = 0; k < 4; ++k) {
          polygon.push(corners.x[i] + k * .25 * (double{corners.x[next]} - corners.x[i]),
                       corners.y[i] + k * .25 * (double{corners.y[next]} - corners.y[i]));
        }
      }
      if (random.chance(.2)) {  // repeated vertices
        polygon.push(polygon.x.back(), polygon.y.back());
      }
      Body<T> result = body(std::move(polygon), random.integer(-2, 2), random.uniform(-2, 2));
      not_convex += !result.claims_convex;
      return result;
    };
    const Body<T> a = some_body();
    expect_right(a, random.chance(.5) ? some_body() : attached(random, a, 1), tally);
    if (this->HasFatalFailure()) FAIL() << "round " << round;
  }
  EXPECT_GE(not_convex, static_cast<int>(sampled(100)));
}

TYPED_TEST(ExactPairs, edges_of_length_zero_count_for_nothing) {
  using T = TypeParam;
  Random random(12);
  for (std::size_t round = 0; round < sampled(1000); ++round) {
    const auto some_body = [&] {  // convex but for vertices that repeat the one before, as a caller may take for convex
      Polygon<T> polygon = random.chance(.5) ? box<T>(-1, -1, 1, 1) : some_polygon<T>(random, 1);
      const std::size_t i = random.below(polygon.size());
      polygon.x.insert(polygon.x.begin() + static_cast<std::ptrdiff_t>(i), polygon.x[i]);
      polygon.y.insert(polygon.y.begin() + static_cast<std::ptrdiff_t>(i), polygon.y[i]);
      return Body<T>{std::move(polygon), double(random.integer(-2, 2)), double(random.integer(-2, 2)), true};
    };
    const Body<T> a = some_body(), b = some_body();
    exact::Stage stage{};
    ASSERT_EQ(exact::resolve_verdict(a.core(), b.core(), stage), judge(Hull(a), Hull(b)).verdict) << round;
    const BasicContact<T> contact = exact::resolve_contact(a.core(), b.core(), stage);
    ASSERT_EQ(verdict(contact), judge(Hull(a), Hull(b)).verdict) << round;
    ASSERT_TRUE(std::isfinite(contact.separation) && std::isfinite(contact.normal_x)) << round;
  }
}

TYPED_TEST(ExactPairs, pairs_of_which_rounding_left_points_and_segments) {
  using T = TypeParam;
  Random random(13);
  Tally tally;
  for (std::size_t round = 0; round < sampled(4000); ++round) {
    const double far = random.pick({0., 0., 1e6});
    const auto some_body = [&]() -> Body<T> {
      const int kind = random.integer(0, 3);
      const double x = far + random.integer(-2, 2), y = random.integer(-2, 2);
      if (kind == 0) return {box<T>(-1, -1, 1, 1), x, y, true};
      if (kind == 1) return {{{1, 1, 1}, {0, 0, 0}}, x, y, false};
      const int dx = random.integer(-2, 2), dy = random.integer(-2, 2);
      Polygon<T> segment;
      for (const int k : {0, 2, 1, 1}) segment.push(k * dx * (kind == 3 ? .1 : .5), k * dy * (kind == 3 ? .1 : .5));
      return {segment, x, kind == 3 ? nudged(random, y) : y, false};
    };
    const Body<T> a = some_body(), b = some_body();
    expect_right(a, b, tally);
    if (this->HasFatalFailure()) FAIL() << "round " << round;
  }
  expect_each_verdict(tally, 100);
}

TYPED_TEST(ExactPairs, pairs_of_many_vertices) {
  using T = TypeParam;
  Random random(14);
  Tally tally;
  for (std::size_t round = 0; round < 60; ++round) {
    const int count = random.integer(20, 90);
    const Body<T> a = body(regular<T>(count, 1, random.uniform(0, 6)), random.integer(-2, 2), random.uniform(-2, 2));
    Body<T> b = attached(random, a, 1);
    if (random.chance(.5)) b = body(regular<T>(random.integer(20, 90), 1.5, 0), a.x + random.uniform(0, 3), a.y);
    if (random.chance(.2)) b = {box<T>(-1, -1, 1, 1), a.x + 2, a.y, true};
    expect_right(a, b, tally);
    if (this->HasFatalFailure()) FAIL() << "round " << round;
  }
  expect_each_verdict(tally, 0);
}

TYPED_TEST(ExactPairs, ties_go_to_the_first_edge) {
  using T = TypeParam;
  const Body<T> a{box<T>(-1, -1, 1, 1)}, same = a;
  exact::Stage stage{};
  BasicContact<T> contact = exact::resolve_contact(a.core(), same.core(), stage);
  EXPECT_EQ(verdict(contact), Verdict::overlapping);
  EXPECT_EQ(contact.separation, -2);
  EXPECT_EQ(side(contact), Side::a);
  EXPECT_EQ(index(contact), 0u);
  EXPECT_EQ(contact.normal_x, 0);
  EXPECT_EQ(contact.normal_y, -1);

  const Body<T> corner{box<T>(-1, -1, 1, 1), 2, 2};
  contact = exact::resolve_contact(a.core(), corner.core(), stage);
  EXPECT_EQ(verdict(contact), Verdict::touching);
  EXPECT_EQ(side(contact), Side::a);
  EXPECT_EQ(index(contact), 1u);
  EXPECT_EQ(contact.normal_x, 1);
  EXPECT_EQ(contact.normal_y, 0);

  const Body<T> diamond{{{0, 1, 0, -1}, {-1, 0, 1, 0}}, 3, 3};
  contact = exact::resolve_contact(a.core(), diamond.core(), stage);
  EXPECT_EQ(verdict(contact), Verdict::disjoint);
  EXPECT_EQ(side(contact), Side::b);
  EXPECT_EQ(index(contact), 3u);
  EXPECT_EQ(kind(contact), FeatureKind::edge);
}

}  // namespace
}  // namespace satchel::test
