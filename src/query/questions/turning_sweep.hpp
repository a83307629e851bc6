// Conservative advancement: when two bodies meet of which some turn while they move.
//
//   t = 0
//   repeat: D = distance at t, n = unit vector from a's nearest point to b's
//     D <= tolerance: they meet at t
//     s = how fast the gap along n can shrink:  -n . d + |turn of a| reach of a + |turn of b| reach of b
//     s <= 0: never
//     t += (D - tolerance / 2) / s;  t > 1: not in this step
//
// No contact is missed: as long as t has not advanced by D / s, the gap along the fixed n is positive, so something
// separates the bodies. A step advances by tolerance / (2 s) or more, so they are at most 1 + 2 s / tolerance. The half
// of the tolerance that is kept is far more than the rounding of a distance. (Mirtich, "Impulse-based Dynamic
// Simulation of Rigid Body Systems", 1996; Coumans, 2005.)
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include <satchel/pose.hpp>
#include <satchel/results.hpp>

#include "exact/sweep.hpp"
#include "query/questions/nearest_points.hpp"

namespace satchel::query {

/// A core that turns around its origin, which moves. Of up to 64 vertices, without memory of its own.
///
/// The placed vertices turn, by rotations whose length is 1 but for rounding. So the length of the pose's rotation does
/// not matter: it is in the placed vertices and in the reach.
class TurningCore {
 public:
  double x, y;  ///< origin at the start, as seen from somewhere
  Motion motion;
  double reach = 0;  ///< of the core from its origin

  template <class T>
  TurningCore(const detail::SceneData<T>& scene, const kernels::BodyRecord<T>& record, const Motion& its_motion,
              double from_x, double from_y)
      : x(record.x - from_x), y(record.y - from_y), motion(its_motion) {
    const CoreView<T> core(scene, record, record.x, record.y);
    if (core.count > few) many_.resize(2 * core.count);
    Vec2d* const memory = core.count > few ? many_.data() : few_.data();
    offsets_ = {memory, core.count};
    placed_ = {memory + core.count, core.count};
    for (std::size_t i = 0; i < core.count; ++i) {
      const Vec2d v = offsets_[i] = core.vertex(i);
      reach = std::max(reach, std::sqrt(v.x * v.x + v.y * v.y));
    }
  }
  TurningCore(const TurningCore&) = delete;
  TurningCore& operator=(const TurningCore&) = delete;

  /// How fast the gap between a point on this core and one on another grows along the normal (nx, ny).
  double gap_rate(const TurningCore& other, const Vec2d& own_point, const Vec2d& its_point, double nx, double ny,
                  double time) const {
    const auto speed = [&](const TurningCore& core, const Vec2d& point) {
      const double rx = point.x - (core.x + time * core.motion.x), ry = point.y - (core.y + time * core.motion.y);
      return nx * (core.motion.x - core.motion.angle * ry) + ny * (core.motion.y + core.motion.angle * rx);
    };
    return speed(other, its_point) - speed(*this, own_point);
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

  std::array<Vec2d, 2 * few> few_;
  std::vector<Vec2d> many_;
  std::span<Vec2d> offsets_, placed_;
};

/// The impact of bodies that are apart at the start.
/// @param radii      of both together
/// @param tolerance  0: the default
/// @param until      later meetings are of no interest
/// @param in_contact  the bodies are in contact at the start, which does not count: they meet if they approach each other
///                    while they are within the tolerance, or once they have been apart
inline exact::Meeting sweep_turning(TurningCore& a, TurningCore& b, double radii, double tolerance, double until,
                                    bool in_contact = false) {
  const double size = a.reach + b.reach + radii;
  // Smaller ones than what the distances are good for would never be reached.
  const double far = std::max(std::fabs(b.x), std::fabs(b.y)) + std::fabs(b.motion.x - a.motion.x) +
                     std::fabs(b.motion.y - a.motion.y);
  tolerance = std::max(tolerance > 0 ? tolerance : 0x1p-13 * size, 0x1p-40 * (size + far));
  const double turning = std::fabs(a.motion.angle) * a.reach + std::fabs(b.motion.angle) * b.reach;
  const double dx = b.motion.x - a.motion.x, dy = b.motion.y - a.motion.y;
  const double fastest = (turning + std::sqrt(dx * dx + dy * dy)) * (1 + 0x1p-40);
  bool has_been_apart = false;
  for (double time = 0;;) {
    const NearestPair nearest = nearest_points(a.placed_at(time), b.placed_at(time));
    const double length = std::sqrt(nearest.squared), distance = length - radii;
    const double nx = length > 0 ? (nearest.on_b.x - nearest.on_a.x) / length : 0;
    const double ny = length > 0 ? (nearest.on_b.y - nearest.on_a.y) / length : 0;
    if (in_contact && distance <= tolerance) {
      const bool is_apart = distance > 0x1p-30 * size;
      const double rate = is_apart ? a.gap_rate(b, nearest.on_a, nearest.on_b, nx, ny, time) : 0;
      if ((has_been_apart && !is_apart) || rate < -0x1p-40 * fastest) return {true, time, nx, ny};
      has_been_apart = is_apart;
      const double later = time + 0.5 * tolerance / fastest;
      if (!(fastest > 0) || later > until) return {false, 0, 0, 0};
      time = later;
      continue;
    }
    in_contact = false;
    if (distance <= tolerance) return {true, time, nx, ny};
    const double shrinking = (turning - (nx * dx + ny * dy)) * (1 + 0x1p-40);
    if (!(shrinking > 0)) return {false, 0, 0, 0};
    const double later = time + (distance - 0.5 * tolerance) / shrinking;
    if (later > until) return {false, 0, 0, 0};
    // Where the step is lost in the rounding of the time, nothing nearer than the tolerance can be told apart from it.
    if (!(later > time)) return {true, time, nx, ny};
    time = later;
  }
}

}  // namespace satchel::query
