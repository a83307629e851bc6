// Validity of rings against an oracle of exact integers.
#include "rings/validity.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>

#include "ring_families.hpp"
#include "ring_oracle.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

using rings::Fault;
using rings::FaultKind;
using rings::Search;
using rings::Validity;

template <class T>
void expect_same(const Fault& fault, const Fault& other, const RingSet<T>& set) {
  EXPECT_EQ(fault.kind, other.kind) << text(set);
  EXPECT_EQ(fault.edge, other.edge) << text(set);
  EXPECT_EQ(fault.other, other.other) << text(set);
  EXPECT_EQ(fault.x, other.x) << text(set);
  EXPECT_EQ(fault.y, other.y) << text(set);
}

template <class T>
class RingsValid : public testing::Test {
 protected:
  Validity validity, of_tree{Search::tree}, of_sweep{Search::sweep}, trusting;

  /// Expects that every search finds the same fault.
  Fault judge(const RingSet<T>& set) {
    const Fault fault = fault_in(set, validity);
    expect_same(fault, fault_in(set, of_tree), set);
    expect_same(fault, fault_in(set, of_sweep), set);
    return fault;
  }

  bool touches(const RingSet<T>& set) {
    RingOracle oracle(set);
    oracle.judge();
    return oracle.some_edges_meet();
  }

