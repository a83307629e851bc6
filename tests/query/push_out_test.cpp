// Push-out: no verdict overlaps afterwards, and the translation is the shortest, as an arrangement in rational numbers says.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <optional>
#include <satchel/satchel.hpp>
#include <vector>

#include "support/floors.hpp"
#include "support/isa_param.hpp"
#include "support/random.hpp"
#include "support/rational_cores.hpp"

namespace satchel::test {
namespace {

using PushOutOnIsa = OnEveryIsa;

/// How many candidates the body overlaps once it has been moved, by the verdicts of `classify`.
template <class T>
std::size_t overlaps_after(const BasicScene<T>& scene, BodyId body, const std::vector<BodyId>& candidates,
                           const PushOut& push) {
  BasicScene<T> moved = scene;
  Pose pose = scene.pose(body);
  pose.x += push.x;
  pose.y += push.y;
  moved.set_pose(body, pose);
  const std::vector<Pair> pairs = pairs_with(body, candidates);
  std::vector<Verdict> verdicts(pairs.size());
  classify(moved, pairs, verdicts);
  return static_cast<std::size_t>(std::count(verdicts.begin(), verdicts.end(), Verdict::overlapping));
}

// ---- oracle --------------------------------------------------------------------------------------------------------

using Ring = std::vector<RationalPoint>;

/// The hull of all differences of vertices: the translations that make two cores meet.
Ring difference(const RationalBody& own, const RationalBody& other) {
  std::vector<RationalPoint> points;
  for (const RationalPoint& q : other.core) {
    for (const RationalPoint& p : own.core) points.push_back(q - p);
  }
  std::sort(points.begin(), points.end(),
            [](const auto& a, const auto& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
  Ring hull;
  for (int half = 0; half < 2; ++half) {
    const std::size_t from = hull.size();
    for (const RationalPoint& p : points) {
      while (hull.size() >= from + 2 && cross(hull.back() - hull[hull.size() - 2], p - hull.back()) <= 0)
        hull.pop_back();
      hull.push_back(p);
    }
    hull.pop_back();
    std::reverse(points.begin(), points.end());
  }
  return hull;
}

bool is_strictly_inside(const Ring& ring, const RationalPoint& p) {
  for (std::size_t i = 0; i < ring.size(); ++i) {
    if (cross(ring[(i + 1) % ring.size()] - ring[i], p - ring[i]) <= 0) return false;
  }
  return true;
}

/// The squared length of the shortest translation out of all rings: tries every foot of a perpendicular, every crossing of
/// edges and every vertex.
Rational shortest_squared(const std::vector<Ring>& rings) {
  std::vector<RationalPoint> points{{0, 0}};
  struct Edge {
    RationalPoint from, vector;
  };
  std::vector<Edge> edges;
  for (const Ring& ring : rings) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      edges.push_back({ring[i], ring[(i + 1) % ring.size()] - ring[i]});
      points.push_back(ring[i]);
    }
  }
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const auto& [from, e] = edges[i];
    const Rational at = -dot(from, e) / dot(e, e);
    if (at >= 0 && at <= 1) points.push_back({from.x + at * e.x, from.y + at * e.y});
    for (std::size_t j = 0; j < i; ++j) {
      const Rational turn = cross(e, edges[j].vector);
      if (turn == 0) continue;
      const Rational s = cross(edges[j].from - from, edges[j].vector) / turn, t = cross(edges[j].from - from, e) / turn;
      if (s >= 0 && s <= 1 && t >= 0 && t <= 1) points.push_back({from.x + s * e.x, from.y + s * e.y});
    }
  }
  std::optional<Rational> best;
  for (const RationalPoint& p : points) {
    const Rational squared = dot(p, p);
    if (best && squared >= *best) continue;
    if (std::any_of(rings.begin(), rings.end(), [&](const Ring& ring) { return is_strictly_inside(ring, p); }))
      continue;
    best = squared;
  }
  return *best;
}

/// Random polygons around the origin; the parts of compounds too are given as bodies of their own, for the oracle.
template <class T>
void test_against_arrangements(std::uint64_t seed, int rounds) {
  Random random(seed);
  std::size_t pushed = 0, crossings = 0;
  for (int round = 0; round < rounds; ++round) {
    BasicScene<T> scene, parts_alone;
    const auto coordinate = [&](double range) {
      const double x = random.uniform(-range, range);
      return static_cast<T>(round % 2 == 0 ? std::round(4 * x) / 4 : x);
    };
    const auto polygon = [&](BasicScene<T>& to, BasicVec2<T> at, T w, T h, bool box) {
      std::vector<BasicVec2<T>> v{{at.x - w, at.y - h}, {at.x + w, at.y - h}, {at.x + w, at.y + h}};
      if (box) v.push_back({at.x - w, at.y + h});
      return to.add_polygon(v);
    };
    struct Body {
      BodyId id;
      std::vector<BodyId> alone;
    };
    std::vector<Body> bodies;
    for (int k = 0; k < 4; ++k) {
      const Pose pose =
          Pose::at(static_cast<double>(coordinate(k == 0 ? 0.5 : 2)), static_cast<double>(coordinate(k == 0 ? 0.5 : 2)),
                   round % 4 == 3 ? random.uniform(0, 6) : 0);
      Body body{0, {}};
      std::vector<ShapeId> parts;
      for (int part = 0; part < (k == 0 ? 2 : 1); ++part) {
        const BasicVec2<T> at{coordinate(0.75), coordinate(0.75)};
        const T w = static_cast<T>(0.5 * random.integer(1, 3)), h = static_cast<T>(0.5 * random.integer(1, 3));
        const bool box = random.chance(0.6);
        parts.push_back(polygon(scene, at, w, h, box));
        body.alone.push_back(parts_alone.add_body(polygon(parts_alone, at, w, h, box), pose));
      }
      body.id = scene.add_body(k == 0 ? scene.add_compound(parts) : parts[0], pose);
      bodies.push_back(body);
    }
    std::vector<Ring> rings;
    std::vector<BodyId> candidates;
    for (std::size_t k = 1; k < bodies.size(); ++k) {
      candidates.push_back(bodies[k].id);
      for (const BodyId own : bodies[0].alone) {
        rings.push_back(difference(rational_body(parts_alone, own), rational_body(parts_alone, bodies[k].alone[0])));
      }
    }
    const PushOut push = push_out(scene, bodies[0].id, candidates);
    EXPECT_EQ(push.left, 0u);
    EXPECT_EQ(push.is_shortest, 1u);
    EXPECT_EQ(overlaps_after(scene, bodies[0].id, candidates, push), 0u);
    const double shortest = std::sqrt(shortest_squared(rings).convert_to<double>());
    const double length = std::sqrt(push.x * push.x + push.y * push.y);
    EXPECT_NEAR(length, shortest, 1e-12) << "round " << round;
    pushed += shortest > 0 ? 1 : 0;
    crossings += shortest > 0 && push.x != 0 && push.y != 0 ? 1 : 0;
  }
  EXPECT_GT(pushed, static_cast<std::size_t>(rounds) / 3);
  EXPECT_GT(crossings, static_cast<std::size_t>(rounds) / 20);
}
TEST_P(PushOutOnIsa, is_the_shortest_of_an_arrangement_in_rational_numbers) {
  test_against_arrangements<float>(own_seed(3), 60);
  test_against_arrangements<double>(own_seed(4), 60);
}

// ---- scenes ----------------------------------------------------------------------------------------------------------

TEST_P(PushOutOnIsa, a_character_in_floor_tiles_goes_up) {
  for (const double depth : {0.1, 0.25, 1e-9}) {
    for (double x = 3; x < 5; x += 0.05) {
      Scene scene;
      const std::vector<BodyId> tiles = add_tiles(scene, 10);
      const BodyId character = scene.add_body(scene.add_box(0.3f, 0.9f), {x, static_cast<double>(0.9f) - depth});
      const PushOut push = push_out(scene, character, tiles);
      EXPECT_EQ(push.x, 0);
      EXPECT_NEAR(push.y, depth, 1e-12);
      EXPECT_EQ(push.left, 0u);
      EXPECT_EQ(push.is_shortest, 1u);
      EXPECT_EQ(overlaps_after(scene, character, tiles, push), 0u);
    }
  }
}

template <class T>
ShapeId add_letter(BasicScene<T>& scene, bool u) {
  const auto box = [&](T x0, T y0, T x1, T y1) {
    return scene.add_polygon(std::array<BasicVec2<T>, 4>{{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}});
  };
  std::vector<ShapeId> parts{box(-1, -1, 1, T(-0.4)), box(-1, T(-0.4), T(-0.4), 1)};
  if (u) parts.push_back(box(T(0.4), T(-0.4), 1, 1));
  return scene.add_compound(parts);
}

template <class T>
void test_letters(std::uint64_t seed, bool u) {
  Random random(seed);
  BasicScene<T> scene;
  const ShapeId letter = add_letter(scene, u);
  std::vector<BodyId> bodies, candidates;
  std::vector<std::uint32_t> starts{0};
  std::size_t overlapping = 0;
  for (int i = 0; i < 2000; ++i) {
    const double far = 100.0 * i;
    const BodyId a = scene.add_body(letter, Pose::at(far, 0, random.uniform(0, 6.3)));
    const BodyId b = scene.add_body(
        letter, Pose::at(far + random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5), random.uniform(0, 6.3)));
    bodies.push_back(a);
    candidates.push_back(b);
    starts.push_back(static_cast<std::uint32_t>(candidates.size()));
  }
  std::vector<PushOut> results(bodies.size()), alone(bodies.size());
  push_out(scene, bodies, starts, candidates, results);
  push_out(scene, bodies, starts, candidates, alone, {.run = {.max_threads = 1}});
  EXPECT_EQ(results, alone);
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < bodies.size(); ++i) pairs.push_back({bodies[i], candidates[i]});
  std::vector<Verdict> before(pairs.size()), after(pairs.size());
  classify(scene, pairs, before);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    Pose pose = scene.pose(bodies[i]);
    pose.x += results[i].x;
    pose.y += results[i].y;
    scene.set_pose(bodies[i], pose);
  }
  classify(scene, pairs, after);
  std::size_t left = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    EXPECT_EQ(after[i] == Verdict::overlapping, results[i].left != 0);
    EXPECT_TRUE(before[i] == Verdict::overlapping || results[i] == (PushOut{0, 0, 0, 1}));
    left += results[i].left;
    overlapping += before[i] == Verdict::overlapping ? 1 : 0;
  }
  EXPECT_GT(overlapping, 1000u);
  EXPECT_LE(1000 * left, overlapping);
}
TEST_P(PushOutOnIsa, overlapping_letters_come_apart) {
  test_letters<float>(own_seed(5), false);
  test_letters<double>(own_seed(6), true);
}

