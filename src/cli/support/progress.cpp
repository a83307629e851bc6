#include "cli/support/progress.hpp"

#include <iostream>

#include <unistd.h>

namespace satchel::cli {

Progress::Progress(std::size_t total)
    : total_(total), on_terminal_(isatty(STDERR_FILENO) != 0), start_(std::chrono::steady_clock::now()) {}

void Progress::advance(std::size_t done) {
  done_ += done;
  if (bar_) {
    *bar_ += done;
  } else if (on_terminal_ && done_ < total_ && std::chrono::steady_clock::now() - start_ > std::chrono::seconds(1)) {
    bar_ = std::make_unique<boost::timer::progress_display>(total_, std::cerr, "");
    *bar_ += done_;
  }
}

}  // namespace satchel::cli
