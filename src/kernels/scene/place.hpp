// Places bodies: offsets = local vertices rotated in arithmetic of T, one vertex per lane.
//
//   x' = c x - s y,  y' = s x + c y,  c and s rounded to T once
//
// A coordinate is off by at most 3 u |v|: c and s, the products and the sum round once each. A pose without rotation
// keeps the local vertices exactly.
#pragma once

#include <cstddef>

#include "format/layout.hpp"

namespace {

using satchel::kernels::OffsetBox;

/// Folds the 128-bit groups of a vector by max and stores the group that results.
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE void store_largest(const typename L::Vector& v, T* out) {
  if constexpr (L::width > L::row) {
    store_largest<typename L::Narrow>(L::Narrow::max(L::low_half(v), L::high_half(v)), out);
  } else {
    L::store(out, v);
  }
}
/// Stores the largest lane of each of four vectors as four T. The max of the low and the high zip of two vectors leaves
/// half as many candidates of each in every 128-bit group; store_largest then folds the groups.
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE void store_largest_of_four(const typename L::Vector (&v)[4], T* out) {
  if constexpr (L::row == 1) {
    for (int k = 0; k < 4; ++k) L::store(out + k, v[k]);
  } else {
    const auto merge = [](const typename L::Vector& p, const typename L::Vector& q) __attribute__((always_inline)) {
      return L::max(L::zip_low(p, q), L::zip_high(p, q));
    };
    if constexpr (L::row == 2) {
      store_largest<L>(merge(v[0], v[1]), out);
      store_largest<L>(merge(v[2], v[3]), out + 2);
    } else {
      store_largest<L>(merge(merge(v[0], v[2]), merge(v[1], v[3])), out);
    }
  }
}

/// The rotation of a body, in all lanes.
template <class L>
struct RotationLanes {
  using T = typename L::Scalar;
  using Vector = typename L::Vector;

  Vector cos, sin;

  SATCHEL_INLINE RotationLanes(T c, T s) : cos(L::splat(c)), sin(L::splat(s)) {}
  /// Rotates vertices. Coordinates that this makes smaller than 2^-200, the least magnitude of the range, become +0.
  SATCHEL_INLINE void rotate(const Vector& x, const Vector& y, Vector& px, Vector& py) const {
    const Vector zero = L::splat(T(0));
    px = (cos * x - sin * y) + zero, py = (sin * x + cos * y) + zero;  // + 0 turns -0 into 0
    if constexpr (sizeof(T) == sizeof(double)) {                       // no float lies below 2^-200
      const Vector least = L::splat(T(0x1p-200));
      px = L::select(L::abs(px) < least, zero, px);
      py = L::select(L::abs(py) < least, zero, py);
    }
  }
};

/// Rotates `capacity` vertices into `block` and finds their box.
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE void place_block(const T* local, std::size_t capacity, T c, T s, T* block, OffsetBox<T>& box) {
  using Vector = typename L::Vector;
  const Vector zero = L::splat(T(0));
  const RotationLanes<L> rotation(c, s);
  Vector extent[4];  // largest of -x, -y, x, y
  const auto place = [&](std::size_t i, bool first) __attribute__((always_inline)) {
    Vector px, py;
    rotation.rotate(L::load(local + i), L::load(local + capacity + i), px, py);
    L::store(block + i, px);
    L::store(block + capacity + i, py);
    const Vector sides[4] = {zero - px, zero - py, px, py};
    for (int k = 0; k < 4; ++k) extent[k] = first ? sides[k] : L::max(extent[k], sides[k]);
  };
  place(0, true);
  for (std::size_t i = L::width; i < capacity; i += L::width) place(i, false);
  store_largest_of_four<L>(extent, &box.minus_min_x);
}

}  // namespace
