// Links between bodies and chains: no seam decides a normal, verdicts are those of the geometry.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <satchel/satchel.hpp>
#include <vector>

#include "support/floors.hpp"
#include "support/isa_param.hpp"
#include "support/random.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

using SeamsOnIsa = OnEveryIsa;

struct Sideways {
  std::size_t contacts = 0, contacts_sideways = 0, points = 0, points_sideways = 0, wrong_depth = 0;
};

/// Slides a box over a floor whose top is y = 0, at several depths, and counts normals that are not vertical.
template <class T>
Sideways slide(BasicScene<T>& scene, const std::vector<BodyId>& floor, ShapeId shape, double below, double from,
               double to) {
  Sideways counts;
  const BodyId body = scene.add_body(shape);
  const std::vector<Pair> pairs = pairs_with(body, floor);
  std::vector<BasicContact<T>> contacts(pairs.size());
  std::vector<BasicManifold<T>> found(pairs.size());
  for (const double bottom : {0.0625, 0.0, -0.0009765625, -0.25}) {
    for (double x = from; x < to; x += 0.171875) {
      scene.set_pose(body, {x, bottom + below});
      collide(scene, pairs, contacts);
      manifolds(scene, pairs, found, {.margin = T(0.125)});
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (verdict(contacts[i]) != Verdict::disjoint) {
          ++counts.contacts;
          const bool vertical = std::fabs(contacts[i].normal_x) < T(1e-6) && contacts[i].normal_y < 0;
          counts.contacts_sideways += vertical ? 0 : 1;
          const double depth = -static_cast<double>(contacts[i].separation);
          counts.wrong_depth +=
              vertical && verdict(contacts[i]) == Verdict::overlapping && std::fabs(depth + bottom) > 1e-5;
        }
        counts.points += found[i].count;
        if (found[i].count > 0) counts.points_sideways += std::fabs(found[i].normal_x) < T(1e-6) ? 0 : 1;
      }
    }
  }
  scene.remove_body(body);
  return counts;
}

template <class T>
void expect_smooth(const Sideways& counts) {
  EXPECT_GT(counts.contacts, 100u);
  EXPECT_GT(counts.points, 100u);
  EXPECT_EQ(counts.contacts_sideways, 0u);
  EXPECT_EQ(counts.points_sideways, 0u);
  EXPECT_EQ(counts.wrong_depth, 0u);
}

template <class T>
void test_floor_of_tiles() {
  BasicScene<T> scene;
  const std::vector<BodyId> tiles = add_tiles(scene, 1000);
  const ShapeId box = scene.add_box(1, T(0.75)), disc = scene.add_circle({0, 0}, T(0.75));
  const Sideways before = slide<T>(scene, {tiles.begin(), tiles.begin() + 40}, box, 0.75, 2, 38);
  EXPECT_GT(before.contacts_sideways, 50u) << "without links there is nothing to show";
  EXPECT_GT(before.points_sideways, 50u);
  EXPECT_EQ(scene.link_shared_edges(tiles), 999u);
  expect_smooth<T>(slide<T>(scene, {tiles.begin(), tiles.begin() + 40}, box, 0.75, 2, 38));
  expect_smooth<T>(slide<T>(scene, {tiles.end() - 40, tiles.end()}, box, 0.75, 962, 998));
  expect_smooth<T>(slide<T>(scene, {tiles.begin() + 500, tiles.begin() + 540}, disc, 0.75, 502, 538));
}
TEST_P(SeamsOnIsa, floor_of_tiles_gives_no_sideways_normal) {
  test_floor_of_tiles<float>();
  test_floor_of_tiles<double>();
}

template <class T>
void test_floor_of_segments(bool as_bodies) {
  for (const bool one_sided : {false, true}) {
    BasicScene<T> scene;
    std::vector<BasicVec2<T>> points;
    for (int i = 40; i >= 0; --i) points.push_back({T(i), 0});  // from right to left, so that the front is up
    std::vector<BodyId> floor;
    if (as_bodies) {
      std::vector<EdgeLink> links;
      for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        floor.push_back(scene.add_body(scene.add_segment(points[i], points[i + 1])));
        EdgeLink link{.body = floor.back(), .one_sided = one_sided};
        if (i > 0) link.before = {static_cast<double>(points[i - 1].x), 0};
        if (i + 2 < points.size()) link.after = {static_cast<double>(points[i + 2].x), 0};
        links.push_back(link);
      }
      scene.link_edges(links);
    } else {
      floor.push_back(scene.add_body(scene.add_chain(points, false, one_sided)));
    }
    expect_smooth<T>(slide<T>(scene, floor, scene.add_box(1, T(0.75)), 0.75, 2, 38));
    expect_smooth<T>(slide<T>(scene, floor, scene.add_circle({0, 0}, T(0.75)), 0.75, 2, 38));
    expect_smooth<T>(slide<T>(scene, floor, scene.add_capsule({T(-0.5), 0}, {T(0.5), 0}, T(0.25)), 0.25, 2, 38));
  }
}
TEST_P(SeamsOnIsa, floor_of_segments_gives_no_sideways_normal) {
  test_floor_of_segments<float>(true);
  test_floor_of_segments<double>(true);
}
TEST_P(SeamsOnIsa, chain_gives_no_sideways_normal) {
  test_floor_of_segments<float>(false);
  test_floor_of_segments<double>(false);
}

