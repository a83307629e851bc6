// Lane types of x86-64 with 256 bits.
//
// Operations of the types of 256 and 512 bits beyond those that sse42.hpp names; not every precision has each:
//   permute(v, lanes)            lane i of the result is lane lanes[i] of v; `lanes` is aligned
//   load_deltas_and_sums(from_a, from_b, deltas, sums)
//                                of W / 4 rows of a and of b, each of two doubles and four floats (as BodyRecord<float>):
//                                deltas = doubles of b - doubles of a; sums = floats of a + floats of b, of which the
//                                first two of each four are numbers
//   unzip(xy, x, y)              splits points of doubles and rounds them to floats: point g of xy[r] becomes lane 4 g + r
//                                of x and of y
#pragma once

#include "lanes/sse42.hpp"

namespace {

template <class T>
struct Avx2Lanes;

// By mask, the permutations that pack the elements it keeps (compress.hpp).
constexpr KeptLanes kept_lanes;
constexpr KeptElements<2> kept_pairs;

/// Eight numbers of lanes, of a byte each, as _mm256_permutevar8x32 takes them.
SATCHEL_INLINE __m256i widened_numbers(std::uint64_t bytes) {
  return _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(static_cast<long long>(bytes)));
}

template <>
struct Avx2Lanes<double> : XsimdLanes<double, xsimd::avx2> {
  using Narrow = Sse42Lanes<double>;
  static Vector load_pair(const double* xy, std::size_t) {  // begins with x: all numbers of lanes that it gets are even
    return _mm256_broadcast_pd(reinterpret_cast<const __m128d*>(xy));
  }
  using XsimdLanes::load_as_double;
  static Vector load_as_double(const float* from) { return _mm256_cvtps_pd(_mm_loadu_ps(from)); }
  template <std::ptrdiff_t stride, std::size_t count, class RowOf>
  static void load_as_doubles_twice(RowOf row_of, Vector (&first)[count], Vector (&second)[count]) {
    __m128 x[4], y[4];
    for (std::size_t lane = 0; lane < 4; ++lane) {
      const float* const row = row_of(lane);
      x[lane] = _mm_loadu_ps(row);
      y[lane] = _mm_loadu_ps(row + stride);
    }
    columns_of(x, first);
    columns_of(y, second);
  }
  /// Columns 0 to count - 1 of four rows of floats.
  template <std::size_t count>
  static void columns_of(const __m128 (&rows)[4], Vector (&columns)[count]) {
    const __m128 low = _mm_unpacklo_ps(rows[0], rows[1]), high = _mm_unpacklo_ps(rows[2], rows[3]);
    columns[0] = _mm256_cvtps_pd(_mm_movelh_ps(low, high));
    if constexpr (count > 1) columns[1] = _mm256_cvtps_pd(_mm_movehl_ps(high, low));
    if constexpr (count > 2) {
      columns[2] = _mm256_cvtps_pd(_mm_movelh_ps(_mm_unpackhi_ps(rows[0], rows[1]), _mm_unpackhi_ps(rows[2], rows[3])));
    }
  }
  static Vector load_groups(const double* const* from) {
    return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(from[0])), _mm_loadu_pd(from[1]), 1);
  }
  static void store_groups(double* const* to, const Vector& v) {
    _mm_storeu_pd(to[0], _mm256_castpd256_pd128(v));
    _mm_storeu_pd(to[1], _mm256_extractf128_pd(v, 1));
  }
  // Inline assembly: of a mask that was combined from others g++ 12 compares the signs first, though the blend reads signs alone.
  static Vector select(const Mask& m, const Vector& p, const Vector& q) {
    __m256d blended;
    asm("vblendvpd %3, %2, %1, %0" : "=x"(blended) : "x"(__m256d(q)), "xm"(__m256d(p)), "x"(__m256d(m)));
    return blended;
  }
  static Vector larger_unless_nan(const Vector& p, const Vector& q) { return _mm256_max_pd(p, q); }
  static Vector select_larger(const Mask& m, const Vector& p, const Vector& q) {  // q >= 0, and m implies p > q
    return _mm256_max_pd(q, _mm256_and_pd(m, p));
  }
  static Vector zip_low(const Vector& p, const Vector& q) { return _mm256_unpacklo_pd(p, q); }
  static Vector zip_high(const Vector& p, const Vector& q) { return _mm256_unpackhi_pd(p, q); }
  static double largest_lane(const Vector& v) { return Narrow::largest_lane(Narrow::max(low_half(v), high_half(v))); }
  static double least_lane(const Vector& v) { return Narrow::least_lane(Narrow::min(low_half(v), high_half(v))); }
  static unsigned bits(const Mask& m) { return static_cast<unsigned>(_mm256_movemask_pd(m)); }
  static void store_kept(std::uint32_t* as, std::uint32_t* bs, std::uint32_t a, const std::uint32_t* ids,
                         unsigned mask) {
    store_kept_halves(
        as, bs, a, mask, [ids](unsigned from, __m256i lanes) __attribute__((always_inline)) {
          return _mm256_permutevar8x32_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(ids + from)), lanes);
        });
  }
  static void store_kept_numbers(std::uint32_t* as, std::uint32_t* bs, std::uint32_t a, std::uint32_t first,
                                 unsigned mask) {
    store_kept_halves(
        as, bs, a, mask, [first](unsigned from, __m256i lanes) __attribute__((always_inline)) {
          return _mm256_add_epi32(_mm256_set1_epi32(static_cast<int>(first + from)), lanes);
        });
  }
  static Narrow::Vector low_half(const Vector& v) { return _mm256_castpd256_pd128(v); }
  static Narrow::Vector high_half(const Vector& v) { return _mm256_extractf128_pd(v, 1); }

 private:
  /// Stores a and the ids of the elements that a mask keeps, of sixteen.
  /// @param ids_of  ids_of(from, lanes): the ids of elements from + lanes[0], ..., from + lanes[7]
  template <class IdsOf>
  static void store_kept_halves(std::uint32_t* as, std::uint32_t* bs, std::uint32_t a, unsigned mask,
                                const IdsOf& ids_of) {
    for (unsigned from = 0; from < 16; from += 8, mask >>= 8) {
      const __m256i lanes = widened_numbers(kept_lanes.lanes[mask & 255]);
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(bs), ids_of(from, lanes));
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(as), _mm256_set1_epi32(static_cast<int>(a)));
      const int kept = __builtin_popcount(mask & 255);
      as += kept;
      bs += kept;
    }
  }
};

