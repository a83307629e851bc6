// Support maps guess right: against what angles in double tell, for polygons of three to eight vertices, bodies turned
// by any angle and directions all round.
#include "format/support_map.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <vector>

#include <satchel/pose.hpp>

#include "scene/support_maps.hpp"

namespace {

using satchel::Pose;
using satchel::detail::support_maps_of;
using satchel::kernels::MapTurns;
using satchel::kernels::Octant;
using satchel::kernels::SupportMap;

constexpr double full = 2 * std::numbers::pi;

struct Ring {
  std::vector<float> x, y;

  /// On a circle: the turns at vertices are no less than (1 - 2 unevenness) of the regular one.
  Ring(unsigned count, double unevenness, std::mt19937_64& random) {
    std::uniform_real_distribution<double> uneven(-unevenness, unevenness), phase(0, full);
    const double first = phase(random);
    for (unsigned i = 0; i < count; ++i) {
      const double angle = first + full / count * (i + uneven(random));
      x.push_back(static_cast<float>(std::cos(angle)));
      y.push_back(static_cast<float>(std::sin(angle)));
    }
  }
  unsigned count() const { return static_cast<unsigned>(x.size()); }
  double height(unsigned i, double direction) const {
    return static_cast<double>(x[i]) * std::cos(direction) + static_cast<double>(y[i]) * std::sin(direction);
  }
  unsigned farthest(double direction) const {
    unsigned best = 0;
    for (unsigned i = 1; i < count(); ++i) best = height(i, direction) > height(best, direction) ? i : best;
    return best;
  }
};

SupportMap map_of(const Ring& ring, double rotation) {
  const Pose pose = Pose::at(0, 0, rotation);
  MapTurns turns;
  turns.look_up(&pose, 1);
  return turns.of(support_maps_of(ring.x.data(), ring.y.data(), ring.count()), 0);
}

unsigned vertex(SupportMap map, double direction, unsigned count) {
  const Octant<double> octant(std::cos(direction), std::sin(direction));
  const auto shift = static_cast<std::uint32_t>(octant.shift),
             is_second = static_cast<std::uint32_t>(octant.is_second());
  return map.vertex(shift, is_second) % count;
}

TEST(SupportMap, octants_are_numbered_counter_clockwise) {
  for (unsigned octant = 0; octant < 8; ++octant) {
    const double middle = full / 8 * (octant + 0.5);
    const Octant<double> of_middle(std::cos(middle), std::sin(middle));
    EXPECT_EQ(of_middle.shift, 4 * octant);
    EXPECT_EQ(of_middle.turns, octant % 2);
    const Octant<float> opposite(static_cast<float>(-std::cos(middle)), static_cast<float>(-std::sin(middle)));
    EXPECT_EQ(opposite.shift, (4 * octant) ^ 16u) << "a half turn is one bit";
  }
}

// Where the turns of polygons are wide enough for what maps leave of directions and rotations, 34 degrees together, the
// farthest vertex is the one named or next to it, whatever the direction.
TEST(SupportMap, names_a_vertex_next_to_the_farthest) {
  std::mt19937_64 random(1);
  for (unsigned trial = 0; trial < 3000; ++trial) {
    const unsigned count = 3 + trial % 6;
    const Ring ring(count, 0.25, random);
    const double rotation = std::uniform_real_distribution<double>(-full, full)(random);
    const SupportMap map = map_of(ring, rotation);
    for (unsigned step = 0; step < 90; ++step) {
      const double direction = full / 90 * (step + 0.37);
      const unsigned k = vertex(map, direction, count), best = ring.farthest(direction - rotation);
      const unsigned ahead = (best + count - k) % count;
      ASSERT_TRUE(ahead <= 1 || ahead == count - 1)
          << count << " vertices, trial " << trial << ", direction " << direction << ": " << k << ", not " << best;
    }
  }
}

// And the farthest itself for three directions of four, or the kernels would prove little.
TEST(SupportMap, names_the_farthest_mostly) {
  std::mt19937_64 random(2);
  unsigned right = 0, all = 0;
  for (unsigned trial = 0; trial < 600; ++trial) {
    const unsigned count = 3 + trial % 6;
    const Ring ring(count, 0.1, random);
    const double rotation = full / 600 * trial;
    const SupportMap map = map_of(ring, rotation);
    for (unsigned step = 0; step < 64; ++step, ++all) {
      const double direction = full / 64 * (step + 0.37);
      right += vertex(map, direction, count) == ring.farthest(direction - rotation) ? 1 : 0;
    }
  }
  EXPECT_GT(right, all * 3 / 4) << right << " of " << all;
}

// The middle between two directions and rotations: quadrilaterals are faced by the vertex in the middle of its octant.
TEST(SupportMap, turns_with_the_body) {
  const std::vector<float> x = {1, 0, -1, 0}, y = {0, 1, 0, -1};
  for (unsigned octants = 0; octants < 8; ++octants) {
    const Pose pose = Pose::at(0, 0, full / 8 * octants + 0.01);
    MapTurns turns;
    turns.look_up(&pose, 1);
    const SupportMap map = turns.of(support_maps_of(x.data(), y.data(), 4), 0);
    for (unsigned k = 0; k < 4; ++k) {
      EXPECT_EQ(vertex(map, full / 8 * octants + full / 4 * k + 0.1, 4), k) << octants;
      EXPECT_EQ(vertex(map, full / 8 * octants + full / 4 * k - 0.1, 4), k) << octants;
    }
  }
}

}  // namespace
