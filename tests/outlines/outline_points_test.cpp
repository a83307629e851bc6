// Points in outlines of integer coordinates against what integers say: at vertices, on edges, and beside them by less than
// doubles tell.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <satchel/satchel.hpp>
#include <vector>

#include "outlines/integer_world.hpp"
#include "support/isa_param.hpp"
#include "support/rational_cores.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

using OutlinePointsOnIsa = OnEveryIsa;

/// Where the bodies lie, and how near to their boundaries the points come: 2^-bits.
struct Place {
  int spread;
  double far;
  int bits;
};
constexpr Place places[] = {{0, 0, 43}, {20, 0, 43}, {20, 0x1p22, 28}};

/// Points times 2^bits.
template <class T>
std::vector<IntegerPoint> some_points(Random& random, const IntegerWorld<T>& world, int bits, std::size_t count) {
  std::vector<IntegerPoint> points;
  const Integer scale = Integer{1} << bits;
  while (points.size() < count) {
    const auto& edges = world.edges[random.below(world.edges.size())];
    const IntegerEdge& edge = edges[random.below(edges.size())];
    const int eighths = random.integer(0, 8);  // along the edge; 0, 8: a vertex
    const auto at = [&](Integer from, Integer to) {
      return (from * (8 - eighths) + to * eighths) * (scale / 8) + (random.chance(0.5) ? random.integer(-1, 1) : 0);
    };
    switch (random.integer(0, 3)) {
      case 0:  // at the height of a vertex
        points.push_back({random.integer(-300, 300) * (scale / 4), edge.from.y * scale});
        break;
      case 1:
        points.push_back({random.integer(-40, 40) * scale, random.integer(-40, 40) * scale});
        break;
      default:
        points.push_back({at(edge.from.x, edge.to.x), at(edge.from.y, edge.to.y)});
    }
  }
  return points;
}

struct Seen {
  std::size_t inside = 0, outside = 0;
};

/// Compares what is found with what integers say, for all points and bodies.
template <class T>
void compare(const IntegerWorld<T>& world, const std::vector<IntegerPoint>& points, int bits, Seen& seen) {
  const Integer scale = Integer{1} << bits;
  std::vector<Vec2d> queries;
  for (const IntegerPoint p : points) {
    queries.push_back({world.far + std::ldexp(static_cast<double>(p.x), -bits),
                       world.far + std::ldexp(static_cast<double>(p.y), -bits)});
  }
  std::vector<FoundBody> found, by_index, expected;
  bodies_at_points(world.scene, queries, found);
  BasicIndex<T>(world.scene).bodies_at_points(world.scene, queries, by_index);
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    for (BodyId body = 0; body < world.edges.size(); ++body) {
      const bool is_inside = holds(world.edges[body], points[i], scale);
      if (is_inside) expected.push_back({i, body});
      ++(is_inside ? seen.inside : seen.outside);
    }
  }
  ASSERT_EQ(found, expected);
  ASSERT_EQ(by_index, expected);
}

template <class T>
void check_small_outlines(std::uint64_t seed) {
  Random random(seed);
  for (const Place& place : places) {
    Seen seen;
    for (std::size_t round = 0; round < sampled(30); ++round) {
      IntegerWorld<T> world{.scene = {}, .edges = {}, .spread = place.spread, .far = place.far};
      world.fill(random, 20);
      compare(world, some_points(random, world, place.bits, 400), place.bits, seen);
      if (testing::Test::HasFatalFailure()) return;
    }
    EXPECT_GT(seen.inside, 30 * sampled(30));
    EXPECT_GT(seen.outside, 30 * sampled(30));
  }
}

TEST_P(OutlinePointsOnIsa, lie_where_integers_say) {
  check_small_outlines<float>(own_seed(1));
  check_small_outlines<double>(own_seed(2));
}

/// Columns of cells, each across y = 0: a ring of some thousand vertices that does not touch itself.
Cells columns(Random& random, int count, int height) {
  Cells region;
  for (int x = 0; x < count; ++x) {
    for (int y = -random.integer(1, height); y < random.integer(1, height); ++y) region.cells.insert({x, y});
  }
  return region;
}