template <class T>
void test_rounded(std::uint64_t seed) {
  Random random(seed);
  for (int round = 0; round < 100; ++round) {
    BasicScene<T> scene;
    const auto number = [&](double low, double high) { return static_cast<T>(random.uniform(low, high)); };
    const auto shape = [&](int kind) {
      if (kind == 0) return scene.add_circle({number(-0.5, 0.5), number(-0.5, 0.5)}, number(0.5, 1));
      if (kind == 1)
        return scene.add_capsule({number(-1, 0), number(-1, 0)}, {number(0.1, 1), number(0, 1)}, number(0, 0.5));
      if (kind == 2) return scene.add_box(number(0.25, 1), number(0.25, 1), number(0, 0.5));
      return scene.add_segment({number(-1, 0), number(-1, 0)}, {number(0.1, 1), number(0, 1)});
    };
    std::vector<BodyId> candidates;
    for (int k = 0; k < 4; ++k) {
      candidates.push_back(
          scene.add_body(shape(random.integer(0, 3)),
                         Pose::at(random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5), random.uniform(0, 6))));
    }
    const BodyId body = scene.add_body(shape(random.integer(0, 3)));
    const PushOut push = push_out(scene, body, candidates);
    EXPECT_EQ(push.left, 0u);
    EXPECT_EQ(overlaps_after(scene, body, candidates, push), 0u) << "round " << round;
    // No shorter one of many: on circles around the body that are 2 % and more smaller.
    const double length = std::sqrt(push.x * push.x + push.y * push.y);
    for (int k = 0; k < 128 && length > 0 && push.is_shortest != 0; ++k) {
      const double by = length * random.uniform(0, 0.98), angle = random.uniform(0, 6.3);
      ASSERT_GT(overlaps_after(scene, body, candidates, {by * std::cos(angle), by * std::sin(angle), 0, 0}), 0u);
    }
  }
}
TEST_P(PushOutOnIsa, rounded_bodies_and_segments_come_out_by_the_shortest) {
  test_rounded<float>(own_seed(8));
  test_rounded<double>(own_seed(9));
}

