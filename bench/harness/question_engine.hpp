// Engines of queries that are no list of pairs: an engine answers a whole set in one call.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "harness/registry.hpp"
#include "workloads/question.hpp"

namespace satchel_bench {

class QuestionEngine {
 public:
  QuestionEngine() = default;
  QuestionEngine(const QuestionEngine&) = delete;
  QuestionEngine& operator=(const QuestionEngine&) = delete;
  virtual ~QuestionEngine() = default;

  /// Called before each run, not timed.
  virtual void prepare() {}
  /// The timed work: from the input to the answers in memory, keeping only allocated memory from the last run.
  virtual void run() = 0;
  /// The first error in the last run's answers, by an independent reference; empty: none.
  virtual std::string error() const = 0;
  /// Number of positive answers; nothing: the question has none.
  virtual std::optional<std::size_t> hits() const { return {}; }
  /// Number of items; nothing: that of the question. For questions of 0 items.
  virtual std::optional<std::size_t> items() const { return {}; }
  /// Bytes of memory that the last run's result holds; nothing: not counted.
  virtual std::optional<std::size_t> bytes() const { return {}; }
};

/// An engine that answers a question, under QUERY/WORKLOAD/ENGINE.
struct QuestionEntry {
  Question question;
  std::string engine;
  std::string note;  // what it computes, in a few words, for the tables
  std::unique_ptr<QuestionEngine> (*make)();

  EntryName name() const { return {std::string(question.query), engine}; }
};

/// Makes an engine of this type on the input that input() gives, which is made when it is first asked for.
template <class Type, auto input>
std::unique_ptr<QuestionEngine> make_question_engine() {
  return std::make_unique<Type>(input());
}

}  // namespace satchel_bench
