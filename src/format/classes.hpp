// Classes of bodies by their number of vertices, and the blocks of memory that hold their offsets.
//
// Class k holds the bodies of up to vertices_of(k) vertices: 4, 6, 8, 16, 32, ...; points and segments have a class
// each, with blocks of two vertices. A body's block holds its offsets: `capacity` x values, then `capacity` y values,
// if possible whole cache lines. Unused slots of short bodies repeat the first vertex, so that the last edge still
// begins at the last vertex; edges of length 0 between these slots never win. Unused slots of long bodies repeat the
// ring from its first vertex on.
#pragma once

#include <cstdint>

/// Kernel helpers are always inlined: a call per packet of pairs costs more than the arithmetic of a box.
#define SATCHEL_INLINE inline __attribute__((always_inline))

/// The compiler neither inlines such a function nor copies it for constant arguments. (clang copies none.)
#if defined(__clang__)
#define SATCHEL_SINGLE __attribute__((noinline))
#else
#define SATCHEL_SINGLE __attribute__((noinline, noclone))
#endif

namespace satchel::kernels {

constexpr unsigned polygon_class_count = 17;  ///< the last holds up to 131072 vertices
constexpr unsigned lane_class_count = 4;      ///< up to 16 vertices: one pair per lane; above: one pair at a time
constexpr unsigned point_class = polygon_class_count, segment_class = polygon_class_count + 1;
constexpr unsigned class_count = polygon_class_count + 2;

/// The most vertices of a body of this class. Pentagons and hexagons have a class of their own, because they are common
/// and take less work than octagons.
constexpr std::uint32_t vertices_of(unsigned vertex_class) {
  if (vertex_class >= polygon_class_count) return vertex_class == point_class ? 1u : 2u;
  return vertex_class == 0 ? 4u : vertex_class == 1 ? 6u : 2u << vertex_class;
}
/// The class whose kernel takes the bodies of a class, for kernels that treat hexagons as octagons. Blocks of both have
/// the same layout.
constexpr unsigned shared_class(unsigned vertex_class) { return vertex_class == 1 ? 2u : vertex_class; }
constexpr bool is_long_class(unsigned vertex_class) {
  return vertex_class >= lane_class_count && vertex_class < polygon_class_count;
}

/// Whether shapes of a class have an EdgeFan.
constexpr bool has_fan(unsigned vertex_class) {
  return vertex_class + 1 >= lane_class_count && vertex_class < polygon_class_count;
}

/// The number of slots in which the ring of a long body repeats, so that 16 vertices can be read from any vertex on.
constexpr std::uint32_t ring_overlap = 32;
constexpr bool goes_on(std::uint32_t capacity) { return capacity > ring_overlap; }
/// The x values of a block.
constexpr std::uint32_t capacity_of(unsigned vertex_class) {
  if (vertex_class == point_class) return 2u;
  return vertex_class == 1 ? 8u : vertices_of(vertex_class) + (is_long_class(vertex_class) ? ring_overlap : 0u);
}
/// The run of memory that holds a class's blocks. Blocks of up to eight vertices share one run, so that a block's index
/// gives its address whatever its class is (facing_rows.hpp).
constexpr unsigned run_of(unsigned vertex_class) { return vertex_class < 3 ? 0u : vertex_class; }
/// The number of blocks of a class in one unit of its run.
constexpr std::uint32_t blocks_of_unit(unsigned vertex_class) { return vertex_class == 0 ? 2u : 1u; }
/// The number of readable values behind a run. Kernels read a block of four vertices as one of eight, and eight values
/// from any vertex of a block of sixteen.
constexpr std::uint32_t room_behind(unsigned run) { return run == 0 || run == 3 ? 8u : 0u; }
/// The number of values of a block of a lane class, as a power of two.
constexpr int block_shift(unsigned vertex_class) {
  if (vertex_class >= polygon_class_count) return 2;
  return vertex_class == 0 ? 3 : vertex_class == 1 ? 4 : static_cast<int>(vertex_class) + 2;
}

/// The code for a body's size in Place: the number of vertices up to eight, so that no kernel searches for the end of
/// the ring; the class of larger bodies. A centred box with a radius has a code of its own.
constexpr unsigned small_sizes = 6;  ///< 3 to 8 vertices
constexpr unsigned rounded_box_size = 29;
constexpr unsigned size_of(unsigned vertex_class, std::uint32_t vertices) {
  return vertex_class < small_sizes / 2 ? vertices - 3 : vertex_class + small_sizes / 2;
}
constexpr unsigned class_of_size(unsigned size) {
  return size == rounded_box_size ? 0 : size < small_sizes ? size / 2 : size - small_sizes / 2;
}

/// The size of compounds, which have no block of their own: see scene/compounds/compounds.hpp.
constexpr unsigned compound_size = 30;
constexpr unsigned compound_class = class_of_size(compound_size);

// The numbers that comments repeat, here and in the kernels.
static_assert(vertices_of(0) == 4 && vertices_of(1) == 6 && vertices_of(2) == 8 && vertices_of(3) == 16);
static_assert(vertices_of(lane_class_count - 1) == 16 && vertices_of(polygon_class_count - 1) == 131072);
static_assert(size_of(0, 3) == 0 && size_of(2, vertices_of(2)) == small_sizes - 1);
static_assert(size_of(class_count - 1, 2) < rounded_box_size && rounded_box_size < compound_size);
static_assert([] {
  for (unsigned k = 0; k < class_count; ++k) {
    const bool has_shift = k < lane_class_count || k >= polygon_class_count;
    if (has_shift && 2 * capacity_of(k) != 1u << block_shift(k)) return false;
    if (run_of(k) == 0 && blocks_of_unit(k) * capacity_of(k) != 8) return false;  // a unit is 16 values
  }
  return true;
}());

}  // namespace satchel::kernels
