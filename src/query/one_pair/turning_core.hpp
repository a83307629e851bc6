// Cores that turn while they move, and whether and how deep two of them overlap where they are.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <satchel/pose.hpp>

#include "exact/hull.hpp"
#include "exact/ring.hpp"
#include "query/one_pair/nearest_points.hpp"
#include "scene/core_of.hpp"

namespace satchel::query {

/// A core that turns around its origin, which moves. Up to `few` vertices need no memory of their own.
///
/// Positions and motions are those that are seen from one body, which only turns: a motion that both bodies have in
/// common, however large, costs no precision.
///
/// The placed vertices turn, by rotations whose length is 1 but for rounding. So the length of the pose's rotation does
/// not matter: it is in the placed vertices and in the reach.
class TurningCore {
 public:
  double x, y;       ///< origin at the start, as seen from somewhere
  Motion motion;     ///< likewise
  double reach = 0;  ///< of the core from its origin

  /// @param as_hull  takes the hull of a core that rounding made non-convex, whose edges have other numbers
  template <class T>
  TurningCore(const detail::SceneData<T>& scene, const kernels::BodyRecord<T>& record, const Motion& seen_motion,
              double from_x, double from_y, bool as_hull)
      : x(record.x - from_x), y(record.y - from_y), motion(seen_motion) {
    if (as_hull && record.place.exact_only()) {
      const exact::Ring<T> ring(core_of(scene, record));
      take(ring.count(), [&](std::size_t i) { return Vec2d{ring.x(i), ring.y(i)}; });
    } else {
      const CoreView<T> core(scene, record, record.x, record.y);
      take(core.count, [&](std::size_t i) { return core.vertex(i); });
    }
  }
  TurningCore(const TurningCore&) = delete;
  TurningCore& operator=(const TurningCore&) = delete;

  /// How fast the gap between a point on this core and one on another grows along the normal (nx, ny).
  double gap_rate(const TurningCore& other, const Vec2d& own_point, const Vec2d& other_point, double nx, double ny,
                  double time) const {
    const auto speed = [&](const TurningCore& core, const Vec2d& point) {
      const double rx = point.x - (core.x + time * core.motion.x), ry = point.y - (core.y + time * core.motion.y);
      return nx * (core.motion.x - core.motion.angle * ry) + ny * (core.motion.y + core.motion.angle * rx);
    };
    return speed(other, other_point) - speed(*this, own_point);
  }

  std::span<const Vec2d> placed_at(double time) {
    const Pose pose = Pose::at(x + time * motion.x, y + time * motion.y, time * motion.angle);
    for (std::size_t i = 0; i < offsets_.size(); ++i) {
      const Vec2d v = offsets_[i];
      placed_[i] = {pose.x + (pose.rotation.cos * v.x - pose.rotation.sin * v.y),
                    pose.y + (pose.rotation.sin * v.x + pose.rotation.cos * v.y)};
    }
    return placed_;
  }

 private:
  static constexpr std::size_t few = 64;

  template <class Vertex>
  void take(std::size_t count, Vertex vertex) {
    if (count > few) many_.resize(2 * count);
    Vec2d* const memory = count > few ? many_.data() : few_.data();
    offsets_ = {memory, count};
    placed_ = {memory + count, count};
    for (std::size_t i = 0; i < count; ++i) {
      const Vec2d v = offsets_[i] = vertex(i);
      reach = std::max(reach, std::sqrt(v.x * v.x + v.y * v.y));
    }
  }

  std::array<Vec2d, 2 * few> few_;
  std::vector<Vec2d> many_;
  std::span<Vec2d> offsets_, placed_;
};

/// The corners of the hull of a core that has turned.
inline std::vector<Vec2d> hull_of(std::span<const Vec2d> core) {
  std::vector<double> x, y;
  for (const Vec2d& v : core) {
    x.push_back(v.x);
    y.push_back(v.y);
  }
  std::vector<std::uint32_t> order(core.size()), hull(core.size() + 1);
  hull.resize(exact::hull_indices(x.data(), y.data(), core.size(), order.data(), hull.data()));
  std::vector<Vec2d> corners;
  for (const std::uint32_t i : hull) corners.push_back(core[i]);
  return corners;
}

/// Whether the interiors of two polygons overlap; for segments and points, whether they cross.
inline bool do_cores_overlap(std::span<const Vec2d> a, std::span<const Vec2d> b) {
  enum class Separated { no, maybe, yes };
  // Rounding of the turned vertices may leave an edge without length, or turn a short one around. An edge that has its
  // own core on its left is none of these.
  const auto by_edges = [](std::span<const Vec2d> own, std::span<const Vec2d> other, bool is_hull) {
    Separated result = Separated::no;
    for (std::size_t i = 0; own.size() > 1 && i < own.size(); ++i) {
      const Vec2d start = own[i], end = own[i + 1 < own.size() ? i + 1 : 0];
      const auto side = [&](const Vec2d& v) {
        return (end.x - start.x) * (v.y - start.y) - (end.y - start.y) * (v.x - start.x);
      };
      if (!std::all_of(other.begin(), other.end(), [&](const Vec2d& v) { return side(v) <= 0; })) continue;
      const bool has_length = end.x != start.x || end.y != start.y;
      if (is_hull ||
          (has_length && std::all_of(own.begin(), own.end(), [&](const Vec2d& v) { return side(v) >= 0; }))) {
        return Separated::yes;
      }
      result = Separated::maybe;
    }
    return result;
  };
  const auto separated = [&](std::span<const Vec2d> one, std::span<const Vec2d> other, bool are_hulls) {
    if (one.size() + other.size() <= 3) return Separated::yes;
    return std::max(by_edges(one, other, are_hulls), by_edges(other, one, are_hulls));
  };
  const Separated found = separated(a, b, false);
  return found == Separated::no ||
         (found == Separated::maybe && separated(hull_of(a), hull_of(b), true) == Separated::no);
}

/// How two cores that overlap lie along the normal of an edge: of all edges, the one along which they overlap least.
struct LeastOverlap {
  double separation = -std::numeric_limits<double>::infinity();  ///< negative; of cores without edges, minus infinity
  double nx = 0, ny = 0;                                         ///< unit vector from a to b
};

/// Each normal goes with the foremost vertices of both cores, so an edge that rounding has turned around is but one
/// more direction. The direction of a short edge may be lost: its ends are then as near to the edges beside it, and so
/// are the separations.
inline LeastOverlap least_overlap(std::span<const Vec2d> a, std::span<const Vec2d> b) {
  LeastOverlap least;
  for (const bool edges_of_a : {true, false}) {
    const std::span<const Vec2d> own = edges_of_a ? a : b, other = edges_of_a ? b : a;
    for (std::size_t i = 0; own.size() > 1 && i < own.size(); ++i) {
      const Vec2d start = own[i], end = own[i + 1 < own.size() ? i + 1 : 0];
      const double ex = end.x - start.x, ey = end.y - start.y, length = std::sqrt(ex * ex + ey * ey);
      if (!(length > 0)) continue;
      const auto height = [&](const Vec2d& v) { return (v.x - start.x) * ey - (v.y - start.y) * ex; };
      double highest = 0, lowest = std::numeric_limits<double>::infinity();
      for (const Vec2d& v : own) highest = std::max(highest, height(v));
      for (const Vec2d& v : other) lowest = std::min(lowest, height(v));
      const double separation = (lowest - highest) / length, sign = edges_of_a ? 1 : -1;
      if (separation > least.separation) least = {separation, sign * ey / length, -sign * ex / length};
    }
  }
  return least;
}

}  // namespace satchel::query
