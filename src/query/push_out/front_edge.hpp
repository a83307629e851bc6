// A one-sided edge of a part: which bodies are in front of it, and how its surface goes on.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <satchel/pose.hpp>

#include "query/compound/part_boxes.hpp"
#include "query/push_out/obstacle.hpp"
#include "scene/core_of.hpp"
#include "scene/data.hpp"

namespace satchel::query {

/// The motions by which bodies came to their poses; empty: what counts is where they are.
struct LastMotions {
  std::span<const Motion> of_bodies;
  double tolerance = 0;  ///< 0: by the reaches of both bodies
};

/// A one-sided edge of a part: a vector, its front on the right. One that rounding has left without length has no front: its
/// neighbours have it.
template <class T>
class FrontEdge {
 public:
  /// None if no edge of the part is one-sided.
  static std::optional<FrontEdge> of(const detail::SceneData<T>& scene, BodyId body, std::uint32_t part) {
    if (scene.bodies[body].place.is_compound()) {
      const detail::ChainShape<T>& chain = scene.compounds.chain(scene.shapes[scene.body_shapes[body]].place);
      if (!chain.is_chain || !chain.one_sided) return std::nullopt;
      return FrontEdge(scene, body, part, 0, &chain);
    }
    const std::vector<detail::EdgeSeam>* const links = scene.links.of(body);
    std::optional<FrontEdge> found;
    for (std::uint32_t e = 0; links != nullptr && e < links->size(); ++e) {
      if ((*links)[e].one_sided) found = FrontEdge(scene, body, part, e, nullptr);
    }
    return found;
  }

  bool has_front() const { return vector_.x != 0 || vector_.y != 0; }

  /// Unit vector to the front.
  Vec2d normal() const {
    const double length = length_of(vector_);
    return {vector_.y / length, -vector_.x / length};
  }

  /// The edge with which the surface goes on at this edge's end, or its start; of a body or told (a ghost edge). Those
  /// without length are passed over. None: the surface ends there.
  std::optional<FrontEdge> neighbour(bool at_end) const {
    if (is_ghost_) return std::nullopt;
    if (chain_ == nullptr) {
      const detail::EdgeSeam& told = (*scene_->links.of(body_))[edge_];
      const BodyId body = at_end ? told.after_body : told.before_body;
      const std::optional<FrontEdge> edge = body == no_body ? std::nullopt : of(*scene_, body, 0);
      if (edge && edge->has_front()) return edge;
    }
    for (std::uint32_t k = 1; chain_ != nullptr; ++k) {
      const std::optional<std::uint32_t> part = part_after(k, at_end);
      if (!part) break;
      const FrontEdge edge(*scene_, body_, *part, 0, chain_);
      if (edge.has_front()) return edge;
    }
    const Vec2d ghost = ghost_edge(at_end);
    if (ghost.x == 0 && ghost.y == 0) return std::nullopt;
    FrontEdge found = *this;
    found.is_ghost_ = true;
    found.from_ =
        at_end ? Vec2d{from_.x + vector_.x, from_.y + vector_.y} : Vec2d{from_.x - ghost.x, from_.y - ghost.y};
    found.vector_ = ghost;
    return found;
  }

  /// Whether the surface bends towards the front where an edge follows this one.
  bool bends_to_front(const FrontEdge& following) const { return cross(vector_, following.vector_) < 0; }
  /// Whether it bends that way, or by as little as rounding makes: an angle of 2^-20, or what rounding of vertices makes of a
  /// straight surface, which is more where edges are short: if each of the three vertices is off by less than d, the cross
  /// product of the edges v and w is off by less than 2 d (|v| + |w|).
  bool goes_on_to(const FrontEdge& following) const {
    const Vec2d& other = following.vector_;
    const double rounding = 2 * vertex_error(following) * (length_of(vector_) + length_of(other));
    const double along = vector_.x * other.x + vector_.y * other.y;
    return bends_to_front(following) ||
           (along > -rounding && cross(vector_, other) <= rounding + 0x1p-20 * std::fabs(along));
  }
  /// Whether the normals of both point more apart than a quarter turn.
  bool is_sharp_to(const FrontEdge& edge) const { return vector_.x * edge.vector_.x + vector_.y * edge.vector_.y < 0; }
  BodyId body() const { return body_; }
  std::uint32_t part() const { return part_; }
  bool is_ghost() const { return is_ghost_; }
  /// Whether it is another body's edge, but for rounding.
  bool is_at(const FrontEdge& edge) const {
    const double x = (scene_->bodies[edge.body_].x - scene_->bodies[body_].x) + (edge.from_.x - from_.x);
    const double y = (scene_->bodies[edge.body_].y - scene_->bodies[body_].y) + (edge.from_.y - from_.y);
    const double most = 0x1p-18 * (std::fabs(vector_.x) + std::fabs(vector_.y)) + 8 * vertex_error(edge);
    return std::fabs(x) + std::fabs(y) <= most &&
           std::fabs(edge.vector_.x - vector_.x) + std::fabs(edge.vector_.y - vector_.y) <= most;
  }

