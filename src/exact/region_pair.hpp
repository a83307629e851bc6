// How two regions lie to each other.
//
//   leave out the edges that both have but the first and the last of each row (leave_out_shared_edges)
//   for each edge of A and each edge of B whose boxes meet:
//     they cross inside both, where not both regions have a vertex: all four answers are yes
//     an end of one lies on the other: note this point and both edges
//   for each point noted: sort the edges that leave it, of both regions, by direction. In a sector between two directions
//     near the point, each region is inside or outside everywhere: it lies on the left of its edges.
//   for each ring of A without a noted point: all of it lies inside B or all of it outside; one vertex decides.
//     inside: both sides of the ring lie in B. Outside: both sides lie outside of B.
//   the same for the rings of B
//
// Proof. Let C be a component of the set where both regions are interior (or one is and the other exterior). Its boundary
// consists of pieces of the boundaries of A and B. If they meet nowhere on it, it holds a whole ring that no point is noted
// on, and this ring's test answers yes. Otherwise its boundary has a corner, or a point where it changes from one region's
// boundary to the other's, or a vertex on a common piece; such a point is a crossing, which says yes to everything, or an
// end of an edge of one region on an edge of the other, and C fills a sector there. It is noted, or one of a row of shared
// edges that the noted ends of the row stand for (leave_out_shared_edges).
//
// A crossing says yes to everything if one region has no other edge there: the other's edge leads out of it, with its own
// region on the left alone. If both have, these edges end there, and the point is noted.
//
// All edges that pass a noted point are known: an edge of its own region that has no end there crosses the other's edge, or
// lies along it, and find_own_touches adds it.
//
// Where rings touch, C's boundary may take turns between pieces of them. If no point is noted on any piece but on another
// piece of one of these rings, the first such point along the ring has the same sectors beside the ring as the piece.
//
// One file, because its steps share the edges and points of one pair.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "exact/orient2d.hpp"
#include "exact/pair_signs.hpp"
#include "exact/region.hpp"
#include "exact/shared_edges.hpp"
#include "exact/spokes.hpp"

namespace satchel::exact {

template <class T>
class RegionPair {
 public:
  /// @param b_is_segment  B is a segment: its two edges lead forth and back. `interiors_meet` says whether some point of it
  ///                      is interior to A, `b_leaves_a` whether some point of it lies outside of A
  RegionPair(const Region<T>& a, const Region<T>& b, bool verdict_alone, bool b_is_segment = false)
      : regions_{&a, &b},
        verdict_alone_(verdict_alone),
        b_is_segment_(b_is_segment),
        one_frame_(a.origin_x == b.origin_x && a.origin_y == b.origin_y) {
    delta_x_ = b.origin_x - a.origin_x;
    delta_y_ = b.origin_y - a.origin_y;
    double largest = std::max(std::fabs(delta_x_), std::fabs(delta_y_));
    for (const Region<T>* const region : regions_) {
      for (const RegionEdge<T>& e : region->edges) {
        largest =
            std::max({largest, std::fabs(static_cast<double>(e.start_x)), std::fabs(static_cast<double>(e.start_y))});
      }
    }
    extent_ = 4 * largest;
    slack_ = one_frame_ ? 0 : 0x1p-50 * extent_;
  }

  /// Whether A holds a point that lies on no edge of it. The point has the origin of B, which need not have edges.
  bool holds_vertex(const PlacedVertex& v) {
    extent_ = std::max(extent_, 4 * std::max(std::fabs(v.x), std::fabs(v.y)));
    slack_ = one_frame_ ? 0 : 0x1p-50 * extent_;
    find_whole_boxes();
    return holds(0, v);
  }

  Relation run() {
    for (unsigned k = 0; k < 2; ++k) meets_point_[k].assign(regions_[k]->ring_starts.size(), false);
    leave_out_shared_edges();
    find_near_edges();
    if (!compare_edges()) return all();
    relation_.boundaries_meet |= !meetings_.empty();
    for (unsigned k = 0; k < 2; ++k) find_own_touches(k);
    look_at_points();
    if (!is_decided()) look_at_rings();
    return relation_;
  }

