// Checks the motions of a scene's bodies.
#pragma once

#include <cmath>
#include <span>

#include <satchel/error.hpp>
#include <satchel/types.hpp>

#include "scene/data.hpp"
#include "scene/fail.hpp"
#include "scene/range.hpp"

namespace satchel::detail {

/// The first motion that is refused (index: of its body), or ok. Motions of removed bodies are accepted.
/// @param motions  one a body
template <class T>
Status check_each_motion(const SceneData<T>& scene, std::span<const Motion> motions, Argument argument) noexcept {
  for (std::size_t i = 0; i < motions.size(); ++i) {
    if (scene.bodies[i].place.is_removed()) continue;
    for (const double value : {motions[i].x, motions[i].y}) {
      if (!in_range<T>(value)) return {range_error(value), i, argument};
    }
    if (!(std::fabs(motions[i].angle) <= 0x1p30)) return {range_error(motions[i].angle), i, argument};
  }
  return {};
}

/// Whether there is a motion for each body, and `check_each_motion`.
template <class T>
Status check_motions(const SceneData<T>& scene, std::span<const Motion> motions, Argument argument) noexcept {
  if (motions.size() != scene.bodies.size()) {
    return size_error(argument, scene.bodies.size(), motions.size(), motions.size());
  }
  return check_each_motion(scene, motions, argument);
}

}  // namespace satchel::detail
