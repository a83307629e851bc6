// Distributes chunks of work over threads: of oneTBB, of the caller's executor, or the calling thread alone.
#pragma once

#include <atomic>
#include <cstddef>
#include <type_traits>

#include <satchel/error.hpp>
#include <satchel/options.hpp>

#include "parallel/fp_environment.hpp"

namespace satchel::parallel {

/// Calls task(data, i) for each i in [0, tasks), on up to `tasks` threads; returns when all calls have returned. Tasks
/// must not throw. Returns `internal` if the caller's executor threw, `no_memory` if an allocation failed.
Status run(std::size_t tasks, const Options& options, void (*task)(void* data, std::size_t i), void* data) noexcept;

/// The number of tasks to run for a number of chunks: the number of threads that may run at once, at most `chunks`.
std::size_t task_count(std::size_t chunks, const Options& options) noexcept;

/// Calls body(chunk) for each chunk in [0, chunks), each once, in any order, on any thread. The caller chooses the
/// chunks independently of the threads, so that results do not depend on threads. Each task takes the next chunk until
/// none is left; so a slow thread delays one chunk only. Returns `cancelled` if a chunk did not run, or the Status of
/// `run`.
template <class Body>
Status for_each_chunk(std::size_t chunks, const Options& options, Body&& body) noexcept {
  static_assert(std::is_nothrow_invocable_v<Body&, std::size_t>);
  const std::size_t tasks = task_count(chunks, options);
  if (tasks <= 1) {
    for (std::size_t i = 0; i < chunks; ++i) body(i);
    return {};
  }
  struct Shared {
    Body& body;
    std::size_t chunks;
    std::atomic<std::size_t> next{0}, done{0};
  } shared{body, chunks, {}, {}};
  const Status status = run(
      tasks, options,
      [](void* data, std::size_t) {
        const FpEnvironment environment;
        Shared& work = *static_cast<Shared*>(data);
        std::size_t finished = 0;
        for (std::size_t i; (i = work.next.fetch_add(1, std::memory_order_relaxed)) < work.chunks; ++finished) {
          work.body(i);
        }
        work.done.fetch_add(finished, std::memory_order_release);
      },
      &shared);
  if (!status.ok()) return status;
  // An executor may have skipped tasks, or a context may have been cancelled.
  if (shared.done.load(std::memory_order_acquire) != chunks) return {ErrorCode::cancelled, 0};
  return {};
}

}  // namespace satchel::parallel
