// Options of batch calls: threads, executor, statistics, progress. Results do not depend on them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace satchel {

/// A job system of the caller. `run` must call task(data, 0) ... task(data, tasks - 1), each once, on any threads, in
/// any order, and return when all calls have returned. `workers` is the number of tasks that can run at once (at least
/// 1). Tasks throw nothing and do not block.
struct Executor {
  void* context;
  unsigned workers;
  void (*run)(void* context, std::size_t tasks, void (*task)(void* data, std::size_t i), void* data);
};

/// The class of a pair. Each class has its own kernels, so the class determines the cost of a pair.
enum class PairClass : std::uint8_t {
  boxes,    ///< two boxes around their own origins
  up_to_4,  ///< polygons; the number is that of the vertices of the larger of the two bodies
  up_to_6,
  up_to_8,
  up_to_16,
  many_vertices,  ///< polygons of more than 16 vertices
  exact,          ///< no kernel: a body with edges too short for float, or a radius and a body of many vertices
  rounded,        ///< at least one body with a radius, or of one or two vertices
  compounds,      ///< at least one compound; counted once, not by parts
};
constexpr std::size_t pair_class_count = 9;

/// "boxes", "up to 4", ...
constexpr std::string_view name(PairClass pair_class) {
  constexpr std::string_view names[pair_class_count] = {"boxes",    "up to 4", "up to 6", "up to 8",  "up to 16",
                                                        "above 16", "exact",   "rounded", "compounds"};
  return names[static_cast<std::size_t>(pair_class)];
}

/// Counts of pairs: by the stage that decided their verdict, and by class. A call adds its counts once, at its end.
struct Stats {
  std::uint64_t pairs = 0;                                 ///< all pairs of the call
  std::uint64_t decided_by_lanes = 0;                      ///< certified by the SIMD kernel's error band
  std::uint64_t decided_by_double = 0;                     ///< certified by the filter in double precision
  std::uint64_t decided_exactly = 0;                       ///< needed expansion arithmetic
  std::array<std::uint64_t, pair_class_count> of_class{};  ///< all pairs again, by PairClass
  std::uint64_t by_discs = 0;         ///< pairs whose bounding or inscribed discs told enough; may vary with threads
  std::uint64_t by_facing_parts = 0;  ///< pairs decided by the edges that face the other body; may vary with threads
  std::uint64_t by_outlines = 0;      ///< pairs whose verdict followed from the edges of outlines in lanes
};

/// Options of a batch call.
struct Options {
  /// The largest number of threads; 1: the calling thread; 0: `BasicScene::max_threads` of the scene of the call (of two
  /// scenes the first's, or the second's if the first has none), or else as many as the oneTBB arena of the calling
  /// thread has (a library built without oneTBB: as the machine has).
  unsigned max_threads = 0;
  /// A job system to use instead of oneTBB or the library's own threads, or null. It has to outlive the call.
  const Executor* executor = nullptr;
  /// Counts to add to, or null. During the call nothing else may use them.
  Stats* stats = nullptr;
  /// A function to call from time to time, or null. It is called on the thread that made the call, at most every 50 ms,
  /// and once more at the end of a call that reported before. `done` of `all` units of work are done: `done` never
  /// decreases, `all` is the same throughout a call, and the last report has done == all; what a unit is depends on the
  /// call. If the function returns false, the call ends with `cancelled` as soon as the chunks that run are done. It
  /// must not throw, nor change or destroy what the call reads.
  bool (*progress)(void* context, std::uint64_t done, std::uint64_t all) = nullptr;
  /// What `progress` gets as its first argument.
  void* progress_context = nullptr;
};

}  // namespace satchel
