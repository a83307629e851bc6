#include "cli/commands/command_options.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/core.h>

#include "cli/support/failure.hpp"

namespace satchel::cli {
namespace {

constexpr unsigned most_threads = 4096;

Precision precision_named(const std::string& wanted) {
  if (wanted == "float") return Precision::float32;
  if (wanted == "double") return Precision::float64;
  throw Failure(ExitStatus::usage, fmt::format("--precision {}: unknown; the precisions are float and double", wanted));
}

/// A check that a value is a number of which `is_valid` is true; `valid` names these numbers.
template <class IsValid>
CLI::Validator number_where(IsValid is_valid, std::string valid) {
  const auto check = [is_valid, valid = std::move(valid)](std::string& text) -> std::string {
    double value = 0;
    if (CLI::detail::lexical_cast(text, value) && is_valid(value)) return {};
    return fmt::format("{} is not {}", text, valid);
  };
  return {check, "", "number"};
}

}  // namespace

void add_scene(CLI::App& command, SceneOptions& options) {
  command.add_option("scene", options.scene, "Scene file (JSON), or bodies as .wkt or .geojson")
      ->required()
      ->type_name("SCENE");
  command
      .add_option_function<std::string>(
          "--precision", [&options](const std::string& name) { options.precision = precision_named(name); },
          "The precision of the scene and its results: float or double; without it float for scene files, double "
          "for .wkt and .geojson")
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
  return number_where([low, high](double value) { return value >= low && value <= high; },
                      fmt::format("a number from {} to {}", low, high));
}

CLI::Validator finite_number_above_0() {
  return number_where([](double value) { return value > 0 && std::isfinite(value); }, "a finite number above 0");
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
