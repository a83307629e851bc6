// The block that holds an outline: of a shape, or of a body that has been rotated. A body that has not been rotated has
// the block of its shape, because offsets are the shape's coordinates then.
// Kernels compute verdicts from outlines (outline_pairs.hpp).
//
//   header   OutlineHeader; from value 4 on the box around all, as OffsetBox; the rest of 16 values: 0
//   boxes    around eight edges in a row each, in eights:
//            8 values minus_min_x, 8 minus_min_y, 8 max_x, 8 max_y; of groups that do not exist `nowhere`
//   groups   of eight edges:
//              in blocks of floats the boxes of the edges, as above. In blocks of doubles, where memory counts more, kernels
//              find them from the vertices (EdgeBoxes)
//              a row of x and one of y: the vertex before the first, the first vertices of the edges, the last one's end.
//              Rows of floats are 16 values with these in the middle, so that loads of eight stay in a cache line; rows of
//              doubles are these 10 values
//   rings    of several rings: the first group of each, as 32-bit numbers
//   tail     at least 4 values that loads of rows may reach
//
// Each ring begins a group. Edge i leads from vertex i to the next, with the body on its left. Equal points have equal bits,
// because placing makes no -0 (place.hpp). Slots of a group without an edge hold the first vertex of its ring, and have the box
// `nowhere`, which meets no other.
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/layout.hpp"

namespace satchel::kernels {

constexpr std::uint32_t edges_of_group = 8;
/// Limited by a word with one bit per group.
constexpr std::uint32_t most_outline_vertices = 64 * edges_of_group;
constexpr std::uint32_t outline_unit = 16;

constexpr std::uint32_t outline_groups(std::uint32_t vertices) {
  return (vertices + edges_of_group - 1) / edges_of_group;
}

/// The start of an outline's block.
struct OutlineHeader {
  std::uint32_t count;   ///< of vertices; 0: the outline is not to be used
  std::uint32_t groups;  ///< of eight edges
  std::uint32_t first;   ///< values from the block's beginning to the first group
  std::uint32_t rings;   ///< how many
};

/// An outline's block, to be read or written. Its functions are always inlined, so that no copy compiled for one
/// instruction set replaces those of the others.
template <class T>
struct OutlineBlock {
  T* values;
  std::uint32_t groups, rings = 1;

  static constexpr std::uint32_t header = outline_unit;
  static constexpr std::uint32_t box_values = 4 * edges_of_group;  ///< of eight boxes
  static constexpr bool has_edge_boxes = sizeof(T) == sizeof(float);
  static constexpr std::uint32_t y_stride = has_edge_boxes ? 16 : 10;  ///< from a vertex's x
  /// The first vertex of a group, from where the group begins.
  static constexpr std::uint32_t at_vertices = has_edge_boxes ? box_values + 4 : 1;
  static constexpr std::uint32_t group_values = (has_edge_boxes ? box_values : 0) + 2 * y_stride;
  static constexpr std::uint32_t tail = 4;
  /// The sides of a box that meets no other, whatever it is moved by.
  static constexpr T nowhere = static_cast<T>(sizeof(T) == sizeof(float) ? -0x1p100 : -0x1p300);

  /// Reads the header of a block that has been written, or whose header is 0.
  static SATCHEL_INLINE OutlineHeader header_of(const T* values) {
    OutlineHeader begin;
    __builtin_memcpy(&begin, values, sizeof begin);
    return begin;
  }
  SATCHEL_INLINE void set_header(const OutlineHeader& begin) const { __builtin_memcpy(values, &begin, sizeof begin); }
  static SATCHEL_INLINE constexpr std::size_t size(std::uint32_t groups, std::uint32_t rings = 1) {
    const std::size_t of_rings =
        rings == 1 ? 0 : (std::size_t{rings} * sizeof(std::uint32_t) + sizeof(T) - 1) / sizeof(T);
    return header + (groups + std::size_t{7}) / 8 * box_values + std::size_t{groups} * group_values + of_rings + tail;
  }
  static SATCHEL_INLINE constexpr std::size_t units(std::uint32_t groups, std::uint32_t rings = 1) {
    return (size(groups, rings) + outline_unit - 1) / outline_unit;
  }

