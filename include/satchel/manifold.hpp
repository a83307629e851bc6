// Contact manifolds: where two bodies touch, as a physics engine needs it.
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

/// The contact manifold of each pair: the edge that decides the pair's contact is the reference; the other body's edge
/// that most faces it, the incident one, is clipped to it, which leaves up to two points. Round ends and corners give
/// one. Verdict and normal are those of `collide`, and so is, of a pair that touches or overlaps, the separation of the
/// deepest point. A pair without points, one farther apart than the margin, has no normal either: its manifold is 0.
///
/// Edges that a straight corner joins (one off the line of its edges by rounding alone) are clipped as one face, and ids
/// name the face by its first vertex: which of the edges decided the contact changes no point. Let S be the sum of how
/// far both bodies reach from their origins and of |x| + |y| between these. Each point lies, moved by half its
/// separation along the normal, within 2^-17 S (double: 2^-46 S) of each body's surface, and one is the deepest.
///
/// Box2D prefers a's edges, by a tenth of its slop, and gives every polygon a skin of 0.01 m: a face that wins by less
/// may be its reference, and bodies up to 0.02 m apart have points (here: `margin`). Where two corners face each other
/// it gives none; here they are a point if they are no farther apart than the margin.
///
/// Of compounds: the manifold of the parts that decide the pair's contact; ids are those of these parts, which
/// `collide` tells (PartPair).
///
/// @param pairs      n pairs of body indices, in any order; grouped by `a` they run fastest
/// @param manifolds  n results, written in place; aliases nothing
/// @param margin     points of a separation up to this are kept: 0, those that touch; more, those about to. In the
///                   scene's unit
///
/// Throws `Error` as `collide` does, and bad_margin (negative or not finite). O(pairs x product of vertex counts).
SATCHEL_API void manifolds(const Scene& scene, std::span<const Pair> pairs, std::span<Manifold> manifolds,
                           float margin = 0, const Options& options = {});
/// The same between two scenes: pair.a is a body of `scene_a`, pair.b one of `scene_b`.
SATCHEL_API void manifolds(const Scene& scene_a, const Scene& scene_b, std::span<const Pair> pairs,
                           std::span<Manifold> manifolds, float margin = 0, const Options& options = {});

SATCHEL_API Status manifolds(std::nothrow_t, const Scene& scene, std::span<const Pair> pairs,
                             std::span<Manifold> manifolds, float margin = 0, const Options& options = {}) noexcept;
SATCHEL_API Status manifolds(std::nothrow_t, const Scene& scene_a, const Scene& scene_b, std::span<const Pair> pairs,
                             std::span<Manifold> manifolds, float margin = 0, const Options& options = {}) noexcept;

// The same in double precision.

SATCHEL_API void manifolds(const Scened& scene, std::span<const Pair> pairs, std::span<Manifoldd> manifolds,
                           double margin = 0, const Options& options = {});
SATCHEL_API void manifolds(const Scened& scene_a, const Scened& scene_b, std::span<const Pair> pairs,
                           std::span<Manifoldd> manifolds, double margin = 0, const Options& options = {});

SATCHEL_API Status manifolds(std::nothrow_t, const Scened& scene, std::span<const Pair> pairs,
                             std::span<Manifoldd> manifolds, double margin = 0, const Options& options = {}) noexcept;
SATCHEL_API Status manifolds(std::nothrow_t, const Scened& scene_a, const Scened& scene_b, std::span<const Pair> pairs,
                             std::span<Manifoldd> manifolds, double margin = 0, const Options& options = {}) noexcept;

}  // namespace satchel
