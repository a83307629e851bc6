// Lane types of x86-64 with 512 bits.
//
// Beside what sse42.hpp and avx2.hpp name they have, where rows of 32 bytes are read at once,
//   load_split(from, firsts, seconds)
//                                firsts = load_groups(from), seconds = load_groups of the following 16 bytes; takes one
//                                load and half a blend per row instead of two each
//   load_deltas(from_a, from_b, deltas, a, b)
//                                load_split of two lists: deltas = firsts of b - firsts of a in double; a, b = seconds
//   split(p, q, firsts, seconds) groups 0 and 2 of p, then of q; and groups 1 and 3
//   store_parts(near, far, v)    groups 0 and 1 of v go to `near`, group 2 to `far`
// and of floats
//   load_eight(from)             eight floats in the lower half
//   load_four(from)              four floats in each group
//   by_fours<first>(v)           group g holds lane first + 2 g of v four times
//   low_then_high(v, w)          the lower half of v, the upper half of w
//   negative(v), zero(v)         bit 16 g + 4 k + i: whether lane 4 g + i of v[k] has its sign bit set; has no bit set
//   either(p, q, r)              p | q | r
//   differing_bits(px, qx, py, qy)
//                                (px ^ qx) | (py ^ qy)
//
// Types of 512 bits put groups together by masked broadcasts from memory, which are loads and blends, because shuffles
// have the lower throughput.
#pragma once

#include "lanes/avx2.hpp"

