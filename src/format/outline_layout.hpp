// The block that holds the outline of a placed compound whose parts fill a simple polygon. Kernels compute verdicts
// from outlines (outline_pairs.hpp).
//
//   header   OutlineHeader; from value 4 on the box around all, as OffsetBox; the rest of 16 values: 0
//   groups   the boxes around eight edges in a row each, in eights:
//            8 values minus_min_x, 8 minus_min_y, 8 max_x, 8 max_y
//   edges    in eights: their boxes in the same layout; a row of 16 values x and one of y:
//            three times 0, the vertex before the first, the first vertices of the edges, the last one's end, three
//            times 0
//
// Edge i leads from vertex i to the next, counter-clockwise. Equal points have equal bits, because placing makes no -0
// (place.hpp). Unused slots of an eight hold the first vertex; their boxes are `nowhere`, which meet no other box.
// Blocks and rows begin at multiples of `outline_unit` values, so that a row lies in as few cache lines as possible.
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
  std::uint32_t edges;   ///< values from the block's beginning to the boxes of the first eight edges
  std::uint32_t unused;
};

/// An outline's block, to be read or written. Its functions are always inlined, so that no copy compiled for one
/// instruction set replaces those of the others.
template <class T>
struct OutlineBlock {
  T* values;
  std::uint32_t groups;

  static constexpr std::uint32_t header = outline_unit;
  static constexpr std::uint32_t box_values = 4 * edges_of_group;           ///< of eight boxes
  static constexpr std::uint32_t y_stride = outline_unit;                   ///< from a vertex's x
  static constexpr std::uint32_t vertices_offset = box_values + 4;          ///< from the boxes of eight edges
  static constexpr std::uint32_t group_values = box_values + 2 * y_stride;  ///< of eight edges
  /// The sides of a box that meets no other, whatever it is moved by.
  static constexpr T nowhere = static_cast<T>(sizeof(T) == sizeof(float) ? -0x1p100 : -0x1p300);

  /// Reads the header of a block that has been written, or whose header is 0.
  static SATCHEL_INLINE OutlineHeader header_of(const T* values) {
    OutlineHeader begin;
    __builtin_memcpy(&begin, values, sizeof begin);
    return begin;
  }
  SATCHEL_INLINE void set_header(const OutlineHeader& begin) const { __builtin_memcpy(values, &begin, sizeof begin); }
  static SATCHEL_INLINE constexpr std::uint32_t size(std::uint32_t groups) {
    return header + (groups + 7) / 8 * box_values + groups * group_values;
  }
  static SATCHEL_INLINE constexpr std::uint32_t units(std::uint32_t groups) {
    return (size(groups) + outline_unit - 1) / outline_unit;
  }

  static SATCHEL_INLINE constexpr T* whole_at(T* values) { return values + 4; }
  SATCHEL_INLINE constexpr T* whole() const { return whole_at(values); }
  /// Eight boxes of groups, or of the edges of a group; a box is four values, eight apart.
  SATCHEL_INLINE constexpr T* boxes_of_groups(std::uint32_t eight) const {
    return values + header + eight * box_values;
  }
  SATCHEL_INLINE constexpr T* boxes_of_edges(std::uint32_t group) const {
    return values + header + (groups + 7) / 8 * box_values + group * group_values;
  }
  SATCHEL_INLINE constexpr T* box_of_group(std::uint32_t group) const { return boxes_of_groups(group / 8) + group % 8; }
  /// x of the first vertex of a group; y stands y_stride values behind x, the vertices before and behind next to it.
  SATCHEL_INLINE constexpr T* vertices(std::uint32_t group) const { return boxes_of_edges(group) + vertices_offset; }

  /// Says how many vertices the outline has; 0: it is not to be used.
  SATCHEL_INLINE void set_count(std::uint32_t count) const {
    set_header({count, groups, static_cast<std::uint32_t>(boxes_of_edges(0) - values), 0});
  }
  /// Writes what no pose changes.
  SATCHEL_INLINE void prepare(std::uint32_t count) const {
    for (std::uint32_t k = 0; k < size(groups); ++k) values[k] = T(0);
    for (T* side = boxes_of_groups(0); side < boxes_of_edges(0); ++side) *side = nowhere;
    set_count(count);
  }
};

/// The outline of a compound's shape.
struct OutlineShape {
  std::uint32_t first, count;  ///< its vertices: consecutive ones of all shapes'; count 0: the compound has no outline
  std::size_t ring;            ///< where its ring begins among those of all shapes
};

/// The number of x values of an outline's ring: the last vertex, all vertices, and the first one until the last eight
/// edges are full and have their end. As many y values follow, all in the frame of the shape.
constexpr std::size_t ring_size(std::uint32_t count) {
  return count == 0 ? 0 : std::size_t{edges_of_group} * outline_groups(count) + 2;
}

/// The outlines of a scene's compounds.
template <class T>
struct OutlineTable {
  const std::uint32_t* of_part;  ///< by the first part of a body: the unit at which its block begins, or `none`
  const T* values;

  static constexpr std::uint32_t none = 0xffffffff;
};

/// Pairs in which a body is a compound.
template <class T>
struct OutlineJob {
  const PairJob<T>& pairs;
  OutlineTable<T> a, b;
};

}  // namespace satchel::kernels
