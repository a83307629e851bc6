// Compounds: shapes of several convex parts, and the placed parts of their bodies.
//
//   ShapeRecord of a compound   place of class compound_class; its block is an index into `shapes`
//   shapes[block]               the range of the compound's parts in `part_shapes`
//   BodyRecord of a compound    place of class compound_class; its block is the body's first record in `parts`
//   parts[block + k]            part k as placed: a BodyRecord with the body's origin and with its own block of offsets
//
//   Outline: the same, but place of_outline: the block is where its outline begins (outlines.hpp), and map_or_shape the first
//   record of its parts, which exist once they are made.
//
// Because a placed part has a BodyRecord, the kernels for pairs of bodies evaluate pairs of parts unchanged.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include <satchel/types.hpp>

#include "format/jobs.hpp"
#include "format/layout.hpp"
#include "scene/array.hpp"
#include "scene/compounds/outlines.hpp"

namespace satchel::detail {

/// Consecutive parts: first, first + 1, ..., first + count - 1.
struct PartRange {
  std::uint32_t first, count;
};

/// Number of 64-bit words of a mask of a part's inner edges, one bit an edge.
inline std::size_t words_for(std::size_t edges) { return (edges + 63) / 64; }

/// One part of a compound's shape.
struct PartShape {
  ShapeId shape;
  std::uint32_t inner_word;  ///< index of its first word in `inner_edges`, one bit an edge; `none`: no edge is inner
  static constexpr std::uint32_t none = 0xffffffff;
};

/// What a compound is as a chain: part k is the segment from point k to the next.
template <class T>
struct ChainShape {
  bool is_chain = false, closed = false, one_sided = false;
  bool has_before = false, has_after = false;
  BasicVec2<T> before{}, after{};  ///< from the ghost point to the first point; from the last point to the ghost point
};

template <class T>
class Compounds {
 public:
  // Shapes.
  Array<PartRange> shapes;  ///< ranges of part_shapes, indexed by Place::block of a compound's shape
  Array<PartShape> part_shapes;
  Array<std::uint64_t> inner_edges;
  Array<std::uint8_t> overlapping;       ///< of each of `shapes`: 1 if two of its parts overlap, in its own frame
  std::uint32_t overlapping_shapes = 0;  ///< how many
  Array<ChainShape<T>> chains;           ///< of each of `shapes`
  std::uint32_t chain_shapes = 0;        ///< how many of them are chains

  // Placed parts. The range of a removed body goes to the free list of ranges of its length.
  Array<kernels::BodyRecord<T>> parts;
  Array<ShapeId> body_part_shapes;     ///< the shape of each placed part
  Array<kernels::OffsetBox<T>> boxes;  ///< the box of each placed part; unlike the box of a body it includes the radius
  Array<T> columns[4];                 ///< `boxes` as kernels::BoxColumns, each followed by column_padding values
  Array<Rotation> rotations;
  Array<std::uint8_t> kinds;

  Outlines<T> outlines;

  std::uint32_t bodies = 0;         ///< bodies that are compounds or outlines
  std::uint32_t without_parts = 0;  ///< bodies that are outlines whose parts have not been made

  PartRange parts_of_shape(kernels::Place shape) const noexcept { return shapes[shape.block()]; }

  bool parts_overlap(kernels::Place shape) const noexcept { return overlapping[shape.block()] != 0; }
  const ChainShape<T>& chain(kernels::Place shape) const noexcept { return chains[shape.block()]; }
  void add_shape(PartRange range, bool overlaps, const ChainShape<T>& chain = {}) noexcept {
    shapes.push_back(range);
    chains.push_back(chain);
    if (chain.is_chain) ++chain_shapes;
    overlapping.push_back(overlaps ? 1 : 0);
    if (overlaps) ++overlapping_shapes;
  }

  /// The mask of a part's inner edges; null if no edge is inner.
  const std::uint64_t* inner_edges_of(const PartShape& part) const noexcept {
    return part.inner_word == PartShape::none ? nullptr : inner_edges.data() + part.inner_word;
  }

  kernels::BoxColumns<T> columns_from(std::uint32_t part) const noexcept {
    return {columns[0].data() + part, columns[1].data() + part, columns[2].data() + part, columns[3].data() + part};
  }
  kernels::PartsToPlace<T> parts_to_place() noexcept {
    kernels::PartsToPlace<T> to{};
    to.bodies = parts.data();
    to.shapes = body_part_shapes.data();
    to.boxes = boxes.data();
    for (int k = 0; k < 4; ++k) to.columns[k] = columns[k].data();
    to.rotations = rotations.data();
    to.outline_shapes = outlines.shapes.data();
    to.outline_values = outlines.values.data();
    return to;
  }

  void set_place(std::uint32_t part, kernels::Place place) noexcept {
    parts[part].place = place;
    kinds[part] = place.kind();
  }

