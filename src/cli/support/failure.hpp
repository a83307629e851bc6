// The exception of the tool: a message and the exit status.
#pragma once

#include <stdexcept>
#include <string>

namespace satchel::cli {

enum class ExitStatus : int {
  done = 0,
  usage = 1,      ///< an unknown option, a bad value, an unavailable instruction set
  bad_input = 2,  ///< an invalid scene; the message names file, field and index
  file = 3        ///< a file that cannot be read or written
};

class Failure : public std::runtime_error {
 public:
  Failure(ExitStatus status, const std::string& message) : std::runtime_error(message), status_(status) {}

  [[nodiscard]] ExitStatus status() const noexcept { return status_; }

 private:
  ExitStatus status_;
};

}  // namespace satchel::cli
