// One body that is pushed out of its candidates: push_out.hpp has the algorithm.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <satchel/push_out.hpp>

#include "exact/region.hpp"
#include "exact/resolve.hpp"
#include "query/compound/part_boxes.hpp"
#include "query/push_out/exits.hpp"
#include "query/push_out/fronts.hpp"
#include "query/push_out/obstacle.hpp"
#include "scene/core_of.hpp"
#include "scene/range.hpp"
#include "scene/region_of.hpp"

namespace satchel::query {

template <class T>
class PushedBody {
 public:
  /// @param candidates  sorted, each once
  PushedBody(const detail::SceneData<T>& scene, BodyId body, std::span<const BodyId> candidates,
             const LastMotions& last)
      : scene_(scene),
        own_(scene, body),
        candidates_(candidates),
        x_(scene.bodies[body].x),
        y_(scene.bodies[body].y),
        roles_(scene, body, candidates, last) {
    for (std::uint32_t i = 0; i < own_.count; ++i) cores_.push_back(core_of(scene, own_.records()[own_.first + i]));
    reach_ = static_cast<double>(scene.bodies[body].reach);
    size_ = std::fabs(x_) + std::fabs(y_) + reach_;
  }

  PushOut run(std::uint32_t rounds) {
    WayOut way(*this, {0, 0});
    Vec2d at{0, 0};
    for (;;) {
      std::vector<PartsThatMeet> overlapping = find_overlapping(at);
      if (overlapping.empty()) overlapping = way.find_behind(at);
      if (overlapping.empty()) return {at.x, at.y, 0, 1};
      // If none is new, rounding alone is in the way: no exit that it leaves open is known.
      if (!way.add(overlapping) || way.pieces() > most_pieces || !way.leave(at)) break;
    }
    return run_rounds(rounds);
  }

 private:
  /// Part `own` of the body and part `part` of a candidate.
  struct PartsThatMeet {
    BodyId body;
    std::uint32_t part, own;
    /// Its region goes on beyond the ends of its one-sided edge, to where those of the neighbours begin.
    bool joined = false;
    friend auto operator<=>(const PartsThatMeet&, const PartsThatMeet&) = default;
  };
  static constexpr std::size_t most_pieces = std::size_t{1} << 18;

  /// From where the body is, the shortest way out of what it overlaps there, deepest first; again, from there.
  PushOut run_rounds(std::uint32_t rounds) {
    Vec2d at{0, 0}, best{0, 0};
    std::uint32_t least = ~0u;
    for (std::uint32_t round = 0;; ++round) {
      std::vector<PartsThatMeet> overlapping = find_overlapping(at);
      const std::uint32_t left = bodies_of(overlapping);
      if (left < least) {
        least = left;
        best = at;
      }
      if (left == 0 || round == rounds) return {best.x, best.y, least, 0};
      std::vector<std::pair<T, PartsThatMeet>> depths;
      for (const PartsThatMeet& parts : overlapping) depths.push_back({contact_of(parts, at).separation, parts});
      std::sort(depths.begin(), depths.end());
      std::vector<PartsThatMeet> some;
      std::size_t pieces = 0;
      for (const auto& [depth, parts] : depths) {
        pieces += Obstacle(moved(parts.own, origin_at(at)), core(parts)).boundary_pieces();
        if (pieces <= most_pieces) some.push_back(parts);
      }
      const Vec2d before = at;
      WayOut way(*this, before);
      if (!way.add(some) || !way.leave(at)) {  // along the contact of the deepest
        const BasicContact<T> contact = contact_of(depths[0].second, before);
        const double by = static_cast<double>(contact.separation) * (1 + 0x1p-20) - 0x1p-40 * size_;
        at = {before.x + by * static_cast<double>(contact.normal_x),
              before.y + by * static_cast<double>(contact.normal_y)};
      }
    }
  }

  static std::uint32_t bodies_of(const std::vector<PartsThatMeet>& overlapping) {
    std::uint32_t bodies = 0;
    for (std::size_t i = 0; i < overlapping.size(); ++i) {
      bodies += i == 0 || overlapping[i].body != overlapping[i - 1].body ? 1 : 0;
    }
    return bodies;
  }

  Vec2d origin_at(const Vec2d& at) const { return {x_ + at.x, y_ + at.y}; }
  static bool is_valid(const Vec2d& origin) { return detail::in_range<T>(origin.x) && detail::in_range<T>(origin.y); }

