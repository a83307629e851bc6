// Satchel's non-maximum suppression: a new scene, its shapes and bodies, the kept ones.
#include <satchel/satchel.hpp>

#include <vector>

#include "harness/nms_engine.hpp"

namespace satchel_bench {
namespace {

class SatchelNms final : public NmsEngine {
 public:
  using NmsEngine::NmsEngine;

  void run() override {
    const Workload& workload = detections_.workload;
    satchel::Scene scene;
    std::vector<satchel::ShapeId> shapes;
    shapes.reserve(workload.shapes.size());
    for (const Shape& shape : workload.shapes) {
      shapes.push_back(scene.add_box(shape.vertices[2].x, shape.vertices[2].y));
    }
    std::vector<satchel::BodyId> bodies(workload.poses.size());
    scene.add_bodies(shapes, workload.poses, bodies);  // body i has shape i
    kept_ = satchel::nms(scene, detections_.scores, nms_threshold, detections_.classes, {.max_threads = 1});
  }
};

const Registered<QuestionEntry> few({.question = clusters_of_30,
                                     .engine = "satchel",
                                     .note = "scene, shapes, bodies, the kept ones",
                                     .make = make_question_engine<SatchelNms, few_detections>});
const Registered<QuestionEntry> many({.question = clusters_of_20,
                                      .engine = "satchel",
                                      .note = "",
                                      .make = make_question_engine<SatchelNms, many_detections>});

const Registered<QuestionEntry> classes({.question = of_80_classes,
                                         .engine = "satchel",
                                         .note = "",
                                         .make = make_question_engine<SatchelNms, of_many_classes>});

}  // namespace
}  // namespace satchel_bench
