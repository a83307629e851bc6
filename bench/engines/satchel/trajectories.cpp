// Satchel's first hits along trajectories, and one footprint at many poses.
#include <satchel/satchel.hpp>

#include <algorithm>

#include "engines/satchel/scene.hpp"
#include "harness/question_engine.hpp"
#include "reference/check_trajectories.hpp"

namespace satchel_bench {
namespace {

using satchel::Pose;

template <class Item>
std::vector<Item> part(const std::vector<Item>& all, std::size_t first, std::size_t count) {
  const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
  return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

/// A scene of all shapes of the workload and of bodies [first, first + count).
satchel::Scene scene_of(const Workload& workload, std::size_t first, std::size_t count) {
  Workload some = workload;
  some.body_shapes = part(workload.body_shapes, first, count);
  some.poses = part(workload.poses, first, count);
  return make_scene<float>(some);
}

class SatchelFirstHits final : public QuestionEngine {
 public:
  explicit SatchelFirstHits(const Trajectories& trajectories)
      : trajectories_(trajectories),
        scene_(scene_of(trajectories.workload, 0, trajectories.fixed)),
        hits_(trajectories.movers) {
    const Workload& workload = trajectories.workload;
    for (std::size_t k = 0; k < trajectories.obstacles; ++k) {
      obstacle_shapes_.push_back(workload.body_shapes[trajectories.obstacle_at(k, 0)]);
    }
    for (std::size_t k = 0; k < trajectories.movers; ++k) {
      mover_shapes_.push_back(workload.body_shapes[trajectories.mover_at(k, 0)]);
    }
    obstacle_poses_ = part(workload.poses, trajectories.obstacle_at(0, 0), trajectories.obstacles * trajectories.steps);
    mover_poses_ = part(workload.poses, trajectories.mover_at(0, 0), trajectories.movers * trajectories.steps);
  }

  void run() override {
    satchel::first_hits(scene_, {mover_shapes_, mover_poses_, trajectories_.steps},
                        {obstacle_shapes_, obstacle_poses_, trajectories_.steps}, hits_, {.max_threads = 1});
  }
  std::string error() const override {
    std::vector<BenchHit> hits;
    for (const satchel::FirstHit& hit : hits_) hits.push_back({hit.step, hit.obstacle});
    return wrong_first_hit(trajectories_, hits, 0);
  }
  std::optional<std::size_t> hits() const override {
    return static_cast<std::size_t>(
        std::count_if(hits_.begin(), hits_.end(), [](const satchel::FirstHit& hit) { return hit.step >= 0; }));
  }

 private:
  const Trajectories& trajectories_;
  satchel::Scene scene_;
  std::vector<satchel::ShapeId> mover_shapes_, obstacle_shapes_;
  std::vector<Pose> mover_poses_, obstacle_poses_;
  std::vector<satchel::FirstHit> hits_;
};

/// Sets poses, finds pairs, computes verdicts.
class SatchelFootprints final : public QuestionEngine {
 public:
  explicit SatchelFootprints(const Footprints& footprints)
      : footprints_(footprints),
        poses_(part(footprints.workload.poses, 0, footprints.poses)),
        robot_(scene_of(footprints.workload, 0, footprints.poses)),
        floor_(scene_of(footprints.workload, footprints.poses, footprints.obstacles)) {}

  void run() override {
    const satchel::Options one_thread{.max_threads = 1};
    robot_.set_poses(poses_, one_thread);
    broad_phase_.find_pairs(robot_, floor_, pairs_, {.run = one_thread});
    verdicts_.resize(pairs_.size());
    satchel::classify(robot_, floor_, pairs_, verdicts_, one_thread);
  }
  std::string error() const override {
    std::vector<satchel::Pair> hits;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (verdicts_[i] != satchel::Verdict::disjoint) hits.push_back(pairs_[i]);
    }
    return wrong_footprint(footprints_, hits, 0);
  }
  std::optional<std::size_t> hits() const override {
    return pairs_.size() -
           static_cast<std::size_t>(std::count(verdicts_.begin(), verdicts_.end(), satchel::Verdict::disjoint));
  }

 private:
  const Footprints& footprints_;
  std::vector<Pose> poses_;
  satchel::Scene robot_, floor_;
  satchel::BroadPhase broad_phase_;
  std::vector<satchel::Pair> pairs_;
  std::vector<satchel::Verdict> verdicts_;
};

const Registered<QuestionEntry> of_trajectories({.question = first_hits,
                                                 .engine = "satchel",
                                                 .note = "exact first hits, from poses",
                                                 .make = make_question_engine<SatchelFirstHits, trajectories>});
const Registered<QuestionEntry> of_footprints({.question = footprint_poses,
                                               .engine = "satchel",
                                               .note = "poses, sorted pairs, exact verdicts",
                                               .make = make_question_engine<SatchelFootprints, footprints>});

}  // namespace
}  // namespace satchel_bench
