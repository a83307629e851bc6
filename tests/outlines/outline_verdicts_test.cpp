// Outlines against the cells that they are made of: verdicts, containment, points. The grid is mapped by a linear map of
// integers, so that edges slope and all coordinates stay exact.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <satchel/satchel.hpp>
#include <span>
#include <vector>

#include "outlines/cell_regions.hpp"
#include "support/isa_param.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

constexpr int grid = 7;

/// x and y of a point of the grid become a x + b y + move_x, c x + d y + move_y.
struct GridMap {
  int a = 1, b = 0, c = 0, d = 1;
  double scale = 1, move_x = 0, move_y = 0;

  template <class T>
  BasicVec2<T> operator()(double x, double y) const {
    return {static_cast<T>(scale * (a * x + b * y) + move_x), static_cast<T>(scale * (c * x + d * y) + move_y)};
  }
};

Cells random_cells(Random& random) {
  Cells region;
  const int kind = random.integer(0, 3);
  const double density = random.uniform(0.1, 0.9);
  const int low_x = random.integer(0, 3), low_y = random.integer(0, 3);
  const int high_x = random.integer(low_x + 1, grid), high_y = random.integer(low_y + 1, grid);
  for (int x = low_x; x < high_x; ++x) {
    for (int y = low_y; y < high_y; ++y) {
      const bool is_frame = x == low_x || x == high_x - 1 || y == low_y || y == high_y - 1;
      if (kind == 0 || (kind == 1 && is_frame) || (kind >= 2 && random.chance(density))) region.cells.insert({x, y});
    }
  }
  return region;
}

template <class T>
struct OutlineGrid {
  BasicScene<T> scene;
  std::vector<Cells> regions;  ///< of each body
  std::size_t refused = 0;

  /// Adds outlines of random cells: one call for all.
  void fill(Random& random, std::size_t count, const GridMap& map, bool at_own_origins) {
    std::vector<BasicVec2<T>> vertices;
    std::vector<std::uint32_t> rings{0}, polygons{0}, outlines{0};
    std::vector<Cells> all;
    std::vector<Pose> poses;
    while (all.size() < count) {
      const Cells region = random_cells(random);
      if (region.cells.empty()) continue;
      Pose pose;
      if (at_own_origins) pose = {random.integer(-3, 3) * map.scale / 4, random.integer(-3, 3) * map.scale / 4, {}};
      for (std::vector<std::vector<std::array<int, 2>>> polygon : boundary_of(region, random.chance(0.5))) {
        random.shuffle(std::span(polygon));
        for (std::vector<std::array<int, 2>> ring : polygon) {
          if (random.chance(0.5)) std::reverse(ring.begin(), ring.end());
          std::rotate(ring.begin(), ring.begin() + static_cast<std::ptrdiff_t>(random.below(ring.size())), ring.end());
          if (random.chance(0.5)) ring.push_back(ring.front());
          for (const auto& [x, y] : ring) {
            const BasicVec2<double> at = map.operator()<double>(x, y);
            vertices.push_back({static_cast<T>(at.x - pose.x), static_cast<T>(at.y - pose.y)});
          }
          rings.push_back(static_cast<std::uint32_t>(vertices.size()));
        }
        polygons.push_back(static_cast<std::uint32_t>(rings.size() - 1));
      }
      outlines.push_back(static_cast<std::uint32_t>(polygons.size() - 1));
      all.push_back(region);
      poses.push_back(pose);
    }
    std::vector<ShapeId> shapes(all.size());
    scene.add_outlines({vertices, rings, polygons, outlines}, shapes, {.skip_invalid = true});
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      if (shapes[i] == no_shape) {
        ++refused;  // a ring that touches itself
        continue;
      }
      scene.add_body(shapes[i], poses[i]);
      regions.push_back(all[i]);
    }
  }
};

Verdict verdict_of(const CellRelation& relation) {
  return relation.interiors_meet    ? Verdict::overlapping
         : relation.boundaries_meet ? Verdict::touching
                                    : Verdict::disjoint;
}

Within within_of(const CellRelation& relation) {
  return relation.a_leaves_b ? Within::no : relation.boundaries_meet ? Within::touching : Within::inside;
}

