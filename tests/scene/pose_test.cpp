// Sine and cosine of poses, against fifty digits, and what poses refuse.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <limits>
#include <numbers>
#include <satchel/pose.hpp>
#include <type_traits>
#include <vector>

#include "support/expect_error.hpp"
#include "support/random.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

using Real = boost::multiprecision::cpp_bin_float_50;

constexpr double largest_angle = 0x1p30;

/// Distance in units in the last place of `got`.
double error_in_ulps(double got, const Real& expected) {
  int exponent = 0;
  std::frexp(got, &exponent);
  return std::fabs(static_cast<double>(Real(ldexp(Real(got) - expected, 53 - exponent))));
}

/// The larger error of cosine and sine, in units in the last place.
double error_at(double angle) {
  const Pose pose = Pose::at(0, 0, angle);
  const Real exact = angle;
  return std::max(error_in_ulps(pose.rotation.cos, cos(exact)), error_in_ulps(pose.rotation.sin, sin(exact)));
}

constexpr double allowed = .6;

template <class P>
concept TakesAnAngle = requires {
  P{0, 0, 1};
}
|| requires { P{0., 0., 1.}; };
template <class P>
concept TakesFourNumbers = requires {
  P{0, 0, 1, 0};
};
template <class P>
concept TakesARotation = requires {
  P{0, 0, {1, 0}};
}
&&requires { P{0, 0, Rotation::of_angle(1)}; };
template <class P>
concept TakesAnOrigin = requires {
  P{0, 0};
};

// An angle is never taken for a cosine.
static_assert(!TakesAnAngle<Pose> && !TakesFourNumbers<Pose>);
static_assert(TakesARotation<Pose> && TakesAnOrigin<Pose>);
static_assert(!std::is_convertible_v<double, Rotation> && !std::is_constructible_v<Rotation, double>);
static_assert(std::is_trivially_copyable_v<Pose> && std::is_standard_layout_v<Pose>);

TEST(Pose, is_four_numbers_x_y_cosine_sine) {
  const std::array<double, 8> numbers{1, 2, .6, .8, 3, 4, -.8, .6};
  const auto poses = std::bit_cast<std::array<Pose, 2>>(numbers);
  EXPECT_EQ(poses[0], (Pose{1, 2, {.6, .8}}));
  EXPECT_EQ(poses[1], (Pose{3, 4, {-.8, .6}}));
  EXPECT_EQ(Pose(), (Pose{0, 0, {1, 0}}));
}

TEST(Pose, has_two_forms_that_do_the_same) {
  Random random(45);
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double angle : {0.0, 1.0, -7.25, random.uniform(-1e9, 1e9), 0x1p30, nan, -0x1.0000000000001p30}) {
    const bool is_valid = std::fabs(angle) <= largest_angle;
    const Pose before{9, 9, {9, 9}};
    Pose pose = before;
    Rotation rotation = before.rotation;
    const Status of_pose = Pose::try_at(1, 2, angle, pose), of_rotation = Rotation::try_of_angle(angle, rotation);
    EXPECT_EQ(of_pose.ok(), is_valid);
    EXPECT_EQ(of_rotation.code, of_pose.code);
    EXPECT_EQ(pose.rotation, rotation);
    if (is_valid) {
      EXPECT_EQ(pose, Pose::at(1, 2, angle));
      EXPECT_EQ(rotation, Rotation::of_angle(angle));
    } else {
      EXPECT_EQ(pose, before);
      expect_error(of_pose.code, {}, "angle = ", [&] { (void)Pose::at(1, 2, angle); });
      expect_error(of_rotation.code, {}, "angle ", [&] { (void)Rotation::of_angle(angle); });
    }
  }
  expect_error(ErrorCode::not_finite, 0, "pose 0: y = nan", [] { (void)Pose::at(0, nan, 0); });
}

TEST(Pose, keeps_the_angle_zero_exact) {
  for (const double zero : {0., -0.}) {
    const Pose pose = Pose::at(zero, zero, zero);
    EXPECT_EQ(pose, (Pose{0, 0}));
    EXPECT_FALSE(std::signbit(pose.x) || std::signbit(pose.y) || std::signbit(pose.rotation.sin));
  }
}

