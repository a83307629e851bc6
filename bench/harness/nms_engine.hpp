// The base of the engines of non-maximum suppression: from boxes and scores to the kept bodies.
#pragma once

#include <vector>

#include "harness/question_engine.hpp"
#include "reference/check_nms.hpp"
#include "workloads/detections.hpp"

namespace satchel_bench {

class NmsEngine : public QuestionEngine {
 public:
  explicit NmsEngine(const Detections& detections) : detections_(detections) {}

  std::string error() const final { return wrong_nms(detections_, nms_threshold, kept_); }
  std::optional<std::size_t> hits() const final { return kept_.size(); }

 protected:
  const Detections& detections_;
  std::vector<satchel::BodyId> kept_;  // written by run()
};

}  // namespace satchel_bench
