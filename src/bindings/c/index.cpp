// The index: its life, and the queries to it.
#include <satchel/c/index.h>

#include <satchel/index.hpp>

#include "bindings/c/call.hpp"
#include "bindings/c/trajectories.hpp"

namespace satchel::c {
namespace {

/// An index, and a scene of its precision: parameters 1 and 2.
Checks check(const satchel_index* index, const satchel_scene* scene) noexcept {
  Checks checks = Checks().one(1, index);
  return checks.passed() ? checks.precision(2, scene, precision_of(*index)) : checks;
}

/// A change of an index: change(index, scene, options).
template <class Change>
satchel_status change(const Checks& checks, satchel_index* index, const satchel_scene* scene,
                      const satchel_options* options, unsigned parameter, const Change& change) noexcept {
  return run(checks, options, parameter, [&](const Options& how) {
    return on_scene(scene, [&]<class T>(const BasicScene<T>& of) { return change(index_of<T>(index), of, how); });
  });
}

/// A query: ask(options). @param parameter  the number of `options`
template <class Ask>
satchel_status query(const Checks& checks, const satchel_query_options* options, unsigned parameter,
                     const Ask& ask) noexcept {
  if (!checks.passed()) return checks.status();
  QueryOptions chosen;
  const satchel_options* how = nullptr;
  if (options != nullptr) {
    satchel_query_options given;
    if (const satchel_status status = take_options(*options, 0, parameter, given); status.code != SATCHEL_OK) {
      return status;
    }
    const Checks lists = Checks()
                             .array(parameter, given.filters, given.filter_count)
                             .array(parameter, given.worlds, given.world_count)
                             .array(parameter, given.query_filters, given.query_filter_count)
                             .array(parameter, given.query_worlds, given.query_world_count)
                             .array(parameter, given.ignored, given.ignored_count);
    if (!lists.passed()) return lists.status();
    chosen.filters = view<const Filter>(given.filters, given.filter_count);
    chosen.worlds = view<const std::uint32_t>(given.worlds, given.world_count);
    chosen.query_filters = view<const Filter>(given.query_filters, given.query_filter_count);
    chosen.query_worlds = view<const std::uint32_t>(given.query_worlds, given.query_world_count);
    chosen.ignored = view<const BodyId>(given.ignored, given.ignored_count);
    how = given.run;
  }
  return run(checks, how, parameter, [&](const Options& given) {
    chosen.run = given;
    return ask(chosen);
  });
}

/// A query to an index of either precision: ask(index, scene, options).
template <class Ask>
satchel_status ask(const Checks& checks, const satchel_index* index, const satchel_scene* scene,
                   const satchel_query_options* options, unsigned parameter, const Ask& asked) noexcept {
  return query(checks, options, parameter, [&](const QueryOptions& chosen) {
    return on_scene(scene, [&]<class T>(const BasicScene<T>& of) { return asked(index_of<T>(index), of, chosen); });
  });
}

/// A query that makes a list: ask(index, scene, list, options).
/// @param checks  of the parameters before the list
/// @param out     the number of `list`; the room, `found` and `options` follow it
template <class Found, class Given, class Ask>
satchel_status ask_list(Checks checks, const satchel_index* index, const satchel_scene* scene, unsigned out,
                        Given* list, std::size_t room, std::size_t* found, const satchel_query_options* options,
                        const Ask& asked) noexcept {
  checks.array(out, list, room).one(out + 2, found);
  return ask(checks, index, scene, options, out + 3, [&](const auto& of_scene, const auto& of, const auto& chosen) {
    return with_count(
        found, [&](std::size_t& n) { return asked(of_scene, of, Output<Found>(view<Found>(list, room), n), chosen); });
  });
}

template <class T, class Near>
satchel_status nearest_bodies(const satchel_index* index, const satchel_scene* scene, const std::uint32_t* shapes,
                              std::size_t shape_count, const satchel_pose* poses, std::size_t count,
                              std::size_t nearest, double max_distance, Near* bodies, std::size_t room,
                              std::size_t* found, const satchel_query_options* options) noexcept {
  const Checks checks = check(index, scene)
                            .scene<T>(2, scene)
                            .array(3, shapes, shape_count)
                            .array(5, poses, count)
                            .array(9, bodies, room)
                            .one(11, found);
  return query(checks, options, 12, [&](const QueryOptions& chosen) {
    return with_count(found, [&](std::size_t& n) {
      return index_of<T>(index).try_nearest_bodies(scene_of<T>(scene), view<const ShapeId>(shapes, shape_count),
                                                   view<const Pose>(poses, count), nearest, max_distance,
                                                   {view<BasicNearBody<T>>(bodies, room), n}, chosen);
    });
  });
}

}  // namespace
}  // namespace satchel::c

