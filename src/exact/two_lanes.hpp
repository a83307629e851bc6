// A vector of two doubles, of the vector types of g++ and clang. The loops of src/exact use it because g++ 12 does not vectorise
// them.
//
// Each lane follows IEEE arithmetic, so that results have the same bits on all processors. Arguments of min and max must not
// be NaN.
#pragma once

#include <cmath>
#include <cstring>

namespace satchel::exact {

/// `across` returns (a's upper lane, b's lower lane); `where_less` returns `value` in the lanes where a < b, else
/// `otherwise`; `all_equal` returns whether a == b and c == d in both lanes.
struct TwoLanes {
  typedef double Lanes __attribute__((vector_size(16)));
  Lanes lanes;

  static TwoLanes splat(double a) { return {Lanes{a, a}}; }
  static TwoLanes of(double lower, double upper) { return {Lanes{lower, upper}}; }
  static TwoLanes load(const double* p) {
    TwoLanes loaded;
    std::memcpy(&loaded.lanes, p, sizeof loaded.lanes);
    return loaded;
  }
  static TwoLanes load(const float* p) { return {Lanes{p[0], p[1]}}; }
  void store(double* p) const { std::memcpy(p, &lanes, sizeof lanes); }
  double lower() const { return lanes[0]; }
  double upper() const { return lanes[1]; }

  friend TwoLanes operator+(TwoLanes a, TwoLanes b) { return {a.lanes + b.lanes}; }
  friend TwoLanes operator-(TwoLanes a, TwoLanes b) { return {a.lanes - b.lanes}; }
  friend TwoLanes operator*(TwoLanes a, TwoLanes b) { return {a.lanes * b.lanes}; }
  friend TwoLanes operator/(TwoLanes a, TwoLanes b) { return {a.lanes / b.lanes}; }
  friend TwoLanes min(TwoLanes a, TwoLanes b) { return where_less(a, b, a, b); }
  friend TwoLanes max(TwoLanes a, TwoLanes b) { return where_less(a, b, b, a); }
  friend TwoLanes abs(TwoLanes a) { return {Lanes{std::fabs(a.lanes[0]), std::fabs(a.lanes[1])}}; }
  friend TwoLanes sqrt(TwoLanes a) { return {Lanes{std::sqrt(a.lanes[0]), std::sqrt(a.lanes[1])}}; }
  friend TwoLanes across(TwoLanes a, TwoLanes b) { return {Lanes{a.lanes[1], b.lanes[0]}}; }
  friend TwoLanes where_less(TwoLanes a, TwoLanes b, TwoLanes value, TwoLanes otherwise) {
    return {a.lanes < b.lanes ? value.lanes : otherwise.lanes};
  }
  friend bool all_equal(TwoLanes a, TwoLanes b, TwoLanes c, TwoLanes d) {
    const auto both = (a.lanes == b.lanes) & (c.lanes == d.lanes);
    return both[0] != 0 && both[1] != 0;
  }
};

}  // namespace satchel::exact
