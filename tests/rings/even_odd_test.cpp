// Rings of which the even-odd region is taken: tiles that share borders, T-junctions, rings that touch themselves.
#include <gtest/gtest.h>

#include <map>
#include <numeric>

#include "even_odd_oracle.hpp"
#include "ring_families.hpp"
#include "rings/validity.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

using rings::Fault;
using rings::FaultKind;
using rings::Search;
using rings::Validity;
using Ring = EvenOddOracle::Ring;

/// The rings of a result, each with the region on its left.
std::vector<Ring> rings_of(const Validity& validity) {
  std::vector<Ring> all;
  for (const rings::CleanRing& ring : validity.rings()) {
    if (ring.count == 0) continue;
    all.emplace_back();
    for (std::uint32_t v = ring.first; v < ring.first + ring.count; ++v) {
      all.back().push_back({static_cast<std::int64_t>(validity.x()[v]), static_cast<std::int64_t>(validity.y()[v])});
    }
    if (ring.is_hole != ring.is_clockwise) std::reverse(all.back().begin(), all.back().end());
  }
  return all;
}

/// Tiles that a square is cut into, by cuts from side to side of a tile: their vertices lie on edges of others.
template <class T>
void cut(Random& random, int x0, int y0, int x1, int y1, GivenPolygon<T>& tiles) {
  const int width = x1 - x0, height = y1 - y0;
  if (width * height == 1 || random.chance(0.15)) {
    const auto left = static_cast<T>(x0), low = static_cast<T>(y0), right = static_cast<T>(x1), up = static_cast<T>(y1);
    tiles.push_back({{left, low}, {right, low}, {right, up}, {left, up}});
  } else if (height == 1 || (width > 1 && random.chance(0.5))) {
    const int x = random.integer(x0 + 1, x1 - 1);
    cut(random, x0, y0, x, y1, tiles);
    cut(random, x, y0, x1, y1, tiles);
  } else {
    const int y = random.integer(y0 + 1, y1 - 1);
    cut(random, x0, y0, x1, y, tiles);
    cut(random, x0, y, x1, y1, tiles);
  }
}

/// A family of geometries whose edges overlap; of the last three some cross.
template <class T>
RingSet<T> random_set(Random& random, int family) {
  RingSet<T> set;
  if (family <= 1) {  // some of the tiles, the second time some of other cuts above them
    for (int layer = 0; layer <= family; ++layer) {
      GivenPolygon<T> tiles;
      cut(random, 0, 0, random.integer(2, 7), random.integer(2, 7), tiles);
      for (const GivenRing<T>& tile : tiles) {
        if (random.chance(0.7)) set.push_back(GivenPolygon<T>(random.chance(0.03) ? 2 : 1, tile));
      }
    }
    return set;
  }
  if (family == 2) {
    set = cells<T>(random, random.integer(2, 6), random.uniform(0.3, 0.9), random.chance(0.5));
    const RingSet<T> more = cells<T>(random, random.integer(2, 4), random.uniform(0.3, 0.9), random.chance(0.5));
    set.insert(set.end(), more.begin(), more.end());
    return set;
  }
  if (family == 3) {  // whose polygon a ring is makes no difference
    set.resize(2);
    for (const int size : {random.integer(3, 8), random.integer(1, 5)}) {
      const T x = random.chance(0.3) ? T(30) : T(8);
      for (const GivenRing<T>& ring : nested_squares<T>(random, x, 8, size)) {
        set[random.chance(0.8) ? 0 : 1].push_back(ring);
      }
    }
    return set;
  }
  for (int k = random.integer(1, 4); k > 0; --k) {
    const int size = random.integer(2, 5);
    set.push_back({random.chance(0.5) ? random_ring<T>(random, size, 6) : round_ring<T>(random, 0, size, 8)});
  }
  return set;
}

template <class T>
class EvenOdd : public testing::Test {
 protected:
  Validity plain, as_fits, of_tree{Search::tree}, of_sweep{Search::sweep};
  std::map<FaultKind, std::size_t> merged;  ///< by what was wrong with the rings as they were

