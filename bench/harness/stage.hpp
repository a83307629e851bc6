// Holds the workload and the engine in memory, one each. A benchmark replaces them by its own, so that a run needs no
// more memory than its largest benchmark, and a filtered run builds nothing else.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "harness/pair_engine.hpp"

namespace satchel_bench {

class Stage {
 public:
  /// The workload of a plan, built if it is not the current one.
  const Workload& set(const WorkloadPlan& plan);

  /// The engine on the plan's workload, built and verified if it is not the current one. Throws std::runtime_error if
  /// its answers are wrong.
  PairEngine& set(const WorkloadPlan& plan, const PairEntry& entry, unsigned threads);

  /// Number of pairs that the current engine takes: all of the workload's, or a sample (PairEntry::stride).
  std::size_t pairs() const { return pairs_; }

  /// Number of pairs that the current engine reports as hits.
  std::size_t hits() const { return hits_; }

 private:
  void need_reference();

  std::string workload_name_, engine_name_;
  Workload workload_;
  std::vector<double> separations_;  // by the reference; empty until needed
  Workload sample_;                  // the engine's own workload if it takes a sample of the pairs
  std::unique_ptr<PairEngine> engine_;
  std::size_t pairs_ = 0;
  std::size_t hits_ = 0;
};

}  // namespace satchel_bench