TEST_P(SeamsOnIsa, segments_that_follow_each_other_are_found) {
  Scene scene;
  const ShapeId segment = scene.add_segment({0.5f, 0}, {-0.5f, 0});
  std::vector<BodyId> floor;
  for (int i = 0; i < 40; ++i) floor.push_back(scene.add_body(segment, {i + 0.5, 0}));
  EXPECT_EQ(scene.link_shared_edges(floor), 39u);
  expect_smooth<float>(slide<float>(scene, floor, scene.add_box(1, 0.75f), 0.75, 2, 38));
}

TEST_P(SeamsOnIsa, a_compound_slides_over_linked_tiles) {
  Scene scene;
  const std::vector<BodyId> tiles = add_tiles(scene, 40);
  scene.link_shared_edges(tiles);
  const ShapeId left = scene.add_polygon(std::array<Vec2, 4>{{{-1, -0.75f}, {0, -0.75f}, {0, 0.75f}, {-1, 0.75f}}});
  const ShapeId right = scene.add_polygon(std::array<Vec2, 4>{{{0, -0.75f}, {1, -0.75f}, {1, 0}, {0, 0}}});
  const ShapeId parts = scene.add_compound(std::array{left, right});
  const Sideways counts = slide<float>(scene, tiles, parts, 0.75, 2, 38);
  EXPECT_GT(counts.contacts, 100u);
  EXPECT_EQ(counts.contacts_sideways, 0u);
}

TEST_P(SeamsOnIsa, tolerance_finds_borders_that_are_no_binary_fractions) {
  Scene scene;
  const ShapeId tile = scene.add_box(0.05f, 0.05f);
  std::vector<BodyId> tiles;
  for (int i = 0; i < 100; ++i) tiles.push_back(scene.add_body(tile, {0.1 * i, 0.1 * (i % 10)}));
  for (int i = 0; i < 100; ++i) tiles.push_back(scene.add_body(tile, {0.1 * i, 20.0}));
  EXPECT_LT(scene.link_shared_edges(tiles), 50u);
  EXPECT_EQ(scene.link_shared_edges(tiles, 1e-6), 99u + 0u);
}

TEST_P(SeamsOnIsa, verdicts_stay_those_of_the_geometry) {
  Random random(39);
  Scene scene;
  std::vector<BodyId> tiles = add_tiles(scene, 30);
  std::vector<Pair> pairs;
  const ShapeId box = scene.add_box(0.75f, 0.5f), disc = scene.add_circle({0, 0}, 0.5f);
  for (int i = 0; i < 300; ++i) {
    const Pose pose = Pose::at(random.uniform(0, 30), random.uniform(-1.2, 1.2), random.uniform(0, 6));
    const BodyId body = scene.add_body(i % 2 == 0 ? box : disc, pose);
    for (const BodyId tile : tiles) pairs.push_back(i % 3 == 0 ? Pair{tile, body} : Pair{body, tile});
  }
  std::vector<Verdict> plain(pairs.size()), linked(pairs.size());
  std::vector<Contact> before(pairs.size()), after(pairs.size());
  collide(scene, pairs, before);
  classify(scene, pairs, plain);
  scene.link_shared_edges(tiles);
  collide(scene, pairs, after);
  classify(scene, pairs, linked);
  std::size_t changed = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    ASSERT_EQ(linked[i], plain[i]);
    ASSERT_EQ(verdict(after[i]), plain[i]);
    if (plain[i] == Verdict::disjoint) {
      ASSERT_EQ(after[i], before[i]);
    }
    if (plain[i] == Verdict::overlapping) {
      ASSERT_LE(after[i].separation, before[i].separation);
    }
    changed += after[i] == before[i] ? 0 : 1;
  }
  EXPECT_GT(changed, 50u);
}

// ---- an oracle: what is left, by angles ------------------------------------------------------------------------------

using Real = long double;

struct Terrain {
  std::vector<Vec2> points;  ///< from right to left: the front is up
  bool one_sided;
};

