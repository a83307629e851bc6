// Finds the edges that bodies share, as a whole or in part, and links them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "scene/core_of.hpp"
#include "scene/data.hpp"
#include "scene/seams/edge_boxes.hpp"
#include "scene/seams/point_index.hpp"
#include "scene/seams/shared_part.hpp"

namespace satchel::detail {

/// The edges of some bodies. The constructor finds what is shared and makes room; `link` cannot fail.
template <class T>
class SharedEdges {
 public:
  SharedEdges(SceneData<T>& scene, std::vector<BodyId> bodies, double tolerance)
      : scene_(scene), tolerance_(tolerance) {
    std::sort(bodies.begin(), bodies.end());
    bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
    std::vector<PointIndex::Entry> quarters, starts, ends;
    for (const BodyId body : bodies) {
      if (scene.bodies[body].place.is_compound()) continue;
      const exact::Core<T> core = query::core_of(scene, body);
      const std::uint32_t edges = core.count >= 3 ? core.count : core.count - 1;
      if (edges == 0) continue;
      scene.links.make_room_for(body, edges, scene.pose(body));
      for (std::uint32_t e = 0; e < edges; ++e) {
        const PlacedEdge edge = placed_edge(core, e);
        const auto i = static_cast<std::uint32_t>(edges_.size());
        edges_.push_back({body, e, core.count == 2, {edge.dx(), edge.dy()}, edge.start, edge.end});
        if (core.count == 2) {
          starts.push_back({double_of(edge.start), i});
          ends.push_back({double_of(edge.end), i});
        } else {
          quarters.push_back({quarter(edge.start, edge.end), i});
        }
      }
    }
    quarters_ = PointIndex(std::move(quarters), tolerance);
    starts_ = PointIndex(std::move(starts), tolerance);
    ends_ = PointIndex(std::move(ends), tolerance);
    glued_to_.assign(edges_.size(), none);
    for (std::uint32_t i = 0; i < edges_.size(); ++i) {
      if (!edges_[i].of_segment) find_glued(i);
    }
    find_parts();
  }

  /// Links them; returns the number of seams.
  std::size_t link() noexcept {
    std::size_t seams = parts_.size();
    for (std::uint32_t i = 0; i < edges_.size(); ++i) {
      seams += (edges_[i].of_segment ? join_next(i) : glue(i)) ? 1 : 0;
    }
    cover_parts();
    return seams;
  }

 private:
  struct Edge {
    BodyId body;
    std::uint32_t edge;
    bool of_segment;
    Vec2d vector;
    PlacedPoint start, end;
  };
  struct Part {
    std::uint32_t edge, other;
    SharedPart at;
  };
  static constexpr std::uint32_t none = 0xffffffff;

  static Vec2d double_of(const PlacedPoint& p) { return {p.x.high, p.y.high}; }
  /// A quarter of the way from p to q, by which edges are found: ends are shared by all edges about a corner, and middles by all
  /// at one place.
  static Vec2d quarter(const PlacedPoint& p, const PlacedPoint& q) {
    return {0.75 * p.x.high + 0.25 * q.x.high, 0.75 * p.y.high + 0.25 * q.y.high};
  }
  bool is_near(const PlacedPoint& p, const PlacedPoint& q) const { return are_near(p, q, tolerance_); }

  EdgeSeam& seam(std::uint32_t i) noexcept { return scene_.links.edit(edges_[i].body, edges_[i].edge); }
  PlacedEdge placed(std::uint32_t i) const {
    return placed_edge(query::core_of(scene_, edges_[i].body), edges_[i].edge);
  }

  // ---- edges that two bodies share as a whole --------------------------------------------------------------------

  bool is_free_or_glued_to(std::uint32_t i, std::uint32_t j) noexcept {
    if (glued_to_[i] != none) return glued_to_[i] == j;
    const EdgeSeam& told = seam(i);
    return told.partner == no_body || (told.partner == edges_[j].body && told.partner_edge == edges_[j].edge);
  }

  /// Finds the edge of a later body that runs along edge i, the other way.
  void find_glued(std::uint32_t i) noexcept {
    const Edge& own = edges_[i];
    std::uint32_t other = none;
    quarters_.for_each_near(quarter(own.end, own.start), [&](std::uint32_t j) {
      const Edge& edge = edges_[j];
      if (edge.body > own.body && is_near(edge.start, own.end) && is_near(edge.end, own.start) &&
          is_free_or_glued_to(i, j) && is_free_or_glued_to(j, i)) {
        other = std::min(other, j);
      }
      return true;
    });
    if (other == none) return;
    glued_to_[i] = other;
    glued_to_[other] = i;
  }

