// Adds, removes and moves bodies. Each function checks its input, then makes room, then changes the scene; the change
// cannot fail.
//
// One file, because each change of a body keeps the same counters, lists and blocks.
#include <satchel/scene.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <span>
#include <utility>

#include "dispatch/dispatch.hpp"
#include "parallel/progress.hpp"
#include "scene/checks.hpp"
#include "scene/room.hpp"
#include "scene/threads.hpp"

namespace satchel {
namespace {

using detail::check_body;
using detail::check_shape_of_body;
using detail::count_change;
using detail::most_items;
using detail::needs_checks;
using detail::SceneData;
using detail::size_error;
using kernels::Place;

/// Makes a body a body of this shape: reserves its block, but for an outline, and fills its record. The caller has made room
/// and places the vertices afterwards.
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
    ++scene.generations[body];
    return body;
  }
  const auto body = static_cast<BodyId>(scene.bodies.size());
  if (body < scene.generations.size()) {
    ++scene.generations[body];  // a body had it before `clear`
  } else {
    scene.generations.push_back(0);
  }
  scene.bodies.emplace_back();
  scene.body_shapes.emplace_back();
  scene.boxes.emplace_back();
  scene.rotations.emplace_back();
  scene.kinds.emplace_back();
  scene.inner.emplace_back();
  return body;
}

/// The status, with `argument` set if it refuses a pose.
Status with_argument(Status status, Argument argument) noexcept {
  const bool is_refused = status.code == ErrorCode::not_finite || status.code == ErrorCode::out_of_range ||
                          status.code == ErrorCode::bad_rotation;
  if (is_refused) status.argument = argument;
  return status;
}

/// Runs call(data, table) -> Status, which changes a scene with the kernels in force.
template <class T, class Call>
Status change_by_kernels(std::unique_ptr<SceneData<T>>& data, const Call& call) noexcept {
  return detail::change(data, [&](SceneData<T>& scene) -> Status {
    Status status;
    const kernels::KernelTable* const table = dispatch::active(status);
    return table == nullptr ? status : call(scene, *table);
  });
}

/// The first refused pose of new bodies, or ok. One pose is checked without a kernel.
template <class T>
Status check_new_poses(const SceneData<T>& scene, const kernels::KernelTable& table, std::span<const Pose> poses,
                       std::span<const BodyId> out, const Options& options) noexcept {
  if (poses.size() == 1) {
    const ErrorCode refused = detail::pose_error<T>(poses[0]);
    return refused == ErrorCode::ok ? Status{} : Status{refused, 0, Argument::poses};
  }
  // A list of indices, which is not read, makes check_poses look at every pose; without one it skips removed bodies.
  return with_argument(detail::check_poses(scene, table, poses, {out.data(), 0}, options), Argument::poses);
}

/// Places bodies that have been given new blocks. This cannot fail: what threads leave undone is done here.
template <class T>
void place_new(SceneData<T>& scene, const kernels::KernelTable& table, std::span<const Pose> poses,
               detail::PoseTargets to, const Options& options) noexcept {
  if (poses.size() > 1 && detail::place_bodies(scene, table, poses, to, options).ok()) return;
  (void)detail::place_bodies(scene, table, poses, to, {.max_threads = 1});
}

/// Whether a body is an outline in the block of its shape, which is not to be rotated.
template <class T>
bool shares_block(const SceneData<T>& scene, BodyId body) noexcept {
  const Place place = scene.bodies[body].place;
  return place.is_outline() &&
         scene.compounds.outlines.is_shared(place.block(), scene.shapes[scene.body_shapes[body]].place);
}

/// Gives a body that shares the block of its shape a block of its own. The caller has made room.
template <class T>
void give_own_block(SceneData<T>& scene, BodyId body) noexcept {
  const Place shape = scene.shapes[scene.body_shapes[body]].place;
  scene.set_place(body, Place::of_outline(scene.compounds.outlines.take(shape)));
}