/// Whether the normal at angle `angle` is left to segment k of a terrain, up to `slack`; the angles are those of normals.
bool is_left(const Terrain& terrain, std::size_t k, Real angle, Real slack) {
  const auto normal = [&](std::size_t i) {  // of the front
    return std::atan2(-(Real(terrain.points[i + 1].x) - Real(terrain.points[i].x)),
                      Real(terrain.points[i + 1].y) - Real(terrain.points[i].y));
  };
  const Real turn = 2 * std::acos(Real(-1));
  const auto within = [&](Real from, Real to) {  // counter-clockwise from `from`, if that is less than half a turn
    Real span = std::remainder(to - from, turn);
    if (span < 0) span = 0;
    const Real at = std::remainder(angle - from - span / 2, turn);
    return std::fabs(at) <= span / 2 + slack;
  };
  const bool has_last = k + 2 < terrain.points.size(), has_first = k > 0;
  const Real own = normal(k), half = turn / 2;
  if (within(own, own) || (has_last && within(own, normal(k + 1))) || (has_first && within(normal(k - 1), own)))
    return true;
  if (terrain.one_sided) return false;
  if (within(own + half, own + half)) return true;
  if (has_last && within(normal(k + 1) + half, own + half)) return true;
  if (has_first && within(own + half, normal(k - 1) + half)) return true;
  const auto fan = [&](Real from) {
    return std::fabs(std::remainder(angle - from - half / 2, turn)) <= half / 2 + slack;
  };
  return (!has_last && fan(own)) || (!has_first && fan(own + half));
}

struct Deepness {
  Real depth = 1e30L, x = 0, y = 0;  ///< along this normal
};

/// The least depth of the polygon in segment k along normals that are left, which are those of the edges of both.
Deepness least_depth(const Terrain& terrain, std::size_t k, const std::vector<Vec2d>& polygon, Real slack) {
  const Vec2 p = terrain.points[k], q = terrain.points[k + 1];
  Deepness best;
  const auto along = [&](Real x, Real y) {  // the normal points away from the segment
    const Real length = std::sqrt(x * x + y * y);
    x /= length, y /= length;
    if (!is_left(terrain, k, std::atan2(y, x), slack)) return;
    const Real top = std::max(x * Real(p.x) + y * Real(p.y), x * Real(q.x) + y * Real(q.y));
    Real bottom = 1e30L;
    for (const Vec2d v : polygon) bottom = std::min(bottom, x * Real(v.x) + y * Real(v.y));
    if (top - bottom < best.depth) best = {top - bottom, x, y};
  };
  const Real ex = Real(q.x) - Real(p.x), ey = Real(q.y) - Real(p.y);
  along(ey, -ex);
  if (!terrain.one_sided) along(-ey, ex);
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec2d from = polygon[i], to = polygon[(i + 1) % polygon.size()];
    along(-(Real(to.y) - Real(from.y)), Real(to.x) - Real(from.x));
  }
  return best;
}

/// Whether a normal that is not left counts in place of the best left: the next segment at an end of segment k has a normal that is
/// nearer to it, along which the polygon is less deep below the common point.
bool is_beside(const Terrain& terrain, std::size_t k, const std::vector<Vec2d>& polygon, Real x, Real y,
               const Deepness& left) {
  for (const std::size_t other : {k - 1, k + 1}) {
    if (other + 1 >= terrain.points.size()) continue;
    const Vec2 p = terrain.points[other], q = terrain.points[other + 1], common = terrain.points[std::max(k, other)];
    const Real ex = Real(q.x) - Real(p.x), ey = Real(q.y) - Real(p.y), length = std::sqrt(ex * ex + ey * ey);
    for (const int sign : {1, -1}) {
      if (sign < 0 && terrain.one_sided) continue;
      const Real nx = sign * ey / length, ny = -sign * ex / length;
      Real bottom = 1e30L;
      for (const Vec2d v : polygon)
        bottom = std::min(bottom, nx * (Real(v.x) - common.x) + ny * (Real(v.y) - common.y));
      if (-bottom < left.depth + 1e-5L && nx * x + ny * y > nx * left.x + ny * left.y - 1e-5L) return true;
    }
  }
  return false;
}

