// Adds, removes and moves bodies. Each function checks its input, then makes room, then changes the scene; the change
// cannot fail.
#include <satchel/scene.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <string>

#include "dispatch/dispatch.hpp"
#include "parallel/fp_environment.hpp"
#include "scene/checks.hpp"
#include "scene/room.hpp"

namespace satchel {
namespace {

using detail::check_body;
using detail::check_shape;
using detail::fail;
using detail::fail_size;
using detail::fail_unless_ok;
using detail::most_items;
using detail::SceneData;
using kernels::Place;

template <class T>
bool needs_checks(const kernels::ShapeRecord<T>& shape) {
  return !shape.always_convex || shape.place.exact_only();
}

/// Makes a body a body of this shape: reserves its block and fills its record. The caller has made room and places the
/// vertices afterwards.
template <class T>
void give_shape(SceneData<T>& scene, BodyId body, ShapeId id) noexcept {
  const kernels::ShapeRecord<T>& shape = scene.shapes[id];
  if (shape.place.is_compound()) return detail::give_compound(scene, body, id);
  const unsigned vertex_class = shape.place.vertex_class();
  kernels::BodyRecord<T>& record = scene.bodies[body];
  scene.set_place(body, shape.place.at(scene.offset_blocks.take(vertex_class)));
  scene.body_shapes[body] = id;
  record.map_or_shape = id;
  record.reach = shape.reach;
  record.signed_radius = shape.signed_radius();
  scene.inner[body] = shape.inner;
  ++scene.bodies_of_class[vertex_class];
  ++scene.bodies_of_kind[shape.place.kind()];
  scene.bodies_to_check += needs_checks(shape) ? 1 : 0;
}

/// Frees the block, or the parts, of a body.
template <class T>
void free_shape(SceneData<T>& scene, BodyId body) noexcept {
  const Place place = scene.bodies[body].place;
  if (place.is_compound()) return detail::free_compound(scene, body);
  const kernels::ShapeRecord<T>& shape = scene.shapes[scene.body_shapes[body]];
  scene.offset_blocks.give_back(place.vertex_class(), place.block());
  --scene.bodies_of_class[place.vertex_class()];
  --scene.bodies_of_kind[shape.place.kind()];
  scene.bodies_to_check -= needs_checks(shape) ? 1 : 0;
}

/// The index of a new body: the lowest index of a removed body, otherwise a new one. The caller has made room.
template <class T>
BodyId take_index(SceneData<T>& scene) noexcept {
  if (!scene.removed.empty()) {
    std::pop_heap(scene.removed.begin(), scene.removed.end(), std::greater<>());
    const BodyId body = scene.removed.back();
    scene.removed.pop_back();
    return body;
  }
  scene.bodies.emplace_back();
  scene.body_shapes.emplace_back();
  scene.boxes.emplace_back();
  scene.rotations.emplace_back();
  scene.kinds.emplace_back();
  scene.inner.emplace_back();
  return static_cast<BodyId>(scene.bodies.size() - 1);
}

}  // namespace

template <class T>
BodyId BasicScene<T>::add_body(ShapeId shape, const Pose& pose) {
  BodyId body = 0;
  add_bodies({&shape, 1}, {&pose, 1}, {&body, 1});
  return body;
}

template <class T>
void BasicScene<T>::add_bodies(std::span<const ShapeId> shapes, std::span<const Pose> poses, std::span<BodyId> out) {
  const FpEnvironment environment;
  SceneData<T>& scene = *data_;
  if (poses.size() != shapes.size()) fail_size("poses", shapes.size(), poses.size());
  if (out.size() != shapes.size()) fail_size("out", shapes.size(), out.size());
  detail::Room more;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    check_shape(scene, shapes[i], i, "body");
    detail::add_room_for_body(scene, shapes[i], more);
  }
  const kernels::KernelTable& table = dispatch::active();
  fail_unless_ok(detail::check_poses(scene, table, poses, {out.data(), 0}, {}), "pose");
  if (shapes.size() > most_items - scene.bodies.size()) fail({ErrorCode::too_many, 0}, "bodies");
  if (!detail::has_room_for(scene, more)) fail({ErrorCode::too_many, 0}, "bodies");

