// The batch queries: a scene, a list of pairs, a span of one result a pair.
//
// For all batch queries: result i belongs to pair i and depends on this pair alone, not on its place in the list, the
// other pairs, the threads or the instruction set. A pair of one scene is computed with the body of the lower index
// first, so that ties between features, and the last bits of numbers, may change where bodies are numbered anew; verdicts
// do not. (a, b) and (b, a) agree. A span of results is exactly as long as the list of pairs and
// aliases no other argument. A call allocates nothing that grows with the number of pairs and keeps no reference to its
// arguments. Any number of calls may run at once on a scene that no thread changes.
// O(pairs x product of vertex counts); for compounds, the product for each two parts whose boxes meet.
//
// A call throws `Error`: size_mismatch, bad_body or removed_body (index: of the pair) before anything is written;
// no_memory, cancelled or internal during the work, after which the results are unspecified and the scene is unchanged.
// The form try_NAME never throws; it returns the error as a `Status`.
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
#include <satchel/types.hpp>

namespace satchel {

/// Computes verdict, normal, separation and deciding feature of each pair of bodies of one scene.
/// @param pairs     n pairs of body indices, in any order; pairs grouped by `a` run fastest
/// @param contacts  n results, written in place
template <class T>
[[nodiscard]] SATCHEL_API Status try_collide(const BasicScene<T>& scene, std::span<const Pair> pairs,
                                             std::span<std::type_identity_t<BasicContact<T>>> contacts,
                                             const Options& options = {}) noexcept;
template <class T>
void collide(const BasicScene<T>& scene, std::span<const Pair> pairs,
             std::span<std::type_identity_t<BasicContact<T>>> contacts, const Options& options = {}) {
  if (const Status status = try_collide(scene, pairs, contacts, options); !status.ok()) throw_error(status);
}

/// As above, between two scenes: pair.a is a body of `scene_a`, pair.b a body of `scene_b`. Ties go to the body of
/// `scene_a`. Use: trial poses against the present state, or one shape at many poses against a world.
template <class T>
[[nodiscard]] SATCHEL_API Status try_collide(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b,
                                             std::span<const Pair> pairs,
                                             std::span<std::type_identity_t<BasicContact<T>>> contacts,
                                             const Options& options = {}) noexcept;
template <class T>
void collide(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, std::span<const Pair> pairs,
             std::span<std::type_identity_t<BasicContact<T>>> contacts, const Options& options = {}) {
  if (const Status status = try_collide(scene_a, scene_b, pairs, contacts, options); !status.ok()) throw_error(status);
}

/// As above, and writes the parts of compounds (`add_compound`) that decided each contact.
/// @param parts  n results, one a pair; the part of a body that is no compound is 0
template <class T>
[[nodiscard]] SATCHEL_API Status try_collide(const BasicScene<T>& scene, std::span<const Pair> pairs,
                                             std::span<std::type_identity_t<BasicContact<T>>> contacts,
                                             std::span<PartPair> parts, const Options& options = {}) noexcept;
template <class T>
void collide(const BasicScene<T>& scene, std::span<const Pair> pairs,
             std::span<std::type_identity_t<BasicContact<T>>> contacts, std::span<PartPair> parts,
             const Options& options = {}) {
  if (const Status status = try_collide(scene, pairs, contacts, parts, options); !status.ok()) throw_error(status);
}
template <class T>
[[nodiscard]] SATCHEL_API Status try_collide(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b,
                                             std::span<const Pair> pairs,
                                             std::span<std::type_identity_t<BasicContact<T>>> contacts,
                                             std::span<PartPair> parts, const Options& options = {}) noexcept;
template <class T>
void collide(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, std::span<const Pair> pairs,
             std::span<std::type_identity_t<BasicContact<T>>> contacts, std::span<PartPair> parts,
             const Options& options = {}) {
  if (const Status status = try_collide(scene_a, scene_b, pairs, contacts, parts, options); !status.ok()) {
    throw_error(status);
  }
}

/// Computes the verdicts alone, always equal to the verdicts of `collide`.
template <class T>
[[nodiscard]] SATCHEL_API Status try_classify(const BasicScene<T>& scene, std::span<const Pair> pairs,
                                              std::span<Verdict> verdicts, const Options& options = {}) noexcept;
template <class T>
void classify(const BasicScene<T>& scene, std::span<const Pair> pairs, std::span<Verdict> verdicts,
              const Options& options = {}) {
  if (const Status status = try_classify(scene, pairs, verdicts, options); !status.ok()) throw_error(status);
}
template <class T>
[[nodiscard]] SATCHEL_API Status try_classify(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b,
                                              std::span<const Pair> pairs, std::span<Verdict> verdicts,
                                              const Options& options = {}) noexcept;
template <class T>
void classify(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, std::span<const Pair> pairs,
              std::span<Verdict> verdicts, const Options& options = {}) {
  if (const Status status = try_classify(scene_a, scene_b, pairs, verdicts, options); !status.ok()) throw_error(status);
}

}  // namespace satchel
