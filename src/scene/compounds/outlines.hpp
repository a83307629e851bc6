// The blocks of shapes that are outlines (format/outline_layout.hpp), and of their bodies that have been rotated; other
// bodies share their shapes' blocks. Kernels place the blocks of bodies (kernels/scene/place_outline.hpp) and decide
// their verdicts (kernels/outline/outline_pairs.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include <satchel/types.hpp>

#include "format/layout.hpp"
#include "format/outline_layout.hpp"
#include "format/point_layout.hpp"
#include "scene/array.hpp"
#include "scene/outlines/write_block.hpp"

namespace satchel::detail {

template <class T>
class Outlines {
 public:
  using Block = kernels::OutlineBlock<T>;

  Array<kernels::OutlineShape> shapes;  ///< indexed by Place::block of the shape; of a compound without rings
  Array<std::uint32_t> ring_counts;     ///< the number of vertices of each ring

  std::uint32_t fragile = 0;  ///< shapes whose rings may meet when they are turned
  std::uint32_t large = 0;    ///< shapes of more than kernels::most_groups_without_stripes groups

  Array<T> values;  ///< the blocks, as kernels::OutlineTable

  /// Numbers of shapes, of their rings, and of the units of their blocks.
  struct ShapeRoom {
    std::size_t shapes = 0, rings = 0, units = 0;
  };
  void make_room_for_shapes(const ShapeRoom& more) {
    make_room(shapes, shapes.size() + more.shapes);
    make_room(ring_counts, ring_counts.size() + more.rings);
    if (more.units > 0) make_room(values, (units_ + more.units) * kernels::outline_unit);
  }
  /// Makes it possible to free placed outlines of this size.
  void make_free_list(std::size_t units) {
    if (free_.size() <= units) free_.resize(units + 1, none);
  }
  /// Adds the outline of a shape. The caller has made room, and adds its rings next.
  /// @param groups, ring_count  of all its rings; 0: of a compound, which has no outline
  kernels::OutlineShape& add_shape(std::uint32_t count, std::uint32_t groups, std::uint32_t ring_count) noexcept {
    shapes.push_back({.count = count,
                      .groups = groups,
                      .rings = ring_count,
                      .ring_counts = static_cast<std::uint32_t>(ring_counts.size()),
                      .parts = 0,
                      .unit = 0,
                      .rings_touch = false,
                      .stays_simple = true});
    if (groups == 0) return shapes.back();
    large += groups > kernels::most_groups_without_stripes ? 1 : 0;
    shapes.back().unit = append(static_cast<std::uint32_t>(units_for(groups, ring_count)));
    return shapes.back();
  }
  /// Writes the rings of the outline that was added last.
  /// @param count_of  count_of(k) is the number of vertices of ring k
  /// @param vertex    vertex(i) is vertex i of all rings
  template <class CountOf, class Vertex>
  void write_rings(const CountOf& count_of, const Vertex& vertex) noexcept {
    const kernels::OutlineShape& shape = shapes.back();
    for (std::uint32_t k = 0; k < shape.rings; ++k) ring_counts.push_back(count_of(k));
    const Block block{at(shape.unit), shape.groups, shape.rings};
    write_block(block, shape.rings_touch ? 0 : shape.count, count_of, vertex);
  }
  /// Adds a copy of an outline of another scene, with its number of parts. The caller has made room.
  void add_copy(const Outlines& from, kernels::Place place) noexcept {
    const kernels::OutlineShape& source = from.shapes[place.block()];
    kernels::OutlineShape& outline = add_shape(source.count, source.groups, source.rings);
    outline.parts = source.parts;
    outline.rings_touch = source.rings_touch;
    outline.stays_simple = source.stays_simple;
    fragile += source.stays_simple ? 0 : 1;
    const std::uint32_t* const counts = from.ring_counts.data() + source.ring_counts;
    ring_counts.insert(ring_counts.end(), counts, counts + source.rings);
    std::copy_n(from.at(source.unit), units_for(source.groups, source.rings) * kernels::outline_unit, at(outline.unit));
  }
  /// The number of units of memory that the outline of a body of this shape takes.
  std::uint32_t units_of(kernels::Place shape) const noexcept {
    const kernels::OutlineShape& outline = shapes[shape.block()];
    return static_cast<std::uint32_t>(units_for(outline.groups, outline.rings));
  }

