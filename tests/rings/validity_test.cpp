// Validity of rings against an oracle of exact integers.
#include "rings/validity.hpp"

#include <gtest/gtest.h>

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
  Validity validity, of_tree{Search::tree}, of_sweep{Search::sweep};

  /// Expects that every search finds the same fault.
  Fault judge(const RingSet<T>& set) {
    const Fault fault = fault_in(set, validity);
    expect_same(fault, fault_in(set, of_tree), set);
    expect_same(fault, fault_in(set, of_sweep), set);
    return fault;
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
  for (std::size_t k = 0; k < sampled(30000); ++k) ++found[this->expect_right(random_rings<T>(random))];
  for (int kind = 0; kind <= static_cast<int>(FaultKind::nested_shells); ++kind) {
    std::printf("%d %d\n", kind, found[static_cast<FaultKind>(kind)]);
    EXPECT_GT(found[static_cast<FaultKind>(kind)], 0) << "no case of kind " << kind;
  }
}

}  // namespace
}  // namespace satchel::test
