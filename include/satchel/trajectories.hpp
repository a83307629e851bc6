// More about trajectories than their first hits: all hits, the least distances, and times to collision.
#pragma once

#include <compare>
#include <cstdint>
#include <span>

#include <satchel/error.hpp>
#include <satchel/export.hpp>
#include <satchel/first_hits.hpp>
#include <satchel/options.hpp>
#include <satchel/output.hpp>
#include <satchel/results.hpp>
#include <satchel/scene.hpp>

namespace satchel {

/// A mover that touches or overlaps an obstacle at a step.
struct TrajectoryHit {
  std::uint32_t trajectory;  ///< index of the mover
  std::uint32_t step;
  std::uint32_t obstacle;  ///< as in FirstHit
  Verdict verdict;         ///< touching or overlapping

  friend auto operator<=>(const TrajectoryHit&, const TrajectoryHit&) = default;
};

/// Where a mover comes nearest to an obstacle, or overlaps one deepest.
struct Clearance {
  /// The step, of equal distances the first; -1 if no obstacle is present, or none within the limit.
  std::int32_t step;
  /// As in FirstHit, of equal distances the lowest; `no_body` if there is none.
  std::uint32_t obstacle;
  /// The distance of the mover (a) and the obstacle (b) at this step, as `distances` gives it, in double. If
  /// there is none, `distance` is infinity and all else 0.
  Distanced distance;

  friend bool operator==(const Clearance&, const Clearance&) = default;
};

/// What a mover meets first if all go on from a step at constant velocity.
struct CollisionTime {
  double time;                ///< from 0 to the horizon, in its unit; infinity if the mover meets nothing
  double normal_x, normal_y;  ///< from the mover to the obstacle, as in Impact; (0, 0) if it meets nothing
  std::uint32_t obstacle;     ///< as in FirstHit, of equal times the lowest; `no_body` if the mover meets nothing

  friend bool operator==(const CollisionTime&, const CollisionTime&) = default;
};

/// Finds all hits: at every step, each obstacle that a mover touches or overlaps. The verdicts are those of `first_hits`,
/// whose rules, parameters, errors, memory and time hold, but that no mover stops at its first hit.
/// @param hits  a vector, or {room, count} (`Output`): sorted by (trajectory, step, obstacle); aliases no input
/// Memory: also that of the hits.
template <class T>
[[nodiscard]] SATCHEL_API Status try_trajectory_hits(const BasicScene<T>& shapes_and_fixed_bodies,
                                                     const Trajectories& movers, const Trajectories& obstacles,
                                                     Output<TrajectoryHit> hits, const Options& options = {}) noexcept;
template <class T>
void trajectory_hits(const BasicScene<T>& shapes_and_fixed_bodies, const Trajectories& movers,
                     const Trajectories& obstacles, Output<TrajectoryHit> hits, const Options& options = {}) {
  throw_unless_ok(try_trajectory_hits(shapes_and_fixed_bodies, movers, obstacles, hits, options));
}

/// Computes the least signed distance of each mover, over its steps, from any obstacle that is present or fixed body:
/// negative where it overlaps one. The numbers are those of `distances` of a scene of the movers and one of the obstacles.
/// Rules, parameters and errors are those of `first_hits`; clearances of the trajectories count as larger radii.
/// @param max_distance  0 or more, or infinity: what is farther is not reported, which saves time
/// @param clearances    one result a mover, written; aliases no input
///
/// Memory: that of `first_hits`. Time: for each step of a mover about O(log(bodies) + obstacles present), and distances of
/// those alone that may be the nearest. `stats` of the options is ignored. Throws `Error` also: bad_distance;
/// of outlines without parts too_many, too_many_vertices, internal: as `distances`.
template <class T>
[[nodiscard]] SATCHEL_API Status try_clearances(const BasicScene<T>& shapes_and_fixed_bodies,
                                                const Trajectories& movers, const Trajectories& obstacles,
                                                double max_distance, std::span<Clearance> clearances,
                                                const Options& options = {}) noexcept;
template <class T>
void clearances(const BasicScene<T>& shapes_and_fixed_bodies, const Trajectories& movers, const Trajectories& obstacles,
                double max_distance, std::span<Clearance> clearances, const Options& options = {}) {
  throw_unless_ok(try_clearances(shapes_and_fixed_bodies, movers, obstacles, max_distance, clearances, options));
}

/// Computes the time to collision of each mover at each step: what it would meet first, and when, if from its pose at this
/// step it went on at its velocity there, all obstacles that are present likewise, and fixed bodies stood still.
///
/// The impact is that of `sweep`, with its rules and accuracy, over the motions velocity * horizon: times are the times
/// of these impacts * horizon. So the whole motion is tested, not samples of it, and a touch is an impact.
/// @param movers, obstacles  as for `first_hits`, with `velocities`
/// @param horizon  how long all go on, in the unit of time of the velocities: finite, above 0
/// @param times    one result a pose of the movers, in their order, written; aliases no input. An absent mover meets
///                 nothing
///
/// Memory: that of `first_hits`, and the motions of the obstacles. Time: for each step of a mover O(log(obstacles) +
/// sweeps with those whose boxes, over the horizon, meet its own). `stats` of the options is ignored. Throws `Error` also: size_mismatch
/// (index: 8 velocities of the movers, 9 of the obstacles); bad_distance (a horizon); not_finite, out_of_range (a velocity;
/// within the horizon, a motion; index: as for a pose); bad_angle (a body that turns by more than 64 radians within the
/// horizon; index: likewise); needs_parts (any outline without convex parts; index: as for bad_shape, or the fixed body).
template <class T>
[[nodiscard]] SATCHEL_API Status try_times_to_collision(const BasicScene<T>& shapes_and_fixed_bodies,
                                                        const Trajectories& movers, const Trajectories& obstacles,
                                                        double horizon, std::span<CollisionTime> times,
                                                        const Options& options = {}) noexcept;
template <class T>
void times_to_collision(const BasicScene<T>& shapes_and_fixed_bodies, const Trajectories& movers,
                        const Trajectories& obstacles, double horizon, std::span<CollisionTime> times,
                        const Options& options = {}) {
  throw_unless_ok(try_times_to_collision(shapes_and_fixed_bodies, movers, obstacles, horizon, times, options));
}

}  // namespace satchel