  /// Makes room for placed outlines of `units` additional units in all.
  void make_room_for(std::size_t units) {
    if (units > 0) make_room(values, (units_ + units) * kernels::outline_unit);
  }

  /// Reserves a block for the outline of a body of this shape: a copy of the shape's. Returns where it begins.
  std::uint32_t take(kernels::Place shape) noexcept {
    const std::uint32_t units = units_of(shape);
    std::uint32_t unit = free_[units];
    if (unit != none) {
      free_[units] = next_of(unit);
    } else {
      unit = append(units);
    }
    std::copy_n(at(shapes[shape.block()].unit), units * kernels::outline_unit, at(unit));
    return unit;
  }
  /// Frees the block of a body of this shape, unless it is the shape's.
  void free(std::uint32_t unit, kernels::Place shape) noexcept {
    if (is_shared(unit, shape)) return;
    const std::uint32_t units = units_of(shape);
    std::memcpy(at(unit), &free_[units], sizeof free_[units]);
    free_[units] = unit;
  }
  /// Whether the block of a body of this shape is the shape's.
  bool is_shared(std::uint32_t unit, kernels::Place shape) const noexcept { return unit == shapes[shape.block()].unit; }
  /// Writes the vertices of a shape that is an outline, ring after ring, as its x and y follow each other.
  void copy_vertices(kernels::Place shape, BasicVec2<T>* out) const noexcept {
    copy_offsets(shapes[shape.block()].unit, shape, out);
  }
  /// The same for the offsets of a body.
  void copy_offsets(std::uint32_t unit, kernels::Place shape, BasicVec2<T>* out) const noexcept {
    const kernels::OutlineShape& outline = shapes[shape.block()];
    const kernels::OutlineBlock<const T> block{at(unit), outline.groups, outline.rings};
    for (std::uint32_t k = 0, group = 0; k < outline.rings; ++k) {
      const std::uint32_t count = ring_counts[outline.ring_counts + k];
      for (std::uint32_t i = 0; i < count; ++i) {
        const T* const x = block.vertices(group + i / kernels::edges_of_group) + i % kernels::edges_of_group;
        *out++ = {x[0], x[block.y_stride]};
      }
      group += kernels::outline_groups(count);
    }
  }

  /// The block of a body of this shape.
  Block block(std::uint32_t unit, kernels::Place shape) noexcept {
    const kernels::OutlineShape& outline = shapes[shape.block()];
    return {at(unit), outline.groups, outline.rings};
  }
  /// Number of units that `take` can still append; freed ones are not counted.
  std::size_t units_left() const noexcept { return kernels::Place::max_blocks - units_; }
  kernels::OutlineTable<T> table() const noexcept { return {values.data()}; }

  /// Removes all outlines.
  void clear() noexcept {
    fragile = 0;
    large = 0;
    shapes.clear();
    ring_counts.clear();
    values.clear();
    units_ = 0;
    std::fill(free_.begin(), free_.end(), none);
  }

  std::size_t memory_bytes() const noexcept {
    return bytes_of(shapes) + bytes_of(ring_counts) + bytes_of(values) + bytes_of(free_);
  }

 private:
  static constexpr std::uint32_t none = 0xffffffff;

  static std::size_t units_for(std::uint32_t groups, std::uint32_t ring_count) noexcept {
    return groups == 0 ? 0 : Block::units(groups, ring_count);
  }
  T* at(std::uint32_t unit) noexcept { return values.data() + std::size_t{kernels::outline_unit} * unit; }
  const T* at(std::uint32_t unit) const noexcept { return values.data() + std::size_t{kernels::outline_unit} * unit; }
  std::uint32_t next_of(std::uint32_t unit) noexcept {
    std::uint32_t next;
    std::memcpy(&next, at(unit), sizeof next);
    return next;
  }

  std::uint32_t append(std::uint32_t units) noexcept {
    const auto unit = static_cast<std::uint32_t>(units_);
    units_ += units;
    values.resize(units_ * kernels::outline_unit);
    return unit;
  }

  std::size_t units_ = 0;
  /// Free lists, indexed by the size in units: the first free block. A free block stores the next one in its header.
  Array<std::uint32_t> free_;
};

}  // namespace satchel::detail
