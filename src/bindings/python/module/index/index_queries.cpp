// The questions that an Index answers, in batches and one at a time.
//
// One file, because each method is a few lines, and all share the reading of their arguments.
#include <limits>

#include "docs.hpp"
#include "found.hpp"
#include "index.hpp"
#include "bindings/numbers.hpp"
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
  /// @param inputs  the arrays that it reads beside those of `which`
  template <class Item, class Ask>
  nb::object found(const NamedArrays& inputs, const Ask& ask) const {
    return ask_index(self, scene, [&](const auto& index, const auto& s) {
      return found_by<Item>(inputs, [&](const Output<Item>& list, const QueryOptions& options) {
        return ask(index, s, list, options);
      });
    });
  }
  /// The Items that ask(output, options) finds.
  template <class Item, class Ask>
  nb::object found_by(const NamedArrays& inputs, const Ask& ask) const {
    Call call(arguments);
    return find<Item>(out, joined(which.inputs(), inputs), list_of<Item>(), call,
                      [&](const Output<Item>& list, const Options& options) { return ask(list, which.with(options)); });
  }
  /// `array`, which ask(index, scene, options) fills.
  /// @param inputs  the arrays that it reads beside those of `which`
  template <class Ask>
  nb::object written(nb::object array, const NamedArrays& inputs, const Ask& ask) const {
    if (!out.is_none()) refuse_overlap(array, joined(which.inputs(), inputs));
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

/// Shapes at poses.
class PlacedShapes {
 public:
  PlacedShapes(nb::handle shapes, nb::handle poses)
      : shapes_(optional_ids(shapes, {"shapes", {-1}, "(n,): one for each pose, or one for all"})),
        poses_(poses, "poses", 2, poses_wanted) {}
  struct One {};
  PlacedShapes(nb::handle shape, nb::handle pose, One)
      : shapes_(ids(shape, {"shape", {}, "one index"})),
        poses_(pose, "pose", 1, "(3,): x, y, angle, or (4,): x, y, cos, sin") {}

  std::span<const ShapeId> shapes() const { return shapes_.span(); }
  std::span<const Pose> poses() const { return poses_.span(); }
  NamedArrays inputs() const { return {{shapes_.owner, "shapes"}, {poses_.owner(), "poses"}}; }

 private:
  Input<std::uint32_t> shapes_;
  PosesArgument poses_;
};

nb::object cast(const Query& query, const RaysArgument& rays, const RayOptions& more) {
  nb::object array = results<RayHit>(query.out, rays.size());
  return query.written(array, rays.inputs(), [&](const auto& index, const auto& scene, const QueryOptions& options) {
    return index.try_cast_rays(scene, rays.span(), span_of<RayHit>(array), with_rays(options, more));
  });
}

nb::object blocked(const Query& query, const RaysArgument& rays, const RayOptions& more) {
  nb::object array = result(query.out, NPY_BOOL, {static_cast<std::ptrdiff_t>(rays.size())});
  return query.written(array, rays.inputs(), [&](const auto& index, const auto& scene, const QueryOptions& options) {
    return index.try_rays_blocked(scene, rays.span(), span_of<std::uint8_t>(array), with_rays(options, more));
  });
}

nb::object bodies_at(const Query& query, const Input<double>& points) {
  return query.found<FoundBody>(
      {{points.owner, "points"}},
      [&](const auto& index, const auto& scene, const Output<FoundBody>& found, const QueryOptions& options) {
        return index.try_bodies_at_points(scene, points.as<Vec2d>(), found, options);
      });
}

nb::object bodies_in(const Query& query, const Input<double>& boxes) {
  return query.found<FoundBody>(
      {{boxes.owner, "boxes"}},
      [&](const auto& index, const auto& scene, const Output<FoundBody>& found, const QueryOptions& options) {
        return index.try_bodies_in_boxes(scene, boxes.as<Box>(), found, options);
      });
}

nb::object bodies_touched(const Query& query, const PlacedShapes& placed) {
  return query.found<BodyAtPose>(
      placed.inputs(),
      [&](const auto& index, const auto& scene, const Output<BodyAtPose>& found, const QueryOptions& options) {
        return index.try_bodies_at_poses(scene, placed.shapes(), placed.poses(), found, options);
      });
}

nb::object images_touched(const Query& query, const Periods& periods, const PlacedShapes& placed) {
  return query.found<FoundImage>(
      placed.inputs(),
      [&](const auto& index, const auto& scene, const Output<FoundImage>& found, const QueryOptions& options) {
        return index.try_bodies_at_poses(scene, periods, placed.shapes(), placed.poses(), found, options);
      });
}

nb::object hits_of(const Query& query, const Paths& paths) {
  const nb::object array = paths.one_a_mover<FirstHit>(query.out);
  return query.written(array, paths.inputs(), [&](const auto& index, const auto& scene, const QueryOptions& options) {
    return paths.in_own_argument(
        index.try_first_hits(scene, paths.movers(), paths.obstacles(), span_of<FirstHit>(array), options));
  });
}

nb::object all_hits_of(const Query& query, const Paths& paths) {
  return query.found<TrajectoryHit>(
      paths.inputs(),
      [&](const auto& index, const auto& scene, const Output<TrajectoryHit>& hits, const QueryOptions& options) {
        return paths.in_own_argument(
            index.try_trajectory_hits(scene, paths.movers(), paths.obstacles(), hits, options));
      });
}

nb::object clearances_of(const Query& query, const Paths& paths, double max_distance) {
  const nb::object array = paths.one_a_mover<Clearance>(query.out);
  return query.written(array, paths.inputs(), [&](const auto& index, const auto& scene, const QueryOptions& options) {
    return paths.in_own_argument(index.try_clearances(scene, paths.movers(), paths.obstacles(), max_distance,
                                                      span_of<Clearance>(array), options));
  });
}

nb::object times_of(const Query& query, const Paths& paths, double horizon) {
  const nb::object array = paths.one_a_pose<CollisionTime>(query.out);
  return query.written(array, paths.inputs(), [&](const auto& index, const auto& scene, const QueryOptions& options) {
    return paths.in_own_argument(index.try_times_to_collision(scene, paths.movers(), paths.obstacles(), horizon,
                                                              span_of<CollisionTime>(array), options));
  });
}

nb::object nearest(const Query& query, const PlacedShapes& placed, std::size_t count, double max_distance) {
  return ask_index(query.self, query.scene, [&]<class T>(const BasicIndex<T>& index, const BasicScene<T>& scene) {
    using Item = BasicNearBody<T>;
    return query.found_by<Item>(placed.inputs(), [&](const Output<Item>& found, const QueryOptions& options) {
      return index.try_nearest_bodies(scene, placed.shapes(), placed.poses(), count, max_distance, found, options);
    });
  });
}

nb::object nearest_to(const Query& query, const Input<double>& points, std::size_t count, double max_distance) {
  return ask_index(query.self, query.scene, [&]<class T>(const BasicIndex<T>& index, const BasicScene<T>& scene) {
    using Item = BasicNearBody<T>;
    return query.found_by<Item>({{points.owner, "points"}}, [&](const Output<Item>& found, const QueryOptions& options) {
      return index.try_nearest_to_points(scene, points.as<Vec2d>(), count, max_distance, found, options);
    });
  });
}

/// Shapes that move, and the options of a cast.
struct CastArguments {
  const PlacedShapes& placed;
  const Input<double>& motions;
  double tolerance;
  bool leaves_start;
  double max_angle;

  template <class T>
  BasicCastOptions<T> with(const QueryOptions& query) const {
    return {.query = query,
            .tolerance = narrow_margin<T>(tolerance),
            .max_angle = narrow_up_to<T>(largest_angle, max_angle),
            .leaves_start = leaves_start};
  }
  NamedArrays inputs() const { return joined(placed.inputs(), {{motions.owner, "motions"}}); }
};

nb::object cast_shapes(const Query& query, const CastArguments& casts) {
  nb::object array = results<ShapeHit>(query.out, casts.placed.poses().size());
  return query.written(array, casts.inputs(), [&]<class T>(const BasicIndex<T>& index, const BasicScene<T>& scene,
                                                           const QueryOptions& options) {
    return index.try_cast_shapes(scene, casts.placed.shapes(), casts.placed.poses(), casts.motions.as<Motion>(),
                                 span_of<ShapeHit>(array), casts.with<T>(options));
  });
}

nb::object all_shape_hits(const Query& query, const CastArguments& casts) {
  return query.found<FoundShapeHit>(
      casts.inputs(), [&]<class T>(const BasicIndex<T>& index, const BasicScene<T>& scene,
                                   const Output<FoundShapeHit>& found, const QueryOptions& options) {
        return index.try_all_shape_hits(scene, casts.placed.shapes(), casts.placed.poses(), casts.motions.as<Motion>(),
                                        found, casts.with<T>(options));
      });
}

/// The bodies of what one query found: (k,) uint32.
nb::object only_bodies(const nb::object& found) { return found.attr("body").attr("copy")(); }

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
            list.inputs(),
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
        return bodies_at(query, points_of(points));
      },
      "points"_a);
  bind_batch<nb::handle>(
      cls, "bodies_in_boxes", docs::index_bodies_in_boxes,
      [](const Query& query, nb::handle boxes) {
        return bodies_in(query, boxes_of(boxes));
      },
      "boxes"_a);
  bind_single<nb::handle>(
      cls, "bodies_at_point", "The bodies that contain one point, ascending: (k,) uint32. As `bodies_at_points`.",
      [](const Query& query, nb::handle point) {
        const Input<double> at = floats<double>(point, {"point", {2}, "(2,): x, y"});
        return only_bodies(bodies_at(query, at));
      },
      "point"_a);
  bind_single<nb::handle>(
      cls, "bodies_in_box", "The bodies that touch or overlap one box, ascending: (k,) uint32. As `bodies_in_boxes`.",
      [](const Query& query, nb::handle box) {
        const Input<double> one = floats<double>(box, {"box", {4}, "(4,): min x, min y, max x, max y"});
        return only_bodies(bodies_in(query, one));
      },
      "box"_a);
}

