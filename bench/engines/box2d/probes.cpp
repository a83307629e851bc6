// Box2D's dynamic tree, built in the timed call as Satchel's is, with b2PolygonShape::TestPoint and RayCast.
#include <box2d/b2_collision.h>
#include <box2d/b2_dynamic_tree.h>

#include <algorithm>
#include <limits>

#include "engines/box2d/bodies.hpp"
#include "harness/question_engine.hpp"
#include "reference/check_probes.hpp"

namespace satchel_bench {
namespace {

class Box2dProbes : public QuestionEngine {
 public:
  explicit Box2dProbes(const Probes& probes) : probes_(probes), bodies_(probes.workload) {}

 protected:
  void fill(b2DynamicTree& tree) const {
    for (std::size_t i = 0; i < bodies_.shapes.size(); ++i) {
      b2AABB box;
      bodies_.shapes[i].ComputeAABB(&box, bodies_.transforms[i], 0);
      tree.CreateProxy(box, reinterpret_cast<void*>(i));
    }
  }

  const Probes& probes_;
  Box2dBodies bodies_;
};

class Box2dPoints final : public Box2dProbes {
 public:
  using Box2dProbes::Box2dProbes;

  void run() override {
    b2DynamicTree tree;
    fill(tree);
    found_.clear();
    struct Callback {
      Box2dPoints& self;
      const b2DynamicTree& tree;
      std::uint32_t i;
      b2Vec2 point;
      bool QueryCallback(int32 proxy) {
        const auto body = reinterpret_cast<std::size_t>(tree.GetUserData(proxy));
        if (self.bodies_.shapes[body].TestPoint(self.bodies_.transforms[body], point)) {
          self.found_.push_back({i, static_cast<satchel::BodyId>(body)});
        }
        return true;
      }
    };
    for (std::uint32_t i = 0; i < probes_.points.size(); ++i) {
      const b2Vec2 point(static_cast<float>(probes_.points[i].x), static_cast<float>(probes_.points[i].y));
      Callback callback{*this, tree, i, point};
      tree.Query(&callback, {point, point});
    }
  }
  std::string error() const override { return wrong_points(probes_, found_); }
  std::optional<std::size_t> hits() const override { return found_.size(); }

 private:
  std::vector<satchel::FoundBody> found_;
};

class Box2dRays final : public Box2dProbes {
 public:
  using Box2dProbes::Box2dProbes;

  void run() override {
    b2DynamicTree tree;
    fill(tree);
    struct Callback {
      Box2dRays& self;
      const b2DynamicTree& tree;
      b2RayCastOutput first;
      bool hit;
      float RayCastCallback(const b2RayCastInput& input, int32 proxy) {
        const auto body = reinterpret_cast<std::size_t>(tree.GetUserData(proxy));
        b2RayCastOutput output;
        if (!self.bodies_.shapes[body].RayCast(&output, input, self.bodies_.transforms[body], 0)) {
          return input.maxFraction;
        }
        first = output;
        hit = true;
        return output.fraction;
      }
    };
    results_.resize(probes_.rays.size());
    for (std::size_t i = 0; i < probes_.rays.size(); ++i) {
      const satchel::Ray& ray = probes_.rays[i];
      b2RayCastInput input;
      input.p1.Set(static_cast<float>(ray.origin.x), static_cast<float>(ray.origin.y));
      const auto length = static_cast<float>(ray.max_time);
      input.p2 = input.p1 + length * b2Vec2(static_cast<float>(ray.direction.x), static_cast<float>(ray.direction.y));
      input.maxFraction = 1;
      Callback callback{*this, tree, {}, false};
      tree.RayCast(&callback, input);
      results_[i] = {callback.first.normal.x, callback.first.normal.y,
                     callback.hit ? callback.first.fraction : std::numeric_limits<float>::infinity()};
    }
  }
  std::string error() const override {
    std::vector<double> times;
    for (std::size_t i = 0; i < results_.size(); ++i) {
      times.push_back(static_cast<double>(results_[i].fraction) * probes_.rays[i].max_time);
    }
    return wrong_rays(probes_, times);
  }
  std::optional<std::size_t> hits() const override {
    return static_cast<std::size_t>(
        std::count_if(results_.begin(), results_.end(), [](const Result& result) { return result.fraction <= 1; }));
  }

 private:
  struct Result {
    float normal_x, normal_y, fraction;
  };
  std::vector<Result> results_;
};

const Registered<QuestionEntry> points({.question = bodies_at_points,
                                        .engine = "box2d",
                                        .note = "list of bodies at points in float (b2DynamicTree, TestPoint)",
                                        .make = make_question_engine<Box2dPoints, probes>});
const Registered<QuestionEntry> rays({.question = ray_hits,
                                      .engine = "box2d",
                                      .note = "first body on each ray in float (b2DynamicTree, RayCast)",
                                      .make = make_question_engine<Box2dRays, probes>});

}  // namespace
}  // namespace satchel_bench
