// clean_ring: what it drops and reverses, against exact arithmetic and by brute force, and what it refuses.
#include <satchel/ring.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <satchel/satchel.hpp>

#include "support/expect_error.hpp"
#include "support/outlines.hpp"
#include "support/random.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

template <class T>
class RingOf : public testing::Test {};
using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(RingOf, Precisions);

template <class T>
using Points = std::vector<BasicVec2<T>>;

/// What a ring comes to, by the definitions: points are dropped one at a time until none has to be.
struct Expected {
  std::vector<std::uint32_t> indices;
  std::size_t repeated = 0, collinear = 0;
  ErrorCode code = ErrorCode::ok;
  bool convex = false, clockwise = false, closed = false;
};

template <class T>
Expected expected_of(const Points<T>& points) {
  const std::vector<ExactPoint> exact = exact_points<T>(points);
  Expected all;
  for (std::uint32_t i = 0; i < points.size(); ++i) all.indices.push_back(i);
  const auto drop_all = [&](auto has_to_go) {
    std::size_t dropped = 0;
    for (std::size_t k = 0; all.indices.size() > 1 && k < all.indices.size();) {
      const std::size_t n = all.indices.size();
      if (has_to_go(all.indices[(k + n - 1) % n], all.indices[k], all.indices[(k + 1) % n])) {
        all.indices.erase(all.indices.begin() + static_cast<std::ptrdiff_t>(k));
        ++dropped;
        k = 0;
      } else {
        ++k;
      }
    }
    return dropped;
  };
  // The point after goes, so that the first of equal points stays; point 0 always stays.
  all.repeated = drop_all([&](std::uint32_t before, std::uint32_t here, std::uint32_t) {
    return here != 0 && exact[before] == exact[here];
  });
  while (all.indices.size() > 1 && exact[all.indices.back()] == exact[0]) {
    all.indices.pop_back();
    ++all.repeated;
  }
  all.closed = points.size() > 1 && exact.back() == exact.front();
  all.repeated -= all.closed ? 1 : 0;
  if (all.indices.size() < 3) {
    all.code = ErrorCode::too_few_vertices;
    return all;
  }
  const bool has_area = std::any_of(all.indices.begin(), all.indices.end(), [&](std::uint32_t i) {
    return exact_turn(exact[all.indices[0]], exact[all.indices[1]], exact[i]) != 0;
  });
  if (!has_area) {
    all.code = ErrorCode::collinear;
    return all;
  }
  all.collinear = drop_all([&](std::uint32_t before, std::uint32_t here, std::uint32_t after) {
    const ExactPoint &p = exact[before], &q = exact[here], &r = exact[after];
    return exact_turn(p, q, r) == 0 && q != p && q != r && segments_meet(p, r, q, q);
  });
  std::vector<ExactPoint> ring;
  for (const std::uint32_t i : all.indices) ring.push_back(exact[i]);
  if (!is_simple(ring)) {
    all.code = ErrorCode::meets_itself;
    return all;
  }
  all.clockwise = doubled_area(ring).sign() < 0;
  all.convex = true;
  for (std::size_t k = 0; k < ring.size(); ++k) {
    const int turn = exact_turn(ring[k], ring[(k + 1) % ring.size()], ring[(k + 2) % ring.size()]);
    all.convex = all.convex && turn == (all.clockwise ? -1 : 1);
  }
  return all;
}

/// Returns the code: that of the error, or ok.
template <class T>
ErrorCode expect_right_ring(const Points<T>& points, Winding winding) {
  const Expected expected = expected_of(points);
  BasicRing<T> ring;
  try {
    ring = clean_ring(points, winding);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), expected.code) << error.what();
    EXPECT_EQ(std::string(error.what()).substr(0, 6), "ring: ");
    return error.code();
  }
  EXPECT_EQ(expected.code, ErrorCode::ok);
  if (expected.code != ErrorCode::ok) return ErrorCode::ok;
  std::vector<std::uint32_t> indices = expected.indices;
  const bool reversed = expected.clockwise != (winding == Winding::clockwise);
  if (reversed) std::reverse(indices.begin() + 1, indices.end());
  EXPECT_EQ(ring.indices, indices);
  EXPECT_EQ(ring.vertices.size(), indices.size());
  for (std::size_t i = 0; i < ring.vertices.size(); ++i) EXPECT_EQ(ring.vertices[i], points[ring.indices[i]]);
  EXPECT_EQ(ring.convex, expected.convex);
  EXPECT_EQ(ring.closed, expected.closed);
  EXPECT_EQ(ring.reversed, reversed);
  EXPECT_EQ(ring.repeated, expected.repeated);
  EXPECT_EQ(ring.collinear, expected.collinear);
  if (winding == Winding::counter_clockwise) {
    BasicScene<T> scene;
    if (ring.convex) {
      EXPECT_NO_THROW(scene.add_polygon(ring.vertices));
    } else {
      EXPECT_THROW(scene.add_polygon(ring.vertices), Error);
    }
  }
  return ErrorCode::ok;
}

