// The area between an arc of at most half a circle and its chord.
#pragma once

#include <limits>

#include "areas/number.hpp"

namespace satchel::areas {

/// phi - sin(phi) cos(phi) for an angle phi of 0 to pi / 2, given by its sine s: the area for a circle of radius 1 and
/// the half angle phi. Adds positive numbers alone, so that its relative error is some roundings.
///
///   s <= 1/2:  sum over k >= 0 of 2 binom(2k, k) / 4^k  s^(2k + 3) / (2k + 3), the integral of 2 s^2 / sqrt(1 - s^2)
///   above:     with the sine h of phi / 2: twice that of phi / 2, plus 2 h^2 s
template <class N>
N bulge_of_sine(const N& s) {
  const N square = s * s;
  if (lead(s) > 0.5) {
    const N rest = N(1.0) - square;
    const N half_square = quotient(square, N(2.0) * (N(1.0) + root(rest)));  // (1 - cos(phi)) / 2
    const N half = root(half_square);
    return N(2.0) * bulge_of_sine(half) + N(2.0) * half_square * s;
  }
  N power = N(2.0) * square * s, sum = quotient(power, N(3.0));
  for (int k = 1; k < 80; ++k) {
    power = power * square * quotient(N(2.0 * k - 1), N(2.0 * k));
    const N term = quotient(power, N(2.0 * k + 3));
    sum = sum + term;
    if (!(lead(term) > 0x1p-110 * lead(sum))) break;
  }
  return sum;
}

/// The area between an arc of a circle and its chord from (x0, y0) to (x1, y1).
template <class N>
N bulge(const N& radius, const N& x0, const N& y0, const N& x1, const N& y1) {
  const N dx = x1 - x0, dy = y1 - y0;
  N sine = quotient(root(dx * dx + dy * dy), N(2.0) * radius);
  if (lead(sine) > 1) sine = N(1.0);
  return radius * radius * bulge_of_sine(sine);
}

}  // namespace satchel::areas
