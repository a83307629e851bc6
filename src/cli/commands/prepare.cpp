#include "cli/commands/prepare.hpp"

#include <filesystem>
#include <system_error>

#include <fmt/core.h>

#include <satchel/error.hpp>
#include <satchel/isa.hpp>

#include "cli/support/failure.hpp"

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
  std::error_code ignored;
  namespace fs = std::filesystem;
  if (fs::weakly_canonical(path_a, ignored) == fs::weakly_canonical(path_b, ignored) &&
      !fs::is_character_file(path_a, ignored)) {
    throw Failure(ExitStatus::usage, fmt::format("{} is named twice; each file needs its own name", path_a));
  }
}

std::optional<OutputFile> open_if_named(const std::string& path) {
  return path.empty() ? std::nullopt : std::optional<OutputFile>(std::in_place, path);
}

}  // namespace satchel::cli
