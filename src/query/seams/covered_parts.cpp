// Edges that other bodies' edges cover in part: whether they are inner for the other core of a pair, and how the
// surface goes on at their ends.
#include <algorithm>
#include <cmath>
#include <limits>

#include "query/seams/core_edges.hpp"
#include "query/seams/surface.hpp"
#include "scene/core_of.hpp"

namespace satchel::query {

/// Whether an edge that is covered in part is inner for the other core. It is if this core, along the edge, lies within
/// a covered part, where one that reaches an end of the edge goes on beyond this end; or if the core's foremost vertices
/// against the edge lie beside such a part, nearer to the edge's end: there the core meets the neighbour's surface.
template <class T>
bool Surface<T>::is_covered_for(std::uint32_t edge) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::uint32_t to = next(edge);
  const Vec2d start = seen_.own_places != nullptr
                          ? seen_.own_places[edge]
                          : Vec2d{static_cast<double>(core_.x[edge]), static_cast<double>(core_.y[edge])};
  const Vec2d own = seen_.own_places != nullptr
                        ? Vec2d{seen_.own_places[to].x - start.x, seen_.own_places[to].y - start.y}
                        : vector(edge);
  const double squared = dot(own, own);
  double low = infinity, high = -infinity, nearest = infinity, foremost_low = infinity, foremost_high = -infinity;
  const auto for_each_vertex = [&](auto visit) {
    for (std::uint32_t v = 0; v < seen_.count; ++v) {
      const Vec2d at = seen_.vertex(v), w{at.x - start.x, at.y - start.y};
      visit(dot(w, own) / squared, -cross(own, w) / squared);
    }
  };
  for_each_vertex([&](double along, double out) {
    low = std::min(low, along);
    high = std::max(high, along);
    nearest = std::min(nearest, out);
  });
  const double rounding = 0x1p-16 * (high - low);
  for_each_vertex([&](double along, double out) {
    if (out > nearest + rounding) return;
    foremost_low = std::min(foremost_low, along);
    foremost_high = std::max(foremost_high, along);
  });
  const double radii = (static_cast<double>(seen_.radius) + static_cast<double>(core_.radius)) / std::sqrt(squared);
  low -= radii;
  high += radii;
  for (const detail::CoveredPart& part : covered_parts_of(edge)) {
    const bool at_start = part.from == 0, at_end = part.to == 1;
    const double middle = 0.5 * (part.from + part.to);
    if ((low >= (at_start ? -infinity : part.from) && high <= (at_end ? infinity : part.to)) ||
        (at_start && foremost_high < middle) || (at_end && foremost_low > middle)) {
      return true;
    }
  }
  return false;
}

template <class T>
bool Surface<T>::is_covered_by(BodyId other) const {
  if (partial_covers_ == nullptr) return false;
  return std::any_of(partial_covers_->begin(), partial_covers_->end(), [&](const detail::CoveredPart& part) {
    const detail::Across across = scene_->links.across({body_, part.edge, part.from}, true);
    return across.kind == detail::Across::other && across.place.body == other;
  });
}

template <class T>
bool Surface<T>::is_inner_at(std::uint32_t edge, bool at_end) const {
  if (kind_ != Kind::links || front_ != no_edge || forgets_partial_covers_ || !link_of(edge).in_parts)
    return is_inner(edge);
  return link_of(edge).inner || has_cover_at(edge, at_end);
}

template <class T>
bool Surface<T>::has_cover_at(std::uint32_t edge, bool at_end) const {
  const std::span<const detail::CoveredPart> parts = covered_parts_of(edge);
  return !parts.empty() && (at_end ? parts.back().to == 1 : parts.front().from == 0);
}

/// As walk_links, where edges are shared in part. If the vertex lies within an edge, the surface goes on along this
/// edge, or along what covers it beyond the vertex.
/// @param at  the vertex, on an edge along which the walk goes on
template <class T>
EdgeEnd Surface<T>::walk_covers(detail::PlaceOnEdge at, bool forward) const {
  for (std::uint32_t steps = 0; steps < most_around; ++steps) {
    const detail::Across across = scene_->links.across(at, forward);
    if (across.kind == detail::Across::free) return {EdgeEnd::seam, edge_of(core_of(*scene_, at.body), at.edge)};
    if (across.kind == detail::Across::unknown || across.place.body == body_) break;
    at = across.place;
    const exact::Core<T> core = core_of(*scene_, at.body);
    if (core.count < 3) break;
    if (at.at != (forward ? 1 : 0)) continue;
    at.at = forward ? 0 : 1;
    at.edge = forward ? next_in(core, at.edge) : before_in(core, at.edge);
  }
  return {EdgeEnd::cut, {}};
}

/// What follows a free edge at its end or its start, where edges may be covered in part. A corner with an edge that is
/// inner for the other core, though free at this end, is far from that core.
template <class T>
EdgeEnd::Kind Surface<T>::kind_beside_parts(std::uint32_t edge, bool at_end) const {
  const std::uint32_t other = at_end ? next(edge) : before(edge);
  if (has_cover_at(edge, at_end)) return EdgeEnd::cut;
  if (is_inner_at(other, !at_end)) return EdgeEnd::seam;
  return is_inner(other) ? EdgeEnd::cut : EdgeEnd::corner;
}

template bool Surface<float>::is_covered_by(BodyId) const;
template bool Surface<double>::is_covered_by(BodyId) const;
template bool Surface<float>::is_covered_for(std::uint32_t) const;
template bool Surface<float>::is_inner_at(std::uint32_t, bool) const;
template bool Surface<float>::has_cover_at(std::uint32_t, bool) const;
template EdgeEnd Surface<float>::walk_covers(detail::PlaceOnEdge, bool) const;
template EdgeEnd::Kind Surface<float>::kind_beside_parts(std::uint32_t, bool) const;
template bool Surface<double>::is_covered_for(std::uint32_t) const;
template bool Surface<double>::is_inner_at(std::uint32_t, bool) const;
template bool Surface<double>::has_cover_at(std::uint32_t, bool) const;
template EdgeEnd Surface<double>::walk_covers(detail::PlaceOnEdge, bool) const;
template EdgeEnd::Kind Surface<double>::kind_beside_parts(std::uint32_t, bool) const;

}  // namespace satchel::query
