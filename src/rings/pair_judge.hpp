// Judges pairs of edges that a search found near each other, and keeps the first fault.
#pragma once

#include <limits>

#include "rings/margins.hpp"
#include "rings/meetings.hpp"

namespace satchel::rings {

/// A pair of edges is before another one if its later edge is, or has the same later edge and its earlier edge is
/// before.
class PairJudge {
 public:
  /// @param on_edges  if given, only crossings are faults, and vertices within edges are noted there
  PairJudge(const Boundary& boundary, const Margins& margins, std::vector<VertexOnEdge>* on_edges = nullptr)
      : boundary_(boundary), margins_(margins), on_edges_(on_edges) {}

  /// Edges that are not neighbours, in any order. Most end here: the line of one has the other on one side, by so much
  /// that neither rounding of doubles nor of rotated vertices matters.
  void judge(std::uint32_t i, std::uint32_t j) {
    const double *const x = boundary_.x.data(), *const y = boundary_.y.data(), enough = margins_.enough;
    const double px = x[i + 1] - x[i], py = y[i + 1] - y[i], qx = x[j + 1] - x[j], qy = y[j + 1] - y[j];
    const double cx = x[j] - x[i], cy = y[j] - y[i];
    const double cross = px * qy - py * qx, at_c = px * cy - py * cx, at_d = at_c + cross;
    const double at_a = cx * qy - cy * qx, at_b = at_a - cross;
    const bool apart = ((at_c > enough) & (at_d > enough)) | ((at_c < -enough) & (at_d < -enough)) |
                       ((at_a > enough) & (at_b > enough)) | ((at_a < -enough) & (at_b < -enough));
    if (!apart) judge_exactly(std::min(i, j), std::max(i, j));
  }

  bool found() const { return fault_.kind != FaultKind::none; }
  const FoundFault& fault() const { return fault_; }
  std::uint32_t edge() const { return edge_; }
  /// The later edge of the first fault so far; the largest number if there is none. Pairs with a later one are
  /// needless.
  std::uint32_t later() const { return later_; }
  bool stays_simple() const { return stays_simple_; }
  /// Whether two edges without a fault touch, which are of two rings then.
  bool found_touch() const { return found_touch_; }

 private:
  [[gnu::noinline]] void judge_exactly(std::uint32_t edge, std::uint32_t later) {
    if (later > later_ || (later == later_ && edge >= edge_)) return;
    const FoundFault fault =
        on_edges_ == nullptr ? fault_of(boundary_, edge, later) : crossing_of(boundary_, edge, later, *on_edges_);
    stays_simple_ = stays_simple_ && margins_.keep_apart(boundary_.start(edge), boundary_.end(edge),
                                                         boundary_.start(later), boundary_.end(later));
    found_touch_ = found_touch_ || fault.do_touch;
    if (fault.kind == FaultKind::none) return;
    fault_ = fault;
    edge_ = edge;
    later_ = later;
  }

  const Boundary& boundary_;
  const Margins& margins_;
  std::vector<VertexOnEdge>* on_edges_;
  FoundFault fault_;
  std::uint32_t edge_ = 0, later_ = std::numeric_limits<std::uint32_t>::max();
  bool stays_simple_ = true, found_touch_ = false;
};

}  // namespace satchel::rings
