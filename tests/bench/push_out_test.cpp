// What satchel_bench refuses to time of translations that push letters apart.
#include "reference/check_push_out.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace satchel_bench {
namespace {

/// Two pairs of Us that are not turned: the second U stands a tenth deep to the right of the first, and on its arms.
Letters two_pairs() {
  Letters letters;
  letters.parts = satchel_bench::letters().parts;
  letters.poses = {satchel::Pose{0, 0}, satchel::Pose{1.9, 0}, satchel::Pose{16, 0}, satchel::Pose{16, 1.9}};
  return letters;
}

const Ways shortest{{-0.1, 0}, {0, -0.1}};
constexpr PushPromise all_apart{2, 1};

std::string wrong(const Ways& ways, const PushPromise& promise = all_apart) {
  return wrong_ways(two_pairs(), ways, promise);
}

TEST(PushOutCheck, accepts_the_shortest_ways) {
  EXPECT_NEAR(shortest_way_out(two_pairs(), 0), 0.1, 1e-7);
  EXPECT_NEAR(shortest_way_out(two_pairs(), 1), 0.1, 1e-7);
  EXPECT_EQ(wrong(shortest), "");
}

TEST(PushOutCheck, refuses_letters_that_are_thrown_away_or_stay) {
  EXPECT_EQ(wrong({{-1e6, 0}, {0, -0.1}}), "pair 0 goes 1000000.000000, and 0.100000 would do");
  EXPECT_EQ(wrong({{-0.1, 0}, {0, -0.11}}), "pair 1 goes 0.110000, and 0.100000 would do");
  EXPECT_EQ(wrong({{-0.1, 0}, {0, -0.11}}, {2, 1.2}), "");
  EXPECT_EQ(wrong({{-0.1, 0}, {0, std::numeric_limits<double>::quiet_NaN()}}),
            "pair 1 goes nan, and 0.100000 would do");
  EXPECT_EQ(wrong({{0, 0}, {0, -0.1}}), "1 pairs are apart, not 2");
  EXPECT_EQ(wrong({{0, 0}, {0, -0.1}}, {1, 1}), "");
  EXPECT_EQ(wrong({{0, 0}}), "not one way a pair");
}

/// All shorter ways in many directions lead into an overlap, and one of the shortest length does not.
TEST(PushOutCheck, knows_the_shortest_way_of_turned_letters) {
  for (const std::size_t pair : {0u, 1u}) {
    Letters letters = satchel_bench::letters();
    letters.poses = {letters.poses[2 * pair], letters.poses[2 * pair + 1]};
    const double length = shortest_way_out(letters, 0);
    ASSERT_GT(length, 0.05);
    constexpr int directions = 180;
    std::size_t apart = 0;
    for (int k = 0; k < directions; ++k) {
      const double x = std::cos(2 * 3.14159265 * k / directions), y = std::sin(2 * 3.14159265 * k / directions);
      for (const double part : {0.0, 0.5, 0.99}) {
        EXPECT_EQ(pairs_apart(letters, {{part * length * x, part * length * y}}), 0u);
      }
      apart += pairs_apart(letters, {{1.02 * length * x, 1.02 * length * y}});
    }
    EXPECT_GT(apart, 0u);
  }
}

}  // namespace
}  // namespace satchel_bench
