// Every family of hard pairs, in float and double, against the exact oracle, by the thousand; and whether the families
// still reach the stages of the cascade that they are for. satchel_long_run does the same by the million.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "support/generators.hpp"
#include "support/scale.hpp"
#include "support/trial.hpp"

namespace satchel::test {
namespace {

std::string in_words(const Tally& tally) {
  std::string words = std::to_string(tally.wrong) + " wrong verdicts, " + std::to_string(tally.too_large) +
                      " separations beyond 6 u D' (largest error " + std::to_string(tally.largest_error) + "), " +
                      std::to_string(tally.faulty) + " other faults, of " + std::to_string(tally.stages.pairs);
  for (const std::string& example : tally.examples) words += "\n" + example;
  return words;
}

class HardPairs : public testing::TestWithParam<std::string> {
 protected:
  template <class T>
  void expect_right() {
    const BasicFamily<T>& hard = family<T>(GetParam());
    Tally tally;
    Random random(30);
    // Not fewer than 4,000 pairs in builds that divide, because shares of few pairs vary by chance; in scenes that stay in the cache.
    for (std::size_t left = std::max<std::size_t>(scaled(8000), 4000); left > 0;) {
      const std::size_t pairs = std::min<std::size_t>(left, 2000);
      tally.add(tried(world_of(hard, pairs, random)));
      left -= pairs;
    }
    EXPECT_TRUE(tally.all_right()) << in_words(tally);
    const auto per_thousand = [&](std::uint64_t count) { return 1000.0 * static_cast<double>(count) / tally.pairs(); };
    EXPECT_GE(per_thousand(tally.stages.decided_by_double), hard.reach.by_double);
    EXPECT_GE(per_thousand(tally.stages.decided_exactly), hard.reach.exactly);
    EXPECT_GE(per_thousand(tally.verdicts[1]), hard.reach.touching);
    RecordProperty("largest_error_in_u_d", std::to_string(tally.largest_error));
  }
};

TEST_P(HardPairs, are_right_in_float) { expect_right<float>(); }
TEST_P(HardPairs, are_right_in_double) { expect_right<double>(); }

std::vector<std::string> family_names() {
  std::vector<std::string> names;
  for (const Family& hard : families()) names.emplace_back(hard.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Family, HardPairs, testing::ValuesIn(family_names()),
                         [](const testing::TestParamInfo<std::string>& name) { return name.param; });

}  // namespace
}  // namespace satchel::test
