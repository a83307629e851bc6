// What satchel_bench refuses to time of contacts with a ground of segments.
#include "harness/ground_engine.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace satchel_bench {
namespace {

/// A flat ground of three segments, a half wide each, and a box a hundredth deep in it, over the middle one and half of the others.
Ground flat() {
  Ground ground;
  for (int i = 0; i < 4; ++i) ground.points.push_back({2.4f - 0.8f * static_cast<float>(i), 0});
  ground.boxes.push_back(satchel::Pose{1.2, double{Ground::half_height} - 0.01});
  for (std::size_t k = 0; k < 3; ++k) ground.pairs.push_back({k, 0});
  return ground;
}

/// The middle segment has two points, at the ends of its face.
std::vector<GroundContact> contacts() {
  std::vector<GroundContact> contacts(3);
  const auto at = [](double x) { return GroundContact::Point{{x, -0.005}, -0.01}; };
  contacts[0] = {{0, 1}, 2, {at(1.6), at(2.0)}};
  contacts[1] = {{0, 1}, 2, {at(0.8), at(1.6)}};
  contacts[2] = {{0, 1}, 2, {at(0.4), at(0.8)}};
  return contacts;
}

std::string error_of(const std::function<void(std::vector<GroundContact>&)>& change) {
  std::vector<GroundContact> changed = contacts();
  change(changed);
  return wrong_ground(flat(), changed, 0.02);
}

TEST(GroundCheck, accepts_right_contacts_also_where_a_neighbour_has_the_highest_place) {
  EXPECT_EQ(error_of([](auto&) {}), "");
  EXPECT_EQ(error_of([](auto& all) { all[1].count = 0; }), "");
}

TEST(GroundCheck, refuses_missing_contacts_and_wrong_points) {
  EXPECT_EQ(error_of([](auto& all) { all.assign(3, {}); }), "pair 0 has no contact 0.010000 deep");
  EXPECT_EQ(error_of([](auto& all) { all.pop_back(); }), "not one answer a pair");
  EXPECT_EQ(error_of([](auto& all) { all[1].normal = {1, 0}; }), "pair 1 has a sideways normal");
  EXPECT_EQ(error_of([](auto& all) { all[1].normal = {0, -1}; }), "pair 1 has a sideways normal");
  EXPECT_EQ(error_of([](auto& all) { all[1].normal = {0, 0}; }), "pair 1 has no unit normal");
  EXPECT_EQ(error_of([](auto& all) { all[1].count = 3; }), "pair 1 has more than two points");
  const std::string none = "pair 1 has a point that is none";
  EXPECT_EQ(error_of([](auto& all) { all[1].points[1].at.x = 1.7; }), none);
  EXPECT_EQ(error_of([](auto& all) { all[1].points[1].at.y = 0.2; }), none);
  EXPECT_EQ(error_of([](auto& all) { all[1].points[1].separation = -0.3; }), none);
  EXPECT_EQ(error_of([](auto& all) { all[1].points[1].separation = std::numeric_limits<double>::quiet_NaN(); }), none);
  const auto everywhere = [](double separation) {
    return error_of([separation](auto& all) {
      for (GroundContact& contact : all) {
        for (GroundContact::Point& point : contact.points) point.separation = separation;
      }
    });
  };
  EXPECT_EQ(everywhere(0), "pair 0 has no contact 0.010000 deep");
}

/// Engines on the benchmark's own ground.
class NoGround final : public GroundEngine {
 public:
  using GroundEngine::GroundEngine;
  void run() override {}

 private:
  GroundContact contact(std::size_t) const override { return {}; }
};

class KeepsNothing final : public GroundEngine {
 public:
  using GroundEngine::GroundEngine;
  void run() override {}

 private:
  GroundContact contact(std::size_t) const override { return {.normal = {0, 1}, .count = 1}; }
};

TEST(GroundCheck, accepts_the_engine_of_satchel_and_refuses_one_without_contacts) {
  ASSERT_FALSE(Registered<QuestionEntry>::all().empty());
  for (const QuestionEntry& entry : Registered<QuestionEntry>::all()) {
    const auto engine = entry.make();
    engine->run();
    EXPECT_EQ(engine->error(), "");
    EXPECT_GT(engine->hits().value_or(0), 6000u);
  }
  KeepsNothing forgetful(ground());
  forgetful.run();
  EXPECT_EQ(forgetful.error(), "pair 0 keeps another normal");
  NoGround none(ground());
  none.run();
  EXPECT_PRED2([](const std::string& text, const char* part) { return text.find(part) != std::string::npos; },
               none.error(), "has no contact");
}

}  // namespace
}  // namespace satchel_bench
