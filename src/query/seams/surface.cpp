// Which edges of a core are free, and what follows a free edge at its ends. surface.hpp has the rules. A free edge is one that is
// not inner; of a one-sided body it is the front alone.
//
// One file, because it is one walk along a boundary, by its cases.
#include "query/seams/surface.hpp"

#include <algorithm>
#include <cmath>

#include "query/seams/core_edges.hpp"
#include "scene/core_of.hpp"

namespace satchel::query {
namespace {

bool is_zero(const Vec2d& v) { return v.x == 0 && v.y == 0; }

/// How much a cross product of two vectors may change if the angle between them changes by an angle of this sine.
double slack_of(const Vec2d& a, const Vec2d& b, double slack) {
  return slack == 0 ? 0 : slack * std::sqrt(dot(a, a) * dot(b, b));
}

/// Whether `direction` lies between two successive edges that bend outward. Where the second leads back along the
/// first, as at the end of a segment, all directions on the left of the first lie between them.
bool is_between(const Vec2d& first, const Vec2d& direction, const Vec2d& second, double slack) {
  const double bend = cross(first, second);
  const bool after_first = cross(first, direction) >= -slack_of(first, direction, slack);
  // Where the bend is but rounding, the opposite direction is no less parallel to both.
  if (bend > 0) {
    return after_first && cross(direction, second) >= -slack_of(direction, second, slack) &&
           (dot(first, direction) >= 0 || dot(second, direction) >= 0);
  }
  return bend == 0 && dot(first, second) < 0 && after_first;
}

bool is_in(const std::uint64_t* mask, std::uint32_t edge) { return ((mask[edge / 64] >> (edge % 64)) & 1u) != 0; }

/// The record of a body, or of its part.
template <class T>
const kernels::BodyRecord<T>& record_of(const detail::SceneData<T>& scene, BodyId body, std::uint32_t part) {
  const kernels::BodyRecord<T>& record = scene.bodies[body];
  return record.place.is_compound() ? scene.compounds.parts[scene.first_part_of(record) + part] : record;
}

}  // namespace

template <class T>
Surface<T>::Surface(const detail::SceneData<T>& scene, BodyId body, std::uint32_t part, bool with_inner_edges)
    : scene_(&scene), core_(core_of(scene, record_of(scene, body, part))), body_(body), part_(part) {
  const kernels::BodyRecord<T>& record = scene.bodies[body];
  if (!record.place.is_compound()) {
    links_ = scene.links.of(body);
    if (links_ == nullptr) return;
    kind_ = Kind::links;
    if (scene.links.any_parts()) partial_covers_ = scene.links.covered_parts_of(body);
    front_ = scene.links.one_sided_edge_of(body);
    return;
  }
  const kernels::Place shape = scene.shapes[scene.body_shapes[body]].place;
  const detail::PartRange parts = scene.compounds.parts_of_shape(shape);
  chain_ = &scene.compounds.chain(shape);
  if (chain_->is_chain) {
    kind_ = Kind::chain;
    front_ = chain_->one_sided ? 0 : no_edge;
  } else {
    mask_ = scene.compounds.inner_edges_of(scene.compounds.part_shapes[parts.first + part]);
    if (!with_inner_edges || mask_ == nullptr) return;
    kind_ = Kind::inner_edges;
  }
}

template <class T>
Vec2d Surface<T>::vector(std::uint32_t edge) const {
  return edge_of(core_, edge);
}

template <class T>
std::uint32_t Surface<T>::neighbour(std::uint32_t edge, bool forward) const {
  std::uint32_t other = edge;
  do {
    other = forward ? next(other) : before(other);
  } while (is_zero(vector(other)) && other != edge);
  return other;
}

template <class T>
bool Surface<T>::is_inner(std::uint32_t edge) const {
  if (front_ != no_edge) return edge != front_;  // a one-sided body has one free edge
  switch (kind_) {
    case Kind::links:
      if (link_of(edge).in_parts) [[unlikely]]
        return !forgets_partial_covers_ && (link_of(edge).inner || is_covered_for(edge));
      return link_of(edge).inner;
    case Kind::inner_edges:
      return is_in(mask_, edge);
    case Kind::covered_edges:
      return is_in(mask_, edge) && is_covered(edge);
    default:
      return false;
  }
}

/// What follows a chain's segment at its second or its first vertex: the segment there, or the vector to the ghost
/// point beyond the end of an open chain.
template <class T>
EdgeEnd Surface<T>::end_of_chain(bool at_last) const {
  const detail::PartRange parts = scene_->parts_of_body(body_);
  const std::uint32_t last = at_last ? parts.count - 1 : 0, opposite = parts.count - 1 - last;
  for (std::uint32_t other = part_; other != last || chain_->closed;) {
    other = other == last ? opposite : at_last ? other + 1 : other - 1;
    const Vec2d edge = edge_of(core_of(*scene_, scene_->compounds.parts[parts.first + other]), 0);
    if (!is_zero(edge) || other == part_) return {EdgeEnd::seam, edge};  // rounding may leave segments without length
  }
  if (!(at_last ? chain_->has_after : chain_->has_before)) return {};
  const BasicVec2<T>& local = at_last ? chain_->after : chain_->before;  // the surface's edge there
  const Rotation& by = scene_->rotations[body_];
  const double x = static_cast<double>(local.x), y = static_cast<double>(local.y);
  return {EdgeEnd::seam, {by.cos * x - by.sin * y, by.sin * x + by.cos * y}};
}

/// What follows a segment at its second or its first vertex. Edges have the direction of the segment, from its first to
/// its second vertex.
template <class T>
EdgeEnd Surface<T>::end_of_segment(bool at_second) const {
  EdgeEnd end;
  if (kind_ == Kind::chain) {
    end = end_of_chain(at_second);
  } else if (kind_ == Kind::links && (at_second ? link_of(0).has_after : link_of(0).has_before)) {
    end = {EdgeEnd::seam, at_second ? link_of(0).after : link_of(0).before};
  }
  if (end.kind == EdgeEnd::corner && is_one_sided()) end.kind = EdgeEnd::cut;
  return end;
}

/// The first free edge around the end of a free edge: walks around that vertex from body to body, each of which an
/// inner edge joins to the next.
/// @param edge     the inner edge at this end
/// @param forward  whether the vertex is the free edge's second
template <class T>
EdgeEnd Surface<T>::walk_links(std::uint32_t edge, bool forward) const {
  const detail::EdgeSeam* inner = &link_of(edge);
  BodyId body = body_;
  for (std::uint32_t steps = 0; steps < most_around; ++steps) {
    if (inner->in_parts) [[unlikely]]
      return walk_covers({body, edge, forward ? 0.0 : 1.0}, forward);
    if (inner->partner == no_body || inner->partner == body_) break;
    body = inner->partner;
    const exact::Core<T> core = core_of(*scene_, body);
    const std::vector<detail::EdgeSeam>* const links = scene_->links.of(body);
    if (links == nullptr || core.count < 3) break;
    edge = forward ? next_in(core, inner->partner_edge) : before_in(core, inner->partner_edge);
    inner = &(*links)[edge];
    if (!inner->inner && !inner->in_parts) return {EdgeEnd::seam, edge_of(core, edge)};
  }
  return {EdgeEnd::cut, {}};
}

/// The edge of another part of the compound that runs along an edge, the other way, from end to end. O(parts of the compound).
/// @param core, edge  become that edge
/// @returns           its part; no_edge: there is none
template <class T>
std::uint32_t Surface<T>::cover_in_parts(exact::Core<T>& core, std::uint32_t& edge) const {
  const detail::PartRange parts = scene_->parts_of_body(body_);
  const kernels::OffsetBox<T>* const boxes = scene_->compounds.boxes.data() + parts.first;
  const std::uint32_t end = next_in(core, edge);
  const T from_x = core.x[edge], from_y = core.y[edge], to_x = core.x[end], to_y = core.y[end];
  const T low_x = std::min(from_x, to_x), low_y = std::min(from_y, to_y), high_x = std::max(from_x, to_x),
          high_y = std::max(from_y, to_y);
  for (std::uint32_t k = 0; k < parts.count; ++k) {
    const kernels::OffsetBox<T>& box = boxes[k];
    if (-box.minus_min_x > low_x || box.max_x < high_x || -box.minus_min_y > low_y || box.max_y < high_y) continue;
    if (k == part_) continue;  // once around
    const exact::Core<T> other = core_of(*scene_, scene_->compounds.parts[parts.first + k]);
    for (std::uint32_t e = 0; e < other.count; ++e) {
      const std::uint32_t to = next_in(other, e);
      if (other.x[e] != to_x || other.y[e] != to_y || other.x[to] != from_x || other.y[to] != from_y) continue;
      core = other;
      edge = e;
      return k;
    }
  }
  return no_edge;
}

/// As walk_links, over the parts of a compound, whose vertices along a seam are equal.
template <class T>
EdgeEnd Surface<T>::walk_parts(std::uint32_t edge, bool forward) const {
  const kernels::Place shape = scene_->shapes[scene_->body_shapes[body_]].place;
  const std::uint32_t first = scene_->compounds.parts_of_shape(shape).first;
  exact::Core<T> core = core_;
  std::uint32_t at = edge;
  for (std::uint32_t steps = 0; steps < most_around; ++steps) {
    const std::uint32_t part = cover_in_parts(core, at);
    if (part == no_edge) {
      // Nothing covers this edge. Where only covered edges count as inner, it is free, unless it is the first.
      if (kind_ != Kind::covered_edges || steps == 0) break;
      return {EdgeEnd::seam, edge_of(core, at)};
    }
    at = forward ? next_in(core, at) : before_in(core, at);
    const std::uint64_t* const mask = scene_->compounds.inner_edges_of(scene_->compounds.part_shapes[first + part]);
    if (mask == nullptr || !is_in(mask, at)) return {EdgeEnd::seam, edge_of(core, at)};
  }
  return {EdgeEnd::cut, {}};
}

/// Whether an edge of another part runs along this one, the other way, from end to end.
template <class T>
bool Surface<T>::is_covered(std::uint32_t edge) const {
  exact::Core<T> core = core_;
  return cover_in_parts(core, edge) != no_edge;
}

/// What follows a free edge.
template <class T>
EdgeEnd Surface<T>::end_after(std::uint32_t edge) const {
  if (core_.count == 2 && (kind_ == Kind::chain || kind_ == Kind::links)) {
    EdgeEnd end = end_of_segment(edge == 0);
    if (edge == 1) end.edge = {-end.edge.x, -end.edge.y};  // edge 1 leads back
    return end;
  }
  if (kind_ == Kind::links && link_of(edge).has_after) return {EdgeEnd::seam, link_of(edge).after};
  if (has_partial_covers()) [[unlikely]] {
    if (const EdgeEnd::Kind kind = kind_beside_parts(edge, true); kind != EdgeEnd::seam) return {kind, {}};
  } else if (!is_inner(neighbour(edge, true))) {
    return {};
  }
  if (is_one_sided()) return {EdgeEnd::cut, {}};
  return kind_ == Kind::links ? walk_links(neighbour(edge, true), true) : walk_parts(neighbour(edge, true), true);
}

/// What comes before a free edge.
template <class T>
EdgeEnd Surface<T>::end_before(std::uint32_t edge) const {
  if (core_.count == 2 && (kind_ == Kind::chain || kind_ == Kind::links)) {
    EdgeEnd end = end_of_segment(edge == 1);
    if (edge == 1) end.edge = {-end.edge.x, -end.edge.y};
    return end;
  }
  if (kind_ == Kind::links && link_of(edge).has_before) return {EdgeEnd::seam, link_of(edge).before};
  if (has_partial_covers()) [[unlikely]] {
    if (const EdgeEnd::Kind kind = kind_beside_parts(edge, false); kind != EdgeEnd::seam) return {kind, {}};
  } else if (!is_inner(neighbour(edge, false))) {
    return {};
  }
  if (is_one_sided()) return {EdgeEnd::cut, {}};
  return kind_ == Kind::links ? walk_links(neighbour(edge, false), false) : walk_parts(neighbour(edge, false), false);
}

/// Whether a free edge gives normals of this direction of edges. A direction on its left may lie between it and what
/// follows, one on its right between what comes before and it.
template <class T>
bool Surface<T>::gives(FreeEdge& free, const Vec2d& direction, double slack) const {
  const double turn = cross(free.own, direction), most = slack_of(free.own, direction, slack);
  if (std::fabs(turn) <= most && dot(free.own, direction) > 0) return true;
  if (turn >= -most) {
    if (!free.knows_after) {
      const EdgeEnd end = end_after(free.edge);
      free.after = end.kind == EdgeEnd::corner ? vector(neighbour(free.edge, true)) : end.edge;
      free.has_after = end.kind != EdgeEnd::cut;
      free.knows_after = true;
    }
    if (free.has_after && is_between(free.own, direction, free.after, slack)) return true;
  }
  if (turn > most) return false;
  if (!free.knows_before) {
    const EdgeEnd end = end_before(free.edge);  // a corner here is one after the edge before
    free.before = end.edge;
    free.has_before = end.kind == EdgeEnd::seam;
    free.knows_before = true;
  }
  return free.has_before && is_between(free.before, direction, free.own, slack);
}

template <class T>
bool Surface<T>::allows(double x, double y, double slack) const {
  if (!is_limited()) return true;
  const Vec2d direction{-y, x};  // of an edge with this normal
  if (knows_free_edges_) {
    return std::any_of(free_, free_ + free_count_, [&](FreeEdge& free) { return gives(free, direction, slack); });
  }
  std::uint32_t count = 0;
  bool is_given = false;
  for (std::uint32_t e = 0; e < core_.count; ++e) {
    const Vec2d own = vector(e);
    if (is_inner(e) || is_zero(own)) continue;
    FreeEdge free;
    free.own = own;
    free.edge = e;
    free.knows_after = free.knows_before = false;
    is_given = is_given || gives(free, direction, slack);
    if (is_given && count >= most_known) return true;
    if (count < most_known) free_[count] = free;
    ++count;
  }
  free_count_ = count;
  knows_free_edges_ = count <= most_known;
  return is_given;
}

template <class T>
const typename Surface<T>::FreeEdge* Surface<T>::known_edge(std::uint32_t edge) const {
  for (std::uint32_t k = 0; knows_free_edges_ && k < free_count_; ++k) {
    if (free_[k].edge == edge) return &free_[k];
  }
  return nullptr;
}

template <class T>
Vec2d Surface<T>::nearest_edge_at(std::uint32_t vertex, const Vec2d& direction) const {
  Vec2d nearest{};
  double most = 0, most_squared = 0;  // its cosine to the direction, times its length; its squared length
  const auto take = [&](const Vec2d& edge) {
    const double squared = dot(edge, edge), along = dot(edge, direction);
    if (!(squared > 0)) return;
    if (most_squared > 0 && !(along * std::fabs(along) * most_squared > most * std::fabs(most) * squared)) return;
    most = along;
    most_squared = squared;
    nearest = edge;
  };
  const auto take_seam = [&](const EdgeEnd& end) {
    if (end.kind == EdgeEnd::seam) take(end.edge);
  };
  if (core_.count < 2) return nearest;
  const std::uint32_t to = is_zero(vector(vertex)) ? neighbour(vertex, true) : vertex, from = neighbour(to, false);
  const bool free_from = !is_inner_at(from, true), free_to = !is_inner_at(to, false);
  if (free_from) {
    take(vector(from));
    if (const FreeEdge* const known = known_edge(from); known != nullptr && known->knows_after) {
      if (known->has_after) take(known->after);
    } else {
      take_seam(end_after(from));
    }
  }
  if (free_to) {
    take(vector(to));
    if (const FreeEdge* const known = known_edge(to); known != nullptr && known->knows_before) {
      if (known->has_before) take(known->before);
    } else {
      take_seam(end_before(to));
    }
  }
  if (free_from || free_to || is_one_sided() || core_.count == 2) return nearest;
  take_seam(kind_ == Kind::links ? walk_links(to, true) : walk_parts(to, true));
  take_seam(kind_ == Kind::links ? walk_links(from, false) : walk_parts(from, false));
  return nearest;
}

template <class T>
bool Surface<T>::is_seam(std::uint32_t vertex) const {
  if (!is_limited() || vertex >= core_.count) return false;
  const std::uint32_t to = vertex, from = before(vertex);
  const bool free_from = !(has_partial_covers() ? is_inner_at(from, true) : is_inner(from));
  const bool free_to = !(has_partial_covers() ? is_inner_at(to, false) : is_inner(to));
  if (!free_from && !free_to) return true;
  return (free_from && end_after(from).kind != EdgeEnd::corner) || (free_to && end_before(to).kind != EdgeEnd::corner);
}

template <class T>
bool Surface<T>::is_behind(double x, double y, double slack) const {
  if (front_ == no_edge) return false;
  const Vec2d from{x - static_cast<double>(core_.x[front_]), y - static_cast<double>(core_.y[front_])};
  const Vec2d edge = vector(front_);
  if (is_zero(edge)) return true;  // rounding has made its ends equal: its neighbours have its front
  return cross(edge, from) > (slack == 0 ? 0 : slack * std::sqrt(dot(edge, edge)));
}

template <class T>
bool Surface<T>::goes_on(bool at_end) const {
  if (core_.count == 2) return end_of_segment(at_end).kind == EdgeEnd::seam;
  const detail::EdgeSeam& front = link_of(front_);
  const auto goes_on_at = [&](std::uint32_t edge, bool at_edge_end) {
    return link_of(edge).inner || has_cover_at(edge, at_edge_end);
  };
  return at_end ? front.has_after || goes_on_at(next(front_), false)
                : front.has_before || goes_on_at(before(front_), true);
}

template class Surface<float>;
template class Surface<double>;

}  // namespace satchel::query
