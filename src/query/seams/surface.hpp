// Which normals a core may give: all, or those that seams with its neighbours allow (public header links.hpp).
//
// A free edge of the core gives its normal. What follows it at an end says which other normals this end gives:
//   corner   the core's own next edge: the normals between both, as ever
//   seam     an edge of the joined surface: the normals between both if the surface bends outward, else none
//   cut      nothing is known of the surface beyond: none
// An edge that other bodies' edges cover in part is free or inner by what is seen of the other core of the pair
// (`is_covered_for`); at each end it is what it is there.
// Directions of edges take the place of normals: a normal (x, y) lies on the right of the direction (-y, x).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "exact/resolve.hpp"
#include "scene/data.hpp"

namespace satchel::query {

/// What follows an edge at one of its ends.
struct EdgeEnd {
  enum Kind : std::uint8_t { corner, seam, cut } kind = corner;
  Vec2d edge{};  ///< seam: the surface's edge there, in its direction
};

template <class T>
class Surface {
 public:
  /// A surface without limits.
  Surface() = default;
  /// @param with_inner_edges  whether the inner edges of compounds limit their parts' normals, too
  Surface(const detail::SceneData<T>& scene, BodyId body, std::uint32_t part, bool with_inner_edges);

  const exact::Core<T>& core() const { return core_; }

  /// From now on, the inner edges of compounds count where an edge of another part runs along them from end to end.
  void keep_covered_edges() {
    if (kind_ == Kind::inner_edges) kind_ = Kind::covered_edges;
    knows_free_edges_ = false;
  }

  /// Whether an edge of another body begins to cover a part of one of this core's edges. Where several cover a
  /// part together, the first counts.
  bool is_covered_by(BodyId other) const;
  /// From now on, edges that are covered in parts are free.
  void forget_partial_covers() {
    partial_covers_ = nullptr;
    forgets_partial_covers_ = true;
    knows_free_edges_ = false;
  }

  /// Whether other bodies cover parts of edges, so that `is_inner` and `allows` depend on what the other core is.
  bool has_partial_covers() const { return partial_covers_ != nullptr; }
  /// @param dx, dy  from this core's origin to that of the other; its vertices stay where they are
  void see(const exact::Core<T>& other, double dx, double dy) {
    seen_ = {other.x, other.y, nullptr, nullptr, dx, dy, other.count, other.radius};
    knows_free_edges_ = false;
  }
  /// After motions: the vertices of both, from one place.
  void see(const Vec2d* own, std::span<const Vec2d> other, T radius) {
    seen_ = {nullptr, nullptr, own, other.data(), 0, 0, static_cast<std::uint32_t>(other.size()), radius};
    knows_free_edges_ = false;
  }
  /// Calls visit(from, to), in lengths of the edge, for each part of an edge that is free wherever the other core is.
  template <class Visit>
  void for_each_free_part(std::uint32_t edge, Visit visit) const;

  bool is_limited() const { return kind_ != Kind::none; }
  bool is_one_sided() const { return front_ != no_edge; }
  bool is_inner(std::uint32_t edge) const;

  /// Whether the core may give this outward normal, of any length above 0.
  /// @param slack  the sine of an angle: normals so near to allowed ones are allowed, too
  bool allows(double x, double y, double slack = 0) const;
  /// The edge of the joined surface at this vertex whose direction is nearest to a direction: of the free edges that begin or end
  /// there, the core's own and the neighbours'; (0, 0): none is known.
  Vec2d nearest_edge_at(std::uint32_t vertex, const Vec2d& direction) const;
  /// Whether the joined surface goes on, or is unknown, at this vertex.
  bool is_seam(std::uint32_t vertex) const;
  /// Whether a point is farther than `slack` behind the one-sided edge. The point is relative to the body's origin. All points are
  /// behind an edge without length.
  bool is_behind(double x, double y, double slack = 0) const;
  /// Whether the surface is known to go on beyond an end of the one-sided edge.
  bool goes_on(bool at_end) const;

 private:
  enum class Kind : std::uint8_t { none, chain, links, inner_edges, covered_edges };
  static constexpr std::uint32_t no_edge = detail::Links::no_edge;
  static constexpr std::uint32_t most_around = 256;  ///< edges that meet in one point, so that a walk around it ends

