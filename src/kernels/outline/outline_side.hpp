// One outline of a pair: where its boxes and edges stand, and whether it lies inside the other outline.
#pragma once

#include <cstdint>

#include "format/layout.hpp"
#include "format/outline_layout.hpp"
#include "lanes/isa.hpp"
#include "lanes/lanes.hpp"

namespace {

using satchel::kernels::edges_of_group;
using satchel::kernels::OutlineBlock;

/// Read access to an outline's block (outline_layout.hpp).
template <class T>
struct OutlineSide {
  using Block = OutlineBlock<const T>;

  const T *values, *first;  ///< the block; its first group
  std::uint32_t group_count, ring_count;

  OutlineSide() = default;
  explicit SATCHEL_INLINE OutlineSide(const T* block) : values(block) {
    const satchel::kernels::OutlineHeader header = Block::header_of(values);
    first = values + header.first;
    group_count = header.groups;
    ring_count = header.rings;
  }
  SATCHEL_INLINE const T* box_of_group(std::uint32_t group) const {
    // Equals group / 8 * box_values + group % 8, in fewer steps.
    static_assert(Block::box_values == 32);
    return values + Block::header + group + 3 * (group & ~std::uint32_t{7});
  }
  SATCHEL_INLINE const T* vertices_of(std::uint32_t group) const {
    return first + std::size_t{group} * Block::group_values + Block::at_vertices;
  }
  SATCHEL_INLINE const T* whole() const { return Block::whole_at(values); }
  /// The first vertex of a ring.
  SATCHEL_INLINE const T* vertex_of_ring(std::uint32_t ring) const {
    return vertices_of(Block::first_group(values, Block::header_of(values), ring));
  }
};

/// The vector d from A's origin to B's, in double for edges and in T for boxes.
template <class T>
struct OutlineDelta {
  /// dx, dy, bound of the error of (t - s) x (v - s) / |t - s|_1 (outline_pairs.hpp), unused.
  alignas(32) double numbers[4];
  T deltas[4];    ///< dx, dy, -dx, -dy
  T least_depth;  ///< boxes meet that overlap by this depth or more: the bound of a depth's error, negated

  /// Sets all members in place, because the load of a copy would wait for the stores before it.
  SATCHEL_INLINE void set(const satchel::kernels::BodyRecord<T>& a, const satchel::kernels::BodyRecord<T>& b) {
    const double dx = b.x - a.x, dy = b.y - a.y;
    const double reach =
        __builtin_fabs(dx) + __builtin_fabs(dy) + 2 * (static_cast<double>(a.reach) + static_cast<double>(b.reach));
    numbers[0] = dx;
    numbers[1] = dy;
    numbers[2] = 0x1p-49 * reach;
    deltas[0] = static_cast<T>(dx);
    deltas[1] = static_cast<T>(dy);
    deltas[2] = T(0) - deltas[0];
    deltas[3] = T(0) - deltas[1];
    const bool one_frame = dx == 0 && dy == 0;
    const T error = static_cast<T>(reach) * (sizeof(T) == sizeof(float) ? T(0x1p-20) : T(0x1p-49));
    least_depth = T(0) - (one_frame ? T(0) : error);
  }
};

/// Whether one body's box lies in the other's, or beyond it by no more than rounding.
template <class T>
struct BoxWithin {
  bool a_in_b, b_in_a;

  SATCHEL_INLINE BoxWithin(const OutlineSide<T>& a, const OutlineSide<T>& b, const OutlineDelta<T>& delta) {
    using Four = Isa::FourLanes<T>;
    constexpr unsigned all_four = (1u << Four::width) - 1;
    const auto lowest = Four::splat(delta.least_depth), highest = Four::splat(T(0)) - lowest;
    unsigned a_beyond = 0, b_beyond = 0;
    for (std::size_t k = 0; k < 4; k += Four::width) {
      const auto beyond = (Four::load(a.whole() + k) + Four::load(delta.deltas + k)) - Four::load(b.whole() + k);
      a_beyond |= Four::bits(beyond > highest) & all_four;
      b_beyond |= Four::bits(beyond < lowest) & all_four;
    }
    a_in_b = a_beyond == 0;
    b_in_a = b_beyond == 0;
  }
};

enum class Inside { no, yes, perhaps };

/// Whether a vertex v that lies on no edge of an outline lies inside it, by the winding number of its rings around v:
///
///   (edges that rise past the height of v with v on their left) - (edges that fall past it with v on their right)
///
/// @param v       its x; its y stands OutlineBlock::y_stride values behind
/// @param dx, dy  vector from the origin of `other` to that of v
/// @param error   error bound of a difference of heights where the origins differ, and of a side divided by |e|_1, the
///                1-norm of the edge
template <class T>
Inside is_inside(const T* v, const OutlineSide<T>& other, double dx, double dy, double error) {
  using D = Isa::Lanes<double>;
  constexpr std::uint32_t y_stride = OutlineBlock<T>::y_stride;
  const auto x = D::splat(static_cast<double>(v[0]) + dx), y = D::splat(static_cast<double>(v[y_stride]) + dy);
  const bool one_frame = dx == 0 && dy == 0;
  const auto bound = D::splat(error);
  int turns = 0;
  // Edges that pad a group lead from the first vertex to itself, so they neither rise nor fall.
  for (std::uint32_t group = 0; group < other.group_count; ++group) {
    for (std::size_t i = 0; i < edges_of_group; i += D::width) {
      const T *const edge = other.vertices_of(group) + i, *const edge_y = edge + y_stride;
      const auto sy = D::load_as_double(edge_y), ty = D::load_as_double(edge_y + 1);
      const auto starts_above = sy > y, ends_above = ty > y;
      const auto rises = D::both(ends_above, D::negated(starts_above));
      const auto falls = D::both(starts_above, D::negated(ends_above));
      if (!one_frame) {
        const auto nearest = D::min(D::abs(sy - y), D::abs(ty - y));
        if (D::bits(nearest <= bound) != 0) return Inside::perhaps;
      }
      const unsigned passes = D::bits(rises | falls);
      if (passes == 0) continue;
      const auto sx = D::load_as_double(edge), tx = D::load_as_double(edge + 1);
      const auto edge_dx = tx - sx, edge_dy = ty - sy;
      const auto side = edge_dx * (y - sy) - edge_dy * (x - sx);
      const auto off = bound * (D::abs(edge_dx) + D::abs(edge_dy));
      if ((passes & D::bits(D::abs(side) <= off)) != 0) return Inside::perhaps;
      const auto zero = D::splat(0);
      turns += __builtin_popcount(D::bits(D::both(rises, side > zero)));
      turns -= __builtin_popcount(D::bits(D::both(falls, side < zero)));
    }
  }
  return turns != 0 ? Inside::yes : Inside::no;
}

}  // namespace
