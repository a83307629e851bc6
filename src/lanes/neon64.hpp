// AArch64: lanes of 128 bits. Uses the native division and square root of floats, which are exact, because xsimd's are
// estimates with Newton steps, up to 2 units off the IEEE result.
#pragma once

#include <arm_neon.h>

#include "lanes/lanes.hpp"

namespace {

template <class T>
struct Neon64Lanes;

template <>
struct Neon64Lanes<double> : XsimdLanes<double, xsimd::neon64> {
  using Narrow = Neon64Lanes;
  using XsimdLanes::load_as_double;
  static Vector load_as_double(const float* from) { return vcvt_f64_f32(vld1_f32(from)); }
  template <std::ptrdiff_t stride, std::size_t count, class RowOf>
  static void load_as_doubles_twice(RowOf row_of, Vector (&first)[count], Vector (&second)[count]) {
    const float* const rows[2] = {row_of(0), row_of(1)};
    const auto load_columns = [&rows](std::ptrdiff_t behind, Vector(&columns)[count]) __attribute__((always_inline)) {
      for (std::size_t k = 0; k < count; k += 2) {
        const float* const p = rows[0] + behind + k;
        const float* const q = rows[1] + behind + k;
        columns[k] = zip_low(load_as_double(p), load_as_double(q));
        if (k + 1 < count) columns[k + 1] = zip_high(load_as_double(p), load_as_double(q));
      }
    };
    load_columns(0, first);
    load_columns(stride, second);
  }
  static Vector load_groups(const double* const* from) { return load(from[0]); }
  static void store_groups(double* const* to, const Vector& v) { store(to[0], v); }
  static Vector zip_low(const Vector& p, const Vector& q) { return vzip1q_f64(p, q); }
  static Vector zip_high(const Vector& p, const Vector& q) { return vzip2q_f64(p, q); }
  static Vector larger_unless_nan(const Vector& p, const Vector& q) { return vmaxnmq_f64(p, q); }
  static Vector divide(const Vector& p, const Vector& q) { return vdivq_f64(p, q); }
  static Vector sqrt(const Vector& v) { return vsqrtq_f64(v); }
  static double largest_lane(const Vector& v) { return vmaxvq_f64(v); }
  static double least_lane(const Vector& v) { return vminvq_f64(v); }
  static unsigned bits(const Mask& m) {
    const uint64x2_t lane_bit = {1, 2};
    return static_cast<unsigned>(vaddvq_u64(vandq_u64(m, lane_bit)));
  }
};

template <>
struct Neon64Lanes<float> : XsimdLanes<float, xsimd::neon64> {
  using Narrow = Neon64Lanes;
  using Doubles = Neon64Lanes<double>;
  static Vector join(const Doubles::Vector& low, const Doubles::Vector& high) {
    return vcvt_high_f32_f64(vcvt_f32_f64(low), high);
  }
  static void store_shifted(std::uint32_t* to, const Vector& bits, int right, int left) {
    const uint32x4_t value = vshlq_u32(vreinterpretq_u32_f32(bits), vdupq_n_s32(-right));
    vst1q_u32(to, vshlq_u32(value, vdupq_n_s32(left)));
  }
  static Vector load_groups(const float* const* from) { return load(from[0]); }
  static void store_groups(float* const* to, const Vector& v) { store(to[0], v); }
  static Vector zip_low(const Vector& p, const Vector& q) { return vzip1q_f32(p, q); }
  static Vector zip_high(const Vector& p, const Vector& q) { return vzip2q_f32(p, q); }
  static Vector larger_unless_nan(const Vector& p, const Vector& q) { return vmaxnmq_f32(p, q); }
  static Vector divide(const Vector& p, const Vector& q) { return vdivq_f32(p, q); }
  static Vector sqrt(const Vector& v) { return vsqrtq_f32(v); }
  static float largest_lane(const Vector& v) { return vmaxvq_f32(v); }
  static float least_lane(const Vector& v) { return vminvq_f32(v); }
  static unsigned bits(const Mask& m) {
    const uint32x4_t lane_bit = {1, 2, 4, 8};
    return vaddvq_u32(vandq_u32(m, lane_bit));
  }
};

}  // namespace
