// Lane types of x86-64 with 128 bits. xsimd 8.1 offers neither zips within 128-bit groups nor the bits of a mask nor moves
// of groups, so these are intrinsics.
//
// A group is 128 bits of a vector. The types of x86-64 have
//   load_groups(from)            group g of the result is the 16 bytes at from[g]
//   store_groups(to, v)          stores group g of v to to[g]
//   larger_unless_nan(p, q)      the larger of both; q where p is NaN, as the max instructions define it
//   zip_low(p, q), zip_high      interleave p and q within each group
#pragma once

#include <immintrin.h>

#include "lanes/lanes.hpp"

namespace {

template <class T>
struct Sse42Lanes;

template <>
struct Sse42Lanes<double> : XsimdLanes<double, xsimd::sse4_2> {
  using Narrow = Sse42Lanes;
  using XsimdLanes::load_as_double;
  static Vector load_as_double(const float* from) {
    return _mm_cvtps_pd(_mm_castpd_ps(_mm_load_sd(reinterpret_cast<const double*>(from))));
  }
  template <std::ptrdiff_t stride, std::size_t count, class RowOf>
  static void load_as_doubles_twice(RowOf row_of, Vector (&first)[count], Vector (&second)[count]) {
    const float *const p = row_of(0), *const q = row_of(1);
    columns_of(_mm_loadu_ps(p), _mm_loadu_ps(q), first);
    columns_of(_mm_loadu_ps(p + stride), _mm_loadu_ps(q + stride), second);
  }
  template <std::size_t count>
  static void columns_of(const __m128& p, const __m128& q, Vector (&columns)[count]) {
    const __m128 low = _mm_unpacklo_ps(p, q);
    columns[0] = _mm_cvtps_pd(low);
    if constexpr (count > 1) columns[1] = _mm_cvtps_pd(_mm_movehl_ps(low, low));
    if constexpr (count > 2) columns[2] = _mm_cvtps_pd(_mm_unpackhi_ps(p, q));
  }
  static Vector load_groups(const double* const* from) { return _mm_loadu_pd(from[0]); }
  static void store_groups(double* const* to, const Vector& v) { _mm_storeu_pd(to[0], v); }
  static Vector larger_unless_nan(const Vector& p, const Vector& q) { return _mm_max_pd(p, q); }
  static Vector select_larger(const Mask& m, const Vector& p, const Vector& q) {
    return _mm_max_pd(q, _mm_and_pd(m, p));
  }
  static Vector zip_low(const Vector& p, const Vector& q) { return _mm_unpacklo_pd(p, q); }
  static Vector zip_high(const Vector& p, const Vector& q) { return _mm_unpackhi_pd(p, q); }
  static double largest_lane(const Vector& v) { return _mm_cvtsd_f64(_mm_max_sd(v, _mm_unpackhi_pd(v, v))); }
  static double least_lane(const Vector& v) { return _mm_cvtsd_f64(_mm_min_sd(v, _mm_unpackhi_pd(v, v))); }
  static unsigned bits(const Mask& m) { return static_cast<unsigned>(_mm_movemask_pd(m)); }
};

template <>
struct Sse42Lanes<float> : XsimdLanes<float, xsimd::sse4_2> {
  using Narrow = Sse42Lanes;
  using Doubles = Sse42Lanes<double>;
  static Vector join(const Doubles::Vector& low, const Doubles::Vector& high) {
    return _mm_movelh_ps(_mm_cvtpd_ps(low), _mm_cvtpd_ps(high));
  }
  static void store_shifted(std::uint32_t* to, const Vector& bits, int right, int left) {
    const __m128i value = _mm_slli_epi32(_mm_srli_epi32(_mm_castps_si128(bits), right), left);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), value);
  }
  static Vector load_groups(const float* const* from) { return _mm_loadu_ps(from[0]); }
  static void store_groups(float* const* to, const Vector& v) { _mm_storeu_ps(to[0], v); }
  static Vector larger_unless_nan(const Vector& p, const Vector& q) { return _mm_max_ps(p, q); }
  static Vector select_larger(const Mask& m, const Vector& p, const Vector& q) {
    return _mm_max_ps(q, _mm_and_ps(m, p));
  }
  static Vector zip_low(const Vector& p, const Vector& q) { return _mm_unpacklo_ps(p, q); }
  static Vector zip_high(const Vector& p, const Vector& q) { return _mm_unpackhi_ps(p, q); }
  static float largest_lane(const Vector& v) {
    const __m128 two = _mm_max_ps(v, _mm_movehl_ps(v, v));
    return _mm_cvtss_f32(_mm_max_ss(two, _mm_movehdup_ps(two)));
  }
  static float least_lane(const Vector& v) {
    const __m128 two = _mm_min_ps(v, _mm_movehl_ps(v, v));
    return _mm_cvtss_f32(_mm_min_ss(two, _mm_movehdup_ps(two)));
  }
  static unsigned bits(const Mask& m) { return static_cast<unsigned>(_mm_movemask_ps(m)); }
};

}  // namespace
