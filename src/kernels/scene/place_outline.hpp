// Places an outline (format/outline_layout.hpp). Rotates the vertices of the shape's rings by the same arithmetic as
// place.hpp rotates the vertices of parts. So a vertex has the same bits in the outline and in its parts.
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/layout.hpp"
#include "format/outline_layout.hpp"
#include "kernels/outline/edge_sides.hpp"
#include "kernels/scene/place.hpp"

namespace {

/// Places one ring.
/// @param ring         ring_size(count) x values, then as many y values
/// @param count        the number of its vertices
/// @param first_group  of the ring in the block
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE void place_ring(const T* ring, std::uint32_t count, const RotationLanes<L>& rotation,
                               const satchel::kernels::OutlineBlock<T>& block, std::uint32_t first_group) {
  using satchel::kernels::edges_of_group;
  using Block = satchel::kernels::OutlineBlock<T>;
  using Vector = typename L::Vector;
  const std::size_t size = satchel::kernels::ring_size(count);
  for (std::uint32_t of_ring = 0; of_ring < satchel::kernels::outline_groups(count); ++of_ring) {
    const std::uint32_t group = first_group + of_ring;
    const Vector nowhere = L::splat(Block::nowhere);
    EdgeSides<L> all_x{nowhere, nowhere}, all_y{nowhere, nowhere};
    for (std::uint32_t e = 0; e < edges_of_group; e += L::width) {
      Vector x[3], y[3];  // of three vertices per edge: the one before the edge, its start, its end
      for (std::uint32_t k = 0; k < 3; ++k) {
        const T* const from = ring + edges_of_group * of_ring + e + k;
        rotation.rotate(L::load(from), L::load(from + size), x[k], y[k]);
        T* const to = block.vertices(group) + e + k - 1;  // stores that overlap write the same bits
        L::store(to, x[k]);
        L::store(to + Block::y_stride, y[k]);
      }
      const auto exists = is_edge<L>(e, count - edges_of_group * of_ring);
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

/// @param shapes  the outlines of all shapes; the body's is `shape`
/// @param c, s    the cosine and the sine of the rotation
/// @param whole   out: the box around the outline
/// @param values  the block of the body's outline, after OutlineBlock::prepare
template <class L, class T = typename L::Scalar>
void place_outline(const satchel::kernels::OutlineShapes<T>& shapes, const satchel::kernels::OutlineShape& shape, T c,
                   T s, OffsetBox<T>& whole, T* values) {
  using Block = satchel::kernels::OutlineBlock<T>;
  const Block block{values, shape.groups, shape.rings};
  const RotationLanes<L> rotation(c, s);
  const T* ring = shapes.rings + shape.ring;
  for (std::uint32_t k = 0, group = 0; k < shape.rings; ++k) {
    const std::uint32_t count = shapes.ring_counts[shape.ring_counts + k];
    place_ring<L>(ring, count, rotation, block, group);
    ring += 2 * satchel::kernels::ring_size(count);
    group += satchel::kernels::outline_groups(count);
  }
  constexpr T lowest = -__builtin_inf();
  T sides[4] = {lowest, lowest, lowest, lowest};
  for (std::uint32_t group = 0; group < shape.groups; ++group) {
    for (std::uint32_t k = 0; k < 4; ++k) {
      const T side = block.box_of_group(group)[8 * k];
      sides[k] = sides[k] < side ? side : sides[k];
    }
  }
  __builtin_memcpy(&whole, sides, sizeof whole);
  __builtin_memcpy(block.whole(), sides, sizeof sides);
}

}  // namespace
