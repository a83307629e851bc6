// Rays, points and boxes; trajectories.
#include <satchel/c/spatial.h>

#include <satchel/cast_rays.hpp>
#include <satchel/find_bodies.hpp>
#include <satchel/first_hits.hpp>

#include "bindings/c/call.hpp"

namespace satchel::c {
namespace {

/// The arrays of trajectories that are parameter number `parameter`.
Checks& check(Checks& checks, unsigned parameter, const satchel_trajectories* given) noexcept {
  if (!checks.one(parameter, given).passed()) return checks;
  return checks.array(parameter, given->shapes, given->count)
      .array(parameter, given->poses, given->count * given->steps)
      .array(parameter, given->present, given->present_count);
}

Trajectories trajectories(const satchel_trajectories& given) noexcept {
  return {view<const std::uint32_t>(given.shapes, given.count),
          view<const Pose>(given.poses, given.count * given.steps), given.steps,
          view<const std::uint8_t>(given.present, given.present_count)};
}

}  // namespace
}  // namespace satchel::c

using satchel::c::Checks;
using satchel::c::on_scene;
using satchel::c::run;
using satchel::c::view;

extern "C" {

satchel_status satchel_cast_rays(const satchel_scene* scene, const satchel_ray* rays, size_t count,
                                 satchel_ray_hit* hits, const satchel_options* options) {
  const Checks checks = Checks().one(1, scene).array(2, rays, count).array(4, hits, count);
  return run(checks, options, 5, [&](const satchel::Options& how) {
    return on_scene(scene, [&](const auto& of) {
      return try_cast_rays(of, view<const satchel::Ray>(rays, count), view<satchel::RayHit>(hits, count), how);
    });
  });
}

satchel_status satchel_bodies_at_points(const satchel_scene* scene, const satchel_vec2d* points, size_t count,
                                        satchel_found_body* bodies, size_t room, size_t* found,
                                        const satchel_options* options) {
  const Checks checks = Checks().one(1, scene).array(2, points, count).array(4, bodies, room).one(6, found);
  return run(checks, options, 7, [&](const satchel::Options& how) {
    return satchel::c::with_count(found, [&](size_t& n) {
      return on_scene(scene, [&](const auto& of) {
        return try_bodies_at_points(of, view<const satchel::Vec2d>(points, count),
                                    {view<satchel::FoundBody>(bodies, room), n}, how);
      });
    });
  });
}

satchel_status satchel_bodies_in_boxes(const satchel_scene* scene, const satchel_box* boxes, size_t count,
                                       satchel_found_body* bodies, size_t room, size_t* found,
                                       const satchel_options* options) {
  const Checks checks = Checks().one(1, scene).array(2, boxes, count).array(4, bodies, room).one(6, found);
  return run(checks, options, 7, [&](const satchel::Options& how) {
    return satchel::c::with_count(found, [&](size_t& n) {
      return on_scene(scene, [&](const auto& of) {
        return try_bodies_in_boxes(of, view<const satchel::Box>(boxes, count),
                                   {view<satchel::FoundBody>(bodies, room), n}, how);
      });
    });
  });
}

satchel_status satchel_first_hits(const satchel_scene* scene, const satchel_trajectories* movers,
                                  const satchel_trajectories* obstacles, satchel_first_hit* hits, size_t hit_count,
                                  const satchel_options* options) {
  Checks checks;
  satchel::c::check(satchel::c::check(checks.one(1, scene), 2, movers), 3, obstacles).array(4, hits, hit_count);
  return run(checks, options, 6, [&](const satchel::Options& how) {
    return on_scene(scene, [&](const auto& of) {
      return try_first_hits(of, satchel::c::trajectories(*movers), satchel::c::trajectories(*obstacles),
                            view<satchel::FirstHit>(hits, hit_count), how);
    });
  });
}

}  // extern "C"
