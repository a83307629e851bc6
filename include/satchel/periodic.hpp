// Periodic worlds: a box that repeats along x, y or both, and the questions about bodies near each other across its edges.
//
// A world of periods (px, py) holds each body at its origin and at every *image*: the same shape and rotation at origin
// + (image_x px, image_y py), for all integers image_x and image_y. The coordinate of an image is the double nearest to
// the real number origin + image * period. Origins may lie anywhere; they need not be within one period.
//
// `find_pairs` with periods finds the image pairs whose bounding boxes meet (broad_phase.hpp), in time proportional to their
// number; of bodies wider than a period, if origins lie within a few periods (else in quadratic time). Two bodies that may meet at more than 2^20 images are refused: then periods are too small. The calls below answer
// questions about such pairs. Their results are the same bits (distances: see `distances`) as those of two bodies, one at its pose and one made at the
// image: in one scene those of a scene of these two, with indices in the same order as here. `ImagePair` says which
// body is the one at the image. Bodies made so have no links: links count for pairs with image (0, 0) alone (links.hpp).
//
// The parameters are those of the calls of the same name without periods. A call keeps copies of the bodies of a limited
// number of pairs at a time; it allocates nothing else that grows with the number of pairs. A pair with image (0, 0)
// costs what it does without periods; of another one, the bodies are placed anew, and each shape is copied once for some
// thousands of pairs.
//
// Throws `Error` as the calls without periods; also, before anything is written: not_finite, out_of_range (a period that
// is negative, or outside the range of coordinates; or index: of the pair whose image has an origin outside this range, or
// is not 0 along an axis without period).
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>

#include <satchel/collide.hpp>
#include <satchel/distance.hpp>
#include <satchel/error.hpp>
#include <satchel/export.hpp>
#include <satchel/hits.hpp>
#include <satchel/image_pair.hpp>
#include <satchel/manifold.hpp>
#include <satchel/options.hpp>
#include <satchel/output.hpp>
#include <satchel/results.hpp>
#include <satchel/scene.hpp>
#include <satchel/scene_pair.hpp>
#include <satchel/types.hpp>

