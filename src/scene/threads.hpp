// How many threads a call on a scene may use.
#pragma once

#include <satchel/options.hpp>
#include <satchel/scene_pair.hpp>

namespace satchel::detail {

/// The options of a call with `max_threads` as a scene's own number says where they name none.
inline Options with_threads(const Options& options, unsigned max_threads) noexcept {
  Options how = options;
  if (how.max_threads == 0) how.max_threads = max_threads;
  return how;
}
template <class T>
Options with_threads(const Options& options, const BasicScene<T>& scene) noexcept {
  return with_threads(options, scene.max_threads());
}

/// That of the scenes of a call: the first's, or the second's if the first has none.
template <class T>
unsigned threads_of(BasicScenePair<T> scenes) noexcept {
  return scenes.a().max_threads() != 0 ? scenes.a().max_threads() : scenes.b().max_threads();
}

}  // namespace satchel::detail
