// Satchel's index, kept from call to call: rays, points and boxes, in batches and one a call.
#include <satchel/satchel.hpp>

#include <algorithm>
#include <limits>

#include "engines/satchel/scene.hpp"
#include "harness/question_engine.hpp"
#include "reference/check_probes.hpp"

namespace satchel_bench {
namespace {

class SatchelIndex : public QuestionEngine {
 public:
  explicit SatchelIndex(const Probes& probes)
      : probes_(probes), scene_(make_scene<float>(probes.workload)), index_(scene_, {.max_threads = 1}) {}

 protected:
  const Probes& probes_;
  satchel::Scene scene_;
  satchel::Index index_;
  satchel::QueryOptions options_{.run = {.max_threads = 1}};
};

/// @tparam one  one ray a call
template <bool one>
class IndexRays final : public SatchelIndex {
 public:
  explicit IndexRays(const Probes& probes) : SatchelIndex(probes), hits_(probes.rays.size()) {}

  void run() override {
    if constexpr (one) {
      for (std::size_t i = 0; i < hits_.size(); ++i) hits_[i] = index_.cast_ray(scene_, probes_.rays[i], options_);
    } else {
      index_.cast_rays(scene_, probes_.rays, hits_, options_);
    }
  }
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
  std::vector<satchel::RayHit> hits_;
};

/// One point or one box a call. What is found is numbered and kept for the check.
template <bool boxes>
class IndexFinds final : public SatchelIndex {
 public:
  using SatchelIndex::SatchelIndex;

  void run() override {
    all_.clear();
    const std::size_t count = boxes ? probes_.boxes.size() : probes_.points.size();
    for (std::size_t i = 0; i < count; ++i) {
      if constexpr (boxes) {
        index_.bodies_in_box(scene_, probes_.boxes[i], found_, options_);
      } else {
        index_.bodies_at_point(scene_, probes_.points[i], found_, options_);
      }
      for (const satchel::FoundBody& one : found_) all_.push_back({static_cast<std::uint32_t>(i), one.body});
    }
  }
  std::string error() const override { return boxes ? wrong_boxes(probes_, all_) : wrong_points(probes_, all_); }
  std::optional<std::size_t> hits() const override { return all_.size(); }

 private:
  std::vector<satchel::FoundBody> found_, all_;
};

const Registered<QuestionEntry> rays({.question = ray_hits_kept,
                                      .engine = "satchel",
                                      .note = "first body on each ray, time and normal, index kept",
                                      .make = make_question_engine<IndexRays<false>, probes>});
const Registered<QuestionEntry> shuffled({.question = shuffled_ray_hits_kept,
                                          .engine = "satchel",
                                          .note = "the same rays in random order",
                                          .make = make_question_engine<IndexRays<false>, shuffled_probes>});
const Registered<QuestionEntry> single_rays({.question = single_ray_hits_kept,
                                             .engine = "satchel",
                                             .note = "the same, one ray a call",
                                             .make = make_question_engine<IndexRays<true>, shuffled_probes>});
const Registered<QuestionEntry> single_points({.question = single_points_kept,
                                               .engine = "satchel",
                                               .note = "bodies at one point a call, exact, index kept",
                                               .make = make_question_engine<IndexFinds<false>, probes>});
const Registered<QuestionEntry> single_boxes({.question = single_boxes_kept,
                                              .engine = "satchel",
                                              .note = "bodies in one box a call, exact, index kept",
                                              .make = make_question_engine<IndexFinds<true>, probes>});

}  // namespace
}  // namespace satchel_bench
