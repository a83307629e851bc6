// Satchel's pairs that are kept from frame to frame: of few movers, and in frames in which all bodies move.
#include <satchel/satchel.hpp>

#include <memory>
#include <utility>
#include <vector>

#include "engines/satchel/scene.hpp"
#include "harness/broad_phase_engine.hpp"
#include "harness/question_engine.hpp"
#include "reference/check_movers.hpp"
#include "workloads/movers.hpp"
#include "workloads/moving.hpp"

namespace satchel_bench {
namespace {

/// Timed are the updates of index and pairs, by a scene whose poses have been set.
class SatchelMovers final : public QuestionEngine {
 public:
  /// @param fat  of the fat boxes; 0: exact pairs
  SatchelMovers(std::size_t one_in, float fat)
      : movers_(one_in),
        fat_(fat),
        kept_(fat),
        scene_(make_scene<float>(movers_.workload())),
        index_(scene_, {.max_threads = 1}) {
    for (int frame = 0; frame < 3; ++frame) {
      prepare();
      run();
    }
  }

  void prepare() override {
    const Movers::Frame& frame = movers_.next();
    scene_.set_poses(frame.bodies, frame.poses, {.max_threads = 1});
  }
  void run() override {
    index_.update(scene_, {.max_threads = 1});
    kept_.update(scene_, index_, {.run = {.max_threads = 1}});
  }
  std::string error() const override {
    return wrong_pairs_of(movers_.workload(), poses_of(scene_), kept_.pairs(), 4.01 * static_cast<double>(fat_));
  }
  std::optional<std::size_t> hits() const override { return kept_.pairs().size(); }

 private:
  Movers movers_;
  float fat_;
  satchel::KeptPairs kept_;
  satchel::Scene scene_;
  satchel::Index index_;
};

/// One frame: set poses, update index and pairs, compute manifolds. The list is not sorted, and neither is the peers'.
class SatchelFrameKept final : public BroadPhaseEngine {
 public:
  SatchelFrameKept(const Crowd& crowd, unsigned threads)
      : scene_(make_scene<float>(crowd.workload)),
        there_(moved_a_little(crowd.workload.poses)),
        back_(crowd.workload.poses) {
    run_.max_threads = threads;
    index_.build(scene_, run_);
    kept_.update(scene_, index_, {.run = run_, .sorted = false});
  }

  void run() override {
    scene_.set_poses(there_, run_);
    std::swap(there_, back_);
    index_.update(scene_, run_);
    kept_.update(scene_, index_, {.run = run_, .sorted = false});
    manifolds_.resize(kept_.pairs().size());
    satchel::manifolds(scene_, kept_.pairs(), manifolds_, {.run = run_});
  }
  std::span<const satchel::Pair> pairs() const override { return kept_.pairs(); }
  bool hit(std::size_t pair) const override {
    return satchel::verdict(manifolds_[pair]) == satchel::Verdict::overlapping;
  }
  std::size_t bytes() const override { return index_.memory_bytes() + kept_.memory_bytes(); }

 private:
  satchel::Options run_;
  satchel::Scene scene_;
  std::vector<satchel::Pose> there_, back_;
  satchel::Index index_;
  satchel::KeptPairs kept_;
  std::vector<satchel::Manifold> manifolds_;
};

std::unique_ptr<BroadPhaseEngine> make_frame(const Crowd& crowd, unsigned threads) {
  return std::make_unique<SatchelFrameKept>(crowd, threads);
}

constexpr float fat = 0.1f;  // as Box2D's b2_aabbExtension

template <const MoversQuestion& movers, bool has_fat_boxes = false>
QuestionEntry entry_of() {
  return {.question = movers.question,
          .engine = has_fat_boxes ? "satchel_fat" : "satchel",
          .note = has_fat_boxes ? "the same, pairs of fat boxes"
                                : "updates of an index and of the sorted list of pairs, after poses were set",
          .make = []() -> std::unique_ptr<QuestionEngine> {
            return std::make_unique<SatchelMovers>(movers.one_in, has_fat_boxes ? fat : 0);
          }};
}

const Registered<QuestionEntry> few(entry_of<movers_0_1>());
const Registered<QuestionEntry> some(entry_of<movers_1>());
const Registered<QuestionEntry> many(entry_of<movers_10>());
const Registered<QuestionEntry> few_fat(entry_of<movers_0_1, true>());
const Registered<QuestionEntry> some_fat(entry_of<movers_1, true>());
const Registered<QuestionEntry> many_fat(entry_of<movers_10, true>());
const Registered<BroadPhaseEntry> frame({.query = "frame_kept",
                                         .engine = "satchel",
                                         .note = "poses, index, kept pairs, manifolds",
                                         .make = make_frame,
                                         .max_bodies = 1'000'000,
                                         .threads = true});

}  // namespace
}  // namespace satchel_bench
