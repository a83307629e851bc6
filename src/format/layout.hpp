// The records of bodies and shapes that scenes write and kernels read. classes.hpp describes the blocks of their
// offsets, jobs.hpp the inputs of kernels.
#pragma once

#include <cstddef>
#include <cstdint>

#include <satchel/pose.hpp>
#include <satchel/results.hpp>
#include <satchel/types.hpp>

#include "format/box_layout.hpp"
#include "format/classes.hpp"
#include "format/part_layout.hpp"
#include "format/support_map.hpp"

namespace satchel::kernels {

/// The numbers a scene takes. Within them no predicate of degree four overflows or underflows in double.
template <class T>
struct Range {
  static constexpr double largest = sizeof(T) == sizeof(float) ? 0x1p60 : 0x1p200;
  static constexpr double smallest = 0x1p-200;  // for floats every nonzero number is larger
};

/// How far cos^2 + sin^2 of a pose may be off 1. So a body is its shape, rotated and multiplied by rho = sqrt(cos^2 +
/// sin^2), which lies within 1 +- 5.1e-7. The transposed rotation takes a direction of the world to the shape's frame
/// and changes only its length. A distance in the shape's frame, times rho, is the distance in the world.
constexpr double largest_norm_error = 1e-6;

/// Which kernel takes a body: one of the lane classes (polygons without radius), or one of these.
enum Kind : std::uint8_t {
  box_kind = lane_class_count,  ///< centred boxes; own kernel against each other, else as their class
  long_kind,                    ///< more than 16 vertices
  circle_kind,                  ///< circles centred on their origins; own kernel against each other, else as points
  rounded_box_kind,             ///< centred boxes with a radius; own kernel against boxes, else as their class
  point_kind,                   ///< other cores of one vertex, with any radius
  segment_kind,                 ///< cores of two vertices
  rounded_kind,                 ///< polygons with a radius: this kind and the following ones, by lane class
  long_rounded_kind = rounded_kind + lane_class_count,  ///< of more than 16 vertices
  exact_kind,                                           ///< `exact_only`
  compound_kind,                                        ///< several parts, each a body to the kernels
  kind_count
};

/// The property of a body that selects its kernels.
enum class Variety : std::uint8_t {
  plain,
  /// Symmetric about its origin to the last bit, also when rotated: four vertices, v2 = -v0 and v3 = -v1, without a
  /// radius; or one vertex, the origin, with any radius.
  centred,
  rounded,  ///< not centred, and with a radius above 0 or a core of one or two vertices
  /// The kernels' error bound does not hold, because an edge is too short for float or rounding made the body
  /// non-convex. src/exact takes it, whatever its other properties are.
  exact_only
};

/// The block that holds a body's vertices: size_of in bits 0-4, variety in bits 5-6, block index in bits 7-31.
struct Place {
  std::uint32_t bits;

  static constexpr unsigned block_bit = 7;
  static constexpr std::uint32_t max_blocks = (1u << 25) - 1;  // the last one would look like `removed`

  static constexpr Place of(unsigned size, std::uint32_t block, Variety variety) {
    return {size | (static_cast<std::uint32_t>(variety) << 5) | (block << block_bit)};
  }
  static constexpr Place of_compound(std::uint32_t index) { return of(compound_size, index, Variety::plain); }
  /// A body that is an outline; `unit` is where its block begins (outline_layout.hpp).
  static constexpr Place of_outline(std::uint32_t unit) { return of(compound_size, unit, Variety::centred); }
  /// This place with another block.
  constexpr Place at(std::uint32_t other_block) const { return of(size(), other_block, variety()); }
  /// This place with another variety.
  constexpr Place as(Variety other_variety) const { return of(size(), block(), other_variety); }
  static constexpr Place removed() { return {~0u}; }

  constexpr bool is_removed() const { return bits == ~0u; }
  constexpr unsigned size() const { return bits & 31u; }
  constexpr unsigned vertex_class() const { return class_of_size(size()); }
  /// A compound or an outline.
  constexpr bool is_compound() const { return size() == compound_size; }
  constexpr bool is_outline() const { return is_compound() && variety() == Variety::centred; }
  /// A polygon of up to eight vertices, with or without a radius.
  constexpr bool is_small() const { return size() < small_sizes || size() == rounded_box_size; }
  constexpr unsigned small_size() const { return size() == rounded_box_size ? 1u : size(); }  ///< their number, less 3
  constexpr Variety variety() const { return static_cast<Variety>((bits >> 5) & 3u); }
  constexpr bool exact_only() const { return variety() == Variety::exact_only; }
  constexpr std::uint32_t block() const { return bits >> block_bit; }

