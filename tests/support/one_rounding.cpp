#include "one_rounding.hpp"

#include <cmath>

#if defined(_WIN32)
#include <boost/multiprecision/cpp_bin_float.hpp>
#endif

namespace satchel::test {

#if defined(_WIN32)
namespace {

template <unsigned bits>
using Float =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<bits, boost::multiprecision::digit_base_2>,
                                  boost::multiprecision::et_off>;

}  // namespace

double rounded_once(double a, double b, double c) {
  using Narrow = Float<256>;
  const Narrow product = Narrow(a) * Narrow(b), sum = product + c;
  if (sum - product == c && sum - c == product) return sum.convert_to<double>();
  // From the first bit of the largest product to the last one of the smallest.
  using Wide = Float<4400>;
  return (Wide(a) * Wide(b) + Wide(c)).convert_to<double>();
}
#else
double rounded_once(double a, double b, double c) { return std::fma(a, b, c); }
#endif

}  // namespace satchel::test
