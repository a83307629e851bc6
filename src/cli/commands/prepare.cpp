#include "cli/commands/prepare.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/core.h>

#include <satchel/error.hpp>
#include <satchel/isa.hpp>

#include "cli/support/failure.hpp"
#include "cli/support/system.hpp"

namespace satchel::cli {

void choose_isa(const std::string& name) try {
  if (!name.empty()) {
    force_isa(name);
  }
  static_cast<void>(active_isa());
} catch (const Error& error) {
  throw Failure(ExitStatus::usage, error.what());
}

void require_distinct(const std::string& path_a, const std::string& path_b) {
  if (path_a.empty() || path_b.empty()) {
    return;
  }
  if (are_same_file(path_a, path_b) && type_of(path_a) != std::filesystem::file_type::character) {
    throw Failure(ExitStatus::usage, fmt::format("{} is named twice; each file needs its own name", path_a));
  }
}

void require_distinct_files(std::initializer_list<std::string> inputs, std::initializer_list<std::string> outputs) {
  for (const std::string* output = outputs.begin(); output != outputs.end(); ++output) {
    for (const std::string& input : inputs) {
      require_distinct(input, *output);
    }
    for (const std::string* other = outputs.begin(); other != output; ++other) {
      require_distinct(*other, *output);
    }
  }
}

void check_input_options(const SceneOptions& options) {
  const auto is_map = [](const std::string& path) { return !path.empty() && form_of(path) != FileForm::scene; };
  if (options.skip_invalid && !is_map(options.scene) && !is_map(options.scene_b)) {
    throw Failure(ExitStatus::usage, "--skip-invalid is about geometries of .wkt and .geojson files; there is none");
  }
  if (!options.skipped.empty() && !options.skip_invalid) {
    throw Failure(ExitStatus::usage, "--skipped needs --skip-invalid: it lists the geometries that are left out");
  }
}

Precision precision_of(const SceneOptions& options) {
  const auto usual = [](const std::string& path) {
    return path.empty() || form_of(path) == FileForm::scene ? Precision::float32 : Precision::float64;
  };
  return options.precision.value_or(std::max(usual(options.scene), usual(options.scene_b)));
}

std::optional<OutputFile> open_if_named(const std::string& path) {
  return path.empty() ? std::nullopt : std::optional<OutputFile>(std::in_place, path);
}

}  // namespace satchel::cli
