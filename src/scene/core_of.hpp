// Makes the cores that src/exact takes from bodies.
#pragma once

#include <cstdint>

#include "exact/resolve.hpp"
#include "format/layout.hpp"
#include "scene/data.hpp"

namespace satchel::query {

/// The core of a body or of a placed part of a compound.
template <class T>
exact::Core<T> core_of(const detail::SceneData<T>& scene, const kernels::BodyRecord<T>& body) {
  const T* const x = scene.offset_blocks.block(body.place);
  const std::uint32_t count = kernels::vertex_count_of(body, scene.shapes.data());
  return {.x = x,
          .y = x + kernels::capacity_of(body.place.vertex_class()),
          .count = count,
          .origin_x = body.x,
          .origin_y = body.y,
          .strictly_convex = count >= 3 && !body.place.exact_only(),
          .radius = body.radius()};
}

template <class T>
exact::Core<T> core_of(const detail::SceneData<T>& scene, BodyId body) {
  return core_of(scene, scene.bodies[body]);
}

/// The core of a shape that is no compound, in its own frame.
template <class T>
exact::Core<T> local_core_of(const detail::SceneData<T>& scene, ShapeId id) {
  const kernels::ShapeRecord<T>& shape = scene.shapes[id];
  const T* const x = scene.local_blocks.block(shape.place);
  return {.x = x,
          .y = x + kernels::capacity_of(shape.place.vertex_class()),
          .count = shape.count,
          .origin_x = 0,
          .origin_y = 0,
          .strictly_convex = shape.count >= 3 && !shape.place.exact_only(),
          .radius = shape.radius};
}

}  // namespace satchel::query
