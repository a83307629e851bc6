// First hits and footprints with Box2D: a dynamic tree of the obstacles, one query per pose, and b2TestOverlap.
#include <box2d/b2_collision.h>
#include <box2d/b2_dynamic_tree.h>

#include <algorithm>

#include "engines/box2d/bodies.hpp"
#include "harness/question_engine.hpp"
#include "reference/check_trajectories.hpp"

namespace satchel_bench {
namespace {

constexpr double skin = 2 * static_cast<double>(b2_polygonRadius);

b2AABB box_of(const Box2dBodies& bodies, std::size_t body) {
  b2AABB box;
  bodies.shapes[body].ComputeAABB(&box, bodies.transforms[body], 0);
  return box;
}

bool overlap(const Box2dBodies& bodies, std::size_t a, std::size_t b) {
  return b2TestOverlap(&bodies.shapes[a], 0, &bodies.shapes[b], 0, bodies.transforms[a], bodies.transforms[b]);
}

/// Builds a tree of the bodies at each step, and queries it for the movers that have not hit yet.
class Box2dFirstHits final : public QuestionEngine {
 public:
  explicit Box2dFirstHits(const Trajectories& trajectories)
      : trajectories_(trajectories), bodies_(trajectories.workload), hits_(trajectories.movers) {}

  void run() override {
    std::fill(hits_.begin(), hits_.end(), BenchHit{-1, 0});
    for (std::size_t step = 0; step < trajectories_.steps; ++step) {
      b2DynamicTree tree;
      const auto add = [&](std::size_t target, std::size_t body) {
        tree.CreateProxy(box_of(bodies_, body), reinterpret_cast<void*>(target));
      };
      for (std::size_t k = 0; k < trajectories_.obstacles; ++k) add(k, trajectories_.obstacle_at(k, step));
      for (std::size_t k = 0; k < trajectories_.fixed; ++k) add(trajectories_.obstacles + k, k);
      struct Callback {
        Box2dFirstHits& self;
        const b2DynamicTree& tree;
        std::size_t step, mover, least;
        bool QueryCallback(int32 proxy) {
          const auto target = reinterpret_cast<std::size_t>(tree.GetUserData(proxy));
          const std::size_t obstacles = self.trajectories_.obstacles;
          const std::size_t body =
              target < obstacles ? self.trajectories_.obstacle_at(target, step) : target - obstacles;
          if (target < least && overlap(self.bodies_, mover, body)) least = target;
          return true;
        }
      };
      const std::size_t none = trajectories_.obstacles + trajectories_.fixed;
      for (std::size_t m = 0; m < trajectories_.movers; ++m) {
        if (hits_[m].step >= 0) continue;
        const std::size_t mover = trajectories_.mover_at(m, step);
        Callback callback{*this, tree, step, mover, none};
        tree.Query(&callback, box_of(bodies_, mover));
        if (callback.least < none) hits_[m] = {static_cast<int>(step), callback.least};
      }
    }
  }
  std::string error() const override { return wrong_first_hit(trajectories_, hits_, skin); }
  std::optional<std::size_t> hits() const override {
    return static_cast<std::size_t>(
        std::count_if(hits_.begin(), hits_.end(), [](const BenchHit& hit) { return hit.step >= 0; }));
  }

 private:
  const Trajectories& trajectories_;
  Box2dBodies bodies_;
  std::vector<BenchHit> hits_;
};

/// Builds a tree of the obstacles, and queries it for each pose of the footprint.
class Box2dFootprints final : public QuestionEngine {
 public:
  explicit Box2dFootprints(const Footprints& footprints) : footprints_(footprints), bodies_(footprints.workload) {}

  void run() override {
    b2DynamicTree tree;
    for (std::size_t k = 0; k < footprints_.obstacles; ++k) {
      tree.CreateProxy(box_of(bodies_, footprints_.poses + k), reinterpret_cast<void*>(k));
    }
    hits_.clear();
    struct Callback {
      Box2dFootprints& self;
      const b2DynamicTree& tree;
      std::size_t pose;
      bool QueryCallback(int32 proxy) {
        const auto k = reinterpret_cast<std::size_t>(tree.GetUserData(proxy));
        if (overlap(self.bodies_, pose, self.footprints_.poses + k)) {
          self.hits_.push_back({static_cast<satchel::BodyId>(pose), static_cast<satchel::BodyId>(k)});
        }
        return true;
      }
    };
    for (std::size_t pose = 0; pose < footprints_.poses; ++pose) {
      Callback callback{*this, tree, pose};
      tree.Query(&callback, box_of(bodies_, pose));
    }
  }
  std::string error() const override { return wrong_footprint(footprints_, hits_, skin); }
  std::optional<std::size_t> hits() const override { return hits_.size(); }

 private:
  const Footprints& footprints_;
  Box2dBodies bodies_;
  std::vector<satchel::Pair> hits_;
};

const Registered<QuestionEntry> of_trajectories(
    {.question = first_hits,
     .engine = "box2d",
     .note = "first hits in float (b2DynamicTree, b2TestOverlap), with its skin",
     .make = make_question_engine<Box2dFirstHits, trajectories>});
const Registered<QuestionEntry> of_footprints(
    {.question = footprint_poses,
     .engine = "box2d",
     .note = "yes or no in float (b2DynamicTree, b2TestOverlap), with its skin",
     .make = make_question_engine<Box2dFootprints, footprints>});

}  // namespace
}  // namespace satchel_bench
