// Queries about all bodies: rays, points, boxes, shapes at poses, nearest bodies; trajectories.
//
// One file, because its functions share the reading of the index and the lists.
#include <satchel/c/spatial.h>

#include <cstddef>
#include <exception>
#include <satchel/cast_rays.hpp>
#include <satchel/find_bodies.hpp>
#include <satchel/first_hits.hpp>
#include <satchel/index.hpp>
#include <satchel/trajectories.hpp>
#include <type_traits>
#include <vector>

#include "bindings/c/call.hpp"
#include "bindings/numbers.hpp"

namespace satchel::c {
namespace {

/// The options of a query, taken from those of C.
struct QueryChoice {
  Checks checks;
  const satchel_index* index = nullptr;
  const satchel_options* run = nullptr;
  QueryOptions options;

  /// @param before     the checks of the parameters before the options, which are parameter number `parameter`
  /// @param precision  of the scene
  QueryChoice(const Checks& before, const satchel_query_options* given, unsigned parameter,
              std::size_t precision) noexcept
      : checks(before) {
    satchel_query_options taken{};
    if (given == nullptr || !checks.add(take_struct(*given, parameter, taken)).passed()) return;
    if (taken.index != nullptr) {
      checks.precision(parameter, taken.index, precision).in(SATCHEL_ARGUMENT_MEMBER_INDEX);
    }
    checks.array(parameter, taken.filters, taken.filter_count)
        .array(parameter, taken.worlds, taken.world_count)
        .array(parameter, taken.query_filters, taken.query_filter_count)
        .array(parameter, taken.query_worlds, taken.query_world_count)
        .array(parameter, taken.ignored, taken.ignored_count);
    if (!checks.passed()) return;
    index = taken.index;
    run = taken.run;
    options = {
        .filters = view<const Filter>(taken.filters, taken.filter_count),
        .worlds = view<const std::uint32_t>(taken.worlds, taken.world_count),
        .query_filters = view<const Filter>(taken.query_filters, taken.query_filter_count),
        .query_worlds = view<const std::uint32_t>(taken.query_worlds, taken.query_world_count),
        .ignored = view<const BodyId>(taken.ignored, taken.ignored_count),
        .rays = {.from_inside = taken.ray_boundary ? RayStart::boundary : RayStart::solid, .exits = taken.ray_exits}};
  }
  [[nodiscard]] bool has_lists() const noexcept {
    return !options.filters.empty() || !options.worlds.empty() || !options.query_filters.empty() ||
           !options.query_worlds.empty() || !options.ignored.empty() || options.rays.exits ||
           options.rays.from_inside != RayStart::solid;
  }
};

/// A query: with(index, scene, options); or without(scene, options of a call), if it has such a form, no index is given
/// and all bodies may be found. An index that it needs and that is not given lasts for the call.
/// @tparam T         the precision of the scene, or void: either
/// @param parameter  the number of `options`
template <class T = void, class With, class Without = std::nullptr_t>
satchel_status query(const Checks& checks, const satchel_scene* scene, const satchel_query_options* options,
                     unsigned parameter, const With& with, const Without& without = nullptr) noexcept {
  if (!checks.passed()) return checks.status();
  QueryChoice chosen(checks, options, parameter, precision_of(*scene));
  return run(chosen.checks, chosen.run, parameter, [&](Options how) {
    how.stats = nullptr;  // queries count no pairs
    chosen.options.run = how;
    return on_scene<T>(scene, [&]<class S>(const BasicScene<S>& of) -> Status {
      if (chosen.index != nullptr) return with(index_of<S>(chosen.index), of, chosen.options);
      if constexpr (!std::is_null_pointer_v<Without>) {
        if (!chosen.has_lists()) return without(of, how);
      }
      BasicIndex<S> own;
      if (const Status status = own.try_build(of, how); !status.ok()) return status;
      return with(own, of, chosen.options);
    });
  });
}

/// A query that makes a list: with(index, scene, list, options), without(scene, list, options of a call).
/// @param checks  of the parameters before the list
/// @param out     the number of `list`; room, found and options follow it
template <class Found, class T = void, class Given, class With, class Without = std::nullptr_t>
satchel_status query_list(Checks checks, const satchel_scene* scene, unsigned out, Given* list, std::size_t room,
                          std::size_t* found, const satchel_query_options* options, const With& with,
                          const Without& without = nullptr) noexcept {
  checks.array(out, list, room).one(out + 2, found);
  const auto with_list = [&](const auto& call) {
    return with_count(found, [&](std::size_t& n) { return call(Output<Found>(view<Found>(list, room), n)); });
  };
  const auto with_index = [&](const auto& index, const auto& of, const QueryOptions& chosen) {
    return with_list([&](const auto& to) { return with(index, of, to, chosen); });
  };
  if constexpr (std::is_null_pointer_v<Without>) {
    return query<T>(checks, scene, options, out + 3, with_index);
  } else {
    return query<T>(checks, scene, options, out + 3, with_index, [&](const auto& of, const Options& how) {
      return with_list([&](const auto& to) { return without(of, to, how); });
    });
  }
}

template <class T, class Near>
satchel_status nearest_bodies(const satchel_scene* scene, const std::uint32_t* shapes, std::size_t shape_count,
                              const satchel_pose* poses, std::size_t count, std::size_t nearest, double max_distance,
                              Near* bodies, std::size_t room, std::size_t* found,
                              const satchel_query_options* options) noexcept {
  const Checks checks = Checks().scene<T>(1, scene).array(2, shapes, shape_count).array(4, poses, count);
  return query_list<BasicNearBody<T>, T>(
      checks, scene, 8, bodies, room, found, options,
      [&](const auto& index, const auto& of, const auto& list, const QueryOptions& chosen) -> Status {
        if (shape_count == 0) {
          try {
            std::vector<Vec2d> points(count);
            for (std::size_t i = 0; i < count; ++i) points[i] = {poses[i].x, poses[i].y};
            return index.try_nearest_to_points(of, points, nearest, max_distance, list, chosen);
          } catch (const std::exception&) {
            return {ErrorCode::no_memory, 0};
          }
        }
        return index.try_nearest_bodies(of, view<const ShapeId>(shapes, shape_count), view<const Pose>(poses, count),
                                        nearest, max_distance, list, chosen);
      });
}

/// The options of a cast, taken from those of C; `query` is left to be taken.
struct CastChoice {
  satchel_cast_options taken{};

