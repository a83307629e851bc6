// What `BasicScene::add_outlines` takes: many polygons, concave and with holes, as rings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <satchel/options.hpp>
#include <satchel/types.hpp>

namespace satchel {

/// Many geometries as arrays, as `shapely.to_ragged_array` gives them. A geometry is a set of polygons, a polygon a set of
/// rings: its outer boundary and its holes, in any order.
///
/// Each list of starts has one more element than there are items; the first is 0, none is smaller than the one before, and
/// the last is the number of elements of the list below it. Only read.
template <class T>
struct BasicOutlines {
  std::span<const BasicVec2<T>>
      vertices;  ///< of ring after ring. A ring may repeat its first point at its end, and points
  std::span<const std::uint32_t> ring_starts;     ///< in `vertices`
  std::span<const std::uint32_t> polygon_starts;  ///< in the rings; empty: each ring is a polygon
  std::span<const std::uint32_t> outline_starts;  ///< in the polygons; empty: each polygon is an outline
};
using Outlines = BasicOutlines<float>;
using Outlinesd = BasicOutlines<double>;

/// Why rings bound no region. Two edges are named: (ring, point it begins at, point it leads to), counted within the geometry.
enum class OutlineFault : std::uint8_t {
  none,
  too_few_points,     ///< a ring of fewer than three different points
  no_area,            ///< a ring whose points lie on one line
  spike,              ///< the second edge turns back on the first
  edges_cross,        ///< two edges cross
  boundaries_cross,   ///< two boundaries cross at a vertex
  shared_edge,        ///< two edges overlap along a length
  hole_equals_shell,  ///< two rings of a polygon are the same curve
  self_touch,    ///< a ring touches itself in a point, as shells with inverted holes do (ESRI): give the loop as a hole
  hole_outside,  ///< a hole lies outside of the outer ring
  several_shells,  ///< a polygon has two outer rings
  hole_in_hole,    ///< a hole lies in another hole of its polygon
  nested_shells,   ///< a polygon lies inside another one, and in no hole of it
  empty            ///< no ring has a point, or all edges cancel (`even_odd`); no edges are named
};

/// What `add_outlines` does with input that is not valid.
struct OutlineOptions {
  /// Geometries that are not valid are left out, instead of an error: their `out` is `no_shape`.
  bool skip_invalid = false;
  /// The caller knows that all are valid, and nothing is checked but numbers and sizes. Wrong input gives wrong answers.
  /// What is not looked at counts as touching: such an outline turns by right angles alone (cannot_rotate), and verdicts
  /// of one with several rings are slower, by about ten times.
  bool trusted = false;
  /// An outline is the region of the points that an odd number of its rings holds, whatever its polygons: edges that
  /// overlap along a length cancel in pairs, vertices on edges split them, and rings may touch themselves and lie in
  /// each other. Faults are too_few_points, no_area, spike, edges_cross (two edges cross inside both, be it at a vertex
  /// of a third), and empty if all edges cancel. Such rings are
  /// replaced by others of given vertices; what is valid without the option is taken as it is. `trusted` has no effect
  /// with it.
  bool even_odd = false;
  Options options = {};  ///< max_threads, executor and progress are used
};

/// The id of no shape.
inline constexpr std::uint32_t no_shape = 0xffffffff;

}  // namespace satchel
