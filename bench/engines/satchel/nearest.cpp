// The obstacle nearest to a car at each of many poses, by an index that is kept.
#include <satchel/satchel.hpp>

#include <limits>
#include <string>

#include "engines/satchel/scene.hpp"
#include "harness/question_engine.hpp"
#include "reference/check_nearest.hpp"
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
  std::string error() const override {
    std::vector<NearestObstacle> found;
    for (const satchel::NearBody& near : found_) {
      found.push_back({near.query, near.body, static_cast<double>(near.distance.distance)});
    }
    return wrong_nearest(cars_, found);
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
