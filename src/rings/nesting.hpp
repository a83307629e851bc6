// Finds which ring lies directly in which, and so tells shells from holes. The rings are simple and do not cross or
// overlap.
//
// Each ring r is looked at from a point p of its boundary: near its lowest leftmost vertex, on the edge of the two
// there whose left side is outside of r. p lies on no other ring. A ray from p to the left meets other rings, if any,
// first in an edge e of a ring k. The points between have the same rings around them as r, but for r. If k is on their
// side of e, r lies directly in k; else what is directly around k is around r.
// These references from ring to ring have no cycle: k begins farther to the left, or k and r begin in one vertex and
// then the directions there decide.
//
// p, and the line of the ray, are symbols: p is the vertex v, moved along an edge vw by less than any distance of the
// input, and then, if vw is level, upward by much less.
//
// Rings are valid if, in each polygon, one ring lies directly in no ring of the polygon (the shell), all others
// directly in the shell, and the shell in no ring or directly in a hole of another polygon. (If a hole lay directly in
// a ring of another polygon, the ring next to its shell on the way outward would be a shell, or a hole out of its own
// shell, and so on outward without end.)
#pragma once

#include "rings/boundary.hpp"

namespace satchel::rings {

constexpr std::uint32_t no_index = ~0u;  ///< no ring, no edge

/// The point of a ring from which it looks to the left.
struct Lookout {
  Point vertex, along;  ///< v and w
  std::uint32_t edge;   ///< that begins in v
  std::uint32_t ring;

  /// Whether the edge from p to q meets the line of the ray.
  bool is_level_with(double p_y, double q_y) const {
    return along.y >= vertex.y ? (p_y <= vertex.y) != (q_y <= vertex.y) : (p_y < vertex.y) != (q_y < vertex.y);
  }
  /// Whether an edge from p to q, which is level with it and not of its ring, passes to its left.
  bool is_right_of(const Point& p, const Point& q) const {
    int side = turn(p, q, vertex);
    if (side == 0) side = turn(p, q, along);
    return (side > 0) == (q.y < p.y);
  }
};

/// A point of the boundary of a simple ring from which the ring is looked at; sets its is_clockwise.
Lookout look_from(Boundary& boundary, std::uint32_t ring);

/// Takes the nearest of the edges it is shown: those that are level with a lookout and to its left.
class NearestEdge {
 public:
  NearestEdge(const Boundary& boundary, const Lookout& lookout) : boundary_(boundary), lookout_(lookout) {}

  /// @param edge  not of the lookout's own ring
  void show(std::uint32_t edge) {
    if (!lookout_.is_level_with(boundary_.y[edge], boundary_.y[edge + 1])) return;
    if (!lookout_.is_right_of(boundary_.start(edge), boundary_.end(edge))) return;
    if (edge_ == no_index || is_right_of_nearest(edge)) edge_ = edge;
  }
  std::uint32_t edge() const { return edge_; }
  const Boundary& boundary() const { return boundary_; }

 private:
  bool is_right_of_nearest(std::uint32_t edge) const;

  const Boundary& boundary_;
  const Lookout& lookout_;
  std::uint32_t edge_ = no_index;
};

struct Nesting {
  std::vector<Lookout> lookouts;       ///< of the rings that are not empty
  std::vector<std::uint32_t> left_of;  ///< of each ring the edge that its ray meets first, or no_index
  std::vector<std::uint32_t> around;   ///< of each ring the ring in which it lies directly, or no_index
  std::vector<std::uint32_t> path;
  std::vector<bool> known;  ///< of each ring whether is_hole is set
};

/// Makes room for all rings and sets their lookouts.
void look_from_all(Boundary& boundary, Nesting& nesting);

/// Finds `left_of` of all rings. O(R n)
void find_left_of(const Boundary& boundary, Nesting& nesting);

/// From `left_of`: sets is_hole of all rings, or returns the first fault: of rings that lie in no other one of their
/// polygon, then of nested shells, then of holes in holes; of several the one whose ring `other` comes first.
Fault nesting_fault(Boundary& boundary, Nesting& nesting);

/// From `left_of`: sets is_hole of all rings that lie in an odd number of others.
void tell_holes_by_depth(Boundary& boundary, Nesting& nesting);

}  // namespace satchel::rings
