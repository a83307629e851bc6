// Box2D's dynamic tree: built from all boxes, then one query per box; and its work of one frame.
#include <box2d/b2_collision.h>
#include <box2d/b2_dynamic_tree.h>
#include <box2d/b2_settings.h>

#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "engines/box2d/bodies.hpp"
#include "harness/broad_phase_engine.hpp"
#include "workloads/moving.hpp"

namespace satchel_bench {
namespace {

float rounded_down(double value) {
  const float nearest = static_cast<float>(value);
  constexpr float infinity = std::numeric_limits<float>::infinity();
  return static_cast<double>(nearest) > value ? std::nextafter(nearest, -infinity) : nearest;
}

/// Tree nodes hold the body's index. Each pair is reported once, by the query of its lower index.
class Box2dPairs final : public BroadPhaseEngine {
 public:
  explicit Box2dPairs(const Crowd& crowd) {
    for (const satchel::Box& box : crowd.boxes) {
      b2AABB& item = boxes_.emplace_back();
      item.lowerBound.Set(rounded_down(box.min_x), rounded_down(box.min_y));
      item.upperBound.Set(-rounded_down(-box.max_x), -rounded_down(-box.max_y));
      const double reach = std::max(std::max(std::abs(box.min_x), std::abs(box.max_x)),
                                    std::max(std::abs(box.min_y), std::abs(box.max_y)));
      slack_ = std::max(slack_, reach * 0x1p-22);
    }
    // The tree enlarges stored boxes by a margin, so the tight boxes decide.
  }

  void run() override {
    b2DynamicTree tree;
    proxies_.resize(boxes_.size());
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      proxies_[i] = tree.CreateProxy(boxes_[i], reinterpret_cast<void*>(i));
    }
    pairs_.clear();
    struct Callback {
      Box2dPairs& self;
      const b2DynamicTree& tree;
      std::size_t asking;
      bool QueryCallback(int32 proxy) {
        const auto other = reinterpret_cast<std::size_t>(tree.GetUserData(proxy));
        if (asking < other && b2TestOverlap(self.boxes_[asking], self.boxes_[other])) {
          self.pairs_.push_back({static_cast<satchel::BodyId>(asking), static_cast<satchel::BodyId>(other)});
        }
        return true;
      }
    };
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      Callback callback{*this, tree, i};
      tree.Query(&callback, boxes_[i]);
    }
  }
  std::span<const satchel::Pair> pairs() const override { return pairs_; }
  double slack() const override { return slack_; }

 private:
  std::vector<b2AABB> boxes_;
  std::vector<int32> proxies_;
  std::vector<satchel::Pair> pairs_;
  double slack_ = 0;
};

/// The tree as b2BroadPhase uses it: enlarged boxes stay from frame to frame, and move when a body leaves its box.
/// b2BroadPhase queries only bodies that have moved, because b2World keeps the other contacts; here every frame finds
/// all of its pairs, as with Satchel.
class Box2dFrame final : public BroadPhaseEngine {
 public:
  explicit Box2dFrame(const Crowd& crowd)
      : bodies_(crowd.workload), there_(moved_a_little(crowd.workload.poses)), back_(crowd.workload.poses) {
    for (std::size_t i = 0; i < bodies_.shapes.size(); ++i) {
      b2AABB box;
      bodies_.shapes[i].ComputeAABB(&box, bodies_.transforms[i], 0);
      proxies_.push_back(tree_.CreateProxy(box, reinterpret_cast<void*>(i)));
    }
  }

  void run() override {
    for (std::size_t i = 0; i < there_.size(); ++i) {
      b2Transform& transform = bodies_.transforms[i];
      const b2Vec2 before = transform.p;
      transform.p.Set(static_cast<float>(there_[i].x), static_cast<float>(there_[i].y));
      transform.q.c = static_cast<float>(there_[i].rotation.cos);
      transform.q.s = static_cast<float>(there_[i].rotation.sin);
      b2AABB box;
      bodies_.shapes[i].ComputeAABB(&box, transform, 0);
      tree_.MoveProxy(proxies_[i], box, transform.p - before);
    }
    std::swap(there_, back_);
    pairs_.clear();
    for (asking_ = 0; asking_ < proxies_.size(); ++asking_) tree_.Query(this, tree_.GetFatAABB(proxies_[asking_]));
    manifolds_.resize(pairs_.size());
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const auto [a, b] = pairs_[i];
      b2CollidePolygons(&manifolds_[i], &bodies_.shapes[a], bodies_.transforms[a], &bodies_.shapes[b],
                        bodies_.transforms[b]);
    }
  }
  bool QueryCallback(int32 proxy) {  // called by Query
    const auto other = reinterpret_cast<std::size_t>(tree_.GetUserData(proxy));
    if (asking_ < other) {
      pairs_.push_back({static_cast<satchel::BodyId>(asking_), static_cast<satchel::BodyId>(other)});
    }
    return true;
  }
  std::span<const satchel::Pair> pairs() const override { return pairs_; }
  bool hit(std::size_t pair) const override { return manifolds_[pair].pointCount > 0; }
  double skin() const override { return static_cast<double>(2 * b2_polygonRadius); }

 private:
  Box2dBodies bodies_;
  std::vector<satchel::Pose> there_, back_;
  b2DynamicTree tree_;
  std::size_t asking_ = 0;
  std::vector<int32> proxies_;
  std::vector<satchel::Pair> pairs_;
  std::vector<b2Manifold> manifolds_;
};

const Registered<BroadPhaseEntry> pairs({.query = "pairs",
                                         .engine = "box2d",
                                         .note = "list, not sorted, of given boxes (b2DynamicTree)",
                                         .make = make_broad_phase<Box2dPairs>,
                                         .max_bodies = peers_max_bodies});
const Registered<BroadPhaseEntry> frame(
    {.query = "frame",
     .engine = "box2d",
     .note = "poses, pairs of fat boxes (b2DynamicTree, kept), manifolds (b2CollidePolygons)",
     .make = make_broad_phase<Box2dFrame>,
     .max_bodies = peers_max_bodies,
     .max_vertices = b2_maxPolygonVertices});

}  // namespace
}  // namespace satchel_bench