/// A core's corner on the other's corner, or above it along the normal of an edge: the nearest way out is where a side of the
/// boundary meets an arc. Alone, a pair's depth is the length. Radii are up to 2^16 times longer or shorter than edges.
template <class T>
void test_joints(std::uint64_t seed) {
  Random random(seed);
  std::size_t overlapping = 0;
  for (int round = 0; round < 1500; ++round) {
    BasicScene<T> scene;
    const auto polygon = [&](double size, double radius) {
      const int count = random.integer(2, 7);
      const double first = random.uniform(0, 7);
      std::vector<BasicVec2<T>> v;
      for (int i = 0; i < count; ++i) {
        const double angle = first + 6.283185307179586 * i / count;
        v.push_back({static_cast<T>(size * std::cos(angle)), static_cast<T>(size * std::sin(angle))});
      }
      const T rounded = static_cast<T>(radius);
      if (count > 2) return scene.add_polygon(v, rounded);
      return rounded > 0 ? scene.add_capsule(v[0], v[1], rounded) : scene.add_segment(v[0], v[1]);
    };
    const auto factor = [&] { return round % 2 == 0 ? random.uniform(0.1, 1) : std::exp2(random.uniform(-16, 16)); };
    const double radius = factor(), size = factor();
    const ShapeId still_shape = polygon(1, random.chance(0.5) ? radius : 0);
    const ShapeId shape = random.chance(0.4) ? scene.add_circle({0, 0}, static_cast<T>(size))
                                             : polygon(size * factor(), random.chance(0.5) ? size : radius);
    const BodyId still = scene.add_body(still_shape, Pose::at(0, 0, random.uniform(0, 7)));
    const BodyId body = scene.add_body(shape, Pose::at(0, 0, random.uniform(0, 7)));
    std::vector<BasicVec2<T>> corners(scene.vertex_count(still_shape)), own(scene.vertex_count(shape));
    scene.placed_offsets(still, corners);
    scene.placed_offsets(body, own);
    const std::size_t corner = static_cast<std::size_t>(random.integer(0, static_cast<int>(corners.size()) - 1));
    const auto &from = corners[corner], &to = corners[(corner + 1) % corners.size()];
    const double ex = static_cast<double>(to.x) - static_cast<double>(from.x),
                 ey = static_cast<double>(to.y) - static_cast<double>(from.y);
    const double above = random.chance(0.5) ? 0 : random.uniform(0, std::min(size, 1.0)) / std::hypot(ex, ey);
    Pose pose = scene.pose(body);
    pose.x = static_cast<double>(from.x) - static_cast<double>(own[0].x) + above * ey;
    pose.y = static_cast<double>(from.y) - static_cast<double>(own[0].y) - above * ex;
    scene.set_pose(body, pose);
    std::array<BasicContact<T>, 1> contact;
    collide(scene, std::array{Pair{body, still}}, contact);
    if (verdict(contact[0]) != Verdict::overlapping) continue;
    const double depth = -static_cast<double>(contact[0].separation);
    const PushOut push = push_out(scene, body, std::array{still});
    EXPECT_EQ(push.left, 0u);
    EXPECT_EQ(push.is_shortest, 1u);
    const double extent = 1 + radius + size + std::hypot(static_cast<double>(own[0].x), static_cast<double>(own[0].y));
    ASSERT_NEAR(std::hypot(push.x, push.y), depth, (sizeof(T) == sizeof(float) ? 0x1p-19 : 0x1p-44) * extent) << round;
    EXPECT_EQ(overlaps_after(scene, body, {still}, push), 0u);
    ++overlapping;
  }
  EXPECT_GT(overlapping, 1000u);
}
TEST(PushOut, where_sides_meet_arcs_the_shortest_is_found) {
  test_joints<float>(14);
  test_joints<double>(15);
}

