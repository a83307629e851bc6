// How a batch call runs. The results do not depend on any of this.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace satchel {

/// The caller's own job system. `run` calls task(data, 0) ... task(data, tasks - 1), each once, on any threads, in any
/// order, and returns when all are done. `workers` is how many of them may run at once (at least 1). The tasks throw
/// nothing and block on nothing.
struct Executor {
  void* context;
  unsigned workers;
  void (*run)(void* context, std::size_t tasks, void (*task)(void* data, std::size_t i), void* data);
};

/// What a pair costs depends on its class: by this the pairs are sorted, and each class has kernels of its own.
enum class PairClass : std::uint8_t {
  boxes,    ///< two boxes around their own origins
  up_to_4,  ///< the vertices of the larger of the two bodies
  up_to_6,
  up_to_8,
  up_to_16,
  many_vertices,  ///< more than that: one pair at a time
  exact,          ///< no kernel: some body too small for floats to tell its edges, or a round one and many vertices
  rounded,        ///< some body with a radius, or of one or two vertices
  compounds,      ///< some body of several parts: counted once, whatever its parts
};
constexpr std::size_t pair_class_count = 9;

/// "boxes", "up to 4", ...
constexpr std::string_view name(PairClass pair_class) {
  constexpr std::string_view names[pair_class_count] = {"boxes",    "up to 4", "up to 6", "up to 8",  "up to 16",
                                                        "above 16", "exact",   "rounded", "compounds"};
  return names[static_cast<std::size_t>(pair_class)];
}

/// How many pairs each stage decided, and of which classes they were. A call adds to what is there, once, at its end.
struct Stats {
  std::uint64_t pairs = 0;                                 ///< all pairs of the call
  std::uint64_t decided_by_lanes = 0;                      ///< certified by the SIMD kernel's error band
  std::uint64_t decided_by_double = 0;                     ///< certified by the filter in double precision
  std::uint64_t decided_exactly = 0;                       ///< needed expansion arithmetic
  std::array<std::uint64_t, pair_class_count> of_class{};  ///< all pairs again, by PairClass
  std::uint64_t by_facing_parts = 0;  ///< pairs whose edges that face away were not looked at; may vary with threads
  std::uint64_t by_outlines = 0;      ///< pairs in scenes with compounds whose verdict their outlines told
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
