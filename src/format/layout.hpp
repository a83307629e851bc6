// The plain structs that scenes, queries and kernels share: pointers and counts, nothing that owns memory.
//
// A *class* k holds the bodies of up to vertices_of(k) vertices: 4, 6, 8, 16, 32, ..., and one class for points and one
// for segments, in blocks of two. A body's offsets stand in a block of its class: `capacity` x values, then `capacity`
// y values, whole cache lines where that can be. Unused slots of short bodies repeat the first vertex, so that the last
// edge still begins at the last vertex; the zero-length edges this makes never win. Those of long bodies repeat the
// ring from its first vertex on.
#pragma once

#include <cstddef>
#include <cstdint>

#include <satchel/pose.hpp>
#include <satchel/results.hpp>
#include <satchel/types.hpp>

#include "format/box_layout.hpp"
#include "format/part_layout.hpp"
#include "format/support_map.hpp"

/// Kernel helpers are always inlined: a call per bundle of pairs costs more than the arithmetic of a box.
#define SATCHEL_INLINE inline __attribute__((always_inline))

namespace satchel::kernels {

constexpr unsigned polygon_class_count = 17;  ///< the last holds up to 131072 vertices
constexpr unsigned lane_class_count = 4;      ///< up to 16 vertices: one pair per lane; above: one pair at a time
constexpr unsigned point_class = polygon_class_count, segment_class = polygon_class_count + 1;
constexpr unsigned class_count = polygon_class_count + 2;

/// The most vertices of a body of this class. 6 is worth a class of its own: pentagons and hexagons are common, and
/// cost two thirds of octagons.
constexpr std::uint32_t vertices_of(unsigned vertex_class) {
  if (vertex_class >= polygon_class_count) return vertex_class == point_class ? 1u : 2u;
  return vertex_class == 0 ? 4u : vertex_class == 1 ? 6u : 2u << vertex_class;
}
constexpr bool is_long_class(unsigned vertex_class) {
  return vertex_class >= lane_class_count && vertex_class < polygon_class_count;
}

/// Whether shapes of a class have an EdgeFan.
constexpr bool has_fan(unsigned vertex_class) {
  return vertex_class + 1 >= lane_class_count && vertex_class < polygon_class_count;
}

/// The ring of a long body goes on for so many slots, that 16 vertices can be read from any one without a break.
constexpr std::uint32_t ring_overlap = 32;
constexpr bool goes_on(std::uint32_t capacity) { return capacity > ring_overlap; }
/// The x values of a block.
constexpr std::uint32_t capacity_of(unsigned vertex_class) {
  if (vertex_class == point_class) return 2u;
  return vertex_class == 1 ? 8u : vertices_of(vertex_class) + (is_long_class(vertex_class) ? ring_overlap : 0u);
}
/// Which run of memory blocks stand in: those of up to eight vertices share one, so that one number says where a block
/// begins, whatever its class (facing_rows.hpp).
constexpr unsigned run_of(unsigned vertex_class) { return vertex_class < 3 ? 0u : vertex_class; }
/// The blocks of a class that one unit of its run holds.
constexpr std::uint32_t blocks_of_unit(unsigned vertex_class) { return vertex_class == 0 ? 2u : 1u; }
/// The values behind a run that may be read: a block of four vertices is read as one of eight, and eight values from
/// any vertex on in one of sixteen.
constexpr std::uint32_t room_behind(unsigned run) { return run == 0 || run == 3 ? 8u : 0u; }
/// The values of a block of a lane class, as a power of two.
constexpr unsigned block_shift(unsigned vertex_class) {
  if (vertex_class >= polygon_class_count) return 2u;
  return vertex_class == 0 ? 3u : vertex_class == 1 ? 4u : vertex_class + 2u;
}

/// What places say of a body's size: of up to eight vertices their number, so that no kernel has to look for the end of
/// the ring; of others their class. A centred box with a radius has a size of its own.
constexpr unsigned small_sizes = 6;  ///< 3 to 8 vertices
constexpr unsigned rounded_box_size = 29;
constexpr unsigned size_of(unsigned vertex_class, std::uint32_t vertices) {
  return vertex_class < small_sizes / 2 ? vertices - 3 : vertex_class + small_sizes / 2;
}
constexpr unsigned class_of_size(unsigned size) {
  return size == rounded_box_size ? 0 : size < small_sizes ? size / 2 : size - small_sizes / 2;
}

/// The size of compounds, which have no block of their own: see scene/compounds.hpp.
constexpr unsigned compound_size = 30;
constexpr unsigned compound_class = class_of_size(compound_size);

/// The numbers a scene takes. Within them no predicate of degree four overflows or underflows in double.
template <class T>
struct Range {
  static constexpr double largest = sizeof(T) == sizeof(float) ? 0x1p60 : 0x1p200;
  static constexpr double smallest = 0x1p-200;  // for floats every nonzero number is larger
};

/// How far cos^2 + sin^2 of a pose may be off 1. So a body is its shape, turned and multiplied by rho = sqrt(cos^2 +
/// sin^2), which lies within 1 +- 5.1e-7. The transposed rotation takes a direction of the world to the shape's frame
/// and changes only its length. A distance in the shape's frame, times rho, is the distance in the world.
constexpr double largest_norm_error = 1e-6;

/// Which kernel takes a body: one of the lane classes (polygons without radius), or one of these.
enum Kind : std::uint8_t {
  box_kind = lane_class_count,  ///< centred boxes; a kernel of their own against each other, else as their class
  long_kind,                    ///< more than 16 vertices
  circle_kind,                  ///< circles around their own origins; a kernel of their own, else as points
  rounded_box_kind,  ///< centred boxes with a radius; a kernel of their own against boxes, else as their class
  point_kind,        ///< other cores of one vertex, with any radius
  segment_kind,      ///< cores of two
  rounded_kind,      ///< polygons with a radius: this and the next ones, by lane class
  long_rounded_kind = rounded_kind + lane_class_count,  ///< of more than 16 vertices
  exact_kind,                                           ///< `exact_only`
  compound_kind,                                        ///< several parts, each a body to the kernels
  kind_count
};

/// What is special about a body, as far as kernels care.
enum class Variety : std::uint8_t {
  plain,
  /// Its own reflection in its origin, to the last bit, as rotated too: four vertices of which the third is the first
  /// negated and the fourth the second, without a radius; or one vertex, the origin, with any radius.
  centred,
  rounded,  ///< else: a radius above 0, or a core of one or two vertices
  /// The kernels' error bound does not hold: edges too short for float, or rounding made it non-convex. Goes to
  /// src/exact, whatever else it is.
  exact_only
};

/// Which block holds the vertices: size_of in bits 0-4, variety in bits 5-6, block index in bits 7-31.
struct Place {
  std::uint32_t bits;

