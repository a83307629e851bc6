// The check that judges lists of candidate pairs before satchel_bench times them.
#include "reference/check_pairs.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace satchel_bench {
namespace {

/// Boxes of width 1, 0.75 apart: each meets the next.
std::vector<satchel::Box> row(std::size_t bodies) {
  std::vector<satchel::Box> boxes;
  for (std::size_t i = 0; i < bodies; ++i) {
    const double x = 0.75 * static_cast<double>(i);
    boxes.push_back({x, 0, x + 1, 1});
  }
  return boxes;
}

const std::vector<satchel::Box> boxes = row(4);
const std::vector<satchel::Pair> expected{{0, 1}, {1, 2}, {2, 3}};

std::string wrong(const std::vector<satchel::Pair>& found, double slack = 0) {
  return wrong_pairs(boxes, expected, found, slack);
}

TEST(CheckPairs, accepts_any_order_and_pairs_within_the_slack) {
  EXPECT_EQ(wrong({{2, 3}, {1, 0}, {1, 2}}), "");
  EXPECT_EQ(wrong({{0, 1}, {0, 2}, {1, 2}, {2, 3}}, 0.5), "");
}

TEST(CheckPairs, names_what_is_wrong) {
  EXPECT_EQ(wrong({{0, 1}, {2, 3}}), "misses a pair");
  EXPECT_EQ(wrong({{0, 1}, {1, 2}, {2, 1}, {2, 3}}), "finds a pair twice");
  EXPECT_EQ(wrong({{0, 1}, {0, 2}, {1, 2}, {2, 3}}, 0.25), "finds bodies 0 and 2, which are apart");
  EXPECT_EQ(wrong({{0, 1}, {1, 2}, {2, 3}, {3, 4}}), "finds a pair that is none");
}

}  // namespace
}  // namespace satchel_bench
