// Areas of intersections, and what detection makes of them: intersection over union, non-maximum suppression.
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include <satchel/error.hpp>
#include <satchel/export.hpp>
#include <satchel/options.hpp>
#include <satchel/output.hpp>
#include <satchel/results.hpp>
#include <satchel/scene.hpp>
#include <satchel/scene_pair.hpp>
#include <satchel/types.hpp>

namespace satchel {

/// The overlap of one pair in three measures.
template <class T>
struct BasicOverlap {
  T area;      ///< of the intersection, in the square of the scene's unit
  T iou;       ///< intersection over union: 0 to 1
  T fraction;  ///< intersection over the area of body a: 0 to 1

  friend bool operator==(const BasicOverlap&, const BasicOverlap&) = default;
};
using Overlap = BasicOverlap<float>;
using Overlapd = BasicOverlap<double>;

/// Computes the area of the intersection of each pair, for shapes of all kinds.
///
/// Exactly 0 if the pair's verdict (`collide`) is disjoint or touching. If one body holds the other, decided exactly,
/// the area of that other body as placed; if they hold each other, the smaller one. Never negative, never more than the
/// smaller body's area. In one scene (a, b) and (b, a) give the same bits.
///
/// Error: at most 4 u D' d plus some least subnormal numbers, for any number of vertices: u = 2^-24 (float) or 2^-53
/// (double), D' = the longer side of the pair's common bounding box or the largest absolute offset, d = the longer side
/// of the smaller shape's bounding box; for doubles with a radius 20 u D' d. For outlines of doubles the area comes from
/// their edges, of which k pairs have x in common in the common box, and the bound is 32 k u D' d; some 40 u D' d were seen
/// with 500 edges each. An overlap smaller than the bound may give 0. For compounds the sum over their overlapping pairs of parts.
///
/// The parts of a compound must not overlap each other; those of `convex_parts` do not. It is decided exactly, in the
/// shape's frame, when the compound is added.
/// @param scenes  one scene, or two
/// @param pairs   n pairs of body indices, in any order
/// @param areas   n results, written in place; aliases nothing
/// Throws `Error` as `collide` does; `overlapping_parts`: the body of a pair is a compound whose parts overlap; `needs_parts`:
/// an outline without convex parts, in a pair with a body that is neither an outline nor a polygon without radius.
/// O(pairs x product of vertex counts); for polygons of more than 16 vertices O(n + m), or O(n log m) where one may hold the
/// other; for outlines O(n log n + k).
template <class T>
[[nodiscard]] SATCHEL_API Status try_overlap_areas(BasicScenePair<T> scenes, std::span<const Pair> pairs,
                                                   std::span<std::type_identity_t<T>> areas,
                                                   const Options& options = {}) noexcept;
/// For one scene, and for two: pair.a is a body of `scene_a`, pair.b a body of `scene_b`.
template <class T>
[[nodiscard]] Status try_overlap_areas(const BasicScene<T>& scene, std::span<const Pair> pairs,
                                       std::span<std::type_identity_t<T>> areas, const Options& options = {}) noexcept {
  return try_overlap_areas(BasicScenePair<T>(scene), pairs, areas, options);
}
template <class T>
[[nodiscard]] Status try_overlap_areas(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b,
                                       std::span<const Pair> pairs, std::span<std::type_identity_t<T>> areas,
                                       const Options& options = {}) noexcept {
  return try_overlap_areas(BasicScenePair<T>(scene_a, scene_b), pairs, areas, options);
}
template <class T>
void overlap_areas(const BasicScene<T>& scene, std::span<const Pair> pairs, std::span<std::type_identity_t<T>> areas,
                   const Options& options = {}) {
  throw_unless_ok(try_overlap_areas(scene, pairs, areas, options));
}
template <class T>
void overlap_areas(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, std::span<const Pair> pairs,
                   std::span<std::type_identity_t<T>> areas, const Options& options = {}) {
  throw_unless_ok(try_overlap_areas(scene_a, scene_b, pairs, areas, options));
}

/// Computes the intersection over union of each pair: the area that `overlap_areas` gives, divided by the area of both
/// bodies together. 0 if the verdict is not overlapping or if the union's area is 0 or underflows; else 1 for two bodies
/// of one shape at one pose.
///
/// Error: with E the bound of `overlap_areas` and U the union's area, 2 E / U + 4 u.
/// Parameters and errors as of `overlap_areas`.
template <class T>
[[nodiscard]] SATCHEL_API Status try_ious(BasicScenePair<T> scenes, std::span<const Pair> pairs,
                                          std::span<std::type_identity_t<T>> results,
                                          const Options& options = {}) noexcept;
/// For one scene, and for two: pair.a is a body of `scene_a`, pair.b a body of `scene_b`.
template <class T>
[[nodiscard]] Status try_ious(const BasicScene<T>& scene, std::span<const Pair> pairs,
                              std::span<std::type_identity_t<T>> results, const Options& options = {}) noexcept {
  return try_ious(BasicScenePair<T>(scene), pairs, results, options);
}
template <class T>
[[nodiscard]] Status try_ious(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, std::span<const Pair> pairs,
                              std::span<std::type_identity_t<T>> results, const Options& options = {}) noexcept {
  return try_ious(BasicScenePair<T>(scene_a, scene_b), pairs, results, options);
}
template <class T>
void ious(const BasicScene<T>& scene, std::span<const Pair> pairs, std::span<std::type_identity_t<T>> results,
          const Options& options = {}) {
  throw_unless_ok(try_ious(scene, pairs, results, options));
}
template <class T>
void ious(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, std::span<const Pair> pairs,
          std::span<std::type_identity_t<T>> results, const Options& options = {}) {
  throw_unless_ok(try_ious(scene_a, scene_b, pairs, results, options));
}

/// Computes area, intersection over union, and the fraction of a's area, in one pass. The area and the IoU have the
/// bits of `overlap_areas` and `ious`; the fraction's error is that of the area divided by a's area, plus 4 u.
/// Parameters and errors as of `overlap_areas`.
template <class T>
[[nodiscard]] SATCHEL_API Status try_overlap_measures(BasicScenePair<T> scenes, std::span<const Pair> pairs,
                                                      std::span<std::type_identity_t<BasicOverlap<T>>> results,
                                                      const Options& options = {}) noexcept;
/// For one scene, and for two: pair.a is a body of `scene_a`, pair.b a body of `scene_b`.
template <class T>
[[nodiscard]] Status try_overlap_measures(const BasicScene<T>& scene, std::span<const Pair> pairs,
                                          std::span<std::type_identity_t<BasicOverlap<T>>> results,
                                          const Options& options = {}) noexcept {
  return try_overlap_measures(BasicScenePair<T>(scene), pairs, results, options);
}
template <class T>
[[nodiscard]] Status try_overlap_measures(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b,
                                          std::span<const Pair> pairs,
                                          std::span<std::type_identity_t<BasicOverlap<T>>> results,
                                          const Options& options = {}) noexcept {
  return try_overlap_measures(BasicScenePair<T>(scene_a, scene_b), pairs, results, options);
}
template <class T>
void overlap_measures(const BasicScene<T>& scene, std::span<const Pair> pairs,
                      std::span<std::type_identity_t<BasicOverlap<T>>> results, const Options& options = {}) {
  throw_unless_ok(try_overlap_measures(scene, pairs, results, options));
}
template <class T>
void overlap_measures(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, std::span<const Pair> pairs,
                      std::span<std::type_identity_t<BasicOverlap<T>>> results, const Options& options = {}) {
  throw_unless_ok(try_overlap_measures(scene_a, scene_b, pairs, results, options));
}

/// Computes the area of each shape of the scene, in its own frame: areas[s] for shape s; that of a compound is
/// the sum of its parts. Rounded once, from numbers of 100 bits (a circle's within 2 u). A placed body's area differs from
/// it by what the rounding of its pose and of its offsets makes.
/// @param areas  scene.shape_count() results
/// Throws `Error`: `size_mismatch`; `overlapping_parts`, index: the compound.
template <class T>
[[nodiscard]] SATCHEL_API Status try_shape_areas(const BasicScene<T>& scene,
                                                 std::span<std::type_identity_t<T>> areas) noexcept;
template <class T>
void shape_areas(const BasicScene<T>& scene, std::span<std::type_identity_t<T>> areas) {
  if (const Status status = try_shape_areas(scene, areas); !status.ok()) throw_error(status);
}

/// One polygon of the intersection of a pair: `count` vertices from number `start` on.
struct IntersectionPiece {
  std::uint32_t pair, start, count;
  PartPair parts;  ///< the parts of compounds that meet there; 0 for the only part of another body

