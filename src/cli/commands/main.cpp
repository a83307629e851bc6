// The satchel tool. Prints the message of a failure to standard error and returns its exit status.
#include <cerrno>
#include <cstdio>
#include <exception>
#include <new>
#include <system_error>

#include <fmt/core.h>
#include <satchel/error.hpp>

#include "cli/commands/command_line.hpp"
#include "cli/support/failure.hpp"
#include "cli/support/system.hpp"

namespace {

/// What the summary wrote may still be in memory: a full disk shows when it is written.
void finish_standard_output() {
  using namespace satchel::cli;
  const bool failed = std::fflush(stdout) != 0;
  if (failed || std::ferror(stdout) != 0) {
    throw Failure(ExitStatus::file, fmt::format("standard output: cannot be written: {}",
                                                std::generic_category().message(failed ? errno : EIO)));
  }
}

}  // namespace

int main(int argument_count, char** arguments) {
  using namespace satchel::cli;
  write_bytes_as_they_are();
  ExitStatus status = ExitStatus::done;
  try {
    run_command_line(argument_count, arguments);
    finish_standard_output();
  } catch (const Failure& failure) {
    fmt::print(stderr, "satchel: {}\n", failure.what());
    status = failure.status();
  } catch (const satchel::Error& error) {
    const bool is_memory = error.code() == satchel::ErrorCode::no_memory;
    fmt::print(stderr, "satchel: {}\n", error.what());
    status = is_memory ? ExitStatus::file : ExitStatus::bad_input;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "satchel: not enough memory\n");
    status = ExitStatus::file;
  } catch (const std::exception& error) {
    fmt::print(stderr, "satchel: {}\n", error.what());
    status = ExitStatus::file;
  }
  return static_cast<int>(status);
}
