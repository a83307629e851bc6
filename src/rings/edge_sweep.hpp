// Finds out by a sweep whether edges meet as they must not, however long they are. (M. I. Shamos, D. Hoey, "Geometric
// intersection problems", 1976.)
//
//   for each place where edges begin or end, from left to right (of equal x: upward):
//     if several vertices lie there:
//       take the edges through it: those of the status that end there or pass through, and those that begin there
//       judge all pairs of them
//     take those that end out of the status; put those that begin in
//     judge edges that have become next to each other
//
// At a single vertex the last step is enough: another edge through it was, or becomes, next to one of the two that meet
// there.
//
// The status is the list of the edges that cross the line of the sweep, by y. Its order is right up to the
// leftmost fault: edges that touch without a fault part on the sides on which they met, and edges next to each other
// are judged before they can cross. So the sweep ends with a fault if there is one; not always with the first.
//
// Cost: O((n + t) log n) for t pairs of edges that touch.
#pragma once

#include "rings/pair_judge.hpp"

namespace satchel::rings {

class EdgeSweep {
 public:
  /// Sorts the vertices.
  void prepare(const Boundary& boundary);

  /// Finds the first fault of the geometry. `judge` may have found some fault already. By halves: the first `later`
  /// edge such that the edges up to it have a fault, then the first edge that has one with it. Sweeps up to 1 + log n
  /// times.
  void judge_all(const Boundary& boundary, PairJudge& judge);

 private:
  struct Event {
    double x, y;
    std::uint32_t vertex;
  };
  /// A node of the status: a tree that is a heap of random priorities, and a list.
  struct Node {
    std::uint32_t edge, parent, left, right, before, after;
  };

  bool has_fault(std::uint32_t last, PairJudge& judge);
  void find_through(const Event& event);
  void judge_through(PairJudge& judge) const;
  void judge_next(std::uint32_t node, std::uint32_t other, PairJudge& judge) const;
  void judge_pair(std::uint32_t i, std::uint32_t j, PairJudge& judge) const;

  bool begins_at(std::uint32_t edge, std::uint32_t vertex) const;
  int side_of(std::uint32_t edge, const Point& p) const;
  void replace(std::uint32_t old_edge, std::uint32_t edge, PairJudge& judge);
  void insert(std::uint32_t edge, PairJudge& judge);
  void remove(std::uint32_t edge, PairJudge& judge);
  void rotate_up(std::uint32_t node);
  std::uint32_t& link_to(std::uint32_t node);

  const Boundary* boundary_ = nullptr;
  std::vector<Event> events_;
  std::vector<Node> nodes_;                                  ///< by the edge for which a node was made
  std::vector<std::uint32_t> node_of_;                       ///< of each edge in the status
  std::vector<std::uint32_t> edge_before_;                   ///< of each vertex the edge that ends there
  std::vector<std::uint32_t> ending_, passing_, beginning_;  ///< edges through the place of an event
  std::uint32_t root_ = 0;
};

}  // namespace satchel::rings
