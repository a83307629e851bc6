#include "one_rounding.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>

namespace satchel::test {

double rounded_once(double a, double b, double c) {
  // From the first bit of the largest product to the last one of the smallest.
  using Wide = boost::multiprecision::number<
      boost::multiprecision::cpp_bin_float<4400, boost::multiprecision::digit_base_2>, boost::multiprecision::et_off>;
  return (Wide(a) * Wide(b) + Wide(c)).convert_to<double>();
}

}  // namespace satchel::test
