// Benchmarks of questions that are no list of pairs: an engine answers all of one in a call.
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

  /// From the poses to the answers in memory; nothing is kept from the last run but memory. This is what is timed.
  virtual void run() = 0;
  /// What is wrong with the last run's answers, by a reference of its own; empty: nothing.
  virtual std::string error() const = 0;
  /// How many of the answers are a yes.
  virtual std::size_t hits() const = 0;
};

struct Question {
  std::string name;  // query/workload/engine
  std::string item;  // what ns_per_ITEM is about
  std::size_t items;
  std::function<std::unique_ptr<QuestionEngine>()> make;
};

/// The benchmark of this question: the engine is made, asked once and verified when it runs, then timed.
void register_question(const Question& question);

}  // namespace satchel_bench