void bind_poses(Class<PyIndex>& cls) {
  bind_batch<nb::handle, nb::handle>(
      cls, "bodies_at_poses", docs::index_bodies_at_poses,
      [](const Query& query, nb::handle shapes, nb::handle poses) {
        return bodies_touched(query, PlacedShapes(shapes, poses));
      },
      "shapes"_a, "poses"_a);
  bind_keywords<nb::handle, nb::handle, nb::handle>(
      cls, "bodies_at_poses", docs::index_bodies_at_poses,
      [](const Query& query, nb::handle shapes, nb::handle poses, nb::handle periods) {
        const PlacedShapes placed(shapes, poses);
        return images_touched(query, periods_of(periods), placed);
      },
      "shapes"_a, "poses"_a, nb::kw_only(), "periods"_a);
  bind_batch<nb::handle, nb::handle, nb::handle, double>(
      cls, "nearest_bodies", docs::index_nearest_bodies,
      [](const Query& query, nb::handle shapes, nb::handle poses, nb::handle count, double max_distance) {
        return nearest(query, PlacedShapes(shapes, poses), number_to_find(count), max_distance);
      },
      "shapes"_a, "poses"_a, "count"_a = 1, "max_distance"_a = infinity);
  bind_batch<nb::handle, nb::handle, double>(
      cls, "nearest_to_points", docs::index_nearest_to_points,
      [](const Query& query, nb::handle points, nb::handle count, double max_distance) {
        return nearest_to(query, points_of(points), number_to_find(count), max_distance);
      },
      "points"_a, "count"_a = 1, "max_distance"_a = infinity);
  bind_single<nb::handle, nb::handle>(
      cls, "bodies_at_pose",
      "The bodies that a shape at a pose touches or overlaps, ascending: (k,) uint32. As `bodies_at_poses`.",
      [](const Query& query, nb::handle shape, nb::handle pose) {
        return only_bodies(bodies_touched(query, PlacedShapes(shape, pose, PlacedShapes::One{})));
      },
      "shape"_a, "pose"_a);
  bind_single<nb::handle, nb::handle, double>(
      cls, "nearest_body",
      "The body nearest to a shape at a pose, a NearBody; None if none is within max_distance. As `nearest_bodies`.",
      [](const Query& query, nb::handle shape, nb::handle pose, double max_distance) {
        const nb::object found = nearest(query, PlacedShapes(shape, pose, PlacedShapes::One{}), 1, max_distance);
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
          const PlacedShapes placed(shapes, poses);
          const Input<double> by = floats<double>(motions, {"motions", {-1, 3}, "(n, 3): x, y, angle of each pose"});
          return ask(query, CastArguments{placed, by, tolerance, leaves_start, max_angle});
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
        const PlacedShapes placed(shape, pose, PlacedShapes::One{});
        const Input<double> by = floats<double>(motion, {"motion", {3}, "(3,): x, y, angle"});
        const Query query{
            self, scene, {filters, worlds, query_filters, query_worlds, ignored}, none, {none, none, none}};
        return nb::object(cast_shapes(query, {placed, by, tolerance, leaves_start, max_angle})[nb::int_(0)]);
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
