// Reports while a function runs that reports nothing itself.
#pragma once

#include <chrono>
#include <future>
#include <new>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>

#include "outline/reports.hpp"
#include "parallel/fp_environment.hpp"

namespace satchel::outline {

/// The result of work() that never reports: it runs on a thread of its own, while the calling thread reports. After
/// Cancelled that thread goes on until work() returns, so `work` owns all that it uses.
template <class Work>
std::invoke_result_t<Work&> report_meanwhile(const Options& run, Work work) {
  std::packaged_task<std::invoke_result_t<Work&>()> task([work = std::move(work)]() mutable {
    const FpEnvironment environment;
    return work();
  });
  auto result = task.get_future();
  try {
    std::thread(std::move(task)).detach();
  } catch (const std::system_error&) {  // there are no more threads
    throw std::bad_alloc();
  }
  while (result.wait_for(std::chrono::milliseconds(10)) != std::future_status::ready) report(run, 0, 1);
  return result.get();
}

}  // namespace satchel::outline