GridMap random_map(Random& random, bool small) {
  GridMap map;
  do {
    map.a = random.integer(-3, 3);
    map.b = random.integer(-3, 3);
    map.c = random.integer(-3, 3);
    map.d = random.integer(-3, 3);
  } while (map.a * map.d - map.b * map.c == 0);
  if (!small) {
    map.scale = random.pick({1.0, 0x1p-20, 4.0});
    map.move_x = random.integer(-1000, 1000);
    map.move_y = random.integer(-1000, 1000);
  }
  return map;
}

std::vector<Pair> all_pairs(std::size_t count) {
  std::vector<Pair> pairs;
  for (BodyId a = 0; a < count; ++a) {
    for (BodyId b = 0; b < count; ++b) pairs.push_back({a, b});
  }
  return pairs;
}

using OutlinesOnIsa = OnEveryIsa;

template <class T>
void check_relations(std::uint64_t seed, bool at_own_origins) {
  Random random(seed);
  std::size_t of_verdict[3] = {}, of_within[3] = {};
  for (std::size_t round = 0; round < sampled(60); ++round) {
    OutlineGrid<T> world;
    world.fill(random, 40, random_map(random, sizeof(T) == sizeof(float)), at_own_origins);
    ASSERT_LE(world.refused, 25u);
    const std::vector<Pair> pairs = all_pairs(world.regions.size());
    std::vector<Verdict> verdicts(pairs.size());
    std::vector<Within> held(pairs.size());
    classify(world.scene, pairs, verdicts);
    within(world.scene, pairs, held);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const CellRelation relation = relation_of(world.regions[pairs[i].a], world.regions[pairs[i].b], grid);
      ASSERT_EQ(verdicts[i], verdict_of(relation))
          << "round " << round << ", pair " << pairs[i].a << ", " << pairs[i].b;
      ASSERT_EQ(held[i], within_of(relation)) << "round " << round << ", pair " << pairs[i].a << ", " << pairs[i].b;
      ++of_verdict[static_cast<int>(verdicts[i])];
      ++of_within[static_cast<int>(held[i])];
    }
  }
  for (int k = 0; k < 3; ++k) {
    EXPECT_GT(of_verdict[k], 50u) << k;
    EXPECT_GT(of_within[k], 50u) << k;
  }
}

TEST_P(OutlinesOnIsa, lie_as_their_cells_do_in_one_frame) {
  check_relations<float>(own_seed(1), false);
  check_relations<double>(own_seed(2), false);
}
TEST_P(OutlinesOnIsa, lie_as_their_cells_do_at_origins_of_their_own) {
  check_relations<float>(own_seed(3), true);
  check_relations<double>(own_seed(4), true);
}

