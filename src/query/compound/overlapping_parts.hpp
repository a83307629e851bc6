// Refuses compounds whose parts overlap, for questions that add up what parts give.
#pragma once

#include <span>

#include <satchel/error.hpp>
#include <satchel/types.hpp>

#include "query/stages/scenes.hpp"

namespace satchel::query {

/// The first pair of which a body is a compound of overlapping parts, or ok.
template <class T>
Status check_parts(const Scenes<T>& scenes, std::span<const Pair> pairs) noexcept {
  if (scenes.a.compounds.overlapping_shapes == 0 && scenes.b.compounds.overlapping_shapes == 0) return {};
  const auto overlaps = [](const detail::SceneData<T>& scene, BodyId body) {
    return scene.bodies[body].place.is_compound() &&
           scene.compounds.parts_overlap(scene.shapes[scene.body_shapes[body]].place);
  };
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const bool is_a = overlaps(scenes.a, pairs[i].a);
    if (!is_a && !overlaps(scenes.b, pairs[i].b)) continue;
    const Argument in_scene = is_a ? Argument::pair_in_scene_a : Argument::pair_in_scene_b;
    const Argument argument = scenes.is_one_scene ? Argument::pair : in_scene;
    return {ErrorCode::overlapping_parts, i, argument, {is_a ? pairs[i].a : pairs[i].b}};
  }
  return {};
}

}  // namespace satchel::query
