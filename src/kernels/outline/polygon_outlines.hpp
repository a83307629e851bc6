// Outlines of polygons, laid out as those of compounds are (outline_layout.hpp): made where they are asked for.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lanes/isa.hpp"
#include "lanes/lanes.hpp"
#include "format/layout.hpp"
#include "format/outline_layout.hpp"

namespace {

using satchel::kernels::BodyRecord;
using satchel::kernels::edges_of_group;
using satchel::kernels::outline_groups;
using satchel::kernels::OutlineBlock;

/// Pairs with polygons of more vertices go by parts.
constexpr std::uint32_t most_polygon_vertices = 32;

/// Outlines of polygons, each made once as long as it is kept: the same bodies come again and again in rows of pairs.
template <class T>
class PolygonOutlines {
 public:
  static constexpr std::size_t most_values = OutlineBlock<T>::size(outline_groups(most_polygon_vertices));

  /// Forgets all, if there is no longer room for some.
  SATCHEL_INLINE void make_room() {
    if (used_ <= all_values / 2) return;
    used_ = 0;
    for (const void*& body : bodies_) body = nullptr;
  }
  /// Whether there is room for two more.
  SATCHEL_INLINE bool has_room() const { return used_ + 2 * most_values <= all_values; }

  /// That of a body, where it has been made; else null.
  SATCHEL_INLINE const T* find(const BodyRecord<T>& body) const {
    const std::size_t at = place_of(body);
    return bodies_[at] == &body ? outlines_[at] : nullptr;
  }
  /// Room for that of a body, which is kept until another takes its place in the index.
  SATCHEL_INLINE T* add(const BodyRecord<T>& body, std::size_t size) {
    T* const outline = values_ + used_;
    const std::size_t at = place_of(body);
    bodies_[at] = &body;
    outlines_[at] = outline;
    used_ += (size + unit - 1) / unit * unit;
    return outline;
  }

 private:
  static constexpr std::size_t all_values = 32 * most_values, unit = satchel::kernels::outline_unit, places = 64;
  static_assert(most_values % unit == 0);

  alignas(64) T values_[all_values];
  const T* outlines_[places];
  const void* bodies_[places] = {};  ///< whose outlines these are
  std::size_t used_ = 0;

  static SATCHEL_INLINE std::size_t place_of(const BodyRecord<T>& body) {
    return reinterpret_cast<std::uintptr_t>(&body) / sizeof(BodyRecord<T>) % places;
  }
};

/// Writes one coordinate of the boxes around eight edges, of which `count` are there, and of the box around all of
/// them: -min to boxes[0] and on and to around[0], max 16 values behind.
/// @param from  that of the edges' first vertices, and behind these the end of the last one
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE void make_sides(const T* from, std::uint32_t count, T* boxes, T* around) {
  alignas(64) static constexpr T numbers[edges_of_group] = {0, 1, 2, 3, 4, 5, 6, 7};
  const auto zero = L::splat(T(0)), nowhere = L::splat(OutlineBlock<T>::nowhere);
  const auto end = L::splat(static_cast<T>(static_cast<int>(count)));
  auto around_minus_min = nowhere, around_max = nowhere;
  for (std::size_t s = 0; s < edges_of_group; s += L::width) {
    const auto is_there = L::load(numbers + s) < end;
    const auto start = L::load(from + s), stop = L::load(from + s + 1);
    const auto minus_min = L::select(is_there, zero - L::min(start, stop), nowhere);
    const auto max = L::select(is_there, L::max(start, stop), nowhere);
    L::store(boxes + s, minus_min);
    L::store(boxes + 16 + s, max);
    around_minus_min = L::max(around_minus_min, minus_min);
    around_max = L::max(around_max, max);
  }
  around[0] = L::largest_lane(around_minus_min);
  around[16] = L::largest_lane(around_max);
}

/// Makes the outline of a polygon: in lanes, what OutlineBlock::set_vertex and finish write one by one, at half
/// the instructions, but for values that stand for nothing. Null, if the body is none, or has too many vertices.
template <class T>
[[gnu::noinline]] const T* make_outline(const BodyRecord<T>& body, const T* const* blocks,
                                        const satchel::kernels::ShapeRecord<T>* shapes, PolygonOutlines<T>& made) {
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
  const Block outline{made.add(body, Block::size(outline_groups(count))), outline_groups(count)};
  for (T* side = outline.boxes_of_groups(0); side < outline.boxes_of_edges(0); ++side) *side = Block::nowhere;
  for (std::uint32_t coordinate = 0; coordinate < 2; ++coordinate) {
    // The last vertex, all, and the first one as often as it takes to fill up an eight and end it.
    const T* const from = block + capacity * coordinate;
    T ring[1 + most_polygon_vertices + edges_of_group];
    ring[0] = from[count - 1];
    for (std::uint32_t i = 0; i < count; i += 4) __builtin_memcpy(ring + 1 + i, from + i, 4 * sizeof(T));
    for (std::uint32_t i = count; i <= edges_of_group * outline.groups; ++i) ring[1 + i] = ring[1];
    T* const whole = outline.whole() + coordinate;
    whole[0] = whole[2] = Block::nowhere;
    for (std::uint32_t group = 0; group < outline.groups; ++group) {
      const T* const its = ring + 1 + edges_of_group * group;
      T* const vertices = outline.vertices(group) + coordinate * Block::way_to_y;
      vertices[-1] = its[-1];
      for (std::size_t s = 0; s < edges_of_group; s += L::width) L::store(vertices + s, L::load(its + s));
      vertices[edges_of_group] = its[edges_of_group];
      T* const around = outline.box_of_group(group) + 8 * coordinate;
      const std::uint32_t rest = count - edges_of_group * group;
      make_sides<L>(its, rest, outline.boxes_of_edges(group) + 8 * coordinate, around);
      for (std::uint32_t k = 0; k <= 2; k += 2) whole[k] = whole[k] < around[8 * k] ? around[8 * k] : whole[k];
    }
  }
  outline.set_header(
      {count, outline.groups, static_cast<std::uint32_t>(outline.boxes_of_edges(0) - outline.values), 0});
  return outline.values;
}

}  // namespace
