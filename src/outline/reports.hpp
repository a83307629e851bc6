// Long calls on rings: they report on the calling thread, and end early if a report says so.
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>

#include <satchel/options.hpp>

#include "parallel/progress.hpp"

namespace satchel::outline {

/// A report ended the call.
struct Cancelled : std::exception {};

/// Reports, if it is due, that `done` of `parts` parts of a stage are done. Throws Cancelled.
/// @param run  options of a parallel::Progress
inline void report(const Options& run, std::uint64_t done, std::uint64_t parts) {
  if (!parallel::report(run, done, parts)) throw Cancelled();
}

/// Sorts, and reports at times that the stage has begun.
template <class Items, class IsBefore>
void sort_and_report(Items& items, const IsBefore& is_before, const Options& run) {
  std::uint32_t compared = 0;
  std::sort(items.begin(), items.end(), [&](const auto& a, const auto& b) {
    if (++compared % 16384 == 0) report(run, 0, 1);
    return is_before(a, b);
  });
}

}  // namespace satchel::outline
