#include "satchel/pose.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "exact/expansion.hpp"
#include "parallel/fp_environment.hpp"

namespace satchel {
namespace {

using exact::fast_two_sum;
using exact::two_difference;
using exact::two_product;
using exact::two_sum;
using exact::TwoTerms;

constexpr double largest_angle = 0x1p30;

/// angle = quarters pi/2 + (high + low), with |high| at most a little above pi/4. Only the lowest two bits of
/// `quarters` are valid.
struct Reduced {
  std::uint64_t quarters;
  TwoTerms rest;
};

// Argument reduction of Cody and Waite (1980), with pi/2 in five parts. The first four parts have 23 bits, and the
// number of quarters at most 30, so their products are exact. The first two subtractions are exact, too; the others
// keep their tails. The five parts differ from pi/2 by less than 2^-145. No double up to 2^30 except 0 is nearer to a
// multiple of pi/2 than 2^-60.5 (if it has less than 2^6 quarters: than 2^-60.5 times their number; less than 2^24:
// than 2^-59). So the relative error of the rest is at most 2^-63.
Reduced reduce(double angle) {
  constexpr double quarters_per_radian = 0x1.45f306dc9c883p-1;
  constexpr double part1 = 0x1.921fb4p+0, part2 = 0x1.4442dp-24, part3 = 0x1.84698p-48, part4 = 0x1.3198ap-69,
                   part5 = 0x1.701b839a25205p-92;
  constexpr double to_integer = 0x1.8p52;  // adding it rounds to an integer, which the lowest bits of the sum hold
  const double shifted = angle * quarters_per_radian + to_integer;
  const double quarters = shifted - to_integer;
  const double exactly = (angle - quarters * part1) - quarters * part2;
  const TwoTerms third = two_difference(exactly, quarters * part3);
  const TwoTerms fourth = two_difference(third.high, quarters * part4);
  const double tail = (third.low + fourth.low) - quarters * part5;
  return {__builtin_bit_cast(std::uint64_t, shifted), two_sum(fourth.high, tail)};
}

// Cosine and sine of r + t, with |r| at most a little above pi/4 and t the tail of r. Uses the minimax polynomials of
// fdlibm (Sun, 1993; k_sin.c, k_cos.c: off by less than 2^-58), but with r^2 and the first correction in two terms,
// because the rounding of these two numbers is the main error of fdlibm (0.8 units in the last place).
//
//   z = r^2;  sin = r + S1 r z + r z^2 (S2 + z S3 + ...) + t (1 - z/2)
//   cos = 1 - z/2 + z^2 (C1 + z C2 + ...) - t r (1 - z/6)
Rotation kernel(double r, double t) {
  constexpr double s1 = -0x1.5555555555549p-3, s2 = 0x1.111111110f8a6p-7, s3 = -0x1.a01a019c161d5p-13,
                   s4 = 0x1.71de357b1fe7dp-19, s5 = -0x1.ae5e68a2b9cebp-26, s6 = 0x1.5d93a5acfd57cp-33;
  constexpr double c1 = 0x1.555555555554cp-5, c2 = -0x1.6c16c16c15177p-10, c3 = 0x1.a01a019cb159p-16,
                   c4 = -0x1.27e4f809c52adp-22, c5 = 0x1.1ee9ebdb4b1c4p-29, c6 = -0x1.8fae9be8838d4p-37;
  const TwoTerms square = two_product(r, r);
  const double z = square.high;

  const TwoTerms cube = two_product(r, z);
  const TwoTerms first = two_product(s1, cube.high);
  const double sin_series = s2 + z * (s3 + z * (s4 + z * (s5 + z * s6)));
  const double sin_small =
      (first.low + s1 * (cube.low + r * square.low)) + (cube.high * z * sin_series + t * (1 - 0.5 * z));
  const TwoTerms sin_large = fast_two_sum(r, first.high);

  const double cos_series = c1 + z * (c2 + z * (c3 + z * (c4 + z * (c5 + z * c6))));
  const double cos_small = (z * z * cos_series - 0.5 * square.low) - t * (r - (1.0 / 6) * r * z);
  const TwoTerms cos_large = fast_two_sum(1, -0.5 * z);

  return {cos_large.high + (cos_large.low + cos_small), sin_large.high + (sin_large.low + sin_small)};
}

Rotation rotation_of(double angle) {
  const Reduced reduced = reduce(angle);
  const Rotation rest = kernel(reduced.rest.high, reduced.rest.low);
  const bool odd = (reduced.quarters & 1) != 0;
  const double cos = odd ? rest.sin : rest.cos, sin = odd ? rest.cos : rest.sin;
  const bool cos_negative = ((reduced.quarters + 1) & 2) != 0, sin_negative = (reduced.quarters & 2) != 0;
  return {(cos_negative ? -cos : cos) + 0.0, (sin_negative ? -sin : sin) + 0.0};  // + 0 turns -0 into 0
}

/// What is wrong with a number that has to be finite, and not larger than the limit in magnitude.
ErrorCode error_of(double value, double limit) noexcept {
  if (std::fabs(value) <= limit) return ErrorCode::ok;
  return std::isfinite(value) ? ErrorCode::out_of_range : ErrorCode::not_finite;
}

Status check_pose(const double* x_y_angle, std::size_t index) noexcept {
  constexpr double largest = std::numeric_limits<double>::max(), limits[3] = {largest, largest, largest_angle};
  for (std::size_t k = 0; k < 3; ++k) {
    const ErrorCode code = error_of(x_y_angle[k], limits[k]);
    if (code != ErrorCode::ok) return {code, index, Argument::x_y_angle, {k}, x_y_angle[k]};
  }
  return {};
}

}  // namespace

Status Rotation::try_of_angle(double angle_rad, Rotation& out) noexcept {
  const FpEnvironment environment;
  const ErrorCode code = error_of(angle_rad, largest_angle);
  if (code != ErrorCode::ok) return {code, 0, Argument::angle, {}, angle_rad};
  out = rotation_of(angle_rad);
  return {};
}

Status try_poses_at(std::span<const double> x_y_angle, std::span<Pose> out, Vec2d reference) noexcept {
  const FpEnvironment environment;
  if (x_y_angle.size() % 3 != 0 || x_y_angle.size() / 3 != out.size()) {
    return {ErrorCode::size_mismatch, 0, Argument::x_y_angle, {3 * out.size(), x_y_angle.size()}};
  }
  for (const double number : {reference.x, reference.y}) {
    if (!std::isfinite(number)) return {ErrorCode::not_finite, out.size(), Argument::reference, {}, number};
  }
  const double* const from = x_y_angle.data();
  const auto pose = [&](std::size_t i) -> Pose {
    const Rotation turn = rotation_of(from[3 * i + 2]);
    const double x = from[3 * i] - (turn.cos * reference.x - turn.sin * reference.y);
    const double y = from[3 * i + 1] - (turn.sin * reference.x + turn.cos * reference.y);
    return {x + 0.0, y + 0.0, turn};
  };
  constexpr double certain = 0x1p1000;  // what is computed of numbers up to this is finite
  const bool is_large = std::fabs(reference.x) > certain || std::fabs(reference.y) > certain;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (const Status status = check_pose(from + 3 * i, i); !status.ok()) return status;
    for (std::size_t k = 0; k < 2; ++k) {
      if (!is_large && std::fabs(from[3 * i + k]) <= certain) continue;
      const Pose at = pose(i);
      if (!std::isfinite(k == 0 ? at.x : at.y)) {
        return {ErrorCode::out_of_range, i, Argument::x_y_angle, {k}, from[3 * i + k]};
      }
    }
  }
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = pose(i);
  return {};
}

}  // namespace satchel
