// One outline of a pair: where its boxes and edges stand, and whether it lies inside of the other one.
#pragma once

#include <cstdint>

#include "lanes/isa.hpp"
#include "lanes/lanes.hpp"
#include "format/layout.hpp"
#include "format/outline_layout.hpp"

namespace {

using satchel::kernels::edges_of_group;
using satchel::kernels::OutlineBlock;

/// An outline, as the work on a pair asks for it.
template <class T>
struct OutlineSide {
  using Block = OutlineBlock<const T>;

  const T *values, *edges;  ///< the block; the boxes of its first eight edges
  std::uint32_t group_count;

  OutlineSide() = default;
  explicit SATCHEL_INLINE OutlineSide(const T* its_values) : values(its_values) {
    const satchel::kernels::OutlineHeader header = Block::header_of(values);
    edges = values + header.edges;
    group_count = header.groups;
  }
  SATCHEL_INLINE const T* box_of_group(std::uint32_t group) const {
    // group / 8 * box_values + group % 8, in fewer steps
    static_assert(Block::box_values == 32);
    return values + Block::header + group + 3 * (group & ~std::uint32_t{7});
  }
  SATCHEL_INLINE const T* edges_of(std::uint32_t group) const { return edges + group * Block::group_values; }
  SATCHEL_INLINE const T* vertices_of(std::uint32_t group) const { return edges_of(group) + Block::way_to_vertices; }
  SATCHEL_INLINE const T* whole() const { return Block::whole_at(values); }
};

/// From A's origin to B's.
template <class T>
struct OutlineWay {
  alignas(32) double numbers[4];  ///< dx, dy, the error as a multiple of |e|_1 (outline_pairs.hpp)
  T ways[4], shallowest;          ///< how boxes are compared: dx, dy, -dx, -dy; the error of a depth, negated

  /// In place: a copy would wait for what it copies to be stored.
  SATCHEL_INLINE void set(const satchel::kernels::BodyRecord<T>& a, const satchel::kernels::BodyRecord<T>& b) {
    const double dx = b.x - a.x, dy = b.y - a.y;
    const double reach =
        __builtin_fabs(dx) + __builtin_fabs(dy) + 2 * (static_cast<double>(a.reach) + static_cast<double>(b.reach));
    numbers[0] = dx;
    numbers[1] = dy;
    numbers[2] = 0x1p-49 * reach;
    ways[0] = static_cast<T>(dx);
    ways[1] = static_cast<T>(dy);
    ways[2] = T(0) - ways[0];
    ways[3] = T(0) - ways[1];
    const bool one_frame = dx == 0 && dy == 0;
    const T error = static_cast<T>(reach) * (sizeof(T) == sizeof(float) ? T(0x1p-20) : T(0x1p-49));
    shallowest = T(0) - (one_frame ? T(0) : error);
  }
};

/// Which body's box lies in that of the other, or as good as in it.
template <class T>
struct BoxWithin {
  bool a_in_b, b_in_a;

  SATCHEL_INLINE BoxWithin(const OutlineSide<T>& a, const OutlineSide<T>& b, const OutlineWay<T>& way) {
    using Four = Isa::FourLanes<T>;
    constexpr unsigned all_four = (1u << Four::width) - 1;
    const auto lowest = Four::splat(way.shallowest), highest = Four::splat(T(0)) - lowest;
    unsigned a_beyond = 0, b_beyond = 0;
    for (std::size_t k = 0; k < 4; k += Four::width) {
      const auto beyond = (Four::load(a.whole() + k) + Four::load(way.ways + k)) - Four::load(b.whole() + k);
      a_beyond |= Four::bits(beyond > highest) & all_four;
      b_beyond |= Four::bits(beyond < lowest) & all_four;
    }
    a_in_b = a_beyond == 0;
    b_in_a = b_beyond == 0;
  }
};

enum class Inside { no, yes, perhaps };

/// Whether an outline, which nowhere meets the other one, lies inside of it. That is so of all of it or of nothing: one
/// vertex v tells, by how often the other outline goes round it.
///
///   the edges that rise past the height of v with v on their left, less those that fall past it with v on their right
///
/// @param dx, dy  from the other's origin to this one's
/// @param error   of a height, where the origins are two; and of a side, as a multiple of |e|_1
template <class T>
Inside is_inside(const OutlineSide<T>& outline, const OutlineSide<T>& other, double dx, double dy, double error) {
  using D = Isa::Lanes<double>;
  constexpr std::uint32_t way_to_y = OutlineBlock<T>::way_to_y;
  const T* const v = outline.vertices_of(0);
  const auto x = D::splat(static_cast<double>(v[0]) + dx), y = D::splat(static_cast<double>(v[way_to_y]) + dy);
  const bool one_frame = dx == 0 && dy == 0;
  const auto its_error = D::splat(error);
  int turns = 0;
  // What fills up an eight goes nowhere, from the first vertex to the first.
  for (std::uint32_t group = 0; group < other.group_count; ++group) {
    for (std::size_t i = 0; i < edges_of_group; i += D::width) {
      const T *const edge = other.vertices_of(group) + i, *const edge_y = edge + way_to_y;
      const auto sy = D::load_as_double(edge_y), ty = D::load_as_double(edge_y + 1);
      const auto starts_above = sy > y, ends_above = ty > y;
      const auto rises = D::both(ends_above, D::negated(starts_above));
      const auto falls = D::both(starts_above, D::negated(ends_above));
      if (!one_frame) {
        const auto nearest = D::min(D::abs(sy - y), D::abs(ty - y));
        if (D::bits(nearest <= its_error) != 0) return Inside::perhaps;
      }
      const unsigned passes = D::bits(rises | falls);
      if (passes == 0) continue;
      const auto sx = D::load_as_double(edge), tx = D::load_as_double(edge + 1);
      const auto way_x = tx - sx, way_y = ty - sy;
      const auto side = way_x * (y - sy) - way_y * (x - sx);
      const auto off = its_error * (D::abs(way_x) + D::abs(way_y));
      if ((passes & D::bits(D::abs(side) <= off)) != 0) return Inside::perhaps;
      const auto zero = D::splat(0);
      turns += __builtin_popcount(D::bits(D::both(rises, side > zero)));
      turns -= __builtin_popcount(D::bits(D::both(falls, side < zero)));
    }
  }
  return turns != 0 ? Inside::yes : Inside::no;
}

}  // namespace
