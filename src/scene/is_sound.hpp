// What has to hold of a scene's data between two calls, for assertions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>

#include "scene/data.hpp"

namespace satchel::detail {

/// Whether all arrays of bodies have one size, the removed ones are a heap of all that are removed, and what is counted and
/// repeated of bodies is that of their shapes, and bodies with room for links are linked at the pose that they have. O(bodies).
template <class T>
bool is_sound(const SceneData<T>& scene) {
  const std::size_t slots = scene.bodies.size();
  if (scene.body_shapes.size() != slots || scene.boxes.size() != slots || scene.rotations.size() != slots ||
      scene.kinds.size() != slots || scene.inner.size() != slots || scene.generations.size() < slots) {
    return false;
  }
  if (!std::is_heap(scene.removed.begin(), scene.removed.end(), std::greater<>())) return false;
  std::size_t removed = 0;
  std::uint32_t of_kind[kernels::kind_count] = {}, of_class[kernels::class_count] = {};
  std::uint32_t compounds = 0, without_parts = 0, to_check = 0;
  for (BodyId body = 0; body < slots; ++body) {
    const kernels::Place place = scene.bodies[body].place;
    if (scene.kinds[body] != place.kind()) return false;
    if (place.is_removed()) {
      ++removed;
      continue;
    }
    if (scene.body_shapes[body] >= scene.shapes.size()) return false;
    const kernels::Place shape = scene.shapes[scene.body_shapes[body]].place;
    to_check += needs_checks(scene.shapes[scene.body_shapes[body]]) ? 1 : 0;
    if (shape.is_compound() != place.is_compound()) return false;
    if (shape.is_compound()) {
      ++compounds;
      without_parts += scene.lacks_parts(body) ? 1 : 0;
    } else {
      ++of_kind[shape.kind()];
      ++of_class[shape.vertex_class()];
    }
  }
  bool are_linked = true;
  scene.links.for_each_body([&](BodyId body) {
    are_linked = are_linked && scene.has_body(body) && scene.links.is_linked(body) &&
                 scene.links.pose_of(body) == scene.pose(body);
  });
  return are_linked && removed == scene.removed.size() && compounds == scene.compounds.bodies &&
         without_parts == scene.compounds.without_parts && to_check == scene.bodies_to_check &&
         std::all_of(scene.removed.begin(), scene.removed.end(),
                     [&](BodyId body) { return body < slots && scene.bodies[body].place.is_removed(); }) &&
         std::equal(of_kind, of_kind + kernels::kind_count, scene.bodies_of_kind) &&
         std::equal(of_class, of_class + kernels::class_count, scene.bodies_of_class);
}

}  // namespace satchel::detail
