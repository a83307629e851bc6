// Satchel's broad phase, and its work of one frame.
#include <satchel/satchel.hpp>

#include <utility>
#include <vector>

#include "engines/satchel/scene.hpp"
#include "harness/broad_phase_engine.hpp"
#include "workloads/moving.hpp"

namespace satchel_bench {
namespace {

class SatchelPairs : public BroadPhaseEngine {
 public:
  SatchelPairs(const Crowd& crowd, unsigned threads) : scene_(make_scene<float>(crowd.workload)) {
    options_.run.max_threads = threads;
  }

  void run() override { broad_phase_.find_pairs(scene_, pairs_, options_); }
  std::span<const satchel::Pair> pairs() const override { return pairs_; }
  std::size_t bytes() const override { return broad_phase_.memory_bytes() + pairs_.capacity() * sizeof(satchel::Pair); }

 protected:
  satchel::Scene scene_;
  satchel::BroadPhase broad_phase_;
  satchel::PairOptions options_;
  std::vector<satchel::Pair> pairs_;
};

/// The list as it is found.
class SatchelUnsortedPairs final : public SatchelPairs {
 public:
  SatchelUnsortedPairs(const Crowd& crowd, unsigned threads) : SatchelPairs(crowd, threads) { options_.sorted = false; }
};

/// One frame: set poses, find pairs, compute contacts.
class SatchelFrame final : public SatchelPairs {
 public:
  SatchelFrame(const Crowd& crowd, unsigned threads)
      : SatchelPairs(crowd, threads), there_(moved_a_little(crowd.workload.poses)), back_(crowd.workload.poses) {}

  void run() override {
    scene_.set_poses(there_, options_.run);
    std::swap(there_, back_);
    SatchelPairs::run();
    contacts_.resize(pairs_.size());
    satchel::collide(scene_, pairs_, contacts_, options_.run);
  }
  bool hit(std::size_t pair) const override {
    return satchel::verdict(contacts_[pair]) == satchel::Verdict::overlapping;
  }

 private:
  std::vector<satchel::Pose> there_, back_;
  std::vector<satchel::Contact> contacts_;
};

template <class Engine>
std::unique_ptr<BroadPhaseEngine> make(const Crowd& crowd, unsigned threads) {
  return std::make_unique<Engine>(crowd, threads);
}

const Registered<BroadPhaseEntry> pairs({.query = "pairs",
                                         .engine = "satchel",
                                         .note = "sorted list of pairs of bodies, from poses",
                                         .make = make<SatchelPairs>,
                                         .threads = true});
const Registered<BroadPhaseEntry> unsorted({.query = "pairs",
                                            .engine = "satchel_unsorted",
                                            .note = "the same, the list in the order of the search",
                                            .make = make<SatchelUnsortedPairs>,
                                            .threads = true});
const Registered<BroadPhaseEntry> frame({.query = "frame",
                                         .engine = "satchel",
                                         .note = "poses, sorted pairs, exact contacts",
                                         .make = make<SatchelFrame>,
                                         .threads = true});

}  // namespace
}  // namespace satchel_bench
