// Checking a list of pairs before anything is written.
#pragma once

#include <span>

#include <satchel/error.hpp>
#include <satchel/types.hpp>

#include "format/kernel_table.hpp"
#include "scene/data.hpp"

namespace satchel::query {

/// The first pair that names a body that does not exist, or ok. One pass over the list, at memory speed: bodies are
/// looked at only where some have been removed.
/// @param some_swapped  whether some pair has b < a
template <class T>
Status check_pairs(const detail::SceneData<T>& a, const detail::SceneData<T>& b, std::span<const Pair> pairs,
                   const kernels::KernelTable& table, const Options& options, bool& some_swapped) noexcept;

/// The first pair with a body that is an outline without convex parts, or ok. The bodies exist.
/// @param needs_none  needs_none(pair): this pair needs no parts
template <class T, class NeedsNone>
Status check_has_parts(const detail::SceneData<T>& a, const detail::SceneData<T>& b, bool is_one_scene,
                       std::span<const Pair> pairs, const NeedsNone& needs_none) noexcept {
  if (a.compounds.without_parts == 0 && b.compounds.without_parts == 0) return {};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const bool of_a = a.lacks_parts(pairs[i].a);
    if ((!of_a && !b.lacks_parts(pairs[i].b)) || needs_none(pairs[i])) continue;
    const Argument argument = is_one_scene ? Argument::pair
                              : of_a       ? Argument::pair_in_scene_a
                                           : Argument::pair_in_scene_b;
    const BodyId body = of_a ? pairs[i].a : pairs[i].b;
    return {ErrorCode::needs_parts, i, argument, {body, 0, (of_a ? a : b).body_shapes[body]}};
  }
  return {};
}

template <class T>
Status check_has_parts(const detail::SceneData<T>& a, const detail::SceneData<T>& b, bool is_one_scene,
                       std::span<const Pair> pairs) noexcept {
  return check_has_parts(a, b, is_one_scene, pairs, [](const Pair&) { return false; });
}

/// A bad_body or removed_body of `check_pairs`, with the body and the scene that its message names.
/// @param a  the first scene; if it has the pair's first body, the fault is the second one
template <class Scene>
Status name_bad_body(Status status, const Scene& a, bool is_one_scene, std::span<const Pair> pairs) noexcept {
  if (status.code != ErrorCode::bad_body && status.code != ErrorCode::removed_body) return status;
  const Pair pair = pairs[status.index];
  const bool is_a = !a.has_body(pair.a);
  status.argument = is_one_scene ? Argument::pair : is_a ? Argument::pair_in_scene_a : Argument::pair_in_scene_b;
  status.numbers[0] = is_a ? pair.a : pair.b;
  return status;
}

}  // namespace satchel::query
