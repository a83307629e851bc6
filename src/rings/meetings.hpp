// Decides exactly how two edges meet, and whether they may.
#pragma once

#include "rings/boundary.hpp"

namespace satchel::rings {

enum class Meeting : std::uint8_t { none, touch, overlap, cross };

struct MeetingAt {
  Meeting kind;
  Point place;  ///< exact for a touch; an end of the common part of an overlap; rounded for a crossing
};

/// How edges ab and cd meet, which are not neighbours.
///
///   c and d on one side of line ab, or a and b on one side of line cd: not
///   all four on a line: as their intervals do
///   c on line ab: then c lies between a and b, because these are not on one side of line cd. The same for d, a, b
///   else: they cross
MeetingAt meeting_of(const Point& a, const Point& b, const Point& c, const Point& d);

/// The fault of two edges that are not neighbours, the first of the lower number; none if they do not meet or may meet.
struct FoundFault {
  FaultKind kind = FaultKind::none;
  Point place{};
  bool do_touch = false;  ///< they touch
};

/// A touch is a fault within a ring, and of two rings that cross there: the two points next to the touch on one ring
/// lie on different sides of the other. If two of the four boundaries that leave the touch have the same direction,
/// then two edges overlap, and theirs is the fault. An overlap is a shared_edge here, even if both rings are one curve.
FoundFault fault_of(const Boundary& boundary, std::uint32_t edge, std::uint32_t later);

/// A vertex that lies within an edge: not at its ends.
struct VertexOnEdge {
  std::uint32_t edge, vertex;
};

/// The fault of two edges that are not neighbours if they cross. Else a start of one that lies within the other is
/// noted.
FoundFault crossing_of(const Boundary& boundary, std::uint32_t edge, std::uint32_t later,
                       std::vector<VertexOnEdge>& on_edges);

/// Whether two rings are one curve; collinear vertices make no difference.
bool are_one_curve(const Boundary& boundary, const CleanRing& ring, const CleanRing& other);

}  // namespace satchel::rings
