// Moving bodies: whether and when they meet.
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

/// When each pair meets while all bodies move through one step, however fast they are and however thin: what happens
/// between start and end counts, not samples of it.
///
/// Bodies that do not turn: `hit` is exact for cores without radius, a mere touch (in passing, or at the very end)
/// included; with radii it never misses a contact, and may report a passage at less than 2^-45 of the pair's extent.
/// `time` is that of the latest edge that is entered, or of the quadratic of two corners.
///
/// Where a body of the pair turns: conservative advancement. They meet when they are no farther apart than `tolerance`,
/// and no contact is missed: each step forward is shorter than the distance divided by a bound of the speed at which it
/// can shrink. (Coumans, "Continuous Collision Detection and Physics", 2005; Mirtich, 1996, for the bound.)
///
/// Of compounds: the earliest impact of any of their parts, each as if it were a body (the default tolerance is that of
/// the parts).
///
/// @param motions    one a body: body_slots() of them, those of removed bodies are ignored; read during the call
/// @param pairs      n pairs of body indices, in any order; grouped by `a` they run fastest
/// @param impacts    n results, written in place; aliases nothing
/// @param tolerance  of bodies that turn, in the scene's unit; 0: a 8,192nd of how far the pair reaches from its
/// origins Throws `Error` as `collide` does; size_mismatch (motions); not_finite, out_of_range (index: the body whose
/// motion it is; a motion has the range of an origin); bad_margin (a tolerance that is negative or not finite). O(pairs
/// x product of vertex counts), of turning bodies for each step.
SATCHEL_API void sweep(const Scene& scene, std::span<const Motion> motions, std::span<const Pair> pairs,
                       std::span<Impact> impacts, float tolerance = 0, const Options& options = {});
/// The same between two scenes: pair.a is a body of `scene_a`, pair.b one of `scene_b`.
SATCHEL_API void sweep(const Scene& scene_a, std::span<const Motion> motions_a, const Scene& scene_b,
                       std::span<const Motion> motions_b, std::span<const Pair> pairs, std::span<Impact> impacts,
                       float tolerance = 0, const Options& options = {});

SATCHEL_API Status sweep(std::nothrow_t, const Scene& scene, std::span<const Motion> motions,
                         std::span<const Pair> pairs, std::span<Impact> impacts, float tolerance = 0,
                         const Options& options = {}) noexcept;
SATCHEL_API Status sweep(std::nothrow_t, const Scene& scene_a, std::span<const Motion> motions_a, const Scene& scene_b,
                         std::span<const Motion> motions_b, std::span<const Pair> pairs, std::span<Impact> impacts,
                         float tolerance = 0, const Options& options = {}) noexcept;

/// The scene at the end of the step, each body at its pose moved by its motion: "will intersect" of the textbooks is
/// the `hit` of a sweep, and their minimum translation vector at the end of the step is `mtv` of a contact that
/// `collide` finds here. Throws `Error` as `sweep` and `set_poses` do. O(bodies).
[[nodiscard]] SATCHEL_API Scene moved(const Scene& scene, std::span<const Motion> motions, const Options& options = {});

// The same in double precision.

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
