// Options that several subcommands have.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/commands/commands.hpp"

namespace satchel::cli {

/// Adds the scene and the options about reading it.
void add_scene(CLI::App& command, SceneOptions& options);

/// Adds the second layer.
void add_second_scene(CLI::App& command, SceneOptions& options);

/// Adds the options --threads and --isa.
void add_run(CLI::App& command, SceneOptions& options);

}  // namespace satchel::cli
