// How a benchmark is registered and timed: by the steady clock, with errors reported and not timed.
#pragma once

#include <benchmark/benchmark.h>

#include <chrono>
#include <exception>
#include <string>
#include <utility>

namespace satchel_bench {

/// Registers a benchmark. What `run` throws becomes the benchmark's error.
template <class Run>
void register_benchmark(const std::string& name, Run run) {
  benchmark::RegisterBenchmark(name.c_str(), [run = std::move(run)](benchmark::State& state) {
    try {
      run(state);
    } catch (const std::exception& error) {
      state.SkipWithError(error.what());
    }
  });
}

/// Calls prepare() and work() in turn, and times work() alone, what it writes to memory included.
/// @return  the mean time of work() in ns
template <class Prepare, class Work>
double mean_ns(benchmark::State& state, Prepare prepare, Work work) {
  using Clock = std::chrono::steady_clock;
  Clock::duration total{};
  for (auto _ : state) {
    prepare();
    const Clock::time_point start = Clock::now();
    work();
    benchmark::ClobberMemory();
    total += Clock::now() - start;
  }
  return std::chrono::duration<double, std::nano>(total).count() / static_cast<double>(state.iterations());
}

template <class Work>
double mean_ns(benchmark::State& state, Work work) {
  return mean_ns(
      state, [] {}, work);
}

}  // namespace satchel_bench
