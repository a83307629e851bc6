// The contact point of two convex bodies, or parts of such, at the time of their impact.
//
//   the foremost corners of a along the normal, and of b against it: those that rounding cannot tell from the highest
//   across the normal: the middle of what their extents have in common
//     nothing in common: the middle of the nearest points of the cores, or, if the bodies overlap at the start, of the
//     nearest ends of the extents
//   along the normal: the middle of both heights, radii included
//
// The normal has the precision of T: it is off by 4 u, so heights of the corners of one edge differ by up to 8 u reach.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <satchel/pose.hpp>

#include "exact/two_lanes.hpp"
#include "query/one_pair/core_sweep.hpp"

namespace satchel::query {

/// A core where it is at some time, seen from somewhere: each vertex is (x, y) + its offset, turned.
template <class T>
struct MovedCore {
  CoreView<T> core;  ///< offsets from its origin
  double x, y, radius, reach;
  Rotation turn{};

  /// @param from_x, from_y  where it is seen from, at the start
  MovedCore(const MovingPart<T>& part, double time, const Vec2d& from, const Motion& seen_from)
      : core(part.body.scene, part.record, part.record.x, part.record.y),
        x((part.record.x - from.x) + time * (part.body.motion.x - seen_from.x)),
        y((part.record.y - from.y) + time * (part.body.motion.y - seen_from.y)),
        radius(static_cast<double>(part.record.radius())),
        reach(static_cast<double>(part.record.reach)) {
    if (part.body.motion.angle != 0) turn = Rotation::of_angle(time * part.body.motion.angle);
  }
  std::size_t size() const { return core.count; }
  Vec2d operator[](std::size_t i) const {
    const double vx = static_cast<double>(core.xs[i]), vy = static_cast<double>(core.ys[i]);
    return {x + (turn.cos * vx - turn.sin * vy), y + (turn.sin * vx + turn.cos * vy)};
  }
};

/// How far a core reaches along a normal, and from where to where its foremost corners extend across it.
struct Front {
  double height, low, high;

  /// @param sign  1: along the normal; -1: against it
  template <class T>
  Front(const MovedCore<T>& core, double nx, double ny, double sign) {
    using exact::TwoLanes;
    const TwoLanes infinity = TwoLanes::splat(std::numeric_limits<double>::infinity());
    const TwoLanes none = TwoLanes::splat(0) - infinity;
    // The normal before the turn: the one that the offsets in the block see.
    const double mx = core.turn.cos * nx + core.turn.sin * ny, my = core.turn.cos * ny - core.turn.sin * nx;
    const TwoLanes up_x = TwoLanes::splat(sign * mx), up_y = TwoLanes::splat(sign * my);
    const TwoLanes along_x = TwoLanes::splat(mx), along_y = TwoLanes::splat(my);
    TwoLanes highest = none, least = infinity, most = none;
    // A slot behind the last vertex has a copy of one.
    for (std::size_t i = 0; i < core.size(); i += 2) {
      highest = max(highest, up_x * TwoLanes::load(core.core.xs + i) + up_y * TwoLanes::load(core.core.ys + i));
    }
    height = std::max(highest.lower(), highest.upper());
    const TwoLanes foremost = TwoLanes::splat(height - 16 * ImpactLimits<T>::u * core.reach);
    for (std::size_t i = 0; i < core.size(); i += 2) {
      const TwoLanes vx = TwoLanes::load(core.core.xs + i), vy = TwoLanes::load(core.core.ys + i);
      const TwoLanes up = up_x * vx + up_y * vy, across = along_x * vy - along_y * vx;
      least = min(least, where_less(up, foremost, infinity, across));
      most = max(most, where_less(up, foremost, none, across));
    }
    height = sign * (height + core.radius) + (nx * core.x + ny * core.y);
    low = std::min(least.lower(), least.upper()) + (nx * core.y - ny * core.x);
    high = std::max(most.lower(), most.upper()) + (nx * core.y - ny * core.x);
  }
};

/// Relative to the origin of a at this time.
/// @param a, b    in evaluation order
/// @param nx, ny  unit vector from a to b
/// @param apart   the bodies do not overlap, but for rounding
template <class T>
Vec2d contact_point(const MovingPart<T>& a, const MovingPart<T>& b, double time, double nx, double ny, bool apart) {
  const Vec2d origin{a.record.x, a.record.y};
  const MovedCore<T> core_a(a, time, origin, a.body.motion), core_b(b, time, origin, a.body.motion);
  const Front of_a(core_a, nx, ny, 1), of_b(core_b, nx, ny, -1);
  const double low = std::max(of_a.low, of_b.low), high = std::min(of_a.high, of_b.high);
  if (low > high && apart) {
    const NearestPair nearest = nearest_points(core_a, core_b);
    // Corners that are met at grown radii (exact/sweep.cpp) give another normal than the faces beside them.
    const double x = nearest.on_b.x - nearest.on_a.x, y = nearest.on_b.y - nearest.on_a.y;
    const double distance = std::sqrt(x * x + y * y), radii = core_a.radius - core_b.radius;
    const double shift = distance > 0 ? radii / distance : 0;
    return {0.5 * (nearest.on_a.x + nearest.on_b.x + shift * x), 0.5 * (nearest.on_a.y + nearest.on_b.y + shift * y)};
  }
  const double along = 0.5 * (of_a.height + of_b.height), across = 0.5 * (low + high);
  return {along * nx - across * ny, along * ny + across * nx};
}

}  // namespace satchel::query
