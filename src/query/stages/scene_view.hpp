// What kernels read of a scene.
#pragma once

#include "format/jobs.hpp"
#include "scene/data.hpp"

namespace satchel::query {

/// Makes `view` one of the scene's bodies.
template <class T>
void look_at(const detail::SceneData<T>& scene, kernels::SceneView<T>& view) {
  view.bodies = scene.bodies.data();
  view.kinds = scene.kinds.data();
  view.inner = scene.inner.data();
  view.rotations = scene.rotations.data();
  for (unsigned k = 0; k < kernels::class_count; ++k) view.blocks[k] = scene.offset_blocks.first(k);
  view.shapes = scene.shapes.data();
  view.fans = scene.edge_fans.data();
}
template <class T>
kernels::SceneView<T> view_of(const detail::SceneData<T>& scene) {
  kernels::SceneView<T> view;
  look_at(scene, view);
  return view;
}

/// The parts of the scene's compounds in the place of its bodies. Discs inside parts are not known.
template <class T>
kernels::SceneView<T> view_of_parts(const detail::SceneData<T>& scene) {
  kernels::SceneView<T> view = view_of(scene);
  view.bodies = scene.compounds.parts.data();
  view.kinds = scene.compounds.kinds.data();
  view.inner = nullptr;
  view.rotations = scene.compounds.rotations.data();
  return view;
}

}  // namespace satchel::query
