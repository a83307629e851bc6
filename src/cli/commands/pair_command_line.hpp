// The subcommands that ask a question about pairs.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/commands/commands.hpp"

namespace satchel::cli {

/// The options of each.
struct PairCommands {
  PairQuestionOptions classify, distance, manifold, sweep, areas, within, relate, push_out;
};

/// @param options  outlives the app
void add_pair_commands(CLI::App& app, PairCommands& options);

}  // namespace satchel::cli