/// Against convex bodies: boxes of cells, rounded ones, points.
template <class T>
void check_others(std::uint64_t seed) {
  Random random(seed);
  std::size_t hits = 0;
  for (std::size_t round = 0; round < sampled(60); ++round) {
    OutlineGrid<T> world;
    const GridMap map = random_map(random, true);
    world.fill(random, 20, map, round % 2 == 1);
    const auto bodies = static_cast<BodyId>(world.regions.size());
    std::vector<Pair> pairs;
    std::vector<Verdict> expected;
    for (int k = 0; k < 20; ++k) {
      const int x = random.integer(0, grid - 1), y = random.integer(0, grid - 1);
      Cells cell{{{x, y}}};
      std::vector<BasicVec2<T>> corners{map.operator()<T>(x, y), map.operator()<T>(x + 1, y),
                                        map.operator()<T>(x + 1, y + 1), map.operator()<T>(x, y + 1)};
      if (map.a * map.d - map.b * map.c < 0) std::reverse(corners.begin(), corners.end());
      const BodyId box = world.scene.add_body(world.scene.add_polygon(corners));
      const BodyId corner = world.scene.add_body(world.scene.add_circle(map.operator()<T>(x, y), 0));
      const BodyId middle = world.scene.add_body(world.scene.add_circle(map.operator()<T>(x + 0.5, y + 0.5), 0));
      const BodyId across =
          world.scene.add_body(world.scene.add_segment(map.operator()<T>(x, y), map.operator()<T>(x + 1, y + 1)));
      const BodyId along =
          world.scene.add_body(world.scene.add_segment(map.operator()<T>(x, y), map.operator()<T>(x + 1, y)));
      for (BodyId body = 0; body < bodies; ++body) {
        const Cells& region = world.regions[body];
        const auto ask = [&](BodyId other, Verdict verdict) {
          pairs.push_back(random.chance(0.5) ? Pair{body, other} : Pair{other, body});
          expected.push_back(verdict);
        };
        ask(box, verdict_of(relation_of(region, cell, grid)));
        const int around = region.has(x, y) + region.has(x - 1, y) + region.has(x, y - 1) + region.has(x - 1, y - 1);
        ask(corner, around == 4 ? Verdict::overlapping : around == 0 ? Verdict::disjoint : Verdict::touching);
        ask(middle, region.has(x, y) ? Verdict::overlapping : Verdict::disjoint);
        const bool ends_meet = around != 0 || region.has(x + 1, y + 1) || region.has(x + 1, y) || region.has(x, y + 1);
        ask(across, region.has(x, y) ? Verdict::overlapping : ends_meet ? Verdict::touching : Verdict::disjoint);
        const int beside = region.has(x, y) + region.has(x, y - 1);
        const bool meets = around != 0 || beside != 0 || region.has(x + 1, y) || region.has(x + 1, y - 1);
        ask(along, beside == 2 ? Verdict::overlapping : meets ? Verdict::touching : Verdict::disjoint);
      }
    }
    std::vector<Verdict> verdicts(pairs.size());
    classify(world.scene, pairs, verdicts);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      ASSERT_EQ(verdicts[i], expected[i]) << "round " << round << ", pair " << pairs[i].a << ", " << pairs[i].b;
      hits += verdicts[i] != Verdict::disjoint ? 1 : 0;
    }
  }
  EXPECT_GT(hits, 200u);
}

TEST_P(OutlinesOnIsa, meet_convex_bodies_points_and_segments_as_their_cells_do) {
  check_others<float>(own_seed(5));
  check_others<double>(own_seed(6));
}

template <class T>
void check_points(std::uint64_t seed) {
  Random random(seed);
  for (std::size_t round = 0; round < sampled(60); ++round) {
    OutlineGrid<T> world;
    const GridMap map = random_map(random, true);
    world.fill(random, 20, map, round % 2 == 1);
    std::vector<Vec2d> points;
    std::vector<FoundBody> expected;
    for (int x2 = -1; x2 <= 2 * grid + 1; ++x2) {
      for (int y2 = -1; y2 <= 2 * grid + 1; ++y2) {
        for (BodyId body = 0; body < world.regions.size(); ++body) {
          bool in = false;  // in a cell around the point
          for (int dx = 0; dx <= 1 - (x2 & 1); ++dx) {
            for (int dy = 0; dy <= 1 - (y2 & 1); ++dy) {
              in = in || world.regions[body].has((x2 - 2 * dx) >> 1, (y2 - 2 * dy) >> 1);
            }
          }
          if (in) expected.push_back({static_cast<std::uint32_t>(points.size()), body});
        }
        points.push_back(map.operator()<double>(0.5 * x2, 0.5 * y2));
      }
    }
    std::vector<FoundBody> found;
    bodies_at_points(world.scene, points, found);
    ASSERT_EQ(found.size(), expected.size()) << round;
    for (std::size_t i = 0; i < found.size(); ++i) {
      ASSERT_EQ(found[i].query, expected[i].query);
      ASSERT_EQ(found[i].body, expected[i].body);
    }
  }
}

TEST_P(OutlinesOnIsa, hold_the_points_that_their_cells_hold) {
  check_points<float>(own_seed(7));
  check_points<double>(own_seed(8));
}

bool holds(Predicate predicate, const CellRelation& r) {
  const bool meets = r.interiors_meet || r.boundaries_meet;
  switch (predicate) {
    case Predicate::intersects:
      return meets;
    case Predicate::disjoint:
      return !meets;
    case Predicate::touches:
      return meets && !r.interiors_meet;
    case Predicate::overlaps:
      return r.interiors_meet && r.a_leaves_b && r.b_leaves_a;
    case Predicate::within:
    case Predicate::covered_by:
      return !r.a_leaves_b;
    case Predicate::contains:
    case Predicate::covers:
      return !r.b_leaves_a;
    case Predicate::contains_properly:
      return !r.b_leaves_a && !r.boundaries_meet;
    default:
      return !r.a_leaves_b && !r.b_leaves_a;
  }
}