TEST_P(SeamsOnIsa, depth_is_the_least_along_the_normals_that_are_left_or_beside) {
  Random random(own_seed(7));
  std::size_t overlaps = 0, beside = 0;
  for (int round = 0; round < 60; ++round) {
    Terrain terrain{{}, round % 2 == 0};
    for (int i = 12; i >= 0; --i) {
      terrain.points.push_back({static_cast<float>(i), static_cast<float>(random.uniform(-0.6, 0.6))});
    }
    Scene scene;
    std::vector<BodyId> segments;
    for (std::size_t k = 0; k + 1 < terrain.points.size(); ++k) {
      segments.push_back(scene.add_body(scene.add_segment(terrain.points[k], terrain.points[k + 1])));
    }
    scene.link_shared_edges(segments);
    if (terrain.one_sided) {
      std::vector<EdgeLink> links;
      for (std::size_t k = 0; k < segments.size(); ++k) {
        EdgeLink link{.body = segments[k], .one_sided = true};
        const auto world = [](Vec2 v) { return Vec2d{static_cast<double>(v.x), static_cast<double>(v.y)}; };
        if (k > 0) link.before = world(terrain.points[k - 1]);
        if (k + 2 < terrain.points.size()) link.after = world(terrain.points[k + 2]);
        links.push_back(link);
      }
      scene.link_edges(links);
    }
    const BodyId body = scene.add_body(
        scene.add_box(0.8f, 0.4f), Pose::at(random.uniform(1, 11), random.uniform(-0.3, 0.6), random.uniform(0, 6)));
    std::vector<Vec2> offsets(4);
    scene.placed_offsets(body, offsets);
    std::vector<Vec2d> placed;
    for (const Vec2 v : offsets) {
      placed.push_back({scene.pose(body).x + static_cast<double>(v.x), scene.pose(body).y + static_cast<double>(v.y)});
    }
    const std::vector<Pair> pairs = pairs_with(body, segments);
    std::vector<Contact> contacts(pairs.size());
    collide(scene, pairs, contacts);
    for (std::size_t k = 0; k < segments.size(); ++k) {
      if (verdict(contacts[k]) != Verdict::overlapping) continue;
      ++overlaps;
      const Real depth = -Real(contacts[k].separation);
      const Deepness left = least_depth(terrain, k, placed, -1e-6L);
      EXPECT_LE(depth, left.depth + 1e-5L);
      const Real angle = std::atan2(-Real(contacts[k].normal_y), -Real(contacts[k].normal_x));
      if (is_left(terrain, k, angle, 1e-5L)) {
        EXPECT_GE(depth, least_depth(terrain, k, placed, 1e-6L).depth - 1e-5L);
        continue;
      }
      ++beside;
      EXPECT_TRUE(is_beside(terrain, k, placed, std::cos(angle), std::sin(angle), left))
          << "round " << round << ", segment " << k;
    }
  }
  EXPECT_GT(overlaps, 80u);
  EXPECT_GT(beside, 5u);
  EXPECT_LT(beside, overlaps / 8);
}

// ---- one side ------------------------------------------------------------------------------------------------------

template <class T>
void test_one_sided() {
  BasicScene<T> scene;
  const std::array<BasicVec2<T>, 3> points{{{10, 0}, {0, 0}, {-10, 0}}};
  const BodyId chain = scene.add_body(scene.add_chain(points, false, true));
  const BodyId platform = scene.add_body(scene.add_segment({T(3), 10}, {T(-3), 10}));
  scene.link_edges(std::array{EdgeLink{.body = platform, .one_sided = true}});
  const BodyId body = scene.add_body(scene.add_box(1, 1));
  for (const auto& [floor, height] : {std::pair(chain, 0.0), std::pair(platform, 10.0)}) {
    for (const double above : {0.9, 0.25, -0.25, -0.9}) {
      scene.set_pose(body, {1.5, height + above});
      for (const bool first : {true, false}) {
        const Pair pair = first ? Pair{body, floor} : Pair{floor, body};
        std::array<BasicContact<T>, 1> contact;
        std::array<BasicManifold<T>, 1> manifold;
        collide(scene, std::array{pair}, contact);
        manifolds(scene, std::array{pair}, manifold);
        EXPECT_EQ(verdict(contact[0]), Verdict::overlapping);
        EXPECT_EQ(contact[0].normal_x, T(0));
        EXPECT_EQ(contact[0].normal_y, first ? T(-1) : T(1));
        EXPECT_NEAR(static_cast<double>(contact[0].separation), above - 1, 1e-6);
        EXPECT_EQ(manifold[0].count, above > 0 ? 2u : 0u);
        EXPECT_EQ(verdict(manifold[0]), Verdict::overlapping);
      }
    }
  }
}
TEST_P(SeamsOnIsa, one_sided_edge_gives_its_front_alone) {
  test_one_sided<float>();
  test_one_sided<double>();
}

TEST_P(SeamsOnIsa, a_corner_that_bends_outward_keeps_its_normals) {
  Scene scene;
  const std::array<Vec2, 3> roof{{{4, -4}, {0, 0}, {-4, -4}}};
  const BodyId hill = scene.add_body(scene.add_chain(roof, false, true));
  const BodyId disc = scene.add_body(scene.add_circle({0, 0}, 1), {0, 0.75});
  std::array<Contact, 1> contact;
  std::array<Manifold, 1> manifold;
  collide(scene, std::array{Pair{hill, disc}}, contact);
  manifolds(scene, std::array{Pair{hill, disc}}, manifold);
  EXPECT_EQ(contact[0].normal_y, 1);
  EXPECT_EQ(contact[0].separation, -0.25f);
  EXPECT_EQ(manifold[0].count, 1u);
}

