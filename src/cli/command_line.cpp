#include "cli/command_line.hpp"

#include <map>
#include <string>

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <satchel/version.hpp>

#include "cli/commands.hpp"
#include "cli/failure.hpp"
#include "cli/generate/generate.hpp"

namespace satchel::cli {
namespace {

constexpr std::size_t max_generated_bodies = 10'000'000;
constexpr unsigned max_threads = 4096;

const char* const exit_statuses =
    "Exit status: 0 done, 1 usage, 2 bad input, 3 a file cannot be read or written.\n"
    "The environment variable SATCHEL_ISA forces an instruction set as --isa does.";

void add_precision(CLI::App& command, Precision& precision) {
  static const std::map<std::string, Precision> names{{"float", Precision::float32}, {"double", Precision::float64}};
  command.add_option("--precision", precision, "Of the scene and its results: float (the default) or double")
      ->transform(CLI::Transformer(names))
      ->type_name("NAME");
}

/// Adds the options --threads and --isa.
void add_run(CLI::App& command, unsigned& threads, std::string& isa) {
  command.add_option("--threads", threads, "The most threads to use; 0: all")
      ->check(CLI::Range(0u, max_threads))
      ->type_name("N");
  command.add_option("--isa", isa, "Use this instruction set (see: satchel info)")->type_name("NAME");
}

void add_collide(CLI::App& app, CollideOptions& options) {
  CLI::App* command = app.add_subcommand("collide", "Verdict, separation and normal of every candidate pair");
  command->add_option("scene", options.scene, "Scene file (JSON)")->required()->type_name("SCENE.json");
  command->add_option("--out", options.contacts, "Write the results here, a row a pair")->type_name("FILE.csv");
  command->add_option("--svg", options.picture, "Draw the scene and its overlaps")->type_name("FILE.svg");
  command
      ->add_option("--pairs", options.pairs,
                   "Where candidate pairs come from: file, or auto (the broad phase); "
                   "without it the file, and auto where that lists none")
      ->type_name("SOURCE");
  add_run(*command, options.threads, options.isa);
  add_precision(*command, options.precision);
  command->callback([&options] { collide_command(options); });
}

/// Adds a subcommand that computes one result a pair.
CLI::App& add_question(CLI::App& app, const char* name, const char* description, QuestionOptions& options,
                       void (*run)(const QuestionOptions&)) {
  CLI::App* command = app.add_subcommand(name, description);
  command->add_option("scene", options.scene, "Scene file (JSON)")->required()->type_name("SCENE.json");
  command->add_option("--out", options.results, "Write the results here, a row a pair")->type_name("FILE.csv");
  command->add_option("--pairs", options.pairs, "Where candidate pairs come from: file or auto, as for collide")
      ->type_name("SOURCE");
  add_run(*command, options.threads, options.isa);
  add_precision(*command, options.precision);
  command->callback([&options, run] { run(options); });
  return *command;
}

void add_manifold(CLI::App& app, QuestionOptions& options) {
  add_question(app, "manifold", "Contact points of every candidate pair", options, manifold_command)
      .add_option("--margin", options.margin, "Keep points up to this far apart")
      ->check(CLI::Range(0.0, 1e18))
      ->type_name("M");
}

void add_distance(CLI::App& app, QuestionOptions& options) {
  add_question(app, "distance", "Distance and nearest points of every candidate pair", options, distance_command);
}

void add_sweep(CLI::App& app, QuestionOptions& options) {
  add_question(app, "sweep", "When each candidate pair meets while the bodies move by the motions of the file", options,
               sweep_command);
}

void add_pairs(CLI::App& app, PairsOptions& options) {
  CLI::App* command = app.add_subcommand("pairs", "Candidate pairs alone: all bodies whose bounding boxes meet");
  command->add_option("scene", options.scene, "Scene file (JSON)")->required()->type_name("SCENE.json");
  command->add_option("--out", options.pairs, "Write them here, a row a pair")->required()->type_name("FILE.csv");
  add_run(*command, options.threads, options.isa);
  add_precision(*command, options.precision);
  command->callback([&options] { pairs_command(options); });
}

void add_place(CLI::App& app, PlaceOptions& options) {
  CLI::App* command = app.add_subcommand("place", "The placed vertices that the verdicts are about");
  command->add_option("scene", options.scene, "Scene file (JSON)")->required()->type_name("SCENE.json");
  command->add_option("--out", options.placed, "Write them here, a row a vertex")->required()->type_name("FILE.csv");
  add_precision(*command, options.precision);
  command->callback([&options] { place_command(options); });
}

void add_info(CLI::App& app) {
  CLI::App* command = app.add_subcommand("info", "Version, instruction sets and threads");
  command->callback([] { info_command(); });
}

void add_generate(CLI::App& app, GenerateOptions& options) {
  CLI::App* command = app.add_subcommand("generate", "Make a scene; the same seed makes the same file everywhere");
  command->add_option("--kind", options.kind, kind_descriptions())->required()->type_name("KIND");
  command->add_option("--bodies", options.bodies, "How many bodies")
      ->check(CLI::Range(std::size_t{1}, max_generated_bodies))
      ->capture_default_str()
      ->type_name("N");
  command->add_option("--seed", options.seed, "Another seed makes another scene")
      ->capture_default_str()
      ->type_name("S");
  command->add_option("--out", options.scene, "Write the scene here")->required()->type_name("SCENE.json");
  command->callback([&options] { generate_command(options); });
}

}  // namespace

void run_command_line(int argument_count, char** arguments) {
  CLI::App app{"Satchel: overlap tests of convex 2D shapes by the batch", "satchel"};
  app.set_version_flag("--version", std::string(version()));
  app.footer(exit_statuses);
  app.require_subcommand(1);

  CollideOptions collide;
  QuestionOptions distance;
  QuestionOptions manifold;
  QuestionOptions sweep;
  PlaceOptions place;
  PairsOptions pairs;
  GenerateOptions generate;
  add_collide(app, collide);
  add_distance(app, distance);
  add_manifold(app, manifold);
  add_sweep(app, sweep);
  add_place(app, place);
  add_pairs(app, pairs);
  add_info(app);
  add_generate(app, generate);

  try {
    app.parse(argument_count, arguments);
  } catch (const CLI::Success& help) {  // --help and --version are exceptions to CLI11
    app.exit(help);
  } catch (const CLI::ParseError& error) {
    throw Failure(ExitStatus::usage, fmt::format("{}\nRun satchel --help for more.", error.what()));
  }
}

}  // namespace satchel::cli