template <class T>
void check_large_outlines(std::uint64_t seed) {
  Random random(seed);
  for (const Place& place : places) {
    IntegerWorld<T> world{.scene = {}, .edges = {}, .spread = place.spread, .far = place.far};
    world.fill(random, 3);
    const std::size_t small = world.edges.size();
    // The last has about as many groups of edges as lanes take together, and a few more.
    for (const int count : {1200, 700, 260, 130, 128}) {
      const std::size_t before = world.edges.size();
      while (world.edges.size() == before) world.add(random, columns(random, count, 6));
    }
    EXPECT_GT(world.edges[small].size(), 2000u);
    Seen seen;
    const int bits = place.bits - 9;                            // coordinates are larger
    for (const std::size_t count : {500u, 500u, 100u, 500u}) {  // 100 are too few for stripes
      compare(world, some_points(random, world, bits, count), bits, seen);
      if (testing::Test::HasFatalFailure()) return;
    }
    EXPECT_GT(seen.inside, 500u);
    EXPECT_GT(seen.outside, 500u);
  }
}

TEST_P(OutlinePointsOnIsa, lie_in_large_outlines_where_integers_say) {
  check_large_outlines<float>(own_seed(3));
  check_large_outlines<double>(own_seed(4));
}

bool lies_in(const std::vector<RationalPoint>& ring, const RationalPoint& p) {
  bool inside = false;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const RationalPoint &from = ring[i], &to = ring[i + 1 < ring.size() ? i + 1 : 0];
    if ((from.y > p.y) == (to.y > p.y)) continue;  // no edge is level, and no point is a vertex
    const Rational side = cross(to - from, p - from);
    if (side == 0) return true;
    if ((side > 0) == (to.y > p.y)) inside = !inside;
  }
  return inside;
}

/// Stars of any coordinates, and points that rounding has moved off their edges: doubles do not tell on which side they are.
template <class T>
void check_stars(std::uint64_t seed) {
  Random random(seed);
  std::size_t inside = 0, outside = 0;
  for (std::size_t round = 0; round < sampled(40); ++round) {
    std::vector<BasicVec2<T>> star;
    const double middle = random.pick({0.0, 0.7, 1000.1});
    for (int k = 0; k < 21; ++k) {
      const double angle = 0.3 * (k + random.uniform(-0.3, 0.3)), r = random.uniform(1, 3);
      star.push_back({static_cast<T>(middle + r * std::cos(angle)), static_cast<T>(middle + r * std::sin(angle))});
    }
    BasicScene<T> scene;
    const double far = random.pick({0.0, 0.1, 1.0 / 3, 1e6 + 0.1});
    scene.add_body(scene.add_outline(star), {far, -far, {}});
    std::vector<RationalPoint> ring;
    std::vector<BasicVec2<T>> offsets(star.size());
    scene.placed_offsets(0, offsets);
    for (const BasicVec2<T>& v : offsets) {
      const auto at = [](double origin, T offset) { return Rational(origin) + Rational(static_cast<double>(offset)); };
      ring.push_back({at(far, v.x), at(-far, v.y)});
    }
    std::vector<Vec2d> points;
    while (points.size() < 300) {
      const std::size_t i = random.below(offsets.size());
      const BasicVec2<T>&from = offsets[i], &to = offsets[i + 1 < offsets.size() ? i + 1 : 0];
      const double along = random.uniform(0, 1);
      const auto between = [&](T start, T end) {
        return static_cast<double>(start) + along * (static_cast<double>(end) - static_cast<double>(start));
      };
      points.push_back({far + between(from.x, to.x), -far + between(from.y, to.y)});
    }
    std::vector<FoundBody> found;
    bodies_at_points(scene, points, found);
    auto next = found.begin();
    for (std::uint32_t i = 0; i < points.size(); ++i) {
      const bool is_found = next != found.end() && next->query == i;
      ASSERT_EQ(is_found, lies_in(ring, rational(points[i]))) << "round " << round << ", point " << i;
      next += is_found ? 1 : 0;
      ++(is_found ? inside : outside);
    }
  }
  EXPECT_GT(inside, 60 * sampled(40));
  EXPECT_GT(outside, 60 * sampled(40));
}

TEST_P(OutlinePointsOnIsa, lie_beside_edges_where_rational_numbers_say) {
  check_stars<float>(own_seed(5));
  check_stars<double>(own_seed(6));
}

/// The distance of a point from an edge, as integers and one division tell it.
double distance_from(const IntegerEdge& edge, IntegerPoint p) {
  const IntegerPoint e = edge.to - edge.from, w = p - edge.from;
  const Integer along = dot(e, w), squared = dot(e, e);
  if (along <= 0) return std::sqrt(static_cast<double>(dot(w, w)));
  if (along >= squared) return std::sqrt(static_cast<double>(dot(p - edge.to, p - edge.to)));
  return static_cast<double>(std::abs(cross(e, w))) / std::sqrt(static_cast<double>(squared));
}

