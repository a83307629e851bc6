// What has to hold of a kept tree between two calls, for assertions.
#pragma once

#include <cstddef>

#include "scene/data.hpp"
#include "tree/box_groups.hpp"
#include "tree/kept_tree.hpp"

namespace satchel::tree {

/// Whether the tree holds each body of the scene once, with its box, and each box of a level holds those below it.
/// O(bodies).
template <class T>
bool is_sound(const KeptTree& tree, const detail::SceneData<T>& scene) {
  const kernels::BoxTreeView view = tree.boxes();
  const auto holds = [](const Box& outer, const Box& inner) {
    return is_empty(inner) || (outer.min_x <= inner.min_x && outer.min_y <= inner.min_y && outer.max_x >= inner.max_x &&
                               outer.max_y >= inner.max_y);
  };
  constexpr std::size_t lanes = kernels::group_width;
  std::size_t held = 0, there = 0;
  const kernels::BoxGroup* below = view.groups;
  std::size_t groups = view.group_count;
  for (std::size_t i = 0; i < groups * lanes; ++i) {
    held += is_empty(box_of_lane(view.groups[i / lanes], i % lanes)) ? 0 : 1;
  }
  for (BodyId body = 0; body < scene.bodies.size(); ++body) {
    if (!scene.has_body(body)) continue;
    ++there;
    const std::size_t at = tree.position_of(body);
    if (at >= groups * lanes || view.ids[at] != body) return false;
    if (box_of_lane(view.groups[at / lanes], at % lanes) != box_of(scene, body)) return false;
  }
  for (unsigned level = 0; level < view.level_count; ++level) {
    for (std::size_t g = 0; g < groups; ++g) {
      if (!holds(box_of_lane(view.levels[level][g / lanes], g % lanes), box_around(below[g]))) return false;
    }
    below = view.levels[level];
    groups = (groups + lanes - 1) / lanes;
  }
  return held == there;
}

}  // namespace satchel::tree
