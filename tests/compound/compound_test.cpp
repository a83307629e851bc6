// Compounds: one result a pair of bodies, against all pairs of their parts, which are polygons that other tests prove.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <satchel/satchel.hpp>

#include "support/compounds.hpp"
#include "support/isa_param.hpp"
#include "support/queries.hpp"
#include "support/scale.hpp"
#include "support/thread_executor.hpp"

namespace satchel::test {
namespace {

template <class T>
BasicContact<T> seen_from_b(BasicContact<T> contact) {
  return {T(0) - contact.normal_x + T(0), T(0) - contact.normal_y + T(0), contact.separation, contact.feature ^ 8u};
}

/// The contact is that of the parts it names, and no others are better.
template <class T>
void expect_reduced(const CompoundWorld<T>& world, bool one_scene, Pair pair, const BasicContact<T>& contact,
                    PartPair parts) {
  const bool flip = one_scene && pair.b < pair.a;
  const BodyId a = flip ? pair.b : pair.a, b = flip ? pair.a : pair.b;
  const PartPair its_parts = flip ? PartPair{parts.b, parts.a} : parts;
  ASSERT_LT(its_parts.a, world.parts_of_body[a]);
  ASSERT_LT(its_parts.b, world.parts_of_body[b]);
  const BasicContact<T> of_parts = contact_of_parts(world, a, b, its_parts);
  EXPECT_TRUE(same_bits(contact, flip ? seen_from_b(of_parts) : of_parts));
  const Reduced<T> expected = reduced(world, a, b);
  ASSERT_EQ(verdict(contact), verdict(expected.contact));
  if (verdict(contact) == Verdict::disjoint) {  // gaps of boxes are rounded here and there
    EXPECT_NEAR(distance_key(world, a, b, its_parts, of_parts), expected.key, 1e-12 * (1 + expected.key));
  } else {
    EXPECT_EQ(its_parts, expected.parts);
  }
}

template <class T>
void check_crowd(std::uint64_t seed, double rounded = 0, bool are_stretched = false, int most_parts = 9) {
  Random random(seed);
  CompoundWorld<T> world =
      compound_crowd<T>(random, 60, sampled(3000), most_parts, rounded, most_parts < 9 ? 0.8 : 1.2);
  if (are_stretched) stretch(world, random);
  const std::size_t count = world.pairs.size();
  for (int frame = 0; frame < 2; ++frame) {
    std::vector<BasicContact<T>> contacts(count), of_two(count);
    std::vector<PartPair> parts(count), parts_of_two(count);
    collide(world.scene, world.pairs, contacts, parts);
    collide(world.scene, world.scene, world.pairs, of_two, parts_of_two);
    std::size_t counts[3] = {};
    for (std::size_t i = 0; i < count; ++i) {
      SCOPED_TRACE(i);
      ++counts[static_cast<int>(verdict(contacts[i]))];
      expect_reduced(world, true, world.pairs[i], contacts[i], parts[i]);
      expect_reduced(world, false, world.pairs[i], of_two[i], parts_of_two[i]);
      if (testing::Test::HasFailure()) return;
    }
    EXPECT_GT(counts[0], count / 4);
    EXPECT_GT(counts[2], count / 20);

    // The same without parts, as verdicts alone, as hits, on other threads, in pieces.
    EXPECT_TRUE(same_bits(collided(world.scene, world.pairs), contacts));
    const std::vector<Verdict> verdicts = classified(world.scene, world.pairs);
    std::vector<BasicHit<T>> hits;
    find_hits(world.scene, world.pairs, hits);
    EXPECT_EQ(hits.size(), count - counts[0]);
    std::size_t hit = 0;
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_EQ(verdicts[i], verdict(contacts[i]));
      if (verdicts[i] == Verdict::disjoint) continue;
      ASSERT_TRUE(same_bits(hits[hit++].contact, contacts[i]));
    }
    ThreadExecutor executor(3);
    EXPECT_TRUE(same_bits(collided(world.scene, world.pairs, {.executor = &executor.executor()}), contacts));
    for (const std::size_t piece : {1u, 7u, 65u}) {
      std::vector<BasicContact<T>> in_pieces(count);
      for (std::size_t i = 0; i < count; i += piece) {
        const std::size_t size = std::min(piece, count - i);
        collide(world.scene, std::span<const Pair>(world.pairs).subspan(i, size),
                std::span(in_pieces).subspan(i, size));
      }
      EXPECT_TRUE(same_bits(in_pieces, contacts));
    }

    std::vector<Pose> poses;
    for (BodyId body = 0; body < world.scene.body_slots(); ++body) {
      Pose pose = Pose::at(0, 0, random.uniform(0, 6));
      pose.x = world.scene.pose(body).x + random.uniform(-0.3, 0.3);
      pose.y = world.scene.pose(body).y;
      poses.push_back(pose);
    }
    world.set_poses(poses);
  }
}

class CompoundOnIsa : public OnEveryIsa {};

TEST_P(CompoundOnIsa, has_the_result_of_its_deepest_parts) { check_crowd<float>(71); }
TEST_P(CompoundOnIsa, has_the_result_of_its_deepest_parts_in_double) { check_crowd<double>(72); }

TEST_P(CompoundOnIsa, has_the_result_of_its_deepest_parts_where_rotations_are_off) {
  check_crowd<float>(84, 0, true);
  check_crowd<double>(85, 0, true);
}

TEST_P(CompoundOnIsa, of_rounded_parts_too) {
  check_crowd<float>(73, 0.3);
  check_crowd<double>(74, 0.3);
}

TEST_P(CompoundOnIsa, of_few_parts_too) {
  check_crowd<float>(86, 0, false, 4);
  check_crowd<double>(87, 0, false, 4);
  check_crowd<float>(88, 0.3, true, 3);
}

/// Tiles side by side: touches by the hundred, and ties that the lowest parts win.
TEST_P(CompoundOnIsa, of_tiles_touches_its_neighbours) {
  Scene scene;
  std::vector<ShapeId> tiles;
  for (int k = 0; k < 6; ++k) {
    const float x = static_cast<float>(k % 3), y = static_cast<float>(k / 3);
    tiles.push_back(scene.add_polygon(std::array<Vec2, 4>{{{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}}}));
  }
  const ShapeId shape = scene.add_compound(tiles);
  const BodyId a = scene.add_body(shape), right = scene.add_body(shape, Pose{3, 0});
  const BodyId above = scene.add_body(shape, Pose{1, 2}), corner = scene.add_body(shape, Pose{-3, -2});
  const BodyId far = scene.add_body(shape, Pose{7, 0}), deep = scene.add_body(shape, Pose{2.5, 0});
  const std::vector<Pair> pairs{{a, right}, {a, above}, {a, corner}, {a, far}, {a, deep}, {deep, a}, {a, a}};
  std::vector<Contact> contacts(pairs.size());
  std::vector<PartPair> parts(pairs.size());
  collide(scene, pairs, contacts, parts);
  EXPECT_EQ(verdict(contacts[0]), Verdict::touching);
  EXPECT_EQ(parts[0], (PartPair{2, 0}));
  EXPECT_EQ(verdict(contacts[1]), Verdict::touching);
  EXPECT_EQ(parts[1], (PartPair{3, 0}));  // part 3 meets part 0 of the other in a corner
  EXPECT_EQ(verdict(contacts[2]), Verdict::touching);
  EXPECT_EQ(parts[2], (PartPair{0, 5}));
  EXPECT_EQ(verdict(contacts[3]), Verdict::disjoint);
  EXPECT_EQ(contacts[3].separation, 4.0f);
  EXPECT_EQ(parts[3], (PartPair{2, 0}));
  EXPECT_EQ(verdict(contacts[4]), Verdict::overlapping);
  EXPECT_EQ(contacts[4].separation, -0.5f);
  EXPECT_EQ(parts[4], (PartPair{2, 0}));
  EXPECT_TRUE(same_bits(contacts[5], seen_from_b(contacts[4])));
  EXPECT_EQ(parts[5], (PartPair{0, 2}));
  EXPECT_EQ(contacts[6].separation, -1.0f);
  EXPECT_EQ(parts[6], (PartPair{0, 0}));
}

/// A map: the cells of a crooked grid, some cut in two, three or so a body, all at one pose; and over it the cells of
/// another such grid. Neighbours share vertices and edges, also where the end of one lies within another's.
/// @param step         coordinates are multiples of it; 0: they are any
/// @param own_origins  each body has an origin of its own, from where its vertices are rounded
template <class T>
CompoundWorld<T> map_of_cells(Random& random, double step, bool own_origins) {
  constexpr int side = 7;
  CompoundWorld<T> world;
  for (int layer = 0; layer < 2; ++layer) {
    std::vector<BasicVec2<T>> corners;
    for (int y = 0; y <= side; ++y) {
      for (int x = 0; x <= side; ++x) {
        const auto crooked = [&](int at) {
          const double value = 16 * at + random.uniform(-4, 4);
          return static_cast<T>(step == 0 ? 300 + value : step * std::round(value / step));
        };
        corners.push_back({crooked(x), crooked(y)});
      }
    }
    for (int y = 0; y < side; ++y) {
      std::vector<ShapeId> ids, flat_ids;
      Pose pose;
      const auto add = [&](BasicPolygon<T> cell) {
        if (own_origins && ids.empty()) {
          pose = {static_cast<double>(cell[0].x), static_cast<double>(cell[0].y)};
          if (step == 0) pose = {pose.x + random.uniform(0, 5), pose.y + random.uniform(0, 5)};
        }
        for (BasicVec2<T>& v : cell) {
          v = {static_cast<T>(static_cast<double>(v.x) - pose.x), static_cast<T>(static_cast<double>(v.y) - pose.y)};
        }
        ids.push_back(world.scene.add_polygon(cell));
        flat_ids.push_back(world.flat.add_polygon(cell));
      };
      for (int x = 0; x < side; ++x) {
        const std::size_t k = static_cast<std::size_t>(y * (side + 1) + x);
        const BasicVec2<T> p = corners[k], q = corners[k + 1], r = corners[k + side + 2], s = corners[k + side + 1];
        if (random.chance(0.4)) {
          add({p, q, r});
          add({p, r, s});
        } else {
          add({p, q, r, s});
        }
        if (x + 1 < side && random.chance(0.6)) continue;
        world.scene.add_body(world.scene.add_compound(ids), pose);
        world.first_of_body.push_back(static_cast<BodyId>(world.flat.body_slots()));
        world.parts_of_body.push_back(static_cast<std::uint32_t>(ids.size()));
        for (const ShapeId id : flat_ids) world.flat.add_body(id, pose);
        ids.clear();
        flat_ids.clear();
      }
    }
  }
  const auto count = static_cast<BodyId>(world.parts_of_body.size());
  for (BodyId a = 0; a < count; ++a) {
    for (BodyId b = 0; b < count; ++b) {
      if (a < b ? random.chance(0.4) : random.chance(0.05)) world.pairs.push_back({a, b});
    }
  }
  return world;
}

template <class T>
void check_map(std::uint64_t seed, double step, bool own_origins = false) {
  Random random(seed);
  const CompoundWorld<T> world = map_of_cells<T>(random, step, own_origins);
  const std::size_t count = world.pairs.size();
  std::vector<BasicContact<T>> contacts(count);
  std::vector<PartPair> parts(count);
  std::vector<Verdict> verdicts(count);
  collide(world.scene, world.pairs, contacts, parts);
  classify(world.scene, world.pairs, verdicts);
  std::size_t counts[3] = {};
  for (std::size_t i = 0; i < count; ++i) {
    SCOPED_TRACE(i);
    ++counts[static_cast<int>(verdict(contacts[i]))];
    EXPECT_EQ(verdicts[i], verdict(contacts[i]));
    expect_reduced(world, true, world.pairs[i], contacts[i], parts[i]);
    if (testing::Test::HasFailure()) return;
  }
  for (const std::size_t of_verdict : counts) {
    // Vertices that are rounded from different origins seldom are equal.
    if (!own_origins || step != 0 || of_verdict != counts[static_cast<int>(Verdict::touching)]) {
      EXPECT_GT(of_verdict, 10u);
    }
  }
}

TEST_P(CompoundOnIsa, of_maps_touches_its_neighbours) {
  check_map<float>(75, 0);
  check_map<double>(76, 0);
}

TEST_P(CompoundOnIsa, of_maps_on_a_grid_touches_its_neighbours) {
  check_map<float>(77, 1);  // lanes decide a touch
  check_map<double>(78, 1);
  check_map<float>(79, 0x1p-10);  // they do not
}

TEST_P(CompoundOnIsa, of_maps_with_own_origins_touches_its_neighbours) {
  check_map<float>(80, 1, true);
  check_map<double>(81, 1, true);
  check_map<float>(82, 0x1p-10, true);
}

TEST_P(CompoundOnIsa, of_maps_with_own_origins_is_told_from_its_neighbours) {
  check_map<float>(89, 0, true);
  check_map<double>(90, 0, true);
}

/// Bodies of more parts than are looked at together.
/// Rows of boxes whose nearest ends are a few roundings apart: gaps of boxes that are found in another order of operations would
/// leave out the nearest parts.
template <class T>
void test_rows_a_hair_apart(std::uint64_t seed) {
  Random random(seed);
  const double u = std::numeric_limits<T>::epsilon() / 2;
  for (const auto& [count_a, count_b] :
       {std::pair(1, 17), {17, 1}, {5, 5}, {1, 20}, {20, 1}, {12, 12}, {70, 3}, {3, 70}}) {
    for (std::size_t round = 0; round < sampled(300); ++round) {
      BasicScene<T> scene;
      T end_a = 0, start_b = 0;
      double size = 0;
      const auto row = [&](int count, int direction, T& end) {
        std::vector<ShapeId> parts;
        const T half = T(random.uniform(0.3, 1.3)), offset = T(random.uniform(0, 1));
        for (int i = 0; i < count; ++i) {
          const T x = offset + T(direction) * 2 * half * T(i) * T(1.3), y = T(random.uniform(0, 0.1));
          parts.push_back(
              scene.add_polygon({{x - half, y - 1}, {x + half, y - 1}, {x + half, y + 1}, {x - half, y + 1}}));
          if (i == 0) end = x - T(direction) * half;
          size += 4 * static_cast<double>(half);
        }
        return scene.add_body(count == 1 ? parts[0] : scene.add_compound(parts));
      };
      const BodyId a = row(count_a, -1, end_a), b = row(count_b, 1, start_b);
      for (int k = 0; k < 30; ++k) {
        const double gap = 2 * u * size * random.uniform(0.1, 30);
        scene.set_pose(b, {static_cast<double>(end_a) - static_cast<double>(start_b) + gap, 0});
        const BasicContact<T> contact = collided(scene, Pair{a, b});
        ASSERT_EQ(verdict(contact), Verdict::disjoint);
        ASSERT_NEAR(static_cast<double>(contact.separation), gap, 8 * u * size) << count_a << " x " << count_b;
        std::vector<BasicDistance<T>> distance(1);
        distances(scene, std::vector<Pair>{{a, b}}, distance);
        ASSERT_NEAR(static_cast<double>(distance[0].distance), gap, 8 * u * size) << count_a << " x " << count_b;
      }
    }
  }
}
TEST_P(CompoundOnIsa, in_rows_a_hair_apart_has_its_nearest_parts) {
  test_rows_a_hair_apart<float>(own_seed(31));
  test_rows_a_hair_apart<double>(own_seed(32));
}

TEST_P(CompoundOnIsa, whose_teeth_nearly_touch_a_wall_has_their_gap) {
  Scene scene;
  std::vector<ShapeId> teeth;
  for (int k = 0; k < 17; ++k) {
    const float y = -4 + 0.5f * static_cast<float>(k);
    teeth.push_back(scene.add_polygon({{-0.7f, y}, {0.3f, y}, {0.3f, y + 0.25f}, {-0.7f, y + 0.25f}}));
  }
  const BodyId wall = scene.add_body(scene.add_box(1, 8)), comb = scene.add_body(scene.add_compound(teeth));
  for (int i = 1; i < 400; ++i) {
    const double gap = i * 1e-7;
    scene.set_pose(comb, {1 + static_cast<double>(0.7f) + gap, 0});
    const Contact contact = collided(scene, Pair{wall, comb});
    ASSERT_NEAR(contact.separation, gap, 1e-6) << i;
    ASSERT_EQ(contact.normal_x, 1) << i;
  }
}

TEST_P(CompoundOnIsa, has_any_number_of_parts) {
  Scene scene;
  std::vector<ShapeId> tiles;
  for (int k = 0; k < 150; ++k) {
    const float x = static_cast<float>(k);
    tiles.push_back(scene.add_polygon(std::array<Vec2, 3>{{{x, 0}, {x + 1, 0}, {x, 1}}}));
  }
  const ShapeId shape = scene.add_compound(tiles), one = scene.add_box(0.25f, 0.25f);
  const BodyId row = scene.add_body(shape), other = scene.add_body(shape, Pose{0, 1.5});
  const BodyId apart = scene.add_body(shape, Pose{149.75, 0.5}), box = scene.add_body(one, Pose{130.75, 0});
  const std::vector<Pair> pairs{{row, other}, {row, apart}, {row, box}, {box, apart}};
  std::vector<Contact> contacts(pairs.size());
  std::vector<PartPair> parts(pairs.size());
  collide(scene, pairs, contacts, parts);
  EXPECT_EQ(contacts[0].separation, 0.5f);
  EXPECT_EQ(parts[0], (PartPair{0, 0}));
  EXPECT_EQ(verdict(contacts[1]), Verdict::disjoint);
  EXPECT_EQ(parts[1], (PartPair{149, 0}));
  EXPECT_EQ(verdict(contacts[2]), Verdict::overlapping);
  EXPECT_EQ(parts[2].a, 130u);
  EXPECT_EQ(verdict(contacts[3]), Verdict::disjoint);
  EXPECT_EQ(parts[3], (PartPair{0, 0}));
}

SATCHEL_ON_EVERY_ISA(CompoundOnIsa);

// ---- inner edges
// ---------------------------------------------------------------------------------------------------

/// The largest of the separations along the edges that are not inner, in double.
double depth_beside(const CompoundWorld<float>& world, BodyId a, BodyId b, PartPair parts,
                    const std::vector<std::uint8_t>& inner_a, const std::vector<std::uint8_t>& inner_b) {
  std::vector<Point2> rings[2];
  const BodyId bodies[2] = {world.first_of_body[a] + parts.a, world.first_of_body[b] + parts.b};
  for (int side = 0; side < 2; ++side) {
    std::vector<Vec2> offsets(world.flat.vertex_count(world.flat.shape(bodies[side])));
    world.flat.placed_offsets(bodies[side], offsets);
    const Pose pose = world.flat.pose(bodies[side]);
    for (const Vec2 v : offsets) rings[side].push_back({pose.x + double{v.x}, pose.y + double{v.y}});
  }
  double best = -std::numeric_limits<double>::infinity();
  for (int side = 0; side < 2; ++side) {
    const std::vector<Point2>&ring = rings[side], &other = rings[1 - side];
    const std::vector<std::uint8_t>& inner = side == 0 ? inner_a : inner_b;
    for (std::size_t e = 0; e < ring.size(); ++e) {
      if (inner[e] != 0) continue;
      const Point2 p = ring[e], q = ring[(e + 1) % ring.size()];
      const double ex = q.x - p.x, ey = q.y - p.y;
      double least = std::numeric_limits<double>::infinity();
      for (const Point2 v : other) least = std::min(least, ey * (v.x - p.x) - ex * (v.y - p.y));
      best = std::max(best, least / std::hypot(ex, ey));
    }
  }
  return best;
}

/// Single-part compounds with random masks: the depth is the best of the edges left, verdicts are what they were.
TEST(CompoundEdges, that_are_inner_decide_no_overlap) {
  Random random(73);
  CompoundWorld<float> world;
  std::vector<std::vector<std::uint8_t>> masks;
  for (int k = 0; k < 60; ++k) {
    const Polygon polygon = round_polygon(random, random.integer(3, 20), 1, {random.uniform(-1, 1), 0});
    std::vector<std::uint8_t> mask;
    for (std::size_t e = 0; e < polygon.size(); ++e) mask.push_back(random.chance(0.4) ? 1 : 0);
    if (k % 10 == 0) std::fill(mask.begin(), mask.end(), std::uint8_t{1});
    const ShapeId part = world.scene.add_polygon(polygon);
    const Pose pose = Pose::at(random.uniform(0, 4), random.uniform(0, 4), random.uniform(0, 6));
    world.scene.add_body(world.scene.add_compound({&part, 1}, mask), pose);
    world.first_of_body.push_back(world.flat.add_body(world.flat.add_polygon(polygon), pose));
    world.parts_of_body.push_back(1);
    masks.push_back(mask);
  }
  std::size_t changed = 0, all_inner = 0;
  for (BodyId a = 0; a < 60; ++a) {
    for (BodyId b = 0; b < 60; ++b) {
      const Contact contact = collided(world.scene, Pair{a, b});
      const Pair of_parts{world.first_of_body[a], world.first_of_body[b]};
      const Contact plain = collided(world.flat, of_parts);
      ASSERT_EQ(verdict(contact), verdict(plain));
      if (verdict(contact) == Verdict::disjoint) {
        ASSERT_TRUE(same_bits(contact, plain));
        continue;
      }
      ASSERT_TRUE(same_bits(collided(world.scene, Pair{b, a}), a == b ? contact : seen_from_b(contact)));
      std::vector<std::uint8_t> of_a = masks[a], of_b = masks[b];
      if (std::count(of_a.begin(), of_a.end(), 0) + std::count(of_b.begin(), of_b.end(), 0) == 0) {
        ++all_inner;  // decided in double, not in the lanes
        ASSERT_NEAR(contact.separation, plain.separation, 1e-6);
        continue;
      }
      const std::vector<std::uint8_t>& of_side = side(contact) == Side::a ? of_a : of_b;
      ASSERT_EQ(of_side[index(contact)], 0);
      ASSERT_NEAR(double{contact.separation}, depth_beside(world, a, b, {0, 0}, of_a, of_b), 1e-6);
      changed += contact.separation != plain.separation;
    }
  }
  EXPECT_GT(changed, 100u);
  EXPECT_GT(all_inner, 0u);
}

/// An octagon, corner down, that has sunk into a floor of two tiles over their seam.
TEST(CompoundEdges, between_tiles_do_not_push_aside) {
  Scene scene;
  const std::array<ShapeId, 2> tiles{scene.add_polygon(std::array<Vec2, 4>{{{-2, -1}, {0, -1}, {0, 0}, {-2, 0}}}),
                                     scene.add_polygon(std::array<Vec2, 4>{{{0, -1}, {2, -1}, {2, 0}, {0, 0}}})};
  const std::array<std::uint8_t, 8> seam{0, 1, 0, 0, 0, 0, 0, 1};
  const BodyId body = scene.add_body(scene.add_polygon(regular_polygon(8, 0.2, 0, {0, -0.1})));
  const BodyId plain = scene.add_body(scene.add_compound(tiles));
  const BodyId smooth = scene.add_body(scene.add_compound(tiles, seam));
  const Contact by_seam = collided(scene, Pair{body, plain}), beside = collided(scene, Pair{body, smooth});
  EXPECT_EQ(verdict(by_seam), Verdict::overlapping);
  EXPECT_EQ(side(by_seam), Side::b);
  EXPECT_EQ(std::abs(by_seam.normal_x), 1.0f);
  EXPECT_NEAR(by_seam.separation, -0.2f, 1e-6);
  EXPECT_EQ(verdict(beside), Verdict::overlapping);
  EXPECT_EQ(side(beside), Side::a);  // the octagon's own edges still may
  EXPECT_NEAR(beside.separation, -0.2 * std::cos(std::numbers::pi / 8) - 0.1 * std::sin(std::numbers::pi / 8), 1e-6);
}

/// 2^32 pairs of parts, and more.
TEST(Compound, of_so_many_parts_that_the_number_of_their_pairs_has_more_than_32_bits) {
  const std::uint32_t many = 65536;
  std::vector<Vec2> points;
  for (std::uint32_t i = 0; i <= many; ++i) points.push_back({static_cast<float>(i), static_cast<float>(i & 1)});
  Scene scene;
  const ShapeId chain = scene.add_chain(points);
  const ShapeId tile = scene.add_box(0.5f, 0.25f);
  scene.add_body(chain);
  scene.add_body(chain, {100.5, -30000, {0, 1}});  // crosses it
  scene.add_body(scene.add_compound(std::vector<ShapeId>(1, tile)), {10.5, 0.5, {}});
  const std::vector<Pair> pairs{{0, 1}, {0, 2}};
  std::vector<Verdict> verdicts(2);
  classify(scene, pairs, verdicts);
  EXPECT_EQ(verdicts, std::vector<Verdict>(2, Verdict::overlapping));
  std::vector<Contact> contacts(2);
  collide(scene, pairs, contacts);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(verdict(contacts[i]), Verdict::overlapping) << i;
}

}  // namespace
}  // namespace satchel::test
