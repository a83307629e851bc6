// Tests that run on every instruction set of this machine, each as a test of its own: EveryIsa/Suite.fact/avx2.
//
//   using CollideOnIsa = satchel::test::OnEveryIsa;
//   TEST_P(CollideOnIsa, says_so_and_so) { ... }
//   SATCHEL_ON_EVERY_ISA(CollideOnIsa);
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <satchel/isa.hpp>
#include <string>
#include <vector>

namespace satchel::test {

inline std::vector<std::string> all_isas() {
  const auto names = available_isas();
  return {names.begin(), names.end()};
}

class OnEveryIsa : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    force_isa(GetParam());
    ASSERT_EQ(active_isa(), GetParam());
  }
  void TearDown() override {
    EXPECT_EQ(active_isa(), GetParam()) << "something changed the instruction set during the test";
    force_isa("");
  }

  /// Where the oracle takes the time, the instruction sets share the cases: each has some of its own. That they agree with
  /// each other is shown elsewhere.
  static std::uint64_t own_seed(std::uint64_t seed) {
    const std::vector<std::string> isas = all_isas();
    const auto index = std::find(isas.begin(), isas.end(), GetParam()) - isas.begin();
    return seed + 1000 * static_cast<std::uint64_t>(index);
  }
};

inline std::string isa_test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '.', '_');  // a name of a test has letters, digits and underscores
  return name;
}

}  // namespace satchel::test

#define SATCHEL_ON_EVERY_ISA(suite) \
  INSTANTIATE_TEST_SUITE_P(EveryIsa, suite, testing::ValuesIn(satchel::test::all_isas()), satchel::test::isa_test_name)
