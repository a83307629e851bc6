// The library's verdicts and the oracle's against those of CGAL's exact kernel.
#include <gtest/gtest.h>

#include "support/generators.hpp"
#include "support/oracle.hpp"
#include "support/queries.hpp"
#include "support/scale.hpp"
#include "support/second_opinion.hpp"

namespace satchel::test {
namespace {

template <class T>
class SecondOpinion : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(SecondOpinion, Scalars);

template <class T>
void expect_agreement(const BasicWorld<T>& world) {
  const std::vector<Verdict> verdicts = classified(world.scene, world.pairs);
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    const BasicPlacedPolygon<T> a = placed(world.scene, world.pairs[i].a), b = placed(world.scene, world.pairs[i].b);
    const Verdict expected = second_opinion(a, b);
    ASSERT_STREQ(name(verdicts[i]), name(expected)) << "pair " << i;
    ASSERT_STREQ(name(judge(a, b).verdict), name(expected)) << "pair " << i << ", the oracle";
  }
}

TYPED_TEST(SecondOpinion, agrees_on_random_pairs) {
  Random random(80);
  expect_agreement(crowd<TypeParam>(random, scaled(1000), scaled(3000), 3, 12));
}

TYPED_TEST(SecondOpinion, agrees_on_each_family_of_hard_pairs) {
  Random random(81);
  for (const BasicFamily<TypeParam>& hard : families<TypeParam>()) {
    SCOPED_TRACE(hard.name);
    expect_agreement(world_of(hard, scaled(200), random));
  }
}

}  // namespace
}  // namespace satchel::test
