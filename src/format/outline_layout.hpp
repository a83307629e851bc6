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
  SATCHEL_INLINE constexpr T* vertex(std::uint32_t i) const {
    return vertices(i / edges_of_group) + i % edges_of_group;
  }

  /// Writes vertex i.
  SATCHEL_INLINE constexpr void set_vertex(std::uint32_t i, T x, T y) const {
    const std::uint32_t group = i / edges_of_group, edge = i % edges_of_group;
    put(vertices(group) + edge, x, y);
    if (edge == 0 && group > 0) put(vertices(group - 1) + edges_of_group, x, y);
    if (edge == edges_of_group - 1 && group + 1 < groups) put(vertices(group + 1) - 1, x, y);
  }

  /// Writes everything that follows from the `count` vertices.
  SATCHEL_INLINE void finish(std::uint32_t count) const {
    const T* const first = vertices(0);
    const T* const last = vertex(count - 1);
    put(vertices(0) - 1, last[0], last[y_stride]);
    for (std::uint32_t k = count; k <= edges_of_group * groups; ++k) {
      put(vertices(groups - 1) + (k - edges_of_group * (groups - 1)), first[0], first[y_stride]);
    }
    for (std::uint32_t group = 0; group < groups; ++group) {
      const std::uint32_t rest = count - edges_of_group * group;
      finish_group(group, rest < edges_of_group ? rest : edges_of_group);
    }
    for (std::uint32_t k = 0; k < 4; ++k) {
      for (std::uint32_t group = groups; group % 8 != 0; ++group) box_of_group(group)[8 * k] = nowhere;
      T most = box_of_group(0)[8 * k];
      for (std::uint32_t group = 1; group < groups; ++group) most = larger(most, box_of_group(group)[8 * k]);
      whole()[k] = most;
    }
    for (std::uint32_t k = 0; k < header; ++k) {
      if (k < 4 || k >= 8) values[k] = T(0);
    }
    set_header({count, groups, static_cast<std::uint32_t>(boxes_of_edges(0) - values), 0});
  }

 private:
  static SATCHEL_INLINE constexpr T larger(T p, T q) { return p < q ? q : p; }
  static SATCHEL_INLINE constexpr void put(T* to, T x, T y) {
    to[0] = x;
    to[y_stride] = y;
  }
  SATCHEL_INLINE void finish_group(std::uint32_t group, std::uint32_t count) const {
    const T* const x = vertices(group);
    const T* const y = x + y_stride;
    T* const boxes = boxes_of_edges(group);
    for (std::uint32_t e = 0; e < edges_of_group; ++e) {
      const bool is_there = e < count;
      boxes[e] = is_there ? larger(T(0) - x[e], T(0) - x[e + 1]) : nowhere;
      boxes[8 + e] = is_there ? larger(T(0) - y[e], T(0) - y[e + 1]) : nowhere;
      boxes[16 + e] = is_there ? larger(x[e], x[e + 1]) : nowhere;
      boxes[24 + e] = is_there ? larger(y[e], y[e + 1]) : nowhere;
    }
    T* const around = box_of_group(group);
    for (std::uint32_t k = 0; k < 4; ++k) {
      T most = boxes[8 * k];
      for (std::uint32_t e = 1; e < edges_of_group; ++e) most = larger(most, boxes[8 * k + e]);
      around[8 * k] = most;
    }
    for (std::uint32_t k = 0; k < 3; ++k) {
      put(vertices(group) - 4 + k, T(0), T(0));
      put(vertices(group) + edges_of_group + 1 + k, T(0), T(0));
    }
  }
};

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