 private:
  /// A point where an edge of A meets an edge of B.
  struct Meeting {
    Point point;
    std::uint32_t edge_a, edge_b;
  };
  /// A point inside an edge of a region where an end of another edge of it lies.
  struct OwnTouch {
    Point point;
    std::uint32_t edge;
  };
  struct Extent {
    double min_x, min_y, max_x, max_y;
  };

  static Relation all() { return {true, true, true, true}; }
  bool is_decided() const {
    return relation_.interiors_meet && (verdict_alone_ || (relation_.a_leaves_b && relation_.b_leaves_a));
  }

  /// The box of an edge in A's frame; that of B's is larger by the slack.
  Extent box_of(unsigned k, const RegionEdge<T>& e) const {
    const double dx = k == 0 ? 0 : delta_x_, dy = k == 0 ? 0 : delta_y_, slack = k == 0 ? 0 : slack_;
    const double sx = static_cast<double>(e.start_x) + dx, ex = static_cast<double>(e.end_x) + dx;
    const double sy = static_cast<double>(e.start_y) + dy, ey = static_cast<double>(e.end_y) + dy;
    return {std::min(sx, ex) - slack, std::min(sy, ey) - slack, std::max(sx, ex) + slack, std::max(sy, ey) + slack};
  }
  static bool meet(const Extent& p, const Extent& q) {
    return p.min_x <= q.max_x && q.min_x <= p.max_x && p.min_y <= q.max_y && q.min_y <= p.max_y;
  }

  void find_whole_boxes() {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (unsigned k = 0; k < 2; ++k) {
      whole_[k] = {infinity, infinity, -infinity, -infinity};
      for (const RegionEdge<T>& e : regions_[k]->edges) {
        const Extent box = box_of(k, e);
        whole_[k] = {std::min(whole_[k].min_x, box.min_x), std::min(whole_[k].min_y, box.min_y),
                     std::max(whole_[k].max_x, box.max_x), std::max(whole_[k].max_y, box.max_y)};
      }
    }
  }

  /// Leaves out edges that both regions have, if the edges before and behind are shared, too. No other edge meets these,
  /// because these edges are its own region's boundary too, and rings that neither cross nor touch do not meet there. So along such edges
  /// both regions lie on one side, or on both, and at their ends nothing else does.
  void leave_out_shared_edges() {
    const Region<T>&a = *regions_[0], &b = *regions_[1];
    if (!one_frame_ || !a.is_simple || !b.is_simple || a.edges.size() < fewest_shared ||
        b.edges.size() < fewest_shared) {
      return;
    }
    const std::vector<std::uint32_t> shared = SharedEdges<T>(b.edges).of(a);
    for (unsigned k = 0; k < 2; ++k) left_out_[k].assign(regions_[k]->edges.size(), 0);
    for (std::size_t ring = 0; ring < a.ring_starts.size(); ++ring) {
      const std::size_t first = a.ring_starts[ring];
      const std::size_t last = (ring + 1 < a.ring_starts.size() ? a.ring_starts[ring + 1] : a.edges.size()) - 1;
      for (std::size_t e = first; e <= last; ++e) {
        const std::uint32_t partner = shared[e];
        if (partner == no_edge || shared[e == first ? last : e - 1] == no_edge ||
            shared[e == last ? first : e + 1] == no_edge) {
          continue;
        }
        left_out_[0][e] = left_out_[1][partner] = 1;
        meets_point_[0][ring] = meets_point_[1][ring_of(1, partner)] = true;
        relation_.boundaries_meet = true;
        const bool one_side = is_same_way(a.edges[e], b.edges[partner]);
        note(true, one_side);
        note(false, !one_side);
      }
    }
  }

  /// Lists the edges of each region that meet the box around the other one, sorted along the axis on which they are shorter.
  void find_near_edges() {
    find_whole_boxes();
    double width = 0, height = 0;
    for (unsigned k = 0; k < 2; ++k) {
      for (std::uint32_t e = 0; e < regions_[k]->edges.size(); ++e) {
        if (!left_out_[k].empty() && left_out_[k][e] != 0) continue;
        const Extent box = box_of(k, regions_[k]->edges[e]);
        if (!meet(box, whole_[1 - k])) continue;
        near_[k].push_back({box, box.min_x, box.max_x, e});
        width += box.max_x - box.min_x;
        height += box.max_y - box.min_y;
      }
    }
    for (std::vector<Near>& near : near_) {
      if (height < width) {
        for (Near& edge : near) {
          edge.from = edge.box.min_y;
          edge.to = edge.box.max_y;
        }
      }
      std::sort(near.begin(), near.end(), [](const Near& p, const Near& q) { return p.from < q.from; });
    }
  }

