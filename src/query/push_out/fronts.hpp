// Which parts with one-sided edges are obstacles for a body, those that it is in front of, or was before the last motions;
// and where their regions have no end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <tuple>

#include "query/compound/part_boxes.hpp"
#include "query/push_out/front_edge.hpp"
#include "query/push_out/obstacle.hpp"
#include "query/seams/centroid.hpp"
#include "scene/core_of.hpp"
#include "scene/data.hpp"

namespace satchel::query {

/// Which parts of candidates are obstacles for parts of one body, and where their regions have no end. Where a body lies to an
/// edge is computed once.
template <class T>
class Roles {
 public:
  /// @param candidates  sorted
  Roles(const detail::SceneData<T>& scene, BodyId body, std::span<const BodyId> candidates, const LastMotions& last)
      : scene_(scene), body_(body), candidates_(candidates), last_(last) {}

  /// Whether the body's part may leave to the front of the candidate's edge, and the candidate is in front of the part's own.
  bool is_obstacle(std::uint32_t own, BodyId candidate, std::uint32_t part) {
    return side_of(body_, own, candidate).is_open && side_of(candidate, part, body_).is_open;
  }

  /// The directions in which the region of an obstacle has no end; none: it is bounded. Behind one edge that is the one away
  /// from its front. Where the surface bends to the front at an end of the edge, and the neighbour there has the other body in
  /// front too, `joined` adds all directions between both: what is behind the surface has no gap there.
  std::optional<Cone> without_end(std::uint32_t own, BodyId candidate, std::uint32_t part, bool joined) {
    if (const Side& side = side_of(candidate, part, body_); side.edge)
      return fronts_of(*side.edge, body_, joined).opposite();
    if (const Side& side = side_of(body_, own, candidate); side.edge) return fronts_of(*side.edge, candidate, joined);
    return std::nullopt;
  }

  /// Calls take(own, candidate, part) for obstacles with which the surface of an obstacle goes on, if it does not bend away
  /// from its front there, and the body may be behind it.
  /// @param moved  the body's part where it is taken to
  template <class Take>
  void for_each_beside(const exact::Core<T>& moved, std::uint32_t own, BodyId candidate, std::uint32_t part,
                       const Take& take) {
    const bool is_own = !side_of(candidate, part, body_).edge;
    const Side& side = is_own ? side_of(body_, own, candidate) : side_of(candidate, part, body_);
    if (!side.edge) return;
    const exact::Core<T> other = is_own ? core_of_part(candidate, part) : moved;
    const auto has_behind = [&](const FrontEdge<T>& edge) {
      const auto& at = scene_.bodies[edge.body()];
      return edge.has_behind(other, is_own ? Vec2d{moved.origin_x, moved.origin_y} : Vec2d{at.x, at.y});
    };
    for (const bool at_end : {false, true}) {
      const std::optional<FrontEdge<T>> next = side.edge->neighbour(at_end);
      if (!next || !(at_end ? side.edge->goes_on_to(*next) : next->goes_on_to(*side.edge))) continue;
      if (is_own && (next->is_ghost() || next->body() != body_)) continue;
      if (!has_behind(*next) && !(next->is_sharp_to(*side.edge) && has_behind(*side.edge))) continue;
      if (is_own) {
        if (is_obstacle(next->part(), candidate, part)) take(next->part(), candidate, part);
        continue;
      }
      const BodyId body = next->is_ghost() ? candidate_at(*next, !at_end) : next->body();
      const std::uint32_t at = next->is_ghost() ? last_part_or_first(body, !at_end) : next->part();
      if (is_candidate(body) && is_obstacle(own, body, at)) take(own, body, at);
    }
  }

 private:
  /// A part's one-sided edge, as another body sees it. Without one it is open on all sides.
  struct Side {
    bool is_open = true;
    std::optional<FrontEdge<T>> edge{};
  };

  const Side& side_of(BodyId body, std::uint32_t part, BodyId other) {
    const auto [at, is_new] = sides_.try_emplace({body, part, other});
    Side& side = at->second;
    if (!is_new) return side;
    side.edge = FrontEdge<T>::of(scene_, body, part);
    if (!side.edge) return side;
    if (side.edge->has_front()) {
      side.is_open = is_in_front(*side.edge, other);
    } else {
      side.is_open = false;
      side.edge.reset();
    }
    return side;
  }
  bool is_in_front(const FrontEdge<T>& edge, BodyId other) {
    return !(last_.of_bodies.empty() ? edge.is_behind(other, centroid(other)) : edge.was_behind(other, last_));
  }

  Cone fronts_of(const FrontEdge<T>& edge, BodyId other, bool joined) {
    const Vec2d normal = edge.normal();
    Cone fronts{normal, normal, normal};
    for (const bool at_end : {false, true}) {
      const std::optional<FrontEdge<T>> next = joined ? edge.neighbour(at_end) : std::nullopt;
      if (!next || !(at_end ? edge.bends_to_front(*next) : next->bends_to_front(edge))) continue;
      if (!(next->is_ghost() ? is_in_front(*next, other) : side_of(next->body(), next->part(), other).is_open))
        continue;
      // Beyond a quarter turn the neighbour has the rest.
      const Vec2d quarter = at_end ? Vec2d{normal.y, -normal.x} : Vec2d{-normal.y, normal.x};
      (at_end ? fronts.last : fronts.first) = next->is_sharp_to(edge) ? quarter : next->normal();
    }
    return fronts;
  }

  exact::Core<T> core_of_part(BodyId body, std::uint32_t part) const {
    const PartsOf<T> parts(scene_, body);
    return core_of(scene_, parts.records()[parts.first + part]);
  }
  bool is_candidate(BodyId body) const { return std::binary_search(candidates_.begin(), candidates_.end(), body); }
  /// The part of a candidate that a ghost edge is if it lies before another edge, or after it.
  std::uint32_t last_part_or_first(BodyId body, bool is_before) const {
    return body != no_body && is_before ? PartsOf<T>(scene_, body).count - 1 : 0;
  }
  BodyId candidate_at(const FrontEdge<T>& ghost, bool is_before) const {
    for (const BodyId body : candidates_) {
      const std::optional<FrontEdge<T>> edge = FrontEdge<T>::of(scene_, body, last_part_or_first(body, is_before));
      if (edge && ghost.is_at(*edge)) return body;
    }
    return no_body;
  }

  const Vec2d& centroid(BodyId body) {
    const auto [at, is_new] = centroids_.try_emplace(body);
    if (is_new) at->second = centroid_of(scene_, body);
    return at->second;
  }

  const detail::SceneData<T>& scene_;
  BodyId body_;
  std::span<const BodyId> candidates_;
  const LastMotions& last_;
  std::map<std::tuple<BodyId, std::uint32_t, BodyId>, Side> sides_;
  std::map<BodyId, Vec2d> centroids_;
};

}  // namespace satchel::query
