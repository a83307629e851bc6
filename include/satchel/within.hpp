// Containment: whether one body lies within another.
#pragma once

#include <cstdint>
#include <span>

#include <satchel/error.hpp>
#include <satchel/export.hpp>
#include <satchel/options.hpp>
#include <satchel/scene.hpp>
#include <satchel/scene_pair.hpp>
#include <satchel/types.hpp>

namespace satchel {

/// How a body lies in another.
enum class Within : std::uint8_t {
  no,        ///< some point of a is no point of b
  touching,  ///< every point of a is a point of b, and the boundaries have a point in common
  inside     ///< a lies in the interior of b
};

/// Decides, for each pair, whether body a lies within body b. Exact, for the placed vertices as real numbers.
///
/// a is any body; of a compound all parts have to lie in b. b is a convex body, with or without a radius, or an outline.
/// A body without area, a point or a segment, has no interior; so nothing but itself and its own points lie within it,
/// touching. A body lies within an equal one, touching.
///
/// @param scenes   one scene, or two
/// @param pairs    n pairs of body indices (a, b), in any order
/// @param results  n results, written in place; aliases nothing
///
/// Throws `Error` as `collide` does, but for needs_parts; unsupported: body b of the pair is a compound of several parts, which
/// is refused before anything is written. O(pairs x product of vertex counts); pairs whose boxes already say no take O(1).
template <class T>
[[nodiscard]] SATCHEL_API Status try_within(BasicScenePair<T> scenes, std::span<const Pair> pairs,
                                            std::span<Within> results, const Options& options = {}) noexcept;
/// For one scene, and for two: pair.a is a body of `scene_a`, pair.b a body of `scene_b`.
template <class T>
[[nodiscard]] Status try_within(const BasicScene<T>& scene, std::span<const Pair> pairs, std::span<Within> results,
                                const Options& options = {}) noexcept {
  return try_within(BasicScenePair<T>(scene), pairs, results, options);
}
template <class T>
[[nodiscard]] Status try_within(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, std::span<const Pair> pairs,
                                std::span<Within> results, const Options& options = {}) noexcept {
  return try_within(BasicScenePair<T>(scene_a, scene_b), pairs, results, options);
}
template <class T>
void within(const BasicScene<T>& scene, std::span<const Pair> pairs, std::span<Within> results,
            const Options& options = {}) {
  throw_unless_ok(try_within(scene, pairs, results, options));
}
template <class T>
void within(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, std::span<const Pair> pairs,
            std::span<Within> results, const Options& options = {}) {
  throw_unless_ok(try_within(scene_a, scene_b, pairs, results, options));
}

}  // namespace satchel