TEST(Pose, turns_counter_clockwise) {
  for (int quarter = -8; quarter <= 8; ++quarter) {
    const Pose pose = Pose::at(1, 2, quarter * (std::numbers::pi / 2));
    const int cosines[] = {1, 0, -1, 0}, sines[] = {0, 1, 0, -1};
    EXPECT_NEAR(pose.rotation.cos, cosines[quarter & 3], 1e-14);
    EXPECT_NEAR(pose.rotation.sin, sines[quarter & 3], 1e-14);
    EXPECT_EQ(pose.x, 1);
    EXPECT_EQ(pose.y, 2);
  }
}

TEST(Pose, sine_and_cosine_are_off_by_less_than_six_tenths_of_a_unit_in_the_last_place) {
  Random random(1);
  double worst = 0;
  for (std::size_t round = 0; round < scaled(20000); ++round)
    worst = std::max(worst, error_at(random.uniform(-.8, .8)));
  for (std::size_t round = 0; round < scaled(20000); ++round) {
    worst = std::max(worst, error_at(std::ldexp(random.uniform(1, 2), random.integer(-40, 29))));
  }
  for (const double angle : {largest_angle, -largest_angle, 0x1p-1074, 0x1p-1022, 0x1p-300, -0x1p-27, 0x1.fffffp-28}) {
    worst = std::max(worst, error_at(angle));
  }
  EXPECT_LT(worst, allowed);
}

TEST(Pose, sine_and_cosine_hold_next_to_multiples_of_a_quarter_turn) {
  Random random(2);
  double worst = 0;
  for (std::size_t round = 0; round < scaled(20000); ++round) {
    const int bits = random.integer(1, 29);
    const double quarters = random.integer(0, 1 << bits);
    double angle = quarters * (std::numbers::pi / 2);
    for (int k = random.integer(-2, 2); k != 0; k += k < 0 ? 1 : -1) angle = std::nextafter(angle, k * 1e300);
    worst = std::max(worst, error_at(random.chance(.5) ? angle : angle / 2));  // /2: the seams between reductions
  }
  // The doubles up to 2^30 that are nearest to multiples of pi/2 (2^-60.5, 2^-59).
  for (const double angle :
       {0x1.6c6cbc45dc8dep+5, 0x1.6c6cbc45dc8dep+6, 0x1.b951f1572eba5p+23, 0x1.b951f1572eba5p+24}) {
    worst = std::max({worst, error_at(angle), error_at(-angle)});
  }
  EXPECT_LT(worst, allowed);
}

TEST(Pose, is_odd_and_even_and_normal) {
  Random random(3);
  for (std::size_t round = 0; round < scaled(100000); ++round) {
    const double angle = std::ldexp(random.uniform(1, 2), random.integer(-30, 29));
    const Pose pose = Pose::at(0, 0, angle), back = Pose::at(0, 0, -angle);
    ASSERT_EQ(pose.rotation.cos, back.rotation.cos);
    ASSERT_EQ(pose.rotation.sin, -back.rotation.sin);
    ASSERT_NEAR(pose.rotation.cos * pose.rotation.cos + pose.rotation.sin * pose.rotation.sin, 1, 0x1p-51);
  }
}

// These bits are the same everywhere: if one differs, so will results.
TEST(Pose, has_the_same_bits_everywhere) {
  Random random(4);
  std::uint64_t hash = 0xcbf29ce484222325u;
  const auto mix = [&](double number) { hash = (hash ^ std::bit_cast<std::uint64_t>(number)) * 0x100000001b3u; };
  for (int k = 0; k < 10000; ++k) {
    const double mantissa = random.uniform(-1, 1);  // apart: arguments are evaluated in any order
    const Pose pose = Pose::at(0, 0, std::ldexp(mantissa, random.integer(-10, 30)));
    mix(pose.rotation.cos);
    mix(pose.rotation.sin);
  }
  EXPECT_EQ(hash, 0x57b60f2cdd5dd70bu);
}

