// Four floats side by side, for what is exact in single precision. As two_lanes.hpp: SSE2, AArch64, or plain code.
#pragma once

#include <cmath>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace satchel::exact {

/// `next(a, b)` is (a1, a2, a3, b0); `negatives` and `zeros` have bit i set where lane i is < 0, == 0. A `Mask` says
/// for each lane whether something holds.
struct FourFloats {
#if defined(__SSE2__)
  __m128 lanes;

  struct Mask {
    __m128 lanes;
    friend Mask operator&(Mask a, Mask b) { return {_mm_and_ps(a.lanes, b.lanes)}; }
    friend bool all(Mask a) { return _mm_movemask_ps(a.lanes) == 15; }
  };

  static FourFloats splat(float a) { return {_mm_set1_ps(a)}; }
  static FourFloats of(float a, float b, float c, float d) { return {_mm_setr_ps(a, b, c, d)}; }
  static FourFloats load(const float* p) { return {_mm_loadu_ps(p)}; }

  friend FourFloats operator+(FourFloats a, FourFloats b) { return {_mm_add_ps(a.lanes, b.lanes)}; }
  friend FourFloats operator-(FourFloats a, FourFloats b) { return {_mm_sub_ps(a.lanes, b.lanes)}; }
  friend FourFloats operator*(FourFloats a, FourFloats b) { return {_mm_mul_ps(a.lanes, b.lanes)}; }
  friend FourFloats max(FourFloats a, FourFloats b) { return {_mm_max_ps(a.lanes, b.lanes)}; }
  friend FourFloats abs(FourFloats a) { return {_mm_andnot_ps(_mm_set1_ps(-0.0f), a.lanes)}; }
  friend FourFloats next(FourFloats a, FourFloats b) {
    const __m128 first = _mm_move_ss(a.lanes, b.lanes);  // (b0, a1, a2, a3)
    return {_mm_shuffle_ps(first, first, _MM_SHUFFLE(0, 3, 2, 1))};
  }
  friend float largest_lane(FourFloats a) {
    const __m128 two = _mm_max_ps(a.lanes, _mm_movehl_ps(a.lanes, a.lanes));
    return _mm_cvtss_f32(_mm_max_ss(two, _mm_shuffle_ps(two, two, 1)));
  }
  friend Mask equal(FourFloats a, FourFloats b) { return {_mm_cmpeq_ps(a.lanes, b.lanes)}; }
  friend unsigned negatives(FourFloats a) { return bits(_mm_cmplt_ps(a.lanes, _mm_setzero_ps())); }
  friend unsigned zeros(FourFloats a) { return bits(_mm_cmpeq_ps(a.lanes, _mm_setzero_ps())); }

 private:
  static unsigned bits(__m128 mask) { return static_cast<unsigned>(_mm_movemask_ps(mask)); }
#elif defined(__aarch64__)
  float32x4_t lanes;

  struct Mask {
    uint32x4_t lanes;
    friend Mask operator&(Mask a, Mask b) { return {vandq_u32(a.lanes, b.lanes)}; }
    friend bool all(Mask a) { return vminvq_u32(a.lanes) != 0; }
  };

  static FourFloats splat(float a) { return {vdupq_n_f32(a)}; }
  static FourFloats of(float a, float b, float c, float d) {
    const float all[4] = {a, b, c, d};
    return load(all);
  }
  static FourFloats load(const float* p) { return {vld1q_f32(p)}; }

  friend FourFloats operator+(FourFloats a, FourFloats b) { return {vaddq_f32(a.lanes, b.lanes)}; }
  friend FourFloats operator-(FourFloats a, FourFloats b) { return {vsubq_f32(a.lanes, b.lanes)}; }
  friend FourFloats operator*(FourFloats a, FourFloats b) { return {vmulq_f32(a.lanes, b.lanes)}; }
  friend FourFloats max(FourFloats a, FourFloats b) { return {vmaxq_f32(a.lanes, b.lanes)}; }
  friend FourFloats abs(FourFloats a) { return {vabsq_f32(a.lanes)}; }
  friend FourFloats next(FourFloats a, FourFloats b) { return {vextq_f32(a.lanes, b.lanes, 1)}; }
  friend float largest_lane(FourFloats a) { return vmaxvq_f32(a.lanes); }
  friend Mask equal(FourFloats a, FourFloats b) { return {vceqq_f32(a.lanes, b.lanes)}; }
  friend unsigned negatives(FourFloats a) { return bits(vcltzq_f32(a.lanes)); }
  friend unsigned zeros(FourFloats a) { return bits(vceqzq_f32(a.lanes)); }

 private:
  static unsigned bits(uint32x4_t mask) {
    constexpr std::uint32_t of_lane[4] = {1, 2, 4, 8};
    return vaddvq_u32(vandq_u32(mask, vld1q_u32(of_lane)));
  }
#else
  float lanes[4];

  struct Mask {
    unsigned lanes;
    friend Mask operator&(Mask a, Mask b) { return {a.lanes & b.lanes}; }
    friend bool all(Mask a) { return a.lanes == 15; }
  };

  static FourFloats splat(float a) { return {{a, a, a, a}}; }
  static FourFloats of(float a, float b, float c, float d) { return {{a, b, c, d}}; }
  static FourFloats load(const float* p) { return {{p[0], p[1], p[2], p[3]}}; }

  friend FourFloats operator+(FourFloats a, FourFloats b) {
    return each(a, b, [](float p, float q) { return p + q; });
  }
  friend FourFloats operator-(FourFloats a, FourFloats b) {
    return each(a, b, [](float p, float q) { return p - q; });
  }
  friend FourFloats operator*(FourFloats a, FourFloats b) {
    return each(a, b, [](float p, float q) { return p * q; });
  }
  friend FourFloats max(FourFloats a, FourFloats b) {
    return each(a, b, [](float p, float q) { return p > q ? p : q; });
  }
  friend FourFloats abs(FourFloats a) {
    return each(a, a, [](float p, float) { return std::fabs(p); });
  }
  friend FourFloats next(FourFloats a, FourFloats b) { return {{a.lanes[1], a.lanes[2], a.lanes[3], b.lanes[0]}}; }
  friend float largest_lane(FourFloats a) {
    const FourFloats two = max(a, next(a, a)), all = max(two, next(next(two, two), next(two, two)));
    return all.lanes[0];
  }
  friend Mask equal(FourFloats a, FourFloats b) { return {zeros(a - b)}; }
  friend unsigned negatives(FourFloats a) {
    return bits(a, [](float p) { return p < 0; });
  }
  friend unsigned zeros(FourFloats a) {
    return bits(a, [](float p) { return p == 0; });
  }

 private:
  template <class Operation>
  static FourFloats each(FourFloats a, FourFloats b, Operation operation) {
    for (int k = 0; k < 4; ++k) a.lanes[k] = operation(a.lanes[k], b.lanes[k]);
    return a;
  }
  template <class Test>
  static unsigned bits(FourFloats a, Test test) {
    unsigned result = 0;
    for (int k = 0; k < 4; ++k) result |= unsigned{test(a.lanes[k])} << k;
    return result;
  }
#endif
};

}  // namespace satchel::exact