  /// Makes room for one compound shape: its parts, and the words of its inner edges.
  void make_room_for_shape(std::size_t part_count, std::size_t words) {
    outlines.make_room_for_shapes({1, 0, 0});
    make_room(shapes, shapes.size() + 1);
    make_room(overlapping, shapes.size() + 1);
    make_room(chains, shapes.size() + 1);
    make_room(part_shapes, part_shapes.size() + part_count);
    make_room(inner_edges, inner_edges.size() + words);
    if (free_.size() <= part_count) free_.resize(part_count + 1, none);
  }
  /// Adds a part of the shape added last, or of an outline. The caller has made room.
  /// @param flags  one an edge, other than 0: the edge is inner; or empty
  void add_part(ShapeId shape, std::span<const std::uint8_t> flags) noexcept {
    std::uint32_t inner_word = PartShape::none;
    if (std::any_of(flags.begin(), flags.end(), [](std::uint8_t flag) { return flag != 0; })) {
      inner_word = static_cast<std::uint32_t>(inner_edges.size());
      inner_edges.resize(inner_word + words_for(flags.size()), 0);
      for (std::size_t e = 0; e < flags.size(); ++e) {
        inner_edges[inner_word + e / 64] |= std::uint64_t{flags[e] != 0 ? 1u : 0u} << (e % 64);
      }
    }
    part_shapes.push_back({shape, inner_word});
  }
  /// Makes room for parts of outlines.
  /// @param most  of one shape
  void make_room_for_parts(std::size_t count, std::size_t most, std::size_t words) {
    make_room(part_shapes, part_shapes.size() + count);
    make_room(inner_edges, inner_edges.size() + words);
    if (free_.size() <= most) free_.resize(most + 1, none);
  }
  /// Makes room for shapes that are outlines.
  void make_room_for_outlines(const typename Outlines<T>::ShapeRoom& more) {
    outlines.make_room_for_shapes(more);
    make_room(shapes, shapes.size() + more.shapes);
    make_room(overlapping, shapes.size() + more.shapes);
    make_room(chains, shapes.size() + more.shapes);
  }
  /// Makes room for `more` placed parts and for `outline_units` units of outlines, so that `take` cannot fail.
  void make_room_for(std::size_t more, std::size_t outline_units) {
    outlines.make_room_for(outline_units);
    make_room(parts, parts.size() + more);
    make_room(body_part_shapes, parts.size() + more);
    make_room(boxes, parts.size() + more);
    for (Array<T>& column : columns) make_room(column, parts.size() + more + kernels::column_padding);
    make_room(rotations, parts.size() + more);
    make_room(kinds, parts.size() + more);
  }
  /// Number of parts that `take` can still append; freed ranges are not counted.
  std::size_t left() const noexcept { return kernels::Place::max_blocks - parts.size(); }

  /// Reserves `count` consecutive records, with unspecified content, and returns the index of the first. Reuses a freed
  /// range of this length, otherwise appends.
  std::uint32_t take(std::uint32_t count) noexcept {
    if (free_[count] != none) {
      const std::uint32_t first = free_[count];
      free_[count] = body_part_shapes[first];
      return first;
    }
    const auto first = static_cast<std::uint32_t>(parts.size());
    parts.resize(first + count);
    body_part_shapes.resize(first + count);
    boxes.resize(first + count);
    for (Array<T>& column : columns) column.resize(first + count + kernels::column_padding);
    rotations.resize(first + count);
    kinds.resize(first + count);
    return first;
  }
  void give_back(PartRange range) noexcept {
    body_part_shapes[range.first] = free_[range.count];
    free_[range.count] = range.first;
  }

  /// Removes shapes, after the bodies.
  void clear_shapes() noexcept {
    shapes.clear();
    overlapping.clear();
    overlapping_shapes = 0;
    chains.clear();
    chain_shapes = 0;
    part_shapes.clear();
    inner_edges.clear();
    outlines.clear();
  }
  /// Removes bodies, after their outlines have been freed.
  void clear_bodies() noexcept {
    parts.clear();
    body_part_shapes.clear();
    boxes.clear();
    for (Array<T>& column : columns) column.clear();
    rotations.clear();
    kinds.clear();
    std::fill(free_.begin(), free_.end(), none);
    bodies = 0;
    without_parts = 0;
  }

  std::size_t shape_memory_bytes() const noexcept {
    return bytes_of(shapes) + bytes_of(overlapping) + bytes_of(chains) + bytes_of(part_shapes) + bytes_of(inner_edges);
  }
  std::size_t body_memory_bytes() const noexcept {
    return bytes_of(parts) + bytes_of(body_part_shapes) + bytes_of(boxes) + 4 * bytes_of(columns[0]) +
           bytes_of(rotations) + bytes_of(kinds) + bytes_of(free_) + outlines.memory_bytes();
  }

 private:
  static constexpr std::uint32_t none = 0xffffffff;
  /// Free lists, indexed by the length of the range: the first part of the first free range. A free range stores the
  /// first part of the next one in body_part_shapes, at its own first part.
  Array<std::uint32_t> free_;
};

}  // namespace satchel::detail