namespace satchel {

/// An image pair that touches or overlaps.
template <class T>
struct BasicImageHit {
  ImagePair pair;           ///< as given
  std::uint32_t index;      ///< index of the pair in the list of pairs
  BasicContact<T> contact;  ///< equal to the result of `collide`
  friend bool operator==(const BasicImageHit&, const BasicImageHit&) = default;
};
using ImageHit = BasicImageHit<float>;
using ImageHitd = BasicImageHit<double>;

/// `collide` for image pairs.
template <class T>
[[nodiscard]] SATCHEL_API Status try_collide(BasicScenePair<T> scenes, const Periods& periods,
                                             std::span<const ImagePair> pairs,
                                             std::span<std::type_identity_t<BasicContact<T>>> results,
                                             const Options& options = {}) noexcept;
/// For one scene, and for two: pair.a is a body of `scene_a`, pair.b a body of `scene_b`, at the image.
template <class T>
[[nodiscard]] Status try_collide(const BasicScene<T>& scene, const Periods& periods, std::span<const ImagePair> pairs,
                                 std::span<std::type_identity_t<BasicContact<T>>> results,
                                 const Options& options = {}) noexcept {
  return try_collide(BasicScenePair<T>(scene), periods, pairs, results, options);
}
template <class T>
[[nodiscard]] Status try_collide(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, const Periods& periods,
                                 std::span<const ImagePair> pairs,
                                 std::span<std::type_identity_t<BasicContact<T>>> results,
                                 const Options& options = {}) noexcept {
  return try_collide(BasicScenePair<T>(scene_a, scene_b), periods, pairs, results, options);
}
template <class T>
void collide(const BasicScene<T>& scene, const Periods& periods, std::span<const ImagePair> pairs,
             std::span<std::type_identity_t<BasicContact<T>>> results, const Options& options = {}) {
  throw_unless_ok(try_collide(scene, periods, pairs, results, options));
}
template <class T>
void collide(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, const Periods& periods,
             std::span<const ImagePair> pairs, std::span<std::type_identity_t<BasicContact<T>>> results,
             const Options& options = {}) {
  throw_unless_ok(try_collide(scene_a, scene_b, periods, pairs, results, options));
}

/// `classify` for image pairs.
template <class T>
[[nodiscard]] SATCHEL_API Status try_classify(BasicScenePair<T> scenes, const Periods& periods,
                                              std::span<const ImagePair> pairs, std::span<Verdict> results,
                                              const Options& options = {}) noexcept;
/// For one scene, and for two: pair.a is a body of `scene_a`, pair.b a body of `scene_b`, at the image.
template <class T>
[[nodiscard]] Status try_classify(const BasicScene<T>& scene, const Periods& periods, std::span<const ImagePair> pairs,
                                  std::span<Verdict> results, const Options& options = {}) noexcept {
  return try_classify(BasicScenePair<T>(scene), periods, pairs, results, options);
}
template <class T>
[[nodiscard]] Status try_classify(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, const Periods& periods,
                                  std::span<const ImagePair> pairs, std::span<Verdict> results,
                                  const Options& options = {}) noexcept {
  return try_classify(BasicScenePair<T>(scene_a, scene_b), periods, pairs, results, options);
}
template <class T>
void classify(const BasicScene<T>& scene, const Periods& periods, std::span<const ImagePair> pairs,
              std::span<Verdict> results, const Options& options = {}) {
  throw_unless_ok(try_classify(scene, periods, pairs, results, options));
}
template <class T>
void classify(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, const Periods& periods,
              std::span<const ImagePair> pairs, std::span<Verdict> results, const Options& options = {}) {
  throw_unless_ok(try_classify(scene_a, scene_b, periods, pairs, results, options));
}

/// `find_hits` for image pairs.
template <class T>
[[nodiscard]] SATCHEL_API Status try_find_hits(BasicScenePair<T> scenes, const Periods& periods,
                                               std::span<const ImagePair> pairs,
                                               Output<BasicImageHit<std::type_identity_t<T>>> results,
                                               const Options& options = {}) noexcept;
/// For one scene, and for two: pair.a is a body of `scene_a`, pair.b a body of `scene_b`, at the image.
template <class T>
[[nodiscard]] Status try_find_hits(const BasicScene<T>& scene, const Periods& periods, std::span<const ImagePair> pairs,
                                   Output<BasicImageHit<std::type_identity_t<T>>> results,
                                   const Options& options = {}) noexcept {
  return try_find_hits(BasicScenePair<T>(scene), periods, pairs, results, options);
}
template <class T>
[[nodiscard]] Status try_find_hits(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, const Periods& periods,
                                   std::span<const ImagePair> pairs,
                                   Output<BasicImageHit<std::type_identity_t<T>>> results,
                                   const Options& options = {}) noexcept {
  return try_find_hits(BasicScenePair<T>(scene_a, scene_b), periods, pairs, results, options);
}
template <class T>
void find_hits(const BasicScene<T>& scene, const Periods& periods, std::span<const ImagePair> pairs,
               Output<BasicImageHit<std::type_identity_t<T>>> results, const Options& options = {}) {
  throw_unless_ok(try_find_hits(scene, periods, pairs, results, options));
}
template <class T>
void find_hits(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, const Periods& periods,
               std::span<const ImagePair> pairs, Output<BasicImageHit<std::type_identity_t<T>>> results,
               const Options& options = {}) {
  throw_unless_ok(try_find_hits(scene_a, scene_b, periods, pairs, results, options));
}

/// `distances` for image pairs.
template <class T>
[[nodiscard]] SATCHEL_API Status try_distances(BasicScenePair<T> scenes, const Periods& periods,
                                               std::span<const ImagePair> pairs,
                                               std::span<std::type_identity_t<BasicDistance<T>>> results,
                                               const Options& options = {}) noexcept;
/// For one scene, and for two: pair.a is a body of `scene_a`, pair.b a body of `scene_b`, at the image.
template <class T>
[[nodiscard]] Status try_distances(const BasicScene<T>& scene, const Periods& periods, std::span<const ImagePair> pairs,
                                   std::span<std::type_identity_t<BasicDistance<T>>> results,
                                   const Options& options = {}) noexcept {
  return try_distances(BasicScenePair<T>(scene), periods, pairs, results, options);
}
template <class T>
[[nodiscard]] Status try_distances(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, const Periods& periods,
                                   std::span<const ImagePair> pairs,
                                   std::span<std::type_identity_t<BasicDistance<T>>> results,
                                   const Options& options = {}) noexcept {
  return try_distances(BasicScenePair<T>(scene_a, scene_b), periods, pairs, results, options);
}
template <class T>
void distances(const BasicScene<T>& scene, const Periods& periods, std::span<const ImagePair> pairs,
               std::span<std::type_identity_t<BasicDistance<T>>> results, const Options& options = {}) {
  throw_unless_ok(try_distances(scene, periods, pairs, results, options));
}
template <class T>
void distances(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, const Periods& periods,
               std::span<const ImagePair> pairs, std::span<std::type_identity_t<BasicDistance<T>>> results,
               const Options& options = {}) {
  throw_unless_ok(try_distances(scene_a, scene_b, periods, pairs, results, options));
}

/// `manifolds` for image pairs.
template <class T>
[[nodiscard]] SATCHEL_API Status
try_manifolds(BasicScenePair<T> scenes, const Periods& periods, std::span<const ImagePair> pairs,
              std::span<std::type_identity_t<BasicManifold<T>>> results,
              const BasicManifoldOptions<std::type_identity_t<T>>& options = {}) noexcept;
/// For one scene, and for two: pair.a is a body of `scene_a`, pair.b a body of `scene_b`, at the image.
template <class T>
[[nodiscard]] Status try_manifolds(const BasicScene<T>& scene, const Periods& periods, std::span<const ImagePair> pairs,
                                   std::span<std::type_identity_t<BasicManifold<T>>> results,
                                   const BasicManifoldOptions<std::type_identity_t<T>>& options = {}) noexcept {
  return try_manifolds(BasicScenePair<T>(scene), periods, pairs, results, options);
}
template <class T>
[[nodiscard]] Status try_manifolds(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, const Periods& periods,
                                   std::span<const ImagePair> pairs,
                                   std::span<std::type_identity_t<BasicManifold<T>>> results,
                                   const BasicManifoldOptions<std::type_identity_t<T>>& options = {}) noexcept {
  return try_manifolds(BasicScenePair<T>(scene_a, scene_b), periods, pairs, results, options);
}
template <class T>
void manifolds(const BasicScene<T>& scene, const Periods& periods, std::span<const ImagePair> pairs,
               std::span<std::type_identity_t<BasicManifold<T>>> results,
               const BasicManifoldOptions<std::type_identity_t<T>>& options = {}) {
  throw_unless_ok(try_manifolds(scene, periods, pairs, results, options));
}
template <class T>
void manifolds(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, const Periods& periods,
               std::span<const ImagePair> pairs, std::span<std::type_identity_t<BasicManifold<T>>> results,
               const BasicManifoldOptions<std::type_identity_t<T>>& options = {}) {
  throw_unless_ok(try_manifolds(scene_a, scene_b, periods, pairs, results, options));
}

}  // namespace satchel
