// The obstacle nearest to a car at each of many poses, by an index that is kept.
#include <satchel/satchel.hpp>

#include <limits>
#include <string>

#include "engines/satchel/scene.hpp"
#include "harness/question_engine.hpp"
#include "workloads/near_cars.hpp"

namespace satchel_bench {
namespace {

class SatchelNearest final : public QuestionEngine {
 public:
  explicit SatchelNearest(const NearCars& cars)
      : cars_(cars),
        scene_(make_scene<float>(cars.obstacles)),
        index_(scene_, {.max_threads = 1}),
        car_{static_cast<satchel::ShapeId>(cars.obstacles.shapes.size() - 1)} {}

  void run() override {
    index_.nearest_bodies(scene_, car_, cars_.poses, 1, std::numeric_limits<double>::infinity(), found_,
                          {.run = {.max_threads = 1}});
  }
  /// Compares some with the least of the distances of all pairs.
  std::string error() const override {
    if (found_.size() != cars_.poses.size()) return "not one body a pose";
    satchel::Scene car = scene_;
    for (satchel::BodyId body = 0; body < scene_.body_slots(); ++body) car.remove_body(body);
    for (std::size_t i = 0; i < cars_.poses.size(); i += 50) {
      const satchel::BodyId own = car.add_body(car_[0], cars_.poses[i]);
      std::vector<satchel::Pair> pairs;
      for (satchel::BodyId body = 0; body < scene_.body_slots(); ++body) pairs.push_back({own, body});
      std::vector<satchel::Distance> distances(pairs.size());
      satchel::distances(car, scene_, pairs, distances);
      for (const satchel::Distance& distance : distances) {
        if (distance.distance < found_[i].distance.distance) return "pose " + std::to_string(i) + ": a nearer body";
      }
      car.remove_body(own);
    }
    return {};
  }
  std::optional<std::size_t> hits() const override { return found_.size(); }

 private:
  const NearCars& cars_;
  satchel::Scene scene_;
  satchel::Index index_;
  std::vector<satchel::ShapeId> car_;
  std::vector<satchel::NearBody> found_;
};

const Registered<QuestionEntry> nearest({.question = nearest_to_cars,
                                         .engine = "satchel",
                                         .note = "nearest obstacle, distance and witness points, index kept",
                                         .make = make_question_engine<SatchelNearest, near_cars>});

}  // namespace
}  // namespace satchel_bench
