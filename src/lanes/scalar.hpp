// One lane: the kernels on plain scalars, for machines without a supported vector instruction set, and as the reference
// for what each operation of a lane type means.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lanes/compress.hpp"

// Files that are compiled once per instruction set keep everything in an unnamed namespace: see cmake/IsaKernels.cmake.
namespace {

template <class T>
struct ScalarMask {
  bool keep;

  friend ScalarMask operator|(ScalarMask p, ScalarMask q) { return {p.keep || q.keep}; }
};

template <class T>
struct ScalarVector {
  T value;

  friend ScalarVector operator+(ScalarVector p, ScalarVector q) { return {p.value + q.value}; }
  friend ScalarVector operator-(ScalarVector p, ScalarVector q) { return {p.value - q.value}; }
  friend ScalarVector operator*(ScalarVector p, ScalarVector q) { return {p.value * q.value}; }
  friend ScalarMask<T> operator==(ScalarVector p, ScalarVector q) { return {p.value == q.value}; }
  friend ScalarMask<T> operator<(ScalarVector p, ScalarVector q) { return {p.value < q.value}; }
  friend ScalarMask<T> operator<=(ScalarVector p, ScalarVector q) { return {p.value <= q.value}; }
  friend ScalarMask<T> operator>(ScalarVector p, ScalarVector q) { return {p.value > q.value}; }
};

template <class T>
struct ScalarLanes {
  using Scalar = T;
  using Vector = ScalarVector<T>;
  using Mask = ScalarMask<T>;
  using Narrow = ScalarLanes;
  static constexpr std::size_t width = 1;
  static constexpr std::size_t row = 1;  ///< columns that one transposition yields
  static constexpr bool splits_rows = false;
  static constexpr bool permutes_rows = false;

  static Vector splat(T value) { return {value}; }
  static Vector load(const T* from) { return {*from}; }
  static void store(T* to, Vector v) { *to = v.value; }
  static Vector load_pair(const T* xy, std::size_t k) { return {xy[k & 1]}; }
  template <class From>
  static Vector load_as_double(const From* from) {
    return {static_cast<double>(*from)};
  }
  template <std::ptrdiff_t stride, std::size_t count, class RowOf>
  static void load_as_doubles_twice(RowOf row_of, Vector (&first)[count], Vector (&second)[count]) {
    const float* const from = row_of(0);
    for (std::size_t k = 0; k < count; ++k) {
      first[k] = {static_cast<double>(from[k])};
      second[k] = {static_cast<double>(from[stride + static_cast<std::ptrdiff_t>(k)])};
    }
  }
  static Vector load_groups(const T* const* from) { return {*from[0]}; }
  // Copies bytes, because a contact's integer `feature` is stored through a pointer to T as well.
  static void store_groups(T* const* to, Vector v) { __builtin_memcpy(to[0], &v.value, sizeof(T)); }

  static Vector min(Vector p, Vector q) { return {q.value < p.value ? q.value : p.value}; }
  static Vector max(Vector p, Vector q) { return {p.value < q.value ? q.value : p.value}; }
  static Vector larger_magnitude(Vector p, Vector q) { return max(abs(p), abs(q)); }
  static Vector abs(Vector v) { return {v.value < 0 ? -v.value : v.value + T(0)}; }
  static Vector sqrt(Vector v) {
    if constexpr (sizeof(T) == 4) {
      return {__builtin_sqrtf(v.value)};
    } else {
      return {__builtin_sqrt(v.value)};
    }
  }
  static Vector divide(Vector p, Vector q) { return {p.value / q.value}; }
  static Vector select(Mask m, Vector p, Vector q) { return m.keep ? p : q; }
  static void exchange(Mask m, Vector& p, Vector& q) {
    const Vector kept = p;
    p = select(m, q, p);
    q = select(m, kept, q);
  }
  static Vector larger_unless_nan(Vector p, Vector q) { return p.value > q.value ? p : q; }
  static Vector select_larger(Mask m, Vector p, Vector q) { return m.keep ? p : q; }
  static Mask both(Mask m, Mask n) { return {m.keep && n.keep}; }
  static Mask negated(Mask m) { return {!m.keep}; }
  static Vector bit_and(Vector p, Vector q) {
    return combine(p, q, [](auto s, auto t) { return s & t; });
  }
  static Vector bit_or(Vector p, Vector q) {
    return combine(p, q, [](auto s, auto t) { return s | t; });
  }
  static Vector bit_xor(Vector p, Vector q) {
    return combine(p, q, [](auto s, auto t) { return s ^ t; });
  }
  static unsigned bits(Mask m) { return m.keep ? 1u : 0u; }
  static T largest_lane(Vector v) { return v.value; }
  static T least_lane(Vector v) { return v.value; }
  static void store_kept(std::uint32_t* as, std::uint32_t* bs, std::uint32_t a, const std::uint32_t* ids,
                         unsigned mask) {
    store_kept_one_by_one(as, bs, a, mask, [ids](std::uint32_t i) { return ids[i]; });
  }
  static void store_kept_numbers(std::uint32_t* as, std::uint32_t* bs, std::uint32_t a, std::uint32_t first,
                                 unsigned mask) {
    store_kept_one_by_one(as, bs, a, mask, [first](std::uint32_t i) { return first + i; });
  }
  static void store_kept_words(void* to, const void* from, unsigned mask) {
    store_kept_words_one_by_one<1>(to, from, mask);
  }
  static std::size_t store_kept_pairs(satchel::Pair* to, std::uint32_t* at, const satchel::Pair* pairs,
                                      std::uint32_t first, unsigned mask) {
    return store_kept_pairs_one_by_one<width>(to, at, pairs, first, mask);
  }

 private:
  template <class Op>
  static Vector combine(Vector p, Vector q, Op op) {
    if constexpr (sizeof(T) == 4) {
      return {__builtin_bit_cast(
          T, op(__builtin_bit_cast(std::uint32_t, p.value), __builtin_bit_cast(std::uint32_t, q.value)))};
    } else {
      return {__builtin_bit_cast(
          T, op(__builtin_bit_cast(std::uint64_t, p.value), __builtin_bit_cast(std::uint64_t, q.value)))};
    }
  }
};

}  // namespace