  /// Notes where edges meet. Returns false if two cross inside both.
  bool compare_edges() {
    std::size_t first_b = 0, first_a = 0;
    // The edge that begins first sweeps over the edges of the other region that begin before it ends.
    while (first_a < near_[0].size() && first_b < near_[1].size()) {
      const bool a_is_first = near_[0][first_a].from <= near_[1][first_b].from;
      const unsigned k = a_is_first ? 0 : 1;
      const Near& one = near_[k][a_is_first ? first_a++ : first_b++];
      const std::vector<Near>& others = near_[1 - k];
      for (std::size_t i = a_is_first ? first_b : first_a; i < others.size() && others[i].from <= one.to; ++i) {
        if (!meet(one.box, others[i].box)) continue;
        if (!compare(a_is_first ? one.edge : others[i].edge, a_is_first ? others[i].edge : one.edge)) return false;
      }
    }
    return true;
  }

  bool compare(std::uint32_t edge_a, std::uint32_t edge_b) {
    const int at_start_b = side(0, edge_a, start(1, edge_b)), at_end_b = side(0, edge_a, end(1, edge_b));
    if (at_start_b * at_end_b > 0) return true;
    const int at_start_a = side(1, edge_b, start(0, edge_a)), at_end_a = side(1, edge_b, end(0, edge_a));
    if (at_start_a * at_end_a > 0) return true;
    if (at_start_b * at_end_b < 0 && at_start_a * at_end_a < 0) return both_touch_themselves(edge_a, edge_b);
    if (at_start_b == 0) note_if_on(0, edge_a, start(1, edge_b), edge_a, edge_b);
    if (at_end_b == 0) note_if_on(0, edge_a, end(1, edge_b), edge_a, edge_b);
    if (at_start_a == 0 && !is_end_of(1, edge_b, start(0, edge_a)))
      note_if_on(1, edge_b, start(0, edge_a), edge_a, edge_b);
    if (at_end_a == 0 && !is_end_of(1, edge_b, end(0, edge_a))) note_if_on(1, edge_b, end(0, edge_a), edge_a, edge_b);
    return true;
  }

  /// Whether both regions (of a segment B, A alone) have a vertex where two edges cross; then it is noted with other edges.
  bool both_touch_themselves(std::uint32_t edge_a, std::uint32_t edge_b) const {
    for (unsigned k = 0; k < (b_is_segment_ ? 1u : 2u); ++k) {
      if (regions_[k]->is_simple) return false;
      const std::uint32_t own = k == 0 ? edge_a : edge_b, other = k == 0 ? edge_b : edge_a;
      const PlacedVertex s = start(k, own), t = end(k, own);
      bool has_vertex = false;
      for (std::uint32_t e = 0; e < regions_[k]->edges.size() && !has_vertex; ++e) {
        const PlacedVertex v = start(k, e);
        has_vertex = orient2d(s.x, s.y, t.x, t.y, v.x, v.y) == 0 && side(1 - k, other, v) == 0;
      }
      if (!has_vertex) return false;
    }
    return true;
  }

  /// Lists where an end of a near edge of region k lies inside another one of it, if rings may touch and points are noted.
  void find_own_touches(unsigned k) {
    if (regions_[k]->is_simple || meetings_.empty()) return;
    const auto note_start_on = [&](std::uint32_t of, std::uint32_t e) {
      const PlacedVertex v = start(k, of), s = start(k, e), t = end(k, e);
      const auto is_between = [](double p, double from, double to) {
        return p >= std::min(from, to) && p <= std::max(from, to);
      };
      const bool is_end = (v.x == s.x && v.y == s.y) || (v.x == t.x && v.y == t.y);
      if (!is_end && is_between(v.x, s.x, t.x) && is_between(v.y, s.y, t.y) &&
          orient2d(s.x, s.y, t.x, t.y, v.x, v.y) == 0) {
        own_touches_[k].push_back({point_of(v), e});
      }
    };
    const std::vector<Near>& near = near_[k];
    for (std::size_t i = 0; i < near.size(); ++i) {
      for (std::size_t j = i + 1; j < near.size() && near[j].from <= near[i].to; ++j) {
        if (!meet(near[i].box, near[j].box)) continue;
        note_start_on(near[i].edge, near[j].edge);
        note_start_on(near[j].edge, near[i].edge);
      }
    }
    std::sort(own_touches_[k].begin(), own_touches_[k].end(),
              [](const OwnTouch& p, const OwnTouch& q) { return p.point < q.point; });
  }