/// Gives blocks of their own to the bodies that share those of their shapes, and get a pose that rotates them. May throw
/// bad_alloc, before it changes anything.
template <class T>
Status give_own_blocks(SceneData<T>& scene, std::span<const Pose> poses, detail::PoseTargets to) {
  if (scene.compounds.bodies == 0) return {};
  const auto for_each_rotated = [&](const auto& visit) {
    for (std::size_t k = 0; k < poses.size(); ++k) {
      const BodyId body = to.indices != nullptr ? to.indices[k] : static_cast<BodyId>(to.first + k);
      if (detail::rotates(poses[k]) && scene.has_body(body) && shares_block(scene, body)) visit(body);
    }
  };
  std::size_t units = 0;
  for_each_rotated(
      [&](BodyId body) { units += scene.compounds.outlines.units_of(scene.shapes[scene.body_shapes[body]].place); });
  if (units == 0) return {};
  if (units > scene.compounds.outlines.units_left()) return {ErrorCode::too_many, 0, Argument::bodies};
  scene.compounds.outlines.make_room_for(units);
  for_each_rotated([&](BodyId body) { give_own_block(scene, body); });
  return {};
}

/// Drops the links of bodies that were placed at another pose than they were linked at.
template <class T>
void drop_links_of_moved(SceneData<T>& scene, std::size_t count, detail::PoseTargets to) noexcept {
  const auto look_at = [&](BodyId body) {
    if (scene.links.pose_of(body) != scene.pose(body)) scene.links.drop(body);
  };
  if (!scene.links.any()) return;
  if (to.indices == nullptr) return scene.links.for_each_body(look_at);
  for (std::size_t k = 0; k < count; ++k) {
    if (scene.links.of(to.indices[k]) != nullptr) look_at(to.indices[k]);
  }
}

/// Checks poses, then places the bodies. Without memory for threads it places them on the calling thread, so that a lack of
/// memory leaves nothing half done. Where a call is cancelled, each body is at its old or its new pose.
template <class T>
Status check_and_place(SceneData<T>& scene, SceneRevisions& revisions, const kernels::KernelTable& table,
                       std::span<const Pose> poses, detail::PoseTargets to, const Options& options) {
  if (poses.empty()) return {};
  parallel::Progress progress(options, 2 * poses.size());
  progress.begin(poses.size());
  Status status = detail::check_poses(scene, table, poses, to, progress.options());
  if (!status.ok()) return with_argument(status, Argument::poses);
  for (std::size_t k = 0; scene.compounds.outlines.fragile != 0 && k < poses.size(); ++k) {
    const BodyId body = to.indices != nullptr ? to.indices[k] : static_cast<BodyId>(to.first + k);
    if (scene.has_body(body) && !detail::may_turn(scene, scene.body_shapes[body], poses[k])) {
      return {ErrorCode::cannot_rotate, k, Argument::poses};
    }
  }
  if (status = give_own_blocks(scene, poses, to); !status.ok()) return status;
  if (to.indices != nullptr) {
    count_change(scene, revisions, &SceneRevisions::poses, {to.indices, poses.size()});
  } else {
    count_change(revisions, &SceneRevisions::poses);
    scene.journal.forget(revisions.all);
  }
  progress.begin(poses.size());
  status = detail::place_bodies(scene, table, poses, to, progress.options());
  if (status.code == ErrorCode::no_memory) {
    Options alone = progress.options();
    alone.max_threads = 1;
    status = detail::place_bodies(scene, table, poses, to, alone);
  }
  drop_links_of_moved(scene, poses.size(), to);
  return progress.finish(status);
}

}  // namespace

template <class T>
Status BasicScene<T>::try_add_body(ShapeId shape, const Pose& pose, BodyId& out) noexcept {
  return try_add_bodies({&shape, 1}, {&pose, 1}, {&out, 1});
}

