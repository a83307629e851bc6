#include "questions.hpp"

#include <benchmark/benchmark.h>

#include <chrono>
#include <exception>
#include <stdexcept>

namespace satchel_bench {
namespace {

using Clock = std::chrono::steady_clock;

void time_question(benchmark::State& state, const Question& question) {
  const std::unique_ptr<QuestionEngine> engine = question.make();
  engine->run();
  if (const std::string error = engine->error(); !error.empty()) throw std::runtime_error(question.name + ": " + error);
  Clock::duration total{};
  for (auto _ : state) {
    const Clock::time_point start = Clock::now();
    engine->run();
    benchmark::ClobberMemory();
    total += Clock::now() - start;
  }
  const double ns = std::chrono::duration<double, std::nano>(total).count() / static_cast<double>(state.iterations());
  state.counters["ns_per_" + question.item] = ns / static_cast<double>(question.items);
  state.counters["ms_per_call"] = ns * 1e-6;
  state.counters["hits"] = static_cast<double>(engine->hits());
}

}  // namespace

void register_question(const Question& question) {
  benchmark::RegisterBenchmark(question.name.c_str(), [question](benchmark::State& state) {
    try {
      time_question(state, question);
    } catch (const std::exception& error) {
      state.SkipWithError(error.what());
    }
  });
}

}  // namespace satchel_bench
