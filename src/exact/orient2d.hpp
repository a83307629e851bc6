// Decides exactly on which side of a line a point lies.
#pragma once

#include "exact/expansion.hpp"

namespace satchel::exact {

/// Sign of (b - a) x (c - a): 1 where c lies to the left of the line from a to b, 0 on it, -1 to the right.
///
/// The evaluation in doubles decides if its magnitude exceeds the bound of its error; else expansions decide.
/// Shewchuk's bound, with u = 2^-53: every difference, product and the last difference is off by a factor within
/// 1 +- u, so the error is at most (3 u + O(u^2)) (|left| + |right|); the factor (3 + 16 u) u also covers the rounding
/// of the bound itself (his "A" estimate). If the bound is 0, both products are exactly 0.
///
/// Precondition: coordinates are 0 or of magnitude 2^-200 to 2^200, as for expansions (all floats up to 2^60 are).
template <class T>
constexpr int orient2d(T ax, T ay, T bx, T by, T cx, T cy) {
  constexpr double u = 0x1p-53;
  constexpr double error = (3 + 16 * u) * u;
  const double a_x = ax, a_y = ay, b_x = bx, b_y = by, c_x = cx, c_y = cy;
  const double left = (b_x - a_x) * (c_y - a_y), right = (b_y - a_y) * (c_x - a_x);
  const double turn = left - right;
  const double bound = error * ((left < 0 ? -left : left) + (right < 0 ? -right : right));
  if (turn > bound) return 1;
  if (-turn > bound) return -1;
  if (bound == 0) return 0;
  using Difference = Expansion<2>;
  return cross(Difference(two_difference(c_y, a_y)), Difference(two_difference(b_x, a_x)),
               Difference(two_difference(c_x, a_x)), Difference(two_difference(b_y, a_y)))
      .sign();
}

}  // namespace satchel::exact
