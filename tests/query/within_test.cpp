// Containment against integers: convex bodies with and without radius; against rational numbers: polyominoes as outlines.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <satchel/satchel.hpp>
#include <vector>

#include "support/integer_bodies.hpp"
#include "support/isa_param.hpp"
#include "support/random.hpp"
#include "support/rational_cores.hpp"

namespace satchel::test {
namespace {

using WithinOnIsa = OnEveryIsa;

Within of(int place) { return place < 0 ? Within::no : place == 0 ? Within::touching : Within::inside; }

template <class T>
void test_convex(std::uint64_t seed) {
  Random random(seed);
  BasicScene<T> scene;
  std::vector<Pair> pairs;
  for (int i = 0; i < 90; ++i) {
    const auto small = [&](int most) { return static_cast<T>(random.integer(-most, most)) / 4; };
    const T radius = random.chance(0.5) ? T(0) : static_cast<T>(random.integer(1, 3)) / 2;
    const int kind = random.integer(0, 4), size = i % 2 == 0 ? 3 : 12;
    ShapeId shape = 0;
    if (kind == 0) {
      shape = scene.add_circle({small(size), small(size)}, radius);
    } else if (kind == 1) {
      shape = scene.add_capsule({small(size), T(-size) / 4}, {small(size), T(size) / 4}, radius);
    } else if (kind == 2) {
      shape = scene.add_box(static_cast<T>(random.integer(1, size)) / 4, static_cast<T>(random.integer(1, size)) / 4,
                            radius);
    } else {
      std::vector<BasicVec2<T>> points;
      const int corners = random.pick({3, 7});
      for (int k = 0; k < corners; ++k) points.push_back({small(size), small(size)});
      const auto hull = convex_hull(std::span<const BasicVec2<T>>(points));
      if (hull.size() < 3) continue;
      shape = scene.add_polygon(hull, radius);
    }
    const bool turned = random.chance(0.3);
    scene.add_body(shape, turned ? Pose::at(0.125, -0.25, random.uniform(0, 6))
                                 : Pose{0.25 * random.integer(-2, 2), 0.25 * random.integer(-2, 2)});
  }
  for (BodyId a = 0; a < scene.body_slots(); ++a) {
    for (BodyId b = 0; b < scene.body_slots(); ++b) pairs.push_back({a, b});
  }
  std::vector<Within> results(pairs.size());
  within(scene, pairs, results);
  std::vector<IntegerBody> bodies;
  for (BodyId body = 0; body < scene.body_slots(); ++body) bodies.push_back(integer_body(scene, body));
  std::map<Within, int> counts;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    ++counts[results[i]];
    ASSERT_EQ(results[i], of(place_in(bodies[pairs[i].a], bodies[pairs[i].b]))) << pairs[i].a << ' ' << pairs[i].b;
  }
  EXPECT_GT(counts[Within::inside], 300);
  EXPECT_GT(counts[Within::touching], 90);
  EXPECT_GT(counts[Within::no], 2000);
}
TEST_P(WithinOnIsa, convex_bodies) {
  test_convex<float>(own_seed(1));
  test_convex<double>(own_seed(2));
}

// ---- outlines ------------------------------------------------------------------------------------------------------

/// A polyomino without holes: columns of unit squares, each of which shares one square's side with the next.
struct Polyomino {
  std::vector<std::pair<int, int>> columns;  ///< lowest square, one past the highest