  /// Expects what the oracle says. Returns the kind of the fault.
  FaultKind expect_right(const RingSet<T>& set) {
    RingOracle oracle(set);
    const RingOracle::Judgement right = oracle.judge();
    const Fault fault = judge(set);
    EXPECT_EQ(fault.kind, right.kind) << text(set);
    if (fault.kind != right.kind) return right.kind;
    if (fault.kind == FaultKind::none) {
      for (std::size_t r = 0; r < validity.rings().size(); ++r) {
        if (validity.rings()[r].count == 0) continue;
        EXPECT_EQ(validity.rings()[r].is_hole, oracle.is_hole(r)) << r << " " << text(set);
        EXPECT_EQ(validity.rings()[r].is_clockwise, oracle.is_clockwise(r)) << r << " " << text(set);
      }
      EXPECT_FALSE(oracle.some_edges_meet() && validity.stays_simple()) << text(set);
      for (const Validity* search : {&validity, &of_tree, &of_sweep}) {
        EXPECT_EQ(search->rings_touch(), oracle.some_edges_meet()) << text(set);
      }
      const RingArrays<T> arrays(set);
      EXPECT_EQ(trusting.trust(arrays.geometry()).kind, FaultKind::none);
      for (std::size_t r = 0; r < validity.rings().size(); ++r) {
        EXPECT_EQ(trusting.rings()[r].is_hole, validity.rings()[r].is_hole) << r << " " << text(set);
        if (validity.rings()[r].count == 0) continue;
        EXPECT_EQ(trusting.rings()[r].is_clockwise, validity.rings()[r].is_clockwise) << r << " " << text(set);
      }
      return right.kind;
    }
    EXPECT_EQ(fault.edge.ring, right.ring) << text(set);
    EXPECT_EQ(fault.other.ring, right.other_ring) << text(set);
    if (fault.kind >= FaultKind::spike && fault.kind <= FaultKind::self_touch) {
      EXPECT_EQ(fault.edge.from, right.from) << text(set);
      EXPECT_EQ(fault.other.from, right.other_from) << text(set);
    }
    return right.kind;
  }
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(RingsValid, Scalars);

/// The kinds that differ in the winding alone count as one.
FaultKind whatever_winding(FaultKind kind) {
  return kind == FaultKind::several_shells ? FaultKind::hole_outside : kind;
}

TYPED_TEST(RingsValid, small_rings_of_a_grid_are_judged_as_by_the_oracle) {
  using T = TypeParam;
  Random random(2601);
  std::map<FaultKind, int> found;
  int with_holes = 0, with_touches = 0;
  for (std::size_t k = 0; k < sampled(20000); ++k) {
    const RingSet<T> set = random_rings<T>(random);
    const FaultKind kind = this->expect_right(set);
    ++found[kind];
    if (kind != FaultKind::none) continue;
    const auto its = this->validity.rings();
    with_holes += std::any_of(its.begin(), its.end(), [](const auto& ring) { return ring.is_hole; }) ? 1 : 0;
    with_touches += this->touches(set) ? 1 : 0;
  }
  for (int kind = 0; kind <= static_cast<int>(FaultKind::nested_shells); ++kind) {
    EXPECT_GT(found[static_cast<FaultKind>(kind)], sampled(20)) << "few cases of kind " << kind;
  }
  EXPECT_GT(with_holes, sampled(500));
  EXPECT_GT(with_touches, sampled(500));
}

TYPED_TEST(RingsValid, how_rings_are_written_makes_no_difference) {
  using T = TypeParam;
  Random random(2602);
  for (std::size_t k = 0; k < sampled(8000); ++k) {
    const RingSet<T> set = random_rings<T>(random);
    const bool reverse_each = random.chance(0.5);
    const RingSet<T> other = written_otherwise(set, random, reverse_each);
    const FaultKind kind = this->expect_right(other);
    EXPECT_EQ(kind == FaultKind::none, RingOracle(set).judge().kind == FaultKind::none) << text(set) << text(other);
  }
}

/// Maps integers up to 64 to coordinates, exactly: so all faults stay, at the same places of the rings.
template <class T>
std::vector<std::function<BasicVec2<T>(BasicVec2<T>)>> exact_maps() {
  constexpr bool narrow = sizeof(T) == sizeof(float);
  constexpr T far = T(5e6), ulp = narrow ? T(0.5) : T(0x1p-30);  // of 5e6
  constexpr T steep = narrow ? T(0x1p11) : T(0x1p27);
  constexpr T small = narrow ? T(0x1p-140) : T(0x1p-190), large = narrow ? T(0x1p50) : T(0x1p190);
  return {
      [=](BasicVec2<T> p) -> BasicVec2<T> {
        return {far + ulp * p.x, far - ulp * p.y};
      },
      [=](BasicVec2<T> p) -> BasicVec2<T> {
        return {far * p.x, far + ulp * p.y};
      },  // slivers of some ulps
      [=](BasicVec2<T> p) -> BasicVec2<T> {
        return {far + 3 * ulp * p.y, p.x * T(1024)};
      },
      [=](BasicVec2<T> p) -> BasicVec2<T> {  // areas that doubles do not tell from 0, of double
        return {steep * p.x + (steep + 1) * p.y, (steep - 1) * p.x + steep * p.y};
      },
      [=](BasicVec2<T> p) -> BasicVec2<T> {
        return {small * p.x, small * p.y};
      },
      [=](BasicVec2<T> p) -> BasicVec2<T> {
        return {large * p.x, large * p.y};
      },
      [=](BasicVec2<T> p) -> BasicVec2<T> {
        return {large * p.x, small * p.y};
      },
  };
}

TYPED_TEST(RingsValid, slivers_of_some_ulps_and_units_of_any_size_have_the_same_faults) {
  using T = TypeParam;
  Random random(2603);
  for (const auto& map : exact_maps<T>()) {
    for (std::size_t k = 0; k < sampled(2500); ++k) {
      RingSet<T> set = random_rings<T>(random);
      const Fault fault = this->judge(set);
      map_points<T>(set, map);
      const Fault mapped = this->judge(set);
      EXPECT_EQ(whatever_winding(fault.kind), whatever_winding(mapped.kind)) << text(set);
      if (fault.kind > FaultKind::self_touch) continue;  // these name rings by an edge that depends on directions
      EXPECT_EQ(fault.edge, mapped.edge) << text(set);
      EXPECT_EQ(fault.other, mapped.other) << text(set);
    }
  }
}

/// Rotated touches are off by some ulps, as those of real data are.
TYPED_TEST(RingsValid, rotated_rings_that_touch_are_judged_as_by_the_oracle) {
  using T = TypeParam;
  Random random(2604);
  int valid = 0, count = 0;
  for (std::size_t k = 0; k < sampled(8000); ++k, ++count) {
    RingSet<T> set = random_rings<T>(random);
    const double angle = random.uniform(0, 7), c = std::cos(angle), s = std::sin(angle),
                 far = random.pick({0.0, 0.0, 1e3, 5e6}), scale = random.pick({1.0, 1e-3, 30.0});
    map_points<T>(set, [&](BasicVec2<T> p) -> BasicVec2<T> {
      return {static_cast<T>(far + scale * (c * p.x - s * p.y)), static_cast<T>(scale * (s * p.x + c * p.y) - far)};
    });
    valid += this->expect_right(set) == FaultKind::none ? 1 : 0;
  }
  EXPECT_GT(valid, count / 10);
}

TYPED_TEST(RingsValid, geometries_of_hundreds_of_edges_are_judged_as_by_the_oracle) {
  using T = TypeParam;
  Random random(2605);
  for (std::size_t k = 0; k < sampled(120); ++k) {
    RingSet<T> set = cells<T>(random, random.integer(8, 14), random.pick({0.55, 0.7}), random.chance(0.1));
    if (random.chance(0.5)) {
      GivenRing<T>& ring = set[random.below(set.size())][0];
      BasicVec2<T>& p = ring[random.below(ring.size())];
      p = {p.x + static_cast<T>(random.integer(-1, 1)), p.y + static_cast<T>(random.integer(-1, 1))};
    }
    shear(set, random);
    this->expect_right(written_otherwise(set, random, true));
  }
}

}  // namespace
}  // namespace satchel::test
