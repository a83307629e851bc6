// A vector of two doubles, on SSE2, AArch64 or in plain C++. The loops of src/exact use it because g++ 12 does not
// vectorise them.
//
// Each lane follows IEEE arithmetic, so that results have the same bits in all three versions. Arguments of min and max
// must not be NaN; the sign of a zero that min or max returns is unspecified.
#pragma once

#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#else
#include <cmath>
#endif

namespace satchel::exact {

/// `across` returns (a's upper lane, b's lower lane); `where_less` returns `value` in the lanes where a < b, else
/// `otherwise`; `all_equal` returns whether a == b and c == d in both lanes.
struct TwoLanes {
#if defined(__SSE2__)
  __m128d lanes;

  static TwoLanes splat(double a) { return {_mm_set1_pd(a)}; }
  static TwoLanes of(double lower, double upper) { return {_mm_set_pd(upper, lower)}; }
  static TwoLanes load(const double* p) { return {_mm_loadu_pd(p)}; }
  static TwoLanes load(const float* p) {
    return {_mm_cvtps_pd(_mm_castsi128_ps(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(p))))};
  }
  void store(double* p) const { _mm_storeu_pd(p, lanes); }
  double lower() const { return _mm_cvtsd_f64(lanes); }
  double upper() const { return _mm_cvtsd_f64(_mm_unpackhi_pd(lanes, lanes)); }

  friend TwoLanes operator+(TwoLanes a, TwoLanes b) { return {_mm_add_pd(a.lanes, b.lanes)}; }
  friend TwoLanes operator-(TwoLanes a, TwoLanes b) { return {_mm_sub_pd(a.lanes, b.lanes)}; }
  friend TwoLanes operator*(TwoLanes a, TwoLanes b) { return {_mm_mul_pd(a.lanes, b.lanes)}; }
  friend TwoLanes operator/(TwoLanes a, TwoLanes b) { return {_mm_div_pd(a.lanes, b.lanes)}; }
  friend TwoLanes min(TwoLanes a, TwoLanes b) { return {_mm_min_pd(a.lanes, b.lanes)}; }
  friend TwoLanes max(TwoLanes a, TwoLanes b) { return {_mm_max_pd(a.lanes, b.lanes)}; }
  friend TwoLanes abs(TwoLanes a) { return {_mm_andnot_pd(_mm_set1_pd(-0.0), a.lanes)}; }
  friend TwoLanes sqrt(TwoLanes a) { return {_mm_sqrt_pd(a.lanes)}; }
  friend TwoLanes across(TwoLanes a, TwoLanes b) { return {_mm_shuffle_pd(a.lanes, b.lanes, 1)}; }
  friend TwoLanes where_less(TwoLanes a, TwoLanes b, TwoLanes value, TwoLanes otherwise) {
    const __m128d mask = _mm_cmplt_pd(a.lanes, b.lanes);
    return {_mm_or_pd(_mm_and_pd(mask, value.lanes), _mm_andnot_pd(mask, otherwise.lanes))};
  }
  friend bool all_equal(TwoLanes a, TwoLanes b, TwoLanes c, TwoLanes d) {
    return _mm_movemask_pd(_mm_and_pd(_mm_cmpeq_pd(a.lanes, b.lanes), _mm_cmpeq_pd(c.lanes, d.lanes))) == 3;
  }
#elif defined(__aarch64__)
  float64x2_t lanes;

  static TwoLanes splat(double a) { return {vdupq_n_f64(a)}; }
  static TwoLanes of(double lower, double upper) { return {vsetq_lane_f64(upper, vdupq_n_f64(lower), 1)}; }
  static TwoLanes load(const double* p) { return {vld1q_f64(p)}; }
  static TwoLanes load(const float* p) { return {vcvt_f64_f32(vld1_f32(p))}; }
  void store(double* p) const { vst1q_f64(p, lanes); }
  double lower() const { return vgetq_lane_f64(lanes, 0); }
  double upper() const { return vgetq_lane_f64(lanes, 1); }

