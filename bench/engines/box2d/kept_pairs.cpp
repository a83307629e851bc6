// Box2D's pairs that are kept from frame to frame: of few movers, and in frames in which all bodies move.
#include "engines/box2d/kept_pairs.hpp"

#include <box2d/b2_collision.h>
#include <box2d/b2_settings.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "harness/broad_phase_engine.hpp"
#include "harness/question_engine.hpp"
#include "reference/check_movers.hpp"
#include "workloads/movers.hpp"
#include "workloads/moving.hpp"

namespace satchel_bench {
namespace {

/// Sets a body's transform. @return  by how much it moved
b2Vec2 set_transform(b2Transform& transform, const satchel::Pose& pose) {
  const b2Vec2 before = transform.p;
  transform.p.Set(static_cast<float>(pose.x), static_cast<float>(pose.y));
  transform.q.c = static_cast<float>(pose.rotation.cos);
  transform.q.s = static_cast<float>(pose.rotation.sin);
  return transform.p - before;
}

/// How far apart two bodies may be whose fat boxes overlap: each extends by b2_aabbExtension, and by four times a step.
constexpr double step = 0.1;
constexpr double fat_slack =
    2 * (static_cast<double>(b2_aabbExtension) + static_cast<double>(b2_aabbMultiplier) * step);

/// Timed are moves of given boxes in the tree, and the update of the pairs.
class Box2dMovers final : public QuestionEngine {
 public:
  explicit Box2dMovers(std::size_t one_in)
      : movers_(one_in), poses_(movers_.workload().poses), bodies_(movers_.workload()), kept_(bodies_) {
    for (int frame = 0; frame < 3; ++frame) {
      prepare();
      run();
    }
  }

  void prepare() override {
    frame_ = &movers_.next();
    boxes_.clear();
    steps_.clear();
    for (std::size_t i = 0; i < frame_->bodies.size(); ++i) {
      const satchel::BodyId body = frame_->bodies[i];
      poses_[body] = frame_->poses[i];
      steps_.push_back(set_transform(bodies_.transforms[body], poses_[body]));
      boxes_.push_back(Box2dKeptPairs::box_of(bodies_, body));
    }
  }
  void run() override {
    for (std::size_t i = 0; i < boxes_.size(); ++i) kept_.move(frame_->bodies[i], boxes_[i], steps_[i]);
    kept_.update(frame_->bodies);
  }
  std::string error() const override { return wrong_pairs_of(movers_.workload(), poses_, kept_.pairs(), fat_slack); }
  std::optional<std::size_t> hits() const override { return kept_.pairs().size(); }

 private:
  Movers movers_;
  std::vector<satchel::Pose> poses_;
  Box2dBodies bodies_;
  Box2dKeptPairs kept_;
  const Movers::Frame* frame_ = nullptr;
  std::vector<b2AABB> boxes_;
  std::vector<b2Vec2> steps_;
};

/// One frame of b2World without its solver.
class Box2dFrameKept final : public BroadPhaseEngine {
 public:
  explicit Box2dFrameKept(const Crowd& crowd)
      : bodies_(crowd.workload),
        kept_(bodies_),
        there_(moved_a_little(crowd.workload.poses)),
        back_(crowd.workload.poses) {}

  void run() override {
    for (std::size_t i = 0; i < there_.size(); ++i) {
      const b2Vec2 by = set_transform(bodies_.transforms[i], there_[i]);
      kept_.move(i, Box2dKeptPairs::box_of(bodies_, i), by);
    }
    std::swap(there_, back_);
    kept_.update();
    manifolds_.resize(pairs().size());
    for (std::size_t i = 0; i < manifolds_.size(); ++i) {
      const auto [a, b] = pairs()[i];
      b2CollidePolygons(&manifolds_[i], &bodies_.shapes[a], bodies_.transforms[a], &bodies_.shapes[b],
                        bodies_.transforms[b]);
    }
  }
  std::span<const satchel::Pair> pairs() const override { return kept_.pairs(); }
  bool hit(std::size_t pair) const override { return manifolds_[pair].pointCount > 0; }
  double skin() const override { return static_cast<double>(2 * b2_polygonRadius); }

 private:
  Box2dBodies bodies_;
  Box2dKeptPairs kept_;
  std::vector<satchel::Pose> there_, back_;
  std::vector<b2Manifold> manifolds_;
};

template <const MoversQuestion& movers>
QuestionEntry entry_of() {
  return {.question = movers.question,
          .engine = "box2d",
          .note = "given boxes moved in b2BroadPhase, kept pairs of fat boxes, not sorted",
          .make = []() -> std::unique_ptr<QuestionEngine> { return std::make_unique<Box2dMovers>(movers.one_in); }};
}

const Registered<QuestionEntry> few(entry_of<movers_0_1>());
const Registered<QuestionEntry> some(entry_of<movers_1>());
const Registered<QuestionEntry> many(entry_of<movers_10>());
const Registered<BroadPhaseEntry> frame(
    {.query = "frame_kept",
     .engine = "box2d",
     .note = "poses, kept pairs of fat boxes (b2BroadPhase), manifolds (b2CollidePolygons)",
     .make = make_broad_phase<Box2dFrameKept>,
     .max_bodies = peers_max_bodies,
     .max_vertices = b2_maxPolygonVertices});

}  // namespace
}  // namespace satchel_bench
