// The exact arithmetic inside: expansions, orientations, convexity, hulls and the resolution of pairs, each against big
// integers.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "exact/convexity.hpp"
#include "exact/expansion.hpp"
#include "exact/hull.hpp"
#include "exact/orient2d.hpp"
#include "exact/resolve.hpp"
#include "support/exact_number.hpp"
#include "support/random.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

using Real = boost::multiprecision::cpp_bin_float_50;

/// The value of a product of two `Exact` coordinates.
Real real(const Exact& product) { return boost::multiprecision::ldexp(Real(product), -520); }

struct Point {
  Exact x, y;
  friend bool operator==(const Point&, const Point&) = default;
};

Exact turn(const Point& o, const Point& p, const Point& q) {
  return (p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x);
}

// ---- expansions
// ------------------------------------------------------------------------------------------------------

/// A number of full mantissa, with an exponent in [-spread, spread]; now and then 0 or a power of two.
double wild(Random& random, int spread) {
  if (random.chance(.1)) return 0;
  const double mantissa = random.chance(.2) ? 1 : random.uniform(1, 2);
  return std::ldexp(random.chance(.5) ? mantissa : -mantissa, random.integer(-spread, spread));
}

/// The value in units of 2^-520.
template <int n>
Exact value(const exact::Expansion<n>& e) {
  Exact total = 0;
  for (int i = 0; i < e.size; ++i) {
    int exponent = 0;
    const double fraction = std::frexp(e.terms[i], &exponent);
    total += Exact(static_cast<long long>(std::ldexp(fraction, 53))) << (exponent - 53 + 520);
  }
  return total;
}

template <int n>
void expect_expansion(const exact::Expansion<n>& e, const Exact& expected) {
  ASSERT_LE(e.size, n);
  ASSERT_EQ(value(e), expected);
  ASSERT_EQ(e.sign(), expected.sign());
  for (int i = 0; i < e.size; ++i) ASSERT_NE(e.terms[i], 0);
  for (int i = 1; i < e.size; ++i) ASSERT_LT(std::fabs(e.terms[i - 1]), std::fabs(e.terms[i]));
  const double estimate = e.estimate();
  ASSERT_EQ((estimate > 0) - (estimate < 0), expected.sign());
  const Real error = abs(Real(estimate) - real(expected));
  ASSERT_LE(error, abs(real(expected)) * 0x1.8p-53) << estimate;
}

TEST(Expansion, sums_and_products_are_exact) {
  using exact::Expansion;
  Random random(1);
  for (std::size_t round = 0; round < scaled(20000); ++round) {
    const int spread = random.pick({2, 30, 150});
    double a = wild(random, spread), b = wild(random, spread), c = wild(random, spread), d = wild(random, spread);
    if (random.chance(.3) && a != 0) b = std::nextafter(a, b);  // cancels
    if (random.chance(.3)) d = c;
    const Exact x = exact(a) - exact(b), y = exact(c) - exact(d), one = exact(1);
    const Expansion<2> e(exact::two_difference(a, b)), f(exact::two_difference(c, d));
    expect_expansion(e, x * one);
    expect_expansion(sum(e, f), (x + y) * one);
    expect_expansion(grow(e, c), (x + exact(c)) * one);
    expect_expansion(scaled(e, c), x * exact(c));
    expect_expansion(product(sum(e, f), e), (x + y) * x);
    expect_expansion(cross(sum(e, f), e, sum(f, e), f), (x + y) * (x - y));
    expect_expansion(Expansion<2>(exact::two_product(a, c)), exact(a) * exact(c));
    if (HasFatalFailure()) return;
  }
}

static_assert(exact::Expansion<2>(exact::two_sum(1, 0x1p-80)).size == 2, "usable at compile time");
static_assert(exact::orient2d(0.0, 0.0, 1.0, 0.0, 0.5, 0x1p-200) == 1);

// ---- orientations
// ----------------------------------------------------------------------------------------------------

template <class T>
class ExactOf : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(ExactOf, Scalars);

template <class T>
T nudged(Random& random, T value) {
  for (int k = random.integer(-3, 3); k != 0; k += k < 0 ? 1 : -1) {
    value = std::nextafter(value, k < 0 ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::infinity());
  }
  return std::fabs(value) < T(0x1p-140) ? T(0) : value;
}