TEST_P(SeamsOnIsa, ghost_points_of_an_open_chain_turn_with_the_body) {
  for (const bool with_ghost : {false, true}) {
    Scene scene;
    const std::array<Vec2, 2> points{{{4, 0}, {0, 0}}};
    ChainEnds ends;
    if (with_ghost) ends.after = {-4, 0};
    const BodyId floor =
        scene.add_body(scene.add_chain(points, false, false, ends), Pose::at(2, 1, 1.5707963267948966));
    // In the chain's frame: a box that rests 0.25 deep on the floor, of which 0.125 lie over the segment.
    const BodyId box = scene.add_body(scene.add_box(1, 1), Pose::at(2 - 0.75, 1 - 0.875, 1.5707963267948966));
    std::array<Contact, 1> contact;
    collide(scene, std::array{Pair{floor, box}}, contact);
    EXPECT_NEAR(contact[0].separation, with_ghost ? -0.25f : -0.125f, 1e-6f);
    EXPECT_NEAR(contact[0].normal_x, with_ghost ? -1.0f : 0.0f, 1e-6f);
  }
}

// Ids of points have the low 15 bits of a vertex.
TEST_P(SeamsOnIsa, a_polygon_of_forty_thousand_vertices_has_seams_wherever_its_vertices_begin) {
  constexpr std::uint32_t n = 40'000, upper = 3'000;
  constexpr double radius = 1'000, step = 2 * 3.14159265358979323846 / n, length = radius * step;
  const auto above_the_seam = [&](std::uint32_t first, bool linked) {
    std::vector<Vec2d> vertices(n);
    for (std::uint32_t k = 0; k < n;
         ++k) {  // edge `upper` of the ring is horizontal, and the vertex `first` comes first
      const double angle = (double((first + k) % n) - upper - 0.5) * step;
      vertices[k] = {-radius * std::sin(angle), radius * std::cos(angle)};
    }
    Scened scene;
    const BodyId wheel = scene.add_body(scene.add_polygon(vertices));
    const std::uint32_t edge = (upper + n - first) % n;
    if (linked) scene.link_edges(std::array{EdgeLink{.body = wheel, .edge = edge, .inner = true}});
    // A corner just beyond the end of the free edge before the inner one. Without links the inner edge gives two points.
    const BodyId tip = scene.add_body(scene.add_polygon({{0, 0}, {1, 2}, {-1, 2}}), {length / 2 - 0x1p-12, radius});
    std::array<Manifoldd, 2> found;
    manifolds(scene, std::array{Pair{wheel, tip}, Pair{tip, wheel}}, found, {.margin = 0x1p-10});
    EXPECT_EQ(verdict(found[0]), Verdict::disjoint);
    EXPECT_EQ(found[0].count, found[1].count);
    return found[0].count;
  };
  for (const std::uint32_t first : {0u, 1u, upper + 1, 10'000u, n - 30'000}) {
    EXPECT_EQ(above_the_seam(first, false), 2u) << first;
    EXPECT_EQ(above_the_seam(first, true), 0u) << first;
  }
}

TEST_P(SeamsOnIsa, corners_that_rotation_has_shortened_to_an_edge_without_length_keep_their_normals) {
  const double angle = 0.3;
  const auto depth = [&](bool chain, std::vector<Vec2> points, double distance) {
    Scene scene;
    const BodyId ground =
        scene.add_body(chain ? scene.add_chain(points, false) : scene.add_polygon(points), Pose::at(0, 0, angle));
    if (!chain) scene.link_edges(std::array{EdgeLink{.body = ground, .edge = 0, .inner = true}});
    const BodyId box =
        scene.add_body(scene.add_box(1, 1), Pose::at(distance * std::cos(angle), distance * std::sin(angle), angle));
    std::array<Contact, 1> contact;
    collide(scene, std::array{Pair{ground, box}}, contact);
    return contact[0].separation;
  };
  for (const float tiny : {1e-45f, 1e-8f}) {
    EXPECT_NEAR(depth(true, {{3, -2}, {1, 0}, {1, tiny}, {3, 2}}, 0.05), depth(true, {{3, -2}, {1, 0}, {3, 2}}, 0.05),
                1e-6);
    EXPECT_NEAR(depth(false, {{-1, 0}, {0, -1}, {1, 0}, {1, tiny}, {0, 1}}, 1.9),
                depth(false, {{-1, 0}, {0, -1}, {1, 0}, {0, 1}}, 1.9), 1e-6);
  }
}

TEST_P(SeamsOnIsa, of_two_one_sided_edges_of_a_body_the_last_counts) {
  for (const bool other_is_linked : {false, true}) {
    Scene scene;
    const BodyId tile = scene.add_body(scene.add_box(1, 1)), box = scene.add_body(scene.add_box(0.5f, 0.5f), {0, -1.4});
    scene.link_edges(std::array{EdgeLink{.body = tile, .edge = 0, .one_sided = true},
                                EdgeLink{.body = tile, .edge = 2, .one_sided = true}});
    if (other_is_linked) scene.link_edges(std::array{EdgeLink{.body = box, .edge = 2, .after = Vec2d{-40, 40}}});
    std::array<Contact, 1> contact;
    collide(scene, std::array{Pair{tile, box}}, contact);
    EXPECT_NEAR(contact[0].separation, -2.9f, 1e-6f);
    EXPECT_EQ(contact[0].normal_y, 1);
  }
}

