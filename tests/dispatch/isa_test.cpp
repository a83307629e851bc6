// Which instruction set runs: found, read, forced, named by the environment.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <satchel/satchel.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "support/expect_error.hpp"
#include "support/isa_param.hpp"
#include "support/run_program.hpp"

namespace satchel::test {
namespace {

constexpr std::array<std::string_view, 5> known = {"scalar", "sse4.2", "avx2", "avx512", "neon64"};

TEST(Isa, available_ones_are_known_and_different_and_begin_with_the_portable_one) {
  const auto isas = available_isas();
  ASSERT_FALSE(isas.empty());
  EXPECT_EQ(isas.front(), "scalar");
  for (std::size_t i = 0; i < isas.size(); ++i) {
    EXPECT_NE(std::find(known.begin(), known.end(), isas[i]), known.end()) << isas[i];
    EXPECT_EQ(std::count(isas.begin(), isas.end(), isas[i]), 1);
  }
}

#if defined(__x86_64__) && defined(__GNUC__)
TEST(Isa, available_ones_are_those_of_this_processor) {
  const auto isas = available_isas();
  const auto has = [&](std::string_view name) { return std::find(isas.begin(), isas.end(), name) != isas.end(); };
  EXPECT_EQ(has("sse4.2"), static_cast<bool>(__builtin_cpu_supports("sse4.2")));
  const bool has_bits = __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  EXPECT_EQ(has("avx2"), __builtin_cpu_supports("avx2") && has_bits);
  EXPECT_EQ(has("avx512"), has_bits && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"));
  EXPECT_FALSE(has("neon64"));
}
#elif defined(__aarch64__)
TEST(Isa, available_ones_are_those_of_this_processor) {
  EXPECT_EQ(available_isas(), (std::vector<std::string_view>{"scalar", "neon64"}));
}
#endif

TEST(Isa, a_forced_one_is_active_until_another_is) {
  for (const std::string& name : all_isas()) {
    force_isa(name);
    EXPECT_EQ(active_isa(), name);
  }
  force_isa("");
}

TEST(Isa, an_empty_name_goes_back_to_the_automatic_choice) {
  const std::string automatic{active_isa()};
  force_isa("scalar");
  force_isa("");
  EXPECT_EQ(active_isa(), automatic);
}

TEST(Isa, unknown_names_are_refused_and_change_nothing) {
  force_isa("scalar");
  for (const char* name : {"avx3", "AVX2", "avx2 ", "scalar,avx2", "neon"}) {
    expect_error(ErrorCode::unknown_isa, [&] { force_isa(name); });
    EXPECT_EQ(active_isa(), "scalar");
  }
  force_isa("");
}

TEST(Isa, sse42_is_another_name_of_sse4_2) {
  const auto isas = available_isas();
  if (std::find(isas.begin(), isas.end(), "sse4.2") == isas.end()) {
    expect_error(ErrorCode::unavailable_isa, [&] { force_isa("sse42"); });
    return;
  }
  force_isa("sse42");
  EXPECT_EQ(active_isa(), "sse4.2");
  force_isa("");
}

TEST(Isa, known_names_that_this_machine_lacks_are_refused_as_unavailable) {
  const auto isas = available_isas();
  std::size_t lacking = 0;
  for (const std::string_view name : known) {
    if (std::find(isas.begin(), isas.end(), name) != isas.end()) continue;
    expect_error(ErrorCode::unavailable_isa, [&] { force_isa(name); });
    ++lacking;
  }
  EXPECT_GT(lacking, 0u);  // no machine has both AVX2 and NEON
}

/// What a new process prints with SATCHEL_ISA set to this. The emulator is empty where tests start programs by themselves.
std::string probe(const std::string& isa) {
  std::istringstream words(SATCHEL_TEST_EMULATOR);
  std::vector<std::string> command{std::istream_iterator<std::string>(words), {}};
  command.emplace_back(SATCHEL_ISA_PROBE);
  std::string out = run_program(command, isa).out;
  std::erase(out, '\r');  // which Windows writes
  return out;
}

TEST(Isa, the_environment_chooses_for_a_process) {
  for (const std::string& name : all_isas()) EXPECT_EQ(probe(name), name + " ok\n");
}

TEST(Isa, an_empty_environment_variable_leaves_the_choice_automatic) {
  EXPECT_EQ(probe(""), std::string(available_isas().back()) + " ok\n");
}

TEST(Isa, the_environment_is_refused_where_it_names_none_that_is_available) {
  const auto refused = [](ErrorCode code) {
    const std::string number = std::to_string(static_cast<int>(code));
    return "error " + number + " status " + number + "\n";
  };
  EXPECT_EQ(probe("nonsense"), refused(ErrorCode::unknown_isa));
  const auto isas = available_isas();
  for (const std::string_view name : known) {
    if (std::find(isas.begin(), isas.end(), name) == isas.end()) {
      EXPECT_EQ(probe(std::string(name)), refused(ErrorCode::unavailable_isa));
    }
  }
}

TEST(Version, of_the_library_is_that_of_the_headers) {
  const std::string expected = std::to_string(SATCHEL_VERSION_MAJOR) + "." + std::to_string(SATCHEL_VERSION_MINOR) +
                               "." + std::to_string(SATCHEL_VERSION_PATCH);
  EXPECT_EQ(version(), expected);
}

}  // namespace
}  // namespace satchel::test