using satchel::c::ask;
using satchel::c::ask_list;
using satchel::c::change;
using satchel::c::check;
using satchel::c::Checks;
using satchel::c::view;

extern "C" {

satchel_status satchel_index_create(const satchel_scene* scene, satchel_index** index, const satchel_options* options) {
  using namespace satchel::c;
  satchel_status status = create(Checks().one(1, scene).one(2, index), index, [&] {
    if (precision_of(*scene) == 0) return new satchel_index{satchel::Index()};
    return new satchel_index{satchel::Indexd()};
  });
  if (status.code != SATCHEL_OK) return status;
  status = satchel_index_build(*index, scene, options);
  if (status.code != SATCHEL_OK) {
    delete *index;
    *index = nullptr;
  }
  return status;
}

void satchel_index_destroy(satchel_index* index) { delete index; }

satchel_status satchel_index_build(satchel_index* index, const satchel_scene* scene, const satchel_options* options) {
  return change(check(index, scene), index, scene, options, 3,
                [](auto& changed, const auto& of, const satchel::Options& how) { return changed.try_build(of, how); });
}

satchel_status satchel_index_update(satchel_index* index, const satchel_scene* scene, const satchel_options* options) {
  return change(check(index, scene), index, scene, options, 3,
                [](auto& changed, const auto& of, const satchel::Options& how) { return changed.try_update(of, how); });
}

satchel_status satchel_index_update_moved(satchel_index* index, const satchel_scene* scene, const uint32_t* moved,
                                          size_t count, const satchel_options* options) {
  return change(check(index, scene).array(3, moved, count), index, scene, options, 5,
                [&](auto& changed, const auto& of, const satchel::Options& how) {
                  return changed.try_update(of, view<const satchel::BodyId>(moved, count), how);
                });
}

bool satchel_index_is_current(const satchel_index* index, const satchel_scene* scene) {
  using namespace satchel::c;
  return check(index, scene).passed() &&
         on_scene(scene, [&]<class T>(const satchel::BasicScene<T>& of) { return index_of<T>(index).is_current(of); });
}

size_t satchel_index_memory_bytes(const satchel_index* index) {
  return index == nullptr ? 0 : std::visit([](const auto& of) { return of.memory_bytes(); }, index->index);
}

satchel_status satchel_index_cast_rays(const satchel_index* index, const satchel_scene* scene, const satchel_ray* rays,
                                       size_t count, satchel_ray_hit* hits, const satchel_query_options* options) {
  return ask(check(index, scene).array(3, rays, count).array(5, hits, count), index, scene, options, 6,
             [&](const auto& of_scene, const auto& of, const satchel::QueryOptions& chosen) {
               return of_scene.try_cast_rays(of, view<const satchel::Ray>(rays, count),
                                             view<satchel::RayHit>(hits, count), chosen);
             });
}

satchel_status satchel_index_rays_blocked(const satchel_index* index, const satchel_scene* scene,
                                          const satchel_ray* rays, size_t count, uint8_t* blocked,
                                          const satchel_query_options* options) {
  return ask(check(index, scene).array(3, rays, count).array(5, blocked, count), index, scene, options, 6,
             [&](const auto& of_scene, const auto& of, const satchel::QueryOptions& chosen) {
               return of_scene.try_rays_blocked(of, view<const satchel::Ray>(rays, count),
                                                view<uint8_t>(blocked, count), chosen);
             });
}

satchel_status satchel_index_all_ray_hits(const satchel_index* index, const satchel_scene* scene,
                                          const satchel_ray* rays, size_t count, satchel_found_ray_hit* hits,
                                          size_t room, size_t* found, const satchel_query_options* options) {
  return ask_list<satchel::FoundRayHit>(
      check(index, scene).array(3, rays, count), index, scene, 5, hits, room, found, options,
      [&](const auto& of_scene, const auto& of, const auto& list, const satchel::QueryOptions& chosen) {
        return of_scene.try_all_ray_hits(of, view<const satchel::Ray>(rays, count), list, chosen);
      });
}

satchel_status satchel_index_bodies_at_points(const satchel_index* index, const satchel_scene* scene,
                                              const satchel_vec2d* points, size_t count, satchel_found_body* bodies,
                                              size_t room, size_t* found, const satchel_query_options* options) {
  return ask_list<satchel::FoundBody>(
      check(index, scene).array(3, points, count), index, scene, 5, bodies, room, found, options,
      [&](const auto& of_scene, const auto& of, const auto& list, const auto& chosen) {
        return of_scene.try_bodies_at_points(of, view<const satchel::Vec2d>(points, count), list, chosen);
      });
}

satchel_status satchel_index_bodies_in_boxes(const satchel_index* index, const satchel_scene* scene,
                                             const satchel_box* boxes, size_t count, satchel_found_body* bodies,
                                             size_t room, size_t* found, const satchel_query_options* options) {
  return ask_list<satchel::FoundBody>(
      check(index, scene).array(3, boxes, count), index, scene, 5, bodies, room, found, options,
      [&](const auto& of_scene, const auto& of, const auto& list, const auto& chosen) {
        return of_scene.try_bodies_in_boxes(of, view<const satchel::Box>(boxes, count), list, chosen);
      });
}

satchel_status satchel_index_bodies_at_poses(const satchel_index* index, const satchel_scene* scene,
                                             const uint32_t* shapes, size_t shape_count, const satchel_pose* poses,
                                             size_t count, satchel_found_body* bodies, size_t room, size_t* found,
                                             const satchel_query_options* options) {
  const Checks checks = check(index, scene).array(3, shapes, shape_count).array(5, poses, count);
  return ask_list<satchel::FoundBody>(checks, index, scene, 7, bodies, room, found, options,
                                      [&](const auto& of_scene, const auto& of, const auto& list, const auto& chosen) {
                                        return of_scene.try_bodies_at_poses(
                                            of, view<const satchel::ShapeId>(shapes, shape_count),
                                            view<const satchel::Pose>(poses, count), list, chosen);
                                      });
}

satchel_status satchel_index_images_at_poses(const satchel_index* index, const satchel_scene* scene,
                                             const satchel_periods* periods, const uint32_t* shapes, size_t shape_count,
                                             const satchel_pose* poses, size_t count, satchel_found_image* images,
                                             size_t room, size_t* found, const satchel_query_options* options) {
  const Checks checks = check(index, scene).one(3, periods).array(4, shapes, shape_count).array(6, poses, count);
  return ask_list<satchel::FoundImage>(checks, index, scene, 8, images, room, found, options,
                                       [&](const auto& of_scene, const auto& of, const auto& list, const auto& chosen) {
                                         return of_scene.try_bodies_at_poses(
                                             of, {periods->x, periods->y},
                                             view<const satchel::ShapeId>(shapes, shape_count),
                                             view<const satchel::Pose>(poses, count), list, chosen);
                                       });
}

satchel_status satchel_index_nearest_bodies(const satchel_index* index, const satchel_scene* scene,
                                            const uint32_t* shapes, size_t shape_count, const satchel_pose* poses,
                                            size_t count, size_t nearest, double max_distance,
                                            satchel_near_body* bodies, size_t room, size_t* found,
                                            const satchel_query_options* options) {
  return satchel::c::nearest_bodies<float>(index, scene, shapes, shape_count, poses, count, nearest, max_distance,
                                           bodies, room, found, options);
}

satchel_status satchel_index_nearest_bodies_d(const satchel_index* index, const satchel_scene* scene,
                                              const uint32_t* shapes, size_t shape_count, const satchel_pose* poses,
                                              size_t count, size_t nearest, double max_distance,
                                              satchel_near_bodyd* bodies, size_t room, size_t* found,
                                              const satchel_query_options* options) {
  return satchel::c::nearest_bodies<double>(index, scene, shapes, shape_count, poses, count, nearest, max_distance,
                                            bodies, room, found, options);
}

satchel_status satchel_index_first_hits(const satchel_index* index, const satchel_scene* scene,
                                        const satchel_paths* movers, const satchel_paths* obstacles,
                                        satchel_first_hit* hits, size_t hit_count,
                                        const satchel_query_options* options) {
  const satchel::c::FirstHitsArguments given(check(index, scene), 3, movers, obstacles, hits, hit_count);
  return ask(given.checks, index, scene, options, 7,
             [&](const auto& of_scene, const auto& of, const satchel::QueryOptions& chosen) {
               return of_scene.try_first_hits(of, given.movers, given.obstacles,
                                              view<satchel::FirstHit>(hits, hit_count), chosen);
             });
}

}  // extern "C"
