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

  const T *groups, *edges;  ///< the boxes of all groups; all edges
  std::uint32_t group_count, count;

  OutlineSide() = default;
  explicit SATCHEL_INLINE OutlineSide(const T* values) {
    const Block block = Block::at(values);
    groups = block.boxes_of_groups(0);
    edges = block.boxes_of_edges(0);
    group_count = block.groups;
    count = block.count();
  }
  SATCHEL_INLINE const T* box_of_group(std::uint32_t group) const {
    return groups + group / 8 * Block::box_values + group % 8;
  }
  SATCHEL_INLINE const T* edges_of(std::uint32_t group) const { return edges + group * Block::group_values; }
  SATCHEL_INLINE const T* vertices_of(std::uint32_t group) const { return edges_of(group) + Block::box_values; }
  SATCHEL_INLINE const T* vertex(std::uint32_t i) const { return vertices_of(i / 8) + i % 8; }
  SATCHEL_INLINE const T* whole() const { return Block::whole_of(groups); }
  /// The vertex before another one: where its x stands.
  SATCHEL_INLINE const T* before(const T* its_vertex) const {
    const auto way = static_cast<std::uint32_t>(its_vertex - vertices_of(0));
    if (way == 0) return vertex(count - 1);
    return way % Block::group_values == 0 ? its_vertex - Block::group_values + (edges_of_group - 1) : its_vertex - 1;
  }
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
