// The questions that an Index answers, in batches and one at a time.
//
// One file, because each method is a few lines, and all share the reading of their arguments.
#include <limits>

#include "docs.hpp"
#include "found.hpp"
#include "index.hpp"
#include "options.hpp"
#include "paths.hpp"
#include "poses.hpp"
#include "queries.hpp"
#include "scene_parts.hpp"

namespace satchel::python {

using namespace nb::literals;

namespace {

constexpr const char* poses_wanted = "(n, 3): x, y, angle, or (n, 4): x, y, cos, sin";
constexpr double infinity = std::numeric_limits<double>::infinity();

/// The arguments that all query methods share.
struct Query {
  const PyIndex& self;
  const PyScene& scene;
  QueryArguments which;
  nb::handle out;
  CallArguments arguments;

  /// The Items that ask(index, scene, output, options) finds.
  template <class Item, class Ask>
  nb::object found(const Ask& ask) const {
    return ask_index(self, scene, [&](const auto& index, const auto& s) {
      Call call(arguments);
      return find<Item>(out, list_of<Item>(), call, [&](const Output<Item>& list, const Options& options) {
        return ask(index, s, list, which.with(options));
      });
    });
  }
  /// `array`, which ask(index, scene, options) fills.
  template <class Ask>
  nb::object written(nb::object array, const Ask& ask) const {
    ask_index(self, scene, [&](const auto& index, const auto& s) {
      Call call(arguments);
      call.run([&](const Options& options) { return ask(index, s, which.with(options)); });
    });
    return array;
  }
};

/// Defines a method for many queries: ask(query, values...). @tparam Values  types of the arguments after `scene`
/// @param names  of the values, with nb::kw_only() among or after them
template <class... Values, class Ask, class... Names>
void bind_keywords(Class<PyIndex>& cls, const char* name, const char* doc, Ask ask, const Names&... names) {
  cls.def(
      name,
      [ask](const PyIndex& self, const PyScene& scene, Values... values, nb::handle filters, nb::handle worlds,
            nb::handle query_filters, nb::handle query_worlds, nb::handle ignored, nb::handle out, nb::handle threads,
            nb::handle progress) {
        return ask(Query{self,
                         scene,
                         {filters, worlds, query_filters, query_worlds, ignored},
                         out,
                         {threads, nb::none(), progress}},
                   values...);
      },
      doc, "scene"_a, names..., "filters"_a = nb::none(), "worlds"_a = nb::none(), "query_filters"_a = nb::none(),
      "query_worlds"_a = nb::none(), "ignored"_a = nb::none(), "out"_a = nb::none(), "threads"_a = nb::none(),
      "progress"_a = nb::none());
}

/// The same, where all values may be positional.
template <class... Values, class Ask, class... Names>
void bind_batch(Class<PyIndex>& cls, const char* name, const char* doc, Ask ask, const Names&... names) {
  bind_keywords<Values...>(cls, name, doc, ask, names..., nb::kw_only());
}

/// Defines a method for one query, on the calling thread. @param names  of the values, with nb::kw_only() among or after them
template <class... Values, class Ask, class... Names>
void bind_single_keywords(Class<PyIndex>& cls, const char* name, const char* doc, Ask ask, const Names&... names) {
  cls.def(
      name,
      [ask](const PyIndex& self, const PyScene& scene, Values... values, nb::handle filters, nb::handle worlds,
            nb::handle query_filters, nb::handle query_worlds, nb::handle ignored) {
        const nb::none none;
        return ask(
            Query{self, scene, {filters, worlds, query_filters, query_worlds, ignored}, none, {none, none, none}},
            values...);
      },
      doc, "scene"_a, names..., "filters"_a = nb::none(), "worlds"_a = nb::none(), "query_filters"_a = nb::none(),
      "query_worlds"_a = nb::none(), "ignored"_a = nb::none());
}

/// The same, where all values may be positional.
template <class... Values, class Ask, class... Names>
void bind_single(Class<PyIndex>& cls, const char* name, const char* doc, Ask ask, const Names&... names) {
  bind_single_keywords<Values...>(cls, name, doc, ask, names..., nb::kw_only());
}

/// The options of a call with rays.
QueryOptions with_rays(QueryOptions options, const RayOptions& rays) {
  options.rays = rays;
  return options;
}

nb::object cast(const Query& query, const RaysArgument& rays, const RayOptions& more) {
  nb::object array = results<RayHit>(query.out, rays.size());
  if (!query.out.is_none()) refuse_overlap(array, rays.owner(), "rays");
  return query.written(array, [&](const auto& index, const auto& scene, const QueryOptions& options) {
    return index.try_cast_rays(scene, rays.span(), span_of<RayHit>(array), with_rays(options, more));
  });
}

nb::object blocked(const Query& query, const RaysArgument& rays, const RayOptions& more) {
  nb::object array = result(query.out, NPY_BOOL, {static_cast<std::ptrdiff_t>(rays.size())});
  if (!query.out.is_none()) refuse_overlap(array, rays.owner(), "rays");
  return query.written(array, [&](const auto& index, const auto& scene, const QueryOptions& options) {
    return index.try_rays_blocked(scene, rays.span(), span_of<std::uint8_t>(array), with_rays(options, more));
  });
}

nb::object bodies_at(const Query& query, std::span<const Vec2d> points) {
  return query.found<FoundBody>(
      [&](const auto& index, const auto& scene, const Output<FoundBody>& found, const QueryOptions& options) {
        return index.try_bodies_at_points(scene, points, found, options);
      });
}

nb::object bodies_in(const Query& query, std::span<const Box> boxes) {
  return query.found<FoundBody>(
      [&](const auto& index, const auto& scene, const Output<FoundBody>& found, const QueryOptions& options) {
        return index.try_bodies_in_boxes(scene, boxes, found, options);
      });
}

nb::object bodies_touched(const Query& query, std::span<const ShapeId> shapes, std::span<const Pose> poses) {
  return query.found<BodyAtPose>(
      [&](const auto& index, const auto& scene, const Output<BodyAtPose>& found, const QueryOptions& options) {
        return index.try_bodies_at_poses(scene, shapes, poses, found, options);
      });
}

nb::object images_touched(const Query& query, const Periods& periods, std::span<const ShapeId> shapes,
                          std::span<const Pose> poses) {
  return query.found<FoundImage>(
      [&](const auto& index, const auto& scene, const Output<FoundImage>& found, const QueryOptions& options) {
        return index.try_bodies_at_poses(scene, periods, shapes, poses, found, options);
      });
}

nb::object hits_of(const Query& query, const Paths& paths) {
  const nb::object array = paths.one_a_mover<FirstHit>(query.out);
  return query.written(array, [&](const auto& index, const auto& scene, const QueryOptions& options) {
    return paths.in_own_argument(
        index.try_first_hits(scene, paths.movers(), paths.obstacles(), span_of<FirstHit>(array), options));
  });
}

nb::object all_hits_of(const Query& query, const Paths& paths) {
  return query.found<TrajectoryHit>(
      [&](const auto& index, const auto& scene, const Output<TrajectoryHit>& hits, const QueryOptions& options) {
        return paths.in_own_argument(
            index.try_trajectory_hits(scene, paths.movers(), paths.obstacles(), hits, options));
      });
}

nb::object clearances_of(const Query& query, const Paths& paths, double max_distance) {
  const nb::object array = paths.one_a_mover<Clearance>(query.out);
  return query.written(array, [&](const auto& index, const auto& scene, const QueryOptions& options) {
    return paths.in_own_argument(index.try_clearances(scene, paths.movers(), paths.obstacles(), max_distance,
                                                      span_of<Clearance>(array), options));
  });
}

nb::object times_of(const Query& query, const Paths& paths, double horizon) {
  const nb::object array = paths.one_a_pose<CollisionTime>(query.out);
  return query.written(array, [&](const auto& index, const auto& scene, const QueryOptions& options) {
    return paths.in_own_argument(index.try_times_to_collision(scene, paths.movers(), paths.obstacles(), horizon,
                                                              span_of<CollisionTime>(array), options));
  });
}

nb::object nearest(const Query& query, std::span<const ShapeId> shapes, std::span<const Pose> poses, std::size_t count,
                   double max_distance) {
  return ask_index(query.self, query.scene, [&]<class T>(const BasicIndex<T>& index, const BasicScene<T>& scene) {
    Call call(query.arguments);
    using Item = BasicNearBody<T>;
    return find<Item>(query.out, list_of<Item>(), call, [&](const Output<Item>& found, const Options& options) {
      return index.try_nearest_bodies(scene, shapes, poses, count, max_distance, found, query.which.with(options));
    });
  });
}

nb::object nearest_to(const Query& query, std::span<const Vec2d> points, std::size_t count, double max_distance) {
  return ask_index(query.self, query.scene, [&]<class T>(const BasicIndex<T>& index, const BasicScene<T>& scene) {
    Call call(query.arguments);
    using Item = BasicNearBody<T>;
    return find<Item>(query.out, list_of<Item>(), call, [&](const Output<Item>& found, const Options& options) {
      return index.try_nearest_to_points(scene, points, count, max_distance, found, query.which.with(options));
    });
  });
}

/// Shapes that move, and the options of a cast.
struct CastArguments {
  std::span<const ShapeId> shapes;
  const PosesArgument& poses;
  const Input<double>& motions;
  double tolerance;
  bool leaves_start;
  double max_angle;

