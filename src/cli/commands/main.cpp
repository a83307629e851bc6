// The satchel tool. Prints the message of a failure to standard error and returns its exit status.
#include <exception>
#include <new>

#include <fmt/core.h>

#include "cli/commands/command_line.hpp"
#include "cli/support/failure.hpp"
#include "cli/support/system.hpp"

int main(int argument_count, char** arguments) {
  using namespace satchel::cli;
  write_bytes_as_they_are();
  ExitStatus status = ExitStatus::done;
  try {
    run_command_line(argument_count, arguments);
  } catch (const Failure& failure) {
    fmt::print(stderr, "satchel: {}\n", failure.what());
    status = failure.status();
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "satchel: not enough memory\n");
    status = ExitStatus::file;
  } catch (const std::exception& error) {
    fmt::print(stderr, "satchel: {}\n", error.what());
    status = ExitStatus::file;
  }
  return static_cast<int>(status);
}
