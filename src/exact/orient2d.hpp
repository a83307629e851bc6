// On which side of a line a point lies, exactly.
#pragma once

#include "exact/expansion.hpp"

namespace satchel::exact {

/// Sign of (b - a) x (c - a): 1 where c lies to the left of the line from a to b, 0 on it, -1 to the right.
///
/// A double evaluation decides where it is larger than its error; else expansions do. Shewchuk's bound: with
/// u = 2^-53, every difference, product and the sum is off by a factor within 1 +- u, so the error is at most
/// (3 u + O(u^2)) (|left| + |right|), and (3 + 16 u) u covers the rounding of the bound itself (his "A" estimate). Both
/// 0 means that the differences are 0, which is exact.
///
/// Valid for coordinates that are 0 or in [2^-200, 2^200] (the expansions' range; floats up to 2^60 are inside it).
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