TEST_P(PushOutOnIsa, far_from_the_origin_it_is_rounded_outward) {
  Random random(own_seed(10));
  for (int round = 0; round < 200; ++round) {
    Scene scene;
    const double far = std::ldexp(1.0, random.integer(0, 50));
    const BodyId body = scene.add_body(scene.add_box(1, 1), Pose::at(far, -far, random.uniform(0, 6)));
    std::vector<BodyId> candidates;
    for (int k = 0; k < 3; ++k) {
      candidates.push_back(
          scene.add_body(scene.add_box(0.5f, 2),
                         Pose::at(far + random.uniform(-1, 1), -far + random.uniform(-1, 1), random.uniform(0, 6))));
    }
    const PushOut push = push_out(scene, body, candidates);
    EXPECT_EQ(push.left, 0u);
    EXPECT_EQ(overlaps_after(scene, body, candidates, push), 0u) << "round " << round;
  }
}

/// All places are exact at both origins; so the ways out are the same but for rounding, and a way through a gap as wide as 250
/// spacings of the origins is found.
TEST(PushOut, far_from_the_origin_the_shortest_is_the_same_but_for_rounding) {
  constexpr double far = 0x1p36;
  Random random(12);
  for (int round = 0; round < 3000; ++round) {
    Scened near_by, far_away;
    std::array<Scened*, 2> scenes{&near_by, &far_away};
    for (Scened* const scene : scenes)
      scene->add_body(scene->add_box(1, 1), {scene == &far_away ? far : 0, scene == &far_away ? far : 0, {}});
    std::vector<BodyId> candidates;
    for (int k = 0; k < 2; ++k) {
      const double x = std::ldexp(random.integer(-131072, 131072), -16),
                   y = std::ldexp(random.integer(-131072, 131072), -16);
      near_by.add_body(0, {x, y, {}});
      candidates.push_back(far_away.add_body(0, {far + x, far + y, {}}));
    }
    const PushOut expected = push_out(near_by, 0, candidates), push = push_out(far_away, 0, candidates);
    ASSERT_EQ(push.left, 0u);
    ASSERT_EQ(push.is_shortest, 1u);
    ASSERT_NEAR(std::hypot(push.x, push.y), std::hypot(expected.x, expected.y), 1e-3) << round;
  }
}

