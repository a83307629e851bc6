// Moving bodies: sweeps, scenes at the end of a step, and the first hits of trajectories.
#include <satchel/sweep.hpp>

#include "docs.hpp"
#include "bindings/numbers.hpp"
#include "paths.hpp"
#include "questions.hpp"

namespace satchel::python {

using namespace nb::literals;

namespace {

Input<double> motions(nb::handle value, const char* name) {
  return floats<double>(value, {name, {-1, 3}, "(bodies, 3): x, y, angle of each body"});
}

/// The options of sweep.
struct SweepArguments {
  double tolerance;
  bool leaves_start;
  double max_angle;
  bool points;
};

template <class T>
nb::object sweep_of(const PairsArgument& pairs, const NamedArrays& inputs, const SweepArguments& more, nb::handle out,
                    const CallArguments& arguments, const auto& ask) {
  return results_of<BasicImpact<T>>(pairs, inputs, out, arguments, [&](auto impacts, const Options& options) {
    return ask(pairs.span(), impacts,
               BasicSweepOptions<T>{.tolerance = narrow_margin<T>(more.tolerance),
                                    .max_angle = narrow_up_to<T>(largest_angle, more.max_angle),
                                    .leaves_start = more.leaves_start,
                                    .points = more.points,
                                    .run = options});
  });
}

}  // namespace

void bind_motions(Module& m) {
  m.def(
      "sweep",
      [](const PyScene& scene, nb::handle motions_of_bodies, nb::handle pairs, double tolerance, bool leaves_start,
         double max_angle, bool points, nb::handle out, nb::handle threads, nb::handle stats, nb::handle progress) {
        const Input<double> moves = motions(motions_of_bodies, "motions");
        const PairsArgument list(pairs);
        return read(scene, [&]<class T>(const BasicScene<T>& s) {
          return sweep_of<T>(list, {{moves.owner, "motions"}}, {tolerance, leaves_start, max_angle, points}, out,
                             {threads, stats, progress},
                             [&](const auto&... arguments) { return try_sweep(s, moves.as<Motion>(), arguments...); });
        });
      },
      docs::sweep, "scene"_a, "motions"_a, "pairs"_a, nb::kw_only(), "tolerance"_a = 0.0, "leaves_start"_a = false,
      "max_angle"_a = SweepOptionsd{}.max_angle, "points"_a = true, "out"_a = nb::none(), "threads"_a = nb::none(),
      "stats"_a = nb::none(), "progress"_a = nb::none());
  m.def(
      "sweep",
      [](const PyScene& scene_a, nb::handle motions_a, const PyScene& scene_b, nb::handle motions_b, nb::handle pairs,
         double tolerance, bool leaves_start, double max_angle, bool points, nb::handle out, nb::handle threads,
         nb::handle stats, nb::handle progress) {
        const Input<double> moves_a = motions(motions_a, "motions_a"), moves_b = motions(motions_b, "motions_b");
        const PairsArgument list(pairs);
        return read(scene_a, scene_b, [&]<class T>(const BasicScene<T>& a, const BasicScene<T>& b) {
          return sweep_of<T>(list, {{moves_a.owner, "motions_a"}, {moves_b.owner, "motions_b"}},
                             {tolerance, leaves_start, max_angle, points}, out, {threads, stats, progress},
                             [&](const auto&... arguments) {
                               return try_sweep(a, moves_a.as<Motion>(), b, moves_b.as<Motion>(), arguments...);
                             });
        });
      },
      docs::sweep, "scene_a"_a, "motions_a"_a, "scene_b"_a, "motions_b"_a, "pairs"_a, nb::kw_only(),
      "tolerance"_a = 0.0, "leaves_start"_a = false, "max_angle"_a = SweepOptionsd{}.max_angle, "points"_a = true,
      "out"_a = nb::none(), "threads"_a = nb::none(), "stats"_a = nb::none(), "progress"_a = nb::none());
  m.def(
      "_advance",
      [](const PyScene& scene, nb::handle motions_of_bodies, PyScene& end, nb::handle threads, nb::handle progress) {
        const Input<double> moves = motions(motions_of_bodies, "motions");
        const Reading reading(scene);
        const Changing changing(end);
        Call call({threads, nb::none(), progress});
        std::visit(
            [&]<class T>(const BasicScene<T>& s) {
              call.run([&](const Options& options) {
                return try_advance(s, moves.as<Motion>(), std::get<BasicScene<T>>(end.scene), options);
              });
            },
            scene.scene);
        end.inner_edges = scene.inner_edges;
        end.chains = scene.chains;
        end.max_threads = scene.max_threads;
      },
      "scene"_a, "motions"_a, "end"_a, "threads"_a.none(), "progress"_a.none());
  m.def(
      "first_hits",
      [](const PyScene& scene, nb::handle shapes, nb::handle poses, nb::handle starts, nb::handle present,
         double clearance, nb::handle obstacle_shapes, nb::handle obstacle_poses, nb::handle obstacle_starts,
         nb::handle obstacle_present, double obstacle_clearance, nb::handle out, nb::handle threads, nb::handle stats,
         nb::handle progress) {
        const Paths paths({shapes, poses, starts, present, clearance},
                          {obstacle_shapes, obstacle_poses, obstacle_starts, obstacle_present, obstacle_clearance});
        nb::object array = paths.one_a_mover<FirstHit>(out);
        return read(scene, [&]<class T>(const BasicScene<T>& s) {
          Call call({threads, stats, progress});
          call.run([&](const Options& options) {
            return paths.in_own_argument(
                try_first_hits(s, paths.movers(), paths.obstacles(), span_of<FirstHit>(array), options));
          });
          return array;
        });
      },
      docs::first_hits, "scene"_a, "shapes"_a, "poses"_a, nb::kw_only(), "starts"_a = nb::none(),
      "present"_a = nb::none(), "clearance"_a = 0.0, "obstacle_shapes"_a = nb::none(), "obstacle_poses"_a = nb::none(),
      "obstacle_starts"_a = nb::none(), "obstacle_present"_a = nb::none(), "obstacle_clearance"_a = 0.0,
      "out"_a = nb::none(), "threads"_a = nb::none(), "stats"_a = nb::none(), "progress"_a = nb::none());
}

}  // namespace satchel::python