  friend bool operator==(const IntersectionPiece&, const IntersectionPiece&) = default;
};

/// Lists the polygons in which pairs intersect: none for a pair that does not overlap, one for two convex bodies, one
/// for each pair of overlapping parts of compounds. For drawing, centroids and the like.
/// @param pieces    in the order of the pairs, then of parts of a, then of parts of b
/// @param vertices  of all pieces: counter-clockwise, from body a's origin, at most as many as both polygons have.
///                  Slivers that round to fewer than three different vertices are left out.
/// Throws `Error` as `overlap_areas` does; `unsupported`: a body of a pair has a radius, so that arcs bound it; `needs_parts`:
/// any outline without convex parts.
template <class T>
[[nodiscard]] SATCHEL_API Status try_intersections(const BasicScene<T>& scene, std::span<const Pair> pairs,
                                                   Output<IntersectionPiece> pieces,
                                                   Output<std::type_identity_t<BasicVec2<T>>> vertices,
                                                   const Options& options = {}) noexcept;
template <class T>
void intersections(const BasicScene<T>& scene, std::span<const Pair> pairs, Output<IntersectionPiece> pieces,
                   Output<std::type_identity_t<BasicVec2<T>>> vertices, const Options& options = {}) {
  if (const Status status = try_intersections(scene, pairs, pieces, vertices, options); !status.ok()) {
    throw_error(status);
  }
}

/// Non-maximum suppression: keeps the best of bodies that overlap much. Goes through the bodies by descending score, of
/// equal scores the lower index first, and keeps a body unless its IoU with a kept one of its class is larger than the
/// threshold. Memory grows with the number of bodies alone, time about so if they do not crowd and few are more than eight times as
/// long as most: each of those is compared with all kept ones.
/// @param scores     one a body index, doubles or floats for a scene of either precision, compared as given; those of
///                   removed bodies are ignored
/// @param threshold  0 to 1
/// @param classes    empty: all of one class; else one a body index. Bodies of different classes never meet.
/// @param kept       the indices of the kept bodies, by descending score
/// Throws `Error`: `size_mismatch`; `not_finite`: a score; `bad_threshold`; `overlapping_parts`; `needs_parts`: an
/// outline without parts, in a scene that has a body that is neither an outline nor a polygon without radius.
template <class T>
[[nodiscard]] SATCHEL_API Status try_nms(const BasicScene<T>& scene, std::span<const double> scores,
                                         std::type_identity_t<T> threshold, Output<BodyId> kept,
                                         std::span<const std::uint32_t> classes = {},
                                         const Options& options = {}) noexcept;
template <class T>
[[nodiscard]] SATCHEL_API Status try_nms(const BasicScene<T>& scene, std::span<const float> scores,
                                         std::type_identity_t<T> threshold, Output<BodyId> kept,
                                         std::span<const std::uint32_t> classes = {},
                                         const Options& options = {}) noexcept;
template <class T>
[[nodiscard]] std::vector<BodyId> nms(const BasicScene<T>& scene, std::span<const double> scores,
                                      std::type_identity_t<T> threshold, std::span<const std::uint32_t> classes = {},
                                      const Options& options = {}) {
  std::vector<BodyId> kept;
  if (const Status status = try_nms(scene, scores, threshold, kept, classes, options); !status.ok()) {
    throw_error(status);
  }
  return kept;
}
template <class T>
[[nodiscard]] std::vector<BodyId> nms(const BasicScene<T>& scene, std::span<const float> scores,
                                      std::type_identity_t<T> threshold, std::span<const std::uint32_t> classes = {},
                                      const Options& options = {}) {
  std::vector<BodyId> kept;
  if (const Status status = try_nms(scene, scores, threshold, kept, classes, options); !status.ok()) {
    throw_error(status);
  }
  return kept;
}

}  // namespace satchel
