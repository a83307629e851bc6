// The lane types of all instruction sets but scalar: W lanes of float or double over xsimd, and the transposition of
// rows (the values of one body) to columns (one value of W bodies) and back.
//
// The kernels use only operations that xsimd 8.1 and 14 both have and whose results are the same bits on every
// instruction set: no fma, no reciprocal estimates, no sums across lanes. min and max differ between instruction sets
// for NaN, and for -0 with +0; neither occurs where it could change a result.
#pragma once

#include <cstddef>
#include <cstdint>

#include <xsimd/xsimd.hpp>

#include "format/layout.hpp"
#include "lanes/compress.hpp"

#if defined(__FAST_MATH__)
#error "Satchel's kernels must not be compiled with -ffast-math: their error bounds and equal bits rest on IEEE rules"
#endif

namespace {

/// The operations that xsimd offers on every instruction set. Each instruction set derives from it and adds the moves
/// of rows, `bits`, and `divide` and `sqrt` where xsimd's are not exact.
template <class T, class Arch>
struct XsimdLanes {
  using Scalar = T;
  using Vector = xsimd::batch<T, Arch>;
  using Mask = xsimd::batch_bool<T, Arch>;
  static constexpr std::size_t width = Vector::size;
  static constexpr std::size_t row = 16 / sizeof(T);  ///< columns that one transposition yields: values in 128 bits
  /// Whether there is load_split (avx512.hpp), which loads rows of two runs at once.
  static constexpr bool splits_rows = false;
  /// Whether there is `permute` (avx2.hpp), which permutes a row of eight to a facing part.
  static constexpr bool permutes_rows = false;

  static Vector splat(T value) { return Vector(value); }
  static Vector load(const T* from) { return Vector::load_unaligned(from); }
  static void store(T* to, const Vector& v) { v.store_unaligned(to); }

  /// Values k, k + 1, ... of the sequence x, y, x, y, ..., where xy points to x and y. For doubles.
  static Vector load_pair(const T* xy, std::size_t) { return load(xy); }
  static Vector load_as_double(const double* from) { return load(from); }