  /// Makes edge i and the edge of a later body that it is glued to inner.
  bool glue(std::uint32_t i) noexcept {
    const std::uint32_t other = glued_to_[i];
    if (other == none || other < i) return false;
    for (const auto& [own, partner] : {std::pair(i, other), std::pair(other, i)}) {
      scene_.links.uncover(edges_[own].body, edges_[own].edge);
      seam(own) = {.inner = true, .partner = edges_[partner].body, .partner_edge = edges_[partner].edge};
    }
    return true;
  }

  // ---- edges that two bodies share in part -----------------------------------------------------------------------

  /// An edge that is glued, or that was told to be inner or one-sided, shares no parts.
  bool may_share_parts(std::uint32_t i) noexcept {
    if (edges_[i].of_segment || glued_to_[i] != none) return false;
    const EdgeSeam& told = seam(i);
    return told.partner == no_body && (!told.inner || told.in_parts) && !told.one_sided;
  }

  void find_parts() {
    std::vector<std::uint32_t> edges;
    double longest = 0;
    for (std::uint32_t i = 0; i < edges_.size(); ++i) {
      if (!may_share_parts(i)) continue;
      edges.push_back(i);
      longest = std::max(longest, placed(i).length());
    }
    std::vector<EdgeBox> boxes;
    for (const std::uint32_t i : edges) boxes.push_back(placed(i).box(tolerance_, longest));
    const EdgeBoxes tree(boxes);
    for (std::size_t k = 0; k < edges.size(); ++k) {
      const PlacedEdge own = placed(edges[k]);
      const std::size_t first = parts_.size();
      tree.for_each_meeting(boxes[k].opposite(), [&](std::uint32_t m) {
        if (m <= k || edges_[edges[m]].body == edges_[edges[k]].body) return;
        if (const auto part = shared_part(own, placed(edges[m]), tolerance_)) {
          parts_.push_back({edges[k], edges[m], *part});
        }
      });
      std::sort(parts_.begin() + static_cast<std::ptrdiff_t>(first), parts_.end(),
                [](const Part& p, const Part& q) { return p.other < q.other; });
    }
    for (const Part& part : parts_) {
      touched_.push_back(edges_[part.edge].body);
      touched_.push_back(edges_[part.other].body);
    }
    std::sort(touched_.begin(), touched_.end());
    for (std::size_t i = 0, end = 0; i < touched_.size(); i = end) {
      while (end < touched_.size() && touched_[end] == touched_[i]) ++end;
      scene_.links.make_room_for_covers(touched_[i], end - i);
    }
    touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
  }

  void cover_parts() noexcept {
    for (const Part& part : parts_) {
      const Edge &own = edges_[part.edge], &other = edges_[part.other];
      scene_.links.add_cover(own.body, {own.edge, part.at.from, part.at.to, other.body, other.edge, part.at.its_from});
      scene_.links.add_cover(other.body,
                             {other.edge, part.at.its_from, part.at.its_to, own.body, own.edge, part.at.from});
    }
    for (const BodyId body : touched_) {
      const exact::Core<T> core = query::core_of(scene_, body);
      scene_.links.settle_covers(body,
                                 [&](std::uint32_t edge) { return tolerance_ / placed_edge(core, edge).length(); });
    }
  }

  // ---- ends that two segments share ------------------------------------------------------------------------------

  /// Makes segment i and the only segment that begins where only i ends neighbours.
  bool join_next(std::uint32_t i) noexcept {
    std::uint32_t next = none, begin = 0, end = 0;
    starts_.for_each_near(double_of(edges_[i].end), [&](std::uint32_t j) {
      if (j == i || !is_near(edges_[j].start, edges_[i].end)) return true;
      next = j;
      return ++begin < 2;
    });
    if (begin != 1) return false;
    ends_.for_each_near(double_of(edges_[next].start), [&](std::uint32_t j) {
      end += j != next && is_near(edges_[j].end, edges_[next].start) ? 1 : 0;
      return end < 2;
    });
    if (end != 1) return false;
    EdgeSeam &here = seam(i), &there = seam(next);
    scene_.links.untell_before(here.after_body, edges_[i].body);
    scene_.links.untell_after(there.before_body, edges_[next].body);
    here.has_after = there.has_before = true;
    here.after = edges_[next].vector;
    here.after_body = edges_[next].body;
    there.before = edges_[i].vector;
    there.before_body = edges_[i].body;
    return true;
  }

  SceneData<T>& scene_;
  double tolerance_;
  std::vector<Edge> edges_;
  PointIndex quarters_;                  ///< of the edges of polygons
  PointIndex starts_, ends_;             ///< of segments
  std::vector<std::uint32_t> glued_to_;  ///< by edge
  std::vector<Part> parts_;
  std::vector<BodyId> touched_;  ///< bodies that share parts
};

}  // namespace satchel::detail
