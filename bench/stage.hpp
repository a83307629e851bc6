// What is in memory: one workload and one engine on it. A benchmark puts its own there; what stood there goes, so that
// a run holds no more than its largest benchmark, and a filtered run builds nothing else.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "engines.hpp"

namespace satchel_bench {

class Stage {
 public:
  /// The workload, built if it does not stand here.
  const Workload& set(const WorkloadPlan& plan);

  /// The engine on the workload, built and verified if it does not stand here. Throws std::runtime_error where the
  /// answers are wrong.
  Engine& set(const WorkloadPlan& plan, const EngineEntry& entry, unsigned threads);

  /// Pairs for which the engine that stands here says yes.
  std::size_t hits() const { return hits_; }

 private:
  void need_reference();

  std::string workload_name_, engine_name_;
  Workload workload_;
  std::vector<double> separations_;  // the reference's; empty until needed
  std::unique_ptr<Engine> engine_;
  std::size_t hits_ = 0;
};

}  // namespace satchel_bench