/// Where parts meet, depth is 0, and far from the origin a step outward may lead through the part behind that place.
TEST(PushOut, far_from_the_origin_no_way_leads_through_a_neighbour_if_another_is_shorter) {
  constexpr double far = 0x1p27, seam = 0.125 + 0x1p-30;  // on which no origin is, so far away
  Scened scene;
  const auto box = [&](double from, double to) {
    return scene.add_polygon({{from, 0}, {to, 0}, {to, 0.5}, {from, 0.5}});
  };
  const ShapeId tiles = scene.add_compound(std::array{box(0, seam), box(seam, 0.25)});
  const std::array tiled{scene.add_body(tiles, {far, far, {}})};
  const BodyId point = scene.add_body(scene.add_circle({0, 0}, 0), {far + 0x1.ep-4, far + 0x1p-4, {}});
  EXPECT_EQ(push_out(scene, point, tiled), (PushOut{0, -0x1p-4, 0, 1}));

  Random random(13);
  const auto chain = [&](int count, bool closed) {
    std::vector<Vec2d> points;
    for (int i = 0; i < count; ++i) points.push_back({random.uniform(-1, 1), random.uniform(-1, 1)});
    return scene.add_chain(points, closed);
  };
  for (int round = 0; round < 300; ++round) {
    const ShapeId own = chain(4, true), other = chain(3, false);
    const double x = std::ldexp(random.integer(-32768, 32768), -16), y = std::ldexp(random.integer(-32768, 32768), -16);
    const Rotation turn = Rotation::of_angle(random.uniform(0, 6)),
                   other_turn = Rotation::of_angle(random.uniform(0, 6));
    std::array<PushOut, 2> ways{};
    BodyId body{}, other_body{};
    for (const bool is_far : {false, true}) {
      const double at = is_far ? far : 0;
      body = scene.add_body(own, {at, at, turn});
      other_body = scene.add_body(other, {at + x, at + y, other_turn});
      ways[is_far ? 1 : 0] = push_out(scene, body, std::array{other_body});
    }
    const auto& [near_by, out] = ways;
    ASSERT_EQ(out.left, 0u);
    ASSERT_EQ(out.is_shortest, 1u);
    // If it is longer, rounding has closed a gap: there is no room around the shorter one.
    const double length = std::hypot(out.x, out.y);
    if (length < std::hypot(near_by.x, near_by.y) + 1e-5) continue;
    for (int k = 0; k < 32; ++k) {
      const double to_x = near_by.x + 0x1p-12 * std::cos(0.2 * k), to_y = near_by.y + 0x1p-12 * std::sin(0.2 * k);
      if (std::hypot(to_x, to_y) > length) continue;
      ASSERT_EQ(overlaps_after(scene, body, {other_body}, {to_x, to_y, 0, 0}), 1u) << round;
    }
  }
}