TYPED_TEST(ExactOf, orientations_nearly_on_a_line) {
  using T = TypeParam;
  Random random(2);
  int zeros = 0;
  for (std::size_t round = 0; round < scaled(100000); ++round) {
    const double scale = std::ldexp(1, random.integer(-40, 40));
    const auto coordinate = [&] {
      return random.chance(.3) ? static_cast<T>(random.integer(-4, 4)) : static_cast<T>(scale * random.uniform(-1, 1));
    };
    const T ax = coordinate(), ay = coordinate(), bx = coordinate(), by = coordinate();
    const double t = random.chance(.3) ? random.integer(-2, 3) : random.uniform(-1, 2);
    const T cx = nudged(random, static_cast<T>(ax + t * (double{bx} - ax)));
    const T cy = nudged(random, static_cast<T>(ay + t * (double{by} - ay)));
    const int expected = turn({exact(ax), exact(ay)}, {exact(bx), exact(by)}, {exact(cx), exact(cy)}).sign();
    ASSERT_EQ(exact::orient2d(ax, ay, bx, by, cx, cy), expected);
    ASSERT_EQ(exact::orient2d(bx, by, cx, cy, ax, ay), expected);
    ASSERT_EQ(exact::orient2d(bx, by, ax, ay, cx, cy), -expected);
    zeros += expected == 0;
  }
  EXPECT_GT(zeros, 0);
}

TEST(Orient2d, is_right_where_double_is_wrong) {
  EXPECT_EQ(exact::orient2d(0x1p-60, 0.0, 1.0, 1.0, .5, .5), 1);
  EXPECT_EQ(exact::orient2d(0x1p-149f, 0.f, 0x1p60f, 0x1p60f, 1.f, 1.f), 1);
  EXPECT_EQ(exact::orient2d(0x1p-200, 0.0, 0x1p200, 0x1p200, 1.0, 1.0), 1);
  EXPECT_EQ(exact::orient2d(0.0, 0.0, 0x1p-200, 0x1p-200, 0x1.0000000000001p-200, 0x1p-200), -1);
}

// ---- polygons
// --------------------------------------------------------------------------------------------------------

template <class T>
struct Polygon {
  std::vector<T> x, y;

  std::size_t size() const { return x.size(); }
  void push(double px, double py) {
    x.push_back(static_cast<T>(px) + T(0));
    y.push_back(static_cast<T>(py) + T(0));
  }
  Point point(std::size_t i) const { return {exact(x[i]), exact(y[i])}; }
};

template <class T>
Polygon<T> regular(int count, double radius, double phase, double squeeze = 1) {
  Polygon<T> polygon;
  for (int k = 0; k < count; ++k) {
    const double angle = phase + 2 * std::numbers::pi * k / count;
    polygon.push(radius * std::cos(angle), squeeze * radius * std::sin(angle));
  }
  return polygon;
}

template <class T>
Polygon<T> box(double left, double bottom, double right, double top) {
  return {{static_cast<T>(left), static_cast<T>(right), static_cast<T>(right), static_cast<T>(left)},
          {static_cast<T>(bottom), static_cast<T>(bottom), static_cast<T>(top), static_cast<T>(top)}};
}

/// By the rotation (c, s) rounded to T, in T arithmetic.
template <class T>
Polygon<T> rotated(const Polygon<T>& polygon, double angle) {
  const T c = static_cast<T>(std::cos(angle)), s = static_cast<T>(std::sin(angle));
  Polygon<T> result;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    result.push(c * polygon.x[i] - s * polygon.y[i], s * polygon.x[i] + c * polygon.y[i]);
  }
  return result;
}

/// Indices of the hull, counter-clockwise from the lowest index; of equal points the lowest index. Gift wrapping, to
/// have nothing in common with what it judges.
std::vector<std::uint32_t> hull_by_wrapping(const std::vector<Point>& points) {
  const auto before = [](const Point& p, const Point& q) { return p.x != q.x ? p.x < q.x : p.y < q.y; };
  std::uint32_t first = 0;
  for (std::uint32_t i = 1; i < points.size(); ++i) first = before(points[i], points[first]) ? i : first;
  std::vector<std::uint32_t> hull = {first};
  for (;;) {
    const Point& from = points[hull.back()];
    std::uint32_t next = hull.back();
    for (std::uint32_t i = 0; i < points.size(); ++i) {
      if (points[i] == from) continue;
      const Exact side = next == hull.back() ? Exact(-1) : turn(from, points[next], points[i]);
      const auto squared = [&](const Point& p) {
        return Exact((p.x - from.x) * (p.x - from.x) + (p.y - from.y) * (p.y - from.y));
      };
      if (side < 0 || (side == 0 && squared(points[i]) > squared(points[next]))) next = i;
    }
    if (next == hull.back() || points[next] == points[first]) break;
    hull.push_back(next);
  }
  std::rotate(hull.begin(), std::min_element(hull.begin(), hull.end()), hull.end());
  return hull;
}