template <>
struct Avx2Lanes<float> : XsimdLanes<float, xsimd::avx2> {
  using Narrow = Sse42Lanes<float>;
  using Doubles = Avx2Lanes<double>;
  static constexpr bool permutes_rows = true;
  static Vector permute(const Vector& v, const std::uint32_t* lanes) {
    return _mm256_permutevar8x32_ps(v, _mm256_load_si256(reinterpret_cast<const __m256i*>(lanes)));
  }
  static Vector join(const Doubles::Vector& low, const Doubles::Vector& high) {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm256_cvtpd_ps(low)), _mm256_cvtpd_ps(high), 1);
  }
  static void store_shifted(std::uint32_t* to, const Vector& bits, int right, int left) {
    const __m256i value = _mm256_slli_epi32(_mm256_srli_epi32(_mm256_castps_si256(bits), right), left);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), value);
  }
  static Vector load_groups(const float* const* from) {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(from[0])), _mm_loadu_ps(from[1]), 1);
  }
  static void load_deltas_and_sums(const float* const* from_a, const float* const* from_b, Doubles::Vector& deltas,
                                   Vector& sums) {
    const double* const as_doubles[4] = {
        reinterpret_cast<const double*>(from_a[0]), reinterpret_cast<const double*>(from_a[1]),
        reinterpret_cast<const double*>(from_b[0]), reinterpret_cast<const double*>(from_b[1])};
    deltas = _mm256_sub_pd(Doubles::load_groups(as_doubles + 2), Doubles::load_groups(as_doubles));
    const float* const seconds[4] = {from_a[0] + 4, from_a[1] + 4, from_b[0] + 4, from_b[1] + 4};
    sums = _mm256_add_ps(load_groups(seconds), load_groups(seconds + 2));
  }
  static void unzip(const Doubles::Vector* xy, Vector& x, Vector& y) {
    const __m128 p = _mm256_cvtpd_ps(xy[0]), q = _mm256_cvtpd_ps(xy[1]);
    const __m128 r = _mm256_cvtpd_ps(xy[2]), s = _mm256_cvtpd_ps(xy[3]);
    const auto zipped = [](const __m128& v, const __m128& w) __attribute__((always_inline)) {
      return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_unpacklo_ps(v, w)), _mm_unpackhi_ps(v, w), 1);
    };
    const __m256 low = zipped(p, q), high = zipped(r, s);
    x = _mm256_shuffle_ps(low, high, _MM_SHUFFLE(1, 0, 1, 0));
    y = _mm256_shuffle_ps(low, high, _MM_SHUFFLE(3, 2, 3, 2));
  }
  static void store_groups(float* const* to, const Vector& v) {
    _mm_storeu_ps(to[0], _mm256_castps256_ps128(v));
    _mm_storeu_ps(to[1], _mm256_extractf128_ps(v, 1));
  }
  // Inline assembly: of a mask that was combined from others g++ 12 compares the signs first, though the blend reads signs alone.
  static Vector select(const Mask& m, const Vector& p, const Vector& q) {
    __m256 blended;
    asm("vblendvps %3, %2, %1, %0" : "=x"(blended) : "x"(__m256(q)), "xm"(__m256(p)), "x"(__m256(m)));
    return blended;
  }
  static Vector larger_unless_nan(const Vector& p, const Vector& q) { return _mm256_max_ps(p, q); }
  static Vector select_larger(const Mask& m, const Vector& p, const Vector& q) {  // q >= 0, and m implies p > q
    return _mm256_max_ps(q, _mm256_and_ps(m, p));
  }
  static Vector zip_low(const Vector& p, const Vector& q) { return _mm256_unpacklo_ps(p, q); }
  static Vector zip_high(const Vector& p, const Vector& q) { return _mm256_unpackhi_ps(p, q); }
  static float largest_lane(const Vector& v) { return Narrow::largest_lane(Narrow::max(low_half(v), high_half(v))); }
  static float least_lane(const Vector& v) { return Narrow::least_lane(Narrow::min(low_half(v), high_half(v))); }
  static unsigned bits(const Mask& m) { return static_cast<unsigned>(_mm256_movemask_ps(m)); }
  static std::size_t store_kept_pairs(satchel::Pair* to, std::uint32_t* at, const satchel::Pair* pairs,
                                      std::uint32_t first, unsigned mask) {
    const auto store_four =
        [](satchel::Pair * kept, const satchel::Pair* four, unsigned which) __attribute__((always_inline)) {
      const __m256i all = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(four));
      const __m256i chosen = _mm256_permutevar8x32_epi32(all, widened_numbers(kept_pairs.lanes[which]));
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(kept), chosen);
    };
    const unsigned low = mask & 15u, high = mask >> 4 & 15u;
    store_four(to, pairs, low);
    store_four(to + __builtin_popcount(low), pairs + 4, high);
    const __m256i lanes = widened_numbers(kept_lanes.lanes[mask & 255]);
    const __m256i numbers = _mm256_add_epi32(_mm256_set1_epi32(static_cast<int>(first)), lanes);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(at), numbers);
    return static_cast<std::size_t>(__builtin_popcount(mask & 255));
  }
  static Narrow::Vector low_half(const Vector& v) { return _mm256_castps256_ps128(v); }
  static Narrow::Vector high_half(const Vector& v) { return _mm256_extractf128_ps(v, 1); }
};

}  // namespace
