// Scenes: their life, their bodies, what they contain.
#include <satchel/c/scene.h>

#include <satchel/pose.hpp>
#include <satchel/scene.hpp>

#include "bindings/c/call.hpp"

namespace satchel::c {
namespace {

/// What a scene says of itself; of none, 0.
template <class Fact>
auto fact(const satchel_scene* scene, const Fact& of) noexcept -> decltype(of(Scene())) {
  if (scene == nullptr) return 0;
  return on_scene(scene, of);
}

/// Refuses bodies that are not there.
Status check_body(const satchel_scene* scene, std::uint32_t body) noexcept {
  return on_scene(scene, [&](const auto& of) -> Status {
    if (of.has_body(body)) return {};
    return {body < of.body_slots() ? ErrorCode::removed_body : ErrorCode::bad_body, body, Argument::body};
  });
}

template <class T, class Point>
satchel_status placed_offsets(const satchel_scene* scene, std::uint32_t body, Point* offsets,
                              std::size_t room) noexcept {
  return run(Checks().scene<T>(1, scene).array(3, offsets, room), [&]() -> Status {
    if (const Status status = check_body(scene, body); !status.ok()) return status;
    const BasicScene<T>& of = scene_of<T>(scene);
    const std::size_t count = of.vertex_count(of.shape(body));
    if (room != count) return {ErrorCode::size_mismatch, 0, Argument::out, {count, room}};
    of.placed_offsets(body, view<BasicVec2<T>>(offsets, room));
    return {};
  });
}

}  // namespace
}  // namespace satchel::c

using satchel::c::Checks;
using satchel::c::fact;
using satchel::c::on_scene;
using satchel::c::run;
using satchel::c::scene_of;
using satchel::c::view;

