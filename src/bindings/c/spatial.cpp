// Rays, points and boxes; trajectories.
#include <satchel/c/spatial.h>

#include <satchel/cast_rays.hpp>
#include <satchel/find_bodies.hpp>
#include <satchel/first_hits.hpp>

#include "bindings/c/call.hpp"
#include "bindings/c/trajectories.hpp"

namespace satchel::c {
namespace {

template <class Given>
satchel_status first_hits(const satchel_scene* scene, const Given* movers, const Given* obstacles,
                          satchel_first_hit* hits, std::size_t hit_count, const satchel_options* options) noexcept {
  const FirstHitsArguments given(Checks().one(1, scene), 2, movers, obstacles, hits, hit_count);
  return run(given.checks, options, 6, [&](const Options& how) {
    return on_scene(scene, [&](const auto& of) {
      return try_first_hits(of, given.movers, given.obstacles, view<FirstHit>(hits, hit_count), how);
    });
  });
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
  return satchel::c::first_hits(scene, movers, obstacles, hits, hit_count, options);
}

satchel_status satchel_first_hits_of_paths(const satchel_scene* scene, const satchel_paths* movers,
                                           const satchel_paths* obstacles, satchel_first_hit* hits, size_t hit_count,
                                           const satchel_options* options) {
  return satchel::c::first_hits(scene, movers, obstacles, hits, hit_count, options);
}

}  // extern "C"