  /// Whether the centroid of a body, relative to its origin, is behind the edge.
  bool is_behind(BodyId body, const Vec2d& at) const {
    const double x = at.x + (scene_->bodies[body].x - scene_->bodies[body_].x) - from_.x;
    const double y = at.y + (scene_->bodies[body].y - scene_->bodies[body_].y) - from_.y;
    return vector_.x * y - vector_.y * x > 0;
  }

  /// Whether a point of a core is behind the edge's line.
  /// @param origin  of the edge's body
  bool has_behind(const exact::Core<T>& core, const Vec2d& origin) const {
    const double x = (core.origin_x - origin.x) - from_.x, y = (core.origin_y - origin.y) - from_.y;
    double deepest = -std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < core.count; ++i) {
      deepest =
          std::max(deepest, cross(vector_, {x + static_cast<double>(core.x[i]), y + static_cast<double>(core.y[i])}));
    }
    const double radius = static_cast<double>(core.radius) + static_cast<double>(front_radius_);
    return deepest > 0 || (radius > 0 && deepest + radius * length_of(vector_) > 0);
  }

  /// Whether a part of a body was behind the edge, deeper than the tolerance, before the last motions.
  bool was_behind(BodyId body, const LastMotions& last) const {
    const double reach = static_cast<double>(scene_->bodies[body].reach);
    const double own_reach = static_cast<double>(scene_->bodies[body_].reach), reaches = reach + own_reach;
    const Motion &other = last.of_bodies[body], &own = last.of_bodies[body_];
    const Vec2d apart{(scene_->bodies[body].x - scene_->bodies[body_].x) - (other.x - own.x),
                      (scene_->bodies[body].y - scene_->bodies[body_].y) - (other.y - own.y)};
    const Rotation back = Rotation::of_angle(-own.angle), other_back = Rotation::of_angle(-other.angle);
    const std::vector<Vec2d> behind = behind_near(apart, 4 * reaches, back);
    if (behind.size() < 3) return false;
    const double by_reach = std::max(0x1p-13 * std::min(reach, own_reach), 0x1p-40 * reaches);
    const double depth = last.tolerance > 0 ? last.tolerance : by_reach;
    const PartsOf<T> parts(*scene_, body);
    const T around = front_radius_;
    for (std::uint32_t i = 0; i < parts.count; ++i) {
      const exact::Core<T> core = core_of(*scene_, parts.records()[parts.first + i]);
      std::vector<Vec2d> corners = corners_of(core);
      for (Vec2d& v : corners) v = rotated(v, other_back);
      const double radius = static_cast<double>(core.radius) + static_cast<double>(around);
      if (Obstacle(corners, behind, {-apart.x, -apart.y}, radius).holds(0, 0, depth)) return true;
    }
    return false;
  }

 private:
  static constexpr std::uint32_t most_edges = 128;  ///< of the surface on either side that count

  FrontEdge(const detail::SceneData<T>& scene, BodyId body, std::uint32_t part, std::uint32_t edge,
            const detail::ChainShape<T>* chain)
      : scene_(&scene), body_(body), part_(part), edge_(edge), chain_(chain) {
    const PartsOf<T> body_parts(scene, body);
    const exact::Core<T> core = core_of(scene, body_parts.records()[body_parts.first + part]);
    const std::uint32_t next = edge + 1 == core.count ? 0 : edge + 1;
    from_ = {static_cast<double>(core.x[edge]), static_cast<double>(core.y[edge])};
    vector_ = {static_cast<double>(core.x[next]) - from_.x, static_cast<double>(core.y[next]) - from_.y};
    front_radius_ = core.radius;
  }

  /// Rounded vertices of this edge and another are off by less than this, but for what moves all of a body alike. Rounding to T
  /// and placing (two products and a sum) move a vertex by less than 4 u R, with u = epsilon / 2 and the reach R; ghost points
  /// and origins are rounded as the origins are.
  double vertex_error(const FrontEdge& other) const {
    double error = 0;
    for (const BodyId body : {body_, other.body_}) {
      const kernels::BodyRecord<T>& at = scene_->bodies[body];
      error = std::max(error, 2.0 * std::numeric_limits<T>::epsilon() * static_cast<double>(at.reach) +
                                  0x1p-52 * (std::fabs(at.x) + std::fabs(at.y)));
    }
    return error;
  }
  static double length_of(const Vec2d& v) { return std::sqrt(v.x * v.x + v.y * v.y); }
  static double cross(const Vec2d& a, const Vec2d& b) { return a.x * b.y - a.y * b.x; }
  static Vec2d rotated(const Vec2d& v, const Rotation& by) {
    return {by.cos * v.x - by.sin * v.y, by.sin * v.x + by.cos * v.y};
  }

