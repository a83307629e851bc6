// Contact manifolds: up to two contact points a pair, for physics engines.
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

template <class T>
struct BasicManifoldOptions {
  /// The largest separation of a point, in the scene's unit: the whole gap between the two bodies. 0 keeps only points
  /// that touch or overlap. Finite, 0 or more.
  T margin = 0;
  Options run{};
};
using ManifoldOptions = BasicManifoldOptions<float>;
using ManifoldOptionsd = BasicManifoldOptions<double>;

/// The manifold of two parts.
template <class T>
struct BasicPartManifold {
  std::uint32_t pair;  ///< index in the list of pairs
  PartPair parts;      ///< 0 for a body that is no compound
  BasicManifold<T> manifold;

  friend bool operator==(const BasicPartManifold&, const BasicPartManifold&) = default;
};
using PartManifold = BasicPartManifold<float>;
using PartManifoldd = BasicPartManifold<double>;

/// Computes the contact manifold of each pair:
///
///   reference edge = the edge that decides the pair's contact
///   incident edge = the edge of the other body whose normal is most opposite to the reference edge's normal
///   clip the incident edge to the reference edge: up to two points, of which those within the margin are kept
///   if a round end or a corner decides the contact: one point
///
/// Verdict and normal are equal to the contact of `collide`. The separation of the deepest point is equal to the
/// contact's separation if the pair touches or overlaps; of linked bodies it may be larger (below). A disjoint pair
/// without points (farther apart than the margin) has a manifold of zeros, without a normal.
///
/// Edges joined by a straight corner (a vertex off the line of its two edges by rounding alone) are clipped as one
/// face, whose id is its first vertex; so the points do not depend on which of these edges decided the contact. Let S
/// be the sum of the reaches of both bodies (largest distance from the origin) and of |x| + |y| of the difference of
/// their origins. One point is the deepest; two that rounding puts at one place of the deciding edge are one. Each point,
/// moved by half of its separation along the normal towards either body, lies within 2^-17 S (double: 2^-46 S) of this
/// body's surface, except
/// - where two corners face each other, because the incident edge lies beyond an end of the deciding edge, or a vertex
///   decides the contact: the point is the middle between them. Moved, it is beside each of the corners by half of their
///   offset along the deciding edge: by at most half of the margin, of both radii and, if they are linked, of 2^-12 of
///   this edge's length; by more where inner edges limit the contact;
/// - the second point of two faces that are not parallel, towards a body without the deciding edge that has a radius r:
///   moved, the point lies inside this body, by at most r (1 - cos phi), where phi is the angle between the faces: tan
///   phi is the difference of the two separations over the distance of the points along the edge. Along the normal, the
///   surface is nearer than `separation` says by at most r (1 / cos phi - 1);
/// - the deepest point if it is an end of the deciding edge: the other body's nearest corner may pass this end by t unseen,
///   if sqrt(d^2 + t^2) is at most 2^-17 S (double: 2^-46 S) more than d, the separation and both radii; so t is at most
///   sqrt(2^-16 S d) (double: 2^-45), but where inner edges limit the contact: there the corner may pass it by any t, over
///   another part (`part_manifolds` has the points of both). The incident edge is t tan phi farther away there, and the point,
///   moved, lies within t tan phi of either surface.
///
/// Differences from Box2D: Box2D prefers a's edges by a tenth of its slop, and gives polygons a skin of 0.01 m, so that
/// an edge of smaller separation may be its reference edge, and bodies up to 0.02 m apart have points (here: `margin`).
/// Two corners that face each other have no point in Box2D; here they have one if their distance is at most the margin.
///
/// For compounds: the manifold of the parts that decide the pair's contact. Ids refer to these parts, which `collide`
/// with a span of PartPair reports. `part_manifolds` has those of all parts that meet.
///
/// For linked bodies and chains (links.hpp): no points beyond a seam, and none for a body whose centroid is behind a
/// one-sided edge, or whose contact is a neighbour's (links.hpp). Such a pair's count may be 0 though it meets; its normal and
/// verdict are there. The normal
/// of a disjoint pair is one that links leave, if it separates the bodies; else there are no points. A point beyond a seam by
/// no more than 2^-12 of the deciding edge's length is there, so that of two neighbours at least one has it. Where the deepest
/// corner lies beyond the deciding edge, the neighbour has it; the points here have the separations of the surfaces there, which
/// are larger than the contact's. Of the segments of a chain that meet the other body, that decides which has the deepest point.
///
/// @param scenes     one scene, or two
/// @param pairs      n pairs of body indices, in any order; pairs grouped by `a` run fastest
/// @param manifolds  n results, written in place; aliases nothing
/// @param options    the margin; threads, executor, statistics and progress in `run`
///
/// Throws `Error` as `collide` does, and bad_margin (negative or not finite). O(pairs x product of vertex counts).
template <class T>
[[nodiscard]] SATCHEL_API Status try_manifolds(
    BasicScenePair<T> scenes, std::span<const Pair> pairs, std::span<std::type_identity_t<BasicManifold<T>>> manifolds,
    const BasicManifoldOptions<std::type_identity_t<T>>& options = {}) noexcept;