template <class T>
Status BasicScene<T>::try_add_bodies(std::span<const ShapeId> shapes, std::span<const Pose> poses,
                                     std::span<BodyId> out) noexcept {
  const auto add = [&](SceneData<T>& scene, const kernels::KernelTable& table) -> Status {
    if (poses.size() != shapes.size()) return size_error(Argument::poses, shapes.size(), poses.size());
    if (out.size() != shapes.size()) return size_error(Argument::out, shapes.size(), out.size());
    detail::Room more;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      if (const Status status = check_shape_of_body(scene, shapes[i], i); !status.ok()) return status;
      detail::add_room_for_body(scene, shapes[i], detail::rotates(poses[i]), more);
    }
    const Options options{.max_threads = max_threads_};
    if (const Status status = check_new_poses(scene, table, poses, out, options); !status.ok()) return status;
    for (std::size_t i = 0; scene.compounds.outlines.fragile != 0 && i < shapes.size(); ++i) {
      if (!detail::may_turn(scene, shapes[i], poses[i])) return {ErrorCode::cannot_rotate, i, Argument::poses};
    }
    if (shapes.size() > most_items - scene.bodies.size() || !detail::has_room_for(scene, more)) {
      return {ErrorCode::too_many, 0, Argument::bodies};
    }
    if (shapes.empty()) return {};

    const std::size_t reused = std::min(shapes.size(), scene.removed.size());
    const std::size_t size = scene.bodies.size() + (shapes.size() - reused);
    detail::make_room(scene.bodies, size);
    detail::make_room(scene.body_shapes, size);
    detail::make_room(scene.boxes, size);
    detail::make_room(scene.rotations, size);
    detail::make_room(scene.kinds, size);
    detail::make_room(scene.inner, size);
    detail::make_room(scene.generations, size);
    scene.journal.make_room(size);
    detail::make_room_for_bodies(scene, more);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      out[i] = take_index(scene);
      give_shape(scene, out[i], shapes[i]);
      if (detail::rotates(poses[i]) && shares_block(scene, out[i])) give_own_block(scene, out[i]);
    }
    count_change(scene, revisions_, &SceneRevisions::bodies, out);
    place_new(scene, table, poses, {out.data(), 0}, options);
    return {};
  };
  return change_by_kernels(data_, add);
}

template <class T>
Status BasicScene<T>::try_remove_body(BodyId body) noexcept {
  return detail::change(data_, [&](SceneData<T>& scene) -> Status {
    if (const Status status = check_body(scene, body); !status.ok()) return status;
    detail::make_room(scene.removed, scene.removed.size() + 1);
    detail::make_room_to_give_back(scene, body);
    scene.links.drop(body);
    free_shape(scene, body);
    scene.set_place(body, Place::removed());
    scene.removed.push_back(body);
    std::push_heap(scene.removed.begin(), scene.removed.end(), std::greater<>());
    count_change(scene, revisions_, &SceneRevisions::bodies, {&body, 1});
    return {};
  });
}

template <class T>
Status BasicScene<T>::try_set_shape(BodyId body, ShapeId shape) noexcept {
  const auto reshape = [&](SceneData<T>& scene, const kernels::KernelTable& table) -> Status {
    if (const Status status = check_body(scene, body); !status.ok()) return status;
    if (const Status status = check_shape_of_body(scene, shape, body); !status.ok()) return status;
    const Pose at = scene.pose(body);
    detail::Room more;
    detail::add_room_for_body(scene, shape, detail::rotates(at), more);
    detail::take_blocks_of_body(scene, body, more);
    if (!detail::has_room_for(scene, more)) return {ErrorCode::too_many, 0, Argument::bodies};
    detail::make_room_for_bodies(scene, more);
    detail::make_room_to_give_back(scene, body);
    if (!detail::may_turn(scene, shape, at)) return {ErrorCode::cannot_rotate, body, Argument::body};
    scene.links.drop(body);
    free_shape(scene, body);
    give_shape(scene, body, shape);
    if (detail::rotates(at) && shares_block(scene, body)) give_own_block(scene, body);
    count_change(scene, revisions_, &SceneRevisions::bodies, {&body, 1});
    place_new<T>(scene, table, {&at, 1}, {&body, 0}, {});
    return {};
  };
  return change_by_kernels(data_, reshape);
}