template <class T>
std::vector<Point> points_of(const Polygon<T>& polygon) {
  std::vector<Point> points;
  for (std::size_t i = 0; i < polygon.size(); ++i) points.push_back(polygon.point(i));
  return points;
}

/// Whether the polygon is its own hull, in its own order.
template <class T>
bool strictly_convex(const Polygon<T>& polygon) {
  const std::vector<std::uint32_t> hull = hull_by_wrapping(points_of(polygon));
  if (hull.size() != polygon.size() || hull.size() < 3) return false;
  for (std::uint32_t i = 0; i < hull.size(); ++i) {
    if (hull[i] != i) return false;
  }
  return true;
}

template <class T>
Status convexity(const Polygon<T>& polygon) {
  return exact::check_convex(polygon.x.data(), polygon.y.data(), polygon.size());
}

// ---- convexity
// -------------------------------------------------------------------------------------------------------

TYPED_TEST(ExactOf, convexity_names_what_is_wrong_and_where) {
  using T = TypeParam;
  const auto expect = [](const Polygon<T>& polygon, ErrorCode code, std::size_t index) {
    const Status status = convexity(polygon);
    EXPECT_EQ(status.code, code) << message(status.code);
    EXPECT_EQ(status.index, index);
  };
  expect({{0, 1}, {0, 0}}, ErrorCode::too_few_vertices, 0);
  expect({{0, 2, 1}, {0, 0, 1}}, ErrorCode::ok, 0);
  expect({{0, 2, 2, 1}, {0, 0, 0, 1}}, ErrorCode::repeated_vertex, 2);
  expect({{0, 2, 1, 0}, {0, 0, 1, 0}}, ErrorCode::repeated_vertex, 0);
  expect({{0, 1, 2, 1}, {0, 0, 0, 1}}, ErrorCode::collinear, 1);
  expect({{0, 2, 1}, {0, 2, 1}}, ErrorCode::collinear, 0);
  expect({{0, 2, 0, 1}, {0, 0, 0, 1}}, ErrorCode::collinear, 1);  // back upon itself
  expect({{0, 1, 2}, {0, 1, 0}}, ErrorCode::clockwise, 0);
  expect({{0, 2, 1, 1}, {0, 0, T(.25), 1}}, ErrorCode::not_convex, 2);
  expect({{0, 2, 2, 1, 0}, {0, 0, 2, 1, 2}}, ErrorCode::not_convex, 3);
  expect({{0, 1, 0, 1}, {0, 0, 1, 1}}, ErrorCode::not_convex, 2);  // a bow tie
  expect({{-1, 0, 1, 0}, {0, -std::numeric_limits<T>::denorm_min() * 0, 0, 1}}, ErrorCode::collinear, 1);
  for (const int count : {5, 7, 8, 11}) {
    Polygon<T> star;
    for (int k = 0; k < count; ++k) {
      const double angle = 4 * std::numbers::pi * (k % count) / count + (count % 2 == 0 ? .1 * (k >= count / 2) : 0);
      star.push(std::cos(angle), std::sin(angle));
    }
    EXPECT_EQ(convexity(star).code, ErrorCode::not_simple) << count;
  }
}

