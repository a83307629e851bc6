#include "cli/commands/command_line.hpp"

#include <array>
#include <string>

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <satchel/version.hpp>

#include "cli/commands/command_options.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/pair_command_line.hpp"
#include "cli/generate/generate.hpp"
#include "cli/support/failure.hpp"

namespace satchel::cli {
namespace {

constexpr std::size_t max_generated_bodies = 10'000'000;

const char* const footer =
    R"(SCENE is a scene file (JSON: shapes, bodies, pairs), or FILE.wkt (Well-Known Text, a geometry a line) or FILE.geojson,
whose geometries become bodies in their order. share/doc/satchel/FORMAT.md describes all files.

Shapes of a scene file:
  {"type": "polygon", "vertices": [[x, y], ...]}         convex, counter-clockwise; may have "radius"
  {"type": "box", "half_width": w, "half_height": h}     may have "radius"
  {"type": "circle", "center": [x, y], "radius": r}
  {"type": "capsule", "a": [x, y], "b": [x, y], "radius": r}
  {"type": "segment", "a": [x, y], "b": [x, y]}
  {"type": "outline", "rings": [[[x, y], ...], ...]}     concave, with holes; or "polygons": [[[[x, y], ...], ...], ...]
  {"type": "concave", "vertices": [[x, y], ...]}         cut into convex parts; may have "holes", clockwise

Exit status: 0 done, 1 usage, 2 bad input, 3 a file cannot be read or written.
The environment variable SATCHEL_ISA forces an instruction set as --isa does.)";

void add_collide(CLI::App& app, CollideOptions& options) {
  CLI::App* command = app.add_subcommand("collide", "Verdict, separation and normal of every candidate pair");
  add_scene(*command, options);
  add_second_scene(*command, options);
  command->add_option("--out", options.contacts, "Write the results here, a row a pair")->type_name("FILE.csv");
  command->add_option("--svg", options.picture, "Draw the scene and its overlaps")->type_name("FILE.svg");
  command->add_option("--html", options.page, "Write a page for a browser that shows the scene and every number")
      ->type_name("FILE.html");
  command
      ->add_option("--live", options.live,
                   "Put this WebAssembly module into the page; bodies can then be dragged, and results follow")
      ->type_name("FILE.mjs");
  command
      ->add_option(
          "--pairs", options.pairs,
          "Where candidate pairs come from: file (the pairs of SCENE), or auto (all pairs of bodies whose boxes "
          "meet); without it file, and auto where SCENE lists none")
      ->type_name("SOURCE");
  add_run(*command, options);
  command->footer("Writes a,b,verdict,separation,normal_x,normal_y and, with shapes of several parts, part_a,part_b.");
  command->callback([&options] { collide_command(options); });
}

/// A subcommand that asks about each row of a CSV file.
template <class AnyOptions>
CLI::App& add_query(CLI::App& app, const char* name, const char* description, const char* columns, AnyOptions& options,
                    void (*run)(const AnyOptions&)) {
  CLI::App* command = app.add_subcommand(name, description);
  add_scene(*command, options);
  command->add_option("--queries", options.queries, "Read the queries here; the first line names the columns")
      ->required()
      ->type_name("FILE.csv");
  command->add_option("--out", options.results, "Write the results here")->type_name("FILE.csv");
  add_run(*command, options);
  command->footer(columns);
  command->callback([&options, run] { run(options); });
  return *command;
}

void add_nearest(CLI::App& app, NearestOptions& options) {
  CLI::App& command = add_query(
      app, "nearest", "The bodies nearest to each shape at a pose",
      "Reads shape,x,y,angle.\n"
      "Writes pose,body,distance,normal_x,normal_y,point_a_x,point_a_y,point_b_x,point_b_y; points in the world.",
      options, nearest_command);
  command.add_option("--count", options.count, "Find up to this many bodies for each")
      ->check(number_from(0, 0x1p32 - 1))
      ->type_name("N");
  command.add_option("--max-distance", options.max_distance, "Leave out bodies that are farther")
      ->check(number_from(0))
      ->type_name("D");
}

void add_cast(CLI::App& app, CastsOptions& options) {
  CLI::App& command = add_query(
      app, "cast", "The first body that each shape meets while it moves from its pose",
      "Reads shape,x,y,angle,motion_x,motion_y,motion_angle.\n"
      "Writes cast,body,time,normal_x,normal_y,point_x,point_y; body -1: none. The time is a fraction of the motion,\n"
      "from 0 to 1, the point lies in the world.",
      options, cast_command);
  command.add_flag("--leave-start", options.leaves_start,
                   "Leave out bodies that the shape meets at its start, unless it moves into them");
  command.add_option("--max-angle", options.max_angle, "Refuse motions that turn by more, in radians")
      ->check(number_from(0, 0x1p30))
      ->capture_default_str()
      ->type_name("A");
}

void add_queries(CLI::App& app, std::array<QueryOptions, 3>& options) {
  add_query(app, "points", "The bodies that contain each point",
            "Reads x,y. Writes point,body; point: the number of the row, from 0.", options[0], points_command);
  add_query(app, "boxes", "The bodies that touch or overlap each box",
            "Reads min_x,min_y,max_x,max_y. Writes box,body.", options[1], boxes_command);
  add_query(app, "poses", "The bodies that each shape at a pose touches or overlaps",
            "Reads shape,x,y,angle. Writes pose,body,verdict.", options[2], poses_command);
}

void add_rays(CLI::App& app, RaysOptions& options) {
  CLI::App& command = add_query(app, "rays", "The first body that each ray hits",
                                "Reads origin_x,origin_y,direction_x,direction_y,max_time (inf: no limit).\n"
                                "Writes ray,body,time,normal_x,normal_y; body -1: none; with --exits also exit.",
                                options, rays_command);
  command.add_flag("--exits", options.exits, "Write also when the ray leaves the body");
  command.add_flag("--boundary", options.boundary,
                   "Let rays that begin in a body hit its boundary, where they leave it");
}

/// A subcommand about trajectories.
CLI::App& add_trajectories(CLI::App& app, const char* name, const char* description, const char* columns,
                           TrajectoryOptions& options, void (*run)(const TrajectoryOptions&)) {
  CLI::App& command = add_query(app, name, description, columns, options, run);
  command.add_option("--clearance", options.clearance, "Let the shapes of trajectories be larger by D on every side")
      ->check(number_from(0, 1e60))
      ->type_name("D");
  command
      .add_option(
          "--reference", options.reference,
          "The point of the shape, in its own frame, that x, y of the file place, as the middle of a rear axle; "
          "without it the origin")
      ->expected(2)
      ->check(number_from(-1e60, 1e60))
      ->type_name("X Y");
  return command;
}

void add_trajectory_commands(CLI::App& app, std::array<TrajectoryOptions, 4>& options) {
  add_trajectories(app, "first-hits", "The first step at which each trajectory meets a body",
                   "Reads trajectory,shape,x,y,angle, a row a step; the rows of a trajectory stand together.\n"
                   "Writes trajectory,step,body; step and body -1: none. Steps are numbered from 0.",
                   options[0], first_hits_command);
  add_trajectories(app, "trajectory-hits", "All steps at which trajectories meet bodies",
                   "Reads what first-hits reads. Writes trajectory,step,body,verdict.", options[1],
                   trajectory_hits_command);
  CLI::App& clearances =
      add_trajectories(app, "clearances", "Where each trajectory comes nearest to a body",
                       "Reads what first-hits reads. Writes trajectory,step,body,distance,normal_x,normal_y,\n"
                       "point_a_x,point_a_y,point_b_x,point_b_y; points in the world; step and body -1: none.",
                       options[2], clearances_command);
  clearances.add_option("--max-distance", options[2].max_distance, "Leave out bodies that are farther")
      ->check(number_from(0))
      ->type_name("D");
  CLI::App& times = add_trajectories(
      app, "times-to-collision", "When each trajectory, going on from a step at constant velocity, meets a body",
      "Reads trajectory,shape,x,y,angle,velocity_x,velocity_y,velocity_angle, a row a step.\n"
      "Writes trajectory,step,body,time,normal_x,normal_y; body -1: none within the horizon.",
      options[3], times_to_collision_command);
  times.add_option("--horizon", options[3].horizon, "Look ahead for this time, in the unit of the velocities")
      ->required()
      ->check(finite_number_above_0())
      ->type_name("T");
}

void add_pairs(CLI::App& app, PairsOptions& options) {
  CLI::App* command =
      app.add_subcommand("pairs", "Candidate pairs alone: all pairs of bodies whose bounding boxes meet");
  add_scene(*command, options);
  add_second_scene(*command, options);
  command->add_option("--out", options.pairs, "Write them here, a row a pair")->required()->type_name("FILE.csv");
  command
      ->add_option("--period", options.periods,
                   "Periods of a world that repeats along x and y; 0: not along that axis. Writes a,b,image_x,image_y")
      ->expected(2)
      ->check(number_from(0, 0x1p200))
      ->type_name("X Y");
  add_run(*command, options);
  command->callback([&options] { pairs_command(options); });
}

void add_place(CLI::App& app, PlaceOptions& options) {
  CLI::App* command =
      app.add_subcommand("place", "The vertices in the world, as they are rounded: verdicts are exact for these");
  add_scene(*command, options);
  command->add_option("--out", options.placed, "Write them here, a row a vertex")->required()->type_name("FILE.csv");
  command->callback([&options] { place_command(options); });
}

void add_info(CLI::App& app) {
  CLI::App* command = app.add_subcommand("info", "Version, instruction sets and threads");
  const CLI::Option* const routes =
      command->add_flag("--routes")->description("Print as CSV which stages pairs of each kind go through");
  command->callback([routes] { routes->count() != 0 ? routes_command() : info_command(); });
}

void add_generate(CLI::App& app, GenerateOptions& options) {
  CLI::App* command = app.add_subcommand("generate", "Make a scene; the same seed makes the same file everywhere");
  command->add_option("--kind", options.kind, kind_descriptions())->required()->type_name("KIND");
  command->add_option("--bodies", options.bodies, "How many bodies")
      ->check(CLI::Range(std::size_t{1}, max_generated_bodies))
      ->capture_default_str()
      ->type_name("N");
  command->add_option("--seed", options.seed, "Another seed makes another scene")
      ->check(whole_number())
      ->capture_default_str()
      ->type_name("S");
  command->add_option("--out", options.scene, "Write the scene here")->required()->type_name("SCENE.json");
  command->callback([&options] { generate_command(options); });
}

/// Refuses an empty name of a file, as of a shell's variable that is not set: it would be taken for none.
void refuse_empty_names(CLI::App& app) {
  const CLI::Validator not_empty(
      [](const std::string& name) { return std::string(name.empty() ? "the name of a file is empty" : ""); }, "");
  for (CLI::App* const command : app.get_subcommands([](CLI::App*) { return true; })) {
    for (CLI::Option* const option : command->get_options()) {
      const std::string type = option->get_type_name();
      if (type.starts_with("FILE") || type.starts_with("SCENE")) {
        option->check(not_empty);
      }
    }
  }
}

}  // namespace

