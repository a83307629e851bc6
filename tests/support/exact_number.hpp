// Coordinates and products of coordinates as exact integers.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>

namespace satchel::test {

/// A multiple of 2^-260 (or of 2^-520, for a product): doubles down to 2^-200 and floats down to 2^-149 are that. Sums
/// of products of sums up to 2^62 then have 650 bits.
using Exact = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<
    1024, 1024, boost::multiprecision::signed_magnitude, boost::multiprecision::unchecked, void>>;

inline Exact exact(double number) {
  int exponent = 0;
  const double fraction = std::frexp(number, &exponent);  // number = fraction 2^exponent, |fraction| in [1/2, 1)
  const Exact mantissa = static_cast<long long>(std::ldexp(fraction, 53));
  return mantissa * (Exact(1) << (exponent - 53 + 260));
}

}  // namespace satchel::test
