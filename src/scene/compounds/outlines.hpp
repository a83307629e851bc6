// Outlines of compounds whose parts fill a polygon. The outline of a shape is found when the compound is added; the
// outline of a body is placed with its parts (kernels/scene/place_outline.hpp). The verdict of two bodies with outlines
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
  Array<kernels::OutlineShape> shapes;  ///< indexed by Place::block of a compound's shape
  Array<OutlineVertex> vertices;
  Array<T> rings;  ///< their vertices again, as numbers: kernels::ring_size

  // Placed outlines of bodies, as kernels::OutlineTable.
  Array<std::uint32_t> of_part;  ///< first unit of a body's outline, at the body's first part; else unspecified
  Array<T> values;

  void make_room_for_shape(std::size_t vertex_count) {
    make_room(shapes, shapes.size() + 1);
    make_room(vertices, vertices.size() + vertex_count);
    make_room(rings, rings.size() + 2 * kernels::ring_size(static_cast<std::uint32_t>(vertex_count)));
    const std::size_t units = units_for(static_cast<std::uint32_t>(vertex_count));
    if (free_.size() <= units) free_.resize(units + 1, none);
  }
  /// Returns the ring, which the caller fills.
  T* add_shape(std::span<const OutlineVertex> outline) noexcept {
    const auto count = static_cast<std::uint32_t>(outline.size());
    shapes.push_back({static_cast<std::uint32_t>(vertices.size()), count, rings.size()});
    vertices.insert(vertices.end(), outline.begin(), outline.end());
    rings.resize(rings.size() + 2 * kernels::ring_size(count));
    return rings.data() + shapes.back().ring;
  }
  std::span<const OutlineVertex> of_shape(kernels::Place shape) const noexcept {
    return {vertices.data() + shapes[shape.block()].first, shapes[shape.block()].count};
  }

  /// The number of units of memory that the outline of a body of this shape takes.
  std::uint32_t units_of(kernels::Place shape) const noexcept { return units_for(shapes[shape.block()].count); }

  /// Makes room for placed outlines of `units` additional units in all, and for `parts` additional parts.
  void make_room_for(std::size_t units, std::size_t parts) {
    make_room(of_part, of_part.size() + parts);
    if (units > 0) make_room(values, (units_ + units) * kernels::outline_unit);
  }

  /// Sets the number of parts; added parts have no outline.
  void resize(std::size_t parts) noexcept { of_part.resize(parts, none); }

  /// Reserves memory for the outline of a body of this shape, and prepares it to be placed.
  void give(std::uint32_t first_part, kernels::Place shape) noexcept {
    const std::uint32_t units = units_of(shape);
    std::uint32_t unit = none;
    if (units > 0) {
      unit = free_[units];
      if (unit != none) {
        free_[units] = next_of(unit);
      } else {
        unit = static_cast<std::uint32_t>(units_);
        units_ += units;
        values.resize(units_ * kernels::outline_unit);
      }
    }
    of_part[first_part] = unit;
    if (units > 0) block(first_part, shape).prepare(shapes[shape.block()].count);
  }
  void take_back(std::uint32_t first_part, kernels::Place shape) noexcept {
    const std::uint32_t unit = std::exchange(of_part[first_part], none);
    if (unit == none) return;
    const std::uint32_t units = units_of(shape);
    std::memcpy(at(unit), &free_[units], sizeof free_[units]);
    free_[units] = unit;
  }

  /// The block of a body whose shape has an outline.
  Block block(std::uint32_t first_part, kernels::Place shape) noexcept {
    return {at(of_part[first_part]), kernels::outline_groups(shapes[shape.block()].count)};
  }
  kernels::OutlineTable<T> table() const noexcept { return {of_part.data(), values.data()}; }

  void clear_shapes() noexcept {
    shapes.clear();
    vertices.clear();
    rings.clear();
  }
  void clear_bodies() noexcept {
    of_part.clear();
    values.clear();
    units_ = 0;
    std::fill(free_.begin(), free_.end(), none);
  }

  std::size_t shape_memory_bytes() const noexcept { return bytes_of(shapes) + bytes_of(vertices) + bytes_of(rings); }
  std::size_t body_memory_bytes() const noexcept { return bytes_of(of_part) + bytes_of(values) + bytes_of(free_); }

 private:
  static std::uint32_t units_for(std::uint32_t vertices) noexcept {
    return vertices == 0 ? 0 : Block::units(kernels::outline_groups(vertices));
  }
  T* at(std::uint32_t unit) noexcept { return values.data() + std::size_t{kernels::outline_unit} * unit; }
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