  const std::size_t reused = std::min(shapes.size(), scene.removed.size());
  const std::size_t size = scene.bodies.size() + (shapes.size() - reused);
  detail::make_room(scene.bodies, size);
  detail::make_room(scene.body_shapes, size);
  detail::make_room(scene.boxes, size);
  detail::make_room(scene.rotations, size);
  detail::make_room(scene.kinds, size);
  detail::make_room(scene.inner, size);
  detail::make_room_for_bodies(scene, more);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    out[i] = take_index(scene);
    give_shape(scene, out[i], shapes[i]);
  }
  fail_unless_ok(detail::place_bodies(scene, table, poses, {out.data(), 0}, {}), "body");
}

template <class T>
void BasicScene<T>::remove_body(BodyId body) {
  check_body(*data_, body);
  detail::make_room(data_->removed, data_->removed.size() + 1);
  detail::make_room_to_give_back(*data_, body);
  free_shape(*data_, body);
  data_->set_place(body, Place::removed());
  data_->removed.push_back(body);
  std::push_heap(data_->removed.begin(), data_->removed.end(), std::greater<>());
}

template <class T>
void BasicScene<T>::set_shape(BodyId body, ShapeId shape) {
  const FpEnvironment environment;
  SceneData<T>& scene = *data_;
  check_body(scene, body);
  check_shape(scene, shape, body, "body");
  detail::Room more;
  detail::add_room_for_body(scene, shape, more);
  if (!detail::has_room_for(scene, more)) fail({ErrorCode::too_many, 0}, "bodies");
  const kernels::KernelTable& table = dispatch::active();
  detail::make_room_for_bodies(scene, more);
  detail::make_room_to_give_back(scene, body);
  const Pose at = pose(body);
  free_shape(scene, body);
  give_shape(scene, body, shape);
  fail_unless_ok(detail::place_bodies<T>(scene, table, {&at, 1}, {&body, 0}, {}), "body");
}

template <class T>
void BasicScene<T>::set_pose(BodyId body, const Pose& pose) {
  set_poses({&body, 1}, {&pose, 1});
}

template <class T>
void BasicScene<T>::set_poses(std::span<const Pose> poses, const Options& options) {
  const FpEnvironment environment;
  if (poses.size() != data_->bodies.size()) fail_size("poses", data_->bodies.size(), poses.size());
  const kernels::KernelTable& table = dispatch::active();
  fail_unless_ok(detail::check_poses(*data_, table, poses, {nullptr, 0}, options), "pose");
  fail_unless_ok(detail::place_bodies(*data_, table, poses, {nullptr, 0}, options), "pose");
}

template <class T>
void BasicScene<T>::set_poses(std::span<const BodyId> bodies, std::span<const Pose> poses, const Options& options) {
  const FpEnvironment environment;
  if (poses.size() != bodies.size()) fail_size("poses", bodies.size(), poses.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (data_->has_body(bodies[i])) continue;
    const ErrorCode code = bodies[i] < data_->bodies.size() ? ErrorCode::removed_body : ErrorCode::bad_body;
    fail({code, i}, "element " + std::to_string(i) + ", body " + std::to_string(bodies[i]));
  }
  const kernels::KernelTable& table = dispatch::active();
  fail_unless_ok(detail::check_poses(*data_, table, poses, {bodies.data(), 0}, options), "pose");
  fail_unless_ok(detail::place_bodies(*data_, table, poses, {bodies.data(), 0}, options), "pose");
}

template BodyId BasicScene<float>::add_body(ShapeId, const Pose&);
template void BasicScene<float>::add_bodies(std::span<const ShapeId>, std::span<const Pose>, std::span<BodyId>);
template void BasicScene<float>::remove_body(BodyId);
template void BasicScene<float>::set_shape(BodyId, ShapeId);
template void BasicScene<float>::set_pose(BodyId, const Pose&);
template void BasicScene<float>::set_poses(std::span<const Pose>, const Options&);
template void BasicScene<float>::set_poses(std::span<const BodyId>, std::span<const Pose>, const Options&);
template BodyId BasicScene<double>::add_body(ShapeId, const Pose&);
template void BasicScene<double>::add_bodies(std::span<const ShapeId>, std::span<const Pose>, std::span<BodyId>);
template void BasicScene<double>::remove_body(BodyId);
template void BasicScene<double>::set_shape(BodyId, ShapeId);
template void BasicScene<double>::set_pose(BodyId, const Pose&);
template void BasicScene<double>::set_poses(std::span<const Pose>, const Options&);
template void BasicScene<double>::set_poses(std::span<const BodyId>, std::span<const Pose>, const Options&);

}  // namespace satchel