  static SATCHEL_INLINE constexpr T* whole_at(T* values) { return values + 4; }
  SATCHEL_INLINE constexpr T* whole() const { return whole_at(values); }
  /// Eight boxes of groups; a box is four values, eight apart.
  SATCHEL_INLINE constexpr T* boxes_of_groups(std::uint32_t eight) const {
    return values + header + std::size_t{eight} * box_values;
  }
  SATCHEL_INLINE constexpr T* box_of_group(std::uint32_t group) const { return boxes_of_groups(group / 8) + group % 8; }
  /// x of the first vertex of a group; y stands y_stride values behind x, the vertices before and behind next to it.
  SATCHEL_INLINE constexpr T* vertices(std::uint32_t group) const { return group_at(group) + at_vertices; }
  /// Where a group begins: in blocks of floats the boxes of its edges.
  SATCHEL_INLINE constexpr T* group_at(std::uint32_t group) const {
    return values + header + (groups + std::size_t{7}) / 8 * box_values + std::size_t{group} * group_values;
  }

  /// Says how many vertices the outline has; 0: it is not to be used.
  SATCHEL_INLINE void set_count(std::uint32_t count) const {
    set_header({count, groups, static_cast<std::uint32_t>(group_at(0) - values), rings});
  }
  /// The first group of ring k of a block of `rings` rings.
  static SATCHEL_INLINE std::uint32_t first_group(const T* values, const OutlineHeader& begin, std::uint32_t k) {
    if (k == 0) return 0;
    std::uint32_t group;
    const T* const numbers = values + begin.first + std::size_t{begin.groups} * group_values;
    __builtin_memcpy(&group, reinterpret_cast<const char*>(numbers) + sizeof group * k, sizeof group);
    return group;
  }
  SATCHEL_INLINE void set_first_group(std::uint32_t k, std::uint32_t group) const {
    T* const numbers = group_at(groups);
    __builtin_memcpy(reinterpret_cast<char*>(numbers) + sizeof group * k, &group, sizeof group);
  }
  /// Writes what no pose changes, but the first groups of rings.
  SATCHEL_INLINE void prepare(std::uint32_t count) const {
    for (std::size_t k = 0; k < header; ++k) values[k] = T(0);
    for (std::size_t k = size(groups, rings) - tail; k < size(groups, rings); ++k) values[k] = T(0);
    for (T* side = boxes_of_groups(0); side < group_at(0); ++side) *side = nowhere;
    set_count(count);
  }
};

/// The outline of a shape.
struct OutlineShape {
  std::uint32_t count;        ///< of vertices
  std::uint32_t groups;       ///< of eight edges, as OutlineBlock has them
  std::uint32_t rings;        ///< how many
  std::uint32_t ring_counts;  ///< where their numbers of vertices begin among those of all shapes
  std::uint32_t parts;        ///< of an outline: its convex parts, 0: they have not been made
  std::uint32_t unit;         ///< where its block begins
  bool rings_touch;           ///< a vertex may have several angles, so that src/exact decides alone
  bool stays_simple;          ///< no rotation's rounding makes boundaries meet
};

/// The outlines of the bodies of a scene.
template <class T>
struct OutlineTable {
  const T* values;

  /// Where the block of an outline begins.
  SATCHEL_INLINE const T* of(Place place) const { return values + std::size_t{outline_unit} * place.block(); }
};

/// Pairs in which a body is a compound or an outline.
template <class T>
struct OutlineJob {
  const PairJob<T>& pairs;
  OutlineTable<T> a, b;
};

}  // namespace satchel::kernels
