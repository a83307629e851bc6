// The command line: subcommands, options, help.
#pragma once

namespace satchel::cli {

/// Parses the arguments and runs the subcommand. Throws `Failure`.
void run_command_line(int argument_count, char** arguments);

}  // namespace satchel::cli
