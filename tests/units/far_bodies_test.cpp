// A few bodies at the far end of the range beside many near the origin: the answers about these do not change.
#include <gtest/gtest.h>

#include <satchel/satchel.hpp>

#include "support/isa_param.hpp"
#include "support/random.hpp"
#include "support/scale.hpp"
#include "units/questions.hpp"

namespace satchel::test::units {
namespace {

template <class T>
void expect_unchanged(Ask ask, std::uint64_t seed, int bodies) {
  for (const int unit : {-40, 0, 30}) {
    Random random(seed);
    const Draw draw = [&](int low, int high) { return random.integer(low, high); };
    Plan plan = draw_plan(draw, bodies, true);
    Asking asking = asking_of<T>(plan);
    asking.unit = unit;
    asking.in_order = false;
    Answers alone, beside;
    ask(asking, alone);
    for (std::size_t round = 0; round < sampled(4); ++round) {
      plan.far = far_bodies<T>(plan, draw, 5);
      Answers now;
      ask(asking, now);
      EXPECT_EQ(alone.difference<T>(now, 0), "") << "in units of 2^" << unit << ", round " << round;
    }
  }
}

using FarBodies = OnEveryIsa;

TEST_P(FarBodies, pairs_of_near_bodies_are_the_same) {
  expect_unchanged<float>(ask_broad_phase<float>, 1, 300);
  expect_unchanged<double>(ask_broad_phase<double>, 2, 300);
  expect_unchanged<double>(ask_broad_phase<double>, 3, 3000);
}
TEST_P(FarBodies, an_index_finds_the_same) {
  expect_unchanged<float>(ask_index<float>, 4, 300);
  expect_unchanged<double>(ask_index<double>, 5, 300);
}
TEST_P(FarBodies, first_hits_and_impacts_are_the_same) {
  expect_unchanged<float>(ask_about_motions<float>, 6, 100);
  expect_unchanged<double>(ask_about_motions<double>, 7, 100);
}

SATCHEL_ON_EVERY_ISA(FarBodies);

}  // namespace
}  // namespace satchel::test::units
