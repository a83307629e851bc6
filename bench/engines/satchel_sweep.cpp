// Satchel's sweep of bodies that move straight on.
#include <satchel/satchel.hpp>

#include <algorithm>
#include <span>
#include <vector>

#include "engines.hpp"
#include "satchel_scene.hpp"
#include "straight_motions.hpp"

namespace satchel_bench {
namespace {

class SatchelSweep final : public Engine {
 public:
  SatchelSweep(const Workload& workload, unsigned threads)
      : pairs_(workload.pairs),
        scene_(make_scene<float>(workload)),
        motions_(straight_motions(workload)),
        impacts_(pairs_.size()) {
    options_.max_threads = threads;
  }

  void run(std::size_t first, std::size_t count) override {
    satchel::sweep(scene_, motions_, pairs_.subspan(first, count), std::span(impacts_).subspan(first, count), 0,
                   options_);
  }

  Answer answer(std::size_t pair) const override { return {.hit = impacts_[pair].hit != 0}; }

  // Hits at any distance at the start.
  Precision precision() const override { return {.separates_disjoint = false, .skin = 1e30}; }

 private:
  std::span<const satchel::Pair> pairs_;
  satchel::Scene scene_;
  std::vector<satchel::Motion> motions_;
  std::vector<satchel::Impact> impacts_;
  satchel::Options options_;
};

}  // namespace

std::unique_ptr<Engine> make_satchel_sweep(const Workload& workload, unsigned threads) {
  return std::make_unique<SatchelSweep>(workload, threads);
}

}  // namespace satchel_bench