TEST(PushOut, only_bodies_of_the_lists_need_parts) {
  Scene scene;
  const ShapeId box = scene.add_box(1, 1);
  const BodyId a = scene.add_body(box), b = scene.add_body(box, {1, 0, {}});
  const BodyId outline =
      scene.add_body(scene.add_outline({{0, 0}, {8, 0}, {8, 8}, {4, 8}, {4, 4}, {0, 4}}), {100, 100, {}});
  EXPECT_EQ(push_out(scene, a, std::array{b}).left, 0u);
  std::array<PushOut, 1> result;
  const auto refused = [&](BodyId body, std::vector<BodyId> candidates) {
    const std::array<std::uint32_t, 2> starts{0, static_cast<std::uint32_t>(candidates.size())};
    const Status status = try_push_out(scene, std::array{body}, starts, candidates, result);
    EXPECT_EQ(status.code, ErrorCode::needs_parts);
    return std::pair(status.index, message(status));
  };
  EXPECT_EQ(refused(outline, {}).first, 0u);
  EXPECT_EQ(refused(a, {b, outline}).first, 1u);
  EXPECT_NE(refused(a, {b, outline}).second.find("make_parts"), std::string::npos) << refused(a, {b, outline}).second;
}

TEST_P(PushOutOnIsa, crowds_of_edges_are_left_by_the_shortest) {
  Random random(own_seed(11));
  Scene scene;
  std::vector<Vec2> ring;
  for (int i = 0; i < 200; ++i) {
    ring.push_back({static_cast<float>(std::cos(0.0314159265 * i)), static_cast<float>(std::sin(0.0314159265 * i))});
  }
  const ShapeId disc = scene.add_polygon(ring);
  std::vector<BodyId> candidates;
  for (int k = 0; k < 5; ++k)
    candidates.push_back(scene.add_body(disc, {random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5)}));
  const BodyId body = scene.add_body(disc);
  const PushOut push = push_out(scene, body, candidates);
  EXPECT_EQ(push.left, 0u);
  EXPECT_EQ(push.is_shortest, 1u);
  EXPECT_EQ(overlaps_after(scene, body, candidates, push), 0u);
  const double length = std::hypot(push.x, push.y);
  for (int k = 0; k < 64; ++k) {
    const double by = length * random.uniform(0, 0.999), angle = random.uniform(0, 6.3);
    ASSERT_GT(overlaps_after(scene, body, candidates, {by * std::cos(angle), by * std::sin(angle), 0, 0}), 0u);
  }
}

