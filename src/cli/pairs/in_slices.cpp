#include "cli/pairs/in_slices.hpp"

#include <algorithm>
#include <chrono>

#include "cli/support/progress.hpp"

namespace satchel::cli {

double in_slices(std::size_t total, const std::function<void(std::size_t first, std::size_t count)>& work) {
  // A slice is long enough that the cost of a call is small, and short enough that the progress bar moves steadily.
  constexpr double short_slice = 0.01;
  constexpr double long_slice = 0.2;
  std::size_t slice = std::size_t{1} << 15;
  using Clock = std::chrono::steady_clock;

  double total_seconds = 0;
  Progress progress(total);
  for (std::size_t first = 0; first < total;) {
    const std::size_t count = std::min(slice, total - first);
    const Clock::time_point start = Clock::now();
    work(first, count);
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    total_seconds += seconds;
    progress.advance(count);
    first += count;
    slice = seconds < short_slice ? 2 * slice : seconds > long_slice && slice > 1 ? slice / 2 : slice;
  }
  return total_seconds;
}

}  // namespace satchel::cli