  /// @param parameter  the number of the options
  CastChoice(Checks& checks, const satchel_cast_options* given, unsigned parameter) noexcept {
    if (given != nullptr) checks.add(take_struct(*given, parameter, taken));
  }
  template <class T>
  BasicCastOptions<T> with(const QueryOptions& query) const noexcept {
    BasicCastOptions<T> options;
    options.query = query;
    options.tolerance = narrow_margin<T>(taken.tolerance);
    if (taken.max_angle != 0) options.max_angle = narrow_up_to<T>(largest_angle, taken.max_angle);
    options.leaves_start = taken.leaves_start;
    return options;
  }
};

/// Checks the trajectories that are parameter number `parameter` and takes them.
Trajectories take_trajectories(Checks& checks, unsigned parameter, const satchel_trajectories* given) noexcept {
  if (!checks.one(parameter, given).passed()) return {};
  satchel_trajectories taken{};
  if (!checks.add(take_struct(*given, parameter, taken)).passed()) return {};
  checks.array(parameter, taken.shapes, taken.shape_count)
      .array(parameter, taken.poses, taken.pose_count)
      .array(parameter, taken.present, taken.present_count)
      .array(parameter, taken.starts, taken.start_count)
      .array(parameter, taken.velocities, taken.velocity_count);
  return {view<const ShapeId>(taken.shapes, taken.shape_count),
          view<const Pose>(taken.poses, taken.pose_count),
          taken.steps,
          view<const std::uint8_t>(taken.present, taken.present_count),
          view<const std::uint32_t>(taken.starts, taken.start_count),
          taken.clearance,
          view<const Motion>(taken.velocities, taken.velocity_count)};
}

}  // namespace
}  // namespace satchel::c

