// Places the outline of a compound (format/outline_layout.hpp). Rotates the vertices of the shape's ring by the same
// arithmetic as place.hpp rotates the vertices of parts. So a vertex has the same bits in the outline and in its parts.
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/layout.hpp"
#include "format/outline_layout.hpp"
#include "kernels/outline/edge_sides.hpp"
#include "kernels/scene/place.hpp"

namespace {

/// @param ring    the shape's ring (ring_size): ring_size(count) x values, then as many y values
/// @param count   the number of vertices of the outline
/// @param c, s    the cosine and the sine of the rotation
/// @param whole   the box around the body's parts; the box around the outline is the same
/// @param values  the block of the body's outline, after OutlineBlock::prepare
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE void place_outline(const T* ring, std::uint32_t count, T c, T s, const OffsetBox<T>& whole, T* values) {
  using satchel::kernels::edges_of_group;
  using Block = satchel::kernels::OutlineBlock<T>;
  using Vector = typename L::Vector;
  const Block block{values, satchel::kernels::outline_groups(count)};
  const std::size_t size = satchel::kernels::ring_size(count);
  const RotationLanes<L> rotation(c, s);
  __builtin_memcpy(block.whole(), &whole, sizeof whole);
  for (std::uint32_t group = 0; group < block.groups; ++group) {
    const Vector nowhere = L::splat(Block::nowhere);
    EdgeSides<L> all_x{nowhere, nowhere}, all_y{nowhere, nowhere};
    for (std::uint32_t e = 0; e < edges_of_group; e += L::width) {
      Vector x[3], y[3];  // of three vertices per edge: the one before the edge, its start, its end
      for (std::uint32_t k = 0; k < 3; ++k) {
        const T* const from = ring + edges_of_group * group + e + k;
        rotation.rotate(L::load(from), L::load(from + size), x[k], y[k]);
        T* const to = block.vertices(group) + e + k - 1;  // stores that overlap write the same bits
        L::store(to, x[k]);
        L::store(to + Block::y_stride, y[k]);
      }
      const auto exists = is_edge<L>(e, count - edges_of_group * group);
      const EdgeSides<L> sides_x(x[1], x[2], exists), sides_y(y[1], y[2], exists);
      T* const boxes = block.boxes_of_edges(group) + e;  // a side of the boxes is a row of eight values
      L::store(boxes, sides_x.minus_min);
      L::store(boxes + 8, sides_y.minus_min);
      L::store(boxes + 16, sides_x.max);
      L::store(boxes + 24, sides_y.max);
      all_x.include(sides_x);
      all_y.include(sides_y);
    }
    const Vector all[4] = {all_x.minus_min, all_y.minus_min, all_x.max, all_y.max};
    T around[4];
    store_largest_of_four<L>(all, around);
    for (std::uint32_t k = 0; k < 4; ++k) block.box_of_group(group)[8 * k] = around[k];
  }
}

}  // namespace