// ---- how long links live -----------------------------------------------------------------------------------------------

TEST_P(SeamsOnIsa, moving_a_body_drops_its_links_and_those_to_it) {
  Scene scene;
  const std::vector<BodyId> tiles = add_tiles(scene, 3);
  const BodyId box = scene.add_body(scene.add_box(1, 0.75f), {1.9375, 0.5});
  const std::array pair{Pair{box, tiles[0]}};
  std::array<Contact, 1> contact;
  const auto is_vertical = [&] {
    collide(scene, pair, contact);
    return contact[0].normal_x == 0;
  };
  EXPECT_FALSE(is_vertical());
  const auto change = [&](auto&& it) {
    EXPECT_EQ(scene.link_shared_edges(tiles), 2u);
    EXPECT_TRUE(is_vertical());
    EXPECT_TRUE(scene.is_linked(tiles[2]));
    it();
    EXPECT_FALSE(scene.is_linked(tiles[1]));
    EXPECT_FALSE(scene.is_linked(tiles[2])) << "it was told of no other body";
    EXPECT_FALSE(is_vertical());
  };
  const Pose at = scene.pose(tiles[1]);
  change([&] {
    scene.set_pose(tiles[1], {1.5, -3});
    scene.set_pose(tiles[1], at);
  });
  change([&] { scene.set_shape(tiles[1], scene.shape(tiles[1])); });
  change([&] { scene.unlink(tiles[1]); });
  change([&] {
    std::vector<Pose> poses;
    for (BodyId body = 0; body < scene.body_slots(); ++body) poses.push_back(scene.pose(body));
    scene.set_poses(poses);
    EXPECT_TRUE(scene.is_linked(tiles[1])) << "no body moved";
    scene.set_poses(std::array{tiles[1], tiles[1]}, std::array{Pose{1.5, -3, {}}, at});
    EXPECT_TRUE(scene.is_linked(tiles[1])) << "the last pose is the one that it has";
    const Scene copy = scene;
    EXPECT_TRUE(copy.is_linked(tiles[1]));
    poses[tiles[1]].y = -4;
    scene.set_poses(poses);
    EXPECT_TRUE(copy.is_linked(tiles[1]));
    scene.set_poses(std::array{tiles[1]}, std::array{at});
  });
  change([&] {
    scene.remove_body(tiles[1]);
    EXPECT_EQ(scene.add_body(scene.shape(tiles[0]), at), tiles[1]);
  });
}

TEST_P(SeamsOnIsa, all_questions_regard_links) {
  Scene scene;
  const std::vector<BodyId> tiles = add_tiles(scene, 3);
  scene.link_shared_edges(tiles);
  const BodyId box = scene.add_body(scene.add_box(1, 0.75f), {1.9375, 0.5});
  const std::array pair{Pair{box, tiles[0]}};
  std::array<Distance, 1> distance;
  distances(scene, pair, distance);
  EXPECT_EQ(distance[0].distance, -0.25f);
  EXPECT_EQ(distance[0].normal_y, -1);
  std::vector<Hit> hits;
  find_hits(scene, pair, hits);
  ASSERT_EQ(hits.size(), 1u);
  EXPECT_EQ(hits[0].contact.separation, -0.25f);
}

TEST_P(SeamsOnIsa, buried_tiles_give_the_contact_of_the_geometry) {
  Scene scene;
  const ShapeId tile = scene.add_box(0.5f, 0.5f);
  std::vector<BodyId> tiles;
  for (int i = 0; i < 9; ++i) tiles.push_back(scene.add_body(tile, {i % 3 + 0.5, i / 3 + 0.5}));
  const BodyId box = scene.add_body(scene.add_box(0.25f, 0.25f), {1.25, 1.5});
  std::array<Contact, 1> before, after;
  collide(scene, std::array{Pair{box, tiles[4]}}, before);
  EXPECT_EQ(scene.link_shared_edges(tiles), 12u);
  collide(scene, std::array{Pair{box, tiles[4]}}, after);
  EXPECT_EQ(before, after);
}

// ---- what is refused -------------------------------------------------------------------------------------------------