template <class T>
void check_predicates(std::uint64_t seed) {
  Random random(seed);
  std::size_t yes[10] = {};
  for (std::size_t round = 0; round < sampled(40); ++round) {
    OutlineGrid<T> world;
    world.fill(random, 30, random_map(random, sizeof(T) == sizeof(float)), round % 2 == 1);
    const std::vector<Pair> pairs = all_pairs(world.regions.size());
    std::vector<std::uint8_t> answers(pairs.size());
    for (int k = 0; k < 10; ++k) {
      const auto predicate = static_cast<Predicate>(k);
      relate(world.scene, pairs, predicate, answers);
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        const bool expected = holds(predicate, relation_of(world.regions[pairs[i].a], world.regions[pairs[i].b], grid));
        ASSERT_EQ(answers[i] != 0, expected) << "predicate " << k << ", pair " << pairs[i].a << ", " << pairs[i].b;
        yes[k] += expected ? 1 : 0;
      }
    }
  }
  for (int k = 0; k < 10; ++k) EXPECT_GT(yes[k], 20u) << k;
}

TEST_P(OutlinesOnIsa, relate_as_their_cells_do) {
  check_predicates<float>(own_seed(9));
  check_predicates<double>(own_seed(10));
}

template <class T>
void check_areas(std::uint64_t seed) {
  Random random(seed);
  for (std::size_t round = 0; round < sampled(60); ++round) {
    OutlineGrid<T> world;
    const GridMap map = random_map(random, true);
    world.fill(random, 30, map, round % 2 == 1);
    const double cell = std::abs(map.a * map.d - map.b * map.c);
    std::vector<T> of_shapes(world.scene.shape_count());
    shape_areas(world.scene, of_shapes);
    for (std::size_t i = 0; i < of_shapes.size(); ++i) {
      ASSERT_EQ(of_shapes[i], static_cast<T>(cell * static_cast<double>(world.regions[i].cells.size())));
    }
    const std::vector<Pair> pairs = all_pairs(world.regions.size());
    std::vector<T> areas(pairs.size()), ratios(pairs.size());
    overlap_areas(world.scene, pairs, areas);
    ious(world.scene, pairs, ratios);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const Cells &a = world.regions[pairs[i].a], &b = world.regions[pairs[i].b];
      const auto common =
          std::count_if(a.cells.begin(), a.cells.end(), [&](const auto& c) { return b.cells.count(c) != 0; });
      const double expected = cell * static_cast<double>(common);
      const double all = cell * static_cast<double>(a.cells.size() + b.cells.size()) - expected;
      const double u = sizeof(T) == sizeof(float) ? 0x1p-23 : 0x1p-40;  // of 1,000 square units in a few hundred terms
      ASSERT_NEAR(static_cast<double>(areas[i]), expected, u * (expected + 1));
      ASSERT_NEAR(static_cast<double>(ratios[i]), expected / all, u);
      ASSERT_EQ(areas[i] == 0, common == 0);
    }
  }
}

TEST_P(OutlinesOnIsa, have_the_areas_of_their_cells) {
  check_areas<float>(own_seed(11));
  check_areas<double>(own_seed(12));
}

/// A rectangle of cells with slits from the top, and holes between them, on a grid of 61 by 61.
Cells random_comb(Random& random) {
  constexpr int size = 60;
  Cells region;
  const int low = random.integer(0, 40), left = random.integer(0, 30), right = random.integer(left + 8, size);
  for (int x = left; x < right; ++x) {
    const bool is_slit = (x - left) % 2 == 1 && x < right - 1;
    const int top = is_slit ? random.integer(low + 2, size) : size;
    for (int y = low; y < top; ++y) region.cells.insert({x, y});
    if (!is_slit && x > left && random.chance(0.3)) region.cells.erase({x, low});
  }
  return region;
}