  /// A free edge, and the edges with which it gives normals at its ends, once they are asked for.
  struct FreeEdge {
    Vec2d own, after, before;
    std::uint32_t edge;
    bool knows_after, knows_before, has_after, has_before;
  };
  bool gives(FreeEdge& edge, const Vec2d& direction, double slack) const;
  /// null: it is not known
  const FreeEdge* known_edge(std::uint32_t edge) const;

  std::uint32_t next(std::uint32_t edge) const { return edge + 1 == core_.count ? 0 : edge + 1; }
  std::uint32_t before(std::uint32_t edge) const { return edge == 0 ? core_.count - 1 : edge - 1; }
  /// The next edge, or the one before, that has a length: rounding may leave edges without.
  std::uint32_t neighbour(std::uint32_t edge, bool forward) const;
  Vec2d vector(std::uint32_t edge) const;
  std::span<const detail::CoveredPart> covered_parts_of(std::uint32_t edge) const {
    return partial_covers_ == nullptr ? std::span<const detail::CoveredPart>()
                                      : detail::of_edge(*partial_covers_, edge);
  }
  bool is_covered_for(std::uint32_t edge) const;
  /// Whether the surface does not go along the edge at its end or its start.
  bool is_inner_at(std::uint32_t edge, bool at_end) const;
  bool has_cover_at(std::uint32_t edge, bool at_end) const;
  EdgeEnd::Kind kind_beside_parts(std::uint32_t edge, bool at_end) const;
  EdgeEnd end_after(std::uint32_t edge) const;
  EdgeEnd end_before(std::uint32_t edge) const;
  EdgeEnd end_of_segment(bool at_second) const;
  EdgeEnd end_of_chain(bool at_last) const;
  EdgeEnd walk_links(std::uint32_t edge, bool forward) const;
  EdgeEnd walk_covers(detail::PlaceOnEdge at, bool forward) const;
  std::uint32_t cover_in_parts(exact::Core<T>& core, std::uint32_t& edge) const;
  EdgeEnd walk_parts(std::uint32_t edge, bool forward) const;
  bool is_covered(std::uint32_t edge) const;
  /// The link of an edge; a segment's two edges have one.
  const detail::EdgeSeam& link_of(std::uint32_t edge) const { return (*links_)[core_.count == 2 ? 0 : edge]; }

  /// The other core of a pair.
  struct Seen {
    const T* x;
    const T* y;
    const Vec2d* own_places;  ///< null: the cores are where their bodies are
    const Vec2d* places;
    double dx, dy;
    std::uint32_t count;
    T radius;

    Vec2d vertex(std::uint32_t v) const {
      if (own_places != nullptr) return places[v];
      return {static_cast<double>(x[v]) + dx, static_cast<double>(y[v]) + dy};
    }
  };

  Kind kind_ = Kind::none;
  const detail::SceneData<T>* scene_ = nullptr;
  const std::vector<detail::EdgeSeam>* links_ = nullptr;
  const std::vector<detail::CoveredPart>* partial_covers_ = nullptr;
  const detail::ChainShape<T>* chain_ = nullptr;
  const std::uint64_t* mask_ = nullptr;  ///< of inner edges
  exact::Core<T> core_{};
  BodyId body_ = 0;
  std::uint32_t part_ = 0;
  std::uint32_t front_ = no_edge;  ///< the one-sided edge
  bool forgets_partial_covers_ = false;

  // Found by the first `allows`, which is asked again and again; more free edges than have room are found each time.
  static constexpr std::uint32_t most_known = 4;
  mutable bool knows_free_edges_ = false;
  mutable std::uint32_t free_count_;
  mutable FreeEdge free_[most_known];

  Seen seen_;  ///< set if has_partial_covers()
};

template <class T>
template <class Visit>
void Surface<T>::for_each_free_part(std::uint32_t edge, Visit visit) const {
  const std::span<const detail::CoveredPart> parts = covered_parts_of(edge);
  if (parts.empty() || is_one_sided()) {
    if (!is_inner(edge)) visit(0.0, 1.0);
    return;
  }
  double reached = 0;
  for (const detail::CoveredPart& part : parts) {
    if (part.from > reached) visit(reached, part.from);
    reached = part.to;
  }
  if (reached < 1) visit(reached, 1.0);
}

}  // namespace satchel::query
