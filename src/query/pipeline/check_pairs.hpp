// Checking a list of pairs before anything is written.
#pragma once

#include <span>
#include <string>

#include <satchel/error.hpp>
#include <satchel/types.hpp>

#include "format/kernel_table.hpp"
#include "scene/data.hpp"
#include "scene/fail.hpp"

namespace satchel::query {

/// The first pair that names a body that does not exist, or ok. One pass over the list, at memory speed: bodies are
/// looked at only where some have been removed.
/// @param some_turned  whether some pair has b < a
template <class T>
Status check_pairs(const detail::SceneData<T>& a, const detail::SceneData<T>& b, std::span<const Pair> pairs,
                   const kernels::KernelTable& table, const Options& options, bool& some_turned) noexcept;

/// Throws a bad_body or removed_body of `check_pairs`: "pair 3 names body 7", of two scenes "body 7 of scene_b".
/// @param a  the first scene; if it has the pair's first body, the fault is the second one
template <class Scene>
[[noreturn]] void fail_pair(Status status, const Scene& a, bool one_scene, std::span<const Pair> pairs) {
  const Pair pair = pairs[status.index];
  const bool is_a = !a.has_body(pair.a);
  std::string text = "pair " + std::to_string(status.index) + " names body " + std::to_string(is_a ? pair.a : pair.b);
  if (!one_scene) text += is_a ? " of scene_a" : " of scene_b";
  detail::fail(status, text);
}

}  // namespace satchel::query
