// What is said to stay simple when rotated stays so: rotated as bodies are placed, and looked at in exact integers.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "ring_families.hpp"
#include "ring_oracle.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

using rings::FaultKind;
using rings::Search;
using rings::Validity;

template <class T>
class RotatedRings : public testing::Test {
 protected:
  Validity validity, of_tree{Search::tree};

  bool stays_simple(const RingSet<T>& set) {
    EXPECT_EQ(fault_in(set, validity).kind, FaultKind::none) << text(set);
    return validity.stays_simple();
  }
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(RotatedRings, Scalars);

/// As kernels/scene/place.hpp: the cosine and sine rounded to T, two products and a sum in T.
template <class T>
RingSet<T> rotated(RingSet<T> set, double cosine, double sine) {
  const T c = static_cast<T>(cosine), s = static_cast<T>(sine);
  map_points<T>(set, [=](BasicVec2<T> p) -> BasicVec2<T> {
    const T cx = c * p.x, sy = s * p.y, sx = s * p.x, cy = c * p.y;
    return {cx - sy, sx + cy};
  });
  return set;
}

/// Whether it is valid and no edges meet but neighbours.
template <class T>
bool is_simple(const RingSet<T>& set) {
  RingOracle oracle(set);
  return oracle.judge().kind == FaultKind::none && !oracle.some_edges_meet();
}

/// Whether no rotation of some changes it. Poses may be off the unit circle by 1e-6.
template <class T>
bool survives(const RingSet<T>& set, Random& random, int rotations) {
  for (int k = 0; k < rotations; ++k) {
    const double angle = random.uniform(0, 2 * std::numbers::pi), norm = 1 + random.pick({-4e-7, 0.0, 4e-7});
    if (!is_simple(rotated(set, norm * std::cos(angle), norm * std::sin(angle)))) return false;
  }
  return true;
}

/// Geometries of size 1, valid, that have a narrow place: of width `gap`.
template <class T>
RingSet<T> narrow(int form, T gap, T tilt) {
  switch (form) {
    case 0:  // a slit
      return {
          {{{0, 0}, {1, 0}, {1, 1}, {T(0.5) + gap, 1}, {T(0.25) + gap, tilt}, {T(0.25), tilt}, {T(0.5), 1}, {0, 1}}}};
    case 1:  // a corner near an edge
      return {{{{0, 0}, {1, tilt / 4}, {1, 1}, {T(0.5), tilt / 8 + gap}, {0, 1}}}};
    case 2:  // a sliver
      return {{{{0, 0}, {1, tilt}, {T(0.5), tilt / 2 + gap}}}};
    case 3:  // a hole near its shell
      return {{{{0, 0}, {1, tilt}, {1, 2}, {0, 2}}, {{T(0.5), tilt / 2 + gap}, {T(0.75), 1}, {T(0.25), 1}}}};
    case 4:  // a narrow prong, whose edges leave from one corner
      return {{{{0, 0}, {1, tilt}, {gap, T(0.5)}, {1, tilt + gap}, {1, 2}, {0, 2}}}};
    case 5:  // polygons side by side
      return {{{{0, 0}, {1, tilt}, {0, 1}}}, {{{T(0.5) + gap, (1 + tilt) / 2}, {2, 1}, {1, 2}}}};
    default:  // a short edge between long ones that lie on one line
      return {{{{0, 0}, {T(0.5), tilt / 2}, {T(0.5) + gap, tilt / 2 + gap}, {1, tilt}, {1, 2}, {0, 2}}}};
  }
}

/// Moves a geometry away from the origin, where coordinates have fewer bits for it.
template <class T>
RingSet<T> moved(RingSet<T> set, T x, T y) {
  map_points<T>(set, [=](BasicVec2<T> p) -> BasicVec2<T> { return {p.x + x, p.y + y}; });
  return set;
}

// The narrowest place that is said to stay open does. A place narrower by a factor of `weaker` sometimes does not: so
// the test would notice a bound that is too weak by this factor.
TYPED_TEST(RotatedRings, narrow_places_that_are_said_to_stay_open_do) {
  using T = TypeParam;
  Random random(2611);
  constexpr T u = sizeof(T) == sizeof(float) ? T(0x1p-24) : T(0x1p-53);
  constexpr T weaker = 64;
  int closed = 0, said = 0;
  for (std::size_t k = 0; k < sampled(400); ++k) {
    const int form = random.integer(0, 6);
    const T tilt = static_cast<T>(random.uniform(0.05, 0.5)), far = random.pick({T(0), T(1), T(16)}),
            x = far * static_cast<T>(random.uniform(-1, 1)), y = far * static_cast<T>(random.uniform(-1, 1));
    T gap = u;
    const auto geometry = [&](T width) { return moved(narrow<T>(form, width, tilt), x, y); };
    while (gap < T(0.01) &&
           !(fault_in(geometry(gap), this->validity).kind == FaultKind::none && this->validity.stays_simple())) {
      gap *= T(1.25);
    }
    ASSERT_LT(gap, T(0.01)) << form << " " << text(geometry(gap));
    ++said;
    EXPECT_TRUE(survives(geometry(gap), random, 20)) << text(geometry(gap));
    const RingSet<T> narrower = geometry(gap / weaker);
    closed += is_simple(narrower) && !survives(narrower, random, 40) ? 1 : 0;
  }
  EXPECT_GT(closed, said / 10) << "of " << said;
}

TYPED_TEST(RotatedRings, what_is_said_to_stay_simple_does) {
  using T = TypeParam;
  Random random(2612);
  int said = 0, count = 0;
  for (std::size_t k = 0; k < sampled(15000); ++k) {
    RingSet<T> set = random_rings<T>(random);
    const double angle = random.uniform(0, 7), c = std::cos(angle), s = std::sin(angle),
                 far = random.pick({0.0, 1e2, sizeof(T) == sizeof(float) ? 1e5 : 1e13});
    map_points<T>(set, [&](BasicVec2<T> p) -> BasicVec2<T> {
      return {static_cast<T>(far + c * p.x - s * p.y), static_cast<T>(s * p.x + c * p.y - far)};
    });
    if (fault_in(set, this->validity).kind != FaultKind::none) continue;
    ++count;
    fault_in(set, this->of_tree);
    if (!this->validity.stays_simple() && !this->of_tree.stays_simple()) continue;
    ++said;
    EXPECT_TRUE(survives(set, random, 3)) << text(set);
  }
  EXPECT_GT(said, count / 10);
  EXPECT_LT(said, count);
}

/// Rings of twenty vertices of a strip, some with a hole, of 10 to 30 units, 5,000,000 from the origin.
TYPED_TEST(RotatedRings, usual_parcels_stay_simple) {
  using T = TypeParam;
  Random random(2613);
  for (int k = 0; k < 200; ++k) {
    const double phase = random.uniform(0, 6), width = random.uniform(0.2, 0.4), size = random.uniform(10, 30),
                 far = sizeof(T) == sizeof(float) ? 50 : 5e6;
    GivenRing<T> strip;
    for (int i = 0; i < 20; ++i) {
      const int j = i < 10 ? i : 19 - i;
      const double r = size * (i < 10 ? 1 : 1 - width), angle = phase + 0.5 * j + random.uniform(-0.1, 0.1);
      strip.push_back({static_cast<T>(far + r * std::cos(angle)), static_cast<T>(far + r * std::sin(angle))});
    }
    RingSet<T> set = {{strip}};
    EXPECT_TRUE(this->stays_simple(set)) << text(set);
    fault_in(set, this->of_tree);
    EXPECT_TRUE(this->of_tree.stays_simple()) << text(set);
    set[0].push_back({});
    for (const double turn : {0.0, 2.0, 4.0}) {
      const double angle = phase + 2, r = size * (1 - width / 2), x = far + r * std::cos(angle),
                   y = far + r * std::sin(angle);
      set[0][1].push_back({static_cast<T>(x + size * width / 8 * std::cos(turn)),
                           static_cast<T>(y + size * width / 8 * std::sin(turn))});
    }
    EXPECT_TRUE(this->stays_simple(set)) << text(set);
  }
}

TYPED_TEST(RotatedRings, vertices_on_one_line_stay_apart) {
  using T = TypeParam;
  // Walls with vertices in them, level and slanted; every third vertex is off by an ulp.
  for (const T slope : {T(0), T(0.25), T(0.37)}) {
    GivenRing<T> ring;
    for (int i = 0; i <= 9; ++i) {
      const T x = static_cast<T>(i), y = slope * x;
      ring.push_back({x, i % 3 == 1 ? std::nextafter(y, T(9)) : y});
    }
    ring.push_back({9, 9});
    ring.push_back({4, 5});
    ring.push_back({0, 9});
    const RingSet<T> set = {{ring}};
    EXPECT_TRUE(this->stays_simple(set)) << text(set);
    Random random(2614);
    EXPECT_TRUE(survives(set, random, 20));
  }
}

// So narrow that rounding might move edges by a step of their boxes: their distances tell.
TYPED_TEST(RotatedRings, a_channel_in_a_narrow_box_stays_apart) {
  using T = TypeParam;
  const T height = sizeof(T) == sizeof(float) ? T(0.25) : T(0x1p-30);
  const auto channel = [&](T clearance) -> RingSet<T> {
    return {{{{0, 0}, {1000, 0}, {1000, height}, {900, height}, {900, clearance}, {100, clearance}, {100, height},
              {0, height}}}};
  };
  for (const bool upright : {false, true}) {
    RingSet<T> wide = channel(height / 2), narrow = channel(height / 1024);
    for (RingSet<T>* set : {&wide, &narrow}) {
      if (upright) map_points<T>(*set, [](BasicVec2<T> p) -> BasicVec2<T> { return {p.y, p.x}; });
    }
    EXPECT_TRUE(this->stays_simple(wide));
    EXPECT_FALSE(this->stays_simple(narrow));
    Random random(2615);
    EXPECT_TRUE(survives(wide, random, 20));
  }
}

// So many boxes of edges meet that the edges are swept: their distances are looked at afterwards.
TYPED_TEST(RotatedRings, teeth_of_a_slanted_comb_stay_apart) {
  using T = TypeParam;
  for (const int teeth : {10, 40, 60}) {
    GivenRing<T> ring{{0, T(-0.1)}, {1, T(-0.1)}};
    for (int i = teeth - 1; i >= 0; --i) {
      for (const double at : {0.8, 0.6, 0.4, 0.2}) {
        ring.push_back({static_cast<T>((i + at) / teeth), at == 0.6 || at == 0.4 ? T(0) : T(1)});
      }
    }
    for (const double angle : {0.0, 0.3, 0.7, 1.0}) {
      EXPECT_TRUE(this->stays_simple(rotated(RingSet<T>{{ring}}, std::cos(angle), std::sin(angle))))
          << teeth << " " << angle;
    }
  }
}

// Boxes of edges are compared in steps: two sides of a gap may lie on different steps, and yet a rotation may close it.
TYPED_TEST(RotatedRings, a_gap_between_steps_of_boxes_is_narrow) {
  using T = TypeParam;
  for (T at = 60; at <= 180; at += 1) {
    const T before = std::nextafter(at, T(0));
    for (const bool level : {false, true}) {
      RingSet<T> set = {{{{0, 0}, {before, 0}, {before, 240}, {0, 240}}}, {{{at, 0}, {240, 0}, {240, 240}, {at, 240}}}};
      if (level) map_points<T>(set, [](BasicVec2<T> p) -> BasicVec2<T> { return {p.y, p.x}; });
      for (const int order : {0, 1}) {
        EXPECT_FALSE(this->stays_simple(set)) << at << " " << order;
        fault_in(set, this->of_tree);
        EXPECT_FALSE(this->of_tree.stays_simple()) << at << " " << order;
        std::swap(set[0], set[1]);
      }
    }
  }
}

TYPED_TEST(RotatedRings, rings_that_touch_do_not_stay_simple) {
  EXPECT_FALSE(this->stays_simple({{{{0, 0}, {8, 0}, {8, 8}, {0, 8}}, {{4, 0}, {5, 4}, {3, 4}}}}));
  EXPECT_FALSE(this->stays_simple({{{{0, 0}, {1, 0}, {0, 1}}}, {{{0, 0}, {-1, 0}, {0, -1}}}}));
}

}  // namespace
}  // namespace satchel::test
