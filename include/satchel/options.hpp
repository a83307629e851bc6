// How a batch call runs. The results do not depend on any of this.
#pragma once

#include <cstddef>
#include <cstdint>

namespace satchel {

/// The caller's own job system. `run` calls task(data, 0) ... task(data, tasks - 1), each once, on any threads, in any
/// order, and returns when all are done. `workers` is how many of them may run at once (at least 1). The tasks throw
/// nothing and block on nothing.
struct Executor {
  void* context;
  unsigned workers;
  void (*run)(void* context, std::size_t tasks, void (*task)(void* data, std::size_t i), void* data);
};

/// How many pairs each stage decided. A call adds to what is there, once, at its end.
struct Stats {
  std::uint64_t pairs = 0;              ///< all pairs of the call
  std::uint64_t decided_by_lanes = 0;   ///< certified by the SIMD kernel's error band
  std::uint64_t decided_by_double = 0;  ///< certified by the filter in double precision
  std::uint64_t decided_exactly = 0;    ///< needed expansion arithmetic
};

/// Options of a batch call; the defaults are right for most.
struct Options {
  /// The most threads to use; 0: as many as the calling thread's oneTBB arena has. 1: the calling thread alone.
  unsigned max_threads = 0;
  /// Run on this job system instead of oneTBB. It has to outlive the call.
  const Executor* executor = nullptr;
  /// Where to count, or null. Only the call that has it may use it meanwhile.
  Stats* stats = nullptr;
};

}  // namespace satchel
