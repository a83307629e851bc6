// The same scene in units of 2^k, from one end of the range to the other: every answer is scaled exactly.
//
// The default run takes the powers at which something changes: where numbers of a precision become denormal or overflow
// when they are squared or multiplied by four, and the ends. With the environment variable SATCHEL_ALL_UNITS it takes
// all.
#include <gtest/gtest.h>

#include <cstdlib>
#include <satchel/satchel.hpp>
#include <string>
#include <vector>

#include "support/isa_param.hpp"
#include "support/random.hpp"
#include "units/questions.hpp"

namespace satchel::test::units {
namespace {

/// Plans have numbers from 2^-10 (2^-34 once they are turned: a float's last bit) to 2^6.
template <class T>
std::vector<int> units_of(bool is_turned) {
  constexpr bool is_float = sizeof(T) == sizeof(float);
  const int least = is_float ? (is_turned ? -100 : -138) : (is_turned ? -150 : -189), most = is_float ? 53 : 193;
  std::vector<int> units{least, most};
  if (std::getenv("SATCHEL_ALL_UNITS") != nullptr) {
    for (int unit = least + 1; unit < most; ++unit) units.push_back(unit);
    return units;
  }
  for (const int near : {-183, -138, -119, -80, -71, -60, -35, 24, 40, 64, 120, 127, 160}) {
    if (near > least && near < most) units.push_back(near);
  }
  return units;
}

/// In floats, edges below 2^-50 and rounded shapes below 2^-30 go to stages that round in doubles: the last bits, and
/// which of equal edges decides, may differ.
template <class T>
double rounding_of(int unit) {
  return sizeof(T) == sizeof(float) && unit < -19 ? 0x1p-18 : 0;
}

/// Outlines of floats need edges of 2^-50 or more, so that a compound contains nothing in smaller units.
constexpr int least_of_outlines = -39;

template <class T>
void expect_scaled(Ask ask, std::uint64_t seed, int bodies = 40, int least = -200) {
  for (const bool is_turned : {false, true}) {
    Random random(seed);
    const Plan plan = draw_plan([&](int low, int high) { return random.integer(low, high); }, bodies, is_turned);
    Asking asking = asking_of<T>(plan);
    Answers in_ones;
    ask(asking, in_ones);
    ASSERT_GT(in_ones.size(), 8u);
    for (const int unit : units_of<T>(is_turned)) {
      if (unit < least) continue;
      asking.unit = unit;
      Answers now;
      ask(asking, now);
      EXPECT_EQ(in_ones.difference<T>(now, unit, rounding_of<T>(unit)), "")
          << (sizeof(T) == sizeof(float) ? "float" : "double") << (is_turned ? ", turned" : "") << ", seed " << seed;
    }
  }
}

using Units = OnEveryIsa;

TEST_P(Units, contacts_are_scaled) {
  expect_scaled<float>(ask_about_contacts<float>, 1);
  expect_scaled<double>(ask_about_contacts<double>, 2);
}
TEST_P(Units, containment_stays) {
  expect_scaled<float>(ask_about_containment<float>, 1, 40, least_of_outlines);
  expect_scaled<double>(ask_about_containment<double>, 2);
}
TEST_P(Units, distances_are_scaled) {
  expect_scaled<float>(ask_about_distances<float>, 1);
  expect_scaled<double>(ask_about_distances<double>, 2);
  expect_scaled<float>(ask_nearest<float>, 11, 200);
  expect_scaled<double>(ask_nearest<double>, 12, 200);
  expect_scaled<float>(ask_about_points_at_seams<float>, 15);
  expect_scaled<double>(ask_about_points_at_seams<double>, 16);
  expect_scaled<float>(ask_about_distances_of_images<float>, 13, 12);
  expect_scaled<double>(ask_about_distances_of_images<double>, 14, 12);
}
TEST_P(Units, areas_are_scaled) {
  expect_scaled<float>(ask_about_areas<float>, 3);
  expect_scaled<double>(ask_about_areas<double>, 4);
}
TEST_P(Units, impacts_are_scaled) {
  expect_scaled<float>(ask_about_motions<float>, 5);
  expect_scaled<double>(ask_about_motions<double>, 6);
}
TEST_P(Units, ways_out_are_scaled) {
  expect_scaled<float>(ask_to_push_out<float>, 7);
  expect_scaled<double>(ask_to_push_out<double>, 8);
}
TEST_P(Units, the_broad_phase_finds_the_same_pairs) {
  expect_scaled<float>(ask_broad_phase<float>, 9, 400);
  expect_scaled<double>(ask_broad_phase<double>, 10, 400);
}
TEST_P(Units, an_index_finds_the_same) {
  expect_scaled<float>(ask_index<float>, 11, 200);
  expect_scaled<double>(ask_index<double>, 12, 200);
}
TEST_P(Units, images_are_scaled) {
  expect_scaled<float>(ask_about_images<float>, 13, 12);
  expect_scaled<double>(ask_about_images<double>, 14, 12);
}
TEST_P(Units, seams_are_scaled) {
  expect_scaled<float>(ask_about_seams<float>, 15);
  expect_scaled<double>(ask_about_seams<double>, 16);
}
TEST_P(Units, rings_are_scaled) {
  expect_scaled<float>(ask_about_rings<float>, 17);
  expect_scaled<double>(ask_about_rings<double>, 18);
}
TEST_P(Units, parts_are_scaled) {
  expect_scaled<float>(ask_about_parts<float>, 19);
  expect_scaled<double>(ask_about_parts<double>, 20);
}

SATCHEL_ON_EVERY_ISA(Units);

}  // namespace
}  // namespace satchel::test::units
