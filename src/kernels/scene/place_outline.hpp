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

/// @param from, to  the blocks of the shape's outline and of the body's, after OutlineBlock::prepare
/// @param c, s      the cosine and the sine of the rotation
/// @param whole     out: the box around the outline
template <class L, class T = typename L::Scalar>
void place_outline(const T* from, const satchel::kernels::OutlineBlock<T>& to, T c, T s, OffsetBox<T>& whole) {
  using satchel::kernels::edges_of_group;
  using Block = satchel::kernels::OutlineBlock<T>;
  using Vector = typename L::Vector;
  const RotationLanes<L> rotation(c, s);
  const satchel::kernels::OutlineBlock<const T> shape{from, to.groups, to.rings};
  T sides[4] = {Block::nowhere, Block::nowhere, Block::nowhere, Block::nowhere};
  for (std::uint32_t group = 0; group < to.groups; ++group) {
    EdgeSides<L> all_x = EdgeSides<L>::nowhere(), all_y = all_x;
    for (std::uint32_t e = 0; e < edges_of_group; e += L::width) {
      Vector x[3], y[3];  // of three vertices per edge: the one before the edge, its start, its end
      for (std::uint32_t k = 0; k < 3; ++k) {
        const T* const vertices = shape.vertices(group) + e + k - 1;
        rotation.rotate(L::load(vertices), L::load(vertices + Block::y_stride), x[k], y[k]);
        T* const placed = to.vertices(group) + e + k - 1;  // stores that overlap write the same bits
        L::store(placed, x[k]);
        L::store(placed + Block::y_stride, y[k]);
      }
      // Slots without an edge hold a vertex of the ring, which the box around the group has anyway.
      all_x.include({x[1], x[2]});
      all_y.include({y[1], y[2]});
    }
    if constexpr (Block::has_edge_boxes) find_edge_boxes<L>(to.vertices(group), to.group_at(group));
    const Vector all[4] = {all_x.minus_min, all_y.minus_min, all_x.max, all_y.max};
    T around[4];
    store_largest_of_four<L>(all, around);
    for (std::uint32_t k = 0; k < 4; ++k) {
      to.box_of_group(group)[8 * k] = around[k];
      sides[k] = sides[k] < around[k] ? around[k] : sides[k];
    }
  }
  __builtin_memcpy(&whole, sides, sizeof whole);
  __builtin_memcpy(to.whole(), sides, sizeof sides);
}

}  // namespace
