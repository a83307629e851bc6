// The outline of a placed compound whose parts fill a simple polygon: a block of values that verdicts are read from
// (outline_pairs.hpp).
//
//   header   the number of vertices, or 0: not to be used; three times 0; the box around all, as OffsetBox
//   groups   the boxes around eight edges in a row each, in eights: 8 values minus_min_x, 8 minus_min_y, 8 max_x, 8
//   max_y edges    in eights: their boxes, in the same way; x of their first vertices, of the last one's end, 3 spare
//   values;
//            y of the same
//
// Edge i leads from vertex i to the next, counter-clockwise. What fills up an eight is the first vertex, and edges from
// there to there; of groups zeros. Blocks begin at multiples of `outline_unit` values.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/layout.hpp"

namespace satchel::kernels {

constexpr std::uint32_t edges_of_group = 8;
/// The groups of an outline are told apart by the bits of one word.
constexpr std::uint32_t most_outline_vertices = 64 * edges_of_group;
constexpr std::uint32_t outline_unit = 16;

constexpr std::uint32_t outline_groups(std::uint32_t vertices) {
  return (vertices + edges_of_group - 1) / edges_of_group;
}

/// An outline's block, to be read or written. Inlined, as all that kernels share: no instruction set's copy is to
/// become that of others.
template <class T>
struct OutlineBlock {
  T* values;
  std::uint32_t groups;

  static constexpr std::uint32_t header = 8;
  static constexpr std::uint32_t box_values = 4 * edges_of_group;           ///< of eight boxes
  static constexpr std::uint32_t way_to_y = edges_of_group + 4;             ///< from a vertex's x
  static constexpr std::uint32_t group_values = box_values + 2 * way_to_y;  ///< of eight edges

  /// The block of an outline that has been written.
  static SATCHEL_INLINE constexpr OutlineBlock at(T* values) { return {values, outline_groups(count_at(values))}; }
  static SATCHEL_INLINE constexpr std::uint32_t count_at(const T* values) {
    return static_cast<std::uint32_t>(values[0]);
  }
  static SATCHEL_INLINE constexpr std::uint32_t size(std::uint32_t groups) {
    return header + (groups + 7) / 8 * box_values + groups * group_values;
  }
  static SATCHEL_INLINE constexpr std::uint32_t units(std::uint32_t groups) {
    return (size(groups) + outline_unit - 1) / outline_unit;
  }

  SATCHEL_INLINE constexpr std::uint32_t count() const { return count_at(values); }
  static SATCHEL_INLINE constexpr T* whole_at(T* values) { return values + 4; }
  /// From where the boxes of the groups begin.
  static SATCHEL_INLINE constexpr T* whole_of(T* groups) { return whole_at(groups - header); }
  SATCHEL_INLINE constexpr T* whole() const { return whole_at(values); }
  /// Eight boxes of groups, or of the edges of a group; a box is four values, eight apart.
  SATCHEL_INLINE constexpr T* boxes_of_groups(std::uint32_t eight) const {
    return values + header + eight * box_values;
  }
  SATCHEL_INLINE constexpr T* boxes_of_edges(std::uint32_t group) const {
    return values + header + (groups + 7) / 8 * box_values + group * group_values;
  }
  SATCHEL_INLINE constexpr T* box_of_group(std::uint32_t group) const { return boxes_of_groups(group / 8) + group % 8; }
  /// x of the first vertex of a group; y stands way_to_y values behind x.
  SATCHEL_INLINE constexpr T* vertices(std::uint32_t group) const { return boxes_of_edges(group) + box_values; }
  SATCHEL_INLINE constexpr T* vertex(std::uint32_t i) const {
    return vertices(i / edges_of_group) + i % edges_of_group;
  }

  /// Writes vertex i.
  SATCHEL_INLINE constexpr void set_vertex(std::uint32_t i, T x, T y) const {
    put(vertex(i), x, y);
    if (i != 0 && i % edges_of_group == 0) put(vertices(i / edges_of_group - 1) + edges_of_group, x, y);
  }

  /// Writes what follows from the vertices, `count` of them.
  SATCHEL_INLINE void finish(std::uint32_t count) const {
    const T x = vertices(0)[0], y = vertices(0)[way_to_y];
    T* const last = vertices(groups - 1);
    for (std::uint32_t k = count - edges_of_group * (groups - 1); k < way_to_y; ++k) put(last + k, x, y);
    for (std::uint32_t group = 0; group < groups; ++group) finish_group(group);
    for (std::uint32_t k = 0; k < 4; ++k) {
      for (std::uint32_t group = groups; group % 8 != 0; ++group) box_of_group(group)[8 * k] = T(0);
      T most = box_of_group(0)[8 * k];
      for (std::uint32_t group = 1; group < groups; ++group) most = larger(most, box_of_group(group)[8 * k]);
      whole()[k] = most;
    }
    values[0] = static_cast<T>(count);
    for (std::uint32_t k = 1; k < 4; ++k) values[k] = T(0);
  }

 private:
  static SATCHEL_INLINE constexpr T larger(T p, T q) { return p < q ? q : p; }
  static SATCHEL_INLINE constexpr void put(T* to, T x, T y) {
    to[0] = x;
    to[way_to_y] = y;
  }
  SATCHEL_INLINE void finish_group(std::uint32_t group) const {
    const T* const x = vertices(group);
    const T* const y = x + way_to_y;
    T* const boxes = boxes_of_edges(group);
    for (std::uint32_t e = 0; e < edges_of_group; ++e) {
      boxes[e] = larger(T(0) - x[e], T(0) - x[e + 1]);
      boxes[8 + e] = larger(T(0) - y[e], T(0) - y[e + 1]);
      boxes[16 + e] = larger(x[e], x[e + 1]);
      boxes[24 + e] = larger(y[e], y[e + 1]);
    }
    T* const around = box_of_group(group);
    for (std::uint32_t k = 0; k < 4; ++k) {
      T most = boxes[8 * k];
      for (std::uint32_t e = 1; e < edges_of_group; ++e) most = larger(most, boxes[8 * k + e]);
      around[8 * k] = most;
    }
  }
};

/// Where the outlines of a scene's compounds stand.
template <class T>
struct OutlineTable {
  const std::uint32_t* of_part;  ///< by the first part of a body: the unit at which its block begins, or `none`
  const T* values;

  static constexpr std::uint32_t none = 0xffffffff;
};

/// Pairs, some body of each a compound.
template <class T>
struct OutlineJob {
  const PairJob<T>& pairs;
  OutlineTable<T> a, b;
};

}  // namespace satchel::kernels
