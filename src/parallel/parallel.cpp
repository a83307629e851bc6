#include "parallel/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <new>

#if SATCHEL_TBB
#if !defined(_WIN32)
#include <pthread.h>
#endif

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>
#elif SATCHEL_OWN_THREADS
#include "parallel/thread_pool.hpp"
#endif

namespace satchel::parallel {
namespace {

#if SATCHEL_TBB
/// Whether oneTBB would never return: then the calling thread works alone.
std::atomic<bool> unusable{false};

/// A child of a fork has none of oneTBB's threads, and one of them may have held a lock. A child of a process that has not
/// used oneTBB can use it.
void watch_forks() noexcept {
#if !defined(_WIN32)
  static std::atomic<bool> watched{false};
  if (watched.load(std::memory_order_relaxed) || watched.exchange(true)) return;
  pthread_atfork(nullptr, nullptr, [] { unusable.store(true, std::memory_order_relaxed); });
#endif
}
#endif

std::size_t worker_count(const Options& options) noexcept {
  if (options.executor != nullptr) return std::max(1u, options.executor->workers);
#if SATCHEL_TBB
  if (unusable.load(std::memory_order_relaxed)) return 1;
  watch_forks();
  // The first call of max_concurrency in a process makes oneTBB allocate. If the allocation fails, oneTBB (2021.8) is
  // left half initialised, and a second call would never return.
  try {
    return static_cast<std::size_t>(std::max(1, tbb::this_task_arena::max_concurrency()));
  } catch (...) {
    unusable.store(true, std::memory_order_relaxed);
    return 1;
  }
#elif SATCHEL_OWN_THREADS
  return pool_workers();
#else
  return 1;
#endif
}

#if SATCHEL_TBB
void run_with_tbb(std::size_t tasks, void (*task)(void*, std::size_t), void* data) {
  // An isolated context, because cancellation of the caller's context would silently skip tasks. An isolated arena,
  // because a thread that waits for these tasks must not start other work of the caller, which may wait for a lock it
  // holds.
  tbb::task_group_context context(tbb::task_group_context::isolated);
  tbb::this_task_arena::isolate([&] {
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, tasks, 1),
        [&](const tbb::blocked_range<std::size_t>& range) {
          for (std::size_t i = range.begin(); i != range.end(); ++i) task(data, i);
        },
        tbb::simple_partitioner(), context);
  });
}
#endif

}  // namespace

std::size_t task_count(std::size_t chunks, const Options& options) noexcept {
  if (chunks <= 1 || options.max_threads == 1) return 1;
  std::size_t workers = worker_count(options);
  if (options.max_threads != 0) workers = std::min<std::size_t>(workers, options.max_threads);
  return std::min(workers, chunks);
}

Status run(std::size_t tasks, const Options& options, void (*task)(void*, std::size_t), void* data) noexcept {
  try {
    if (options.executor != nullptr) {
      options.executor->run(options.executor->context, tasks, task, data);
      return {};
    }
#if SATCHEL_TBB
    run_with_tbb(tasks, task, data);
#elif SATCHEL_OWN_THREADS
    run_in_pool(tasks, task, data);
#else
    for (std::size_t i = 0; i < tasks; ++i) task(data, i);
#endif
    return {};
  } catch (const std::bad_alloc&) {
    return {ErrorCode::no_memory, 0};
  } catch (...) {
    return {ErrorCode::internal, 0};
  }
}

Status detail::run_chunks(Chunks& chunks, std::size_t tasks, const Options& options, Progress* progress,
                          void (*task)(void*, std::size_t), void* data) noexcept {
  for (;;) {
    const Status status = run(tasks, options, task, data);
    if (status.code == ErrorCode::internal && options.executor == nullptr) {
      task(data, 0);  // oneTBB could not start a thread. Its tasks have ended; this one takes the chunks that they left
    } else if (!status.ok()) {
      return status;
    }
    const std::size_t done = chunks.done.load(std::memory_order_acquire);
    if (!chunks.paused.load(std::memory_order_relaxed)) {
      // An executor may have skipped tasks, or a context may have been cancelled.
      return done == chunks.count ? Status{} : Status{ErrorCode::cancelled, 0};
    }
    if (!progress->report(done, chunks.count)) return {ErrorCode::cancelled, 0};
    if (done == chunks.count) return {};
    chunks.paused.store(false, std::memory_order_relaxed);
  }
}

}  // namespace satchel::parallel
