// The batch queries: a scene, a list of pairs, a span of one result a pair.
//
// For all batch queries: result i belongs to pair i and depends on this pair alone, not on its place in the list, the
// other pairs, the threads or the instruction set. With one exception: the last bits of distances may depend on what other
// shapes the scene has (`distances` says when). A pair of one scene is computed with the body of the lower index first, so
// that ties between features, and the last bits of numbers, may change where bodies are numbered anew; verdicts do not.
// (a, b) and (b, a) agree. A span of results is exactly as long as the list of pairs and aliases no other argument. A call
// holds no memory that grows with the number of pairs, but for lists of what it finds, and keeps no reference to its
// arguments. Any number of calls may run at once on a scene that no thread changes.
// O(pairs x product of vertex counts); for compounds, the product for each two parts whose boxes meet.
//
// A call throws `Error`: size_mismatch, bad_body or removed_body (index: of the pair) before anything is written, and, but
// for calls that say otherwise, needs_parts (index: of the pair, a body of which is an outline without convex parts; see
// `make_parts`); no_memory, cancelled or internal during the work, after which the results are unspecified and the scene is
// unchanged.
// The form try_NAME never throws; it returns the error as a `Status`. Both are for one scene and for two; try_NAME also takes
// either as one `BasicScenePair`.
//
// Calls are templates over the scalar, which follows from the scene: float for `Scene`, double for `Scened`, whose placed
// vertices, results and error bounds are double. Other arguments convert, so that vectors serve as spans.
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

/// Computes verdict, normal, separation and deciding feature of each pair.
/// @param scenes    one scene, or two (scene_pair.hpp)
/// @param pairs     n pairs of body indices, in any order; pairs grouped by `a` run fastest
/// @param contacts  n results, written in place
template <class T>
[[nodiscard]] SATCHEL_API Status try_collide(BasicScenePair<T> scenes, std::span<const Pair> pairs,
                                             std::span<std::type_identity_t<BasicContact<T>>> contacts,
                                             const Options& options = {}) noexcept;
/// For one scene, and for two: pair.a is a body of `scene_a`, pair.b a body of `scene_b`. Ties go to the body of `scene_a`.
/// Use of two: trial poses against the present state, or one shape at many poses against a world.
template <class T>
[[nodiscard]] Status try_collide(const BasicScene<T>& scene, std::span<const Pair> pairs,
                                 std::span<std::type_identity_t<BasicContact<T>>> contacts,
                                 const Options& options = {}) noexcept {
  return try_collide(BasicScenePair<T>(scene), pairs, contacts, options);
}
template <class T>
[[nodiscard]] Status try_collide(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b,
                                 std::span<const Pair> pairs, std::span<std::type_identity_t<BasicContact<T>>> contacts,
                                 const Options& options = {}) noexcept {
  return try_collide(BasicScenePair<T>(scene_a, scene_b), pairs, contacts, options);
}
template <class T>
void collide(const BasicScene<T>& scene, std::span<const Pair> pairs,
             std::span<std::type_identity_t<BasicContact<T>>> contacts, const Options& options = {}) {
  throw_unless_ok(try_collide(scene, pairs, contacts, options));
}
template <class T>
void collide(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, std::span<const Pair> pairs,
             std::span<std::type_identity_t<BasicContact<T>>> contacts, const Options& options = {}) {
  throw_unless_ok(try_collide(scene_a, scene_b, pairs, contacts, options));
}

/// As above, and writes the parts of compounds (`add_compound`) that decided each contact.
/// @param parts  n results, one a pair; the part of a body that is no compound is 0
template <class T>
[[nodiscard]] SATCHEL_API Status try_collide(BasicScenePair<T> scenes, std::span<const Pair> pairs,
                                             std::span<std::type_identity_t<BasicContact<T>>> contacts,
                                             std::span<PartPair> parts, const Options& options = {}) noexcept;
/// For one scene, and for two: pair.a is a body of `scene_a`, pair.b a body of `scene_b`.
template <class T>
[[nodiscard]] Status try_collide(const BasicScene<T>& scene, std::span<const Pair> pairs,
                                 std::span<std::type_identity_t<BasicContact<T>>> contacts, std::span<PartPair> parts,
                                 const Options& options = {}) noexcept {
  return try_collide(BasicScenePair<T>(scene), pairs, contacts, parts, options);
}
template <class T>
[[nodiscard]] Status try_collide(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b,
                                 std::span<const Pair> pairs, std::span<std::type_identity_t<BasicContact<T>>> contacts,
                                 std::span<PartPair> parts, const Options& options = {}) noexcept {
  return try_collide(BasicScenePair<T>(scene_a, scene_b), pairs, contacts, parts, options);
}
template <class T>
void collide(const BasicScene<T>& scene, std::span<const Pair> pairs,
             std::span<std::type_identity_t<BasicContact<T>>> contacts, std::span<PartPair> parts,
             const Options& options = {}) {
  throw_unless_ok(try_collide(scene, pairs, contacts, parts, options));
}
template <class T>
void collide(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, std::span<const Pair> pairs,
             std::span<std::type_identity_t<BasicContact<T>>> contacts, std::span<PartPair> parts,
             const Options& options = {}) {
  throw_unless_ok(try_collide(scene_a, scene_b, pairs, contacts, parts, options));
}

/// Computes the verdicts alone, always equal to the verdicts of `collide`; outlines need no parts. (A point or a segment
/// inside an outline on the line between two of its parts only touches these: its contact is overlapping, with the least
/// depth there is.)
template <class T>
[[nodiscard]] SATCHEL_API Status try_classify(BasicScenePair<T> scenes, std::span<const Pair> pairs,
                                              std::span<Verdict> verdicts, const Options& options = {}) noexcept;
/// For one scene, and for two: pair.a is a body of `scene_a`, pair.b a body of `scene_b`.
template <class T>
[[nodiscard]] Status try_classify(const BasicScene<T>& scene, std::span<const Pair> pairs, std::span<Verdict> verdicts,
                                  const Options& options = {}) noexcept {
  return try_classify(BasicScenePair<T>(scene), pairs, verdicts, options);
}
template <class T>
[[nodiscard]] Status try_classify(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b,
                                  std::span<const Pair> pairs, std::span<Verdict> verdicts,
                                  const Options& options = {}) noexcept {
  return try_classify(BasicScenePair<T>(scene_a, scene_b), pairs, verdicts, options);
}
template <class T>
void classify(const BasicScene<T>& scene, std::span<const Pair> pairs, std::span<Verdict> verdicts,
              const Options& options = {}) {
  throw_unless_ok(try_classify(scene, pairs, verdicts, options));
}
template <class T>
void classify(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, std::span<const Pair> pairs,
              std::span<Verdict> verdicts, const Options& options = {}) {
  throw_unless_ok(try_classify(scene_a, scene_b, pairs, verdicts, options));
}

}  // namespace satchel
