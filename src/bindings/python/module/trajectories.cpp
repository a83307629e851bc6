// More about trajectories than their first hits (motions.cpp): all hits, least distances, times to collision; and poses.
#include <satchel/trajectories.hpp>

#include <limits>

#include "docs.hpp"
#include "found.hpp"
#include "paths.hpp"
#include "questions.hpp"

namespace satchel::python {

using namespace nb::literals;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The array, which ask(scene, options) fills.
template <class Ask>
nb::object filled(const PyScene& scene, const Paths& paths, nb::object array, const CallArguments& arguments,
                  const Ask& ask) {
  return read(scene, [&]<class T>(const BasicScene<T>& s) {
    Call call(arguments);
    call.run([&](const Options& options) { return paths.in_own_argument(ask(s, options)); });
    return array;
  });
}

/// x, y, cos, sin of (n, 3): x, y, angle of a point of the shape's frame.
nb::object poses_at(nb::handle x_y_angle, double reference_x, double reference_y) {
  const Input<double> given = floats<double>(x_y_angle, {"poses", {-1, 3}, "(n, 3): x, y, angle"});
  const nb::object array = new_array(NPY_FLOAT64, {static_cast<std::ptrdiff_t>(given.rows), 4});
  check(try_poses_at(given.span(), std::span<Pose>(data_of<Pose>(array), given.rows), {reference_x, reference_y}));
  return array;
}

}  // namespace

void bind_trajectories(Module& m) {
  m.def(
      "trajectory_hits",
      [](const PyScene& scene, nb::handle shapes, nb::handle poses, nb::handle starts, nb::handle present,
         double clearance, nb::handle obstacle_shapes, nb::handle obstacle_poses, nb::handle obstacle_starts,
         nb::handle obstacle_present, double obstacle_clearance, nb::handle out, nb::handle threads, nb::handle stats,
         nb::handle progress) {
        const Paths paths({shapes, poses, starts, present, clearance},
                          {obstacle_shapes, obstacle_poses, obstacle_starts, obstacle_present, obstacle_clearance});
        return read(scene, [&](const auto& s) {
          Call call({threads, stats, progress});
          return find<TrajectoryHit>(
              out, paths.inputs(), list_of<TrajectoryHit>(), call, [&](const Output<TrajectoryHit>& hits, const Options& options) {
                return paths.in_own_argument(try_trajectory_hits(s, paths.movers(), paths.obstacles(), hits, options));
              });
        });
      },
      docs::trajectory_hits, "scene"_a, "shapes"_a, "poses"_a, nb::kw_only(), "starts"_a = nb::none(),
      "present"_a = nb::none(), "clearance"_a = 0.0, "obstacle_shapes"_a = nb::none(), "obstacle_poses"_a = nb::none(),
      "obstacle_starts"_a = nb::none(), "obstacle_present"_a = nb::none(), "obstacle_clearance"_a = 0.0,
      "out"_a = nb::none(), "threads"_a = nb::none(), "stats"_a = nb::none(), "progress"_a = nb::none());
  m.def(
      "clearances",
      [](const PyScene& scene, nb::handle shapes, nb::handle poses, nb::handle starts, nb::handle present,
         double clearance, nb::handle obstacle_shapes, nb::handle obstacle_poses, nb::handle obstacle_starts,
         nb::handle obstacle_present, double obstacle_clearance, double max_distance, nb::handle out,
         nb::handle threads, nb::handle progress) {
        const Paths paths({shapes, poses, starts, present, clearance},
                          {obstacle_shapes, obstacle_poses, obstacle_starts, obstacle_present, obstacle_clearance});
        const nb::object array = paths.one_a_mover<Clearance>(out);
        return filled(scene, paths, array, {threads, nb::none(), progress}, [&](const auto& s, const Options& options) {
          return try_clearances(s, paths.movers(), paths.obstacles(), max_distance, span_of<Clearance>(array), options);
        });
      },
      docs::clearances, "scene"_a, "shapes"_a, "poses"_a, nb::kw_only(), "starts"_a = nb::none(),
      "present"_a = nb::none(), "clearance"_a = 0.0, "obstacle_shapes"_a = nb::none(), "obstacle_poses"_a = nb::none(),
      "obstacle_starts"_a = nb::none(), "obstacle_present"_a = nb::none(), "obstacle_clearance"_a = 0.0,
      "max_distance"_a = infinity, "out"_a = nb::none(), "threads"_a = nb::none(), "progress"_a = nb::none());
  m.def(
      "times_to_collision",
      [](const PyScene& scene, nb::handle shapes, nb::handle poses, nb::handle velocities, double horizon,
         nb::handle starts, nb::handle present, double clearance, nb::handle obstacle_shapes, nb::handle obstacle_poses,
         nb::handle obstacle_velocities, nb::handle obstacle_starts, nb::handle obstacle_present,
         double obstacle_clearance, nb::handle out, nb::handle threads, nb::handle progress) {
        const Paths paths({shapes, poses, starts, present, clearance, velocities},
                          {obstacle_shapes, obstacle_poses, obstacle_starts, obstacle_present, obstacle_clearance,
                           obstacle_velocities});
        const nb::object array = paths.one_a_pose<CollisionTime>(out);
        return filled(scene, paths, array, {threads, nb::none(), progress}, [&](const auto& s, const Options& options) {
          return try_times_to_collision(s, paths.movers(), paths.obstacles(), horizon, span_of<CollisionTime>(array),
                                        options);
        });
      },
      docs::times_to_collision, "scene"_a, "shapes"_a, "poses"_a, "velocities"_a.none(), "horizon"_a, nb::kw_only(),
      "starts"_a = nb::none(), "present"_a = nb::none(), "clearance"_a = 0.0, "obstacle_shapes"_a = nb::none(),
      "obstacle_poses"_a = nb::none(), "obstacle_velocities"_a = nb::none(), "obstacle_starts"_a = nb::none(),
      "obstacle_present"_a = nb::none(), "obstacle_clearance"_a = 0.0, "out"_a = nb::none(), "threads"_a = nb::none(),
      "progress"_a = nb::none());
  m.def("_poses_at", poses_at, "x_y_angle"_a, "reference_x"_a, "reference_y"_a);
}

}  // namespace satchel::python