  /// Whether a shared edge leads the same way in both regions.
  static bool is_same_way(const RegionEdge<T>& a, const RegionEdge<T>& b) {
    return a.start_x == b.start_x && a.start_y == b.start_y;
  }

  /// Whether a vertex of the other region certainly equals an end of edge e of region k: of outlines in one frame that
  /// share a border most do, and doubles tell.
  bool is_end_of(unsigned k, std::uint32_t e, const PlacedVertex& v) const {
    if (!one_frame_) return false;
    const PlacedVertex s = start(k, e), t = end(k, e);
    return (v.x == s.x && v.y == s.y) || (v.x == t.x && v.y == t.y);
  }

  PlacedVertex start(unsigned k, std::uint32_t e) const {
    const RegionEdge<T>& edge = regions_[k]->edges[e];
    return {regions_[k]->origin_x, regions_[k]->origin_y, static_cast<double>(edge.start_x),
            static_cast<double>(edge.start_y)};
  }
  PlacedVertex end(unsigned k, std::uint32_t e) const {
    const RegionEdge<T>& edge = regions_[k]->edges[e];
    return {regions_[k]->origin_x, regions_[k]->origin_y, static_cast<double>(edge.end_x),
            static_cast<double>(edge.end_y)};
  }
  ExactEdge vector(unsigned k, std::uint32_t e) const {
    const PlacedVertex from = start(k, e), to = end(k, e);
    return {Expansion<2>(two_difference(to.x, from.x)), Expansion<2>(two_difference(to.y, from.y))};
  }

  /// The side of edge e of region k that a vertex of the other region lies on: 1 left, 0 on its line, -1 right. The error
  /// of the evaluation in doubles is at most (5 + O(u)) u extent |e|_1.
  int side(unsigned k, std::uint32_t e, const PlacedVertex& v) const {
    const PlacedVertex s = start(k, e), t = end(k, e);
    if (one_frame_) return is_end_of(k, e, v) ? 0 : orient2d(s.x, s.y, t.x, t.y, v.x, v.y);
    const double sign = k == 0 ? 1 : -1;
    const double ex = t.x - s.x, ey = t.y - s.y;
    const double value = ex * ((v.y + sign * delta_y_) - s.y) - ey * ((v.x + sign * delta_x_) - s.x);
    const double bound = 0x1p-50 * extent_ * (std::fabs(ex) + std::fabs(ey));
    if (value > bound) return 1;
    if (-value > bound) return -1;
    const double exact = exact_orientation(vector(k, e), s, v);
    return exact > 0 ? 1 : exact < 0 ? -1 : 0;
  }

  /// In one frame the offsets tell which points are equal.
  Point point_of(const PlacedVertex& v) const {
    if (one_frame_) return {{v.x, 0}, {v.y, 0}};
    return {two_sum(v.origin_x, v.x), two_sum(v.origin_y, v.y)};
  }

  /// The exact sign of a difference of coordinates.
  static int compare_sums(double origin_p, double p, double origin_q, double q) {
    if (origin_p == origin_q) return p < q ? -1 : p > q ? 1 : 0;
    return exact_difference(origin_p, p, origin_q, q).sign();
  }

  /// Notes a vertex on the line of edge e of region k if it lies on the edge.
  void note_if_on(unsigned k, std::uint32_t e, const PlacedVertex& v, std::uint32_t edge_a, std::uint32_t edge_b) {
    const PlacedVertex s = start(k, e), t = end(k, e);
    const bool along_x = s.x != t.x;
    const auto compare_to = [&](const PlacedVertex& p) {
      return along_x ? compare_sums(v.origin_x, v.x, p.origin_x, p.x) : compare_sums(v.origin_y, v.y, p.origin_y, p.y);
    };
    if (compare_to(s) * compare_to(t) <= 0) meetings_.push_back({point_of(v), edge_a, edge_b});
  }