template <class T>
void check_nearest(std::uint64_t seed) {
  Random random(seed);
  std::size_t outside = 0, inside = 0;
  for (std::size_t round = 0; round < sampled(20); ++round) {
    IntegerWorld<T> world;
    world.fill(random, 20);
    std::vector<IntegerPoint> points;
    std::vector<Vec2d> queries;
    while (points.size() < 60) {
      points.push_back({random.integer(-60, 60), random.integer(-60, 60)});
      queries.push_back({static_cast<double>(points.back().x), static_cast<double>(points.back().y)});
    }
    std::vector<BasicNearBody<T>> found;
    const double error = sizeof(T) == sizeof(float) ? 1e-4 : 1e-12;
    BasicIndex<T>(world.scene).nearest_to_points(world.scene, queries, 3, 1e9, found);
    ASSERT_EQ(found.size(), 3 * points.size());
    for (std::uint32_t i = 0; i < points.size(); ++i) {
      std::vector<double> distances;
      for (const std::vector<IntegerEdge>& edges : world.edges) {
        double least = 1e9;
        for (const IntegerEdge& edge : edges) least = std::min(least, distance_from(edge, points[i]));
        distances.push_back(holds(edges, points[i]) ? -least : least);
      }
      for (std::uint32_t k = 0; k < 3; ++k) {
        const BasicNearBody<T>& near = found[3 * i + k];
        ASSERT_EQ(near.query, i);
        // Inside, the depth is that of the way out, which for concave bodies is not the distance from an edge.
        const double distance = static_cast<double>(near.distance.distance), right = distances[near.body];
        ASSERT_EQ(distance > 0, right > 0);
        ASSERT_NEAR(distance > 0 ? distance : right, right, error) << "round " << round << ", point " << i;
        ++(right > 0 ? outside : inside);
        distances[near.body] = 1e9;
      }
      const double least = *std::min_element(distances.begin(), distances.end());
      const double farthest = static_cast<double>(found[3 * i + 2].distance.distance);
      ASSERT_GE(least < 0 ? 0 : least, (farthest < 0 ? 0 : farthest) - error);
    }
  }
  EXPECT_GT(outside, 100 * sampled(20));
  EXPECT_GT(inside, sampled(20));
}

TEST_P(OutlinePointsOnIsa, have_the_outlines_nearest_to_them) {
  check_nearest<float>(own_seed(7));
  check_nearest<double>(own_seed(8));
}

/// Candidates fill the lists of the kernel, among bodies of other kinds, and not all are allowed.
TEST_P(OutlinePointsOnIsa, are_found_in_many_bodies_of_all_kinds) {
  Scened scene;
  const std::vector<Vec2d> ell{{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}};
  const std::uint32_t rings[] = {0, 6};
  ShapeId outline = no_shape;
  scene.add_outlines({ell, rings, {}, {}}, {&outline, 1});
  const ShapeId box = scene.add_box(1, 1), parts[] = {box, scene.add_circle({3, 3}, 1)};
  const ShapeId shapes[] = {outline, box, scene.add_compound(parts)};
  for (int i = 0; i < 900; ++i) scene.add_body(shapes[i % 3]);
  const std::vector<Vec2d> points{{0.5, 0.5}, {3, 3}, {1, 1}, {2, 0.5}, {-1, 0}, {5, 5}, {0.5, 2}};
  const bool in[][3] = {{true, true, true},  {false, false, true},  {true, true, true},  {true, false, false},
                        {false, true, true}, {false, false, false}, {true, false, false}};
  std::vector<Filter> filters(900);
  for (int i = 0; i < 900; i += 7) filters[static_cast<std::size_t>(i)].mask = 0;
  for (const bool filtered : {false, true}) {
    std::vector<FoundBody> found, expected;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
      for (BodyId body = 0; body < 900; ++body) {
        if (in[i][body % 3] && !(filtered && body % 7 == 0)) expected.push_back({i, body});
      }
    }
    const Indexd index(scene);
    index.bodies_at_points(scene, points, found,
                           {.filters = filtered ? std::span<const Filter>(filters) : std::span<const Filter>()});
    EXPECT_EQ(found, expected);
  }
}

SATCHEL_ON_EVERY_ISA(OutlinePointsOnIsa);

}  // namespace
}  // namespace satchel::test
