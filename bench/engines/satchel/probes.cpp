// Satchel's queries of bodies at points and on rays.
#include <satchel/satchel.hpp>

#include <algorithm>

#include "engines/satchel/scene.hpp"
#include "harness/question_engine.hpp"
#include "reference/check_probes.hpp"

namespace satchel_bench {
namespace {

class SatchelPoints final : public QuestionEngine {
 public:
  explicit SatchelPoints(const Probes& probes) : probes_(probes), scene_(make_scene<float>(probes.workload)) {}

  void run() override { satchel::bodies_at_points(scene_, probes_.points, found_, {.max_threads = 1}); }
  std::string error() const override { return wrong_points(probes_, found_); }
  std::optional<std::size_t> hits() const override { return found_.size(); }

 private:
  const Probes& probes_;
  satchel::Scene scene_;
  std::vector<satchel::FoundBody> found_;
};

class SatchelRays final : public QuestionEngine {
 public:
  explicit SatchelRays(const Probes& probes)
      : probes_(probes), scene_(make_scene<float>(probes.workload)), hits_(probes.rays.size()) {}

  void run() override { satchel::cast_rays(scene_, probes_.rays, hits_, {.max_threads = 1}); }
  std::string error() const override {
    std::vector<double> times;
    for (const satchel::RayHit& hit : hits_) times.push_back(hit.time);
    return wrong_rays(probes_, times);
  }
  std::optional<std::size_t> hits() const override {
    return static_cast<std::size_t>(std::count_if(hits_.begin(), hits_.end(), [](const satchel::RayHit& hit) {
      return hit.time < std::numeric_limits<double>::infinity();
    }));
  }

 private:
  const Probes& probes_;
  satchel::Scene scene_;
  std::vector<satchel::RayHit> hits_;
};

const Registered<QuestionEntry> points({.question = bodies_at_points,
                                        .engine = "satchel",
                                        .note = "sorted list of bodies at points, exact",
                                        .make = make_question_engine<SatchelPoints, probes>});
const Registered<QuestionEntry> rays({.question = ray_hits,
                                      .engine = "satchel",
                                      .note = "first body on each ray, time and normal",
                                      .make = make_question_engine<SatchelRays, probes>});

}  // namespace
}  // namespace satchel_bench
