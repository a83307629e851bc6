// The first hit of each of many trajectories. Planners and simulators test thousands of trajectories against hundreds
// of moving obstacles, without bodies or lists of pairs for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <satchel/error.hpp>
#include <satchel/export.hpp>
#include <satchel/options.hpp>
#include <satchel/pose.hpp>
#include <satchel/results.hpp>
#include <satchel/scene.hpp>
#include <satchel/types.hpp>

namespace satchel {

/// Bodies that move in discrete steps. The spans are read during the call; nothing is copied.
struct Trajectories {
  /// The shape of each body, or one element: of all bodies. Ids of the scene of the call.
  std::span<const ShapeId> shapes;
  /// The poses by [body][step]: body k is at poses[k * steps + step]; bodies * steps elements.
  std::span<const Pose> poses;
  /// Number of poses of each body.
  std::size_t steps = 0;
  /// By [body][step]: not 0 if the body is present at this step. As many elements as poses, or empty: always present.
  /// The pose of an absent body is ignored, valid or not.
  std::span<const std::uint8_t> present{};
  /// For bodies with different numbers of steps: body k is at poses[starts[k] + step] until starts[k + 1], and absent
  /// from there on. One element more than bodies, from 0 to poses.size(). `steps` is then not read. Empty: all bodies
  /// have `steps`.
  std::span<const std::uint32_t> starts{};
  /// As if the radius of each body, of each part of a compound, were larger by this number >= 0. A radius that is not a
  /// number of the scene's precision is rounded up to the next one, so that no hit is missed. All else of the shape stays:
  /// inner edges, and what it is as a chain.
  double clearance = 0;
  /// For `times_to_collision` alone: by pose, in one unit of time a translation in the scene's unit, and a rotation in
  /// radians. As many elements as poses, or empty: all stand still. That of an absent body is ignored.
  std::span<const Motion> velocities{};
};

/// Finds the first hit of each mover. A touch is a hit; verdicts are exact, equal to those of `classify` for bodies of
/// these shapes at these poses: of a one-sided chain, too, which is hit from both sides. Only the steps are tested, not
/// the motion between two steps. Movers do not hit each other. An outline whose rings touch or nearly touch, and with a
/// clearance any outline, is the union of its convex parts (`make_parts`).
/// @param shapes_and_fixed_bodies  holds the shapes of the trajectories; its bodies are obstacles at every step
/// @param movers     the trajectories to test
/// @param obstacles  the moving obstacles; `{}` if there are none. Those with `steps` have as many as the movers; if the
///                   movers have `starts`, at least as many as the longest of them
/// @param hits       one result a mover, written; aliases no input
/// @param options    threads share the movers; `stats` counts the pairs whose boxes meet
///
/// Memory: O(obstacles x steps + bodies), for all obstacles at all steps and a tree over the fixed bodies; independent
/// of the number of movers. Time: for each step of a mover up to its hit, O(log(obstacles) + obstacles whose boxes meet
/// its own box), if few obstacles crowd in one place. `BasicIndex::first_hits` saves the tree over the fixed bodies.
/// Throws `Error` before anything is written:
///   size_mismatch    index: 0 poses, 1 present of the movers, 2 poses, 3 present of the obstacles, 4 steps, 5 hits,
///                    6 shapes of the movers, 7 of the obstacles (where steps or starts tell the number of bodies)
///   bad_starts       index: in movers.starts, or movers.starts.size() + index in obstacles.starts
///   bad_shape        index: in movers.shapes, or movers.shapes.size() + index in obstacles.shapes
///   needs_parts      an outline that is the union of its parts, and has none; index: as for bad_shape
///   bad_radius       a clearance that is negative or not finite, or that makes the radius of a shape too large; index:
///                    as for bad_shape
///   not_finite, out_of_range, bad_rotation
///                    index: of the mover's pose, or movers.poses.size() + index of the obstacle's pose
///   too_many         more than 2^31 - 1 steps; or more obstacles, counted at all steps and with the fixed bodies, than
///                    32-bit indices can number
/// During the work: no_memory, cancelled or internal, after which `hits` is unspecified.
template <class T>
[[nodiscard]] SATCHEL_API Status try_first_hits(const BasicScene<T>& shapes_and_fixed_bodies,
                                                const Trajectories& movers, const Trajectories& obstacles,
                                                std::span<FirstHit> hits, const Options& options = {}) noexcept;
template <class T>
void first_hits(const BasicScene<T>& shapes_and_fixed_bodies, const Trajectories& movers, const Trajectories& obstacles,
                std::span<FirstHit> hits, const Options& options = {}) {
  if (const Status status = try_first_hits(shapes_and_fixed_bodies, movers, obstacles, hits, options); !status.ok()) {
    throw_error(status);
  }
}

}  // namespace satchel
