// Support maps guess right: against what angles in double tell, for polygons of three to eight vertices, bodies turned
// by any angle and directions all round. And each entry is the vertex that support_maps.cpp promises, against angles
// in long double.
#include "format/support_map.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <vector>

#include <satchel/pose.hpp>

#include "exact/convexity.hpp"
#include "scene/shapes/support_maps.hpp"

namespace {

using satchel::Pose;
using satchel::detail::support_maps_of;
using satchel::kernels::MapRotations;
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
  MapRotations rotations;
  rotations.look_up(&pose, 1);
  return rotations.of(support_maps_of(ring.x.data(), ring.y.data(), ring.count()), 0);
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
    EXPECT_EQ(of_middle.is_reversed, octant % 2);
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
    MapRotations rotations;
    rotations.look_up(&pose, 1);
    const SupportMap map = rotations.of(support_maps_of(x.data(), y.data(), 4), 0);
    for (unsigned k = 0; k < 4; ++k) {
      EXPECT_EQ(vertex(map, full / 8 * octants + full / 4 * k + 0.1, 4), k) << octants;
      EXPECT_EQ(vertex(map, full / 8 * octants + full / 4 * k - 0.1, 4), k) << octants;
    }
  }
}

/// What maps promise, by angles in long double: of the 32 directions that they know, the vertex whose facing part, from
/// the normal of edge k - 2 to that of edge k + 1, has the direction farthest inside.
class Facing {
 public:
  template <class T>
  Facing(const std::vector<T>& x, const std::vector<T>& y) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      const std::size_t next = (i + 1) % x.size();
      const long double ex = static_cast<long double>(x[next]) - static_cast<long double>(x[i]);
      const long double ey = static_cast<long double>(y[next]) - static_cast<long double>(y[i]);
      normals_.push_back(std::atan2(-ex, ey));
    }
  }
  unsigned count() const { return static_cast<unsigned>(normals_.size()); }
  /// The margin of vertex k; below 0: its part does not face the direction.
  long double margin(unsigned k, long double direction) const {
    const long double first = normals_[(k + count() - 2) % count()], last = normals_[(k + 1) % count()];
    const long double before = turn(first, direction), after = turn(direction, last);
    const bool is_covered = count() == 3 || before <= turn(first, last);
    return is_covered ? std::min(before, after) : -1;
  }
  /// The best vertex; `count()` if rounding may decide otherwise, since another one is nearly as good, or since the
  /// direction nearly lies on a normal, where parts begin and end.
  unsigned best(long double direction) const {
    for (const long double normal : normals_) {
      if (std::fabs(std::remainder(direction - normal, full_turn)) < 1e-7L) return count();
    }
    unsigned best = 0;
    for (unsigned k = 1; k < count(); ++k) best = margin(k, direction) > margin(best, direction) ? k : best;
    for (unsigned k = 0; k < count(); ++k) {
      if (k != best && margin(k, direction) > margin(best, direction) - 1e-7L) return count();
    }
    return best;
  }

 private:
  static constexpr long double full_turn = 2 * std::numbers::pi_v<long double>;

  static long double turn(long double from, long double to) {
    const long double angle = std::fmod(to - from, full_turn);
    return angle < 0 ? angle + full_turn : angle;
  }
  std::vector<long double> normals_;
};

