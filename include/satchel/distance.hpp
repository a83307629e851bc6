// Distances of bodies, with their witness points.
#pragma once

#include <span>
#include <type_traits>

#include <satchel/error.hpp>
#include <satchel/export.hpp>
#include <satchel/options.hpp>
#include <satchel/results.hpp>
#include <satchel/scene.hpp>
#include <satchel/scene_pair.hpp>
#include <satchel/types.hpp>

namespace satchel {

/// Computes the distance of each pair and its witness points. Verdicts are equal to the verdicts of `collide`: a
/// distance of 0 is an exact touch. For disjoint polygons the distance is the true one, not the lower bound that
/// `collide` gives; its error is at most 1e-5 of the pair's extent (float).
///
/// Where a scene has a shape with a nearly straight corner, on a body or not, nearest points beside an edge are computed in
/// doubles instead of floats: adding or clearing such a shape may change the last bits of distances of other pairs, of image
/// pairs too.
///
/// The witness points of overlapping bodies lie within 2^-17 S (double: 2^-46 S) of the surfaces, with S as in
/// `manifolds`; this also holds if the deciding edge is one of several edges that straight corners join. Those of touching
/// and overlapping pairs whose contact links, chains or inner edges limit are of the edge that decides, cut to its ends,
/// and may lie off the bodies.
///
/// For disjoint compounds: the least distance over all pairs of parts. For touching or overlapping compounds: the
/// distance and witness points of the parts that decide the pair's contact (`collide`).
///
/// For outlines, the same bits whether they have convex parts (`make_parts`) or not; features are vertices and edges in
/// the order of `local_vertices`:
/// - disjoint: the least distance over all edges; a body in a hole is as far away as the hole's edges.
/// - touching: 0, at a common point. The normal is that of the first edge there that has the other body on its outer
///   side; if there is none, of the first edge. With a radius: the direction between the nearest points.
/// - overlapping a point or a circle: minus the length of the translation that takes it across the nearest point of the
///   boundary: the distance of the centre from the boundary, negative if the centre lies outside, plus the radius.
/// - overlapping another body: as a compound of their convex parts. The call makes those of outlines that have none,
///   for itself, at about 1 us a vertex. `make_parts` makes them once for all calls.
/// @param scenes     one scene, or two
/// @param pairs      n pairs of body indices, in any order; pairs grouped by `a` run fastest
/// @param distances  n results, written in place; aliases nothing
/// Throws `Error` as `collide` does, but for needs_parts; too_many, too_many_vertices, internal: as `make_parts`
/// (index: the shape). O(pairs x product of vertex counts); of outlines about O((n + m) log(n + m)) for n and m vertices.
template <class T>
[[nodiscard]] SATCHEL_API Status try_distances(BasicScenePair<T> scenes, std::span<const Pair> pairs,
                                               std::span<std::type_identity_t<BasicDistance<T>>> distances,
                                               const Options& options = {}) noexcept;
/// For one scene, and for two: pair.a is a body of `scene_a`, pair.b a body of `scene_b`.
template <class T>
[[nodiscard]] Status try_distances(const BasicScene<T>& scene, std::span<const Pair> pairs,
                                   std::span<std::type_identity_t<BasicDistance<T>>> distances,
                                   const Options& options = {}) noexcept {
  return try_distances(BasicScenePair<T>(scene), pairs, distances, options);
}
template <class T>
[[nodiscard]] Status try_distances(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b,
                                   std::span<const Pair> pairs,
                                   std::span<std::type_identity_t<BasicDistance<T>>> distances,
                                   const Options& options = {}) noexcept {
  return try_distances(BasicScenePair<T>(scene_a, scene_b), pairs, distances, options);
}
template <class T>
void distances(const BasicScene<T>& scene, std::span<const Pair> pairs,
               std::span<std::type_identity_t<BasicDistance<T>>> distances, const Options& options = {}) {
  throw_unless_ok(try_distances(scene, pairs, distances, options));
}
template <class T>
void distances(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, std::span<const Pair> pairs,
               std::span<std::type_identity_t<BasicDistance<T>>> distances, const Options& options = {}) {
  throw_unless_ok(try_distances(scene_a, scene_b, pairs, distances, options));
}

}  // namespace satchel
