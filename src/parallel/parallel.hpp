// Distributes chunks of work over threads: of oneTBB, of the caller's executor, or the calling thread alone.
#pragma once

#include <atomic>
#include <cstddef>
#include <type_traits>

#include <satchel/error.hpp>
#include <satchel/options.hpp>

#include "parallel/fp_environment.hpp"
#include "parallel/progress.hpp"

namespace satchel::parallel {

/// Calls task(data, i) for each i in [0, tasks), on up to `tasks` threads; returns when all calls have returned. Tasks
/// must not throw. Returns `internal` if the caller's executor threw or oneTBB could not start a thread, `no_memory` if an
/// allocation failed; all calls have returned then, too.
Status run(std::size_t tasks, const Options& options, void (*task)(void* data, std::size_t i), void* data) noexcept;

/// The number of tasks to run for a number of chunks: the number of threads that may run at once, at most `chunks`.
std::size_t task_count(std::size_t chunks, const Options& options) noexcept;

namespace detail {

/// The chunks of a loop that its tasks share.
struct Chunks {
  std::size_t count;
  const Progress* progress;  ///< null: without reports
  std::atomic<std::size_t> next{0}, done{0};
  std::atomic<bool> paused{false};  ///< tasks end early, for the calling thread to report

  /// Takes the next chunk; false: there is none now.
  bool take(std::size_t& chunk) noexcept {
    if (paused.load(std::memory_order_relaxed)) return false;
    chunk = next.fetch_add(1, std::memory_order_relaxed);
    return chunk < count;
  }
  void pause_if_due() noexcept {
    if (progress != nullptr && progress->is_due()) paused.store(true, std::memory_order_relaxed);
  }
};

/// Runs tasks until all chunks are done. When a report is due, all tasks end after the chunk that they run, the calling
/// thread reports, and tasks run again: so it reports whatever threads the executor uses.
Status run_chunks(Chunks& chunks, std::size_t tasks, const Options& options, Progress* progress,
                  void (*task)(void* data, std::size_t i), void* data) noexcept;

}  // namespace detail

/// Calls body(chunk) for each chunk in [0, chunks), each once, in any order, on any thread. The caller chooses the
/// chunks independently of the threads, so that results do not depend on threads. Each task takes the next chunk until
/// none is left; so a slow thread delays one chunk only. Reports progress between chunks. Returns `cancelled` if a
/// chunk did not run, or the Status of `run`.
template <class Body>
Status for_each_chunk(std::size_t chunks, const Options& options, Body&& body) noexcept {
  static_assert(std::is_nothrow_invocable_v<Body&, std::size_t>);
  Progress* const progress = Progress::of(options);
  if (progress == nullptr && options.progress != nullptr) {
    Progress whole(options, chunks);
    whole.begin(chunks);
    return whole.finish(for_each_chunk(chunks, whole.options(), body));
  }
  const std::size_t tasks = task_count(chunks, options);
  if (tasks <= 1) {
    for (std::size_t i = 0; i < chunks; ++i) {
      body(i);
      if (progress != nullptr && !progress->report(i + 1, chunks)) return {ErrorCode::cancelled, 0};
    }
    return {};
  }
  struct Shared {
    detail::Chunks chunks;
    Body& body;
  } shared{{chunks, progress}, body};
  return detail::run_chunks(
      shared.chunks, tasks, options, progress,
      [](void* data, std::size_t) {
        const FpEnvironment environment;
        Shared& work = *static_cast<Shared*>(data);
        std::size_t finished = 0;
        for (std::size_t i; work.chunks.take(i); ++finished) {
          work.body(i);
          work.chunks.pause_if_due();
        }
        work.chunks.done.fetch_add(finished, std::memory_order_release);
      },
      &shared);
}

}  // namespace satchel::parallel
