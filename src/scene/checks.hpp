// Checks of arguments, shared by the public functions of a scene.
#pragma once

#include <cstddef>
#include <string>

#include <satchel/error.hpp>
#include <satchel/types.hpp>

#include "scene/data.hpp"
#include "scene/fail.hpp"

namespace satchel::detail {

/// The largest number of shapes, and of bodies: kernels address records by 32-bit multiples of an eighth of a record.
constexpr std::size_t most_items = std::size_t{1} << 29;

template <class T>
void check_shape(const SceneData<T>& scene, ShapeId shape, std::size_t item, const char* kind) {
  if (shape < scene.shapes.size()) return;
  throw Error({ErrorCode::bad_shape, item}, std::string(kind) + ' ' + std::to_string(item) + ": shape " +
                                                std::to_string(shape) + " of " + std::to_string(scene.shapes.size()) +
                                                ": " + message(ErrorCode::bad_shape));
}

template <class T>
void check_body(const SceneData<T>& scene, BodyId body) {
  if (body >= scene.bodies.size()) fail(ErrorCode::bad_body, body, "body");
  if (scene.bodies[body].place.is_removed()) fail(ErrorCode::removed_body, body, "body");
}

inline void fail_unless_ok(Status status, const char* kind) {
  if (!status.ok()) fail(status.code, status.index, kind);
}

}  // namespace satchel::detail
