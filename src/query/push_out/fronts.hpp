// Which parts with one-sided edges are obstacles for a body: those that it is in front of, or was before the last motions.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include <satchel/pose.hpp>

#include "query/compound/part_boxes.hpp"
#include "query/push_out/obstacle.hpp"
#include "query/seams/centroid.hpp"
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
    const double length = std::sqrt(vector_.x * vector_.x + vector_.y * vector_.y);
    return {vector_.y / length, -vector_.x / length};
  }

  /// Whether the centroid of a body, relative to its origin, is behind the edge.
  bool is_behind(BodyId body, const Vec2d& at) const {
    const double x = at.x + (scene_->bodies[body].x - scene_->bodies[body_].x) - from_.x;
    const double y = at.y + (scene_->bodies[body].y - scene_->bodies[body_].y) - from_.y;
    return vector_.x * y - vector_.y * x > 0;
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

  /// The k-th edge of the surface after this one, or before it; (0, 0): there is none.
  Vec2d edge_after(std::uint32_t k, bool forward) const {
    if (chain_ == nullptr) {
      const detail::EdgeSeam& told = (*scene_->links.of(body_))[edge_];
      if (k > 1 || !(forward ? told.has_after : told.has_before)) return {};
      return forward ? told.after : told.before;
    }
    const detail::PartRange parts = scene_->parts_of_body(body_);
    if (k >= parts.count && chain_->closed) return {};
    const std::uint32_t rest = forward ? parts.count - 1 - part_ : part_;  // until the chain ends
    if (k <= rest || chain_->closed) {
      const std::uint32_t at = (part_ + (forward ? k : parts.count - k)) % parts.count;
      const exact::Core<T> core = core_of(*scene_, scene_->compounds.parts[parts.first + at]);
      return {static_cast<double>(core.x[1]) - static_cast<double>(core.x[0]),
              static_cast<double>(core.y[1]) - static_cast<double>(core.y[0])};
    }
    if (k > rest + 1 || !(forward ? chain_->has_after : chain_->has_before)) return {};
    const BasicVec2<T>& local = forward ? chain_->after : chain_->before;
    const Rotation& by = scene_->rotations[body_];
    return rotated({static_cast<double>(local.x), static_cast<double>(local.y)}, by);
  }

  const detail::SceneData<T>* scene_;
  BodyId body_;
  std::uint32_t part_, edge_;
  const detail::ChainShape<T>* chain_;
  Vec2d from_{}, vector_{};
  T front_radius_ = 0;
};

/// What a part of a candidate is for a part of a body.
struct Role {
  bool is_obstacle = true;
  Vec2d extended{};  ///< the direction in which its region has no end, or (0, 0)
};

/// The roles that parts of candidates have for parts of one body. Where a body lies to an edge is computed once.
template <class T>
class Roles {
 public:
  Roles(const detail::SceneData<T>& scene, BodyId body, const LastMotions& last)
      : scene_(scene), body_(body), last_(last) {}

  /// The body's part may leave to the front of the candidate's edge, or the candidate is in front of the part's own edge.
  Role of(std::uint32_t own, BodyId candidate, std::uint32_t part) {
    Role role;
    const auto take = [&](const Side& side, double sign) {
      role.is_obstacle = role.is_obstacle && side.is_open;
      if (side.normal.x != 0 || side.normal.y != 0) role.extended = {sign * side.normal.x, sign * side.normal.y};
    };
    take(side_of(body_, own, candidate), 1);
    take(side_of(candidate, part, body_), -1);
    return role;
  }

 private:
  /// A part's one-sided edge, as another body sees it. Without one it is open on all sides.
  struct Side {
    bool is_open = true;
    Vec2d normal{};  ///< to the front; (0, 0): there is none
  };

  const Side& side_of(BodyId body, std::uint32_t part, BodyId other) {
    const auto [at, is_new] = sides_.try_emplace({body, part, other});
    Side& side = at->second;
    if (!is_new) return side;
    const std::optional<FrontEdge<T>> edge = FrontEdge<T>::of(scene_, body, part);
    if (!edge) return side;
    if (!edge->has_front()) {
      side.is_open = false;
      return side;
    }
    side.is_open =
        !(last_.of_bodies.empty() ? edge->is_behind(other, centroid(other)) : edge->was_behind(other, last_));
    side.normal = edge->normal();
    return side;
  }
  const Vec2d& centroid(BodyId body) {
    const auto [at, is_new] = centroids_.try_emplace(body);
    if (is_new) at->second = centroid_of(scene_, body);
    return at->second;
  }

  const detail::SceneData<T>& scene_;
  BodyId body_;
  const LastMotions& last_;
  std::map<std::tuple<BodyId, std::uint32_t, BodyId>, Side> sides_;
  std::map<BodyId, Vec2d> centroids_;
};

}  // namespace satchel::query
