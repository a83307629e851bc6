// Outlines of tiles that share borders (option even_odd) against the cells that an odd number of the tiles has.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <satchel/satchel.hpp>
#include <vector>

#include "outlines/cell_regions.hpp"
#include "support/isa_param.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

constexpr int grid = 7;

struct Tile {
  int x0, y0, x1, y1;
};

/// Cuts a tile by cuts from side to side: corners of its parts lie within sides of others.
void cut(Random& random, const Tile& tile, std::vector<Tile>& parts) {
  const int width = tile.x1 - tile.x0, height = tile.y1 - tile.y0;
  if (width * height == 1 || random.chance(0.15)) {
    parts.push_back(tile);
  } else if (height == 1 || (width > 1 && random.chance(0.5))) {
    const int x = random.integer(tile.x0 + 1, tile.x1 - 1);
    cut(random, {tile.x0, tile.y0, x, tile.y1}, parts);
    cut(random, {x, tile.y0, tile.x1, tile.y1}, parts);
  } else {
    const int y = random.integer(tile.y0 + 1, tile.y1 - 1);
    cut(random, {tile.x0, tile.y0, tile.x1, y}, parts);
    cut(random, {tile.x0, y, tile.x1, tile.y1}, parts);
  }
}

/// Tiles, some of them twice, and the cells of an odd number of them.
struct Tiling {
  std::vector<Tile> tiles;
  Cells cells;

  explicit Tiling(Random& random) {
    const int x = random.integer(0, 4), y = random.integer(0, 4);
    std::vector<Tile> parts;
    cut(random, {x, y, random.integer(x + 1, grid), random.integer(y + 1, grid)}, parts);
    for (const Tile& tile : parts) {
      for (int times = random.pick({0, 1, 1, 1, 1, 1, 2}); times > 0; --times) {
        tiles.push_back(tile);
        for (int i = tile.x0; i < tile.x1; ++i) {
          for (int k = tile.y0; k < tile.y1; ++k) {
            if (!cells.cells.insert({i, k}).second) cells.cells.erase({i, k});
          }
        }
      }
    }
  }
};

/// x and y of a point of the grid become a x + b y, c x + d y, which keeps all that is asked.
struct GridMap {
  int a, b, c, d;

  explicit GridMap(Random& random) {
    do {
      a = random.integer(-3, 3);
      b = random.integer(-3, 3);
      c = random.integer(-3, 3);
      d = random.integer(-3, 3);
    } while (area() == 0);
  }
  double area() const { return std::abs(a * d - b * c); }
  template <class T>
  BasicVec2<T> operator()(int x, int y) const {
    return {static_cast<T>(a * x + b * y), static_cast<T>(c * x + d * y)};
  }
};

template <class T>
struct TileArrays {
  std::vector<BasicVec2<T>> vertices;
  std::vector<std::uint32_t> rings{0}, polygons{0}, outlines{0};

  void add(const Tiling& tiling, const GridMap& map, Random& random) {
    for (const Tile& tile : tiling.tiles) {
      std::vector<BasicVec2<T>> ring{map.operator()<T>(tile.x0, tile.y0), map.operator()<T>(tile.x1, tile.y0),
                                     map.operator()<T>(tile.x1, tile.y1), map.operator()<T>(tile.x0, tile.y1)};
      if (random.chance(0.5)) std::reverse(ring.begin(), ring.end());
      vertices.insert(vertices.end(), ring.begin(), ring.end());
      rings.push_back(static_cast<std::uint32_t>(vertices.size()));
      polygons.push_back(static_cast<std::uint32_t>(rings.size() - 1));
    }
    outlines.push_back(static_cast<std::uint32_t>(polygons.size() - 1));
  }
  BasicOutlines<T> view() const { return {vertices, rings, polygons, outlines}; }
};