/// Repeats points, puts some on straight edges, closes the ring, and turns it round.
template <class T>
Points<T> spoiled(Random& random, const Points<T>& outline) {
  Points<T> points;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const BasicVec2<T> p = outline[i], q = outline[(i + 1) % outline.size()];
    for (int k = random.chance(0.2) ? random.integer(2, 4) : 1; k > 0; --k) points.push_back(p);
    if (random.chance(0.3)) points.push_back({(p.x + q.x) / 2, (p.y + q.y) / 2});
    if (random.chance(0.1)) points.push_back(points.back());
  }
  if (random.chance(0.5)) std::reverse(points.begin(), points.end());
  if (random.chance(0.6)) points.push_back(points.front());
  if (random.chance(0.2)) points.push_back(points.front());
  return points;
}

TYPED_TEST(RingOf, any_outline_comes_out_as_its_definition_says) {
  using T = TypeParam;
  Random random(71);
  std::size_t good = 0;
  for (std::size_t i = 0; i < sampled(400); ++i) {
    SCOPED_TRACE(i);
    const Points<T> points = spoiled<T>(random, any_outline<T>(random));
    good += expect_right_ring<T>(points, random.pick({Winding::counter_clockwise, Winding::clockwise})) == ErrorCode::ok
                ? 1
                : 0;
    if (testing::Test::HasFailure()) break;
  }
  EXPECT_GT(good, sampled(200));
}

/// Small numbers, so that all that can happen does: lines, spikes, crossings, points on edges.
TYPED_TEST(RingOf, few_points_on_a_grid_comes_out_or_is_refused_as_its_definition_says) {
  using T = TypeParam;
  Random random(72);
  std::size_t codes[256] = {};
  for (std::size_t i = 0; i < sampled(30000); ++i) {
    SCOPED_TRACE(i);
    Points<T> points(static_cast<std::size_t>(random.integer(0, 9)));
    const int width = random.integer(1, 4), height = random.integer(0, 4);
    for (auto& v : points) v = {static_cast<T>(random.integer(0, width)), static_cast<T>(random.integer(0, height))};
    if (!points.empty() && random.chance(0.5)) points.push_back(points.front());
    ++codes[static_cast<int>(
        expect_right_ring<T>(points, random.pick({Winding::counter_clockwise, Winding::clockwise})))];
    if (testing::Test::HasFailure()) break;
  }
  for (const ErrorCode code :
       {ErrorCode::ok, ErrorCode::too_few_vertices, ErrorCode::collinear, ErrorCode::meets_itself}) {
    EXPECT_GT(codes[static_cast<int>(code)], sampled(1000)) << message(code);
  }
}

TYPED_TEST(RingOf, convex_points_becomes_a_polygon_and_says_what_it_changed) {
  using T = TypeParam;
  const std::array<BasicVec2<T>, 8> points = {{{0, 0}, {0, 2}, {0, 2}, {1, 2}, {2, 2}, {2, 0}, {1, 0}, {0, 0}}};
  const BasicRing<T> ring = clean_ring(points);
  EXPECT_EQ(ring.vertices, (Points<T>{{0, 0}, {2, 0}, {2, 2}, {0, 2}}));
  EXPECT_EQ(ring.indices, (std::vector<std::uint32_t>{0, 5, 4, 1}));
  EXPECT_TRUE(ring.convex && ring.closed && ring.reversed);
  EXPECT_EQ(ring.repeated, 1u);
  EXPECT_EQ(ring.collinear, 2u);
}

TYPED_TEST(RingOf, a_good_polygon_stays_as_it_is) {
  using T = TypeParam;
  const Points<T> points{{3, 0}, {4, 4}, {0, 1}};
  const BasicRing<T> ring = clean_ring(points);
  EXPECT_EQ(ring.vertices, points);
  EXPECT_TRUE(ring.convex);
  EXPECT_FALSE(ring.closed || ring.reversed);
  EXPECT_EQ(ring.repeated + ring.collinear, 0u);
}

/// A point that is off a straight edge by one unit in the last place is a corner, to one side or the other.
TYPED_TEST(RingOf, points_that_are_collinear_but_for_rounding_keeps_them) {
  using T = TypeParam;
  const T above = std::nextafter(T(1), T(2)), below = std::nextafter(T(1), T(0));
  const BasicRing<T> bulge = clean_ring(Points<T>{{0, 0}, {2, 0}, {2, 1}, {1, above}, {0, 1}});
  EXPECT_EQ(bulge.vertices.size(), 5u);
  EXPECT_TRUE(bulge.convex);
  const BasicRing<T> dent = clean_ring(Points<T>{{0, 0}, {2, 0}, {2, 1}, {1, below}, {0, 1}});
  EXPECT_EQ(dent.vertices.size(), 5u);
  EXPECT_FALSE(dent.convex);
  EXPECT_EQ(clean_ring(Points<T>{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {0, 1}}).collinear, 1u);
}

