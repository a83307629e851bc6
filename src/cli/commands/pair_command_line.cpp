#include "cli/commands/pair_command_line.hpp"

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include "cli/commands/command_options.hpp"
#include "cli/support/failure.hpp"

namespace satchel::cli {
namespace {

/// A subcommand that computes one result a pair, of one scene or of two layers.
CLI::App& add_pair_question(CLI::App& app, const char* name, const char* description, const char* columns,
                            PairQuestionOptions& options, void (*run)(const PairQuestionOptions&)) {
  CLI::App* command = app.add_subcommand(name, description);
  add_scene(*command, options);
  command->add_option("--out", options.results, "Write the results here, a row a pair")->type_name("FILE.csv");
  command->add_option("--pairs", options.pairs, "Where candidate pairs come from: file or auto, as for collide")
      ->type_name("SOURCE");
  add_run(*command, options);
  command->footer(columns);
  command->callback([&options, run] { run(options); });
  return *command;
}

/// The same for two layers, too.
CLI::App& add_layer_question(CLI::App& app, const char* name, const char* description, const char* columns,
                             PairQuestionOptions& options, void (*run)(const PairQuestionOptions&)) {
  CLI::App& command = add_pair_question(app, name, description, columns, options, run);
  add_second_scene(command, options);
  return command;
}

void add_classify(CLI::App& app, PairQuestionOptions& options) {
  add_layer_question(app, "classify", "Verdict of every candidate pair", "Writes a,b,verdict.", options,
                     classify_command);
}

void add_manifold(CLI::App& app, PairQuestionOptions& options) {
  CLI::App& command =
      add_layer_question(app, "manifold", "Contact points of every candidate pair",
                         "Writes a,b,count,normal_x,normal_y,x0,y0,separation0,id0,x1,y1,separation1,id1;\n"
                         "with --parts a,b,part_a,part_b,count,...",
                         options, manifold_command);
  command.add_flag("--parts", options.parts, "A row for each two parts of compounds and chains that meet");
  command.add_option("--margin", options.margin, "Keep points up to this far apart")
      ->check(number_from(0, 1e18))
      ->type_name("M");
}

void add_distance(CLI::App& app, PairQuestionOptions& options) {
  add_layer_question(app, "distance", "Signed distance and nearest points of every candidate pair",
                     "Writes a,b,verdict,distance,normal_x,normal_y,point_a_x,point_a_y,point_b_x,point_b_y.\n"
                     "The distance of overlapping bodies is minus the depth.",
                     options, distance_command);
}

void add_sweep(CLI::App& app, PairQuestionOptions& options) {
  CLI::App& command = add_layer_question(
      app, "sweep", "When each candidate pair meets while the bodies move by the motions of the file",
      "Writes a,b,hit,time,normal_x,normal_y,point_x,point_y; points in the world.", options, sweep_command);
  command.add_flag("--leave-start", options.leaves_start, "Leave out impacts where bodies recede or slide");
  command.add_option("--max-angle", options.max_angle, "Refuse motions that turn by more, in radians")
      ->check(number_from(0, 0x1p30))
      ->capture_default_str()
      ->type_name("A");
}

void add_within(CLI::App& app, PairQuestionOptions& options) {
  add_layer_question(
      app, "within", "Whether body a of every candidate pair lies within body b",
      "Writes a,b,within: no, touching or inside. Candidate pairs of one scene go both ways;\n"
      "bodies that are neither convex nor an outline are left out as b, and the summary counts these pairs.",
      options, within_command);
}

constexpr std::array<std::pair<std::string_view, Predicate>, 10> predicates{{
    {"intersects", Predicate::intersects},
    {"disjoint", Predicate::disjoint},
    {"touches", Predicate::touches},
    {"overlaps", Predicate::overlaps},
    {"within", Predicate::within},
    {"contains", Predicate::contains},
    {"covers", Predicate::covers},
    {"covered_by", Predicate::covered_by},
    {"contains_properly", Predicate::contains_properly},
    {"equals", Predicate::equals},
}};

std::string predicate_list() {
  std::string list;
  for (const auto& [name, predicate] : predicates) {
    list.append(list.empty() ? "" : ", ").append(name);
  }
  return list;
}

Predicate predicate_named(const std::string& wanted) {
  for (const auto& [name, predicate] : predicates) {
    if (name == wanted) {
      return predicate;
    }
  }
  throw Failure(ExitStatus::usage,
                fmt::format("--predicate {}: unknown; the predicates are {}", wanted, predicate_list()));
}

void add_relate(CLI::App& app, PairQuestionOptions& options) {
  CLI::App& command = add_layer_question(
      app, "relate", "Whether a predicate of DE-9IM holds of every candidate pair",
      "Writes a,b,holds: 1 or 0. For within, contains, covers, covered_by and contains_properly candidate pairs of\n"
      "one scene go both ways. Bodies are outlines, and polygons without radius; pairs with others are left out,\n"
      "and the summary counts them. Bodies whose boxes do not meet are no candidates: they are disjoint.",
      options, relate_command);
  command
      .add_option_function<std::string>(
          "--predicate", [&options](const std::string& name) { options.predicate = predicate_named(name); },
          predicate_list())
      ->required()
      ->type_name("NAME");
}

void add_push_out(CLI::App& app, PairQuestionOptions& options) {
  CLI::App& command = add_pair_question(
      app, "push-out", "For each body that overlaps others, a translation out of all of them",
      "Writes body,x,y,left,shortest for each body of a candidate pair; the bodies that it is paired with\n"
      "stay where they are. left: how many it still overlaps; shortest 1: none is shorter.",
      options, push_out_command);
  CLI::Option* const last_motions = command.add_flag(
      "--last-motions", options.last_motions,
      "The motions of the file led to its poses: one-sided edges push out those alone that were in front");
  command.add_option("--front-tolerance", options.front_tolerance, "How deep behind such an edge still was in front")
      ->check(number_from(0, 1e18))
      ->needs(last_motions)
      ->type_name("D");
}

void add_areas(CLI::App& app, PairQuestionOptions& options) {
  add_layer_question(app, "areas", "Area of the intersection of every candidate pair",
                     "Writes a,b,area,iou; iou is the area divided by that of both bodies together.", options,
                     areas_command)
      .add_option("--svg", options.picture, "Draw the scene and shade the intersections")
      ->type_name("FILE.svg");
}

}  // namespace

void add_pair_commands(CLI::App& app, PairCommands& options) {
  add_classify(app, options.classify);
  add_distance(app, options.distance);
  add_manifold(app, options.manifold);
  add_sweep(app, options.sweep);
  add_areas(app, options.areas);
  add_within(app, options.within);
  add_relate(app, options.relate);
  add_push_out(app, options.push_out);
}

}  // namespace satchel::cli
