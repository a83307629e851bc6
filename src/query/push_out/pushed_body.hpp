// One body that is pushed out of its candidates: push_out.hpp has the algorithm.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include <satchel/push_out.hpp>

#include "exact/resolve.hpp"
#include "query/compound/part_boxes.hpp"
#include "query/push_out/exits.hpp"
#include "query/push_out/obstacle.hpp"
#include "scene/core_of.hpp"
#include "scene/range.hpp"

namespace satchel::query {

template <class T>
class PushedBody {
 public:
  /// @param candidates  sorted, each once
  PushedBody(const detail::SceneData<T>& scene, BodyId body, std::span<const BodyId> candidates)
      : scene_(scene), own_(scene, body), candidates_(candidates), x_(scene.bodies[body].x), y_(scene.bodies[body].y) {
    for (std::uint32_t i = 0; i < own_.count; ++i) cores_.push_back(core_of(scene, own_.records()[own_.first + i]));
    size_ = std::fabs(x_) + std::fabs(y_) + static_cast<double>(scene.bodies[body].reach);
  }

  PushOut run(std::uint32_t rounds) {
    Vec2d at{0, 0};
    std::vector<PartsThatMeet> blocking;
    for (;;) {
      const std::vector<PartsThatMeet> overlapping = find_overlapping(at);
      if (overlapping.empty()) return {at.x, at.y, 0, 1};
      const std::size_t before = blocking.size();
      for (const PartsThatMeet& parts : overlapping) {
        if (std::find(blocking.begin(), blocking.end(), parts) == blocking.end()) blocking.push_back(parts);
      }
      if (blocking.size() == before) break;  // rounding alone is in the way: no exit that it leaves open is known
      std::sort(blocking.begin(), blocking.end());
      if (!leave({0, 0}, blocking, at)) break;
    }
    return run_rounds(rounds);
  }

 private:
  /// Part `own` of the body and part `part` of a candidate.
  struct PartsThatMeet {
    BodyId body;
    std::uint32_t part, own;
    friend auto operator<=>(const PartsThatMeet&, const PartsThatMeet&) = default;
  };
  static constexpr std::size_t most_pieces = 256;

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
        pieces += obstacle_of(parts).boundary_pieces();
        if (pieces <= most_pieces) some.push_back(parts);
      }
      std::sort(some.begin(), some.end());
      const Vec2d before = at;
      if (some.empty() || !leave(before, some, at)) {  // along the contact of the deepest
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
    const PartsOf<T> its(scene_, parts.body);
    return core_of(scene_, its.records()[its.first + parts.part]);
  }
  bool overlap(const PartsThatMeet& parts, const Vec2d& origin) const {
    exact::Stage stage{};
    return exact::resolve_verdict(moved(parts.own, origin), core(parts), stage) == Verdict::overlapping;
  }
  BasicContact<T> contact_of(const PartsThatMeet& parts, const Vec2d& at) const {
    exact::Stage stage{};
    return exact::resolve_contact(moved(parts.own, origin_at(at)), core(parts), stage);
  }
  Obstacle obstacle_of(const PartsThatMeet& parts) const { return {moved(parts.own, {x_, y_}), core(parts)}; }

  /// All parts that overlap with the body moved by `at`, in order.
  std::vector<PartsThatMeet> find_overlapping(const Vec2d& at) const {
    std::vector<PartsThatMeet> found;
    const Vec2d origin = origin_at(at);
    for (const BodyId candidate : candidates_) {
      const PartsOf<T> its(scene_, candidate);
      const double dx = scene_.bodies[candidate].x - origin.x, dy = scene_.bodies[candidate].y - origin.y;
      const double slack =
          0x1p-48 * (std::fabs(dx) + std::fabs(dy) + size_ + static_cast<double>(scene_.bodies[candidate].reach));
      const auto apart = [&](const kernels::OffsetBox<T>& a, T radius_a, const kernels::OffsetBox<T>& b, T radius_b) {
        const double radii = static_cast<double>(radius_a) + static_cast<double>(radius_b) + slack;
        const auto sum = [&](T p, T q) { return static_cast<double>(p) + static_cast<double>(q) + radii; };
        return sum(a.max_x, b.minus_min_x) < dx || sum(a.minus_min_x, b.max_x) < -dx ||
               sum(a.max_y, b.minus_min_y) < dy || sum(a.minus_min_y, b.max_y) < -dy;
      };
      if (apart(own_.whole, 0, its.whole, 0)) continue;
      for (std::uint32_t part = 0; part < its.count; ++part) {
        for (std::uint32_t i = 0; i < own_.count; ++i) {
          if (apart(own_.boxes()[own_.first + i], own_.radius, its.boxes()[its.first + part], its.radius)) continue;
          const PartsThatMeet parts{candidate, part, i};
          if (overlap(parts, origin)) found.push_back(parts);
        }
      }
    }
    return found;
  }

  /// Finds the shortest translation, from `start` on, out of the obstacles of these parts.
  /// @returns  whether there is one; there is none if the obstacles have too many edges, or rounding leaves none
  bool leave(const Vec2d& start, const std::vector<PartsThatMeet>& parts, Vec2d& at) const {
    std::vector<Obstacle> obstacles;
    std::size_t pieces = 0;
    double size = size_;
    for (const PartsThatMeet& its : parts) {
      const exact::Core<T> other = core(its);
      obstacles.emplace_back(moved(its.own, origin_at(start)), other);
      pieces += obstacles.back().boundary_pieces();
      for (const Vec2d& v : obstacles.back().vertices()) size = std::max(size, std::fabs(v.x) + std::fabs(v.y));
      size = std::max(size, std::fabs(other.origin_x) + std::fabs(other.origin_y));
    }
    if (pieces > most_pieces) return false;
    const double inside = -0x1p-44 * size, least_step = 0x1p-53 * size;
    for (const Exit& exit : Exits(obstacles)) {
      const bool is_blocked = std::any_of(obstacles.begin(), obstacles.end(), [&](const Obstacle& its) {
        return its.signed_distance(exit.x, exit.y) < inside;
      });
      if (is_blocked) continue;
      const bool may_step = exit.outward_x != 0 || exit.outward_y != 0;
      double step = 0;
      for (int k = 0; k < (may_step ? 25 : 1); ++k, step = std::max(least_step, 2 * step)) {
        const Vec2d to{start.x + exit.x + step * exit.outward_x, start.y + exit.y + step * exit.outward_y};
        const Vec2d origin = origin_at(to);
        if (!is_valid(origin)) continue;
        if (std::any_of(parts.begin(), parts.end(), [&](const PartsThatMeet& its) { return overlap(its, origin); }))
          continue;
        at = to;
        return true;
      }
    }
    return false;
  }

  const detail::SceneData<T>& scene_;
  PartsOf<T> own_;
  std::span<const BodyId> candidates_;
  double x_, y_, size_;
  std::vector<exact::Core<T>> cores_;
};

}  // namespace satchel::query