template <class T>
Status BasicScene<T>::try_set_pose(BodyId body, const Pose& pose) noexcept {
  const FpEnvironment environment;
  if (!has_body(body)) return check_body(detail::SceneAccess::data(std::as_const(*this)), body);
  const ErrorCode refused = detail::pose_error<T>(pose);
  if (refused != ErrorCode::ok) return {refused, body, Argument::body};
  if (!detail::may_turn(*data_, data_->body_shapes[body], pose))
    return {ErrorCode::cannot_rotate, body, Argument::body};
  Status status;
  const kernels::KernelTable* const table = dispatch::active(status);
  if (table == nullptr) return status;
  if (shares_block(*data_, body) && detail::rotates(pose)) {
    status = detail::change(data_, [&](SceneData<T>& scene) {
      return give_own_blocks<T>(scene, {&pose, 1}, {&body, 0});
    });
    if (!status.ok()) return status;
  }
  count_change(*data_, revisions_, &SceneRevisions::poses, {&body, 1});
  status = detail::place_bodies<T>(*data_, *table, {&pose, 1}, {&body, 0}, {.max_threads = 1});
  drop_links_of_moved(*data_, 1, {&body, 0});
  return status;
}

template <class T>
Status BasicScene<T>::try_set_poses(std::span<const Pose> poses, const Options& options) noexcept {
  return change_by_kernels(data_, [&](SceneData<T>& scene, const kernels::KernelTable& table) -> Status {
    if (poses.size() != scene.bodies.size()) return size_error(Argument::poses, scene.bodies.size(), poses.size());
    return check_and_place(scene, revisions_, table, poses, {nullptr, 0}, detail::with_threads(options, max_threads_));
  });
}

template <class T>
Status BasicScene<T>::try_set_poses(std::span<const BodyId> bodies, std::span<const Pose> poses,
                                    const Options& options) noexcept {
  return change_by_kernels(data_, [&](SceneData<T>& scene, const kernels::KernelTable& table) -> Status {
    if (poses.size() != bodies.size()) return size_error(Argument::poses, bodies.size(), poses.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const Status status = check_body(scene, bodies[i]);
      if (!status.ok()) return {status.code, i, Argument::body_element, {bodies[i]}};
    }
    return check_and_place(scene, revisions_, table, poses, {bodies.data(), 0},
                           detail::with_threads(options, max_threads_));
  });
}

template Status BasicScene<float>::try_add_body(ShapeId, const Pose&, BodyId&) noexcept;
template Status BasicScene<float>::try_add_bodies(std::span<const ShapeId>, std::span<const Pose>,
                                                  std::span<BodyId>) noexcept;
template Status BasicScene<float>::try_remove_body(BodyId) noexcept;
template Status BasicScene<float>::try_set_shape(BodyId, ShapeId) noexcept;
template Status BasicScene<float>::try_set_pose(BodyId, const Pose&) noexcept;
template Status BasicScene<float>::try_set_poses(std::span<const Pose>, const Options&) noexcept;
template Status BasicScene<float>::try_set_poses(std::span<const BodyId>, std::span<const Pose>,
                                                 const Options&) noexcept;
template Status BasicScene<double>::try_add_body(ShapeId, const Pose&, BodyId&) noexcept;
template Status BasicScene<double>::try_add_bodies(std::span<const ShapeId>, std::span<const Pose>,
                                                   std::span<BodyId>) noexcept;
template Status BasicScene<double>::try_remove_body(BodyId) noexcept;
template Status BasicScene<double>::try_set_shape(BodyId, ShapeId) noexcept;
template Status BasicScene<double>::try_set_pose(BodyId, const Pose&) noexcept;
template Status BasicScene<double>::try_set_poses(std::span<const Pose>, const Options&) noexcept;
template Status BasicScene<double>::try_set_poses(std::span<const BodyId>, std::span<const Pose>,
                                                  const Options&) noexcept;

}  // namespace satchel