/// The reference point of the shape's frame, placed, is at (x, y); the rotations are the same bits as without one.
TEST(PosesAt, of_a_reference_point) {
  Random random(77);
  std::vector<double> numbers;
  for (int i = 0; i < 300; ++i) {
    numbers.insert(numbers.end(), {random.uniform(-1e3, 1e3), random.uniform(-9, 9), random.uniform(-7, 7)});
  }
  std::vector<Pose> plain(100), poses(100), of_zero(100);
  const std::span<const double> some(numbers.data(), 300);
  poses_at(some, plain);
  poses_at(some, of_zero, {0, -0.0});
  EXPECT_EQ(of_zero, plain);
  const Vec2d axle{-1.4, 0.25};
  poses_at(some, poses, axle);
  for (std::size_t i = 0; i < 100; ++i) {
    const Rotation& r = poses[i].rotation;
    EXPECT_EQ(r, plain[i].rotation);
    EXPECT_NEAR(poses[i].x + r.cos * axle.x - r.sin * axle.y, numbers[3 * i], 1e-12);
    EXPECT_NEAR(poses[i].y + r.sin * axle.x + r.cos * axle.y, numbers[3 * i + 1], 1e-12);
  }
  const double quarter[] = {3, 5, 0};
  poses_at(quarter, std::span(poses).first(1), {-1.5, 0.5});
  EXPECT_EQ(poses[0], (Pose{4.5, 4.5}));
  const std::vector<Pose> before = poses;
  expect_error(ErrorCode::not_finite, {}, "reference nan", [&] { poses_at(some, poses, {0, NAN}); });
  EXPECT_EQ(poses, before);
}

TEST(PosesAt, is_pose_at_for_each) {
  Random random(5);
  for (const std::size_t count : {0, 1, 2, 3, 7, 64, 65}) {
    std::vector<double> numbers(3 * count);
    for (double& number : numbers) number = random.uniform(-100, 100);
    std::vector<Pose> poses(count);
    poses_at(numbers, poses);
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_EQ(poses[i], Pose::at(numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]));
    }
  }
}

TEST(Pose, refuses_what_it_cannot_turn) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  const double beyond = std::nextafter(largest_angle, infinity);
  for (const double bad : {nan, infinity, -infinity}) {
    expect_error(ErrorCode::not_finite, [&] { (void)Pose::at(0, 0, bad); });
    expect_error(ErrorCode::not_finite, [&] { (void)Pose::at(bad, 0, 0); });
    expect_error(ErrorCode::not_finite, [&] { (void)Pose::at(0, bad, 0); });
  }
  expect_error(ErrorCode::out_of_range, [&] { (void)Pose::at(0, 0, beyond); });
  expect_error(ErrorCode::out_of_range, [&] { (void)Pose::at(0, 0, -beyond); });
  EXPECT_NO_THROW((void)Pose::at(1e300, -1e300, -largest_angle));
}

TEST(PosesAt, names_the_bad_pose_and_writes_nothing) {
  const Pose before{9, 9, {9, 9}};
  for (std::size_t bad = 0; bad < 3; ++bad) {
    for (std::size_t part = 0; part < 3; ++part) {
      std::vector<double> numbers(12, 1.0);
      numbers[3 * bad + part] = numbers[11] = std::numeric_limits<double>::quiet_NaN();
      std::vector<Pose> poses(4, before);
      expect_error_at(ErrorCode::not_finite, bad, "pose", [&] { poses_at(numbers, poses); });
      if (part == 2) {
        numbers[3 * bad + part] = -1e10;
        expect_error_at(ErrorCode::out_of_range, bad, "pose", [&] { poses_at(numbers, poses); });
      }
      for (const Pose& pose : poses) EXPECT_EQ(pose, before);
    }
  }
  std::vector<Pose> poses(2, before);
  for (const std::size_t size : {0, 3, 5, 7, 9}) {
    const std::vector<double> numbers(size);
    expect_error(ErrorCode::size_mismatch, [&] { poses_at(numbers, poses); });
  }
  for (const Pose& pose : poses) EXPECT_EQ(pose, before);
}

/// An origin that is beyond doubles is refused, before anything is written.
TEST(PosesAt, with_a_reference_are_finite_or_refused) {
  const std::vector<double> numbers{1, 2, 3, 1e308, 0, 3};
  std::vector<Pose> out(2, Pose{7, 7, {}});
  const Status status = try_poses_at(numbers, out, {1.7e308, 1.7e308});
  EXPECT_EQ(status.code, ErrorCode::out_of_range);
  EXPECT_EQ(out, std::vector<Pose>(2, Pose{7, 7, {}}));
  EXPECT_TRUE(try_poses_at(numbers, out, {0, 0}).ok());
  EXPECT_EQ(out[1].x, 1e308);
}

}  // namespace
}  // namespace satchel::test
