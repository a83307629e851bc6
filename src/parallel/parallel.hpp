// Spreading chunks of work over threads: oneTBB, the caller's executor, or the calling thread.
#pragma once

#include <atomic>
#include <cstddef>
#include <type_traits>

#include <satchel/error.hpp>
#include <satchel/options.hpp>

#include "parallel/fp_environment.hpp"

namespace satchel::parallel {

/// Calls task(data, i) for each i in [0, tasks), on up to `options.max_threads` threads; returns when all are done.
/// The tasks throw nothing. `cancelled` where something from outside kept a task from running, `internal` where the
/// caller's executor threw, `no_memory` where a thread could not be had.
Status run(std::size_t tasks, const Options& options, void (*task)(void* data, std::size_t i), void* data) noexcept;

/// How many tasks are worth having for so many chunks: the threads that may run at once.
std::size_t task_count(std::size_t chunks, const Options& options) noexcept;

/// Calls body(chunk) for each chunk in [0, chunks), each once, in any order, on any thread. The chunks are fixed by the
/// caller and do not depend on the threads, so neither do results. Each task takes the next chunk until none is left:
/// no more threads are busy than there are tasks, and a slow one holds up a single chunk.
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
  // An executor that forgets its tasks, or a cancelled context, must not pass for success.
  if (shared.done.load(std::memory_order_acquire) != chunks) return {ErrorCode::cancelled, 0};
  return {};
}

}  // namespace satchel::parallel
