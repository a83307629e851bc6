// Polygons in the layout of outlines (outline_layout.hpp), made on demand for pairs of a polygon and an outline.
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/layout.hpp"
#include "format/outline_layout.hpp"
#include "kernels/outline/edge_sides.hpp"
#include "lanes/isa.hpp"
#include "lanes/lanes.hpp"

namespace {

using satchel::kernels::BodyRecord;
using satchel::kernels::edges_of_group;
using satchel::kernels::outline_groups;
using satchel::kernels::OutlineBlock;

/// Pairs with a polygon of more vertices are left open: src/exact decides them.
constexpr std::uint32_t most_polygon_vertices = 32;

/// A direct-mapped cache of polygons' outlines, because a body often recurs in successive pairs.
template <class T>
class PolygonOutlines {
 public:
  static constexpr std::size_t most_values =
      satchel::kernels::outline_unit * OutlineBlock<T>::units(outline_groups(most_polygon_vertices));

  /// Empties the cache if more than half of its memory is used.
  SATCHEL_INLINE void make_room() {
    if (used_ <= all_values / 2) return;
    used_ = 0;
    for (const void*& body : bodies_) body = nullptr;
  }
  /// Whether two more outlines fit: a pair needs up to two.
  SATCHEL_INLINE bool has_room() const { return used_ + 2 * most_values <= all_values; }

  /// The outline of a body if it is in the cache, else null.
  SATCHEL_INLINE const T* find(const BodyRecord<T>& body) const {
    const std::size_t slot = slot_of(body);
    return bodies_[slot] == &body ? outlines_[slot] : nullptr;
  }
  /// Memory for the outline of a body, `size` values. `find` returns it until another body takes its slot; the memory
  /// stays valid until `make_room` empties the cache.
  SATCHEL_INLINE T* add(const BodyRecord<T>& body, std::size_t size) {
    T* const outline = values_ + used_;
    const std::size_t slot = slot_of(body);
    bodies_[slot] = &body;
    outlines_[slot] = outline;
    used_ += (size + unit - 1) / unit * unit;
    return outline;
  }

 private:
  static constexpr std::size_t all_values = 32 * most_values, unit = satchel::kernels::outline_unit, slots = 64;
  static_assert(most_values % unit == 0);

  alignas(64) T values_[all_values];
  const T* outlines_[slots];
  const void* bodies_[slots] = {};  ///< the body of each outline, or null
  std::size_t used_ = 0;

  static SATCHEL_INLINE std::size_t slot_of(const BodyRecord<T>& body) {
    return reinterpret_cast<std::uintptr_t>(&body) / sizeof(BodyRecord<T>) % slots;
  }
};

/// Writes one coordinate of the box around eight edges.
/// @param from    the coordinate of the nine vertices of the eight edges
/// @param around  takes -min, and max 16 behind
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE void make_sides(const T* from, T* around) {
  EdgeSides<L> all = EdgeSides<L>::nowhere();
  for (std::uint32_t s = 0; s < edges_of_group; s += L::width) all.include({L::load(from + s), L::load(from + s + 1)});
  around[0] = L::largest_lane(all.minus_min);
  around[16] = L::largest_lane(all.max);
}

/// Makes the outline of a polygon, without the values that nothing reads.
/// @return  null if the body is not a plain polygon or has more than most_polygon_vertices
template <class T>
[[gnu::noinline]] const T* make_outline(const BodyRecord<T>& body, const T* const* blocks,
                                        const satchel::kernels::ShapeRecord<T>* shapes, PolygonOutlines<T>& cache) {
  using namespace satchel::kernels;
  using L = Isa::EightLanes<T>;
  using Block = OutlineBlock<T>;
  const Place place = body.place;
  if (place.vertex_class() >= polygon_class_count) return nullptr;
  if (place.variety() != Variety::plain && place.variety() != Variety::centred) return nullptr;
  const std::uint32_t count = vertex_count_of(body, shapes);
  if (count > most_polygon_vertices) return nullptr;
  const std::uint32_t capacity = capacity_of(place.vertex_class());
  const T* const block = blocks[place.vertex_class()] + std::size_t{2} * capacity * place.block();
  const Block outline{cache.add(body, Block::size(outline_groups(count))), outline_groups(count)};
  for (T* side = outline.boxes_of_groups(0); side < outline.group_at(0); ++side) *side = Block::nowhere;
  for (std::uint32_t coordinate = 0; coordinate < 2; ++coordinate) {
    // The ring: the last vertex, all vertices, then the first one until the last group is full and has its end.
    const T* const from = block + capacity * coordinate;
    T ring[1 + most_polygon_vertices + edges_of_group];
    ring[0] = from[count - 1];
    for (std::uint32_t i = 0; i < count; i += 4) __builtin_memcpy(ring + 1 + i, from + i, 4 * sizeof(T));
    for (std::uint32_t i = count; i <= edges_of_group * outline.groups; ++i) ring[1 + i] = ring[1];
    T* const whole = outline.whole() + coordinate;
    whole[0] = whole[2] = Block::nowhere;
    for (std::uint32_t group = 0; group < outline.groups; ++group) {
      const T* const start = ring + 1 + edges_of_group * group;
      T* const vertices = outline.vertices(group) + coordinate * Block::y_stride;
      vertices[-1] = start[-1];
      for (std::size_t s = 0; s < edges_of_group; s += L::width) L::store(vertices + s, L::load(start + s));
      vertices[edges_of_group] = start[edges_of_group];
      T* const around = outline.box_of_group(group) + 8 * coordinate;
      make_sides<L>(start, around);
      for (std::uint32_t k = 0; k <= 2; k += 2) whole[k] = whole[k] < around[8 * k] ? around[8 * k] : whole[k];
    }
  }
  if constexpr (Block::has_edge_boxes) {
    for (std::uint32_t group = 0; group < outline.groups; ++group) {
      find_edge_boxes<L>(outline.vertices(group), outline.group_at(group));
    }
  }
  outline.set_count(count);
  return outline.values;
}

}  // namespace
