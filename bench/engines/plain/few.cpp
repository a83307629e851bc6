// Broad phases of few bodies, as anybody would write them: all pairs, and sort and sweep. Boxes are given; Satchel
// computes them from its scene.
#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

#include "harness/broad_phase_engine.hpp"

namespace satchel_bench {
namespace {

using satchel::BodyId;
using satchel::Box;
using satchel::Pair;

class FewBoxes : public BroadPhaseEngine {
 public:
  explicit FewBoxes(const Crowd& crowd) : boxes_(crowd.boxes) {}
  std::span<const Pair> pairs() const override { return pairs_; }

 protected:
  std::span<const Box> boxes_;
  std::vector<Pair> pairs_;
};

class AllPairs final : public FewBoxes {
 public:
  using FewBoxes::FewBoxes;

  void run() override {
    pairs_.clear();
    for (BodyId a = 0; a < boxes_.size(); ++a) {
      const Box& box = boxes_[a];
      for (BodyId b = a + 1; b < boxes_.size(); ++b) {
        const Box& other = boxes_[b];
        if (box.min_x <= other.max_x && other.min_x <= box.max_x && box.min_y <= other.max_y &&
            other.min_y <= box.max_y) {
          pairs_.push_back({a, b});
        }
      }
    }
  }
};

class SortAndSweep final : public FewBoxes {
 public:
  using FewBoxes::FewBoxes;

  void run() override {
    order_.resize(boxes_.size());
    std::iota(order_.begin(), order_.end(), 0u);
    std::sort(order_.begin(), order_.end(), [&](BodyId p, BodyId q) { return boxes_[p].min_x < boxes_[q].min_x; });
    pairs_.clear();
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const Box& box = boxes_[order_[i]];
      for (std::size_t k = i + 1; k < order_.size(); ++k) {
        const Box& other = boxes_[order_[k]];
        if (other.min_x > box.max_x) break;
        if (box.min_y <= other.max_y && other.min_y <= box.max_y) {
          pairs_.push_back({std::min(order_[i], order_[k]), std::max(order_[i], order_[k])});
        }
      }
    }
    std::sort(pairs_.begin(), pairs_.end());
  }

 private:
  std::vector<BodyId> order_;
};

const Registered<BroadPhaseEntry> all({.query = "pairs",
                                       .engine = "all_pairs",
                                       .note = "every two boxes compared; sorted list of pairs, from boxes",
                                       .make = make_broad_phase<AllPairs>,
                                       .max_bodies = 1000});
const Registered<BroadPhaseEntry> sweep({.query = "pairs",
                                         .engine = "sort_and_sweep",
                                         .note = "boxes sorted along x; sorted list of pairs, from boxes",
                                         .make = make_broad_phase<SortAndSweep>,
                                         .max_bodies = 10'000});

}  // namespace
}  // namespace satchel_bench