  /// Looks at the sectors around each point where the boundaries meet.
  void look_at_points() {
    std::sort(meetings_.begin(), meetings_.end(), [](const Meeting& p, const Meeting& q) { return p.point < q.point; });
    for (std::size_t begin = 0, last = 0; begin < meetings_.size(); begin = last) {
      last = begin + 1;
      while (last < meetings_.size() && meetings_[last].point == meetings_[begin].point) ++last;
      for (unsigned k = 0; k < 2; ++k) {
        edges_[k].clear();
        for (std::size_t i = begin; i < last; ++i)
          edges_[k].push_back(k == 0 ? meetings_[i].edge_a : meetings_[i].edge_b);
        const Point& point = meetings_[begin].point;
        const auto touch = std::lower_bound(own_touches_[k].begin(), own_touches_[k].end(), point,
                                            [](const OwnTouch& p, const Point& q) { return p.point < q; });
        for (auto it = touch; it != own_touches_[k].end() && it->point == point; ++it) edges_[k].push_back(it->edge);
        std::sort(edges_[k].begin(), edges_[k].end());
        edges_[k].erase(std::unique(edges_[k].begin(), edges_[k].end()), edges_[k].end());
        for (const std::uint32_t e : edges_[k]) meets_point_[k][ring_of(k, e)] = true;
      }
      if (is_decided()) continue;
      spokes_.clear();
      for (unsigned k = 0; k < 2; ++k) {
        for (const std::uint32_t e : edges_[k]) add_spokes(k, e, meetings_[begin].point);
      }
      look_at_sectors();
    }
  }

  void add_spokes(unsigned k, std::uint32_t e, const Point& point) {
    const PlacedVertex s = start(k, e), t = end(k, e);
    const double x = t.x - s.x, y = t.y - s.y;
    if (!(point_of(t) == point)) spokes_.push_back({s.x, s.y, t.x, t.y, x, y, k == 1, true});
    if (!(point_of(s) == point)) spokes_.push_back({t.x, t.y, s.x, s.y, -x, -y, k == 1, false});
  }

  std::size_t ring_of(unsigned k, std::uint32_t e) const {
    const std::span<const std::uint32_t> starts = regions_[k]->ring_starts;
    if (starts.size() == 1) return 0;
    return static_cast<std::size_t>(std::upper_bound(starts.begin(), starts.end(), e) - starts.begin() - 1);
  }

  /// A sector begins at one direction and ends at the next one. Each region has a spoke.
  void look_at_sectors() {
    std::sort(spokes_.begin(), spokes_.end(), is_before);
    bool inside[2];  // before the first spoke of each region
    for (const bool is_b : {false, true}) {
      inside[is_b ? 1 : 0] =
          !std::find_if(spokes_.begin(), spokes_.end(), [&](const Spoke& s) { return s.is_b == is_b; })->left_is_inside;
    }
    if (b_is_segment_) inside[1] = false;
    for (std::size_t i = 0; i < spokes_.size(); ++i) {
      inside[spokes_[i].is_b ? 1 : 0] = spokes_[i].left_is_inside && !(b_is_segment_ && spokes_[i].is_b);
      const Spoke& next = spokes_[i + 1 < spokes_.size() ? i + 1 : 0];
      const bool is_empty = i + 1 < spokes_.size() && !is_before(spokes_[i], next);
      if (!is_empty) note(inside[0], inside[1]);
      if (b_is_segment_ && spokes_[i].is_b && !is_along_a(spokes_[i])) {
        (inside[0] ? relation_.interiors_meet : relation_.b_leaves_a) = true;
      }
    }
  }

  bool is_along_a(const Spoke& spoke) const {
    return std::any_of(spokes_.begin(), spokes_.end(), [&](const Spoke& s) {
      return !s.is_b && s.is_upper() == spoke.is_upper() && turn(s, spoke) == 0;
    });
  }

