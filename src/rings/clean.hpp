// Cleans the rings of a geometry, and finds the faults that a ring has at single vertices.
#pragma once

#include "rings/boundary.hpp"
#include "rings/margins.hpp"

namespace satchel::rings {

/// Copies all rings into `boundary` without their closing points and consecutive repeated points. O(n).
template <class T>
void clean(const Geometry<T>& geometry, Boundary& boundary);

/// Tells shells and windings of rings that are known to be valid. A ring turns at the lowest of its leftmost vertices as it
/// winds. The shell of a polygon reaches farthest to the left, or as far and farther to the right (of equal x: down and
/// up); if a hole touches it at both ends, their areas in doubles tell. O(n).
void tell_shells(Boundary& boundary);

/// The first ring of one or two vertices.
Fault few_points(const Boundary& boundary);

/// The first ring without area, or with a spike. `keeps_angles` is set to whether neighbouring edges keep apart.
Fault vertex_fault(const Boundary& boundary, const Margins& margins, bool& keeps_angles);

/// The fault of two edges (or of a vertex, twice), which are numbered as in `boundary`.
Fault fault_at(const Boundary& boundary, FaultKind kind, std::uint32_t edge, std::uint32_t other, const Point& place);

/// Replaces numbers of vertices of cleaned rings by those of the input.
template <class T>
void count_as_given(const Geometry<T>& geometry, InputEdge& edge);

}  // namespace satchel::rings