/// Compares all four maps of a polygon with its facing parts; returns the number of directions that have a best vertex.
template <class T>
unsigned compare_with_facing(const std::vector<T>& x, const std::vector<T>& y) {
  const Facing facing(x, y);
  const auto maps = support_maps_of(x.data(), y.data(), facing.count());
  unsigned compared = 0;
  for (unsigned quarter = 0; quarter < 4; ++quarter) {
    for (unsigned octant = 0; octant < 8; ++octant) {
      // In 64ths of the full circle: the middles of half octants, from the middle of a quarter.
      const auto direction = [&](int half) {
        return std::numbers::pi_v<long double> / 32 *
               (8 * static_cast<int>(octant) + 2 + 4 * half - 2 * static_cast<int>(quarter) - 1);
      };
      const unsigned first = facing.best(direction(0)), second = facing.best(direction(1));
      if (first == facing.count()) continue;
      const SupportMap map = maps.of_quarter[quarter];
      EXPECT_EQ(map.vertex(4 * octant, 0), first) << "quarter " << quarter << ", octant " << octant;
      if (second == facing.count()) continue;
      EXPECT_EQ(map.vertex(4 * octant, 1), first + (second != first ? 1 : 0))
          << "quarter " << quarter << ", octant " << octant;
      ++compared;
    }
  }
  return compared;
}

/// A polygon by the directions of its edges, in order, with lengths in turn short and long.
template <class T>
bool compare_edges(const std::vector<double>& directions, double length, std::mt19937_64& random) {
  std::uniform_real_distribution<double> stretch(0.1, 10);
  // The last two edges lead back to the first vertex.
  std::vector<T> x{0}, y{0};
  double at_x = 0, at_y = 0;
  for (std::size_t i = 0; i + 2 < directions.size(); ++i) {
    const double edge = length * stretch(random);
    at_x += edge * std::cos(directions[i]);
    at_y += edge * std::sin(directions[i]);
    x.push_back(static_cast<T>(at_x));
    y.push_back(static_cast<T>(at_y));
  }
  const double p = directions[directions.size() - 2], q = directions[directions.size() - 1];
  const double along =
      (-at_x * std::sin(q) + at_y * std::cos(q)) / (std::cos(p) * std::sin(q) - std::sin(p) * std::cos(q));
  x.push_back(static_cast<T>(at_x + along * std::cos(p)));
  y.push_back(static_cast<T>(at_y + along * std::sin(p)));
  if (!satchel::exact::check_convex(x.data(), y.data(), x.size()).ok()) return false;
  compare_with_facing(x, y);
  return true;
}

template <class T>
class SupportMapsOf : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(SupportMapsOf, Scalars);

TYPED_TEST(SupportMapsOf, name_the_vertex_whose_part_has_the_direction_farthest_inside) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> angle(0, full), slip(0, 16);
  unsigned taken = 0;
  for (unsigned trial = 0; trial < 20000; ++trial) {
    const unsigned count = 3 + trial % 6;
    const double length = std::exp2(std::floor(std::uniform_real_distribution<double>(-20, 40)(random)));
    std::vector<double> directions;
    for (unsigned i = 0; i < count; ++i) {
      switch (trial / 6 % 3) {
        case 0:  // anywhere
          directions.push_back(angle(random));
          break;
        case 1:  // many normals and bisectors on the directions that maps know, or between them
          directions.push_back(full / 64 * std::floor(angle(random) * 64 / full));
          break;
        default:  // edges nearly parallel, or nearly back upon each other
          directions.push_back(full / 4 * std::floor(angle(random) * 4 / full) + std::exp2(-slip(random)));
      }
    }
    std::sort(directions.begin(), directions.end());
    taken += compare_edges<TypeParam>(directions, length, random) ? 1 : 0;
    ASSERT_FALSE(this->HasFailure()) << "trial " << trial;
  }
  EXPECT_GT(taken, 1000u);
}

TYPED_TEST(SupportMapsOf, regular_polygons_have_a_best_vertex_nearly_everywhere) {
  for (unsigned count = 3; count <= 8; ++count) {
    for (unsigned phase = 0; phase < 64; ++phase) {
      std::vector<TypeParam> x, y;
      for (unsigned i = 0; i < count; ++i) {
        const double at = full * i / count + full / 64 * phase;
        x.push_back(static_cast<TypeParam>(std::cos(at)));
        y.push_back(static_cast<TypeParam>(std::sin(at)));
      }
      EXPECT_GE(compare_with_facing(x, y), 16u) << count << " vertices, phase " << phase;
    }
  }
}

}  // namespace