  static constexpr unsigned block_bit = 7;
  static constexpr std::uint32_t max_blocks = (1u << 25) - 1;  // the last one would look like `removed`

  static constexpr Place of(unsigned size, std::uint32_t block, Variety variety) {
    return {size | (static_cast<std::uint32_t>(variety) << 5) | (block << block_bit)};
  }
  static constexpr Place of_compound(std::uint32_t index) { return {compound_size | (index << block_bit)}; }
  /// The same of another block.
  constexpr Place at(std::uint32_t its_block) const { return of(size(), its_block, variety()); }
  /// The same block as of this variety.
  constexpr Place as(Variety its_variety) const { return of(size(), block(), its_variety); }
  static constexpr Place removed() { return {~0u}; }

  constexpr bool is_removed() const { return bits == ~0u; }
  constexpr unsigned size() const { return bits & 31u; }
  constexpr unsigned vertex_class() const { return class_of_size(size()); }
  constexpr bool is_compound() const { return size() == compound_size; }
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

/// What a kernel reads of a body: half a cache line of floats, a whole one of doubles. Neither lies in two lines, so that
/// a body in memory is one access and one prefetch away.
template <class T>
struct alignas(8 * sizeof(T)) BodyRecord {
  double x, y;  ///< origin
  T reach;      ///< no point of the body is farther from the origin (2-norm)
  /// Above 0: the radius around the core. Else there is none; below 0: the disc of this radius around the origin lies
  /// in the body, which is compact (ShapeRecord::signed_radius); 0: that is not known.
  T signed_radius;
  Place place;
  std::uint32_t map_or_shape;  ///< of polygons of up to eight vertices their SupportMap, of others their shape

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
  bool always_convex;   ///< stays strictly convex under every rotation
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

/// What is known beforehand of the edges of a shape of class 3 or more, in its own frame: runs of `capacity` values
/// each, one a vertex. For queries that would else have to look at every edge from every vertex (collide_long.hpp).
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
  /// Entry k: the vertex farthest in the k-th of `capacity` directions, as a number. Directions are numbered by the way
  /// round the square |x| + |y| = 1 from (1, 0) on, counter-clockwise.
  T* support() const { return values + 4 * capacity; }
};

/// Shapes of more edges have a fan too, but queries that keep a number for each edge leave them to src/exact.
constexpr std::size_t most_fan_edges = 4096;

struct Rotation {
  double cos, sin;
};

/// The extent of a body's offsets, without the radius; exact, since offsets are T. The lower bounds are kept negated,
/// so that all four are largest values.
template <class T>
struct OffsetBox {
  T minus_min_x, minus_min_y, max_x, max_y;
};

/// What some contact kernels find by the way: distances, of pairs whose nearest features they have in lanes anyhow.
template <class T>
struct DistancesToo {
  const BasicContact<T>* contacts;  ///< of the whole call; those of one job are some of them
  BasicDistance<T>* distances;      ///< as many
  std::uint8_t* found;              ///< as many: 1 where the distance has been found; else it is unspecified
};

/// Pairs of one class pair, for the contact and verdict kernels.
template <class T>
struct PairJob {
  const BodyRecord<T>* bodies_a;  ///< of the scene of `a`; `bodies_b` is the same for one scene
  const BodyRecord<T>* bodies_b;
  const std::uint8_t* kinds_a;  ///< Place::kind of each body
  const std::uint8_t* kinds_b;
  const T* inner_a;  ///< ShapeRecord::inner of each body; null: not known of these, or not to be asked for
  const T* inner_b;
  const T* blocks_a[class_count];  ///< first block of each class
  const T* blocks_b[class_count];
  const ShapeRecord<T>* shapes_a;
  const ShapeRecord<T>* shapes_b;
  const T* fans_a;  ///< edge fans of long shapes
  const T* fans_b;
  const Rotation* rotations_a;
  const Rotation* rotations_b;
  const T* first_a;  ///< first block of the one class at hand, for the kernels that several classes share
  const T* first_b;
  bool some_turned;  ///< one scene, and some pair has b < a: the lower index is evaluated first
  bool uniform;      ///< one scene of polygons of one lane class, all: bodies need not be asked for theirs
  bool prefetch;     ///< the scenes lie outside the second-level cache: ask for lines ahead of their use