namespace {

template <class T>
struct Avx512Lanes;

/// Load a row of 32 or 16 bytes into the lowest lanes, with zeros above. Inline assembly, because g++ 12 allows only
/// the first 16 registers for the intrinsic with a cast, and copies what it loads.
SATCHEL_INLINE __m512 low_eight(const float* from) {
  __m512 v;
  asm("vmovups %1, %t0" : "=v"(v) : "m"(*reinterpret_cast<const __m256_u*>(from)));
  return v;
}
SATCHEL_INLINE __m256 low_four(const float* from) {
  __m256 v;
  asm("vmovups %1, %x0" : "=v"(v) : "m"(*reinterpret_cast<const __m128_u*>(from)));
  return v;
}
SATCHEL_INLINE __m512d low_four(const double* from) {
  return _mm512_castps_pd(low_eight(reinterpret_cast<const float*>(from)));
}
SATCHEL_INLINE __m256d low_two(const double* from) {
  return _mm256_castps_pd(low_four(reinterpret_cast<const float*>(from)));
}

template <>
struct Avx512Lanes<double> : XsimdLanes<double, xsimd::avx512bw> {
  using Narrow = Avx2Lanes<double>;
  static constexpr bool permutes_rows = true;
  static Vector permute(const Vector& v, const std::uint32_t* lanes) {
    const __m256i as_ints = _mm256_load_si256(reinterpret_cast<const __m256i*>(lanes));
    return _mm512_permutexvar_pd(_mm512_cvtepu32_epi64(as_ints), v);
  }
  using XsimdLanes::load_as_double;
  static Vector load_as_double(const float* from) { return _mm512_cvtps_pd(_mm256_loadu_ps(from)); }
  template <std::ptrdiff_t stride, std::size_t count, class RowOf>
  static void load_as_doubles_twice(RowOf row_of, Vector (&first)[count], Vector (&second)[count]) {
    __m512 x[2], y[2];
    for (std::size_t half = 0; half < 2; ++half) {
      const float* const row = row_of(4 * half);
      x[half] = _mm512_castps256_ps512(low_four(row));
      y[half] = _mm512_castps256_ps512(low_four(row + stride));
      for (std::size_t k = 1; k < 4; ++k) {
        const float* const next = row_of(4 * half + k);
        const auto group = static_cast<__mmask16>(0xf << 4 * k);
        x[half] = _mm512_mask_broadcast_f32x4(x[half], group, _mm_loadu_ps(next));
        y[half] = _mm512_mask_broadcast_f32x4(y[half], group, _mm_loadu_ps(next + stride));
      }
    }
    columns_of(x, first);
    columns_of(y, second);
  }
  template <std::size_t count>
  static void columns_of(const __m512 (&rows)[2], Vector (&columns)[count]) {
    const __m512i firsts = _mm512_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28, 0, 0, 0, 0, 0, 0, 0, 0);
    for (std::size_t k = 0; k < count; ++k) {
      const __m512i lanes = _mm512_add_epi32(firsts, _mm512_set1_epi32(static_cast<int>(k)));
      columns[k] = _mm512_cvtps_pd(_mm512_castps512_ps256(_mm512_permutex2var_ps(rows[0], lanes, rows[1])));
    }
  }
  static Vector load_groups(const double* const* from) {
    const auto two_groups = [](const double* low, const double* high) __attribute__((always_inline)) {
      return _mm256_mask_broadcast_f64x2(low_two(low), 0xc, _mm_loadu_pd(high));
    };
    return _mm512_insertf64x4(_mm512_castpd256_pd512(two_groups(from[0], from[1])), two_groups(from[2], from[3]), 1);
  }
  static constexpr bool splits_rows = true;
  static void load_split(const double* const* from, Vector& firsts, Vector& seconds) {
    const auto two_rows = [](const double* low, const double* high) __attribute__((always_inline)) {
      return _mm512_mask_broadcast_f64x4(low_four(low), 0xf0, _mm256_loadu_pd(high));
    };
    const __m512d p = two_rows(from[0], from[1]), q = two_rows(from[2], from[3]);
    firsts = _mm512_shuffle_f64x2(p, q, 0x88);
    seconds = _mm512_shuffle_f64x2(p, q, 0xdd);
  }
  static void store_groups(double* const* to, const Vector& v) {
    _mm_storeu_pd(to[0], _mm512_castpd512_pd128(v));
    _mm_storeu_pd(to[1], _mm512_extractf64x2_pd(v, 1));
    _mm_storeu_pd(to[2], _mm512_extractf64x2_pd(v, 2));
    _mm_storeu_pd(to[3], _mm512_extractf64x2_pd(v, 3));
  }
  static Vector larger_magnitude(const Vector& p, const Vector& q) {
    return _mm512_range_pd(p, q, 0b1011);  // max(|p|, |q|) in one instruction
  }
  static Vector larger_unless_nan(const Vector& p, const Vector& q) { return _mm512_max_pd(p, q); }
  static Vector zip_low(const Vector& p, const Vector& q) { return _mm512_unpacklo_pd(p, q); }
  static Vector zip_high(const Vector& p, const Vector& q) { return _mm512_unpackhi_pd(p, q); }
  static double largest_lane(const Vector& v) { return Narrow::largest_lane(Narrow::max(low_half(v), high_half(v))); }
  static double least_lane(const Vector& v) { return Narrow::least_lane(Narrow::min(low_half(v), high_half(v))); }
  static unsigned bits(const Mask& m) { return static_cast<__mmask8>(m); }
  static void store_kept(std::uint32_t* as, std::uint32_t* bs, std::uint32_t a, const std::uint32_t* ids,
                         unsigned mask) {
    store_kept_lanes(as, bs, a, _mm512_loadu_si512(ids), mask);
  }
  static void store_kept_numbers(std::uint32_t* as, std::uint32_t* bs, std::uint32_t a, std::uint32_t first,
                                 unsigned mask) {
    const __m512i numbers = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    store_kept_lanes(as, bs, a, _mm512_add_epi32(_mm512_set1_epi32(static_cast<int>(first)), numbers), mask);
  }
  static void store_kept_words(void* to, const void* from, unsigned mask) {
    _mm256_storeu_si256(static_cast<__m256i*>(to),
                        _mm256_maskz_compress_epi32(static_cast<__mmask8>(mask),
                                                    _mm256_loadu_si256(static_cast<const __m256i*>(from))));
  }
  static std::size_t store_kept_pairs(satchel::Pair* to, std::uint32_t* at, const satchel::Pair* pairs,
                                      std::uint32_t first, unsigned mask) {
    const auto kept = static_cast<__mmask8>(mask);
    const __m256i numbers =
        _mm256_add_epi32(_mm256_set1_epi32(static_cast<int>(first)), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi64(kept, _mm512_loadu_si512(pairs)));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(at), _mm256_maskz_compress_epi32(kept, numbers));
    return static_cast<std::size_t>(__builtin_popcount(kept));
  }
  static Narrow::Vector low_half(const Vector& v) { return _mm512_castpd512_pd256(v); }
  static Narrow::Vector high_half(const Vector& v) { return _mm512_extractf64x4_pd(v, 1); }

 private:
  static void store_kept_lanes(std::uint32_t* as, std::uint32_t* bs, std::uint32_t a, __m512i ids, unsigned mask) {
    // Compresses in a register and stores it whole, because compressing stores are slow on some processors.
    _mm512_storeu_si512(bs, _mm512_maskz_compress_epi32(static_cast<__mmask16>(mask), ids));
    _mm512_storeu_si512(as, _mm512_set1_epi32(static_cast<int>(a)));
  }
};

