// Many long edges close to each other, and many boundaries through one point: what searches by boxes do badly.
#include <gtest/gtest.h>

#include <cmath>

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
class LongEdges : public testing::Test {
 protected:
  Validity validity, of_tree{Search::tree}, of_sweep{Search::sweep};

  FaultKind judge(const RingSet<T>& set) {
    const Fault fault = fault_in(set, validity), by_tree = fault_in(set, of_tree), by_sweep = fault_in(set, of_sweep);
    EXPECT_EQ(fault.kind, by_tree.kind);
    EXPECT_EQ(fault.edge, by_tree.edge);
    EXPECT_EQ(fault.other, by_tree.other);
    EXPECT_EQ(fault.kind, by_sweep.kind);
    EXPECT_EQ(fault.edge, by_sweep.edge);
    EXPECT_EQ(fault.other, by_sweep.other);
    return fault.kind;
  }
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(LongEdges, Scalars);

/// A ring of `count` teeth, spokes or turns, in a square of some 2 by 2.
template <class T>
GivenRing<T> long_ring(int form, int count) {
  std::vector<Vec2d> ring;
  switch (form) {
    case 0:  // a comb
      ring = {{0, -0.1}, {1, -0.1}};
      for (int i = count - 1; i >= 0; --i) {
        for (const double at : {0.8, 0.6, 0.4, 0.2})
          ring.push_back({(i + at) / count, at == 0.6 || at == 0.4 ? 0.0 : 1.0});
      }
      break;
    case 1:  // a strip that is wound up
      for (int k = 0; k < 24 * count; ++k) {
        const int j = k < 12 * count ? k : 24 * count - 1 - k;
        const double angle = 2 * 3.14159 * (j + 0.3) / 12,
                     r = 0.1 + 0.9 * (j / 12.0 + (k < 12 * count ? 0 : 0.5)) / count;
        ring.push_back({r * std::cos(angle), r * std::sin(angle)});
      }
      break;
    case 2:  // a band that goes to and fro
      for (int k = 0; k < 4 * count; ++k) {
        const int j = k < 2 * count ? k : 4 * count - 1 - k;
        ring.push_back({(j % 2 == 0 ? 0.0 : 2.0) + (k < 2 * count ? 0.0 : 0.02), 1.0 * j / count});
      }
      break;
    default:  // a fan
      for (int k = 0; k < 2 * count; ++k) {
        const double angle = 3.14159 * (k + 0.5) / (2 * count), r = k % 2 == 0 ? 0.05 : 1;
        ring.push_back({r * std::cos(angle), r * std::sin(angle)});
      }
      ring.push_back({-1, -0.2});
      ring.push_back({1, -0.2});
  }
  GivenRing<T> out;
  const double c = std::cos(0.7), s = std::sin(0.7);
  for (const Vec2d& p : ring) out.push_back({static_cast<T>(c * p.x - s * p.y), static_cast<T>(s * p.x + c * p.y)});
  return out;
}

TYPED_TEST(LongEdges, searches_agree_with_the_oracle) {
  using T = TypeParam;
  Random random(2631);
  for (int form = 0; form < 4; ++form) {
    int valid = 0, invalid = 0;
    for (std::size_t k = 0; k < sampled(60); ++k) {
      RingSet<T> set = {{long_ring<T>(form, form == 1 ? random.integer(2, 6) : random.integer(8, 30))}};
      if (random.chance(0.6)) {  // moves a vertex, often over an edge beside it, or onto a point of one
        GivenRing<T>& ring = set[0][0];
        const std::size_t i = random.below(ring.size()), j = random.below(ring.size());
        const T part = random.pick({T(0.02), T(0.05), T(1)});
        ring[i] = {ring[i].x + part * (ring[j].x - ring[i].x), ring[i].y + part * (ring[j].y - ring[i].y)};
      }
      const FaultKind kind = this->judge(set);
      EXPECT_EQ(kind, RingOracle(set).judge().kind) << text(set);
      ++(kind == FaultKind::none ? valid : invalid);
    }
    EXPECT_GT(valid, 0) << form;
    EXPECT_GT(invalid, 0) << form;
  }
}

TYPED_TEST(LongEdges, ten_thousand_are_swept) {
  using T = TypeParam;
  for (int form = 0; form < 3; ++form) {
    RingSet<T> set = {{long_ring<T>(form, form == 1 ? 100 : 2500)}};
    EXPECT_EQ(fault_in(set, this->of_sweep).kind, FaultKind::none) << form;
    EXPECT_EQ(fault_in(set, this->validity).kind, FaultKind::none) << form;
    std::swap(set[0][0][4000 % set[0][0].size()], set[0][0][4003 % set[0][0].size()]);
    const Fault fault = fault_in(set, this->validity), swept = fault_in(set, this->of_sweep);
    EXPECT_NE(fault.kind, FaultKind::none) << form;
    EXPECT_EQ(fault.kind, swept.kind);
    EXPECT_EQ(fault.edge, swept.edge);
    EXPECT_EQ(fault.other, swept.other);
  }
}

TYPED_TEST(LongEdges, many_rings_may_touch_in_one_point) {
  using T = TypeParam;
  RingSet<T> set;
  constexpr int count = 60;
  for (int k = 0; k < count; ++k) {
    const double angle = 6.28318 * k / count;
    const auto at = [&](double turn, double r) -> BasicVec2<T> {
      return {static_cast<T>(1 + r * std::cos(angle + turn)), static_cast<T>(2 + r * std::sin(angle + turn))};
    };
    set.push_back({{{1, 2}, at(0, 1), at(0.08, 1)}});
    set.back().push_back({{1, 2}, at(0.02, 0.5), at(0.06, 0.5)});
  }
  EXPECT_EQ(this->judge(set), FaultKind::none);
  for (std::size_t r = 0; r < 2 * count; ++r) EXPECT_EQ(this->validity.rings()[r].is_hole, r % 2 == 1);
  EXPECT_FALSE(this->validity.stays_simple());
  set[7][0][2] = set[9][0][1];  // crosses the next one's edges
  EXPECT_NE(this->judge(set), FaultKind::none);
  EXPECT_EQ(RingOracle(set).judge().kind, fault_in(set, this->validity).kind);
}

// A ring passes through a point twice, and other rings lie between, on both sides: nothing but the point tells.
TYPED_TEST(LongEdges, a_touch_behind_other_rings_is_found) {
  using T = TypeParam;
  const GivenRing<T> waist = {{0, 0}, {2, 2}, {6, 3}, {6, -3}, {2, -2}, {0, 0}, {-2, -2}, {-6, -3}, {-6, 3}, {-2, 2}},
                     on_edge = {{0, 0}, {2, 3}, {6, 3}, {6, 0}, {-6, 0}, {-6, 3}, {-2, 3}},
                     left = {{0, 0}, {-3, 1}, {-3, 2}}, right = {{0, 0}, {3, 1}, {3, 2}};
  for (const GivenRing<T>& ring : {waist, on_edge}) {
    for (int order = 0; order < 6; ++order) {
      RingSet<T> set = {{ring, left, right}};
      std::swap(set[0][0], set[0][order % 3]);
      if (order >= 3) std::swap(set[0][1], set[0][2]);
      for (int turned = 0; turned < 4; ++turned) {
        EXPECT_EQ(this->judge(set), FaultKind::self_touch) << text(set);
        map_points<T>(set, [](BasicVec2<T> p) -> BasicVec2<T> { return {-p.y, p.x}; });
      }
    }
  }
}

/// Many rings in each other, and beside each other, in any order.
TYPED_TEST(LongEdges, many_rings_find_their_places) {
  using T = TypeParam;
  Random random(2632);
  GivenPolygon<T> squares;
  for (int k = 200; k > 0; --k) {
    const auto r = static_cast<T>(k);
    squares.push_back({{-r, -r}, {r, -r}, {r, r}, {-r, r}});
  }
  RingSet<T> set;
  for (std::size_t k = 0; k < 200; k += 2) set.push_back({squares[k], squares[k + 1]});
  GivenPolygon<T> block = {{{300, 300}, {364, 300}, {364, 364}, {300, 364}}};
  for (int i = 0; i < 1024; ++i) {
    const auto x = static_cast<T>(301 + i % 32 * 2), y = static_cast<T>(301 + i / 32 * 2);
    block.push_back({{x, y}, {x + 1, y}, {x, y + 1}});
  }
  random.shuffle(std::span(block));
  set.push_back(block);
  random.shuffle(std::span(set));
  EXPECT_EQ(this->judge(set), FaultKind::none);
  std::size_t r = 0;
  for (const GivenPolygon<T>& polygon : set) {
    for (const GivenRing<T>& ring : polygon) {
      const bool is_shell = polygon.size() == 2 ? &ring == &polygon[0] : ring.size() == 4;
      EXPECT_EQ(this->validity.rings()[r++].is_hole, !is_shell);
    }
  }
  // One ring less, and those within it are out of place.
  for (GivenPolygon<T>& polygon : set) {
    if (polygon.size() == 2 && polygon[0][1].x == 100) polygon.pop_back();
  }
  EXPECT_EQ(this->judge(set), FaultKind::nested_shells);
}

}  // namespace
}  // namespace satchel::test
