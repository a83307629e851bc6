// Writes the block of an outline (format/outline_layout.hpp) in the frame that its vertices are given in.
#pragma once

#include <algorithm>
#include <cstdint>

#include <satchel/types.hpp>

#include "format/outline_layout.hpp"

namespace satchel::detail {

/// Writes the boxes of the edges of a group whose vertices have been written.
template <class T>
void write_edge_boxes(const kernels::OutlineBlock<T>& block, std::uint32_t group) noexcept {
  const T *const x = block.vertices(group), *const y = x + block.y_stride;
  T* const boxes = block.group_at(group);
  for (std::uint32_t e = 0; e < kernels::edges_of_group; ++e) {
    const bool is_none = x[e] == x[e + 1] && y[e] == y[e + 1];
    boxes[e] = is_none ? block.nowhere : T(0) - std::min(x[e], x[e + 1]);
    boxes[8 + e] = T(0) - std::min(y[e], y[e + 1]);
    boxes[16 + e] = is_none ? block.nowhere : std::max(x[e], x[e + 1]);
    boxes[24 + e] = T(0) + std::max(y[e], y[e + 1]);
  }
}

/// Writes edges i to i + 7 of a ring, and the box around them.
/// @param vertex  vertex(k) is vertex k of the ring
template <class T, class Vertex>
void write_group(const kernels::OutlineBlock<T>& block, std::uint32_t group, std::uint32_t i, std::uint32_t count,
                 const Vertex& vertex) noexcept {
  T* const x = block.vertices(group) - 1;
  T* const y = x + block.y_stride;
  const BasicVec2<T> before = vertex(i == 0 ? count - 1 : i - 1);
  x[0] = before.x;
  y[0] = before.y;
  BasicVec2<T> low = vertex(i), high = low;
  for (std::uint32_t k = 0; k <= kernels::edges_of_group; ++k) {
    const BasicVec2<T> v = vertex(i + k < count ? i + k : 0);
    x[1 + k] = v.x;
    y[1 + k] = v.y;
    low = {std::min(low.x, v.x), std::min(low.y, v.y)};
    high = {std::max(high.x, v.x), std::max(high.y, v.y)};
  }
  if constexpr (kernels::OutlineBlock<T>::has_edge_boxes) write_edge_boxes(block, group);
  T* const box = block.box_of_group(group);
  box[0] = T(0) - low.x;
  box[8] = T(0) - low.y;
  box[16] = high.x;
  box[24] = high.y;
}

/// Writes a whole block.
/// @param count     of vertices, for the header
/// @param count_of  count_of(k) is the number of vertices of ring k
/// @param vertex    vertex(i) is vertex i of all rings
template <class T, class CountOf, class Vertex>
void write_block(const kernels::OutlineBlock<T>& block, std::uint32_t count, const CountOf& count_of,
                 const Vertex& vertex) noexcept {
  block.prepare(count);
  for (std::uint32_t k = 0, group = 0, first = 0; k < block.rings; ++k) {
    const std::uint32_t of_ring = count_of(k);
    if (block.rings > 1) block.set_first_group(k, group);
    for (std::uint32_t i = 0; i < of_ring; i += kernels::edges_of_group, ++group) {
      write_group(block, group, i, of_ring, [&](std::uint32_t v) { return vertex(first + v); });
    }
    first += of_ring;
  }
  for (std::uint32_t k = 0; k < 4; ++k) {
    T side = block.nowhere;
    for (std::uint32_t group = 0; group < block.groups; ++group)
      side = std::max(side, block.box_of_group(group)[8 * k]);
    block.whole()[k] = side;
  }
}

}  // namespace satchel::detail