template <>
struct Avx512Lanes<float> : XsimdLanes<float, xsimd::avx512bw> {
  using Narrow = Avx2Lanes<float>;
  using Doubles = Avx512Lanes<double>;
  static std::size_t store_kept_pairs(satchel::Pair* to, std::uint32_t* at, const satchel::Pair* pairs,
                                      std::uint32_t first, unsigned mask) {
    const auto low = static_cast<__mmask8>(mask), high = static_cast<__mmask8>(mask >> 8);
    const __m512i numbers = _mm512_add_epi32(_mm512_set1_epi32(static_cast<int>(first)),
                                             _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi64(low, _mm512_loadu_si512(pairs)));
    to += __builtin_popcount(low);
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi64(high, _mm512_loadu_si512(pairs + 8)));
    _mm512_storeu_si512(at, _mm512_maskz_compress_epi32(static_cast<__mmask16>(mask), numbers));
    return static_cast<std::size_t>(__builtin_popcount(static_cast<__mmask16>(mask)));
  }
  static constexpr bool permutes_rows = true;
  static Vector permute(const Vector& v, const std::uint32_t* lanes) {
    return _mm512_permutexvar_ps(_mm512_load_si512(lanes), v);
  }
  static Vector load_eight(const float* from) { return _mm512_castps256_ps512(_mm256_loadu_ps(from)); }
  static Vector load_four(const float* from) { return _mm512_broadcast_f32x4(_mm_loadu_ps(from)); }
  template <int first>
  static Vector by_fours(const Vector& v) {
    constexpr int i = first, j = first + 2, k = first + 4, l = first + 6;
    return _mm512_permutexvar_ps(_mm512_setr_epi32(i, i, i, i, j, j, j, j, k, k, k, k, l, l, l, l), v);
  }
  static Vector low_then_high(const Vector& low, const Vector& high) { return _mm512_mask_blend_ps(0xff00, low, high); }
  static std::uint64_t negative(const Vector (&v)[4]) { return _mm512_movepi8_mask(packed(v)); }
  static std::uint64_t zero(const Vector (&v)[4]) {
    const __m512i bytes = packed(v);
    return _mm512_testn_epi8_mask(bytes, bytes);
  }
  static Vector differing_bits(const Vector& px, const Vector& qx, const Vector& py, const Vector& qy) {
    const __m512i x = _mm512_xor_si512(_mm512_castps_si512(px), _mm512_castps_si512(qx));
    return _mm512_castsi512_ps(_mm512_ternarylogic_epi32(x, _mm512_castps_si512(py), _mm512_castps_si512(qy), 0xf6));
  }
  static Vector either(const Vector& p, const Vector& q, const Vector& r) {
    return _mm512_castsi512_ps(
        _mm512_ternarylogic_epi32(_mm512_castps_si512(p), _mm512_castps_si512(q), _mm512_castps_si512(r), 0xfe));
  }
  static Vector join(const Doubles::Vector& low, const Doubles::Vector& high) {
    return _mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps(low)), _mm512_cvtpd_ps(high), 1);
  }
  static void store_shifted(std::uint32_t* to, const Vector& bits, int right, int left) {
    const __m512i value = _mm512_sll_epi32(_mm512_srl_epi32(_mm512_castps_si512(bits), _mm_cvtsi32_si128(right)),
                                           _mm_cvtsi32_si128(left));
    _mm512_storeu_si512(to, value);
  }
  static Vector load_groups(const float* const* from) {
    const auto two_groups = [](const float* low, const float* high) __attribute__((always_inline)) {
      return _mm256_mask_broadcast_f32x4(low_four(low), 0xf0, _mm_loadu_ps(high));
    };
    return _mm512_insertf32x8(_mm512_castps256_ps512(two_groups(from[0], from[1])), two_groups(from[2], from[3]), 1);
  }
  static constexpr bool splits_rows = true;
  static void split(const Vector& p, const Vector& q, Vector& firsts, Vector& seconds) {
    firsts = _mm512_shuffle_f32x4(p, q, 0x88);
    seconds = _mm512_shuffle_f32x4(p, q, 0xdd);
  }
  static void load_split(const float* const* from, Vector& firsts, Vector& seconds) {
    const FourRows rows(from);
    split(rows.low, rows.high, firsts, seconds);
  }
  static void load_deltas(const float* const* from_a, const float* const* from_b, Doubles::Vector& deltas,
                          Vector& seconds_a, Vector& seconds_b) {
    const FourRows a(from_a), b(from_b);
    deltas = deltas_of(a, b);
    seconds_a = _mm512_shuffle_f32x4(a.low, a.high, 0xdd);
    seconds_b = _mm512_shuffle_f32x4(b.low, b.high, 0xdd);
  }
  static void load_deltas_and_sums(const float* const* from_a, const float* const* from_b, Doubles::Vector& deltas,
                                   Vector& sums) {
    const FourRows a(from_a), b(from_b);
    deltas = deltas_of(a, b);
    constexpr __mmask16 first_two = 0x3030;  // of each row's second 16 bytes
    sums = _mm512_shuffle_f32x4(_mm512_maskz_add_ps(first_two, a.low, b.low),
                                _mm512_maskz_add_ps(first_two, a.high, b.high), 0xdd);
  }
  static void store_parts(float* near, float* far, const Vector& v) {
    _mm256_store_ps(near, _mm512_castps512_ps256(v));
    _mm_store_ps(far, _mm512_extractf32x4_ps(v, 2));
  }
  static void unzip(const Doubles::Vector* xy, Vector& x, Vector& y) {
    const __m512 p = join(xy[0], xy[1]), q = join(xy[2], xy[3]);  // pairs 0 4 8 12 1 5 9 13, 2 6 10 14 3 7 11 15
    const __m512i evens = _mm512_setr_epi32(0, 8, 16, 24, 2, 10, 18, 26, 4, 12, 20, 28, 6, 14, 22, 30);
    x = _mm512_permutex2var_ps(p, evens, q);
    y = _mm512_permutex2var_ps(p, _mm512_or_si512(evens, _mm512_set1_epi32(1)), q);
  }
  static void store_groups(float* const* to, const Vector& v) {
    _mm_storeu_ps(to[0], _mm512_castps512_ps128(v));
    _mm_storeu_ps(to[1], _mm512_extractf32x4_ps(v, 1));
    _mm_storeu_ps(to[2], _mm512_extractf32x4_ps(v, 2));
    _mm_storeu_ps(to[3], _mm512_extractf32x4_ps(v, 3));
  }
  static Vector larger_magnitude(const Vector& p, const Vector& q) {
    return _mm512_range_ps(p, q, 0b1011);  // max(|p|, |q|) in one instruction
  }
  static Vector larger_unless_nan(const Vector& p, const Vector& q) { return _mm512_max_ps(p, q); }
  static Vector zip_low(const Vector& p, const Vector& q) { return _mm512_unpacklo_ps(p, q); }
  static Vector zip_high(const Vector& p, const Vector& q) { return _mm512_unpackhi_ps(p, q); }
  static float largest_lane(const Vector& v) { return Narrow::largest_lane(Narrow::max(low_half(v), high_half(v))); }
  static float least_lane(const Vector& v) { return Narrow::least_lane(Narrow::min(low_half(v), high_half(v))); }
  static unsigned bits(const Mask& m) { return static_cast<__mmask16>(m); }
  static Narrow::Vector low_half(const Vector& v) { return _mm512_castps512_ps256(v); }
  static Narrow::Vector high_half(const Vector& v) { return _mm512_extractf32x8_ps(v, 1); }

 private:
  /// Packs each lane into a byte that has the lane's sign, and is 0 if and only if all bits of the lane are.
  static __m512i packed(const Vector (&v)[4]) {
    return _mm512_packs_epi16(_mm512_packs_epi32(_mm512_castps_si512(v[0]), _mm512_castps_si512(v[1])),
                              _mm512_packs_epi32(_mm512_castps_si512(v[2]), _mm512_castps_si512(v[3])));
  }
  /// Four rows of 32 bytes, two per vector.
  struct FourRows {
    __m512 low, high;

    explicit FourRows(const float* const* from) : low(two(from[0], from[1])), high(two(from[2], from[3])) {}
    static __m512 two(const float* p, const float* q) {
      return _mm512_mask_broadcast_f32x8(low_eight(p), 0xff00, _mm256_loadu_ps(q));
    }
  };
  static __m512d deltas_of(const FourRows& a, const FourRows& b) {
    constexpr __mmask8 firsts = 0x33;  // the second 16 bytes hold no doubles
    return _mm512_shuffle_f64x2(_mm512_maskz_sub_pd(firsts, _mm512_castps_pd(b.low), _mm512_castps_pd(a.low)),
                                _mm512_maskz_sub_pd(firsts, _mm512_castps_pd(b.high), _mm512_castps_pd(a.high)), 0x88);
  }
};

}  // namespace
