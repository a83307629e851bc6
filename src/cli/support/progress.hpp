// A progress bar on the terminal for long work.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>

#include <boost/timer/progress_display.hpp>

namespace satchel::cli {

/// The bar is shown only if standard error is a terminal and the work has taken more than a second.
class Progress {
 public:
  explicit Progress(std::size_t total);

  void advance(std::size_t done);

 private:
  std::size_t total_;
  std::size_t done_ = 0;
  bool on_terminal_;
  std::chrono::steady_clock::time_point start_;
  std::unique_ptr<boost::timer::progress_display> bar_;
};

}  // namespace satchel::cli