void run_command_line(int argument_count, char** arguments) {
  CLI::App app{"Satchel: overlap tests of 2D shapes by the batch", "satchel"};
  app.set_version_flag("--version", std::string(version()));
  app.footer(footer);
  app.require_subcommand(1);
  app.allow_windows_style_options(false);  // a path may begin with "/"

  CollideOptions collide;
  PairCommands pair_questions;
  std::array<QueryOptions, 3> queries;
  RaysOptions rays;
  std::array<TrajectoryOptions, 4> trajectories;
  NearestOptions nearest;
  CastsOptions cast;
  PlaceOptions place;
  PairsOptions pairs;
  GenerateOptions generate;
  add_collide(app, collide);
  add_pair_commands(app, pair_questions);
  add_rays(app, rays);
  add_queries(app, queries);
  add_trajectory_commands(app, trajectories);
  add_cast(app, cast);
  add_nearest(app, nearest);
  add_place(app, place);
  add_pairs(app, pairs);
  add_info(app);
  add_generate(app, generate);
  refuse_empty_names(app);

  try {
    app.parse(argument_count, arguments);
  } catch (const CLI::Success& help) {  // --help and --version are exceptions to CLI11
    app.exit(help);
  } catch (const CLI::RequiredError& error) {
    const std::string name = argument_count > 1 ? arguments[1] : "";
    const auto has_name = [&](const CLI::App* command) { return command->get_name() == name; };
    const bool is_command = name.empty() || name.starts_with('-') || !app.get_subcommands(has_name).empty();
    throw Failure(ExitStatus::usage, fmt::format("{}\nRun satchel --help for more.",
                                                 is_command ? error.what() : name + ": no such command"));
  } catch (const CLI::ParseError& error) {
    throw Failure(ExitStatus::usage, fmt::format("{}\nRun satchel --help for more.", error.what()));
  }
}

}  // namespace satchel::cli
