// Outlines of some hundred vertices that share long borders, but for a few cells, against these cells.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <satchel/satchel.hpp>
#include <vector>

#include "outlines/cell_regions.hpp"
#include "support/isa_param.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

constexpr int high = 20;

/// Columns of cells from `low` to `top`: one ring, because all have the rows 8 to 11, and holes that touch nothing.
struct Columns {
  int wide;
  std::vector<int> low, top;
  std::vector<int> holes;  ///< columns with a hole in row 9

  Cells cells(int from, int to) const {
    Cells region;
    for (int x = from; x < to; ++x) {
      for (int y = low[static_cast<std::size_t>(x)]; y < top[static_cast<std::size_t>(x)]; ++y)
        region.cells.insert({x, y});
    }
    for (const int x : holes) {
      if (x > from && x + 1 < to) region.cells.erase({x, 9});
    }
    return region;
  }
  /// What lies above, up to the highest row.
  Cells above() const {
    Cells region;
    for (int x = 0; x < wide; ++x) {
      for (int y = top[static_cast<std::size_t>(x)]; y < high; ++y) region.cells.insert({x, y});
    }
    return region;
  }
};

/// Outlines in one frame: columns, the same but for a few, parts of these, and what lies above.
std::vector<Cells> some_regions(Random& random, int wide) {
  Columns columns{wide, {}, {}, {}};
  for (int x = 0; x < wide; ++x) {
    columns.low.push_back(random.integer(4, 8));
    columns.top.push_back(random.integer(12, 16));
  }
  columns.holes = {5, 20, 33};
  std::vector<Cells> regions{columns.cells(0, wide), columns.above()};
  while (regions.size() < 12) {
    Columns other = columns;
    for (int changes = random.integer(0, 3); changes > 0; --changes) {
      const std::size_t x = random.below(columns.low.size());
      (random.chance(0.5) ? other.low[x] : other.top[x]) += random.integer(-1, 1);
    }
    other.top[random.below(columns.low.size())] = 14;
    for (int& low : other.low) low = std::min(low, 8);
    for (int& top : other.top) top = std::max(top, 12);
    if (random.chance(0.3)) other.holes.pop_back();
    if (random.chance(0.2)) other.holes.clear();
    regions.push_back(random.chance(0.3) ? other.above()
                                         : other.cells(random.integer(0, 3) * 4, wide - random.integer(0, 3) * 4));
  }
  return regions;
}

template <class T>
BasicScene<T> scene_of(Random& random, const std::vector<Cells>& regions, int wide) {
  // Corners that are moved at random: no three of them lie on a line.
  std::vector<BasicVec2<T>> corners;
  for (int k = 0; k < (wide + 1) * (high + 1); ++k) {
    const double dx = random.uniform(-0.3, 0.3), dy = random.uniform(-0.3, 0.3);
    corners.push_back({static_cast<T>(k / (high + 1) + dx), static_cast<T>(k % (high + 1) + dy)});
  }
  BasicScene<T> scene;
  for (const Cells& region : regions) {
    std::vector<BasicVec2<T>> vertices;
    std::vector<std::uint32_t> rings{0}, polygons{0};
    for (const auto& polygon : boundary_of(region, false)) {
      for (const auto& ring : polygon) {
        for (const auto& [x, y] : ring) vertices.push_back(corners[static_cast<std::size_t>(x * (high + 1) + y)]);
        rings.push_back(static_cast<std::uint32_t>(vertices.size()));
      }
      polygons.push_back(static_cast<std::uint32_t>(rings.size() - 1));
    }
    const std::uint32_t outlines[] = {0, static_cast<std::uint32_t>(polygons.size() - 1)};
    ShapeId shape = no_shape;
    scene.add_outlines({vertices, rings, polygons, outlines}, {&shape, 1});
    scene.add_body(shape);
  }
  return scene;
}

using SharedBordersOnIsa = OnEveryIsa;

template <class T>
void check_borders(std::uint64_t seed, int wide, std::size_t rounds) {
  Random random(seed);
  std::size_t held = 0, apart_inside = 0, touching = 0, leaving = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    const std::vector<Cells> regions = some_regions(random, wide);
    const BasicScene<T> scene = scene_of<T>(random, regions, wide);
    std::vector<Pair> pairs;
    for (BodyId a = 0; a < regions.size(); ++a) {
      EXPECT_GT(scene.vertex_count(scene.shape(a)), 64u);
      for (BodyId b = 0; b < regions.size(); ++b) pairs.push_back({a, b});
    }
    std::vector<Verdict> verdicts(pairs.size());
    std::vector<Within> places(pairs.size());
    classify(scene, pairs, verdicts);
    within(scene, pairs, places);
    std::vector<std::uint8_t> overlap(pairs.size()), equal(pairs.size()), cover(pairs.size());
    relate(scene, pairs, Predicate::overlaps, overlap);
    relate(scene, pairs, Predicate::equals, equal);
    relate(scene, pairs, Predicate::covers, cover);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const CellRelation r = relation_of(regions[pairs[i].a], regions[pairs[i].b], wide, high);
      const auto where = [&] {
        return "round " + std::to_string(round) + ", pair " + std::to_string(pairs[i].a) + ", " +
               std::to_string(pairs[i].b);
      };
      const Verdict verdict = r.interiors_meet    ? Verdict::overlapping
                              : r.boundaries_meet ? Verdict::touching
                                                  : Verdict::disjoint;
      ASSERT_EQ(verdicts[i], verdict) << where();
      const Within place = r.a_leaves_b ? Within::no : r.boundaries_meet ? Within::touching : Within::inside;
      ASSERT_EQ(places[i], place) << where();
      ASSERT_EQ(overlap[i] != 0, r.interiors_meet && r.a_leaves_b && r.b_leaves_a) << where();
      ASSERT_EQ(equal[i] != 0, !r.a_leaves_b && !r.b_leaves_a) << where();
      ASSERT_EQ(cover[i] != 0, !r.b_leaves_a) << where();
      held += place == Within::touching ? 1 : 0;
      apart_inside += verdict == Verdict::overlapping && place == Within::no && !overlap[i] ? 1 : 0;
      touching += verdict == Verdict::touching ? 1 : 0;
      leaving += overlap[i];
    }
  }
  EXPECT_GT(held, 10 * rounds);
  EXPECT_GE(apart_inside, rounds);
  EXPECT_GT(touching, 5 * rounds);
  EXPECT_GT(leaving, 10 * rounds);
}

TEST_P(SharedBordersOnIsa, relate_as_their_cells_do) {
  check_borders<float>(own_seed(1), 40, sampled(12));
  check_borders<double>(own_seed(2), 40, sampled(12));
}

/// Of so many vertices that groups of edges are taken by the 64.
TEST_P(SharedBordersOnIsa, relate_as_their_cells_do_in_large_outlines) {
  check_borders<float>(own_seed(3), 400, 1);
  check_borders<double>(own_seed(4), 400, 1);
}

SATCHEL_ON_EVERY_ISA(SharedBordersOnIsa);

}  // namespace
}  // namespace satchel::test
