// The options of a call, taken from those of C.
#pragma once

#include <satchel/c/options.h>
#include <satchel/c/status.h>

#include <satchel/options.hpp>

namespace satchel::c {

/// The options of one call. Lives during the call.
class Run {
 public:
  /// @param parameter  the number of `options` in the C call, counted from 1
  Run(const satchel_options* options, unsigned parameter) noexcept;
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  [[nodiscard]] const satchel_status& status() const noexcept { return status_; }
  [[nodiscard]] const Options& options() const noexcept { return options_; }
  /// Adds the counts of the call to the caller's.
  void add_stats() const noexcept;

 private:
  static bool report(void* run, std::uint64_t done, std::uint64_t all);

  satchel_status status_{};
  satchel_options given_{};
  Executor executor_{};
  Stats stats_{};
  Options options_{};
};

}  // namespace satchel::c