  friend TwoLanes operator+(TwoLanes a, TwoLanes b) { return {vaddq_f64(a.lanes, b.lanes)}; }
  friend TwoLanes operator-(TwoLanes a, TwoLanes b) { return {vsubq_f64(a.lanes, b.lanes)}; }
  friend TwoLanes operator*(TwoLanes a, TwoLanes b) { return {vmulq_f64(a.lanes, b.lanes)}; }
  friend TwoLanes operator/(TwoLanes a, TwoLanes b) { return {vdivq_f64(a.lanes, b.lanes)}; }
  friend TwoLanes min(TwoLanes a, TwoLanes b) { return {vminq_f64(a.lanes, b.lanes)}; }
  friend TwoLanes max(TwoLanes a, TwoLanes b) { return {vmaxq_f64(a.lanes, b.lanes)}; }
  friend TwoLanes abs(TwoLanes a) { return {vabsq_f64(a.lanes)}; }
  friend TwoLanes sqrt(TwoLanes a) { return {vsqrtq_f64(a.lanes)}; }
  friend TwoLanes across(TwoLanes a, TwoLanes b) { return {vextq_f64(a.lanes, b.lanes, 1)}; }
  friend TwoLanes where_less(TwoLanes a, TwoLanes b, TwoLanes value, TwoLanes otherwise) {
    return {vbslq_f64(vcltq_f64(a.lanes, b.lanes), value.lanes, otherwise.lanes)};
  }
  friend bool all_equal(TwoLanes a, TwoLanes b, TwoLanes c, TwoLanes d) {
    const uint64x2_t both = vandq_u64(vceqq_f64(a.lanes, b.lanes), vceqq_f64(c.lanes, d.lanes));
    return (vgetq_lane_u64(both, 0) & vgetq_lane_u64(both, 1)) != 0;
  }
#else
  double a_, b_;

  static TwoLanes splat(double a) { return {a, a}; }
  static TwoLanes of(double lower, double upper) { return {lower, upper}; }
  static TwoLanes load(const double* p) { return {p[0], p[1]}; }
  static TwoLanes load(const float* p) { return {p[0], p[1]}; }
  void store(double* p) const { p[0] = a_, p[1] = b_; }
  double lower() const { return a_; }
  double upper() const { return b_; }

  friend TwoLanes operator+(TwoLanes a, TwoLanes b) { return {a.a_ + b.a_, a.b_ + b.b_}; }
  friend TwoLanes operator-(TwoLanes a, TwoLanes b) { return {a.a_ - b.a_, a.b_ - b.b_}; }
  friend TwoLanes operator*(TwoLanes a, TwoLanes b) { return {a.a_ * b.a_, a.b_ * b.b_}; }
  friend TwoLanes operator/(TwoLanes a, TwoLanes b) { return {a.a_ / b.a_, a.b_ / b.b_}; }
  friend TwoLanes min(TwoLanes a, TwoLanes b) { return {a.a_ < b.a_ ? a.a_ : b.a_, a.b_ < b.b_ ? a.b_ : b.b_}; }
  friend TwoLanes max(TwoLanes a, TwoLanes b) { return {a.a_ > b.a_ ? a.a_ : b.a_, a.b_ > b.b_ ? a.b_ : b.b_}; }
  friend TwoLanes abs(TwoLanes a) { return {std::fabs(a.a_), std::fabs(a.b_)}; }
  friend TwoLanes sqrt(TwoLanes a) { return {std::sqrt(a.a_), std::sqrt(a.b_)}; }
  friend TwoLanes across(TwoLanes a, TwoLanes b) { return {a.b_, b.a_}; }
  friend TwoLanes where_less(TwoLanes a, TwoLanes b, TwoLanes value, TwoLanes otherwise) {
    return {a.a_ < b.a_ ? value.a_ : otherwise.a_, a.b_ < b.b_ ? value.b_ : otherwise.b_};
  }
  friend bool all_equal(TwoLanes a, TwoLanes b, TwoLanes c, TwoLanes d) {
    return a.a_ == b.a_ && a.b_ == b.b_ && c.a_ == d.a_ && c.b_ == d.b_;
  }
#endif
};

}  // namespace satchel::exact
