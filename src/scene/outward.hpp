// Sums that are rounded outward, without a change of the rounding mode.
#pragma once

#include <cmath>
#include <limits>

namespace satchel::detail {

/// The rounding error of p + q: p + q == fl(p + q) + error exactly (Knuth's two-sum; Shewchuk 1997, theorem 7).
inline double sum_error(double p, double q, double sum) noexcept {
  const double q_seen = sum - p, p_seen = sum - q_seen;
  return (p - p_seen) + (q - q_seen);
}

/// The largest double not above p + q.
inline double sum_down(double p, double q) noexcept {
  const double sum = p + q;
  return sum_error(p, q, sum) < 0 ? std::nextafter(sum, -std::numeric_limits<double>::infinity()) : sum;
}

/// The smallest double not below p + q.
inline double sum_up(double p, double q) noexcept {
  const double sum = p + q;
  return sum_error(p, q, sum) > 0 ? std::nextafter(sum, std::numeric_limits<double>::infinity()) : sum;
}

}  // namespace satchel::detail
