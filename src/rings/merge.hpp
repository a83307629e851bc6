// Makes of rings that overlap along edges, touch themselves or lie in each other rings of the same even-odd region.
//
//   split   edges at the vertices that lie within them
//   cancel  equal pieces in pairs: to both sides of a pair the region is the same
//   link    the pieces that are left, at each vertex those next to each other by angle, to closed curves; a curve that
//           comes to a vertex again has closed a ring there
//
// All vertices are given ones, and all is decided exactly. If no edges cross, the pieces that are left meet in their
// ends alone, and an even number of them ends in each vertex. Pairs of neighbours by angle do not cross each other
// there. So curves touch themselves and each other, but do not cross. A part of a curve from a vertex to the same
// vertex is closed; the rest of the curve does not cross it between, so it lies on one side of it, and does not cross
// it at that vertex either. So rings touch in vertices, and do not cross.
//
// O((n + s) log n), s: the pairs of an edge and a vertex within it.
#pragma once

#include <cstdint>
#include <vector>

#include "rings/meetings.hpp"

namespace satchel::rings {

class Merge {
 public:
  /// Where a search notes vertices within edges, each pair once.
  std::vector<VertexOnEdge>& on_edges() { return on_edges_; }

  /// Replaces rings whose edges do not cross, and of which no edge overlaps the one before, by simple rings that do not
  /// cross or overlap. They are of one polygon; none are left if all edges cancel.
  void run(Boundary& boundary);

 private:
  /// A part of an edge, with the lesser end first.
  struct Piece {
    Point low, high;
  };
  /// An end of a piece: piece k has the ends 2 k and 2 k + 1.
  struct Tip {
    Point at, to;
    std::uint32_t end;
  };

  void split(const Boundary& boundary);
  void cancel();
  void sort_tips();
  void link(Boundary& boundary);
  void close_ring(Boundary& boundary, std::uint32_t begin);

  std::vector<VertexOnEdge> on_edges_;
  std::vector<Piece> pieces_;
  std::vector<Tip> tips_;                 ///< by vertex, then by angle
  std::vector<std::uint32_t> place_of_;   ///< of each end its place in tips_
  std::vector<std::uint32_t> vertex_of_;  ///< of each place in tips_ the first place of its vertex
  std::vector<std::uint32_t> on_path_;    ///< of each vertex, by that place, where the path has it, or no_place
  std::vector<std::uint32_t> path_;       ///< places in tips_, of one vertex each
  std::vector<bool> used_;                ///< of each piece
};

}  // namespace satchel::rings
