#include "queries/question_benchmarks.hpp"

#include <memory>
#include <stdexcept>
#include <string>

#include "harness/question_engine.hpp"
#include "harness/timing.hpp"

namespace satchel_bench {
namespace {

void time_question(benchmark::State& state, const QuestionEntry& entry) {
  const std::unique_ptr<QuestionEngine> engine = entry.make();
  engine->prepare();
  engine->run();
  if (const std::string error = engine->error(); !error.empty()) throw std::runtime_error(entry.engine + ": " + error);
  const double ns = mean_ns(
      state, [&] { engine->prepare(); }, [&] { engine->run(); });
  const std::string item(entry.question.item);
  const auto items = static_cast<double>(engine->items().value_or(entry.question.items));
  state.counters["ns_per_" + item] = ns / items;
  state.counters["ms_per_call"] = ns * 1e-6;
  if (const auto bytes = engine->bytes()) state.counters["bytes_per_" + item] = static_cast<double>(*bytes) / items;
  if (const auto hits = engine->hits()) state.counters["hits"] = static_cast<double>(*hits);
}

}  // namespace

void register_question_benchmarks() {
  for (const QuestionEntry& entry : Registered<QuestionEntry>::all()) {
    const std::string name =
        std::string(entry.question.query) + '/' + std::string(entry.question.workload) + '/' + entry.engine;
    register_benchmark(name, [&entry](benchmark::State& state) { time_question(state, entry); });
  }
}

}  // namespace satchel_bench
