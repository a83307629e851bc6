// Which of many trajectories hits what, and when: for planners and simulators, which test thousands of trajectories
// against hundreds of moving obstacles without making bodies or lists of pairs of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

#include <satchel/error.hpp>
#include <satchel/export.hpp>
#include <satchel/options.hpp>
#include <satchel/pose.hpp>
#include <satchel/scene.hpp>
#include <satchel/types.hpp>

namespace satchel {

/// Bodies that move in discrete steps. Nothing is copied: the spans are read during the call.
struct Trajectories {
  /// The shape of each body, of the call's scene.
  std::span<const ShapeId> shapes;
  /// [body][step]: body k is at poses[k * steps + step]. shapes.size() * steps of them.
  std::span<const Pose> poses;
  /// Poses of each body.
  std::size_t steps = 0;
  /// [body][step], not 0 where the body is there at that step; as many as poses, or empty: always there. The pose of an
  /// absent body is not looked at, whatever it holds.
  std::span<const std::uint8_t> present{};
};

/// Where a trajectory ends.
struct FirstHit {
  /// The first step at which the mover, being present, touches or overlaps an obstacle that is present; -1: none.
  std::int32_t step;
  /// What it hits at that step; of several the lowest. Below obstacles.shapes.size(): that moving obstacle; else fixed
  /// body `obstacle - obstacles.shapes.size()` of the scene. 2^32 - 1 where there is no hit.
  std::uint32_t obstacle;

  friend bool operator==(const FirstHit&, const FirstHit&) = default;
};

/// The first hit of each mover. A touch is a hit; verdicts are exact, and those that `classify` gives for bodies of
/// these shapes at these poses. What lies between two steps is not looked at, and movers do not hit each other.
/// @param shapes_and_fixed_bodies  whose shapes the trajectories name; its bodies are obstacles that are always there
/// @param movers     the trajectories in question
/// @param obstacles  what moves meanwhile: `obstacles.steps` is `movers.steps` (or there are none, `{}`)
/// @param hits       one a mover
/// @param options    threads share the movers; `stats` counts the pairs whose boxes met
///
/// Allocates memory for all obstacles at all steps and for a tree over the fixed bodies, O(obstacles x steps + bodies),
/// none that grows with the movers. A mover costs, at each step until it hits, O(log(obstacles) + boxes that meet its
/// own) where obstacles are spread as in most scenes.
/// Throws `Error` before anything is written:
///   size_mismatch    index: 0 poses, 1 present of the movers, 2 poses, 3 present of the obstacles, 4 steps, 5 hits
///   bad_shape        index: of the mover, or movers.shapes.size() + that of the obstacle
///   not_finite, out_of_range, bad_rotation
///                    index: of the pose, or movers.poses.size() + that of the obstacles' pose
///   too_many         more steps than 2^31 - 1, or obstacles, at all steps and with the fixed bodies, than an index
///   names
/// and no_memory, cancelled or internal during the work, after which `hits` is unspecified.
SATCHEL_API void first_hits(const Scene& shapes_and_fixed_bodies, const Trajectories& movers,
                            const Trajectories& obstacles, std::span<FirstHit> hits, const Options& options = {});
SATCHEL_API Status first_hits(std::nothrow_t, const Scene& shapes_and_fixed_bodies, const Trajectories& movers,
                              const Trajectories& obstacles, std::span<FirstHit> hits,
                              const Options& options = {}) noexcept;

// The same in double precision.

SATCHEL_API void first_hits(const Scened& shapes_and_fixed_bodies, const Trajectories& movers,
                            const Trajectories& obstacles, std::span<FirstHit> hits, const Options& options = {});
SATCHEL_API Status first_hits(std::nothrow_t, const Scened& shapes_and_fixed_bodies, const Trajectories& movers,
                              const Trajectories& obstacles, std::span<FirstHit> hits,
                              const Options& options = {}) noexcept;

}  // namespace satchel