  static Vector min(const Vector& p, const Vector& q) { return xsimd::min(p, q); }
  static Vector max(const Vector& p, const Vector& q) { return xsimd::max(p, q); }
  static Vector abs(const Vector& v) { return xsimd::abs(v); }
  /// max(|p|, |q|).
  static Vector larger_magnitude(const Vector& p, const Vector& q) { return xsimd::max(xsimd::abs(p), xsimd::abs(q)); }
  static Vector select(const Mask& m, const Vector& p, const Vector& q) { return xsimd::select(m, p, q); }
  /// Exchanges p and q where the mask is set.
  static void exchange(const Mask& m, Vector& p, Vector& q) {
    const Vector kept = p;
    p = select(m, q, p);
    q = select(m, kept, q);
  }
  /// mask ? p : q, where the mask implies p > q, and q >= 0 in all lanes.
  static Vector select_larger(const Mask& m, const Vector& p, const Vector& q) { return xsimd::select(m, p, q); }
  static Mask both(const Mask& m, const Mask& n) { return m & n; }
  static Mask negated(const Mask& m) { return ~m; }
  static Vector bit_and(const Vector& p, const Vector& q) { return p & q; }
  static Vector bit_or(const Vector& p, const Vector& q) { return p | q; }
  static Vector bit_xor(const Vector& p, const Vector& q) { return p ^ q; }
  static Vector divide(const Vector& p, const Vector& q) { return p / q; }
  static Vector sqrt(const Vector& v) { return xsimd::sqrt(v); }
  static T largest_lane(const Vector& v) {
    T lanes[width];
    store(lanes, v);
    for (std::size_t i = 1; i < width; ++i) lanes[0] = lanes[0] < lanes[i] ? lanes[i] : lanes[0];
    return lanes[0];
  }
  static T least_lane(const Vector& v) { return -largest_lane(splat(T(0)) - v); }
  static void store_kept(std::uint32_t* as, std::uint32_t* bs, std::uint32_t a, const std::uint32_t* ids,
                         unsigned mask) {
    store_kept_one_by_one(as, bs, a, mask, [ids](std::uint32_t i) { return ids[i]; });
  }
  static void store_kept_numbers(std::uint32_t* as, std::uint32_t* bs, std::uint32_t a, std::uint32_t first,
                                 unsigned mask) {
    store_kept_one_by_one(as, bs, a, mask, [first](std::uint32_t i) { return first + i; });
  }
  static void store_kept_words(void* to, const void* from, unsigned mask) {
    store_kept_words_one_by_one<width>(to, from, mask);
  }
  static std::size_t store_kept_pairs(satchel::Pair* to, std::uint32_t* at, const satchel::Pair* pairs,
                                      std::uint32_t first, unsigned mask) {
    return store_kept_pairs_one_by_one<width>(to, at, pairs, first, mask);
  }
};

/// Transposes `row` vectors within each 128-bit group of lanes: rows in, columns out. Uses zips that stay within
/// groups.
template <class L, class Vector = typename L::Vector>
SATCHEL_INLINE void transpose(const Vector* rows, Vector* columns) {
  if constexpr (L::row == 1) {
    columns[0] = rows[0];
  } else if constexpr (L::row == 2) {
    const Vector low = L::zip_low(rows[0], rows[1]);
    columns[1] = L::zip_high(rows[0], rows[1]);
    columns[0] = low;
  } else {
    const Vector low02 = L::zip_low(rows[0], rows[2]), low13 = L::zip_low(rows[1], rows[3]);
    const Vector high02 = L::zip_high(rows[0], rows[2]), high13 = L::zip_high(rows[1], rows[3]);
    columns[0] = L::zip_low(low02, low13);
    columns[1] = L::zip_high(low02, low13);
    columns[2] = L::zip_low(high02, high13);
    columns[3] = L::zip_high(high02, high13);
  }
}

/// 2^23 or 2^52: from here to twice as much, the floating-point numbers are the integers.
template <class T>
constexpr T among_integers = sizeof(T) == sizeof(float) ? T(0x1p23) : T(0x1p52);

/// The bits of an integer of the same value, for whole numbers from 0 to below among_integers. Adding this constant
/// puts the integer into the low bits of the significand; the exclusive or removes the constant's own bits.
template <class L>
SATCHEL_INLINE typename L::Vector integer_bits(const typename L::Vector& number) {
  const auto integers = L::splat(among_integers<typename L::Scalar>);
  return L::bit_xor(number + integers, integers);
}

/// The inverse of integer_bits.
template <class L>
SATCHEL_INLINE typename L::Vector number_of_bits(const typename L::Vector& bits) {
  const auto integers = L::splat(among_integers<typename L::Scalar>);
  return L::bit_or(bits, integers) - integers;
}

/// The integer nearest to a number, which may be negative.
template <class L>
SATCHEL_INLINE typename L::Vector nearest_integer(const typename L::Vector& number) {
  using T = typename L::Scalar;
  const auto integers = L::splat(T(1.5) * among_integers<T>);
  return (number + integers) - integers;
}

/// Loads the first N * L::row values of each of W rows into columns: columns[k][lane] = row_of(lane)[k].
///
/// Loads 128-bit group g of vector r from row g * L::row + r. Transposing within the groups then puts the values of row
/// i into lane i. Goes row by row, so that few addresses are live at a time.
template <class L, std::size_t N, class RowOf, class Vector = typename L::Vector>
SATCHEL_INLINE void load_rows(RowOf row_of, Vector* columns) {
  Vector loaded[N][L::row];
  for (std::size_t r = 0; r < L::row; ++r) {
    const typename L::Scalar* from[L::width / L::row];
    for (std::size_t g = 0; g < L::width / L::row; ++g) from[g] = row_of(g * L::row + r);
    if constexpr (L::splits_rows && N == 2) {
      L::load_split(from, loaded[0][r], loaded[1][r]);
    } else {
      for (std::size_t n = 0; n < N; ++n) {
        loaded[n][r] = L::load_groups(from);
        for (auto& group : from) group += L::row;
      }
    }
  }
  for (std::size_t n = 0; n < N; ++n) transpose<L>(loaded[n], columns + n * L::row);
}

/// Loads the first `count` values of each of W rows as doubles, and `count` values from `stride` behind each row's
/// start: first[k][lane] = row_of(lane)[k], second[k][lane] = row_of(lane)[stride + k].
/// @tparam count  1 to 3; reads up to four values from both addresses
template <class D, std::ptrdiff_t stride, std::size_t count, class RowOf, class Vector = typename D::Vector>
SATCHEL_INLINE void load_as_doubles_twice(RowOf row_of, Vector (&first)[count], Vector (&second)[count]) {
  using T = std::remove_const_t<std::remove_pointer_t<decltype(row_of(0))>>;
  if constexpr (sizeof(T) == sizeof(float)) {
    D::template load_as_doubles_twice<stride>(row_of, first, second);
  } else {
    constexpr std::size_t runs = (count + D::row - 1) / D::row;
    Vector columns[runs * D::row];
    load_rows<D, runs>(row_of, columns);
    for (std::size_t k = 0; k < count; ++k) first[k] = columns[k];
    load_rows<D, runs>(
        [&](std::size_t lane) __attribute__((always_inline)) { return row_of(lane) + stride; }, columns);
    for (std::size_t k = 0; k < count; ++k) second[k] = columns[k];
  }
}

/// load_rows for rows that begin at base + scale * rows[stride * lane].
template <class L, std::size_t N, std::size_t scale, std::size_t stride, class Vector = typename L::Vector>
SATCHEL_INLINE void load_columns(const typename L::Scalar* base, const std::uint32_t* rows, Vector* columns) {
  load_rows<L, N>(
      [=](std::size_t lane)
          __attribute__((always_inline)) { return base + scale * static_cast<std::size_t>(rows[stride * lane]); },
      columns);
}

/// The inverse of load_rows for N = 1: stores L::row values of lane i to rows[i].
template <class L, class Vector = typename L::Vector>
SATCHEL_INLINE void store_columns(typename L::Scalar* const* rows, const Vector* columns) {
  Vector transposed[L::row];
  transpose<L>(columns, transposed);
  for (std::size_t r = 0; r < L::row; ++r) {
    typename L::Scalar* to[L::width / L::row];
    for (std::size_t g = 0; g < L::width / L::row; ++g) to[g] = rows[g * L::row + r];
    L::store_groups(to, transposed[r]);
  }
}

}  // namespace
