// The base of the engines of joins: from vertices to the pairs of bodies that meet.
#pragma once

#include <vector>

#include "harness/question_engine.hpp"
#include "reference/check_join.hpp"

namespace satchel_bench {

class JoinEngine : public QuestionEngine {
 public:
  explicit JoinEngine(const Workload& workload) : workload_(workload) {}

  std::string error() const final { return wrong_join(workload_, hits_); }
  std::optional<std::size_t> hits() const final { return hits_.size(); }

 protected:
  const Workload& workload_;
  std::vector<satchel::Pair> hits_;  // written by run()
};

}  // namespace satchel_bench