  exact::Core<T> moved(std::uint32_t part, const Vec2d& origin) const {
    exact::Core<T> core = cores_[part];
    core.origin_x = origin.x;
    core.origin_y = origin.y;
    return core;
  }
  exact::Core<T> core(const PartsThatMeet& parts) const {
    const PartsOf<T> body_parts(scene_, parts.body);
    return core_of(scene_, body_parts.records()[body_parts.first + parts.part]);
  }
  /// A part without area on the line between two parts of an outline overlaps both: it is inside the outline.
  bool overlap(const PartsThatMeet& parts, const Vec2d& origin) {
    exact::Stage stage{};
    const exact::Core<T> own = moved(parts.own, origin), other = core(parts);
    const Verdict verdict = exact::resolve_verdict(own, other, stage);
    if (verdict != Verdict::touching) return verdict == Verdict::overlapping;
    const bool own_is_outline = scene_.bodies[own_.body].place.is_outline();
    if (own_is_outline == scene_.bodies[parts.body].place.is_outline()) return false;
    if (!own_is_outline) {
      return is_thin(own) &&
             exact::resolve_verdict(BodyRegion<T>(scene_, parts.body).region(), own) == Verdict::overlapping;
    }
    if (!is_thin(other)) return false;
    if (!own_region_) own_region_.emplace(scene_, own_.body);
    exact::Region<T> region = own_region_->region();
    region.origin_x = origin.x;
    region.origin_y = origin.y;
    return exact::resolve_verdict(region, other) == Verdict::overlapping;
  }
  BasicContact<T> contact_of(const PartsThatMeet& parts, const Vec2d& at) const {
    exact::Stage stage{};
    return exact::resolve_contact(moved(parts.own, origin_at(at)), core(parts), stage);
  }

  /// All parts that are obstacles and overlap with the body moved by `at`, in order.
  std::vector<PartsThatMeet> find_overlapping(const Vec2d& at) {
    std::vector<PartsThatMeet> found;
    const Vec2d origin = origin_at(at);
    for (const BodyId candidate : candidates_) {
      const PartsOf<T> body_parts(scene_, candidate);
      const double dx = scene_.bodies[candidate].x - origin.x, dy = scene_.bodies[candidate].y - origin.y;
      const double slack =
          0x1p-48 * size_ + static_cast<double>(slack_of(scene_.bodies[own_.body], scene_.bodies[candidate], dx, dy));
      const auto apart = [&](const kernels::OffsetBox<T>& a, T radius_a, const kernels::OffsetBox<T>& b, T radius_b) {
        const double radii = static_cast<double>(radius_a) + static_cast<double>(radius_b) + slack;
        const auto sum = [&](T p, T q) { return static_cast<double>(p) + static_cast<double>(q) + radii; };
        return sum(a.max_x, b.minus_min_x) < dx || sum(a.minus_min_x, b.max_x) < -dx ||
               sum(a.max_y, b.minus_min_y) < dy || sum(a.minus_min_y, b.max_y) < -dy;
      };
      if (apart(own_.whole, 0, body_parts.whole, 0)) continue;
      for (std::uint32_t part = 0; part < body_parts.count; ++part) {
        for (std::uint32_t i = 0; i < own_.count; ++i) {
          if (apart(own_.boxes()[own_.first + i], own_.radius, body_parts.boxes()[body_parts.first + part],
                    body_parts.radius))
            continue;
          const PartsThatMeet parts{candidate, part, i};
          if (overlap(parts, origin) && roles_.is_obstacle(i, candidate, part)) found.push_back(parts);
        }
      }
    }
    return found;
  }

  /// The shortest way out of obstacles that become more and more.
  class WayOut {
   public:
    /// @param start  where the body is
    WayOut(PushedBody& body, const Vec2d& start)
        : body_(body), start_(start), size_(body.size_), farthest_(body.reach_) {}

    /// @returns  whether one of these parts is new
    bool add(const std::vector<PartsThatMeet>& parts) {
      const std::size_t before = parts_.size();
      for (const PartsThatMeet& meeting : parts) {
        const auto found = std::lower_bound(sorted_.begin(), sorted_.end(), meeting);
        if (found != sorted_.end() && *found == meeting) continue;
        sorted_.insert(found, meeting);
        parts_.push_back(meeting);
        const exact::Core<T> other = body_.core(meeting);
        Obstacle obstacle = obstacle_of(meeting);
        farthest_ = std::max(farthest_, obstacle.radius());
        for (const Vec2d& v : obstacle.vertices()) farthest_ = std::max(farthest_, std::fabs(v.x) + std::fabs(v.y));
        size_ = std::max({size_, farthest_, std::fabs(other.origin_x) + std::fabs(other.origin_y)});
        // Translations are computed from differences of the origins; where they lead is rounded as the origins are.
        exits_.add(std::move(obstacle), {meeting.body, meeting.part, meeting.own, meeting.joined ? 1u : 0u},
                   0x1p-44 * farthest_ + 0x1p-51 * size_);
      }
      return parts_.size() > before;
    }
    std::size_t pieces() const { return exits_.boundary_pieces(); }

