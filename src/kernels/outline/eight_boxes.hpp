// Eight boxes of one body, one a lane, against boxes of another: as outlines have them (outline_layout.hpp).
//
// A box is {-min_x, -min_y, max_x, max_y}. Of two of one frame, min_x of the one less max_x of the other is a gap where
// it is above 0; so of the sums of what faces each other the least, negated, is the gap between the boxes.
#pragma once

#include <cstddef>

#include "format/layout.hpp"
#include "format/outline_layout.hpp"

namespace {

using satchel::kernels::edges_of_group;
using satchel::kernels::OutlineBlock;

/// Eight boxes of A, one a lane, to be compared with boxes of B.
template <class L, class T = typename L::Scalar>
struct EightBoxes {
  static constexpr std::size_t steps = edges_of_group / L::width;

  typename L::Vector sides[steps][4];

  /// @param boxes       as OutlineBlock has them
  /// @param way_x, way_y  from the origin of these boxes to that of the others
  SATCHEL_INLINE EightBoxes(const T* boxes, const typename L::Vector& way_x, const typename L::Vector& way_y) {
    for (std::size_t s = 0; s < steps; ++s) {
      const T* const from = boxes + s * L::width;
      sides[s][0] = L::load(from) + way_x;
      sides[s][1] = L::load(from + 8) + way_y;
      sides[s][2] = L::load(from + 16) - way_x;
      sides[s][3] = L::load(from + 24) - way_y;
    }
  }

  /// Bit i: box i meets a box of B, or the gap between them is small enough.
  /// @tparam stride  between the four values of the box
  template <std::size_t stride>
  SATCHEL_INLINE unsigned meet(const T* box, const typename L::Vector& shallowest) const {
    const auto minus_min_x = L::splat(box[0]), minus_min_y = L::splat(box[stride]);
    const auto max_x = L::splat(box[2 * stride]), max_y = L::splat(box[3 * stride]);
    unsigned bits = 0;
    for (std::size_t s = 0; s < steps; ++s) {
      const auto depth = L::min(L::min(sides[s][0] + max_x, sides[s][1] + max_y),
                                L::min(sides[s][2] + minus_min_x, sides[s][3] + minus_min_y));
      bits |= L::bits(shallowest <= depth) << (s * L::width);
    }
    return bits;
  }
};

/// The same of boxes in one frame: compared as they are.
template <class L, class T = typename L::Scalar>
struct EightBoxesOfOneFrame {
  static constexpr std::size_t steps = edges_of_group / L::width;

  typename L::Vector min_x[steps], min_y[steps], minus_max_x[steps], minus_max_y[steps];

  explicit SATCHEL_INLINE EightBoxesOfOneFrame(const T* boxes) {
    const auto zero = L::splat(T(0));
    for (std::size_t s = 0; s < steps; ++s) {
      const T* const from = boxes + s * L::width;
      min_x[s] = zero - L::load(from);
      min_y[s] = zero - L::load(from + 8);
      minus_max_x[s] = zero - L::load(from + 16);
      minus_max_y[s] = zero - L::load(from + 24);
    }
  }

  /// Bit i: box i meets a box of B, whose four values stand eight apart.
  SATCHEL_INLINE unsigned meet(const T* box) const {
    const auto minus_min_x = L::splat(box[0]), minus_min_y = L::splat(box[8]);
    const auto max_x = L::splat(box[16]), max_y = L::splat(box[24]);
    unsigned bits = 0;
    for (std::size_t s = 0; s < steps; ++s) {
      const auto in_x = L::both(min_x[s] <= max_x, minus_max_x[s] <= minus_min_x);
      const auto in_y = L::both(min_y[s] <= max_y, minus_max_y[s] <= minus_min_y);
      bits |= L::bits(L::both(in_x, in_y)) << (s * L::width);
    }
    return bits;
  }
};

/// Eight points of A, one a lane, as outlines have them.
template <class L, class T = typename L::Scalar>
struct EightPoints {
  static constexpr std::size_t steps = edges_of_group / L::width;

  typename L::Vector x[steps], y[steps];

  explicit SATCHEL_INLINE EightPoints(const T* points) {
    for (std::size_t s = 0; s < steps; ++s) {
      x[s] = L::load(points + s * L::width);
      y[s] = L::load(points + s * L::width + OutlineBlock<T>::way_to_y);
    }
  }

  /// Bit i: point i is this one of B.
  SATCHEL_INLINE unsigned are(const T* point) const {
    const auto its_x = L::splat(point[0]), its_y = L::splat(point[OutlineBlock<T>::way_to_y]);
    unsigned bits = 0;
    for (std::size_t s = 0; s < steps; ++s) {
      bits |= L::bits(L::both(x[s] == its_x, y[s] == its_y)) << (s * L::width);
    }
    return bits;
  }
};

}  // namespace
