// Contacts of the pairs that touch or overlap, without results for disjoint pairs.
#pragma once

#include <span>
#include <type_traits>

#include <satchel/error.hpp>
#include <satchel/export.hpp>
#include <satchel/options.hpp>
#include <satchel/output.hpp>
#include <satchel/results.hpp>
#include <satchel/scene.hpp>
#include <satchel/scene_pair.hpp>
#include <satchel/types.hpp>

namespace satchel {

/// Computes the contacts of the pairs that touch or overlap, in the order of the pairs. Takes as long as `collide`, but
/// needs no array of contacts for all pairs.
/// @param scenes  one scene, or two
/// @param pairs   up to 2^32 - 1 pairs, as for `collide`
/// @param hits    a vector, or {room, count} (`Output`); aliases no input. Other memory of the call depends on the number
///                of threads alone.
/// Throws `Error` as `collide` does, too_many, and no_room.
template <class T>
[[nodiscard]] SATCHEL_API Status try_find_hits(BasicScenePair<T> scenes, std::span<const Pair> pairs,
                                               Output<BasicHit<std::type_identity_t<T>>> hits,
                                               const Options& options = {}) noexcept;
/// For one scene, and for two: pair.a is a body of `scene_a`, pair.b a body of `scene_b`.
template <class T>
[[nodiscard]] Status try_find_hits(const BasicScene<T>& scene, std::span<const Pair> pairs,
                                   Output<BasicHit<std::type_identity_t<T>>> hits,
                                   const Options& options = {}) noexcept {
  return try_find_hits(BasicScenePair<T>(scene), pairs, hits, options);
}
template <class T>
[[nodiscard]] Status try_find_hits(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b,
                                   std::span<const Pair> pairs, Output<BasicHit<std::type_identity_t<T>>> hits,
                                   const Options& options = {}) noexcept {
  return try_find_hits(BasicScenePair<T>(scene_a, scene_b), pairs, hits, options);
}
template <class T>
void find_hits(const BasicScene<T>& scene, std::span<const Pair> pairs, Output<BasicHit<std::type_identity_t<T>>> hits,
               const Options& options = {}) {
  throw_unless_ok(try_find_hits(scene, pairs, hits, options));
}
template <class T>
void find_hits(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, std::span<const Pair> pairs,
               Output<BasicHit<std::type_identity_t<T>>> hits, const Options& options = {}) {
  throw_unless_ok(try_find_hits(scene_a, scene_b, pairs, hits, options));
}

}  // namespace satchel
