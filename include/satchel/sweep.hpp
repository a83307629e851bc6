// Moving bodies: the time of impact of each pair.
#pragma once

#include <new>
#include <span>

#include <satchel/error.hpp>
#include <satchel/export.hpp>
#include <satchel/options.hpp>
#include <satchel/results.hpp>
#include <satchel/scene.hpp>
#include <satchel/types.hpp>

namespace satchel {

/// Computes the first impact of each pair while all bodies move through one step. The whole motion is tested, not
/// samples of it, so that fast or thin bodies cannot pass through each other.
///
/// Pairs of bodies that do not turn: without radii `hit` is exact, and a touch (in passing, or at the end of the step)
/// is a hit. With radii no contact is missed, and a passage at less than 2^-45 of the pair's extent may be reported as
/// a hit. `time` is the time at which the last of the separating edges is crossed; with radii, the root of the
/// quadratic equation of two corners, or the time at which an edge is reached.
///
/// Pairs with a body that turns: conservative advancement. A hit is the time at which the distance is at most
/// `tolerance`. No contact is missed, because each advance is shorter than the distance divided by a bound of the speed
/// at which the distance can shrink. (Coumans, "Continuous Collision Detection and Physics", 2005; bound: Mirtich,
/// 1996.)
///
/// For compounds: the earliest impact of any two parts, each taken as a body (with the default tolerance of the parts).
///
/// @param motions    the motion of each body, body_slots() elements; ignored for removed bodies; read during the call
/// @param pairs      n pairs of body indices, in any order; pairs grouped by `a` run fastest
/// @param impacts    n results, written in place; aliases nothing
/// @param tolerance  for pairs with a body that turns, in the scene's unit; 0: 1/8,192 of the sum of the reaches of the
///                   two bodies (largest distance from the origin)
///
/// Throws `Error` as `collide` does; size_mismatch (motions); not_finite, out_of_range (index: of the body; a motion
/// has the range of an origin); bad_margin (a tolerance that is negative or not finite). O(pairs x product of vertex
/// counts); for bodies that turn, this cost for each advance.
SATCHEL_API void sweep(const Scene& scene, std::span<const Motion> motions, std::span<const Pair> pairs,
                       std::span<Impact> impacts, float tolerance = 0, const Options& options = {});
/// As above, between two scenes: pair.a is a body of `scene_a`, pair.b a body of `scene_b`.
SATCHEL_API void sweep(const Scene& scene_a, std::span<const Motion> motions_a, const Scene& scene_b,
                       std::span<const Motion> motions_b, std::span<const Pair> pairs, std::span<Impact> impacts,
                       float tolerance = 0, const Options& options = {});

SATCHEL_API Status sweep(std::nothrow_t, const Scene& scene, std::span<const Motion> motions,
                         std::span<const Pair> pairs, std::span<Impact> impacts, float tolerance = 0,
                         const Options& options = {}) noexcept;
SATCHEL_API Status sweep(std::nothrow_t, const Scene& scene_a, std::span<const Motion> motions_a, const Scene& scene_b,
                         std::span<const Motion> motions_b, std::span<const Pair> pairs, std::span<Impact> impacts,
                         float tolerance = 0, const Options& options = {}) noexcept;

/// A copy of the scene at the end of the step: the pose of each body is moved by its motion. A contact of `collide` on
/// this copy gives the minimum translation vector at the end of the step ("will intersect" in tutorials on separating
/// axes; during the step, it is the `hit` of a sweep). Throws `Error` as `sweep` and `set_poses` do. O(bodies).
[[nodiscard]] SATCHEL_API Scene moved(const Scene& scene, std::span<const Motion> motions, const Options& options = {});

// As above, for scenes in double precision.

SATCHEL_API void sweep(const Scened& scene, std::span<const Motion> motions, std::span<const Pair> pairs,
                       std::span<Impactd> impacts, double tolerance = 0, const Options& options = {});
SATCHEL_API void sweep(const Scened& scene_a, std::span<const Motion> motions_a, const Scened& scene_b,
                       std::span<const Motion> motions_b, std::span<const Pair> pairs, std::span<Impactd> impacts,
                       double tolerance = 0, const Options& options = {});

SATCHEL_API Status sweep(std::nothrow_t, const Scened& scene, std::span<const Motion> motions,
                         std::span<const Pair> pairs, std::span<Impactd> impacts, double tolerance = 0,
                         const Options& options = {}) noexcept;
SATCHEL_API Status sweep(std::nothrow_t, const Scened& scene_a, std::span<const Motion> motions_a,
                         const Scened& scene_b, std::span<const Motion> motions_b, std::span<const Pair> pairs,
                         std::span<Impactd> impacts, double tolerance = 0, const Options& options = {}) noexcept;

[[nodiscard]] SATCHEL_API Scened moved(const Scened& scene, std::span<const Motion> motions,
                                       const Options& options = {});

}  // namespace satchel
