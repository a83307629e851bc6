// What the public functions of a scene share: checks of arguments, and the frame of a change.
#pragma once

#include <cmath>
#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <stdexcept>

#include <satchel/error.hpp>
#include <satchel/types.hpp>

#include "assert_that.hpp"
#include "parallel/fp_environment.hpp"
#include "scene/data.hpp"
#include "scene/fail.hpp"
#include "scene/is_sound.hpp"

namespace satchel::detail {

/// The largest number of shapes, and of bodies: kernels address records by 32-bit multiples of an eighth of a record.
constexpr std::size_t most_items = std::size_t{1} << 29;

template <class T>
Status check_shape(const SceneData<T>& scene, ShapeId shape) noexcept {
  if (shape < scene.shapes.size()) return {};
  return {ErrorCode::bad_shape, shape, Argument::shape};
}

/// @param index  of the body in a list, or the body itself
template <class T>
Status check_shape_of_body(const SceneData<T>& scene, ShapeId shape, std::size_t index) noexcept {
  if (shape < scene.shapes.size()) return {};
  return {ErrorCode::bad_shape, index, Argument::body_shape, {shape, scene.shapes.size()}};
}

template <class T>
Status check_body(const SceneData<T>& scene, BodyId body) noexcept {
  if (scene.has_body(body)) return {};
  return {body < scene.bodies.size() ? ErrorCode::removed_body : ErrorCode::bad_body, body, Argument::body};
}

/// The first body that is an outline without convex parts, or ok.
template <class T>
Status check_has_parts(const SceneData<T>& scene) noexcept {
  if (scene.compounds.without_parts == 0) return {};
  BodyId body = 0;
  while (!scene.has_body(body) || !scene.lacks_parts(body)) ++body;
  return {ErrorCode::needs_parts, body, Argument::body, {0, 0, scene.body_shapes[body]}};
}

/// Whether every pose may turn a body of this shape.
template <class T>
bool turns_freely(const SceneData<T>& scene, ShapeId shape) noexcept {
  const kernels::Place place = scene.shapes[shape].place;
  return !place.is_outline() || scene.compounds.outlines.shapes[place.block()].stays_simple;
}

/// Whether a pose may turn a body of this shape. By right angles all may: nothing is rounded.
template <class T>
bool may_turn(const SceneData<T>& scene, ShapeId shape, const Pose& pose) noexcept {
  if (turns_freely(scene, shape)) return true;
  const double c = pose.rotation.cos, s = pose.rotation.sin;
  return (c == 0 || s == 0) && (std::fabs(c) == 1 || std::fabs(s) == 1);
}

/// Runs call(data) -> Status, which changes a scene, in the library's floating-point environment. The call allocates
/// before it changes anything, so that a failed allocation leaves the scene as it was.
template <class T, class Call>
Status change(std::unique_ptr<SceneData<T>>& data, const Call& call) noexcept {
  const FpEnvironment environment;
  try {
    if (data == nullptr) data = std::make_unique<SceneData<T>>();
    const Status status = call(*data);
    SATCHEL_ASSERT(is_sound(*data));
    return status;
  } catch (const std::bad_alloc&) {
    return {ErrorCode::no_memory};
  } catch (const std::length_error&) {  // more than a vector can hold
    return {ErrorCode::no_memory};
  }
}

/// Counts a change of one kind.
inline void count_change(SceneRevisions& revisions, std::uint64_t SceneRevisions::*kind) noexcept {
  ++revisions.all;
  ++(revisions.*kind);
}

/// Counts a change of bodies, and enters them in the journal.
template <class T>
void count_change(SceneData<T>& scene, SceneRevisions& revisions, std::uint64_t SceneRevisions::*kind,
                  std::span<const BodyId> bodies) noexcept {
  count_change(revisions, kind);
  scene.journal.add(revisions.all, bodies);
}

/// The first wrong number of `starts`, where the lists begin and the last one ends, or ok.
inline Status check_starts(std::span<const std::uint32_t> starts, std::size_t lists, std::size_t elements) noexcept {
  if (starts.size() != lists + 1) return size_error(Argument::starts, lists + 1, starts.size());
  if (starts.front() != 0) return {ErrorCode::bad_starts, 0, Argument::starts};
  for (std::size_t i = 1; i < starts.size(); ++i) {
    if (starts[i] < starts[i - 1]) return {ErrorCode::bad_starts, i, Argument::starts};
  }
  if (starts.back() != elements) return {ErrorCode::bad_starts, lists, Argument::starts};
  return {};
}

}  // namespace satchel::detail
