// Expansions and orientations against big integers.
#include <gtest/gtest.h>

#include "exact/expansion.hpp"
#include "exact/orient2d.hpp"
#include "support/exact_polygons.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

using namespace cores;

template <class T>
class ExactOrientation : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(ExactOrientation, Scalars);

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

TYPED_TEST(ExactOrientation, orientations_nearly_on_a_line) {
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

}  // namespace
}  // namespace satchel::test