TEST(Links, wrong_links_and_chains_are_refused) {
  Scene scene;
  const BodyId tile = scene.add_body(scene.add_box(1, 1)), disc = scene.add_body(scene.add_circle({0, 0}, 1));
  const BodyId segment = scene.add_body(scene.add_segment({0, 0}, {1, 0}));
  const BodyId pair = scene.add_body(scene.add_compound(std::array<ShapeId, 2>{0, 1}));
  const auto code = [&](const EdgeLink& link) {
    const SceneRevisions before = scene.revisions();
    const Status status = scene.try_link_edges(std::array{EdgeLink{.body = tile, .inner = true}, link});
    EXPECT_EQ(status.index, status.ok() ? 0u : 1u);
    EXPECT_TRUE(status.ok() || scene.revisions() == before);
    return status.code;
  };
  EXPECT_EQ(code({.body = 99}), ErrorCode::bad_body);
  EXPECT_EQ(code({.body = tile, .edge = 4}), ErrorCode::bad_edge);
  EXPECT_EQ(code({.body = segment, .edge = 1}), ErrorCode::bad_edge);
  EXPECT_EQ(code({.body = disc}), ErrorCode::bad_edge);
  EXPECT_EQ(code({.body = pair}), ErrorCode::unsupported);
  EXPECT_EQ(code({.body = segment, .before = Vec2d{0, 0}}), ErrorCode::bad_neighbour);
  EXPECT_EQ(code({.body = segment, .after = Vec2d{1, 0}}), ErrorCode::bad_neighbour);
  EXPECT_EQ(code({.body = segment, .after = Vec2d{1e300, 0}}), ErrorCode::out_of_range);
  EXPECT_FALSE(scene.is_linked(tile));
  EXPECT_EQ(code({.body = segment, .before = Vec2d{-1, 0}}), ErrorCode::ok);
  EXPECT_TRUE(scene.is_linked(segment));
  std::size_t seams = 0;
  EXPECT_EQ(scene.try_link_shared_edges(std::array{tile, BodyId{77}}, 0, seams).index, 1u);
  EXPECT_EQ(scene.try_link_shared_edges(std::array{tile}, -1, seams).code, ErrorCode::bad_margin);

  const auto chain = [&](std::vector<Vec2> points, bool closed, const ChainEnds& ends = {}) {
    ShapeId shape = 0;
    const std::size_t before = scene.shape_count();
    const Status status = scene.try_add_chain(points, closed, false, ends, shape);
    EXPECT_FALSE(status.ok());
    EXPECT_EQ(scene.shape_count(), before);
    return std::pair(status.code, status.index);
  };
  using enum ErrorCode;
  EXPECT_EQ(chain({{0, 0}}, false), std::pair(too_few_vertices, std::size_t{1}));
  EXPECT_EQ(chain({{0, 0}, {1, 0}}, true), std::pair(too_few_vertices, std::size_t{2}));
  EXPECT_EQ(chain({{0, 0}, {1, 0}, {1, 0}}, false), std::pair(repeated_vertex, std::size_t{2}));
  EXPECT_EQ(chain({{0, 0}, {1, 0}, {1, 1}, {0, 0}}, true), std::pair(closed_ring, std::size_t{3}));
  EXPECT_EQ(chain({{0, 0}, {1, std::nanf("")}}, false), std::pair(not_finite, std::size_t{1}));
  EXPECT_EQ(chain({{0, 0}, {1, 0}}, false, {.before = Vec2{0, 0}}), std::pair(bad_neighbour, std::size_t{0}));
  EXPECT_EQ(chain({{0, 0}, {1, 0}}, false, {.after = Vec2{1, 0}}), std::pair(bad_neighbour, std::size_t{1}));
  EXPECT_NE(message(scene.try_link_edges(std::array{EdgeLink{.body = disc}})).find("link 0: body 1, edge 0"),
            std::string::npos);
}

/// What a body told its neighbour goes when it moves, is unlinked or removed, also if it was linked otherwise in between.
TEST(Links, a_ghost_point_does_not_outlive_its_body) {
  using Change = void (*)(Scene&, BodyId);
  const Change ends[] = {[](Scene& scene, BodyId body) {
                           scene.set_pose(body, {50, 50, {}});
                         },
                         [](Scene& scene, BodyId body) { scene.unlink(body); },
                         [](Scene& scene, BodyId body) { scene.remove_body(body); }};
  const Change between[] = {
      [](Scene&, BodyId) {},
      [](Scene& scene, BodyId body) { scene.link_edges(std::array{EdgeLink{.body = body, .one_sided = true}}); },
      [](Scene& scene, BodyId body) {
        const BodyId other = scene.add_body(scene.shape(body), {1, 0, {0, 1}});
        ASSERT_EQ(scene.link_shared_edges(std::array{body, other}), 1u);
      }};
  for (const Change relink : between) {
    for (const Change end : ends) {
      Scene scene;
      const ShapeId segment = scene.add_segment({0, 0}, {1, 0});
      const BodyId first = scene.add_body(segment), second = scene.add_body(segment, {1, 0, {}});
      ASSERT_EQ(scene.link_shared_edges(std::array{first, second}), 1u);
      ASSERT_TRUE(scene.is_linked(second));
      relink(scene, first);
      end(scene, first);
      EXPECT_FALSE(scene.is_linked(second));
    }
  }
}

