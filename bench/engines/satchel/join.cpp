// Satchel's join: a new scene, its shapes and bodies, candidate pairs, verdicts.
#include <satchel/satchel.hpp>

#include <cstdint>
#include <vector>

#include "harness/join_engine.hpp"
#include "workloads/crowds.hpp"

namespace satchel_bench {
namespace {

class SatchelJoin final : public JoinEngine {
 public:
  explicit SatchelJoin(const Workload& workload) : JoinEngine(workload), starts_{0} {
    for (const Shape& shape : workload.shapes) {
      vertices_.insert(vertices_.end(), shape.vertices.begin(), shape.vertices.end());
      starts_.push_back(static_cast<std::uint32_t>(vertices_.size()));
    }
  }

  void run() override {
    const satchel::Options one_thread{.max_threads = 1};
    satchel::Scene scene;
    std::vector<satchel::ShapeId> shapes(workload_.shapes.size());
    scene.add_polygons(vertices_, starts_, shapes);
    std::vector<satchel::BodyId> bodies(workload_.poses.size());
    scene.add_bodies(shapes, workload_.poses, bodies);  // body i has shape i
    std::vector<satchel::Pair> pairs;
    satchel::BroadPhase().find_pairs(scene, pairs, {.run = one_thread});
    std::vector<satchel::Verdict> verdicts(pairs.size());
    satchel::classify(scene, pairs, verdicts, one_thread);
    hits_.clear();
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (verdicts[i] != satchel::Verdict::disjoint) hits_.push_back(pairs[i]);
    }
  }

 private:
  std::vector<satchel::Vec2> vertices_;
  std::vector<std::uint32_t> starts_;
};

const Registered<QuestionEntry> entry({.question = octagon_join,
                                       .engine = "satchel",
                                       .note = "scene, shapes, bodies, sorted pairs, exact verdicts",
                                       .make = make_question_engine<SatchelJoin, octagon_crowd>});

}  // namespace
}  // namespace satchel_bench
