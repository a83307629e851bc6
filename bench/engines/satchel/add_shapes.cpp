// Satchel's registering of shapes, one after the other, in a new scene.
#include <satchel/satchel.hpp>

#include <optional>
#include <string>
#include <vector>

#include "harness/pair_engine.hpp"
#include "harness/question_engine.hpp"
#include "harness/verify.hpp"
#include "workloads/grids.hpp"

namespace satchel_bench {
namespace {

/// The contacts of the workload's pairs in a scene that has its shapes, as a PairEngine so that `verify` can judge them.
class Contacts final : public PairEngine {
 public:
  Contacts(satchel::Scene scene, const Workload& workload) : scene_(std::move(scene)), pairs_(workload.pairs) {
    std::vector<satchel::BodyId> bodies(workload.poses.size());
    scene_.add_bodies(workload.body_shapes, workload.poses, bodies);
    contacts_.resize(pairs_.size());
  }

  void run(std::size_t first, std::size_t count) override {
    satchel::collide(scene_, pairs_.subspan(first, count), std::span(contacts_).subspan(first, count),
                     {.max_threads = 1});
  }

  Answer answer(std::size_t pair) const override {
    const satchel::Contact& contact = contacts_[pair];
    return {.hit = satchel::verdict(contact) != satchel::Verdict::disjoint,
            .separation = contact.separation,
            .normal_x = contact.normal_x,
            .normal_y = contact.normal_y};
  }

  Precision precision() const override { return {}; }

 private:
  satchel::Scene scene_;
  std::span<const satchel::Pair> pairs_;
  std::vector<satchel::Contact> contacts_;
};

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

  std::string error() const override {
    if (scene_->shape_count() != workload_.shapes.size()) {
      return "has " + std::to_string(scene_->shape_count()) + " shapes, not " + std::to_string(workload_.shapes.size());
    }
    const std::vector<double> separations = reference_separations(workload_);
    if (const std::string what = unexpected(workload_, separations); !what.empty()) return what;
    Contacts contacts(*scene_, workload_);
    contacts.run(0, workload_.pairs.size());
    return verify(workload_, separations, contacts).error;
  }

 private:
  const Workload& workload_;
  std::optional<satchel::Scene> scene_;
};

/// Boxes in one call, as polygons; that is what Python's add_boxes does.
class SatchelAddBoxes final : public QuestionEngine {
 public:
  explicit SatchelAddBoxes(const Workload& workload) : ids_(workload.shapes.size()) {
    starts_.push_back(0);
    for (const Shape& shape : workload.shapes) {
      vertices_.insert(vertices_.end(), shape.vertices.begin(), shape.vertices.end());
      starts_.push_back(static_cast<std::uint32_t>(vertices_.size()));
    }
  }

  void prepare() override { scene_.emplace(); }
  void run() override { scene_->add_polygons(vertices_, starts_, ids_); }
  std::string error() const override {
    return scene_->shape_count() == ids_.size() ? "" : "has " + std::to_string(scene_->shape_count()) + " shapes";
  }

 private:
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
      if (bodies_[i] != i || scene_.pose(bodies_[i]).x != workload_.poses[i].x)
        return "has not body " + std::to_string(i);
    }
    return {};
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
