#include "harness/stage.hpp"

#include <cstdio>
#include <stdexcept>

#include "harness/verify.hpp"

namespace satchel_bench {

const Workload& Stage::set(const WorkloadPlan& plan) {
  if (workload_name_ != plan.name) {
    engine_.reset();
    engine_name_.clear();
    workload_name_.clear();
    workload_ = {};
    separations_ = {};
    workload_ = plan.build();
    workload_.name = workload_name_ = plan.name;
  }
  return workload_;
}

void Stage::need_reference() {
  if (!separations_.empty()) return;
  separations_ = reference_separations(workload_);
  std::fprintf(stderr, "%s: %zu bodies, %zu pairs, %.1f %% overlapping\n", workload_name_.c_str(),
               workload_.poses.size(), workload_.pairs.size(), 100 * overlapping_fraction(separations_));
  if (const std::string what = unexpected(workload_, separations_); !what.empty()) {
    workload_name_.clear();
    throw std::runtime_error(what);
  }
}

PairEngine& Stage::set(const WorkloadPlan& plan, const PairEntry& entry, unsigned threads) {
  set(plan);
  const std::string name = entry.query + '/' + entry.engine + '/' + std::to_string(threads);
  if (engine_name_ != name) {
    engine_.reset();
    engine_name_.clear();
    need_reference();
    sample_ = {};
    std::vector<double> sampled;
    if (entry.stride > 1) {
      sample_ = workload_;
      sample_.pairs.clear();
      for (std::size_t i = 0; i < workload_.pairs.size(); i += entry.stride) {
        sample_.pairs.push_back(workload_.pairs[i]);
        sampled.push_back(separations_[i]);
      }
    }
    const Workload& workload = entry.stride > 1 ? sample_ : workload_;
    engine_ = entry.make(workload, threads);
    pairs_ = workload.pairs.size();
    engine_->run(0, pairs_);
    const Verification verification = verify(workload, entry.stride > 1 ? sampled : separations_, *engine_);
    if (!verification.error.empty()) throw std::runtime_error(entry.engine + ' ' + verification.error);
    hits_ = verification.hits;
    engine_name_ = name;
  }
  return *engine_;
}

}  // namespace satchel_bench