  bool has(int x, int y) const {
    return x >= 0 && x < static_cast<int>(columns.size()) && y >= columns[x].first && y < columns[x].second;
  }
  bool holds(const RationalPoint& p) const {
    for (int x = 0; x < static_cast<int>(columns.size()); ++x) {
      if (p.x >= x && p.x <= x + 1 && p.y >= columns[x].first && p.y <= columns[x].second) return true;
    }
    return false;
  }
  /// Calls visit(from, to) for each unit edge of the boundary.
  template <class Visit>
  void for_each_edge(Visit visit) const {
    for (int x = 0; x < static_cast<int>(columns.size()); ++x) {
      for (int y = columns[x].first; y < columns[x].second; ++y) {
        if (!has(x, y - 1)) visit(RationalPoint{x, y}, RationalPoint{x + 1, y});
        if (!has(x, y + 1)) visit(RationalPoint{x, y + 1}, RationalPoint{x + 1, y + 1});
        if (!has(x - 1, y)) visit(RationalPoint{x, y}, RationalPoint{x, y + 1});
        if (!has(x + 1, y)) visit(RationalPoint{x + 1, y}, RationalPoint{x + 1, y + 1});
      }
    }
  }
};

Rational squared_distance(const RationalPoint& p, const RationalPoint& from, const RationalPoint& to) {
  return squared_distance_from_core({{from, to}, 0}, p);
}

/// Where a convex body lies: each edge of its core is cut where it meets a line of the grid, and all ends and middles of
/// the pieces have to lie in the polyomino; then the distance of the core from the boundary counts.
int place_in(const Polyomino& outer, const RationalBody& body) {
  Rational nearest = 1000;
  const auto check = [&](const RationalPoint& p) {
    outer.for_each_edge([&](const RationalPoint& from, const RationalPoint& to) {
      nearest = std::min<Rational>(nearest, squared_distance(p, from, to));
    });
    return outer.holds(p);
  };
  for (std::size_t e = 0; e < std::max<std::size_t>(body.edges(), 1); ++e) {
    const RationalPoint from = body.core[e], to = body.core.size() == 1 ? from : body.end(e), along = to - from;
    std::vector<Rational> cuts{0, 1};
    for (int line = -8; line <= 16; ++line) {
      if (along.x != 0) cuts.push_back((line - from.x) / along.x);
      if (along.y != 0) cuts.push_back((line - from.y) / along.y);
    }
    std::erase_if(cuts, [](const Rational& t) { return t < 0 || t > 1; });
    std::sort(cuts.begin(), cuts.end());
    for (std::size_t i = 0; i < cuts.size(); ++i) {
      const auto at = [&](const Rational& t) { return RationalPoint{from.x + t * along.x, from.y + t * along.y}; };
      if (!check(at(cuts[i]))) return -1;
      if (i > 0 && !check(at((cuts[i] + cuts[i - 1]) / 2))) return -1;
    }
    outer.for_each_edge([&](const RationalPoint& p, const RationalPoint& q) {
      for (const RationalPoint& corner : {p, q}) {
        nearest = std::min<Rational>(
            nearest, body.core.size() == 1 ? dot(corner - from, corner - from) : squared_distance(corner, from, to));
      }
    });
  }
  return sign(nearest - body.radius * body.radius) < 0 ? -1 : sign(nearest - body.radius * body.radius) > 0 ? 1 : 0;
}

template <class T>
void test_outlines(std::uint64_t seed) {
  Random random(seed);
  std::map<Within, int> counts;
  for (int round = 0; round < 8; ++round) {
    BasicScene<T> scene;
    Polyomino outer;
    outer.columns.push_back({random.integer(-2, 1), random.integer(2, 3)});
    for (int x = random.integer(1, 4); x > 0; --x) {  // columns share one side, so that no corner lies inside
      const auto [low, high] = outer.columns.back();
      const int length = random.integer(1, 3);
      outer.columns.push_back(random.chance(0.5) ? std::pair(high - 1, high - 1 + length)
                                                 : std::pair(low + 1 - length, low + 1));
    }
    std::vector<BasicVec2<T>> ring, top;  // along the low ends, and back along the high ones
    for (int x = 0; x < static_cast<int>(outer.columns.size()); ++x) {
      const auto [low, high] = outer.columns[x];
      for (const int side : {x, x + 1}) {
        ring.push_back({static_cast<T>(side), static_cast<T>(low)});
        top.push_back({static_cast<T>(side), static_cast<T>(high)});
      }
    }
    ring.insert(ring.end(), top.rbegin(), top.rend());
    const BodyId container = scene.add_body(scene.add_outline(ring));
    std::vector<Pair> pairs;
    for (int i = 0; i < 120; ++i) {
      const T step = i % 3 == 0 ? T(0.5) : T(0.25);
      const auto number = [&](int low, int high) { return step * static_cast<T>(random.integer(low, high)); };
      const BasicVec2<T> p{number(0, 16), number(-8, 12)};
      ShapeId shape = 0;
      switch (random.integer(0, 5)) {
        case 0:
          shape = scene.add_circle(p, random.chance(0.5) ? T(0) : number(1, 3));
          break;
        case 1: {
          BasicVec2<T> q{number(0, 16), number(-8, 12)};
          if (q == p) q.x += 1;
          shape = scene.add_segment(p, q);
          break;
        }
        case 2: {
          const T radius = number(1, 2);
          shape = scene.add_capsule(p, {p.x + step, p.y + number(0, 4)}, radius);
          break;
        }
        case 3:
          shape =
              scene.add_polygon(std::array<BasicVec2<T>, 3>{{p, {p.x + number(1, 6), p.y}, {p.x, p.y + number(1, 6)}}});
          break;
        case 4:
          shape = scene.add_polygon(
              std::array<BasicVec2<T>, 4>{{p, {p.x + 1, p.y - 1}, {p.x + 2, p.y}, {p.x + 1, p.y + 1}}},
              random.chance(0.5) ? T(0) : T(0.25));
          break;
        default: {
          const T w = number(1, 6), h = number(1, 6);
          shape =
              scene.add_polygon(std::array<BasicVec2<T>, 4>{{p, {p.x + w, p.y}, {p.x + w, p.y + h}, {p.x, p.y + h}}});
        }
      }
      pairs.push_back({scene.add_body(shape), container});
    }
    std::vector<Within> results(pairs.size());
    within(scene, pairs, results);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      ++counts[results[i]];
      ASSERT_EQ(results[i], of(place_in(outer, rational_body(scene, pairs[i].a)))) << "round " << round << ", " << i;
    }
  }
  EXPECT_GT(counts[Within::inside], 12);
  EXPECT_GT(counts[Within::touching], 25);
  EXPECT_GT(counts[Within::no], 200);
}
TEST_P(WithinOnIsa, outlines) {
  test_outlines<float>(own_seed(3));
  test_outlines<double>(own_seed(4));
}

