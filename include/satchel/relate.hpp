// Predicates of DE-9IM for areas: how two bodies lie to each other, by the letter of OGC.
#pragma once

#include <cstdint>
#include <span>

#include <satchel/error.hpp>
#include <satchel/export.hpp>
#include <satchel/options.hpp>
#include <satchel/scene_pair.hpp>
#include <satchel/types.hpp>

namespace satchel {

/// What `relate` asks of bodies a and b, closed areas, with their interiors and boundaries.
enum class Predicate : std::uint8_t {
  intersects,         ///< they have a point in common
  disjoint,           ///< they have none
  touches,            ///< boundaries have a point in common, interiors none
  overlaps,           ///< interiors meet, and each has interior points outside of the other
  within,             ///< a lies in b, boundaries may meet; as `covered_by`, since a has area
  contains,           ///< b lies in a
  covers,             ///< b lies in a; as `contains`
  covered_by,         ///< a lies in b
  contains_properly,  ///< b lies in the interior of a
  equals              ///< they are the same set of points
};

/// Writes 1 for each pair of which the predicate holds, else 0. Exact, for the placed vertices as real numbers.
///
/// Bodies are outlines and polygons without radius.
/// @param scenes   one scene, or two
/// @param pairs    n pairs of body indices (a, b), in any order
/// @param results  n results, written in place; aliases nothing
/// Throws `Error` as `collide` does, but for needs_parts; unsupported (index: of the pair): a body is no outline and no polygon
/// without radius.
/// O(vertices) a pair, and a test for each two edges that have x in common, or y, whichever the edges are shorter along. O(edges)
/// for each ring that meets no edge of the other body.
template <class T>
[[nodiscard]] SATCHEL_API Status try_relate(BasicScenePair<T> scenes, std::span<const Pair> pairs, Predicate predicate,
                                            std::span<std::uint8_t> results, const Options& options = {}) noexcept;
/// For one scene, and for two: pair.a is a body of `scene_a`, pair.b a body of `scene_b`.
template <class T>
[[nodiscard]] Status try_relate(const BasicScene<T>& scene, std::span<const Pair> pairs, Predicate predicate,
                                std::span<std::uint8_t> results, const Options& options = {}) noexcept {
  return try_relate(BasicScenePair<T>(scene), pairs, predicate, results, options);
}
template <class T>
[[nodiscard]] Status try_relate(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, std::span<const Pair> pairs,
                                Predicate predicate, std::span<std::uint8_t> results,
                                const Options& options = {}) noexcept {
  return try_relate(BasicScenePair<T>(scene_a, scene_b), pairs, predicate, results, options);
}
template <class T>
void relate(const BasicScene<T>& scene, std::span<const Pair> pairs, Predicate predicate,
            std::span<std::uint8_t> results, const Options& options = {}) {
  throw_unless_ok(try_relate(scene, pairs, predicate, results, options));
}
template <class T>
void relate(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, std::span<const Pair> pairs,
            Predicate predicate, std::span<std::uint8_t> results, const Options& options = {}) {
  throw_unless_ok(try_relate(scene_a, scene_b, pairs, predicate, results, options));
}

}  // namespace satchel
