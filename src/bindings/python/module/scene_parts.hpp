// The parts in which class Scene is bound, and what they share.
#pragma once

#include <numeric>
#include <vector>

#include "arrays.hpp"
#include "scene.hpp"

namespace satchel::python {

void bind_shapes(Class<PyScene>& cls);
void bind_seams(Class<PyScene>& cls);
void bind_outlines_of_scene(Class<PyScene>& cls);
void bind_placed_rings(Class<PyScene>& cls);
void bind_state(Class<PyScene>& cls);

/// One index, from any integer.
std::uint32_t id_of(nb::handle value, const char* name);

template <class T>
void check_body(const BasicScene<T>& scene, BodyId body) {
  if (scene.has_body(body)) return;
  check({body < scene.body_slots() ? ErrorCode::removed_body : ErrorCode::bad_body, body, Argument::body});
}

template <class T>
void check_shape(const BasicScene<T>& scene, ShapeId shape) {
  if (!scene.has_shape(shape)) check({ErrorCode::bad_shape, shape, Argument::shape});
}

/// Adds a chain, and keeps it as it was given.
template <class T>
ShapeId add_chain(PyScene& self, BasicScene<T>& scene, std::span<const BasicVec2<T>> points, bool closed,
                  bool one_sided, const BasicChainEnds<T>& ends) {
  const auto as_double = [](const std::optional<BasicVec2<T>>& point) {
    return point ? std::optional<Vec2d>({point->x, point->y}) : std::nullopt;
  };
  Chain chain{{}, closed, one_sided, as_double(ends.before), as_double(ends.after)};
  for (const BasicVec2<T>& point : points) chain.points.push_back({point.x, point.y});
  ShapeId id = 0;
  check(scene.try_add_chain(points, closed, one_sided, ends, id));
  self.chains[id] = std::move(chain);
  return id;
}

/// Adds bodies, without the interpreter lock: on as many threads as a call without `threads` may use, for the library's function
/// asks its scene alone.
template <class T>
Status add_bodies(BasicScene<T>& scene, std::span<const ShapeId> shapes, std::span<const Pose> poses,
                  std::span<BodyId> out) {
  scene.set_max_threads(threads_of_call());
  const nb::gil_scoped_release release;
  const Status status = scene.try_add_bodies(shapes, poses, out);
  scene.set_max_threads(0);
  return status;
}

/// The indices of all bodies, removed ones left out.
template <class T>
Input<std::uint32_t> all_bodies(const BasicScene<T>& scene) {
  Input<std::uint32_t> list;
  list.owner = new_array(NPY_UINT32, {static_cast<std::ptrdiff_t>(scene.body_count())});
  std::uint32_t* const data = data_of<std::uint32_t>(list.owner);
  list.data = data;
  list.size = list.rows = scene.body_count();
  std::size_t count = 0;
  for (std::uint32_t body = 0; count < list.size; ++body) {
    if (scene.has_body(body)) data[count++] = body;
  }
  return list;
}

/// Which rows of so many are of bodies that are there; empty: all, or these are not rows of all slots.
template <class T>
std::vector<std::uint8_t> present_rows(const BasicScene<T>& scene, std::size_t count) {
  std::vector<std::uint8_t> present;
  if (count != scene.body_slots() || count == scene.body_count()) return present;
  for (BodyId body = 0; body < count; ++body) present.push_back(scene.has_body(body));
  return present;
}

}  // namespace satchel::python
