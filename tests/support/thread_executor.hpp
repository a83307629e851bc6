// An executor on plain threads, which counts how often each task ran.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <satchel/options.hpp>
#include <thread>
#include <vector>

namespace satchel::test {

class ThreadExecutor {
 public:
  /// @param before, after  called on each thread before its first task and after its last
  explicit ThreadExecutor(unsigned workers, std::function<void()> before = {}, std::function<void()> after = {})
      : before_(std::move(before)), after_(std::move(after)), executor_{this, workers, run} {}
  ThreadExecutor(const ThreadExecutor&) = delete;
  ThreadExecutor& operator=(const ThreadExecutor&) = delete;

  [[nodiscard]] const Executor& executor() const { return executor_; }
  /// Calls of `run` so far, and how often each task of them ran.
  [[nodiscard]] std::size_t runs() const { return runs_.size(); }
  [[nodiscard]] bool each_task_ran_once() const {
    for (const auto& counts : runs_) {
      for (const auto& count : *counts) {
        if (count != 1) return false;
      }
    }
    return true;
  }
  [[nodiscard]] std::size_t tasks() const {
    std::size_t total = 0;
    for (const auto& counts : runs_) total += counts->size();
    return total;
  }

 private:
  using Counts = std::vector<std::atomic<int>>;

  static void run(void* context, std::size_t tasks, void (*task)(void* data, std::size_t i), void* data) {
    auto& self = *static_cast<ThreadExecutor*>(context);
    self.runs_.push_back(std::make_unique<Counts>(tasks));
    Counts& counts = *self.runs_.back();
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
      if (self.before_) self.before_();
      for (std::size_t i; (i = next++) < tasks;) {
        task(data, i);
        ++counts[i];
      }
      if (self.after_) self.after_();
    };
#if defined(__EMSCRIPTEN__)  // WebAssembly without threads: they run one after another
    for (unsigned k = 0; k < self.executor_.workers; ++k) work();
#else
    std::vector<std::thread> threads;
    for (unsigned k = 0; k < self.executor_.workers; ++k) threads.emplace_back(work);
    for (std::thread& thread : threads) thread.join();
#endif
  }

  std::function<void()> before_, after_;
  Executor executor_;
  std::vector<std::unique_ptr<Counts>> runs_;
};

}  // namespace satchel::test
