// One outline of a pair: where its boxes and edges stand, and whether it lies inside of the other one.
#pragma once

#include <cstdint>

#include "kernels/layout.hpp"
#include "kernels/outline_layout.hpp"

namespace {

using satchel::kernels::edges_of_group;
using satchel::kernels::OutlineBlock;

/// An outline, as the work on a pair asks for it.
template <class T>
struct OutlineSide {
  using Block = OutlineBlock<const T>;

  const T *values, *edges;  ///< the block; the boxes of its first eight edges
  std::uint32_t group_count, count;

  OutlineSide() = default;
  explicit SATCHEL_INLINE OutlineSide(const T* its_values) : values(its_values) {
    const satchel::kernels::OutlineHeader header = Block::header_of(values);
    edges = values + header.edges;
    group_count = header.groups;
    count = header.count;
  }
  SATCHEL_INLINE const T* box_of_group(std::uint32_t group) const {
    return values + Block::header + group / 8 * Block::box_values + group % 8;
  }
  SATCHEL_INLINE const T* edges_of(std::uint32_t group) const { return edges + group * Block::group_values; }
  SATCHEL_INLINE const T* vertices_of(std::uint32_t group) const { return edges_of(group) + Block::way_to_vertices; }
  SATCHEL_INLINE const T* vertex(std::uint32_t i) const { return vertices_of(i / 8) + i % 8; }
  SATCHEL_INLINE const T* whole() const { return Block::whole_at(values); }
};

enum class Inside { no, yes, perhaps };

/// Whether an outline, which nowhere meets the other one, lies inside of it. That is so of all of it or of nothing: one
/// vertex v tells, by how often the other outline goes round it.
///
///   the edges that rise past the height of v with v on their left, less those that fall past it with v on their right
///
/// @param dx, dy  from the other's origin to this one's
/// @param error   of a height, and of a side as a multiple of |e|_1, if they are two
template <class T>
Inside is_inside(const OutlineSide<T>& outline, const OutlineSide<T>& other, double dx, double dy, double error) {
  constexpr std::uint32_t way_to_y = OutlineBlock<T>::way_to_y;
  const T* const v = outline.vertices_of(0);
  const double x = static_cast<double>(v[0]) + dx, y = static_cast<double>(v[way_to_y]) + dy;
  const bool one_frame = dx == 0 && dy == 0;
  int turns = 0;
  for (std::uint32_t e = 0; e < other.count; ++e) {
    const T *const edge = other.vertex(e), *const edge_y = edge + way_to_y;
    const double sx = static_cast<double>(edge[0]), sy = static_cast<double>(edge_y[0]);
    const double tx = static_cast<double>(edge[1]), ty = static_cast<double>(edge_y[1]);
    if (!one_frame && (__builtin_fabs(sy - y) <= error || __builtin_fabs(ty - y) <= error)) return Inside::perhaps;
    if ((sy > y) == (ty > y)) continue;
    const double side = (tx - sx) * (y - sy) - (ty - sy) * (x - sx);
    if (__builtin_fabs(side) <= error * (__builtin_fabs(tx - sx) + __builtin_fabs(ty - sy))) return Inside::perhaps;
    if (ty > sy && side > 0) ++turns;
    if (ty < sy && side < 0) --turns;
  }
  return turns != 0 ? Inside::yes : Inside::no;
}

}  // namespace