    /// What a translation leads behind, though the body overlaps nothing there: where the surface of a part that was added
    /// goes on without bending away, the region of this part and of the next, both joined.
    std::vector<PartsThatMeet> find_behind(const Vec2d& at) {
      std::vector<PartsThatMeet> found;
      const auto take = [&](const PartsThatMeet& joined) {
        if (std::binary_search(sorted_.begin(), sorted_.end(), joined)) return;
        if (obstacle_of(joined).holds(at.x - start_.x, at.y - start_.y, 16 * exits_.depth())) found.push_back(joined);
      };
      for (std::size_t k = 0; k < parts_.size(); ++k) {
        if (!exits_.is_endless(k)) continue;
        const PartsThatMeet& meeting = parts_[k];
        const exact::Core<T> moved = body_.moved(meeting.own, body_.origin_at(at));
        body_.roles_.for_each_beside(moved, meeting.own, meeting.body, meeting.part,
                                     [&](std::uint32_t own, BodyId body, std::uint32_t part) {
                                       take({meeting.body, meeting.part, meeting.own, true});
                                       take({body, part, own, true});
                                     });
      }
      return found;
    }

    /// Finds the shortest translation out of the obstacles. Rounding may want steps from an exit outward. One that leads far,
    /// such as through an obstacle beside the one that it leaves, waits until no exit is nearer.
    /// @returns  whether there is one; there is none if rounding leaves none
    bool leave(Vec2d& at) {
      while (std::optional<Exit> exit = exits_.next()) {
        const bool may_step = exit->outward_x != 0 || exit->outward_y != 0;
        const double last_step = may_step ? 0x1p-30 * size_ : 0, near = std::sqrt(exit->squared) + 8 * exits_.depth();
        for (double step = exit->step; step <= last_step; step = std::max(0x1p-53 * size_, 2 * step)) {
          const Vec2d by{exit->x + step * exit->outward_x, exit->y + step * exit->outward_y};
          const Vec2d to{start_.x + by.x, start_.y + by.y}, origin = body_.origin_at(to);
          if (!is_valid(origin) || overlaps(by, origin)) continue;
          const double squared = by.x * by.x + by.y * by.y;
          // Not again for the same step: where exits are far, rounding may hide that `near` is larger.
          const bool waits = step > exit->step && squared > near * near;
          if (waits) {
            exit->squared = squared;
            exit->step = step;
          }
          exits_.put_back(*exit);
          if (waits) break;
          at = to;
          return true;
        }
      }
      return false;
    }

   private:
    Obstacle obstacle_of(const PartsThatMeet& parts) {
      Obstacle obstacle(body_.moved(parts.own, body_.origin_at(start_)), body_.core(parts));
      const std::optional<Cone> cone = body_.roles_.without_end(parts.own, parts.body, parts.part, parts.joined);
      if (cone) obstacle.extend(*cone);
      return obstacle;
    }
    bool overlaps(const Vec2d& by, const Vec2d& origin) const {
      const double slack = 0x1p-40 * size_;
      for (std::size_t k = 0; k < parts_.size(); ++k) {
        if (exits_.box(k).holds(by.x, by.y, slack) && body_.overlap(parts_[k], origin)) return true;
      }
      return false;
    }

    PushedBody& body_;
    Vec2d start_;
    double size_, farthest_;  ///< of all coordinates; of translations, and the body's reach
    Exits exits_;
    std::vector<PartsThatMeet> parts_, sorted_;  ///< in the order of exits_; sorted
  };

  const detail::SceneData<T>& scene_;
  PartsOf<T> own_;
  std::span<const BodyId> candidates_;
  double x_, y_, size_, reach_;
  std::vector<exact::Core<T>> cores_;
  std::optional<BodyRegion<T>> own_region_;  ///< of an outline, once it is asked for
  Roles<T> roles_;
};

}  // namespace satchel::query
