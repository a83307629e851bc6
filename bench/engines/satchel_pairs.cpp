// Satchel's broad phase, and its work of one frame.
#include <satchel/satchel.hpp>

#include <utility>
#include <vector>

#include "broad_phase.hpp"
#include "moving.hpp"
#include "satchel_scene.hpp"

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

}  // namespace

std::unique_ptr<BroadPhaseEngine> make_satchel_pairs(const Crowd& crowd, unsigned threads) {
  return std::make_unique<SatchelPairs>(crowd, threads);
}
std::unique_ptr<BroadPhaseEngine> make_satchel_frame(const Crowd& crowd, unsigned threads) {
  return std::make_unique<SatchelFrame>(crowd, threads);
}

}  // namespace satchel_bench
