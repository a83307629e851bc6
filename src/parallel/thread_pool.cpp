#include "parallel/thread_pool.hpp"

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <new>
#include <thread>
#if !defined(_WIN32)
#include <pthread.h>
#endif

namespace satchel::parallel {
namespace {

/// What one call wants done. It stands on the stack of the call, in a list of the pool.
struct Job {
  std::size_t tasks;
  void (*task)(void* data, std::size_t i);
  void* data;
  std::size_t begun = 0,
              running = 0;  ///< tasks that a thread took; those of them that run. Guarded by the pool's mutex
  Job* following = nullptr;
  std::condition_variable ended{};  ///< the last task that ran has returned

  bool has_more() const noexcept { return begun < tasks; }
};

class Pool {
 public:
  void run(Job& job) noexcept {
    std::unique_lock lock(mutex_);
    job.following = jobs_;
    jobs_ = &job;
    start_threads(job.tasks - 1);
    work_.notify_all();
    while (job.has_more()) run_one(job, lock);
    job.ended.wait(lock, [&] { return job.running == 0; });
    Job** link = &jobs_;
    while (*link != &job) link = &(*link)->following;
    *link = job.following;
  }

 private:
  /// Starts threads until there are `wanted`, or as many as the machine has beside the calling one.
  void start_threads(std::size_t wanted) noexcept {
    const std::size_t most = std::min(wanted, pool_workers() - 1);
    try {
      for (; threads_ < most; ++threads_) std::thread([this] { wait_and_run(); }).detach();
    } catch (...) {  // no memory, or no more threads: those that are there do the work
    }
  }

  [[noreturn]] void wait_and_run() noexcept {
    std::unique_lock lock(mutex_);
    for (;;) {
      Job* job = jobs_;
      while (job != nullptr && !job->has_more()) job = job->following;
      if (job == nullptr) {
        work_.wait(lock);
      } else {
        run_one(*job, lock);
      }
    }
  }

  void run_one(Job& job, std::unique_lock<std::mutex>& lock) noexcept {
    const std::size_t i = job.begun++;
    ++job.running;
    lock.unlock();
    job.task(job.data, i);
    lock.lock();
    if (--job.running == 0 && !job.has_more()) job.ended.notify_one();
  }

  std::mutex mutex_;
  std::condition_variable work_;  ///< there may be a job with tasks that no thread has taken
  Job* jobs_ = nullptr;
  std::size_t threads_ = 0;
};

alignas(Pool) std::byte storage[sizeof(Pool)];

/// The pool of this process. It is never destroyed, because its threads wait in it when the process ends.
Pool& pool() noexcept {
  static Pool* const made = [] {
#if !defined(_WIN32)
    // A child of a fork has none of the threads, and one of them may have held the mutex: it begins anew.
    pthread_atfork(nullptr, nullptr, [] { new (storage) Pool; });
#endif
    return new (storage) Pool;
  }();
  return *made;
}

}  // namespace

std::size_t pool_workers() noexcept {
  static const std::size_t workers = std::max(1u, std::thread::hardware_concurrency());
  return workers;
}

void run_in_pool(std::size_t tasks, void (*task)(void* data, std::size_t i), void* data) noexcept {
  if (tasks == 0) return;
  Job job{tasks, task, data};
  pool().run(job);
}

}  // namespace satchel::parallel
