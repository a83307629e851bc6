// Distances, with the points where bodies are nearest.
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

/// The distance of each pair and the points that witness it. Verdicts are those of `collide`: 0 is an exact touch. Of
/// disjoint polygons this is the true distance, not the lower bound that `collide` gives; it is off by at most 1e-5 of
/// the pair's extent (float; measured: 1e-6).
///
/// Witnesses of overlapping bodies lie within 2^-17 S (double: 2^-46 S) of the surfaces, with S as of `manifolds`, also
/// where the deciding edge is one of several that straight corners join.
///
/// Of compounds that are disjoint: the least over their parts, witnessed by these; of others that of the parts that
/// decide the pair's contact.
/// @param pairs      n pairs of body indices, in any order; grouped by `a` they run fastest
/// @param distances  n results, written in place; aliases nothing
/// Throws `Error` as `collide` does. O(pairs x product of vertex counts).
SATCHEL_API void distances(const Scene& scene, std::span<const Pair> pairs, std::span<Distance> distances,
                           const Options& options = {});
/// The same between two scenes: pair.a is a body of `scene_a`, pair.b one of `scene_b`.
SATCHEL_API void distances(const Scene& scene_a, const Scene& scene_b, std::span<const Pair> pairs,
                           std::span<Distance> distances, const Options& options = {});

SATCHEL_API Status distances(std::nothrow_t, const Scene& scene, std::span<const Pair> pairs,
                             std::span<Distance> distances, const Options& options = {}) noexcept;
SATCHEL_API Status distances(std::nothrow_t, const Scene& scene_a, const Scene& scene_b, std::span<const Pair> pairs,
                             std::span<Distance> distances, const Options& options = {}) noexcept;

// The same in double precision.

SATCHEL_API void distances(const Scened& scene, std::span<const Pair> pairs, std::span<Distanced> distances,
                           const Options& options = {});
SATCHEL_API void distances(const Scened& scene_a, const Scened& scene_b, std::span<const Pair> pairs,
                           std::span<Distanced> distances, const Options& options = {});

SATCHEL_API Status distances(std::nothrow_t, const Scened& scene, std::span<const Pair> pairs,
                             std::span<Distanced> distances, const Options& options = {}) noexcept;
SATCHEL_API Status distances(std::nothrow_t, const Scened& scene_a, const Scened& scene_b, std::span<const Pair> pairs,
                             std::span<Distanced> distances, const Options& options = {}) noexcept;

}  // namespace satchel