/// A tile all edges of which but the far one are inner: a box that touches the seam has no contact there.
TEST_P(SeamsOnIsa, bodies_that_touch_at_a_seam_have_no_points) {
  Scene scene;
  const ShapeId tile = scene.add_box(1, 1);
  std::vector<BodyId> tiles;
  for (const double x : {0.0, 2.0}) {
    for (const double y : {-2.0, 0.0, 2.0}) tiles.push_back(scene.add_body(tile, {x, y, {}}));
  }
  ASSERT_EQ(scene.link_shared_edges(tiles), 7u);
  const BodyId box = scene.add_body(scene.add_box(0.25f, 0.25f), {1.25, 0, {}});
  const std::vector<Pair> pairs{{tiles[1], box}, {box, tiles[1]}};
  std::vector<Manifold> found(2);
  manifolds(scene, pairs, found);
  for (const Manifold& manifold : found) {
    EXPECT_EQ(verdict(manifold), Verdict::touching);
    EXPECT_EQ(manifold.count, 0u);
  }
  std::vector<PartManifold> parts;
  part_manifolds(scene, pairs, parts);
  EXPECT_TRUE(parts.empty());
}

/// Flags of inner edges may be set for parts of two vertices.
TEST_P(SeamsOnIsa, parts_of_two_vertices_may_have_inner_edges) {
  for (unsigned flags = 0; flags < 4; ++flags) {
    Scene scene;
    const std::array<ShapeId, 2> parts{scene.add_box(1, 1), scene.add_segment({1, -1}, {1, 1})};
    const std::array<std::uint8_t, 6> inner{
        0, 0, 0, 0, static_cast<std::uint8_t>(flags & 1), static_cast<std::uint8_t>(flags >> 1)};
    const BodyId wall = scene.add_body(scene.add_compound(parts, inner));
    const BodyId box = scene.add_body(parts[0], Pose::at(3, 0.2, 0.3));
    const std::vector<Pair> pairs{{wall, box}, {box, wall}};
    std::vector<Motion> motions(2);
    motions[box] = {-2, 0, 0};
    std::vector<Impact> impacts(2);
    sweep(scene, motions, pairs, impacts);
    EXPECT_EQ(impacts[0].hit, 1u) << flags;
    EXPECT_EQ(impacts[0].time, impacts[1].time) << flags;
    std::vector<PartManifold> found;
    part_manifolds(scene, pairs, found, {.margin = 2});
  }
}

TEST(Links, a_closed_chain_has_all_its_segments) {
  Scene scene;
  const ShapeId chain = scene.add_chain(std::array<Vec2, 4>{{{0, 0}, {4, 0}, {4, 4}, {0, 4}}}, true, true);
  EXPECT_EQ(scene.part_count(chain), 4u);
  std::vector<Vec2> vertices(scene.vertex_count(chain));
  scene.local_vertices(chain, vertices);
  EXPECT_EQ(vertices[6], (Vec2{0, 4}));
  EXPECT_EQ(vertices[7], (Vec2{0, 0}));
}

/// By size: if each were compared with each, this would take minutes.
TEST(Links, bodies_about_one_corner_or_at_one_place_are_linked_as_fast_as_others) {
  constexpr int count = static_cast<int>(scaled(10000));
  const auto rim = [](int k) {
    const double angle = 2 * 3.14159265358979 * (k % count) / count;
    return Vec2d{1000 * std::cos(angle), 1000 * std::sin(angle)};
  };
  Scened scene;
  std::vector<BodyId> fan, boxes, segments, bevelled;
  const ShapeId box = scene.add_box(0.5, 0.5);
  const ShapeId bevel = scene.add_polygon({{0, 0}, {1, 0}, {1, 1 - 1e-6}, {1 - 1e-6, 1}, {0, 1}});
  for (int k = 0; k < count; ++k) {
    fan.push_back(scene.add_body(scene.add_polygon({{0, 0}, rim(k), rim(k + 1)})));
    boxes.push_back(scene.add_body(box));
    segments.push_back(
        scene.add_body(k % 2 == 0 ? scene.add_segment({0, 0}, rim(k)) : scene.add_segment(rim(k), {0, 0})));
    bevelled.push_back(scene.add_body(bevel, {1.5 * (k % 100), 1.5 * (k / 100)}));
  }
  for (const double tolerance : {0.0, 1e-6}) {
    EXPECT_EQ(scene.link_shared_edges(fan, tolerance), static_cast<std::size_t>(count));
    EXPECT_EQ(scene.link_shared_edges(boxes, tolerance), 0u);
    EXPECT_EQ(scene.link_shared_edges(segments, tolerance), 0u);
  }
  EXPECT_EQ(scene.link_shared_edges(bevelled, 1e-3), 0u);
}

SATCHEL_ON_EVERY_ISA(SeamsOnIsa);

}  // namespace
}  // namespace satchel::test