  /// Keeps what lies on the left of a line.
  static void clip(std::vector<Vec2d>& polygon, const Vec2d& from, const Vec2d& along) {
    std::vector<Vec2d> kept;
    const auto side = [&](const Vec2d& v) { return cross(along, {v.x - from.x, v.y - from.y}); };
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Vec2d &a = polygon[i], &b = polygon[i + 1 == polygon.size() ? 0 : i + 1];
      const double at_a = side(a), at_b = side(b);
      if (at_a >= 0) kept.push_back(a);
      if ((at_a > 0 && at_b < 0) || (at_a < 0 && at_b > 0)) {
        const double t = at_a / (at_a - at_b);
        kept.push_back({a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)});
      }
    }
    polygon = std::move(kept);
  }

  /// The part of a square around a point that lies behind this edge, and behind each other edge of the surface that has this
  /// edge behind its line. In the frame of the body's origin, before the rotation that `back` takes back.
  std::vector<Vec2d> behind_near(const Vec2d& centre, double half, const Rotation& back) const {
    std::vector<Vec2d> left{{centre.x - half, centre.y - half},
                            {centre.x + half, centre.y - half},
                            {centre.x + half, centre.y + half},
                            {centre.x - half, centre.y + half}};
    const auto keep_behind = [&](const Vec2d& from, const Vec2d& along) {
      if (along.x != 0 || along.y != 0) clip(left, rotated(from, back), rotated(along, back));
    };
    keep_behind(from_, vector_);
    const auto lies_behind = [](const Vec2d& at, const Vec2d& from, const Vec2d& along) {
      const Vec2d w{at.x - from.x, at.y - from.y};
      return cross(along, w) >= -0x1p-30 * (std::fabs(along.x * w.y) + std::fabs(along.y * w.x));
    };
    const Vec2d end{from_.x + vector_.x, from_.y + vector_.y};
    for (const bool forward : {false, true}) {
      Vec2d from = forward ? end : from_;
      for (std::uint32_t k = 1; k < most_edges && left.size() >= 3; ++k) {
        const Vec2d following = edge_after(k, forward);
        if (following.x == 0 && following.y == 0) break;
        if (lies_behind(from_, from, following) && lies_behind(end, from, following)) keep_behind(from, following);
        from = forward ? Vec2d{from.x + following.x, from.y + following.y}
                       : Vec2d{from.x - following.x, from.y - following.y};
      }
    }
    return left;
  }

  /// The part of the chain that is the k-th after this one, or before it; none: the chain ends before.
  std::optional<std::uint32_t> part_after(std::uint32_t k, bool forward) const {
    const std::uint32_t count = scene_->parts_of_body(body_).count;
    const std::uint32_t rest = forward ? count - 1 - part_ : part_;  // until the chain ends
    if (chain_->closed ? k >= count : k > rest) return std::nullopt;
    return (part_ + (forward ? k : count - k)) % count;
  }

  /// The edge of the surface beyond the end of a chain, or beyond the edge of a linked body; (0, 0): none is told.
  Vec2d ghost_edge(bool forward) const {
    if (chain_ == nullptr) {
      const detail::EdgeSeam& told = (*scene_->links.of(body_))[edge_];
      if (!(forward ? told.has_after : told.has_before)) return {};
      return forward ? told.after : told.before;
    }
    if (chain_->closed || !(forward ? chain_->has_after : chain_->has_before)) return {};
    const BasicVec2<T>& local = forward ? chain_->after : chain_->before;
    return rotated({static_cast<double>(local.x), static_cast<double>(local.y)}, scene_->rotations[body_]);
  }

  /// The k-th edge of the surface after this one, or before it; (0, 0): there is none.
  Vec2d edge_after(std::uint32_t k, bool forward) const {
    if (is_ghost_) return {};
    if (chain_ == nullptr) return k > 1 ? Vec2d{} : ghost_edge(forward);
    if (const std::optional<std::uint32_t> part = part_after(k, forward)) {
      const exact::Core<T> core = core_of(*scene_, scene_->compounds.parts[scene_->parts_of_body(body_).first + *part]);
      return {static_cast<double>(core.x[1]) - static_cast<double>(core.x[0]),
              static_cast<double>(core.y[1]) - static_cast<double>(core.y[0])};
    }
    return k > 1 && !part_after(k - 1, forward) ? Vec2d{} : ghost_edge(forward);
  }

  const detail::SceneData<T>* scene_;
  BodyId body_;
  std::uint32_t part_, edge_;
  const detail::ChainShape<T>* chain_;
  Vec2d from_{}, vector_{};
  T front_radius_ = 0;
  bool is_ghost_ = false;  ///< of which no more is known than where it is
};

}  // namespace satchel::query
