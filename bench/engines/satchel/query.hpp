// The base of Satchel's engines: one query of all pairs, one call per batch.
#pragma once

#include <satchel/satchel.hpp>

#include <span>
#include <vector>

#include "engines/satchel/scene.hpp"
#include "harness/pair_engine.hpp"

namespace satchel_bench {

/// @tparam T  precision of the scene
template <class T, class Result>
class SatchelQuery : public PairEngine {
 public:
  SatchelQuery(const Workload& workload, unsigned threads)
      : pairs_(workload.pairs), scene_(make_scene<T>(workload)), results_(pairs_.size()) {
    options_.max_threads = threads;
  }

  void run(std::size_t first, std::size_t count) final {
    ask(pairs_.subspan(first, count), std::span(results_).subspan(first, count), options_);
  }

 protected:
  virtual void ask(std::span<const satchel::Pair> pairs, std::span<Result> results,
                   const satchel::Options& options) = 0;

  const satchel::BasicScene<T>& scene() const { return scene_; }
  const Result& result(std::size_t pair) const { return results_[pair]; }

  /// Runs all pairs once more with statistics.
  satchel::Stats stats() {
    satchel::Stats stats;
    satchel::Options counting = options_;
    counting.stats = &stats;
    ask(pairs_, results_, counting);
    return stats;
  }

 private:
  std::span<const satchel::Pair> pairs_;
  satchel::BasicScene<T> scene_;
  std::vector<Result> results_;
  satchel::Options options_;
};

}  // namespace satchel_bench
