#include "cli/commands/command_options.hpp"

#include <charconv>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <system_error>

#include <fmt/core.h>

namespace satchel::cli {
namespace {

constexpr unsigned most_threads = 4096;

}  // namespace

void add_scene(CLI::App& command, SceneOptions& options) {
  static const std::map<std::string, Precision> names{{"float", Precision::float32}, {"double", Precision::float64}};
  command.add_option("scene", options.scene, "Scene file (JSON), or bodies as .wkt or .geojson")
      ->required()
      ->type_name("SCENE");
  command
      .add_option(
          "--precision", options.precision,
          "The precision of the scene and its results: float or double; without it float for scene files, double "
          "for .wkt and .geojson")
      ->transform(CLI::Transformer(names))
      ->type_name("NAME");
  command.add_flag("--rings", options.rings,
                   "Take rings as other programs write them: closed, of either winding, with repeated and collinear "
                   "points (.wkt and .geojson are always read so)");
  command.add_flag("--even-odd", options.even_odd,
                   "Take outlines that are not valid as what an odd number of their rings holds: shared edges vanish");
  command.add_flag("--skip-invalid", options.skip_invalid,
                   "Leave out geometries of .wkt and .geojson that are not valid or have no area, and say which");
  command.add_option("--skipped", options.skipped, "List all of them here: file,body,place,reason")
      ->type_name("FILE.csv");
}

void add_second_scene(CLI::App& command, SceneOptions& options) {
  command
      .add_option("scene_b", options.scene_b,
                  "A second layer: pairs are of a body a of SCENE and a body b of SCENE_B, found by the broad phase")
      ->type_name("SCENE_B");
}

void add_run(CLI::App& command, SceneOptions& options) {
  command.add_option("--threads", options.threads, "The most threads to use; 0: all")
      ->check(CLI::Range(0u, most_threads))
      ->type_name("N");
  command.add_option("--isa", options.isa, "Use this instruction set (see: satchel info)")->type_name("NAME");
}

CLI::Validator number_from(double low, double high) {
  const auto check = [low, high](std::string& text) -> std::string {
    double value = 0;
    if (CLI::detail::lexical_cast(text, value) && value >= low && value <= high) return {};
    return fmt::format("{} is not a number from {} to {}", text, low, high);
  };
  return {check, "", "number"};
}

CLI::Validator whole_number() {
  const auto check = [](std::string& text) -> std::string {
    std::uint64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc() && stopped == end) return {};
    return fmt::format("{} is not a whole number from 0 to {}", text, std::numeric_limits<std::uint64_t>::max());
  };
  return {check, "", "whole number"};
}

}  // namespace satchel::cli
