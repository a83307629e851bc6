// The scenes of a call on pairs, and what is the same for all such calls.
#pragma once

#include <exception>
#include <span>

#include <satchel/error.hpp>
#include <satchel/scene_pair.hpp>

#include "dispatch/dispatch.hpp"
#include "parallel/fp_environment.hpp"
#include "scene/data.hpp"
#include "scene/fail.hpp"
#include "scene/threads.hpp"

namespace satchel::query {

/// The scenes of bodies a and b of each pair.
template <class T>
struct Scenes {
  const detail::SceneData<T>& a;
  const detail::SceneData<T>& b;
  bool is_one_scene;     ///< both are the same: the body with the lower index is evaluated first
  unsigned max_threads;  ///< of calls whose options name none; 0: no limit

  explicit Scenes(BasicScenePair<T> scenes)
      : a(detail::SceneAccess::data(scenes.a())),
        b(detail::SceneAccess::data(scenes.b())),
        is_one_scene(scenes.is_one_scene()),
        max_threads(detail::threads_of(scenes)) {}

  bool is_swapped(Pair pair) const { return is_one_scene && pair.b < pair.a; }
};

/// Runs call(table) with the kernels that are in force, in the library's floating-point environment. The call may throw: where
/// memory of its own runs out, or an Output's.
template <class Call>
Status with_kernels(const Call& call) noexcept {
  const FpEnvironment environment;
  Status status;
  const kernels::KernelTable* const table = dispatch::active(status);
  if (table == nullptr) return status;
  try {
    return call(*table);
  } catch (const std::exception&) {  // length_error of vectors, too
    return {ErrorCode::no_memory, 0};
  }
}

}  // namespace satchel::query
