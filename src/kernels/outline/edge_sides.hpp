// The boxes around edges of an outline, one edge a lane (outline_layout.hpp).
#pragma once

#include <cstdint>

#include "format/outline_layout.hpp"

namespace {

/// The lanes whose edges exist: lane l is edge s + l of a group, and edges below `count` exist.
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE typename L::Mask is_edge(std::uint32_t s, std::uint32_t count) {
  alignas(64) static constexpr T numbers[satchel::kernels::edges_of_group] = {0, 1, 2, 3, 4, 5, 6, 7};
  return L::load(numbers + s) < L::splat(static_cast<T>(static_cast<int>(count)));
}

/// One coordinate of the boxes; `nowhere` for edges that do not exist.
template <class L>
struct EdgeSides {
  using Vector = typename L::Vector;

  Vector minus_min, max;

  SATCHEL_INLINE EdgeSides(const Vector& sides_minus_min, const Vector& sides_max)
      : minus_min(sides_minus_min), max(sides_max) {}
  /// @param start, stop  the coordinate of the ends of the edges
  SATCHEL_INLINE EdgeSides(const Vector& start, const Vector& stop, const typename L::Mask& exists) {
    using T = typename L::Scalar;
    const Vector nowhere = L::splat(satchel::kernels::OutlineBlock<T>::nowhere);
    minus_min = L::select(exists, L::splat(T(0)) - L::min(start, stop), nowhere);
    max = L::select(exists, L::max(start, stop), nowhere);
  }
  SATCHEL_INLINE void include(const EdgeSides& other) {
    minus_min = L::max(minus_min, other.minus_min);
    max = L::max(max, other.max);
  }
};

}  // namespace
