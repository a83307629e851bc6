// Where the image of a body stands in a periodic world, and which images are near.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <satchel/error.hpp>
#include <satchel/image_pair.hpp>

#include "scene/fail.hpp"
#include "scene/outward.hpp"
#include "scene/range.hpp"

namespace satchel::detail {

/// The double nearest to p + q, or, if that is not exact, the one of the two nearest whose last bit is set ("rounded to
/// odd").
inline double sum_to_odd(double p, double q) noexcept {
  const double sum = p + q, error = sum_error(p, q, sum);
  const auto bits = __builtin_bit_cast(std::uint64_t, sum);
  if (error == 0 || (bits & 1) != 0) return sum;
  return __builtin_bit_cast(double, (error > 0) == (sum > 0) ? bits + 1 : bits - 1);
}

/// The double nearest to origin + image * period, a coordinate in the range of scenes. The product is p + e exactly
/// (Dekker 1971); where e is not 0, the sum of three is rounded once because an inner sum is rounded to odd (Boldo,
/// Melquiond: Emulation of FMA and correctly rounded sums, 2008). No fused operation, so that all machines agree.
inline double image_coordinate(double origin, std::int64_t image, double period) noexcept {
  const double factor = static_cast<double>(image), p = factor * period;
  const auto high = [](double x) {
    const double scaled = 134217729.0 * x;  // 2^27 + 1: the upper 26 bits
    return scaled - (scaled - x);
  };
  const double factor_high = high(factor), factor_low = factor - factor_high;
  const double period_high = high(period), period_low = period - period_high;
  const double e =
      ((factor_high * period_high - p) + factor_high * period_low + factor_low * period_high) + factor_low * period_low;
  if (e == 0) return origin + p;
  const double t = origin + e, t_error = sum_error(origin, e, t);
  const double sum = p + t, error = sum_error(p, t, sum);
  return sum + sum_to_odd(t_error, error);
}

/// Images are counted up to this number.
constexpr double most_images = 0x1p30 - 1;

/// A body meets another one, or a shape at a pose, at no more images than this; more are refused.
constexpr double most_images_of_pair = 0x1p20;

/// Images of a body along one axis: first, first + 1, ..., last.
struct ImageRange {
  double first = 0, last = 0;
  double count() const { return std::max(last - first + 1, 0.0); }
};

/// The images at which [low, high] may overlap [least, largest]; perhaps one too many at either end.
inline ImageRange images_between(double low, double high, double least, double largest, double period) {
  if (period == 0) return {};
  const double first = (least - high) / period, last = (largest - low) / period;
  constexpr double slack = 0x1p-20;
  return {std::ceil(first - slack - std::fabs(first) * 0x1p-40), std::floor(last + slack + std::fabs(last) * 0x1p-40)};
}

/// The first period that is refused, or ok.
template <class T>
Status check_periods(const Periods& periods) noexcept {
  const auto is_good = [](double period) { return period >= 0 && in_range<T>(period); };
  if (!is_good(periods.x)) return period_error(range_error(periods.x), 0, periods.x);
  if (!is_good(periods.y)) return period_error(range_error(periods.y), 1, periods.y);
  return {};
}

}  // namespace satchel::detail
