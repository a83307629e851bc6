// The arithmetic of areas: doubles for scenes of floats, numbers of twice the precision for scenes of doubles. Both
// leave an error far below one rounding of the scene's precision.
#pragma once

#include "lanes/twice.hpp"

namespace {

using satchel::Twice;

/// Lanes of doubles.
template <class D>
struct PlainNumbers {
  using V = typename D::Vector;
  using Number = V;
  static constexpr double error = 0x1p-53;  ///< of an operation

  static SATCHEL_INLINE const V& lead(const V& number) { return number; }
  static SATCHEL_INLINE V difference(const V& a, const V& b) { return a - b; }
  static SATCHEL_INLINE V quotient(const V& a, const V& b) { return D::divide(a, b); }
  static SATCHEL_INLINE V select(const typename D::Mask& m, const V& a, const V& b) { return D::select(m, a, b); }
};

/// Lanes of numbers of twice the precision of double.
template <class D>
struct TwiceNumbers {
  using V = typename D::Vector;
  using Number = Twice<V>;
  static constexpr double error = 0x1p-101;

  static SATCHEL_INLINE const V& lead(const Number& number) { return number.high; }
  static SATCHEL_INLINE Number difference(const V& a, const V& b) { return satchel::exact_difference(a, b); }
  static SATCHEL_INLINE Number quotient(const Number& a, const Number& b) {
    return satchel::quotient(
        a, b, [](const V& p, const V& q) __attribute__((always_inline)) { return D::divide(p, q); });
  }
  static SATCHEL_INLINE Number select(const typename D::Mask& m, const Number& a, const Number& b) {
    return {D::select(m, a.high, b.high), D::select(m, a.low, b.low)};
  }
};

}  // namespace
