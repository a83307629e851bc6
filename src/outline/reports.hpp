// Long calls on rings: they report on the calling thread, and end early if a report says so.
#pragma once

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

}  // namespace satchel::outline