extern "C" {

satchel_status satchel_scene_create(satchel_precision precision, satchel_scene** scene) {
  return satchel::c::create(Checks().one(2, scene), precision, scene,
                            []<class T>(T) { return new satchel_scene{satchel::BasicScene<T>()}; });
}

satchel_status satchel_scene_copy(const satchel_scene* scene, satchel_scene** copy) {
  return satchel::c::create(Checks().one(1, scene).one(2, copy), copy, [&] { return new satchel_scene{scene->scene}; });
}

satchel_status satchel_scene_assign(satchel_scene* scene, const satchel_scene* other) {
  return run(Checks().one(1, scene).same_precision(2, other, scene), [&] {
    return on_scene(scene, [&]<class T>(satchel::BasicScene<T>& to) { return to.try_assign(scene_of<T>(other)); });
  });
}

void satchel_scene_destroy(satchel_scene* scene) { delete scene; }

satchel_status satchel_scene_clear(satchel_scene* scene) {
  return run(Checks().one(1, scene), [&] {
    return on_scene(scene, [](auto& of) {
      of.clear();
      return satchel::Status{};
    });
  });
}

satchel_status satchel_scene_reserve(satchel_scene* scene, size_t shapes, size_t bodies, size_t vertices_per_shape) {
  return run(Checks().one(1, scene), [&] {
    return on_scene(scene, [&](auto& of) { return of.try_reserve({shapes, bodies, vertices_per_shape}); });
  });
}

satchel_status satchel_scene_set_max_threads(satchel_scene* scene, uint32_t max_threads) {
  return run(Checks().one(1, scene), [&] {
    return on_scene(scene, [&](auto& of) {
      of.set_max_threads(max_threads);
      return satchel::Status{};
    });
  });
}

uint32_t satchel_scene_max_threads(const satchel_scene* scene) {
  return fact(scene, [](const auto& of) { return of.max_threads(); });
}

satchel_precision satchel_scene_precision(const satchel_scene* scene) {
  return scene != nullptr && satchel::c::precision_of(*scene) == 1 ? SATCHEL_DOUBLE : SATCHEL_FLOAT;
}
size_t satchel_shape_count(const satchel_scene* scene) {
  return fact(scene, [](const auto& of) { return of.shape_count(); });
}
size_t satchel_body_count(const satchel_scene* scene) {
  return fact(scene, [](const auto& of) { return of.body_count(); });
}
size_t satchel_body_slots(const satchel_scene* scene) {
  return fact(scene, [](const auto& of) { return of.body_slots(); });
}
bool satchel_has_body(const satchel_scene* scene, uint32_t body) {
  return fact(scene, [&](const auto& of) { return of.has_body(body); });
}
size_t satchel_scene_memory_bytes(const satchel_scene* scene) {
  return fact(scene, [](const auto& of) { return of.memory_bytes(); });
}
size_t satchel_body_memory_bytes(const satchel_scene* scene) {
  return fact(scene, [](const auto& of) { return of.body_memory_bytes(); });
}
satchel_revisions satchel_scene_revisions(const satchel_scene* scene) {
  if (scene == nullptr) return {};
  return on_scene(scene, [](const auto& of) {
    const satchel::SceneRevisions now = of.revisions();
    return satchel_revisions{of.identity(), now.all, now.shapes, now.bodies, now.poses};
  });
}

satchel_status satchel_add_body(satchel_scene* scene, uint32_t shape, const satchel_pose* pose, uint32_t* body) {
  return run(Checks().one(1, scene).one(3, pose).one(4, body), [&] {
    return on_scene(scene,
                    [&](auto& of) { return of.try_add_body(shape, view<const satchel::Pose>(pose, 1)[0], *body); });
  });
}

satchel_status satchel_add_bodies(satchel_scene* scene, const uint32_t* shapes, const satchel_pose* poses, size_t count,
                                  uint32_t* bodies) {
  const Checks checks = Checks().one(1, scene).array(2, shapes, count).array(3, poses, count).array(5, bodies, count);
  return run(checks, [&] {
    return on_scene(scene, [&](auto& of) {
      return of.try_add_bodies(view<const uint32_t>(shapes, count), view<const satchel::Pose>(poses, count),
                               view<uint32_t>(bodies, count));
    });
  });
}

satchel_status satchel_remove_body(satchel_scene* scene, uint32_t body) {
  return run(Checks().one(1, scene),
             [&] { return on_scene(scene, [&](auto& of) { return of.try_remove_body(body); }); });
}

satchel_status satchel_set_shape(satchel_scene* scene, uint32_t body, uint32_t shape) {
  return run(Checks().one(1, scene),
             [&] { return on_scene(scene, [&](auto& of) { return of.try_set_shape(body, shape); }); });
}

satchel_status satchel_set_poses(satchel_scene* scene, const satchel_pose* poses, size_t count,
                                 const satchel_options* options) {
  return run(Checks().one(1, scene).array(2, poses, count), options, 4, [&](const satchel::Options& how) {
    return on_scene(scene, [&](auto& of) { return of.try_set_poses(view<const satchel::Pose>(poses, count), how); });
  });
}

satchel_status satchel_set_poses_of(satchel_scene* scene, const uint32_t* bodies, const satchel_pose* poses,
                                    size_t count, const satchel_options* options) {
  const Checks checks = Checks().one(1, scene).array(2, bodies, count).array(3, poses, count);
  return run(checks, options, 5, [&](const satchel::Options& how) {
    return on_scene(scene, [&](auto& of) {
      return of.try_set_poses(view<const uint32_t>(bodies, count), view<const satchel::Pose>(poses, count), how);
    });
  });
}

satchel_status satchel_reference_poses(const double* x_y_angle, size_t count, satchel_pose* poses, double reference_x,
                                       double reference_y) {
  return run(Checks().array(1, x_y_angle, count).array(3, poses, count), [&] {
    return satchel::try_poses_at(view<const double>(x_y_angle, 3 * count), view<satchel::Pose>(poses, count),
                                 {reference_x, reference_y});
  });
}

satchel_status satchel_read_body(const satchel_scene* scene, uint32_t body, satchel_body* of_body) {
  return run(Checks().one(1, scene).one(3, of_body), [&]() -> satchel::Status {
    if (const satchel::Status status = satchel::c::check_body(scene, body); !status.ok()) return status;
    return on_scene(scene, [&](const auto& of) -> satchel::Status {
      const satchel::Pose at = of.pose(body);
      const satchel::Box around = of.bounding_box(body);
      *of_body = {{at.x, at.y, at.rotation.cos, at.rotation.sin},
                  {around.min_x, around.min_y, around.max_x, around.max_y},
                  of.shape(body),
                  of.generation(body)};
      return {};
    });
  });
}

satchel_status satchel_generation(const satchel_scene* scene, uint32_t body, uint32_t* generation) {
  return run(Checks().one(1, scene).one(3, generation), [&] {
    return on_scene(scene, [&](const auto& of) -> satchel::Status {
      if (body >= of.body_slots()) return {satchel::ErrorCode::bad_body, body, satchel::Argument::body};
      *generation = of.generation(body);
      return {};
    });
  });
}

satchel_status satchel_placed_offsets(const satchel_scene* scene, uint32_t body, satchel_vec2* offsets, size_t room) {
  return satchel::c::placed_offsets<float>(scene, body, offsets, room);
}

satchel_status satchel_placed_offsets_d(const satchel_scene* scene, uint32_t body, satchel_vec2d* offsets,
                                        size_t room) {
  return satchel::c::placed_offsets<double>(scene, body, offsets, room);
}

}  // extern "C"