template <class T>
void check_tilings(std::uint64_t seed) {
  Random random(seed);
  std::size_t overlapping = 0, touching = 0, holding = 0;
  for (std::size_t round = 0; round < sampled(60); ++round) {
    const GridMap map(random);
    TileArrays<T> arrays;
    std::vector<Tiling> tilings;
    while (tilings.size() < 25) {
      tilings.emplace_back(random);
      if (tilings.back().cells.cells.empty()) {
        tilings.pop_back();
      } else {
        arrays.add(tilings.back(), map, random);
      }
    }
    BasicScene<T> scene;
    std::vector<ShapeId> shapes(tilings.size());
    scene.add_outlines(arrays.view(), shapes, {.even_odd = true});
    for (const ShapeId shape : shapes) scene.add_body(shape);
    scene.make_parts();
    std::vector<Pair> pairs;
    for (BodyId a = 0; a < tilings.size(); ++a) {
      for (BodyId b = 0; b < tilings.size(); ++b) pairs.push_back({a, b});
    }
    std::vector<Verdict> verdicts(pairs.size());
    std::vector<Within> held(pairs.size());
    std::vector<T> areas(pairs.size());
    classify(scene, pairs, verdicts);
    within(scene, pairs, held);
    overlap_areas(scene, pairs, areas);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const Cells &a = tilings[pairs[i].a].cells, &b = tilings[pairs[i].b].cells;
      const CellRelation relation = relation_of(a, b, grid);
      const Verdict verdict = relation.interiors_meet    ? Verdict::overlapping
                              : relation.boundaries_meet ? Verdict::touching
                                                         : Verdict::disjoint;
      const Within within = relation.a_leaves_b        ? Within::no
                            : relation.boundaries_meet ? Within::touching
                                                       : Within::inside;
      const auto common = std::count_if(a.cells.begin(), a.cells.end(),
                                        [&](const auto& cell) { return b.has(cell.first, cell.second); });
      ASSERT_EQ(verdicts[i], verdict) << "round " << round << ", pair " << pairs[i].a << ", " << pairs[i].b;
      ASSERT_EQ(held[i], within) << "round " << round << ", pair " << pairs[i].a << ", " << pairs[i].b;
      ASSERT_NEAR(static_cast<double>(areas[i]), static_cast<double>(common) * map.area(), 1e-3);
      overlapping += verdict == Verdict::overlapping ? 1 : 0;
      touching += verdict == Verdict::touching ? 1 : 0;
      holding += within != Within::no && pairs[i].a != pairs[i].b ? 1 : 0;
    }
  }
  EXPECT_GT(overlapping, 500u);
  EXPECT_GT(touching, 100u);
  EXPECT_GT(holding, 50u);
}

using EvenOddOnIsa = OnEveryIsa;

TEST_P(EvenOddOnIsa, tiles_lie_as_their_cells_do) {
  check_tilings<float>(own_seed(1));
  check_tilings<double>(own_seed(2));
}

SATCHEL_ON_EVERY_ISA(EvenOddOnIsa);

OutlineFault fault_of(const Status& status) {
  EXPECT_EQ(status.code, ErrorCode::bad_outline);
  return static_cast<OutlineFault>(status.numbers[0]);
}

TEST(EvenOdd, is_an_option) {
  const Vec2d points[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {1, 0}, {2, 0}, {2, 1}, {1, 1}};
  const std::uint32_t rings[] = {0, 4, 8}, polygons[] = {0, 1, 2}, outline[] = {0, 2};
  const Outlinesd tiles{points, rings, polygons, outline};
  Scened scene;
  ShapeId shape = 0;
  EXPECT_EQ(fault_of(scene.try_add_outlines(tiles, {&shape, 1})), OutlineFault::shared_edge);
  scene.add_outlines(tiles, {&shape, 1}, {.even_odd = true});
  const Vec2d box[] = {{0, 0}, {2, 0}, {2, 1}, {0, 1}};
  const Pair pair[] = {{scene.add_body(shape), scene.add_body(scene.add_polygon(box))}};
  std::uint8_t equal[] = {0};
  relate(scene, pair, Predicate::equals, equal);
  EXPECT_EQ(equal[0], 1);
  // `trusted` has no effect with it.
  scene.add_outlines(tiles, {&shape, 1}, {.trusted = true, .even_odd = true});
  const Pair other[] = {{scene.add_body(shape), pair[0].b}};
  relate(scene, other, Predicate::equals, equal);
  EXPECT_EQ(equal[0], 1);
}

TEST(EvenOdd, what_cancels_is_empty_and_what_crosses_is_named) {
  const Vec2d points[] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}, {0, 0}, {0, 2}, {2, 2}, {2, 0}, {5, 5},
                          {6, 5}, {6, 6}, {0, 0}, {4, 0}, {0, 4}, {1, 1}, {4, 1}, {4, 4}};
  const std::uint32_t rings[] = {0, 4, 8, 11, 14, 17}, polygons[] = {0, 2, 3, 5};
  const Outlinesd outlines{points, rings, polygons, {}};
  Scened scene;
  std::vector<ShapeId> shapes(3, 0);
  const Status cancelled = scene.try_add_outlines(outlines, shapes, {.even_odd = true});
  EXPECT_EQ(fault_of(cancelled), OutlineFault::empty);
  EXPECT_EQ(cancelled.index, 0u);
  scene.add_outlines(outlines, shapes, {.skip_invalid = true, .even_odd = true});
  EXPECT_EQ(shapes, (std::vector<ShapeId>{no_shape, 0, no_shape}));
  const std::uint32_t both_rings[] = {0, 3, 6}, one_polygon[] = {0, 2};
  const Status named = scene.try_add_outlines({std::span(points).subspan(11), both_rings, one_polygon, {}},
                                              std::span(shapes).first(1), {.even_odd = true});
  EXPECT_EQ(fault_of(named), OutlineFault::edges_cross);
  EXPECT_EQ(named.numbers[1], std::uint64_t{1} << 32);      // rings 0 and 1
  EXPECT_EQ(named.numbers[2], 1 | std::uint64_t{2} << 32);  // from 1 to 2
  EXPECT_EQ(named.numbers[3], 0 | std::uint64_t{1} << 32);  // from 0 to 1
  EXPECT_EQ(named.value, 3);
  EXPECT_EQ(named.value_y, 1);
}

}  // namespace
}  // namespace satchel::test
