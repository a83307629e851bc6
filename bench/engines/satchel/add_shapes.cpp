// Satchel's registering of shapes, one after the other, in a new scene.
#include <satchel/satchel.hpp>

#include <optional>
#include <string>
#include <vector>

#include "engines/satchel/check_shapes.hpp"
#include "harness/question_engine.hpp"
#include "workloads/grids.hpp"

namespace satchel_bench {
namespace {

class SatchelAddShapes final : public QuestionEngine {
 public:
  explicit SatchelAddShapes(const Workload& workload) : workload_(workload) {}

  void prepare() override { scene_.emplace(); }

  void run() override {
    for (const Shape& shape : workload_.shapes) {
      if (shape.box) {
        scene_->add_box(shape.vertices[2].x, shape.vertices[2].y);
      } else {
        scene_->add_polygon(shape.vertices);
      }
    }
  }

  std::string error() const override { return wrong_shapes(*scene_, workload_); }

 private:
  const Workload& workload_;
  std::optional<satchel::Scene> scene_;
};

/// Boxes in one call, as polygons; that is what Python's add_boxes does.
class SatchelAddBoxes final : public QuestionEngine {
 public:
  explicit SatchelAddBoxes(const Workload& workload) : workload_(workload), ids_(workload.shapes.size()) {
    starts_.push_back(0);
    for (const Shape& shape : workload.shapes) {
      vertices_.insert(vertices_.end(), shape.vertices.begin(), shape.vertices.end());
      starts_.push_back(static_cast<std::uint32_t>(vertices_.size()));
    }
  }

  void prepare() override { scene_.emplace(); }
  void run() override { scene_->add_polygons(vertices_, starts_, ids_); }
  std::string error() const override {
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      if (ids_[i] != i) return "gives shape " + std::to_string(i) + " another number";
    }
    return wrong_shapes(*scene_, workload_);
  }

 private:
  const Workload& workload_;
  std::vector<satchel::Vec2> vertices_;
  std::vector<std::uint32_t> starts_;
  std::vector<satchel::ShapeId> ids_;
  std::optional<satchel::Scene> scene_;
};

/// Bodies of boxes in one call, in a scene that has the shapes.
class SatchelAddBodies final : public QuestionEngine {
 public:
  explicit SatchelAddBodies(const Workload& workload) : workload_(workload), bodies_(workload.poses.size()) {
    for (const Shape& shape : workload.shapes) shapes_.add_polygon(shape.vertices);
  }

  void prepare() override { scene_ = shapes_; }
  void run() override { scene_.add_bodies(workload_.body_shapes, workload_.poses, bodies_); }
  std::string error() const override {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      if (bodies_[i] != i) return "gives body " + std::to_string(i) + " another number";
    }
    return wrong_bodies(scene_, workload_);
  }
  std::optional<std::size_t> items() const override { return bodies_.size(); }

 private:
  const Workload& workload_;
  std::vector<satchel::BodyId> bodies_;
  satchel::Scene shapes_, scene_;
};

const Registered<QuestionEntry> boxes_at_once({.question = {"add_shapes", "boxes", "shape", distinct_shapes},
                                               .engine = "satchel_bulk",
                                               .note = "the same in one call of add_polygons",
                                               .make = make_question_engine<SatchelAddBoxes, distinct_boxes>});
const Registered<QuestionEntry> bodies_at_once({.question = {"add_bodies", "boxes", "body", 0},
                                                .engine = "satchel",
                                                .note = "add_bodies in one call, in a scene that has the shapes",
                                                .make = make_question_engine<SatchelAddBodies, distinct_boxes>});
const Registered<QuestionEntry> of_boxes({.question = {"add_shapes", "boxes", "shape", distinct_shapes},
                                          .engine = "satchel",
                                          .note = "add_box or add_polygon of shapes that differ, in a new scene",
                                          .make = make_question_engine<SatchelAddShapes, distinct_boxes>});
const Registered<QuestionEntry> of_octagons({.question = {"add_shapes", "octagons", "shape", distinct_shapes},
                                             .engine = "satchel",
                                             .note = "",
                                             .make = make_question_engine<SatchelAddShapes, distinct_octagons>});

}  // namespace
}  // namespace satchel_bench
