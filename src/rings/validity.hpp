// Decides exactly whether the rings of a geometry bound a region, and which rings are shells.
//
//   clean        drops closing and repeated points; finds rings of too few points, rings without area, and spikes
//   meetings     finds pairs of edges that meet as they must not
//   nesting      finds the ring around each ring; tells shells from holes, and finds rings that are out of place
//   stays_simple follows from the margins by which the pairs of edges were found apart
//
// A geometry is valid if
//   - each ring is simple: its edges meet in the vertices that they share, nowhere else;
//   - rings do not cross or overlap; they may touch in any number of points (OGC allows a hole one such point with each
//     other ring of its polygon, here it may have more);
//   - each polygon has one ring that holds its other rings, the shell; these are its holes, and none holds another;
//   - the shell of a polygon lies in no other polygon's interior; it may lie in a hole.
// Collinear points, polygons without rings and rings without points are no faults; neither are winding and order of
// rings.
//
// Which fault is reported depends on the input alone: the first ring of too few points after cleaning; else the first ring
// without area or with a spike; else of the edges that meet as they must not, those whose later edge comes first, and of these
// those whose earlier edge does; else, of nesting, hole_outside and several_shells before nested_shells before
// hole_in_hole, and of these the one whose ring `other` comes first.
//
// Cost, for n vertices and R rings, in memory that is used again:
//   a ring that winds once around the mean of its vertices, as convex rings do: O(n)
//   up to 64 edges: n^2 / 2 tests of boxes in bytes, sixteen at a time
//   more: a tree of boxes, O(n log n) where few boxes of edges meet. If more than 32 an edge are looked at, as where
//     long edges are dense (zigzags, combs), a sweep instead: O((n + t) log n), t pairs of edges that touch or leave
//     one point. If there is a fault, the sweep is repeated up to log n times to find the first one; if there is none, up
//     to 256 an edge are looked at for stays_simple, which is false where that is not enough
//   nesting: for each ring a ray through the same tree to the first edge on its left: O(log n) usually, O(n) at worst
// Memory: 16 bytes a vertex, 22 more for the tree, 56 more for the sweep.
//
// The arithmetic needs parallel/fp_environment.hpp around it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace satchel::rings {

/// A set of polygons, each a set of rings, as files have them. Coordinates are finite and in the range of T
/// (kernels::Range); nothing here checks that.
template <class T>
struct Geometry {
  const T* points;                   ///< x and y of each point by turns
  const std::uint32_t* ring_starts;  ///< index of the first point of each ring; one more entry ends the last ring
  /// The number of the first ring of each polygon, in `ring_starts`; one more entry ends the last polygon.
  const std::uint32_t* polygon_starts;
  std::size_t polygons;

  std::size_t rings() const { return polygon_starts[polygons] - polygon_starts[0]; }
};

enum class FaultKind : std::uint8_t {
  none,
  too_few_points,     ///< a ring has fewer than three distinct points
  no_area,            ///< all points of a ring lie on one line
  spike,              ///< `other` turns back on `edge`, the edge before it
  edges_cross,        ///< two edges cross between their ends
  boundaries_cross,   ///< boundaries pass through each other where a vertex lies on an edge or on a vertex
  shared_edge,        ///< two edges overlap along a length
  hole_equals_shell,  ///< the same, and the two rings of one polygon are one curve
  self_touch,      ///< a ring touches itself in a point. ESRI's inverted shells do: their inner loop should be a hole
  hole_outside,    ///< ring `other` of a polygon lies outside of ring `edge`, and runs the other way round
  several_shells,  ///< the same, but both run the same way round
  hole_in_hole,    ///< hole `other` lies in hole `edge` of its polygon
  nested_shells,   ///< shell `other` lies in the interior of the polygon with shell `edge`
};

/// An edge of the input: ring `ring` of the geometry (counted from 0, over all its polygons), from point `from` to
/// point `to` of this ring (counted from 0); both differ.
struct InputEdge {
  std::uint32_t ring = 0, from = 0, to = 0;
  friend bool operator==(const InputEdge&, const InputEdge&) = default;
};

/// `edge` comes before `other`, unless the kind's comment says otherwise. Kinds that concern a single ring name its
/// first edge, or its first point twice, in both; kinds of nesting name an edge of the outer ring as `edge`.
struct Fault {
  FaultKind kind = FaultKind::none;
  InputEdge edge, other;
  double x = 0, y = 0;  ///< a point of the fault, rounded
};

/// A ring without its closing point and consecutive repeated points.
struct CleanRing {
  std::uint32_t first, count;  ///< its vertices in `Validity::x` and `y`; none for an empty ring
  bool is_hole;
  bool is_clockwise;  ///< as given. The interior of the geometry is to its left if is_hole == is_clockwise
};

/// How meetings are searched for. The tests choose; the answers are the same, but for `stays_simple`.
enum class Search : std::uint8_t {
  as_fits,
  few,  ///< all pairs, of up to 64 vertices and rings
  tree,
  sweep,  ///< stays_simple is false
};

/// The memory of one thread, used again from geometry to geometry.
class Validity {
 public:
  explicit Validity(Search search = Search::as_fits);
  ~Validity();
  Validity(Validity&&) noexcept;
  Validity& operator=(Validity&&) noexcept;

  /// Checks a geometry of up to 2^32 - 2 points. Throws std::bad_alloc.
  template <class T>
  Fault check(const Geometry<T>& geometry);

  /// As `check`; what is not valid because edges overlap along a length, a ring touches itself, boundaries pass through
  /// each other at a vertex, or rings lie in each other, becomes valid: the rings are replaced by some that bound the
  /// region of the points that an odd number of them holds. Their vertices are given ones. Faults that are left:
  /// too_few_points, no_area, spike, edges_cross. If all edges cancel no ring is left.
  ///
  /// Where rings are replaced, the search for vertices on edges is that of a tree of boxes: O((n + m) log n), m: the
  /// pairs of edges whose boxes meet.
  template <class T>
  Fault check_even_odd(const Geometry<T>& geometry);

  /// Instead of `check`, for a geometry that is known to be valid: cleans it; the shell of a polygon is the ring of the
  /// largest area as doubles have it. Rings of fewer than three points after cleaning are refused all the same. O(n).
  template <class T>
  Fault trust(const Geometry<T>& geometry);

  /// Of the last geometry, if it had no fault: a ring for each ring of the input, or those that replace them, and the
  /// vertices, ring after ring, each followed by a copy of its first vertex.
  std::span<const CleanRing> rings() const;
  /// The polygon of each ring: rings of one number are a shell and its holes.
  std::span<const std::uint32_t> polygon_of() const;
  std::span<const double> x() const;
  std::span<const double> y() const;
  /// Whether its boundaries stay as they are, without new meetings, however the geometry is rotated about the origin of
  /// coordinates in arithmetic of T (kernels/scene/place.hpp). True only if each pair of edges is farther apart than
  /// rounding can move them; false does not mean that some rotation makes edges meet. Never true after `trust`.
  bool stays_simple() const;
  /// Whether two rings touch; after `trust` true for more than one ring.
  bool rings_touch() const;

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace satchel::rings