/// Left turns only, twice round: no crossing is found by turns alone.
TYPED_TEST(RingOf, a_pentagram_is_refused) {
  using T = TypeParam;
  Points<T> points;
  for (int k = 0; k < 5; ++k) {
    const double angle = 4 * std::numbers::pi * k / 5;
    points.push_back({static_cast<T>(std::cos(angle)), static_cast<T>(std::sin(angle))});
  }
  expect_error(ErrorCode::meets_itself, 0, "from point 0 to 1 and the edge from point [23] to [34] meet at \\(",
               [&] { (void)clean_ring(points); });
}

TYPED_TEST(RingOf, what_is_refused_without_an_exception_has_the_same_text) {
  using T = TypeParam;
  BasicRing<T> ring;
  EXPECT_TRUE(try_clean_ring(Points<T>{{0, 0}, {0, 1}, {1, 0}, {0, 0}}, Winding::counter_clockwise, ring).ok());
  const std::vector<std::uint32_t> indices{0, 2, 1};
  for (const Points<T>& points :
       {Points<T>{}, {{0, 0}, {1, 1}, {2, 2}}, {{0, 0}, {T(.3), T(.1)}, {T(.3), 0}, {0, T(.1)}}}) {
    const Status status = try_clean_ring(points, Winding::counter_clockwise, ring);
    EXPECT_FALSE(status.ok());
    EXPECT_EQ(ring.indices, indices);  // unchanged
    try {
      (void)clean_ring(points);
      ADD_FAILURE() << "not refused";
    } catch (const Error& error) {
      EXPECT_EQ(message(status), error.what());
      EXPECT_EQ(error.index(), status.index);
    }
  }
}

TYPED_TEST(RingOf, what_is_refused_names_points_as_given) {
  using T = TypeParam;
  // A bow tie, behind two points that are dropped.
  expect_error(ErrorCode::meets_itself, 3, "from point 3 to 4 and the edge from point 5 to 0 meet at \\(1, 1\\)", [] {
    (void)clean_ring(Points<T>{{0, 0}, {0, 0}, {1, 0}, {2, 0}, {0, 2}, {2, 2}, {0, 0}});
  });
  // There and back: a spike.
  expect_error(ErrorCode::meets_itself, 0, "from point 0 to 2 and the edge from point 2 to 3 meet at \\(9, 0\\)", [] {
    (void)clean_ring(Points<T>{{0, 0}, {4, 0}, {9, 0}, {4, 0}, {4, 4}});
  });
  expect_error(ErrorCode::too_few_vertices, {}, "4 points, 2 without repetitions", [] {
    (void)clean_ring(Points<T>{{0, 0}, {1, 0}, {1, 0}, {0, 0}});
  });
  expect_error(ErrorCode::too_few_vertices, {}, "0 points", [] { (void)clean_ring(Points<T>{}); });
  expect_error(ErrorCode::collinear, {}, "all 3 points are collinear", [] {
    (void)clean_ring(Points<T>{{0, 0}, {1, 1}, {3, 3}, {0, 0}});
  });
  const T nan = std::numeric_limits<T>::quiet_NaN();
  const T huge = sizeof(T) == sizeof(float) ? static_cast<T>(0x1p61) : static_cast<T>(0x1p201);
  expect_error_at(ErrorCode::not_finite, 1, "point", [&] { (void)clean_ring(Points<T>{{0, 0}, {1, nan}, {0, 1}}); });
  expect_error_at(ErrorCode::out_of_range, 2, "point", [&] { (void)clean_ring(Points<T>{{0, 0}, {1, 0}, {0, huge}}); });
}

TYPED_TEST(RingOf, more_vertices_than_a_polygon_may_have_is_refused_after_cleaning) {
  using T = TypeParam;
  Points<T> steps;  // along the bottom 131,071 teeth, and two corners on top
  for (int i = 0; i < 131071; ++i) steps.push_back({static_cast<T>(i), static_cast<T>(i % 2)});
  steps.push_back({131070, 9});
  steps.push_back({0, 9});
  expect_error(ErrorCode::too_many_vertices, 131073, "131073 vertices", [&] { (void)clean_ring(steps); });
  for (std::size_t i = 0; i < 131071; ++i) steps[i].y = 0;
  EXPECT_EQ(clean_ring(steps).vertices.size(), 4u);
}

}  // namespace
}  // namespace satchel::test
