// The boxes around edges of an outline, one edge a lane (outline_layout.hpp).
#pragma once

#include <cstdint>

#include "format/outline_layout.hpp"

namespace {

/// One coordinate of the boxes.
template <class L>
struct EdgeSides {
  using Vector = typename L::Vector;

  Vector minus_min, max;

  /// @param start, stop  the coordinate of the ends of the edges
  SATCHEL_INLINE EdgeSides(const Vector& start, const Vector& stop)
      : minus_min(L::splat(typename L::Scalar(0)) - L::min(start, stop)), max(L::max(start, stop)) {}
  /// A box around nothing.
  static SATCHEL_INLINE EdgeSides nowhere() {
    const Vector lowest = L::splat(satchel::kernels::OutlineBlock<typename L::Scalar>::nowhere);
    EdgeSides none(lowest, lowest);
    none.minus_min = lowest;
    return none;
  }
  SATCHEL_INLINE void include(const EdgeSides& other) {
    minus_min = L::max(minus_min, other.minus_min);
    max = L::max(max, other.max);
  }
};

/// Writes the boxes around the eight edges of a group: 8 values minus_min_x, 8 minus_min_y, 8 max_x, 8 max_y.
/// @param vertices  of the group (OutlineBlock::vertices)
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE void find_edge_boxes(const T* vertices, T* sides) {
  using Block = satchel::kernels::OutlineBlock<T>;
  const auto nowhere = L::splat(Block::nowhere);
  for (std::uint32_t e = 0; e < satchel::kernels::edges_of_group; e += L::width) {
    const T *const x = vertices + e, *const y = x + Block::y_stride;
    const auto x0 = L::load(x), x1 = L::load(x + 1), y0 = L::load(y), y1 = L::load(y + 1);
    const auto is_none = L::both(x0 == x1, y0 == y1);
    const EdgeSides<L> in_x(x0, x1), in_y(y0, y1);
    L::store(sides + e, L::select(is_none, nowhere, in_x.minus_min));
    L::store(sides + 8 + e, in_y.minus_min);
    L::store(sides + 16 + e, L::select(is_none, nowhere, in_x.max));
    L::store(sides + 24 + e, in_y.max);
  }
}

/// The boxes around the eight edges of a group: those of the block, or found.
template <class L, class T = typename L::Scalar>
class EdgeBoxes {
  using Block = satchel::kernels::OutlineBlock<T>;

 public:
  /// @param vertices  of the group (OutlineBlock::vertices)
  explicit SATCHEL_INLINE EdgeBoxes(const T* vertices) {
    if constexpr (Block::has_edge_boxes) {
      sides_ = vertices - Block::at_vertices;
    } else {
      find_edge_boxes<L>(vertices, found_);
      sides_ = found_;
    }
  }
  EdgeBoxes(const EdgeBoxes&) = delete;
  EdgeBoxes& operator=(const EdgeBoxes&) = delete;

  SATCHEL_INLINE const T* sides() const { return sides_; }

 private:
  const T* sides_;
  alignas(64) T found_[Block::has_edge_boxes ? 1 : Block::box_values];
};

}  // namespace