TEST(PushOut, more_than_2_18_edges_are_left_by_rounds) {
  Scene scene;
  std::vector<Vec2> ring;
  for (int i = 0; i < 1000; ++i) {
    ring.push_back({static_cast<float>(std::cos(0.00628318531 * i)), static_cast<float>(std::sin(0.00628318531 * i))});
  }
  const ShapeId disc = scene.add_polygon(convex_hull(std::span<const Vec2>(ring)));
  std::vector<BodyId> candidates;
  for (int k = 0; k < 300; ++k) candidates.push_back(scene.add_body(disc, {0.001 * k, 0.25}));
  const BodyId body = scene.add_body(disc);
  const PushOut none = push_out(scene, body, candidates, {.rounds = 0});
  EXPECT_EQ(none, (PushOut{0, 0, 300, 0}));
  const PushOut push = push_out(scene, body, candidates);
  EXPECT_EQ(push.left + push.is_shortest, 0u);
  EXPECT_EQ(overlaps_after(scene, body, candidates, push), 0u);
}

TEST(PushOut, wrong_input_is_refused) {
  Scene scene;
  const ShapeId box = scene.add_box(1, 1);
  const BodyId a = scene.add_body(box), b = scene.add_body(box), gone = scene.add_body(box);
  scene.remove_body(gone);
  std::array<PushOut, 1> result;
  const auto code = [&](std::vector<BodyId> bodies, std::vector<std::uint32_t> starts, std::vector<BodyId> candidates) {
    const Status status = try_push_out(scene, bodies, starts, candidates, result);
    return std::pair(status.code, status.index);
  };
  using enum ErrorCode;
  EXPECT_EQ(code({a}, {0, 1}, {b}), std::pair(ok, std::size_t{0}));
  EXPECT_EQ(code({a, b}, {0, 0, 0}, {}).first, size_mismatch);
  EXPECT_EQ(code({a}, {0}, {}).first, size_mismatch);
  EXPECT_EQ(code({a}, {0, 2}, {b}), std::pair(bad_starts, std::size_t{1}));
  EXPECT_EQ(code({9}, {0, 1}, {b}), std::pair(bad_body, std::size_t{0}));
  EXPECT_EQ(code({a}, {0, 2}, {b, gone}), std::pair(removed_body, std::size_t{1}));
  EXPECT_EQ(code({a}, {0, 2}, {b, a}), std::pair(bad_body, std::size_t{1}));
  EXPECT_NE(
      message(try_push_out(scene, std::array{a}, std::array{0u, 1u}, std::array{a}, result)).find("out of itself"),
      std::string::npos);
}

SATCHEL_ON_EVERY_ISA(PushOutOnIsa);

}  // namespace
}  // namespace satchel::test
