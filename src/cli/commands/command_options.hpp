// Options that several subcommands have.
#pragma once

#include <limits>

#include <CLI/CLI.hpp>

#include "cli/commands/commands.hpp"

namespace satchel::cli {

/// Adds the scene and the options about reading it.
void add_scene(CLI::App& command, SceneOptions& options);

/// Adds the second layer.
void add_second_scene(CLI::App& command, SceneOptions& options);

/// A check that a value is a number from `low` on, up to `high`. (CLI::Range lets NaN pass.)
CLI::Validator number_from(double low, double high = std::numeric_limits<double>::infinity());

/// A check that a value is a finite number above 0.
CLI::Validator finite_number_above_0();

/// A check that a value is a whole number without a sign.
CLI::Validator whole_number();

/// Adds the options --threads and --isa.
void add_run(CLI::App& command, SceneOptions& options);

}  // namespace satchel::cli