  /// Somewhere A is inside or outside, and B.
  void note(bool in_a, bool in_b) {
    relation_.interiors_meet |= in_a && in_b;
    relation_.a_leaves_b |= in_a && !in_b;
    relation_.b_leaves_a |= in_b && !in_a;
  }

  /// Looks at the rings on which no point is noted.
  void look_at_rings() {
    for (unsigned k = 0; k < 2; ++k) {
      if (regions_[k]->ring_starts.size() > few_rings) find_blocks(1 - k);
      for (std::size_t ring = 0; ring < regions_[k]->ring_starts.size(); ++ring) {
        if (meets_point_[k][ring]) continue;
        const bool inside = holds(1 - k, start(k, regions_[k]->ring_starts[ring]));
        for (const bool of_ring : {false, true}) k == 0 ? note(of_ring, inside) : note(inside, of_ring);
      }
    }
  }

  /// The least and the largest y of each `block_size` edges of region k, which follow each other: blocks are low.
  void find_blocks(unsigned k) {
    const std::span<const RegionEdge<T>> edges = regions_[k]->edges;
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const T low = std::min(edges[e].start_y, edges[e].end_y), high = std::max(edges[e].start_y, edges[e].end_y);
      if (e % block_size == 0) blocks_[k].push_back({low, high});
      Block& block = blocks_[k].back();
      block = {std::min(block.low, low), std::max(block.high, high)};
    }
  }

  /// Whether region k holds a vertex of the other one that lies on no edge of it: a ray to the right crosses an odd number
  /// of edges.
  bool holds(unsigned k, const PlacedVertex& v) const {
    const double dx = k == 0 ? delta_x_ : 0, dy = k == 0 ? delta_y_ : 0;
    const double x = v.x + dx, y = v.y + dy;
    const Extent& whole = whole_[k];
    if (x < whole.min_x - slack_ || x > whole.max_x + slack_ || y < whole.min_y - slack_ || y > whole.max_y + slack_) {
      return false;
    }
    const auto is_above = [&](T offset) {
      const double height = (static_cast<double>(offset) + (k == 0 ? 0 : delta_y_)) - y;
      if (std::fabs(height) > slack_) return height > 0;
      return compare_sums(regions_[k]->origin_y, static_cast<double>(offset), v.origin_y, v.y) > 0;
    };
    bool inside = false;
    const std::size_t count = regions_[k]->edges.size();
    for (std::size_t first = 0; first < count; first += block_size) {
      if (!blocks_[k].empty()) {
        const Block& block = blocks_[k][first / block_size];
        if (is_above(block.low) || !is_above(block.high)) continue;
      }
      for (std::size_t e = first; e < std::min(count, first + block_size); ++e) {
        const RegionEdge<T>& edge = regions_[k]->edges[e];
        const bool above_s = is_above(edge.start_y), above_t = is_above(edge.end_y);
        if (above_s != above_t && (side(k, static_cast<std::uint32_t>(e), v) > 0) == above_t) inside = !inside;
      }
    }
    return inside;
  }

  struct Near {
    Extent box;
    double from, to;  ///< of the box, along the axis
    std::uint32_t edge;
  };

  struct Block {
    T low, high;
  };
  static constexpr std::size_t block_size = 32, few_rings = 8;

  /// It does not pay to look for the shared edges of fewer.
  static constexpr std::size_t fewest_shared = 64;

  const Region<T>* regions_[2];
  bool verdict_alone_, b_is_segment_, one_frame_;
  double delta_x_, delta_y_;  ///< from the origin of A to that of B, rounded
  double extent_, slack_;     ///< above all magnitudes of coordinates in one frame; of boxes of B
  Extent whole_[2];           ///< in A's frame
  Relation relation_;
  std::vector<std::uint8_t> left_out_[2];  ///< by edge; empty: none is
  std::vector<Near> near_[2];
  std::vector<Meeting> meetings_;
  std::vector<OwnTouch> own_touches_[2];
  std::vector<bool> meets_point_[2];  ///< by ring
  std::vector<Block> blocks_[2];      ///< empty: not found
  std::vector<Spoke> spokes_;
  std::vector<std::uint32_t> edges_[2];  ///< of each region, at a point
};

}  // namespace satchel::exact
