// Outlines: of shapes that are outlines, and of compounds whose parts fill a polygon, which is found when the compound is
// added. Kernels place the outline of a body (kernels/scene/place_outline.hpp). The verdict of two bodies with outlines
// follows from the outlines alone (kernels/outline/outline_pairs.hpp).
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
#include "scene/array.hpp"

namespace satchel::detail {

/// A vertex of an outline, named by its compound's part and by its index in this part.
struct OutlineVertex {
  std::uint32_t part, vertex;
};

template <class T>
class Outlines {
 public:
  using Block = kernels::OutlineBlock<T>;
  static constexpr std::uint32_t none = kernels::OutlineTable<T>::none;

  // Outlines of shapes.
  Array<kernels::OutlineShape> shapes;  ///< indexed by Place::block of the shape
  Array<OutlineVertex> vertices;        ///< of compounds
  Array<std::uint32_t> ring_counts;     ///< the number of vertices of each ring
  Array<T> rings;                       ///< their vertices as numbers: kernels::ring_size

  std::uint32_t fragile = 0;  ///< shapes whose rings may meet when they are turned

  // Placed outlines of bodies, as kernels::OutlineTable.
  Array<std::uint32_t> of_part;  ///< first unit of a body's outline, at the body's first part; else unspecified
  Array<T> values;

  /// Makes room for the outline of one compound.
  void make_room_for_shape(std::size_t vertex_count) {
    const auto count = static_cast<std::uint32_t>(vertex_count);
    make_room(vertices, vertices.size() + vertex_count);
    make_room_for_rings({1, vertex_count == 0 ? 0u : 1u, 2 * kernels::ring_size(count)});
    make_free_list(units_for(kernels::outline_groups(count), 1));
  }
  /// Returns the ring, which the caller fills.
  T* add_shape(std::span<const OutlineVertex> outline) noexcept {
    const auto count = static_cast<std::uint32_t>(outline.size());
    const std::uint32_t rings_count = count == 0 ? 0 : 1;
    shapes.push_back({.first = static_cast<std::uint32_t>(vertices.size()),
                      .count = count,
                      .groups = kernels::outline_groups(count),
                      .rings = rings_count,
                      .ring_counts = static_cast<std::uint32_t>(ring_counts.size()),
                      .parts = 0,
                      .ring = rings.size(),
                      .rings_touch = false,
                      .stays_simple = true});
    vertices.insert(vertices.end(), outline.begin(), outline.end());
    if (count != 0) ring_counts.push_back(count);
    rings.resize(rings.size() + 2 * kernels::ring_size(count));
    return rings.data() + shapes.back().ring;
  }

  /// Numbers of outlines, of their rings, and of the values of these.
  struct RingRoom {
    std::size_t shapes = 0, rings = 0, values = 0;
  };
  void make_room_for_rings(const RingRoom& more) {
    make_room(shapes, shapes.size() + more.shapes);
    make_room(ring_counts, ring_counts.size() + more.rings);
    make_room(rings, rings.size() + more.values);
  }
  /// Makes it possible to free placed outlines of this size.
  void make_free_list(std::size_t units) {
    if (free_.size() <= units) free_.resize(units + 1, none);
  }
  /// Adds the outline of a shape that is one. The caller has made room, and adds its rings next.
  /// @param groups, ring_count  of all its rings
  kernels::OutlineShape& add_outline(std::uint32_t count, std::uint32_t groups, std::uint32_t ring_count) noexcept {
    shapes.push_back({.first = 0,
                      .count = count,
                      .groups = groups,
                      .rings = ring_count,
                      .ring_counts = static_cast<std::uint32_t>(ring_counts.size()),
                      .parts = 0,
                      .ring = rings.size(),
                      .rings_touch = false,
                      .stays_simple = true});
    return shapes.back();
  }
  /// Adds a ring of the outline added last.
  /// @param vertex  vertex(i) is its i-th vertex, for i below `count`
  template <class Vertex>
  void add_ring(std::uint32_t count, const Vertex& vertex) noexcept {
    const std::size_t size = kernels::ring_size(count), begin = rings.size();
    ring_counts.push_back(count);
    rings.resize(begin + 2 * size);
    T* const x = rings.data() + begin;
    for (std::size_t i = 0; i < size; ++i) {
      const auto v = vertex(static_cast<std::uint32_t>(i == 0 ? count - 1 : i <= count ? i - 1 : 0));
      x[i] = v.x;
      x[size + i] = v.y;
    }
  }
  /// Adds a copy of an outline of another scene, with its number of parts. The caller has made room.
  void add_copy(const Outlines& from, kernels::Place place) noexcept {
    const kernels::OutlineShape& its = from.shapes[place.block()];
    kernels::OutlineShape& outline = add_outline(its.count, its.groups, its.rings);
    outline.parts = its.parts;
    outline.rings_touch = its.rings_touch;
    outline.stays_simple = its.stays_simple;
    fragile += its.stays_simple ? 0 : 1;
    const T* ring = from.rings.data() + its.ring;
    for (std::uint32_t k = 0; k < its.rings; ++k) {
      const std::uint32_t count = from.ring_counts[its.ring_counts + k];
      const std::size_t size = kernels::ring_size(count);
      add_ring(count, [&](std::uint32_t i) { return BasicVec2<T>{ring[i + 1], ring[size + i + 1]}; });
      ring += 2 * size;
    }
  }
  /// The outline of a compound's shape.
  std::span<const OutlineVertex> of_shape(kernels::Place shape) const noexcept {
    if (shape.is_outline()) return {};
    return {vertices.data() + shapes[shape.block()].first, shapes[shape.block()].count};
  }

