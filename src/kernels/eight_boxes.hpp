// Eight boxes of one body, one a lane, against boxes of another: as outlines have them (outline_layout.hpp).
//
// A box is {-min_x, -min_y, max_x, max_y}. Of two of one frame, min_x of the one less max_x of the other is a gap where
// it is above 0; so of the sums of what faces each other the least, negated, is the gap between the boxes.
#pragma once

#include <cstddef>

#include "kernels/layout.hpp"
#include "kernels/outline_layout.hpp"

namespace {

using satchel::kernels::edges_of_group;

/// Eight boxes of A, one a lane, to be compared with boxes of B.
template <class L, class T = typename L::Scalar>
struct EightBoxes {
  static constexpr std::size_t steps = edges_of_group / L::width;

  typename L::Vector sides[steps][4];

  /// @param boxes       as OutlineBlock has them
  /// @param way_x, way_y  from A's origin to B's
  SATCHEL_INLINE EightBoxes(const T* boxes, const typename L::Vector& way_x, const typename L::Vector& way_y) {
    for (std::size_t s = 0; s < steps; ++s) {
      const T* const from = boxes + s * L::width;
      sides[s][0] = L::load(from) + way_x;
      sides[s][1] = L::load(from + 8) + way_y;
      sides[s][2] = L::load(from + 16) - way_x;
      sides[s][3] = L::load(from + 24) - way_y;
    }
  }

  /// Of bodies in one frame.
  explicit SATCHEL_INLINE EightBoxes(const T* boxes) {
    for (std::size_t s = 0; s < steps; ++s) {
      for (std::size_t k = 0; k < 4; ++k) sides[s][k] = L::load(boxes + s * L::width + 8 * k);
    }
  }

  /// Bit i: box i meets a box of B, or the gap between them is small enough.
  /// @tparam stride  between the four values of the box
  template <std::size_t stride>
  SATCHEL_INLINE unsigned meet(const T* box, const typename L::Vector& shallowest) const {
    const auto minus_min_x = L::splat(box[0]), minus_min_y = L::splat(box[stride]);
    const auto max_x = L::splat(box[2 * stride]), max_y = L::splat(box[3 * stride]);
    unsigned apart = 0;
    for (std::size_t s = 0; s < steps; ++s) {
      const auto depth = L::min(L::min(sides[s][0] + max_x, sides[s][1] + max_y),
                                L::min(sides[s][2] + minus_min_x, sides[s][3] + minus_min_y));
      apart |= L::bits(depth < shallowest) << (s * L::width);
    }
    return ~apart & ((1u << edges_of_group) - 1);
  }
};

}  // namespace
