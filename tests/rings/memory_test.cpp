// A check of rings allocates nothing for a geometry that is no larger than one before, and survives failing
// allocations.
#include <gtest/gtest.h>

#include <new>

#include "ring_families.hpp"
#include "support/failing_new.hpp"

namespace satchel::test {
namespace {

using rings::Fault;
using rings::FaultKind;
using rings::Search;
using rings::Validity;

/// Many rings, of which some touch.
RingSet<double> many_rings() {
  Random random(2641);
  return cells<double>(random, 20, 0.6, false);
}

TEST(RingsMemory, is_used_again) {
  const RingArrays<double> large(many_rings());
  for (const Search search : {Search::as_fits, Search::tree, Search::sweep}) {
    Validity validity(search);
    ASSERT_EQ(validity.check(large.geometry()).kind, FaultKind::none);
    for (const bool are_known : {false, true}) {
      Random random(2642);
      for (int k = 0; k < 200; ++k) {
        const RingArrays<double> arrays(k == 0 ? many_rings() : random_rings<double>(random));
        const std::size_t before = allocations();
        const Fault fault = validity.check(arrays.geometry());
        const std::size_t made = allocations() - before;
        if (are_known && fault.kind == FaultKind::none) {
          EXPECT_EQ(made, 0u) << k << " " << static_cast<int>(search);
        }
      }
    }
  }
}

/// Tiles of a square, which share borders.
RingSet<double> tiles(int size) {
  RingSet<double> set;
  for (int x = 0; x < size; ++x) {
    for (int y = 0; y < size; ++y) {
      const double left = x, low = y;
      set.push_back({{{left, low}, {left + 1, low}, {left + 1, low + 1}, {left, low + 1}}});
    }
  }
  return set;
}

TEST(RingsMemory, of_even_odd_regions_is_used_again_and_may_end) {
  const RingArrays<double> large(tiles(12)), small(tiles(2));
  bool done = false;
  for (std::size_t nth = 0; !done; ++nth) {
    ASSERT_LT(nth, 1000u);
    Validity validity;
    try {
      const FailingAllocation failing(nth);
      EXPECT_EQ(validity.check_even_odd(large.geometry()).kind, FaultKind::none);
      done = !failing.has_happened();
    } catch (const std::bad_alloc&) {
      EXPECT_EQ(validity.check_even_odd(large.geometry()).kind, FaultKind::none);
    }
    ASSERT_EQ(validity.rings().size(), 1u);
    EXPECT_EQ(validity.rings()[0].count, 48u);
    const std::size_t before = allocations();
    validity.check_even_odd(large.geometry());
    validity.check_even_odd(small.geometry());
    EXPECT_EQ(allocations(), before);
    EXPECT_EQ(validity.rings()[0].count, 8u);
  }
}

TEST(RingsMemory, may_end_at_any_time) {
  const RingArrays<double> large(many_rings()), small(RingSet<double>{{{{0, 0}, {4, 4}, {4, 0}, {0, 4}}}});
  for (const Search search : {Search::as_fits, Search::tree, Search::sweep}) {
    bool done = false;
    for (std::size_t nth = 0; !done; ++nth) {
      ASSERT_LT(nth, 1000u);
      Validity validity(search);
      try {
        const FailingAllocation failing(nth);
        const Fault fault = validity.check(large.geometry());
        done = !failing.has_happened();
        EXPECT_EQ(fault.kind, FaultKind::none);
      } catch (const std::bad_alloc&) {
        EXPECT_EQ(validity.check(small.geometry()).kind, FaultKind::edges_cross);
        EXPECT_EQ(validity.check(large.geometry()).kind, FaultKind::none);
      }
    }
  }
}

}  // namespace
}  // namespace satchel::test
