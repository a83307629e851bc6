// Distances and sweeps of recorded scenes, against brute force in doubles.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <satchel/satchel.hpp>

#include "support/hulls.hpp"
#include "support/random.hpp"
#include "support/recorded_files.hpp"
#include "support/recorded_scene.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

/// About `wanted` pairs of the scene, from all over it.
std::vector<Pair> some_pairs(const World& world, std::size_t wanted) {
  std::vector<Pair> pairs;
  const std::size_t step = std::max<std::size_t>(1, world.pairs.size() / wanted);
  for (std::size_t i = 0; i < world.pairs.size(); i += step) pairs.push_back(world.pairs[i]);
  return pairs;
}

void compare_distances(const World& world, const std::vector<Pair>& pairs) {
  std::vector<Distance> results(pairs.size());
  distances(world.scene, pairs, results);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const RoundedPair pair(world.scene, pairs[i]);
    const double expected = gap(pair.a, pair.b), found = static_cast<double>(results[i].distance);
    const auto point = [](Vec2 p) { return Vec2d{static_cast<double>(p.x), static_cast<double>(p.y)}; };
    const Vec2d way = pair.delta + point(results[i].point_b) - point(results[i].point_a);
    const double tolerance = 1e-5 * pair.extent;
    wrong += std::abs(found - expected) > tolerance || std::abs(length(way) - std::abs(found)) > tolerance;
  }
  EXPECT_EQ(wrong, 0u) << "of " << pairs.size();
}

void compare_sweeps(const World& world, const std::vector<Pair>& pairs) {
  Random random(730);
  std::vector<Motion> motions(world.scene.body_slots());
  for (Motion& motion : motions) motion = {random.uniform(-1, 1), random.uniform(-1, 1), 0};
  std::vector<Impact> results(pairs.size());
  sweep(world.scene, motions, pairs, results);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const RoundedPair pair(world.scene, pairs[i]);
    const auto gap_at = [&](double time) {
      return gap(moved_body(pair.a, {0, 0}, motions[pairs[i].a], time),
                 moved_body(pair.b, pair.delta, motions[pairs[i].b], time));
    };
    const double tolerance = 1e-5 * pair.extent, end = results[i].hit != 0 ? static_cast<double>(results[i].time) : 1;
    for (int k = 0; k < 20; ++k) wrong += gap_at(end * k / 20) < -tolerance && end > 0;
    wrong += results[i].hit != 0 && gap_at(end) > tolerance;
  }
  EXPECT_EQ(wrong, 0u) << "of " << pairs.size();
}

TEST(RecordedQuestions, agree_with_brute_force) {
  std::size_t scenes = 0;
  for (const std::filesystem::path& file : recorded_files()) {
    SCOPED_TRACE(file);
    const std::optional<World> world = recorded_scene(file);
    if (!world) continue;
    ++scenes;
    const std::vector<Pair> pairs = some_pairs(*world, scaled(2000));
    compare_distances(*world, pairs);
    compare_sweeps(*world, pairs);
  }
  EXPECT_GE(scenes, 6u);
}

}  // namespace
}  // namespace satchel::test
