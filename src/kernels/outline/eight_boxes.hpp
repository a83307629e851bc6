// Compares eight boxes of one outline, one per lane, with one box of another outline; likewise eight points with one.
//
// A box is {-min_x, -min_y, max_x, max_y} (outline_layout.hpp). For two boxes in one frame, min_x of one minus max_x of
// the other is their gap in x where it is positive. So the depth of the overlap is the least of the four sums of facing
// sides (-min_x + max_x, ...), and boxes are apart where it is negative.
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

  /// @param boxes             eight boxes in the layout of OutlineBlock: their four values stand eight apart
  /// @param delta_x, delta_y  from A's origin to B's
  SATCHEL_INLINE EightBoxes(const T* boxes, const typename L::Vector& delta_x, const typename L::Vector& delta_y) {
    for (std::size_t s = 0; s < steps; ++s) {
      const T* const from = boxes + s * L::width;
      sides[s][0] = L::load(from) + delta_x;
      sides[s][1] = L::load(from + 8) + delta_y;
      sides[s][2] = L::load(from + 16) - delta_x;
      sides[s][3] = L::load(from + 24) - delta_y;
    }
  }

  /// Bit i: box i and a box of B overlap by `least_depth` or more; a negative one tolerates a gap.
  /// @tparam stride  from each of the four values of B's box to the next
  template <std::size_t stride>
  SATCHEL_INLINE unsigned meet(const T* box, const typename L::Vector& least_depth) const {
    const auto minus_min_x = L::splat(box[0]), minus_min_y = L::splat(box[stride]);
    const auto max_x = L::splat(box[2 * stride]), max_y = L::splat(box[3 * stride]);
    unsigned bits = 0;
    for (std::size_t s = 0; s < steps; ++s) {
      const auto depth = L::min(L::min(sides[s][0] + max_x, sides[s][1] + max_y),
                                L::min(sides[s][2] + minus_min_x, sides[s][3] + minus_min_y));
      bits |= L::bits(least_depth <= depth) << (s * L::width);
    }
    return bits;
  }
};

/// Eight boxes of A, one a lane, to be compared with boxes of B in one frame: compares sides, without sums.
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

  /// Bit i: box i meets a box of B. The four values of B's box stand eight apart.
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

/// Eight vertices of A, one a lane.
template <class L, class T = typename L::Scalar>
struct EightPoints {
  static constexpr std::size_t steps = edges_of_group / L::width;

  typename L::Vector x[steps], y[steps];

  /// @param points  in the layout of OutlineBlock: y stands y_stride behind x
  explicit SATCHEL_INLINE EightPoints(const T* points) {
    for (std::size_t s = 0; s < steps; ++s) {
      x[s] = L::load(points + s * L::width);
      y[s] = L::load(points + s * L::width + OutlineBlock<T>::y_stride);
    }
  }

  /// Bit i: point i equals a vertex of B.
  SATCHEL_INLINE unsigned are(const T* point) const {
    const auto point_x = L::splat(point[0]), point_y = L::splat(point[OutlineBlock<T>::y_stride]);
    unsigned bits = 0;
    for (std::size_t s = 0; s < steps; ++s) {
      bits |= L::bits(L::both(x[s] == point_x, y[s] == point_y)) << (s * L::width);
    }
    return bits;
  }
};

}  // namespace
