// The check that judges joins before satchel_bench times them.
#include "reference/check_join.hpp"

#include <gtest/gtest.h>

#include "workloads/shapes.hpp"

namespace satchel_bench {
namespace {

/// Unit squares in a row, each over its neighbours' edges: bodies i and i + 1 overlap.
Workload row(std::size_t bodies) {
  Workload workload;
  workload.shapes = {box(0.5f, 0.5f)};
  for (std::size_t i = 0; i < bodies; ++i) add_body(workload, 0, 0.75 * static_cast<double>(i), 0, 0);
  return workload;
}

std::vector<satchel::Pair> neighbours(std::size_t bodies) {
  std::vector<satchel::Pair> pairs;
  for (satchel::BodyId i = 0; i + 1 < bodies; ++i) pairs.push_back({i, i + 1});
  return pairs;
}

TEST(CheckJoin, accepts_the_pairs_that_overlap_in_any_order) {
  std::vector<satchel::Pair> pairs = neighbours(100);
  EXPECT_EQ(wrong_join(row(100), pairs), "");
  std::swap(pairs[3], pairs[70]);
  std::swap(pairs[5].a, pairs[5].b);
  EXPECT_EQ(wrong_join(row(100), pairs), "");
}

TEST(CheckJoin, names_a_pair_that_is_apart_or_twice_or_missing) {
  std::vector<satchel::Pair> pairs = neighbours(100);
  pairs.push_back({50, 52});
  EXPECT_EQ(wrong_join(row(100), pairs), "finds bodies 50 and 52, which are apart");
  pairs.back() = {8, 7};
  EXPECT_EQ(wrong_join(row(100), pairs), "finds bodies 7 and 8 twice");
  pairs.back() = {9, 9};
  EXPECT_EQ(wrong_join(row(100), pairs), "finds bodies 9 and 9, which are apart");
  for (const std::size_t missing : {0, 41, 98}) {
    pairs = neighbours(100);
    pairs.erase(pairs.begin() + static_cast<std::ptrdiff_t>(missing));
    const std::string expected =
        "misses bodies " + std::to_string(missing) + " and " + std::to_string(missing + 1) + ", which overlap";
    EXPECT_EQ(wrong_join(row(100), pairs), expected);
  }
}

}  // namespace
}  // namespace satchel_bench