  /// Expects what the oracle says, whatever the search.
  void expect_right(const RingSet<T>& set) {
    const RingArrays<T> arrays(set);
    const Fault before = plain.check(arrays.geometry());
    for (Validity* const validity : {&as_fits, &of_tree, &of_sweep}) {
      const Fault fault = validity->check_even_odd(arrays.geometry());
      const bool of_one_ring = before.kind == FaultKind::too_few_points || before.kind == FaultKind::no_area ||
                               before.kind == FaultKind::spike;
      if (of_one_ring) {
        EXPECT_EQ(fault.kind, before.kind) << text(set);
        EXPECT_EQ(fault.edge, before.edge) << text(set);
        continue;
      }
      const EvenOddOracle oracle(set);
      if (const auto crossing = oracle.crossing()) {
        ASSERT_EQ(fault.kind, FaultKind::edges_cross) << text(set);
        EXPECT_EQ(fault.edge.ring, crossing->edge.ring) << text(set);
        EXPECT_EQ(fault.other.ring, crossing->later.ring) << text(set);
        const auto ring_edge = [&](const rings::InputEdge& edge) {
          const GivenRing<T>& ring = *all_rings(set)[edge.ring];
          return std::pair(ring[edge.from], ring[edge.to]);
        };
        EXPECT_EQ(ring_edge(fault.edge),
                  ring_edge({crossing->edge.ring, crossing->edge.from, next(set, crossing->edge)}));
        EXPECT_EQ(ring_edge(fault.other),
                  ring_edge({crossing->later.ring, crossing->later.from, next(set, crossing->later)}));
        ++merged[FaultKind::edges_cross];
        continue;
      }
      ASSERT_EQ(fault.kind, FaultKind::none) << text(set);
      if (before.kind == FaultKind::none) {
        EXPECT_EQ(rings_of(*validity), rings_of(plain)) << text(set);
        oracle.expect_around_the_same_points(rings_of(*validity));
      } else {
        oracle.expect_bounded_by(rings_of(*validity));
      }
      ASSERT_FALSE(testing::Test::HasFailure()) << text(set);
      ++merged[before.kind];
    }
  }

 private:
  static std::uint32_t next(const RingSet<T>& set, const EvenOddOracle::Edge& edge) {
    return static_cast<std::uint32_t>((edge.from + 1) % all_rings(set)[edge.ring]->size());
  }
};

using Numbers = testing::Types<float, double>;
TYPED_TEST_SUITE(EvenOdd, Numbers);

TYPED_TEST(EvenOdd, rings_bound_the_points_that_an_odd_number_holds) {
  Random random(1);
  for (int family = 0; family <= 4; ++family) {
    for (std::size_t k = 0; k < sampled(3000); ++k) {
      RingSet<TypeParam> set = random_set<TypeParam>(random, family);
      shear(set, random);
      if (set.empty()) continue;
      this->expect_right(written_otherwise(set, random, true));
      if (this->HasFailure()) return;
    }
  }
  for (const FaultKind kind : {FaultKind::none, FaultKind::edges_cross, FaultKind::boundaries_cross,
                               FaultKind::shared_edge, FaultKind::hole_equals_shell, FaultKind::self_touch,
                               FaultKind::several_shells, FaultKind::nested_shells, FaultKind::hole_in_hole}) {
    EXPECT_GT(this->merged[kind], 10u) << "few cases of kind " << static_cast<int>(kind);
  }
}

TYPED_TEST(EvenOdd, equal_rings_cancel) {
  const GivenRing<TypeParam> ring{{0, 0}, {4, 0}, {4, 4}, {0, 4}},
      with_more_points{{0, 4}, {2, 4}, {4, 4}, {4, 0}, {0, 0}};
  const RingArrays<TypeParam> arrays(RingSet<TypeParam>{{ring}, {with_more_points}});
  EXPECT_EQ(this->as_fits.check_even_odd(arrays.geometry()).kind, FaultKind::none);
  EXPECT_TRUE(rings_of(this->as_fits).empty());
}

TYPED_TEST(EvenOdd, tiles_of_a_square_become_its_border) {
  constexpr int size = 60;
  RingSet<TypeParam> tiles;
  for (int x = 0; x < size; ++x) {
    for (int y = 0; y < size; ++y) {
      const auto left = static_cast<TypeParam>(x), low = static_cast<TypeParam>(y);
      tiles.push_back({{{left, low}, {left + 1, low}, {left + 1, low + 1}, {left, low + 1}}});
    }
  }
  const RingArrays<TypeParam> arrays(tiles);
  ASSERT_EQ(this->as_fits.check_even_odd(arrays.geometry()).kind, FaultKind::none);
  ASSERT_EQ(this->as_fits.rings().size(), 1u);
  EXPECT_EQ(this->as_fits.rings()[0].count, 4u * size);
  EXPECT_TRUE(this->as_fits.stays_simple());
}

/// Every second tile of a chessboard: no edges cancel, and rings touch in all corners.
TYPED_TEST(EvenOdd, tiles_that_touch_in_corners_stay) {
  RingSet<TypeParam> tiles;
  for (int x = 0; x < 12; ++x) {
    for (int y = x % 2; y < 12; y += 2) {
      const auto left = static_cast<TypeParam>(x), low = static_cast<TypeParam>(y);
      tiles.push_back({{{left, low}, {left + 1, low}, {left + 1, low + 1}, {left, low + 1}}});
    }
  }
  tiles.push_back({tiles[0][0], tiles[0][0]});  // cancels by itself
  const RingArrays<TypeParam> arrays(tiles);
  ASSERT_EQ(this->as_fits.check_even_odd(arrays.geometry()).kind, FaultKind::none);
  EvenOddOracle(tiles).expect_bounded_by(rings_of(this->as_fits));
  EXPECT_FALSE(this->as_fits.stays_simple());
}

}  // namespace
}  // namespace satchel::test
