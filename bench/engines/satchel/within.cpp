// Satchel's containment.
#include <satchel/satchel.hpp>

#include <vector>

#include "engines/satchel/scene.hpp"
#include "harness/containers_engine.hpp"

namespace satchel_bench {
namespace {

class SatchelWithin final : public ContainersEngine {
 public:
  explicit SatchelWithin(const Workload& workload)
      : ContainersEngine(workload), scene_(make_scene<float>(workload)), results_(workload.pairs.size()) {}

  void run() override {
    satchel::within(scene_, workload_.pairs, results_, {.max_threads = 1});
    for (std::size_t i = 0; i < results_.size(); ++i) within_[i] = results_[i] != satchel::Within::no ? 1 : 0;
  }

 private:
  satchel::Scene scene_;
  std::vector<satchel::Within> results_;
};

const Registered<QuestionEntry> entry({.question = octagons_in_octagons,
                                       .engine = "satchel",
                                       .note = "within: exact, and whether the boundaries touch",
                                       .make = make_question_engine<SatchelWithin, containers>});

}  // namespace
}  // namespace satchel_bench