template <class T>
void check_long_outlines(std::uint64_t seed) {
  Random random(seed);
  const GridMap map{1, 1, -1, 2, 1, 0, 0};
  BasicScene<T> scene;
  std::vector<Cells> regions;
  std::size_t longest = 0;
  while (regions.size() < 12) {
    const Cells region = random_comb(random);
    std::vector<BasicVec2<T>> vertices;
    std::vector<std::uint32_t> rings{0}, polygons{0};
    for (const auto& polygon : boundary_of(region, random.chance(0.1))) {
      for (const auto& ring : polygon) {
        for (const auto& [x, y] : ring) vertices.push_back(map.operator()<T>(x, y));
        rings.push_back(static_cast<std::uint32_t>(vertices.size()));
      }
      polygons.push_back(static_cast<std::uint32_t>(rings.size() - 1));
    }
    const std::uint32_t outline[] = {0, static_cast<std::uint32_t>(polygons.size() - 1)};
    ShapeId shape = 0;
    scene.add_outlines({vertices, rings, polygons, outline}, {&shape, 1}, {.skip_invalid = true});
    if (shape == no_shape) continue;
    longest = std::max(longest, vertices.size());
    scene.add_body(shape);
    regions.push_back(region);
  }
  EXPECT_GT(longest, 600u);  // more than 64 groups of eight edges
  const std::vector<Pair> pairs = all_pairs(regions.size());
  std::vector<Verdict> verdicts(pairs.size());
  std::vector<Within> held(pairs.size());
  classify(scene, pairs, verdicts);
  within(scene, pairs, held);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const CellRelation relation = relation_of(regions[pairs[i].a], regions[pairs[i].b], 61);
    ASSERT_EQ(verdicts[i], verdict_of(relation)) << "pair " << pairs[i].a << ", " << pairs[i].b;
    ASSERT_EQ(held[i], within_of(relation)) << "pair " << pairs[i].a << ", " << pairs[i].b;
  }
}

TEST_P(OutlinesOnIsa, of_thousands_of_vertices_lie_as_their_cells_do) {
  for (std::uint64_t seed = 13; seed < 13 + sampled(20); ++seed) {
    check_long_outlines<float>(own_seed(seed));
    check_long_outlines<double>(own_seed(seed + 100));
  }
}

/// An outline that lies inside another one, or outside, by less than doubles tell: beside each of the sides of its box.
template <class T>
void check_hairs() {
  using V = BasicVec2<T>;
  const std::vector<V> large{{0, 0}, {4, 0}, {4, 4}, {2, 3}, {0, 4}},
      small{{0, 0}, {1, 0}, {1, 1}, {T(0.5), T(0.5)}, {0, 1}};
  for (const Rotation turn : {Rotation{1, 0}, Rotation{0, 1}, Rotation{-1, 0}, Rotation{0, -1}}) {
    for (const double hair : {0x1p-49, 0x1p-53, 0x1p-60}) {
      for (const bool inside : {true, false}) {
        const double x = 1, y = inside ? hair : -1 - hair;  // -1 - hair may be -1: the tips touch
        const double rest = inside ? hair : -1 - y;
        BasicScene<T> scene;
        const BodyId a = scene.add_body(scene.add_outline(large), Pose{0, 0, turn});
        const BodyId b = scene.add_body(scene.add_outline(small),
                                        Pose{turn.cos * x - turn.sin * y, turn.sin * x + turn.cos * y, turn});
        const std::vector<Pair> pairs{{b, a}, {a, b}};
        std::vector<Verdict> verdicts(2);
        std::vector<Within> held(2);
        classify(scene, pairs, verdicts);
        within(scene, pairs, held);
        const Verdict expected = inside ? Verdict::overlapping : rest > 0 ? Verdict::disjoint : Verdict::touching;
        EXPECT_EQ(verdicts, (std::vector<Verdict>{expected, expected})) << hair << ' ' << turn.cos << ' ' << turn.sin;
        EXPECT_EQ(held, (std::vector<Within>{inside ? Within::inside : Within::no, Within::no}))
            << hair << ' ' << turn.cos << ' ' << turn.sin;
      }
    }
  }
}

TEST_P(OutlinesOnIsa, a_hair_from_an_edge_lie_on_its_side) {
  check_hairs<float>();
  check_hairs<double>();
}