/// For one scene, and for two: pair.a is a body of `scene_a`, pair.b a body of `scene_b`.
template <class T>
[[nodiscard]] Status try_manifolds(const BasicScene<T>& scene, std::span<const Pair> pairs,
                                   std::span<std::type_identity_t<BasicManifold<T>>> manifolds,
                                   const BasicManifoldOptions<std::type_identity_t<T>>& options = {}) noexcept {
  return try_manifolds(BasicScenePair<T>(scene), pairs, manifolds, options);
}
template <class T>
[[nodiscard]] Status try_manifolds(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b,
                                   std::span<const Pair> pairs,
                                   std::span<std::type_identity_t<BasicManifold<T>>> manifolds,
                                   const BasicManifoldOptions<std::type_identity_t<T>>& options = {}) noexcept {
  return try_manifolds(BasicScenePair<T>(scene_a, scene_b), pairs, manifolds, options);
}
template <class T>
void manifolds(const BasicScene<T>& scene, std::span<const Pair> pairs,
               std::span<std::type_identity_t<BasicManifold<T>>> manifolds,
               const BasicManifoldOptions<std::type_identity_t<T>>& options = {}) {
  throw_unless_ok(try_manifolds(scene, pairs, manifolds, options));
}
template <class T>
void manifolds(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, std::span<const Pair> pairs,
               std::span<std::type_identity_t<BasicManifold<T>>> manifolds,
               const BasicManifoldOptions<std::type_identity_t<T>>& options = {}) {
  throw_unless_ok(try_manifolds(scene_a, scene_b, pairs, manifolds, options));
}

/// Computes a manifold for each pair of parts that meet: a box over a seam between two parts of a compound, or of a chain,
/// is supported on both sides of it. The manifold of two parts is that of `manifolds` for two bodies of their shapes; here
/// the inner edges of compounds count as seams (links.hpp) whose ghost points are the next corners of the neighbouring
/// parts. A pair of bodies without parts has at most one manifold, that of `manifolds`.
///
/// @param scenes   one scene, or two
/// @param pairs    n pairs of body indices, in any order
/// @param found    receives the manifolds that have points, sorted by pair, then by parts
/// @param options  the margin; threads, executor, statistics (the number of pairs alone) and progress in `run`
///
/// Unlike other calls on pairs it holds all that it finds, before it writes.
/// Throws `Error` as `manifolds` does; no_room. O(pairs x (parts of both + near pairs of parts)); for inner edges that
/// decided a contact also O(edges of the compound).
template <class T>
[[nodiscard]] SATCHEL_API Status try_part_manifolds(
    BasicScenePair<T> scenes, std::span<const Pair> pairs, Output<std::type_identity_t<BasicPartManifold<T>>> found,
    const BasicManifoldOptions<std::type_identity_t<T>>& options = {}) noexcept;
/// For one scene, and for two: pair.a is a body of `scene_a`, pair.b a body of `scene_b`.
template <class T>
[[nodiscard]] Status try_part_manifolds(const BasicScene<T>& scene, std::span<const Pair> pairs,
                                        Output<std::type_identity_t<BasicPartManifold<T>>> found,
                                        const BasicManifoldOptions<std::type_identity_t<T>>& options = {}) noexcept {
  return try_part_manifolds(BasicScenePair<T>(scene), pairs, found, options);
}
template <class T>
[[nodiscard]] Status try_part_manifolds(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b,
                                        std::span<const Pair> pairs,
                                        Output<std::type_identity_t<BasicPartManifold<T>>> found,
                                        const BasicManifoldOptions<std::type_identity_t<T>>& options = {}) noexcept {
  return try_part_manifolds(BasicScenePair<T>(scene_a, scene_b), pairs, found, options);
}
template <class T>
void part_manifolds(const BasicScene<T>& scene, std::span<const Pair> pairs,
                    Output<std::type_identity_t<BasicPartManifold<T>>> found,
                    const BasicManifoldOptions<std::type_identity_t<T>>& options = {}) {
  throw_unless_ok(try_part_manifolds(scene, pairs, found, options));
}
template <class T>
void part_manifolds(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, std::span<const Pair> pairs,
                    Output<std::type_identity_t<BasicPartManifold<T>>> found,
                    const BasicManifoldOptions<std::type_identity_t<T>>& options = {}) {
  throw_unless_ok(try_part_manifolds(scene_a, scene_b, pairs, found, options));
}

}  // namespace satchel