TEST_P(WithinOnIsa, segments_through_corners_of_an_outline) {
  Scene scene;  // an L: [0, 2] x [0, 1] and [0, 1] x [1, 2], whose corner (1, 1) is reflex
  const BodyId l =
      scene.add_body(scene.add_outline(std::array<Vec2, 6>{{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}}));
  const auto place = [&](Vec2 p, Vec2 q) {
    std::array<Within, 1> result;
    within(scene, std::array{Pair{scene.add_body(scene.add_segment(p, q)), l}}, result);
    return result[0];
  };
  EXPECT_EQ(place({0.5f, 1.5f}, {1.5f, 0.5f}), Within::touching) << "through the reflex corner";
  EXPECT_EQ(place({0.5f, 1.75f}, {1.75f, 0.5f}), Within::no);
  EXPECT_EQ(place({0.25f, 0.25f}, {0.75f, 0.75f}), Within::inside);
  EXPECT_EQ(place({0, 0}, {1, 1}), Within::touching);
  EXPECT_EQ(place({0, 0}, {1.5f, 1.5f}), Within::no);
  EXPECT_EQ(place({1, 1}, {1, 2}), Within::touching) << "along the boundary";
  EXPECT_EQ(place({1, 0.5f}, {1, 2}), Within::touching);
  EXPECT_EQ(place({1, 0.5f}, {1, 2.5f}), Within::no) << "beyond a corner";
  EXPECT_EQ(place({-1, 0}, {3, 0}), Within::no);
  EXPECT_EQ(place({2, 0.5f}, {3, 0.5f}), Within::no) << "away from an edge";
  EXPECT_EQ(place({0.5f, 0.5f}, {2, 0.5f}), Within::touching);
}

TEST_P(WithinOnIsa, parts_of_a_compound_all_have_to_lie_within) {
  Scene scene;
  const ShapeId left = scene.add_circle({-1, 0}, 0.5f), right = scene.add_circle({1, 0}, 0.5f);
  const BodyId two = scene.add_body(scene.add_compound(std::array{left, right}));
  const BodyId wide = scene.add_body(scene.add_box(2, 1)), narrow = scene.add_body(scene.add_box(1, 1));
  const BodyId tight = scene.add_body(scene.add_box(1.5f, 1));
  const std::array pairs{Pair{two, wide}, Pair{two, narrow}, Pair{two, tight}};
  std::array<Within, 3> results, between;
  within(scene, pairs, results);
  EXPECT_EQ(results, (std::array{Within::inside, Within::no, Within::touching}));
  const Scene other = scene;
  within(scene, other, pairs, between);
  EXPECT_EQ(results, between);
}

TEST(WithinErrors, containers_of_other_kinds_are_refused) {
  Scene scene;
  const ShapeId disc = scene.add_circle({-1, 0}, 0.5f), box = scene.add_box(1, 1);
  const BodyId body = scene.add_body(box);
  const BodyId discs = scene.add_body(scene.add_compound(std::array{disc, disc}));
  const BodyId chain = scene.add_body(scene.add_chain(std::array<Vec2, 3>{{{0, 0}, {1, 0}, {1, 1}}}, true));
  const ShapeId beside = scene.add_polygon(std::array<Vec2, 4>{{{1, -1}, {3, -1}, {3, 1}, {1, 1}}});
  const BodyId glued = scene.add_body(scene.add_compound(std::array{box, beside}));
  const BodyId single = scene.add_body(scene.add_compound(std::array{box}));
  std::array<Within, 2> results{Within::inside, Within::inside};
  for (const BodyId wrong : {discs, chain, glued}) {
    const Status status = try_within(scene, std::array{Pair{body, body}, Pair{body, wrong}}, results);
    EXPECT_EQ(status.code, ErrorCode::unsupported);
    EXPECT_EQ(status.index, 1u);
    EXPECT_NE(message(status).find("neither convex nor an outline"), std::string::npos);
    EXPECT_EQ(results[0], Within::inside) << "nothing is written";
  }
  EXPECT_TRUE(try_within(scene, std::array{Pair{body, single}, Pair{discs, body}}, results).ok());
  EXPECT_EQ(results[0], Within::touching);
  EXPECT_EQ(try_within(scene, std::array{Pair{body, 99}}, std::span(results).first(1)).code, ErrorCode::bad_body);
  EXPECT_EQ(try_within(scene, std::array{Pair{body, body}}, results).code, ErrorCode::size_mismatch);
}

SATCHEL_ON_EVERY_ISA(WithinOnIsa);

}  // namespace
}  // namespace satchel::test