using satchel::Options;
using satchel::QueryOptions;
using satchel::c::Checks;
using satchel::c::query;
using satchel::c::query_list;
using satchel::c::view;

extern "C" {

satchel_status satchel_cast_rays(const satchel_scene* scene, const satchel_ray* rays, size_t count,
                                 satchel_ray_hit* hits, const satchel_query_options* options) {
  const auto given = view<const satchel::Ray>(rays, count);
  const auto out = view<satchel::RayHit>(hits, count);
  return query(
      Checks().one(1, scene).array(2, rays, count).array(4, hits, count), scene, options, 5,
      [&](const auto& index, const auto& of, const QueryOptions& chosen) {
        return index.try_cast_rays(of, given, out, chosen);
      },
      [&](const auto& of, const Options& how) { return try_cast_rays(of, given, out, how); });
}

satchel_status satchel_rays_blocked(const satchel_scene* scene, const satchel_ray* rays, size_t count, uint8_t* blocked,
                                    const satchel_query_options* options) {
  return query(Checks().one(1, scene).array(2, rays, count).array(4, blocked, count), scene, options, 5,
               [&](const auto& index, const auto& of, const QueryOptions& chosen) {
                 return index.try_rays_blocked(of, view<const satchel::Ray>(rays, count), view<uint8_t>(blocked, count),
                                               chosen);
               });
}

satchel_status satchel_all_ray_hits(const satchel_scene* scene, const satchel_ray* rays, size_t count,
                                    satchel_found_ray_hit* hits, size_t room, size_t* found,
                                    const satchel_query_options* options) {
  return query_list<satchel::FoundRayHit>(
      Checks().one(1, scene).array(2, rays, count), scene, 4, hits, room, found, options,
      [&](const auto& index, const auto& of, const auto& list, const QueryOptions& chosen) {
        return index.try_all_ray_hits(of, view<const satchel::Ray>(rays, count), list, chosen);
      });
}

satchel_status satchel_bodies_at_points(const satchel_scene* scene, const satchel_vec2d* points, size_t count,
                                        satchel_found_body* bodies, size_t room, size_t* found,
                                        const satchel_query_options* options) {
  const auto given = view<const satchel::Vec2d>(points, count);
  return query_list<satchel::FoundBody>(
      Checks().one(1, scene).array(2, points, count), scene, 4, bodies, room, found, options,
      [&](const auto& index, const auto& of, const auto& list, const QueryOptions& chosen) {
        return index.try_bodies_at_points(of, given, list, chosen);
      },
      [&](const auto& of, const auto& list, const Options& how) { return try_bodies_at_points(of, given, list, how); });
}

satchel_status satchel_bodies_in_boxes(const satchel_scene* scene, const satchel_box* boxes, size_t count,
                                       satchel_found_body* bodies, size_t room, size_t* found,
                                       const satchel_query_options* options) {
  const auto given = view<const satchel::Box>(boxes, count);
  return query_list<satchel::FoundBody>(
      Checks().one(1, scene).array(2, boxes, count), scene, 4, bodies, room, found, options,
      [&](const auto& index, const auto& of, const auto& list, const QueryOptions& chosen) {
        return index.try_bodies_in_boxes(of, given, list, chosen);
      },
      [&](const auto& of, const auto& list, const Options& how) { return try_bodies_in_boxes(of, given, list, how); });
}

satchel_status satchel_bodies_at_poses(const satchel_scene* scene, const uint32_t* shapes, size_t shape_count,
                                       const satchel_pose* poses, size_t count, satchel_body_at_pose* bodies,
                                       size_t room, size_t* found, const satchel_query_options* options) {
  const Checks checks = Checks().one(1, scene).array(2, shapes, shape_count).array(4, poses, count);
  return query_list<satchel::BodyAtPose>(
      checks, scene, 6, bodies, room, found, options,
      [&](const auto& index, const auto& of, const auto& list, const QueryOptions& chosen) {
        return index.try_bodies_at_poses(of, view<const satchel::ShapeId>(shapes, shape_count),
                                         view<const satchel::Pose>(poses, count), list, chosen);
      });
}

satchel_status satchel_images_at_poses(const satchel_scene* scene, const satchel_periods* periods,
                                       const uint32_t* shapes, size_t shape_count, const satchel_pose* poses,
                                       size_t count, satchel_found_image* images, size_t room, size_t* found,
                                       const satchel_query_options* options) {
  const Checks checks = Checks().one(1, scene).one(2, periods).array(3, shapes, shape_count).array(5, poses, count);
  return query_list<satchel::FoundImage>(
      checks, scene, 7, images, room, found, options,
      [&](const auto& index, const auto& of, const auto& list, const QueryOptions& chosen) {
        return index.try_bodies_at_poses(of, {periods->x, periods->y},
                                         view<const satchel::ShapeId>(shapes, shape_count),
                                         view<const satchel::Pose>(poses, count), list, chosen);
      });
}

satchel_status satchel_cast_shapes(const satchel_scene* scene, const uint32_t* shapes, size_t shape_count,
                                   const satchel_pose* poses, size_t count, const satchel_motion* motions,
                                   size_t motion_count, satchel_shape_hit* hits, const satchel_cast_options* options) {
  Checks checks = Checks().one(1, scene).array(2, shapes, shape_count).array(4, poses, count);
  checks.array(6, motions, motion_count).array(8, hits, count);
  const satchel::c::CastChoice cast(checks, options, 9);
  return query(
      checks, scene, cast.taken.query, 9,
      [&]<class T>(const satchel::BasicIndex<T>& index, const satchel::BasicScene<T>& of, const QueryOptions& chosen) {
        return index.try_cast_shapes(of, view<const satchel::ShapeId>(shapes, shape_count),
                                     view<const satchel::Pose>(poses, count),
                                     view<const satchel::Motion>(motions, motion_count),
                                     view<satchel::ShapeHit>(hits, count), cast.with<T>(chosen));
      });
}

satchel_status satchel_all_shape_hits(const satchel_scene* scene, const uint32_t* shapes, size_t shape_count,
                                      const satchel_pose* poses, size_t count, const satchel_motion* motions,
                                      size_t motion_count, satchel_found_shape_hit* hits, size_t room, size_t* found,
                                      const satchel_cast_options* options) {
  Checks checks = Checks().one(1, scene).array(2, shapes, shape_count).array(4, poses, count);
  checks.array(6, motions, motion_count);
  const satchel::c::CastChoice cast(checks, options, 11);
  return query_list<satchel::FoundShapeHit>(
      checks, scene, 8, hits, room, found, cast.taken.query,
      [&]<class T>(const satchel::BasicIndex<T>& index, const satchel::BasicScene<T>& of, const auto& list,
                   const QueryOptions& chosen) {
        return index.try_all_shape_hits(of, view<const satchel::ShapeId>(shapes, shape_count),
                                        view<const satchel::Pose>(poses, count),
                                        view<const satchel::Motion>(motions, motion_count), list, cast.with<T>(chosen));
      });
}

satchel_status satchel_nearest_bodies(const satchel_scene* scene, const uint32_t* shapes, size_t shape_count,
                                      const satchel_pose* poses, size_t count, size_t nearest, double max_distance,
                                      satchel_near_body* bodies, size_t room, size_t* found,
                                      const satchel_query_options* options) {
  return satchel::c::nearest_bodies<float>(scene, shapes, shape_count, poses, count, nearest, max_distance, bodies,
                                           room, found, options);
}

satchel_status satchel_nearest_bodies_d(const satchel_scene* scene, const uint32_t* shapes, size_t shape_count,
                                        const satchel_pose* poses, size_t count, size_t nearest, double max_distance,
                                        satchel_near_bodyd* bodies, size_t room, size_t* found,
                                        const satchel_query_options* options) {
  return satchel::c::nearest_bodies<double>(scene, shapes, shape_count, poses, count, nearest, max_distance, bodies,
                                            room, found, options);
}

satchel_status satchel_first_hits(const satchel_scene* scene, const satchel_trajectories* movers,
                                  const satchel_trajectories* obstacles, satchel_first_hit* hits, size_t hit_count,
                                  const satchel_query_options* options) {
  Checks checks = Checks().one(1, scene);
  const satchel::Trajectories moving = satchel::c::take_trajectories(checks, 2, movers);
  const satchel::Trajectories others = satchel::c::take_trajectories(checks, 3, obstacles);
  const auto out = view<satchel::FirstHit>(hits, hit_count);
  return query(
      checks.array(4, hits, hit_count), scene, options, 6,
      [&](const auto& index, const auto& of, const QueryOptions& chosen) {
        return index.try_first_hits(of, moving, others, out, chosen);
      },
      [&](const auto& of, const Options& how) { return try_first_hits(of, moving, others, out, how); });
}

satchel_status satchel_trajectory_hits(const satchel_scene* scene, const satchel_trajectories* movers,
                                       const satchel_trajectories* obstacles, satchel_trajectory_hit* hits, size_t room,
                                       size_t* found, const satchel_query_options* options) {
  Checks checks = Checks().one(1, scene);
  const satchel::Trajectories moving = satchel::c::take_trajectories(checks, 2, movers);
  const satchel::Trajectories others = satchel::c::take_trajectories(checks, 3, obstacles);
  return query_list<satchel::TrajectoryHit>(
      checks, scene, 4, hits, room, found, options,
      [&](const auto& index, const auto& of, const auto& list, const QueryOptions& chosen) {
        return index.try_trajectory_hits(of, moving, others, list, chosen);
      },
      [&](const auto& of, const auto& list, const Options& how) {
        return try_trajectory_hits(of, moving, others, list, how);
      });
}

satchel_status satchel_clearances(const satchel_scene* scene, const satchel_trajectories* movers,
                                  const satchel_trajectories* obstacles, double max_distance,
                                  satchel_clearance* clearances, size_t clearance_count,
                                  const satchel_query_options* options) {
  Checks checks = Checks().one(1, scene);
  const satchel::Trajectories moving = satchel::c::take_trajectories(checks, 2, movers);
  const satchel::Trajectories others = satchel::c::take_trajectories(checks, 3, obstacles);
  const auto out = view<satchel::Clearance>(clearances, clearance_count);
  return query(
      checks.array(5, clearances, clearance_count), scene, options, 7,
      [&](const auto& index, const auto& of, const QueryOptions& chosen) {
        return index.try_clearances(of, moving, others, max_distance, out, chosen);
      },
      [&](const auto& of, const Options& how) { return try_clearances(of, moving, others, max_distance, out, how); });
}

satchel_status satchel_times_to_collision(const satchel_scene* scene, const satchel_trajectories* movers,
                                          const satchel_trajectories* obstacles, double horizon,
                                          satchel_collision_time* times, size_t time_count,
                                          const satchel_query_options* options) {
  Checks checks = Checks().one(1, scene);
  const satchel::Trajectories moving = satchel::c::take_trajectories(checks, 2, movers);
  const satchel::Trajectories others = satchel::c::take_trajectories(checks, 3, obstacles);
  const auto out = view<satchel::CollisionTime>(times, time_count);
  return query(
      checks.array(5, times, time_count), scene, options, 7,
      [&](const auto& index, const auto& of, const QueryOptions& chosen) {
        return index.try_times_to_collision(of, moving, others, horizon, out, chosen);
      },
      [&](const auto& of, const Options& how) {
        return try_times_to_collision(of, moving, others, horizon, out, how);
      });
}

}  // extern "C"