  /// The number of units of memory that the outline of a body of this shape takes.
  std::uint32_t units_of(kernels::Place shape) const noexcept {
    const kernels::OutlineShape& outline = shapes[shape.block()];
    return static_cast<std::uint32_t>(units_for(outline.groups, outline.rings));
  }

  /// Makes room for placed outlines of `units` additional units in all, and for `parts` additional parts.
  void make_room_for(std::size_t units, std::size_t parts) {
    make_room(of_part, of_part.size() + parts);
    if (units > 0) make_room(values, (units_ + units) * kernels::outline_unit);
  }

  /// Sets the number of parts; added parts have no outline.
  void resize(std::size_t parts) noexcept { of_part.resize(parts, none); }

  /// Reserves memory for the outline of a body of this shape, and prepares it to be placed. Returns where it begins; none:
  /// the shape has no outline.
  std::uint32_t take(kernels::Place shape) noexcept {
    const std::uint32_t units = units_of(shape);
    if (units == 0) return none;
    std::uint32_t unit = free_[units];
    if (unit != none) {
      free_[units] = next_of(unit);
    } else {
      unit = static_cast<std::uint32_t>(units_);
      units_ += units;
      values.resize(units_ * kernels::outline_unit);
    }
    const kernels::OutlineShape& outline = shapes[shape.block()];
    const Block its = block(unit, shape);
    its.prepare(outline.rings_touch ? 0 : outline.count);
    for (std::uint32_t k = 0, group = 0; outline.rings > 1 && k < outline.rings; ++k) {
      its.set_first_group(k, group);
      group += kernels::outline_groups(ring_counts[outline.ring_counts + k]);
    }
    return unit;
  }
  void free(std::uint32_t unit, kernels::Place shape) noexcept {
    const std::uint32_t units = units_of(shape);
    std::memcpy(at(unit), &free_[units], sizeof free_[units]);
    free_[units] = unit;
  }
  /// The same for a body that is a compound.
  void give(std::uint32_t first_part, kernels::Place shape) noexcept { of_part[first_part] = take(shape); }
  void take_back(std::uint32_t first_part, kernels::Place shape) noexcept {
    const std::uint32_t unit = std::exchange(of_part[first_part], none);
    if (unit != none) free(unit, shape);
  }

  /// Writes the vertices of a shape that is an outline, ring after ring, as its x and y follow each other.
  void copy_vertices(kernels::Place shape, BasicVec2<T>* out) const noexcept {
    const kernels::OutlineShape& outline = shapes[shape.block()];
    const T* ring = rings.data() + outline.ring;
    for (std::uint32_t k = 0; k < outline.rings; ++k) {
      const std::uint32_t count = ring_counts[outline.ring_counts + k];
      const std::size_t size = kernels::ring_size(count);
      for (std::uint32_t i = 1; i <= count; ++i) *out++ = {ring[i], ring[size + i]};
      ring += 2 * size;
    }
  }
  /// The same for the offsets of a body.
  void copy_offsets(std::uint32_t unit, kernels::Place shape, BasicVec2<T>* out) const noexcept {
    const kernels::OutlineShape& outline = shapes[shape.block()];
    const kernels::OutlineBlock<const T> its{at(unit), outline.groups, outline.rings};
    for (std::uint32_t k = 0, group = 0; k < outline.rings; ++k) {
      const std::uint32_t count = ring_counts[outline.ring_counts + k];
      for (std::uint32_t i = 0; i < count; ++i) {
        const T* const x = its.vertices(group + i / kernels::edges_of_group) + i % kernels::edges_of_group;
        *out++ = {x[0], x[its.y_stride]};
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
  kernels::OutlineTable<T> table() const noexcept { return {of_part.data(), values.data()}; }
  kernels::OutlineShapes<T> shape_table() const noexcept { return {shapes.data(), ring_counts.data(), rings.data()}; }

  void clear_shapes() noexcept {
    fragile = 0;
    shapes.clear();
    vertices.clear();
    ring_counts.clear();
    rings.clear();
  }
  void clear_bodies() noexcept {
    of_part.clear();
    values.clear();
    units_ = 0;
    std::fill(free_.begin(), free_.end(), none);
  }

  std::size_t shape_memory_bytes() const noexcept {
    return bytes_of(shapes) + bytes_of(vertices) + bytes_of(ring_counts) + bytes_of(rings);
  }
  std::size_t body_memory_bytes() const noexcept { return bytes_of(of_part) + bytes_of(values) + bytes_of(free_); }

 private:
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

  std::size_t units_ = 0;
  /// Free lists, indexed by the size in units: the first free block. A free block stores the next one in its header.
  Array<std::uint32_t> free_;
};

template <class T>
class SceneData;

/// The outline of a compound of these parts, counter-clockwise, beginning at the first outer edge of the lowest part.
/// Empty unless the parts are polygons without radius, joined along whole edges as a tree (no hole), and unless at each
/// vertex the free angle exceeds the rounding of placed vertices. O(n log n) for n vertices of all parts.
template <class T>
std::vector<OutlineVertex> find_outline(const SceneData<T>& scene, std::span<const ShapeId> parts);

/// Stores the outline of the shape of a compound of these parts; empty: it has none. The caller has made room.
template <class T>
void add_outline(SceneData<T>& scene, std::span<const ShapeId> parts, std::span<const OutlineVertex> outline) noexcept;

}  // namespace satchel::detail