TYPED_TEST(ExactOf, convexity_of_rounded_polygons) {
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

TYPED_TEST(ExactOf, usual_polygons_stay_convex_when_rotated) {
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

TYPED_TEST(ExactOf, hulls_of_messy_points) {
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

// ---- pairs
// -----------------------------------------------------------------------------------------------------------

template <class T>
struct Body {
  Polygon<T> offsets;
  double x = 0, y = 0;
  bool claims_convex = true;

  exact::Core<T> core() const {
    return {offsets.x.data(), offsets.y.data(), static_cast<std::uint32_t>(offsets.size()), x, y, claims_convex};
  }
};

/// What counts of a body: the hull of its vertices as they lie in the world.
struct Hull {
  std::vector<Point> points;
  std::vector<std::uint32_t> indices;
  double largest_offset = 0;

  template <class T>
  explicit Hull(const Body<T>& body) : indices(hull_by_wrapping(points_of(body.offsets))) {
    for (const std::uint32_t i : indices) {
      points.push_back({exact(body.x) + exact(body.offsets.x[i]), exact(body.y) + exact(body.offsets.y[i])});
      largest_offset = std::max<double>({largest_offset, std::fabs(body.offsets.x[i]), std::fabs(body.offsets.y[i])});
    }
  }
  std::size_t edges() const { return points.size() == 1 ? 0 : points.size(); }
  const Point& start(std::size_t e) const { return points[e]; }
  const Point& end(std::size_t e) const { return points[(e + 1) % points.size()]; }
};

Real coordinate(const Exact& number) { return boost::multiprecision::ldexp(Real(number), -260); }

Real length(const Point& from, const Point& to) {
  const Exact dx = to.x - from.x, dy = to.y - from.y;
  return sqrt(real(dx * dx + dy * dy));
}

Exact largest_turn(const Hull& hull, std::size_t e, const Hull& other) {
  Exact top = turn(hull.start(e), hull.end(e), other.points[0]);
  for (const Point& v : other.points) top = std::max(top, turn(hull.start(e), hull.end(e), v));
  return top;
}

/// From a point to the closed segment p q.
Real distance(const Point& v, const Point& p, const Point& q) {
  const Exact dx = q.x - p.x, dy = q.y - p.y, along = (v.x - p.x) * dx + (v.y - p.y) * dy;
  if (along <= 0) return length(p, v);
  if (along >= dx * dx + dy * dy) return length(q, v);
  return abs(real(turn(p, q, v))) / length(p, q);
}

Real core_distance(const Hull& a, const Hull& b) {
  Real least = length(a.points[0], b.points[0]);
  for (const auto& [one, other] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
    for (std::size_t e = 0; e < one->points.size(); ++e) {
      for (const Point& v : other->points) least = std::min(least, distance(v, one->start(e), one->end(e)));
    }
  }
  return least;
}

struct Answer {
  Verdict verdict;
  Real separation, extent;
  Side touching_side = Side::a;
  std::uint32_t touching_index = 0;
};

Answer judge(const Hull& a, const Hull& b) {
  Answer answer{};
  int least = 2;
  bool all_on_one_line = true;
  Real widest = -std::numeric_limits<Real>::infinity();
  for (const Side side : {Side::a, Side::b}) {
    const Hull &one = side == Side::a ? a : b, &other = side == Side::a ? b : a;
    for (std::size_t e = 0; e < one.edges(); ++e) {
      const Exact top = largest_turn(one, e, other);
      widest = std::max(widest, Real(-real(top) / length(one.start(e), one.end(e))));
      if (top == 0 && least > 0) {
        answer.touching_side = side;
        answer.touching_index = one.indices[e];
      }
      least = std::min(least, top.sign());
      for (const Point& v : other.points) all_on_one_line &= turn(one.start(e), one.end(e), v) == 0;
    }
  }
  const bool thin = a.points.size() < 3 || b.points.size() < 3;
  if (thin && least >= 0 && (all_on_one_line || least == 2)) least = core_distance(a, b) == 0 ? 0 : -1;
  answer.verdict = least > 0 ? Verdict::overlapping : least == 0 ? Verdict::touching : Verdict::disjoint;
  answer.separation = least == 0 ? Real(0) : thin && least < 0 ? core_distance(a, b) : widest;
  Exact low_x = a.points[0].x, high_x = low_x, low_y = a.points[0].y, high_y = low_y;
  for (const Hull* hull : {&a, &b}) {
    for (const Point& v : hull->points) {
      low_x = std::min(low_x, v.x), high_x = std::max(high_x, v.x);
      low_y = std::min(low_y, v.y), high_y = std::max(high_y, v.y);
    }
  }
  answer.extent = std::max(
      {coordinate(high_x - low_x), coordinate(high_y - low_y), Real(a.largest_offset), Real(b.largest_offset)});
  return answer;
}

/// How far b lies beyond a in a direction.
Real gap_along(const Hull& a, const Hull& b, double nx, double ny) {
  const Point& origin = a.points[0];  // near, lest fifty digits be too few
  const auto projection = [&](const Point& v) {
    return Real(Real(nx) * coordinate(v.x - origin.x) + Real(ny) * coordinate(v.y - origin.y));
  };
  Real highest = projection(a.points[0]), lowest = projection(b.points[0]);
  for (const Point& v : a.points) highest = std::max(highest, projection(v));
  for (const Point& v : b.points) lowest = std::min(lowest, projection(v));
  return lowest - highest;
}

/// How often each verdict and stage came up, and the largest error in u D'.
struct Tally {
  int verdicts[3] = {}, expansions = 0, pairs = 0;
  double error = 0;
};

/// More than `least` pairs of each verdict, unless the counts are reduced.
void expect_each_verdict(const Tally& tally, int least) {
  if (scaled(1000) < 1000) return;
  for (const int count : tally.verdicts) EXPECT_GT(count, least);
}

template <class T>
void expect_right(const Body<T>& body_a, const Body<T>& body_b, Tally& tally) {
  const Hull a(body_a), b(body_b);
  const Answer answer = judge(a, b);
  exact::Stage stage{}, again{};
  const BasicContact<T> contact = exact::resolve_contact(body_a.core(), body_b.core(), stage);
  ASSERT_EQ(verdict(contact), answer.verdict);
  ASSERT_EQ(exact::resolve_verdict(body_a.core(), body_b.core(), again), answer.verdict);
  ASSERT_EQ(exact::resolve_verdict(body_b.core(), body_a.core(), again), answer.verdict);
  ++tally.verdicts[static_cast<int>(answer.verdict)];
  ++tally.pairs;
  tally.expansions += stage == exact::Stage::expansions;

  for (const T number : {contact.normal_x, contact.normal_y, contact.separation}) {
    ASSERT_TRUE(std::isfinite(number));
    ASSERT_FALSE(number == 0 && std::signbit(number)) << "-0";
  }
  switch (answer.verdict) {
    case Verdict::disjoint:
      ASSERT_GT(contact.separation, 0);
      break;
    case Verdict::touching:
      ASSERT_EQ(contact.separation, 0);
      break;
    case Verdict::overlapping:
      ASSERT_LT(contact.separation, 0);
      break;
  }
  const Real u = std::numeric_limits<T>::epsilon() / 2, unit = u * answer.extent;
  const Real error = abs(Real(contact.separation) - answer.separation);
  ASSERT_LE(error, 3 * unit + 2 * Real(std::numeric_limits<T>::denorm_min()));
  if (unit > 0x1p-100) tally.error = std::max(tally.error, static_cast<double>(Real(error / unit)));

  const Real nx = contact.normal_x, ny = contact.normal_y;
  ASSERT_LE(abs(sqrt(Real(nx * nx + ny * ny)) - 1), 3 * u);
  const Real off = gap_along(a, b, contact.normal_x, contact.normal_y) - answer.separation;
  ASSERT_LE(abs(off), 24 * unit + Real(std::numeric_limits<T>::denorm_min())) << "no gap like that on the normal";

  const Hull& owner = side(contact) == Side::a ? a : b;
  const auto place = std::find(owner.indices.begin(), owner.indices.end(), index(contact));
  ASSERT_NE(place, owner.indices.end());
  if (kind(contact) == FeatureKind::edge) {
    const std::size_t e = static_cast<std::size_t>(place - owner.indices.begin());
    const Real sign = side(contact) == Side::a ? 1 : -1, of_edge = length(owner.start(e), owner.end(e));
    const Real ex = coordinate(owner.end(e).x - owner.start(e).x), ey = coordinate(owner.end(e).y - owner.start(e).y);
    ASSERT_LE(abs(nx - sign * ey / of_edge), 4 * u + Real(std::numeric_limits<T>::denorm_min()));
    ASSERT_LE(abs(ny + sign * ex / of_edge), 4 * u + Real(std::numeric_limits<T>::denorm_min()));
    if (answer.verdict == Verdict::touching) {
      ASSERT_EQ(side(contact), answer.touching_side);
      ASSERT_EQ(index(contact), answer.touching_index);
    }
  }
}

template <class T>
Body<T> body(Polygon<T> polygon, double x, double y) {
  const bool convex = strictly_convex(polygon);
  return {std::move(polygon), x, y, convex};
}

/// A convex polygon of some size around 1, as it comes from rotation.
template <class T>
Polygon<T> some_polygon(Random& random, double scale) {
  const int count = random.chance(.3) ? random.pick({4, 8}) : random.integer(3, 12);
  const double squeeze = random.chance(.3) ? std::ldexp(1, -random.integer(1, 20)) : 1;
  return rotated(regular<T>(count, scale * random.uniform(.1, 2), random.uniform(0, 6), squeeze), random.uniform(0, 6));
}

TYPED_TEST(ExactOf, pairs_anywhere) {
  using T = TypeParam;
  Random random(6);
  Tally tally;
  for (std::size_t round = 0; round < scaled(5000); ++round) {
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

TYPED_TEST(ExactOf, pairs_on_a_grid_need_no_expansions) {
  using T = TypeParam;
  Random random(7);
  Tally tally;
  const Polygon<T> shapes[] = {box<T>(-1, -1, 1, 1),
                               box<T>(0, -2, 3, 1),
                               {{0, 2, 1}, {0, 0, 2}},
                               {{1, 2, 2, 1, -1, -2, -2, -1}, {-2, -1, 1, 2, 2, 1, -1, -2}},
                               {{0, 2, 3, 2, 0}, {0, 0, 1, 2, 2}}};
  for (std::size_t round = 0; round < scaled(6000); ++round) {
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

/// Puts a vertex of b on (or by a hair off) a vertex or an edge of a; or b beside a, mirrored in an edge's middle.
template <class T>
Body<T> attached(Random& random, const Body<T>& a, double scale) {
  const std::size_t i = random.below(a.offsets.size()), next = (i + 1) % a.offsets.size();
  const double t = random.pick({0., .5, random.uniform(0, 1)});
  if (random.chance(.5)) {
    Polygon<T> mirrored;
    for (std::size_t k = 0; k < a.offsets.size(); ++k) mirrored.push(-a.offsets.x[k], -a.offsets.y[k]);
    return body(std::move(mirrored), a.x + (double{a.offsets.x[i]} + a.offsets.x[next]),
                a.y + (double{a.offsets.y[i]} + a.offsets.y[next]));
  }
  Polygon<T> polygon = random.chance(.5) ? a.offsets : some_polygon<T>(random, scale);
  const std::size_t v = random.below(polygon.size());
  const double x = a.x + (a.offsets.x[i] + t * (double{a.offsets.x[next]} - a.offsets.x[i]) - polygon.x[v]);
  const double y = a.y + (a.offsets.y[i] + t * (double{a.offsets.y[next]} - a.offsets.y[i]) - polygon.y[v]);
  return body(std::move(polygon), nudged(random, x), random.chance(.3) ? y : nudged(random, y));
}

TYPED_TEST(ExactOf, pairs_in_contact_or_a_hair_off) {
  using T = TypeParam;
  Random random(8);
  Tally tally;
  for (std::size_t round = 0; round < scaled(6000); ++round) {
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
  EXPECT_GE(tally.expansions, static_cast<int>(scaled(100)));
  this->RecordProperty("largest_error_in_u_d", std::to_string(tally.error));
}

TYPED_TEST(ExactOf, pairs_of_equal_nested_and_distant_bodies) {
  using T = TypeParam;
  Random random(9);
  Tally tally;
  for (std::size_t round = 0; round < scaled(1000); ++round) {
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

TYPED_TEST(ExactOf, pairs_at_the_ends_of_the_range) {
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

TYPED_TEST(ExactOf, pairs_whose_vertices_are_nearly_on_lines_count_as_their_hulls) {
  using T = TypeParam;
  Random random(11);
  Tally tally;
  int not_convex = 0;
  for (std::size_t round = 0; round < scaled(2000); ++round) {
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
  EXPECT_GE(not_convex, static_cast<int>(scaled(100)));
}

TYPED_TEST(ExactOf, edges_of_length_zero_count_for_nothing) {
  using T = TypeParam;
  Random random(12);
  for (std::size_t round = 0; round < scaled(1000); ++round) {
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

TYPED_TEST(ExactOf, pairs_of_which_rounding_left_points_and_segments) {
  using T = TypeParam;
  Random random(13);
  Tally tally;
  for (std::size_t round = 0; round < scaled(4000); ++round) {
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

TYPED_TEST(ExactOf, pairs_of_many_vertices) {
  using T = TypeParam;
  Random random(14);
  Tally tally;
  for (std::size_t round = 0; round < scaled(60); ++round) {
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

TYPED_TEST(ExactOf, ties_go_to_the_first_edge) {
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