  constexpr std::uint8_t kind() const {
    if (is_compound()) return compound_kind;
    switch (variety()) {
      case Variety::exact_only:
        return exact_kind;
      case Variety::centred:
        return vertex_class() == point_class ? circle_kind : box_kind;
      case Variety::rounded:
        if (vertex_class() == point_class) return point_kind;
        if (vertex_class() == segment_class) return segment_kind;
        if (size() == rounded_box_size) return rounded_box_kind;
        return static_cast<std::uint8_t>(rounded_kind +
                                         (vertex_class() < lane_class_count ? vertex_class() : lane_class_count));
      case Variety::plain:
        break;
    }
    return static_cast<std::uint8_t>(vertex_class() < lane_class_count ? vertex_class() : unsigned{long_kind});
  }
};
static_assert(Place::max_blocks == (1u << (32 - Place::block_bit)) - 1);
static_assert(compound_size < 31 && static_cast<unsigned>(Variety::exact_only) < 4, "5 bits, not all set; 2 bits");

/// What a kernel reads of a body: half a cache line of floats, a whole one of doubles. Neither lies in two lines, so
/// that a body in memory is one access and one prefetch away.
template <class T>
struct alignas(8 * sizeof(T)) BodyRecord {
  double x, y;  ///< origin
  T reach;      ///< no point of the body is farther from the origin (2-norm)
  /// Above 0: the radius around the core. Otherwise the body has no radius. Below 0: the disc with the negated radius
  /// around the origin lies in the body, which is compact (ShapeRecord::signed_radius). 0: no such disc is known.
  T signed_radius;
  Place place;
  /// SupportMap of up to 8 vertices; number of parts of compounds; first part of outlines; else the shape.
  std::uint32_t map_or_shape;

  constexpr T radius() const { return signed_radius > 0 ? signed_radius : T(0); }
};
static_assert(sizeof(BodyRecord<float>) == 32 && sizeof(BodyRecord<double>) == 64);

/// What placing reads of a shape.
template <class T>
struct ShapeRecord {
  std::uint32_t count;  ///< vertices
  Place place;          ///< block of the local vertices; its variety is that of the bodies, as far as shapes tell
  T reach;              ///< BodyRecord::reach of its bodies
  T inner;              ///< the disc of this radius around the origin lies in its bodies; -infinity: there is none
  T radius;             ///< around the core
  bool always_convex;   ///< stays strictly convex under every rotation; a compound: all of its parts do
  SupportMaps maps;     ///< of polygons of up to eight vertices
  std::size_t fan;      ///< where its edge fan begins, if its class has them

  /// BodyRecord::signed_radius of its bodies. Compact: facing.hpp needs a disc of at least 2^-6 of the reach.
  constexpr T signed_radius() const { return radius > 0 ? radius : inner >= T(0x1p-6) * reach ? -inner : T(0); }
};

/// The vertices of a body that is no compound.
template <class T>
constexpr std::uint32_t vertex_count_of(const BodyRecord<T>& body, const ShapeRecord<T>* shapes) {
  return body.place.is_small() ? body.place.small_size() + 3 : shapes[body.map_or_shape].count;
}

/// Precomputed data of the edges of a shape of class 3 or more, in its own frame: runs of `capacity` values, one per
/// vertex. Queries use it instead of testing every edge against every vertex (collide_long.hpp).
/// The offsets of a body's edges are rho times these (largest_norm_error).
template <class T>
struct EdgeFan {
  T* values;
  std::uint32_t capacity;

  static constexpr std::uint32_t runs = 5;

  /// Outward unit normal of edge i, which leads from vertex i to the next.
  T* normal_x() const { return values; }
  T* normal_y() const { return values + capacity; }
  /// Edge i lies on normal . v = offset; past the last edge: out of reach.
  T* offset() const { return values + 2 * capacity; }
  /// How far the distance of a point from the placed edge may be off: see collide_long.hpp.
  T* slack() const { return values + 3 * capacity; }
  /// Entry k: the vertex farthest in the k-th of `capacity` directions, as a number. Directions are numbered by the
  /// path length along the square |x| + |y| = 1, counter-clockwise from (1, 0).
  T* support() const { return values + 4 * capacity; }
};

/// Shapes of more edges have a fan too, but queries that keep a number for each edge leave them to src/exact.
constexpr std::size_t most_fan_edges = 4096;

/// The extent of a body's offsets, without the radius; exact, since offsets are T. The lower bounds are kept negated,
/// so that all four are largest values.
template <class T>
struct OffsetBox {
  T minus_min_x, minus_min_y, max_x, max_y;
};

}  // namespace satchel::kernels
