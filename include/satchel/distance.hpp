// Distances of bodies, with their witness points.
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

/// Computes the distance of each pair and its witness points. Verdicts are equal to the verdicts of `collide`: a
/// distance of 0 is an exact touch. For disjoint polygons the distance is the true one, not the lower bound that
/// `collide` gives; its error is at most 1e-5 of the pair's extent (float).
///
/// The witness points of overlapping bodies lie within 2^-17 S (double: 2^-46 S) of the surfaces, with S as in
/// `manifolds`; this also holds if the deciding edge is one of several edges that straight corners join.
///
/// For disjoint compounds: the least distance over all pairs of parts. For touching or overlapping compounds: the
/// distance and witness points of the parts that decide the pair's contact (`collide`).
/// @param pairs      n pairs of body indices, in any order; pairs grouped by `a` run fastest
/// @param distances  n results, written in place; aliases nothing
/// Throws `Error` as `collide` does. O(pairs x product of vertex counts).
SATCHEL_API void distances(const Scene& scene, std::span<const Pair> pairs, std::span<Distance> distances,
                           const Options& options = {});
/// As above, between two scenes: pair.a is a body of `scene_a`, pair.b a body of `scene_b`.
SATCHEL_API void distances(const Scene& scene_a, const Scene& scene_b, std::span<const Pair> pairs,
                           std::span<Distance> distances, const Options& options = {});

SATCHEL_API Status distances(std::nothrow_t, const Scene& scene, std::span<const Pair> pairs,
                             std::span<Distance> distances, const Options& options = {}) noexcept;
SATCHEL_API Status distances(std::nothrow_t, const Scene& scene_a, const Scene& scene_b, std::span<const Pair> pairs,
                             std::span<Distance> distances, const Options& options = {}) noexcept;

// As above, for scenes in double precision.

SATCHEL_API void distances(const Scened& scene, std::span<const Pair> pairs, std::span<Distanced> distances,
                           const Options& options = {});
SATCHEL_API void distances(const Scened& scene_a, const Scened& scene_b, std::span<const Pair> pairs,
                           std::span<Distanced> distances, const Options& options = {});

SATCHEL_API Status distances(std::nothrow_t, const Scened& scene, std::span<const Pair> pairs,
                             std::span<Distanced> distances, const Options& options = {}) noexcept;
SATCHEL_API Status distances(std::nothrow_t, const Scened& scene_a, const Scened& scene_b, std::span<const Pair> pairs,
                             std::span<Distanced> distances, const Options& options = {}) noexcept;

}  // namespace satchel