  const Pair* pairs;           ///< `count` pairs
  const std::uint32_t* slots;  ///< result of pairs[i] goes to results[slots[i]]; null: to results[i]
  std::size_t count;
  std::uint32_t* uncertain;  ///< out: positions i whose verdict is not certified; room for `count`
  T straightest;             ///< no corner of either scene's shapes is less far from the chord of its neighbours
  std::size_t* in_doubles;   ///< out: counted up by the pairs that doubles decided; null: nobody counts
  const T* enough;           ///< of long bodies: any separation certainly beyond enough[i] will do; null: none will
  const DistancesToo<T>* distances_too;  ///< for DistanceKernels::facing and ::boxes
};

/// Bodies to be placed.
template <class T>
struct PlaceJob {
  BodyRecord<T>* bodies;
  const ShapeId* body_shapes;
  OffsetBox<T>* boxes;
  Rotation* rotations;
  const ShapeRecord<T>* shapes;
  T* blocks[class_count];
  const T* shape_blocks[class_count];

  const Pose* poses;      ///< `count` poses
  const BodyId* indices;  ///< poses[i] is that of body indices[i]; null: of body first + i
  std::size_t first;
  std::size_t count;
};

/// Positions of pairs that a kernel could not prove and leaves to another one.
struct Unproved {
  std::uint32_t* positions;
  std::size_t count;
};

/// The most contacts that one call goes on from: 64 KB of them, for they lie on the stack. (4,096 of floats
/// cost 4 % less a pair than 2,048: fewer lanes stay empty at the end of each run of one class.)
template <class T>
constexpr std::size_t most_contacts = (std::size_t{1} << 16) / sizeof(BasicContact<T>);

/// Pairs on the move.
template <class T>
struct SweepJob {
  PairJob<T> pairs;
  const Motion* motions_a;
  const Motion* motions_b;
};

/// What one pass over a list of pairs tells.
struct PairSurvey {
  Pair largest;      ///< largest a, largest b
  bool some_turned;  ///< some pair has b < a
};

}  // namespace satchel::kernels
