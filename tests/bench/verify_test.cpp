// What satchel_bench refuses to time: engines with wrong answers about pairs, at rest and in motion.
#include "harness/verify.hpp"

#include <gtest/gtest.h>

#include <satchel/satchel.hpp>

#include <limits>
#include <vector>

#include "engines/satchel/scene.hpp"
#include "workloads/shapes.hpp"
#include "workloads/straight_motions.hpp"

namespace satchel_bench {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Turned boxes on a grid, each with its neighbours to the right and above.
Workload grid() {
  constexpr std::size_t side = 8;
  Random random(3);
  Workload workload;
  for (int i = 0; i < 4; ++i) workload.shapes.push_back(random_box(0.35, 0.8, random));
  for (std::size_t i = 0; i < side * side; ++i) {
    add_body(workload, static_cast<satchel::ShapeId>(i % 4), 1.3 * static_cast<double>(i % side),
             1.3 * static_cast<double>(i / side), random.uniform(0, 6));
    const auto body = static_cast<satchel::BodyId>(i);
    if (i % side + 1 < side) workload.pairs.push_back({body, body + 1});
    if (i + side < side * side) workload.pairs.push_back({body, body + static_cast<satchel::BodyId>(side)});
  }
  return workload;
}

/// An engine whose answers are made by a function of the right ones.
class Fake final : public PairEngine {
 public:
  using Change = void (*)(Answer&, std::size_t pair);
  Fake(std::vector<Answer> answers, const Precision& precision, Change change)
      : answers_(std::move(answers)), precision_(precision), change_(change) {}

  void run(std::size_t, std::size_t) override {}
  Answer answer(std::size_t pair) const override {
    Answer answer = answers_[pair];
    change_(answer, pair);
    return answer;
  }
  Precision precision() const override { return precision_; }

 private:
  std::vector<Answer> answers_;
  Precision precision_;
  Change change_;
};

class Verify : public ::testing::Test {
 protected:
  std::string error_at_rest(Fake::Change change, const Precision& precision = {}) const {
    std::vector<satchel::Contact> contacts(workload_.pairs.size());
    satchel::collide(scene_, workload_.pairs, contacts, satchel::Options{});
    std::vector<Answer> answers;
    for (const satchel::Contact& contact : contacts) {
      answers.push_back({.hit = satchel::verdict(contact) != satchel::Verdict::disjoint,
                         .separation = contact.separation,
                         .normal_x = contact.normal_x,
                         .normal_y = contact.normal_y});
    }
    return error(std::move(answers), change, precision);
  }
  std::string error_in_motion(Fake::Change change, const ContactGap& gap = {}) const {
    std::vector<satchel::Impact> impacts(workload_.pairs.size());
    satchel::sweep(scene_, straight_motions(workload_), workload_.pairs, impacts, satchel::SweepOptions{});
    std::vector<Answer> answers;
    for (const satchel::Impact& impact : impacts) {
      Answer& answer = answers.emplace_back();
      if (impact.hit == 0) continue;
      answer = {.hit = true, .normal_x = impact.normal_x, .normal_y = impact.normal_y, .time = impact.time};
      answer.point_x = impact.point_x, answer.point_y = impact.point_y;
    }
    return error(std::move(answers), change, {.meets = gap});
  }

 private:
  std::string error(std::vector<Answer> answers, Fake::Change change, const Precision& precision) const {
    return verify(workload_, reference_separations(workload_), Fake(std::move(answers), precision, change)).error;
  }

  const Workload workload_ = grid();
  const satchel::Scene scene_ = make_scene<float>(workload_);
};

void keep(Answer&, std::size_t) {}

bool begins_with(const std::string& text, const std::string& beginning) { return text.starts_with(beginning); }

TEST_F(Verify, accepts_right_contacts_and_refuses_others) {
  EXPECT_EQ(error_at_rest(keep), "");
  const auto refuses = [&](Fake::Change change, const char* why) {
    EXPECT_PRED2(begins_with, error_at_rest(change), why);
  };
  refuses([](Answer& answer, std::size_t) { answer.hit = true; }, "reports a hit");
  refuses([](Answer& answer, std::size_t) { answer.hit = false; }, "misses an overlap");
  refuses([](Answer& answer, std::size_t) { answer.separation = nan; }, "has another separation");
  refuses([](Answer& answer, std::size_t) { answer.normal_x = nan; }, "has another normal");
  refuses([](Answer& answer, std::size_t) { answer.normal_x = answer.normal_y = 0; }, "has another normal");
  refuses([](Answer& answer, std::size_t) { answer.area = nan; }, "has another area");
}

TEST_F(Verify, refuses_an_engine_that_promises_no_precision) {
  for (const Precision& none : {Precision{.relative = 1e30}, Precision{.skin = 1e30}, Precision{.relative = nan},
                                Precision{.depth_slack = 1e30}, Precision{.area = 1}}) {
    EXPECT_EQ(error_at_rest(keep, none), "promises no precision");
  }
}

TEST_F(Verify, accepts_right_impacts_and_refuses_others) {
  EXPECT_EQ(error_in_motion(keep), "");
  const auto refuses = [&](Fake::Change change, const char* why) {
    EXPECT_PRED2(begins_with, error_in_motion(change), why);
  };
  refuses([](Answer& answer, std::size_t) { answer = {.hit = true}; }, "has no time within the step");
  refuses([](Answer& answer, std::size_t) { answer = {.hit = true, .time = nan}; }, "has no time within the step");
  refuses([](Answer& answer, std::size_t) { answer = {.hit = true, .time = 2}; }, "has no time within the step");
  refuses([](Answer& answer, std::size_t) { answer = {.hit = true, .time = 0}; },
          "meets at a time at which the bodies are apart");
  refuses([](Answer& answer, std::size_t) { answer = {}; }, "misses a contact");
  refuses([](Answer& answer, std::size_t i) { answer = i % 2 == 0 ? Answer{.hit = true, .time = 0} : Answer{}; },
          "m");  // by the first pair: it misses a contact, or it meets while the bodies are apart
  refuses(
      [](Answer& answer, std::size_t) {
        if (answer.hit && *answer.time > 0) answer.time = *answer.time * 1.01;
      },
      "has a later time than that of the first contact");
  refuses(
      [](Answer& answer, std::size_t) {
        if (answer.hit) answer.time = *answer.time * 0.99;
      },
      "meets at a time at which the bodies are apart");
  refuses([](Answer& answer, std::size_t) { answer.normal_x = answer.normal_y = 0; }, "has another normal");
  refuses([](Answer& answer, std::size_t) { answer.point_x = 5; }, "has another contact point");
  refuses([](Answer& answer, std::size_t) { answer.point_y = nan; }, "has another contact point");
}

TEST_F(Verify, allows_a_gap_at_the_impact_that_the_engine_states) {
  EXPECT_PRED2(begins_with, error_in_motion(keep, {.least = 0.01, .most = 0.02}),
               "has a later time than that of the first contact");
  const Fake::Change earlier = [](Answer& answer, std::size_t) {
    if (answer.hit) answer = {.hit = true, .time = std::max(0.0, *answer.time - 0.01)};
  };
  EXPECT_EQ(error_in_motion(earlier, {.least = 0, .most = 0.02}), "");
}

}  // namespace
}  // namespace satchel_bench