/// A spike along the lower edge of an outline, of which only the tip comes near the edge, by less than doubles tell; its base is
/// near the edge's other end, where products are small. The side of the tip is known from integers.
TEST_P(OutlinesOnIsa, spikes_with_a_tip_on_a_long_edge_are_on_its_right_side) {
  Random random(own_seed(17));
  const auto integer = [&](double size) { return std::floor(random.uniform(-size, size)); };
  Scened scene;
  std::vector<Pair> pairs;
  std::vector<Verdict> expected;
  for (std::size_t round = 0; round < sampled(2000); ++round) {
    const double unit = 0x1p-30;  // coordinates are integers of up to 52 bits
    const Vec2d a0{integer(0x1p40), integer(0x1p40)},
        a1{a0.x + 0x1p51 + integer(0x1p49), a0.y + 0x1p51 + integer(0x1p49)};
    const double t = random.uniform(0.8, 0.95);
    Vec2d tip{std::round(a0.x + t * (a1.x - a0.x)), std::round(a0.y + t * (a1.y - a0.y))};
    tip.y += random.integer(-1, 1);
    const double low = std::ldexp(1.0, random.integer(20, 30));
    const std::vector<Vec2d> polygon{a0, a1, {a0.x, a0.y + 0x1p51}, {a0.x + 0x1p48, a0.y + 0x1p50}},
        spike{{a0.x + low, a0.y - low}, {a0.x + 1.25 * low, a0.y - 2 * low}, {a0.x + low, a0.y - 4 * low}, tip};
    const auto scaled = [&](std::vector<Vec2d> ring) {
      for (Vec2d& v : ring) v = {v.x * unit, v.y * unit};
      return ring;
    };
    // (a1 - a0) x (tip - a0): products of 54 bits each
    __extension__ using Wide = __int128;
    const auto wide = [](double x) { return static_cast<Wide>(x); };
    const Wide side = wide(a1.x - a0.x) * wide(tip.y - a0.y) - wide(a1.y - a0.y) * wide(tip.x - a0.x);
    const BodyId a = scene.add_body(scene.add_outline(scaled(polygon))),
                 b = scene.add_body(scene.add_outline(scaled(spike)));
    for (const Pair pair : {Pair{a, b}, Pair{b, a}}) {
      pairs.push_back(pair);
      expected.push_back(side > 0 ? Verdict::overlapping : side == 0 ? Verdict::touching : Verdict::disjoint);
    }
  }
  std::vector<Verdict> verdicts(pairs.size());
  classify(scene, pairs, verdicts);
  std::size_t met[3] = {};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    EXPECT_EQ(verdicts[i], expected[i]) << "pair " << i;
    ++met[static_cast<int>(expected[i])];
  }
  EXPECT_GT(met[0], 200u);
  EXPECT_GT(met[2], 200u);
}

TEST(Outlines, relations_of_bodies_without_area_name_body_and_scene) {
  Scene areas, discs;
  const BodyId area = areas.add_body(areas.add_box(1, 1)), disc = discs.add_body(discs.add_circle({0, 0}, 1));
  const BodyId own_disc = areas.add_body(areas.add_circle({0, 0}, 1));
  std::vector<std::uint8_t> results(1, 7);
  const auto status = [&](const BasicScenePair<float>& scenes, Pair pair) {
    return try_relate(scenes, std::vector<Pair>{pair}, Predicate::intersects, results);
  };
  const Status one = status(areas, {area, own_disc}), of_a = status({discs, areas}, {disc, area}),
               of_b = status({areas, discs}, {area, disc});
  using Numbers = std::array<std::uint64_t, 4>;
  EXPECT_EQ(one.numbers, (Numbers{own_disc, 0}));
  EXPECT_EQ(of_a.numbers, (Numbers{disc, 0}));
  EXPECT_EQ(of_b.numbers, (Numbers{disc, 1}));
  EXPECT_EQ(message(of_b).find("pair 0: body 0 of scene_b"), 0u) << message(of_b);
  EXPECT_EQ(results[0], 7);
}

SATCHEL_ON_EVERY_ISA(OutlinesOnIsa);

}  // namespace
}  // namespace satchel::test
