// Which lists keep to few places: those for which lines need not be asked for ahead. Results never depend on it.
#include "query/pipeline/locality.hpp"

#include <algorithm>
#include <cstddef>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace {

using satchel::BodyId;
using satchel::Pair;
using satchel::query::keeps_to_few_regions;

/// The pairs of neighbours in a square grid of bodies, row by row, diagonals too, ordered by their first body.
std::vector<Pair> neighbours(BodyId side) {
  std::vector<Pair> pairs;
  for (BodyId row = 0; row + 1 < side; ++row) {
    for (BodyId column = 1; column + 1 < side; ++column) {
      const BodyId body = row * side + column;
      for (const BodyId step : {1u, side - 1, side, side + 1}) pairs.push_back({body, body + step});
    }
  }
  return pairs;
}

/// Other names for bodies 0 to `count` - 1, in no order.
std::vector<BodyId> in_no_order(BodyId count) {
  std::vector<BodyId> names(count);
  for (BodyId i = 0; i < count; ++i) names[i] = i;
  std::shuffle(names.begin(), names.end(), std::mt19937(5));
  return names;
}

TEST(Locality, neighbours_in_a_grid_keep_to_few_places) {
  for (const BodyId side : {64u, 1000u}) {
    const std::vector<Pair> pairs = neighbours(side);
    for (std::size_t first = 0; first + 4096 <= pairs.size(); first += pairs.size() / 7) {
      EXPECT_TRUE(keeps_to_few_regions({&pairs[first], 4096})) << first;
    }
  }
}

TEST(Locality, bodies_in_no_order_lead_to_many_places) {
  const std::vector<BodyId> names = in_no_order(64 * 1000);
  std::vector<Pair> pairs = neighbours(250);
  for (Pair& pair : pairs) pair = {names[pair.a], names[pair.b]};
  EXPECT_FALSE(keeps_to_few_regions(pairs));
  std::shuffle(pairs.begin(), pairs.end(), std::mt19937(6));
  EXPECT_FALSE(keeps_to_few_regions(pairs));
}

TEST(Locality, both_sides_count) {
  const std::vector<BodyId> names = in_no_order(64 * 1000);
  std::vector<Pair> by_first, by_second;
  for (BodyId i = 0; i < 1000; ++i) {
    by_first.push_back({i / 4, names[i]});
    by_second.push_back({names[i], i / 4});
  }
  EXPECT_FALSE(keeps_to_few_regions(by_first));
  EXPECT_FALSE(keeps_to_few_regions(by_second));
}

TEST(Locality, bodies_on_end_keep_to_few_places) {
  std::vector<Pair> pairs;
  for (BodyId i = 0; i < 1000; ++i) pairs.push_back({i, i + 1});
  EXPECT_TRUE(keeps_to_few_regions(pairs));
  EXPECT_TRUE(keeps_to_few_regions({}));
}

}  // namespace
