// What follows from contacts has the same bits whatever stands beside a pair in the list: alone or in a batch, of few
// kinds or of many, within a scene or between two, on any instruction set.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <satchel/satchel.hpp>

#include "support/all_shapes.hpp"
#include "support/generators.hpp"
#include "support/isa_param.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

template <class T>
using Make = std::function<BasicWorld<T>()>;

/// Boxes around their own origins. `flat`: the chance of one to be so flat that no kernel's bound holds for it.
template <class T>
BasicWorld<T> crowd_of_boxes(Random& random, std::size_t bodies, std::size_t pairs, double flat) {
  BasicWorld<T> world;
  for (std::size_t k = 0; k < bodies; ++k) {
    const T height =
        random.chance(flat) ? static_cast<T>(std::ldexp(1.0, -58)) : static_cast<T>(random.uniform(0.2, 1));
    const ShapeId shape = world.scene.add_box(static_cast<T>(random.uniform(0.2, 1)), height);
    world.scene.add_body(shape, Pose::at(random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-4, 4)));
  }
  for (std::size_t k = 0; k < pairs; ++k) {
    world.pairs.push_back({static_cast<BodyId>(random.below(bodies)), static_cast<BodyId>(random.below(bodies))});
  }
  return world;
}

/// Scenes of one class each, whose pairs no sorting has to bring together, and mixed ones.
template <class T>
std::vector<Make<T>> worlds() {
  std::vector<Make<T>> all;
  for (const auto& [least, most] : {std::pair{4, 4}, {3, 4}, {5, 6}, {7, 8}, {12, 16}, {18, 30}, {3, 20}}) {
    all.push_back([least, most] {
      Random random(130);
      return crowd<T>(random, 60, scaled(1500), least, most);
    });
  }
  all.push_back([] {
    Random random(131);
    return crowd_of_all_shapes<T>(random, 100, scaled(1500));
  });
  all.push_back([] {
    Random random(133);
    return crowd_of_boxes<T>(random, 60, scaled(1500), 0);
  });
  // Some as flat as only exact arithmetic takes.
  all.push_back([] {
    Random random(134);
    return crowd_of_boxes<T>(random, 60, scaled(1500), 0.3);
  });
  return all;
}

template <class Result>
testing::AssertionResult same_bytes(const std::vector<Result>& got, const std::vector<Result>& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (std::memcmp(&got[i], &expected[i], sizeof(Result)) != 0) return testing::AssertionFailure() << "result " << i;
  }
  return testing::AssertionSuccess();
}

/// @param ask  ask(scene or two, pairs, results)
template <class T, class Result, class Ask>
void expect_same(const Make<T>& make, Ask ask) {
  BasicWorld<T> world = make();
  std::erase_if(world.pairs, [](Pair pair) { return pair.a == pair.b; });
  const std::string isa{active_isa()};
  force_isa("scalar");
  std::vector<Result> expected(world.pairs.size());
  ask(std::span<const Pair>(world.pairs), std::span(expected), world.scene);
  force_isa(isa);

  std::vector<Result> together(expected.size()), alone(expected.size()), in_pieces(expected.size());
  ask(std::span<const Pair>(world.pairs), std::span(together), world.scene);
  EXPECT_TRUE(same_bytes(together, expected)) << "all at once";
  Random random(132);
  for (std::size_t first = 0, count = 0; first < expected.size(); first += count) {
    count = std::min(expected.size() - first, 1 + random.below(random.chance(0.1) ? 400 : 40));
    ask(std::span<const Pair>(world.pairs).subspan(first, count), std::span(in_pieces).subspan(first, count),
        world.scene);
  }
  EXPECT_TRUE(same_bytes(in_pieces, expected)) << "in pieces";
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ask(std::span<const Pair>(world.pairs).subspan(i, 1), std::span(alone).subspan(i, 1), world.scene);
  }
  EXPECT_TRUE(same_bytes(alone, expected)) << "alone";

  // Within a scene the lower index goes first; between two, a.
  // The other scene holds each body twice, the second time backwards: so no index or block is that of the first scene.
  BasicWorld<T> twin = make();
  const auto bodies = static_cast<BodyId>(twin.scene.body_count());
  for (BodyId id = bodies; id-- > 0;) twin.scene.add_body(twin.scene.shape(id), twin.scene.pose(id));
  std::vector<Pair> ordered;
  std::vector<Result> of_ordered;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (world.pairs[i].b < world.pairs[i].a) continue;
    ordered.push_back({world.pairs[i].a, 2 * bodies - 1 - world.pairs[i].b});
    of_ordered.push_back(expected[i]);
  }
  ASSERT_GT(ordered.size(), expected.size() / 4);
  std::vector<Result> between(ordered.size());
  ask(std::span<const Pair>(ordered), std::span(between), world.scene, twin.scene);
  EXPECT_TRUE(same_bytes(between, of_ordered)) << "between two scenes";
}

template <class T>
void expect_same_answers() {
  std::size_t number = 0;
  for (const Make<T>& make : worlds<T>()) {
    SCOPED_TRACE("world " + std::to_string(number++) + (sizeof(T) == 4 ? ", float" : ", double"));
    expect_same<T, BasicDistance<T>>(
        make, [](auto pairs, auto results, const auto&... scenes) { distances(scenes..., pairs, results); });
    for (const T margin : {T(0), T(0.2)}) {
      expect_same<T, BasicManifold<T>>(make, [margin](auto pairs, auto results, const auto&... scenes) {
        manifolds(scenes..., pairs, results, margin);
      });
    }
  }
}

using SameAnswersOnIsa = OnEveryIsa;

TEST_P(SameAnswersOnIsa, whatever_stands_beside_a_pair_of_floats) { expect_same_answers<float>(); }
TEST_P(SameAnswersOnIsa, whatever_stands_beside_a_pair_of_doubles) { expect_same_answers<double>(); }

SATCHEL_ON_EVERY_ISA(SameAnswersOnIsa);

}  // namespace
}  // namespace satchel::test
