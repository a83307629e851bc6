// Benchmarks of queries that are no list of pairs: an engine answers a whole set in one call.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace satchel_bench {

class QuestionEngine {
 public:
  QuestionEngine() = default;
  QuestionEngine(const QuestionEngine&) = delete;
  QuestionEngine& operator=(const QuestionEngine&) = delete;
  virtual ~QuestionEngine() = default;

  /// The timed work: from the poses to the answers in memory, keeping only allocated memory from the last run.
  virtual void run() = 0;
  /// The first error in the last run's answers, by an independent reference; empty: none.
  virtual std::string error() const = 0;
  /// Number of positive answers.
  virtual std::size_t hits() const = 0;
};

struct Question {
  std::string name;  // query/workload/engine
  std::string item;  // ITEM of the counter ns_per_ITEM
  std::size_t items;
  std::function<std::unique_ptr<QuestionEngine>()> make;
};

/// Registers a benchmark. When it runs, it makes the engine, verifies one run, then times further runs.
void register_question(const Question& question);

}  // namespace satchel_bench