  template <class T>
  BasicCastOptions<T> with(const QueryOptions& query) const {
    return {.query = query,
            .tolerance = static_cast<T>(tolerance),
            .max_angle = static_cast<T>(max_angle),
            .leaves_start = leaves_start};
  }
};

nb::object cast_shapes(const Query& query, const CastArguments& casts) {
  nb::object array = results<ShapeHit>(query.out, casts.poses.span().size());
  if (!query.out.is_none()) {
    refuse_overlap(array, casts.poses.owner(), "poses");
    refuse_overlap(array, casts.motions.owner, "motions");
  }
  return ask_index(query.self, query.scene, [&]<class T>(const BasicIndex<T>& index, const BasicScene<T>& scene) {
    Call call(query.arguments);
    call.run([&](const Options& options) {
      return index.try_cast_shapes(scene, casts.shapes, casts.poses.span(), casts.motions.as<Motion>(),
                                   span_of<ShapeHit>(array), casts.with<T>(query.which.with(options)));
    });
    return array;
  });
}

nb::object all_shape_hits(const Query& query, const CastArguments& casts) {
  return ask_index(query.self, query.scene, [&]<class T>(const BasicIndex<T>& index, const BasicScene<T>& scene) {
    Call call(query.arguments);
    return find<FoundShapeHit>(
        query.out, list_of<FoundShapeHit>(), call, [&](const Output<FoundShapeHit>& found, const Options& options) {
          return index.try_all_shape_hits(scene, casts.shapes, casts.poses.span(), casts.motions.as<Motion>(), found,
                                          casts.with<T>(query.which.with(options)));
        });
  });
}

/// The bodies of what one query found: (k,) uint32.
nb::object only_bodies(const nb::object& found) { return found.attr("body").attr("copy")(); }

Input<std::uint32_t> shapes_of(nb::handle value) {
  return optional_ids(value, {"shapes", {-1}, "(n,): one for each pose, or one for all"});
}
PosesArgument one_pose(nb::handle pose) { return {pose, "pose", 1, "(3,): x, y, angle, or (4,): x, y, cos, sin"}; }

void bind_rays(Class<PyIndex>& cls) {
  bind_keywords<nb::handle, nb::handle, bool>(
      cls, "cast_rays", docs::index_cast_rays,
      [](const Query& query, nb::handle rays, nb::handle from_inside, bool exits) {
        return cast(query, RaysArgument(rays), ray_options(from_inside, exits));
      },
      "rays"_a, nb::kw_only(), "from_inside"_a = "solid", "exits"_a = false);
  bind_keywords<nb::handle, nb::handle>(
      cls, "rays_blocked", docs::index_rays_blocked,
      [](const Query& query, nb::handle rays, nb::handle from_inside) {
        return blocked(query, RaysArgument(rays), ray_options(from_inside, false));
      },
      "rays"_a, nb::kw_only(), "from_inside"_a = "solid");
  bind_keywords<nb::handle, nb::handle, bool>(
      cls, "all_ray_hits", docs::index_all_ray_hits,
      [](const Query& query, nb::handle rays, nb::handle from_inside, bool exits) {
        const RaysArgument list(rays);
        const RayOptions more = ray_options(from_inside, exits);
        return query.found<FoundRayHit>(
            [&](const auto& index, const auto& scene, const Output<FoundRayHit>& hits, const QueryOptions& options) {
              return index.try_all_ray_hits(scene, list.span(), hits, with_rays(options, more));
            });
      },
      "rays"_a, nb::kw_only(), "from_inside"_a = "solid", "exits"_a = false);
  bind_single_keywords<nb::handle, nb::handle, double, nb::handle, bool>(
      cls, "cast_ray", "The first body that one ray hits, a RayHit: as `cast_rays`.",
      [](const Query& query, nb::handle origin, nb::handle direction, double max_time, nb::handle from_inside,
         bool exits) {
        const RaysArgument ray(origin, direction, max_time);
        return nb::object(cast(query, ray, ray_options(from_inside, exits))[nb::int_(0)]);
      },
      "origin"_a, "direction"_a, "max_time"_a = infinity, nb::kw_only(), "from_inside"_a = "solid", "exits"_a = false);
  bind_single_keywords<nb::handle, nb::handle, double, nb::handle>(
      cls, "ray_blocked", "Whether one ray hits any body up to max_time (bool): as `rays_blocked`.",
      [](const Query& query, nb::handle origin, nb::handle direction, double max_time, nb::handle from_inside) {
        const RaysArgument ray(origin, direction, max_time);
        return *data_of<bool>(blocked(query, ray, ray_options(from_inside, false)));
      },
      "origin"_a, "direction"_a, "max_time"_a = infinity, nb::kw_only(), "from_inside"_a = "solid");
}

void bind_places(Class<PyIndex>& cls) {
  bind_batch<nb::handle>(
      cls, "bodies_at_points", docs::index_bodies_at_points,
      [](const Query& query, nb::handle points) {
        const Input<double> at = points_of(points);
        return bodies_at(query, at.as<Vec2d>());
      },
      "points"_a);
  bind_batch<nb::handle>(
      cls, "bodies_in_boxes", docs::index_bodies_in_boxes,
      [](const Query& query, nb::handle boxes) {
        const Input<double> list = boxes_of(boxes);
        return bodies_in(query, list.as<Box>());
      },
      "boxes"_a);
  bind_single<nb::handle>(
      cls, "bodies_at_point", "The bodies that contain one point, ascending: (k,) uint32. As `bodies_at_points`.",
      [](const Query& query, nb::handle point) {
        const Input<double> at = floats<double>(point, {"point", {2}, "(2,): x, y"});
        return only_bodies(bodies_at(query, at.as<Vec2d>()));
      },
      "point"_a);
  bind_single<nb::handle>(
      cls, "bodies_in_box", "The bodies that touch or overlap one box, ascending: (k,) uint32. As `bodies_in_boxes`.",
      [](const Query& query, nb::handle box) {
        const Input<double> one = floats<double>(box, {"box", {4}, "(4,): min x, min y, max x, max y"});
        return only_bodies(bodies_in(query, one.as<Box>()));
      },
      "box"_a);
}

void bind_poses(Class<PyIndex>& cls) {
  bind_batch<nb::handle, nb::handle>(
      cls, "bodies_at_poses", docs::index_bodies_at_poses,
      [](const Query& query, nb::handle shapes, nb::handle poses) {
        const Input<std::uint32_t> list = shapes_of(shapes);
        const PosesArgument at(poses, "poses", 2, poses_wanted);
        return bodies_touched(query, list.span(), at.span());
      },
      "shapes"_a, "poses"_a);
  bind_keywords<nb::handle, nb::handle, nb::handle>(
      cls, "bodies_at_poses", docs::index_bodies_at_poses,
      [](const Query& query, nb::handle shapes, nb::handle poses, nb::handle periods) {
        const Input<std::uint32_t> list = shapes_of(shapes);
        const PosesArgument at(poses, "poses", 2, poses_wanted);
        return images_touched(query, periods_of(periods), list.span(), at.span());
      },
      "shapes"_a, "poses"_a, nb::kw_only(), "periods"_a);
  bind_batch<nb::handle, nb::handle, std::size_t, double>(
      cls, "nearest_bodies", docs::index_nearest_bodies,
      [](const Query& query, nb::handle shapes, nb::handle poses, std::size_t count, double max_distance) {
        const Input<std::uint32_t> list = shapes_of(shapes);
        const PosesArgument at(poses, "poses", 2, poses_wanted);
        return nearest(query, list.span(), at.span(), count, max_distance);
      },
      "shapes"_a, "poses"_a, "count"_a = 1, "max_distance"_a = infinity);
  bind_batch<nb::handle, std::size_t, double>(
      cls, "nearest_to_points", docs::index_nearest_to_points,
      [](const Query& query, nb::handle points, std::size_t count, double max_distance) {
        return nearest_to(query, points_of(points).as<Vec2d>(), count, max_distance);
      },
      "points"_a, "count"_a = 1, "max_distance"_a = infinity);
  bind_single<nb::handle, nb::handle>(
      cls, "bodies_at_pose",
      "The bodies that a shape at a pose touches or overlaps, ascending: (k,) uint32. As `bodies_at_poses`.",
      [](const Query& query, nb::handle shape, nb::handle pose) {
        const ShapeId id = id_of(shape, "shape");
        const PosesArgument at = one_pose(pose);
        return only_bodies(bodies_touched(query, {&id, 1}, at.span()));
      },
      "shape"_a, "pose"_a);
  bind_single<nb::handle, nb::handle, double>(
      cls, "nearest_body",
      "The body nearest to a shape at a pose, a NearBody; None if none is within max_distance. As `nearest_bodies`.",
      [](const Query& query, nb::handle shape, nb::handle pose, double max_distance) {
        const ShapeId id = id_of(shape, "shape");
        const PosesArgument at = one_pose(pose);
        const nb::object found = nearest(query, {&id, 1}, at.span(), 1, max_distance);
        return nb::len(found) == 0 ? nb::object(nb::none()) : nb::object(found[nb::int_(0)]);
      },
      "shape"_a, "pose"_a, "max_distance"_a = infinity);
}

void bind_casts(Class<PyIndex>& cls) {
  const auto bind_many = [&](const char* name, const char* doc, auto ask) {
    bind_keywords<nb::handle, nb::handle, nb::handle, double, bool, double>(
        cls, name, doc,
        [ask](const Query& query, nb::handle shapes, nb::handle poses, nb::handle motions, double tolerance,
              bool leaves_start, double max_angle) {
          const Input<std::uint32_t> list = shapes_of(shapes);
          const PosesArgument at(poses, "poses", 2, poses_wanted);
          const Input<double> by = floats<double>(motions, {"motions", {-1, 3}, "(n, 3): x, y, angle of each pose"});
          return ask(query, CastArguments{list.span(), at, by, tolerance, leaves_start, max_angle});
        },
        "shapes"_a, "poses"_a, "motions"_a, nb::kw_only(), "tolerance"_a = 0.0, "leaves_start"_a = false,
        "max_angle"_a = CastOptionsd{}.max_angle);
  };
  bind_many("cast_shapes", docs::index_cast_shapes, cast_shapes);
  bind_many("all_shape_hits", docs::index_all_shape_hits, all_shape_hits);
  cls.def(
      "cast_shape",
      [](const PyIndex& self, const PyScene& scene, nb::handle shape, nb::handle pose, nb::handle motion,
         double tolerance, bool leaves_start, double max_angle, nb::handle filters, nb::handle worlds,
         nb::handle query_filters, nb::handle query_worlds, nb::handle ignored) {
        const nb::none none;
        const ShapeId id = id_of(shape, "shape");
        const PosesArgument at = one_pose(pose);
        const Input<double> by = floats<double>(motion, {"motion", {3}, "(3,): x, y, angle"});
        const Query query{
            self, scene, {filters, worlds, query_filters, query_worlds, ignored}, none, {none, none, none}};
        return nb::object(cast_shapes(query, {{&id, 1}, at, by, tolerance, leaves_start, max_angle})[nb::int_(0)]);
      },
      "The first body that one shape meets on its motion, a ShapeHit: as `cast_shapes`.", "scene"_a, "shape"_a,
      "pose"_a, "motion"_a, nb::kw_only(), "tolerance"_a = 0.0, "leaves_start"_a = false,
      "max_angle"_a = CastOptionsd{}.max_angle, "filters"_a = nb::none(), "worlds"_a = nb::none(),
      "query_filters"_a = nb::none(), "query_worlds"_a = nb::none(), "ignored"_a = nb::none());
}

void bind_trajectories(Class<PyIndex>& cls) {
  bind_keywords<nb::handle, nb::handle, nb::handle, nb::handle, double, nb::handle, nb::handle, nb::handle, nb::handle,
                double>(
      cls, "first_hits", docs::index_first_hits,
      [](const Query& query, nb::handle shapes, nb::handle poses, nb::handle starts, nb::handle present,
         double clearance, nb::handle obstacle_shapes, nb::handle obstacle_poses, nb::handle obstacle_starts,
         nb::handle obstacle_present, double obstacle_clearance) {
        return hits_of(query,
                       Paths({shapes, poses, starts, present, clearance},
                             {obstacle_shapes, obstacle_poses, obstacle_starts, obstacle_present, obstacle_clearance}));
      },
      "shapes"_a, "poses"_a, nb::kw_only(), "starts"_a = nb::none(), "present"_a = nb::none(), "clearance"_a = 0.0,
      "obstacle_shapes"_a = nb::none(), "obstacle_poses"_a = nb::none(), "obstacle_starts"_a = nb::none(),
      "obstacle_present"_a = nb::none(), "obstacle_clearance"_a = 0.0);
  bind_keywords<nb::handle, nb::handle, nb::handle, nb::handle, double, nb::handle, nb::handle, nb::handle, nb::handle,
                double>(
      cls, "trajectory_hits", docs::index_trajectory_hits,
      [](const Query& query, nb::handle shapes, nb::handle poses, nb::handle starts, nb::handle present,
         double clearance, nb::handle obstacle_shapes, nb::handle obstacle_poses, nb::handle obstacle_starts,
         nb::handle obstacle_present, double obstacle_clearance) {
        return all_hits_of(query, Paths({shapes, poses, starts, present, clearance},
                                        {obstacle_shapes, obstacle_poses, obstacle_starts, obstacle_present,
                                         obstacle_clearance}));
      },
      "shapes"_a, "poses"_a, nb::kw_only(), "starts"_a = nb::none(), "present"_a = nb::none(), "clearance"_a = 0.0,
      "obstacle_shapes"_a = nb::none(), "obstacle_poses"_a = nb::none(), "obstacle_starts"_a = nb::none(),
      "obstacle_present"_a = nb::none(), "obstacle_clearance"_a = 0.0);
  bind_keywords<nb::handle, nb::handle, nb::handle, nb::handle, double, nb::handle, nb::handle, nb::handle, nb::handle,
                double, double>(
      cls, "clearances", docs::index_clearances,
      [](const Query& query, nb::handle shapes, nb::handle poses, nb::handle starts, nb::handle present,
         double clearance, nb::handle obstacle_shapes, nb::handle obstacle_poses, nb::handle obstacle_starts,
         nb::handle obstacle_present, double obstacle_clearance, double max_distance) {
        return clearances_of(query,
                             Paths({shapes, poses, starts, present, clearance},
                                   {obstacle_shapes, obstacle_poses, obstacle_starts, obstacle_present,
                                    obstacle_clearance}),
                             max_distance);
      },
      "shapes"_a, "poses"_a, nb::kw_only(), "starts"_a = nb::none(), "present"_a = nb::none(), "clearance"_a = 0.0,
      "obstacle_shapes"_a = nb::none(), "obstacle_poses"_a = nb::none(), "obstacle_starts"_a = nb::none(),
      "obstacle_present"_a = nb::none(), "obstacle_clearance"_a = 0.0, "max_distance"_a = infinity);
  bind_keywords<nb::handle, nb::handle, nb::handle, double, nb::handle, nb::handle, double, nb::handle, nb::handle,
                nb::handle, nb::handle, nb::handle, double>(
      cls, "times_to_collision", docs::index_times_to_collision,
      [](const Query& query, nb::handle shapes, nb::handle poses, nb::handle velocities, double horizon,
         nb::handle starts, nb::handle present, double clearance, nb::handle obstacle_shapes, nb::handle obstacle_poses,
         nb::handle obstacle_velocities, nb::handle obstacle_starts, nb::handle obstacle_present,
         double obstacle_clearance) {
        return times_of(query,
                        Paths({shapes, poses, starts, present, clearance, velocities},
                              {obstacle_shapes, obstacle_poses, obstacle_starts, obstacle_present, obstacle_clearance,
                               obstacle_velocities}),
                        horizon);
      },
      "shapes"_a, "poses"_a, "velocities"_a.none(), "horizon"_a, nb::kw_only(), "starts"_a = nb::none(),
      "present"_a = nb::none(), "clearance"_a = 0.0, "obstacle_shapes"_a = nb::none(), "obstacle_poses"_a = nb::none(),
      "obstacle_velocities"_a = nb::none(), "obstacle_starts"_a = nb::none(), "obstacle_present"_a = nb::none(),
      "obstacle_clearance"_a = 0.0);
}

}  // namespace

void bind_index_queries(Class<PyIndex>& cls) {
  bind_rays(cls);
  bind_places(cls);
  bind_poses(cls);
  bind_casts(cls);
  bind_trajectories(cls);
}

}  // namespace satchel::python
