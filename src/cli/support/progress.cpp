#include "cli/support/progress.hpp"

#include <iostream>

#include "cli/support/system.hpp"

namespace satchel::cli {

Progress::Progress(std::size_t total)
    : total_(total), on_terminal_(errors_go_to_terminal()), start_(std::chrono::steady_clock::now()) {}

void Progress::advance(std::size_t done) {
  done_ += done;
  if (bar_) {
    *bar_ += static_cast<unsigned long>(done);
  } else if (on_terminal_ && done_ < total_ && std::chrono::steady_clock::now() - start_ > std::chrono::seconds(1)) {
    bar_ = std::make_unique<boost::timer::progress_display>(static_cast<unsigned long>(total_), std::cerr, "");
    *bar_ += static_cast<unsigned long>(done_);
  }
}

}  // namespace satchel::cli
