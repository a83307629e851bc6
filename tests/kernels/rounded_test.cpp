// Circles, capsules, segments and rounded polygons against exact arithmetic, on every instruction set; and by formulas
// of their own, where shapes have one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "support/isa_param.hpp"
#include "support/queries.hpp"
#include "support/rounded_families.hpp"
#include "support/rounded_oracle.hpp"
#include "support/scale.hpp"
#include "support/trial.hpp"

namespace satchel::test {
namespace {

/// Collides and classifies all pairs, and holds each result against the oracle.
template <class T>
Tally expect_right(const BasicWorld<T>& world) {
  const Tally tally = tried_round(world);
  std::string words;
  for (const std::string& example : tally.examples) words += "\n" + example;
  EXPECT_TRUE(tally.all_right()) << tally.wrong << " wrong verdicts, " << tally.too_large
                                 << " separations beyond 6 u D', " << tally.faulty << " other faults, of "
                                 << tally.stages.pairs << words;
  return tally;
}

using RoundedOnIsa = OnEveryIsa;

template <class T>
void expect_families_right() {
  for (const BasicRoundFamily<T>& family : round_families<T>()) {
    SCOPED_TRACE(family.name);
    Random random(90);
    const Tally tally = expect_right(world_of(family, sampled(1000), random));
    testing::Test::RecordProperty(family.name, std::to_string(tally.largest_error));
    const auto per_thousand = [&](std::uint64_t count) { return 1000.0 * static_cast<double>(count) / tally.pairs(); };
    EXPECT_GE(per_thousand(tally.verdicts[1]), family.touching);
    EXPECT_GE(per_thousand(tally.stages.decided_by_lanes), family.by_lanes);
    EXPECT_GE(per_thousand(tally.stages.decided_exactly), family.exactly);
  }
}

TEST_P(RoundedOnIsa, hard_pairs_of_floats_are_right) { expect_families_right<float>(); }
TEST_P(RoundedOnIsa, hard_pairs_of_doubles_are_right) { expect_families_right<double>(); }

TEST_P(RoundedOnIsa, crowds_are_right) {
  Random random(91);
  expect_right(round_crowd<float>(random, 300, sampled(3000), 8));
  expect_right(round_crowd<double>(random, 300, sampled(3000), 8));
  expect_right(round_crowd<float>(random, 100, sampled(500), 40));
}

TEST_P(RoundedOnIsa, scenes_of_one_kind_are_right) {
  for (const int vertices : {1, 2, 3, 4, 6, 8, 11, 20}) {
    SCOPED_TRACE(vertices);
    Random random(92);
    const std::size_t bodies = sampled(vertices <= 4 ? 200 : 50);
    const Tally tally = expect_right(round_crowd_of<float>(random, vertices, bodies));
    expect_right(round_crowd_of<double>(random, vertices, bodies));
    if (vertices > 16) continue;  // no lanes for so many
    EXPECT_GT(tally.stages.decided_by_lanes, tally.stages.pairs * 9 / 10);
  }
}

/// Circles around their own origins, that no block need be fetched for, and some that are not; on a grid of whole
/// numbers, so that many touch to the last bit, and some lie one on the other.
template <class T>
BasicWorld<T> circles_on_a_grid(Random& random, std::size_t bodies, std::size_t pairs, double beside_their_origins) {
  BasicWorld<T> world;
  for (int radius = 0; radius < 8; ++radius) {
    world.scene.add_circle({0, 0}, static_cast<T>(radius));
    world.scene.add_circle({static_cast<T>(radius), 2}, static_cast<T>(radius) + T(0.3));
  }
  for (std::size_t i = 0; i < bodies; ++i) {
    const auto shape = static_cast<ShapeId>(2 * random.below(8) + (random.chance(beside_their_origins) ? 1 : 0));
    world.scene.add_body(shape, Pose::at(random.integer(-8, 8), random.pick({0., 0., 3., 4.}), random.uniform(-7, 7)));
  }
  for (std::size_t k = 0; k < pairs; ++k) {
    world.pairs.push_back({static_cast<BodyId>(random.below(bodies)), static_cast<BodyId>(random.below(bodies))});
  }
  return world;
}

TEST_P(RoundedOnIsa, circles_around_their_origins_are_right) {
  Random random(94);
  for (const double beside : {0.0, 0.3}) {
    const Tally tally = expect_right(circles_on_a_grid<float>(random, 300, sampled(3000), beside));
    EXPECT_GT(tally.verdicts[1], tally.stages.pairs / (beside == 0 ? 100 : 300));  // touching
    EXPECT_GT(tally.stages.decided_by_lanes, tally.stages.pairs / 2);
    expect_right(circles_on_a_grid<double>(random, 300, sampled(3000), beside));
    // None turned: they are not staged; where some lie beside their origins, they are gathered from a mixed list.
    BasicWorld<float> in_order = circles_on_a_grid<float>(random, 300, 3000, beside);
    std::erase_if(in_order.pairs, [](Pair pair) { return pair.b <= pair.a; });
    expect_right(in_order);
  }
  expect_right(circles_on_a_grid<float>(random, 80000, scaled(3000), 0));  // beyond the cache: lines are asked for
}

TEST_P(RoundedOnIsa, boxes_around_their_origins_are_right) {
  Random random(95);
  for (const double without_radius : {0.0, 0.3, 0.9}) {
    const Tally tally = expect_right(box_crowd<float>(random, 300, sampled(3000), without_radius));
    EXPECT_GT(tally.stages.decided_by_lanes, tally.stages.pairs * 8 / 10);
    expect_right(box_crowd<double>(random, 300, sampled(3000), without_radius));
    BasicWorld<float> in_order = box_crowd<float>(random, 300, 3000, without_radius);
    std::erase_if(in_order.pairs, [](Pair pair) { return pair.b <= pair.a; });
    expect_right(in_order);
  }
}

SATCHEL_ON_EVERY_ISA(RoundedOnIsa);

// ---- formulas of their own
// -------------------------------------------------------------------------------------------

struct Vector {
  long double x, y;
};
Vector operator-(Vector p, Vector q) { return {p.x - q.x, p.y - q.y}; }
long double dot(Vector p, Vector q) { return p.x * q.x + p.y * q.y; }
long double cross(Vector p, Vector q) { return p.x * q.y - p.y * q.x; }
long double length(Vector p) { return std::sqrt(dot(p, p)); }

Vector vertex(const Scene& scene, BodyId body, std::size_t i) {
  const PlacedPolygon core = placed(scene, body);
  return {core.origin_x + static_cast<long double>(core.offsets[i].x),
          core.origin_y + static_cast<long double>(core.offsets[i].y)};
}

long double from_segment(Vector v, Vector p, Vector q) {
  const Vector d = q - p;
  const long double t = std::clamp(dot(v - p, d) / dot(d, d), 0.0L, 1.0L);
  return length({v.x - p.x - t * d.x, v.y - p.y - t * d.y});
}

/// Each shape of `count` against each other one; separation(a, b) without radii.
template <class Make, class Separation>
void expect_formula(Make make_shape, Separation separation) {
  Random random(93);
  Scene scene;
  std::vector<Pair> pairs;
  for (BodyId i = 0; i < 80; ++i) {
    BasicRoundShape<float> shape = make_shape(random, i);
    shape.pose = Pose::at(random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5), random.uniform(-7, 7));
    add(scene, shape);
    for (BodyId k = 0; k < i; ++k) pairs.push_back({k, i});
  }
  std::size_t overlapping = 0;
  const std::vector<Contact> contacts = collided(scene, pairs);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto [a, b] = pairs[i];
    const long double radii = static_cast<long double>(scene.radius(scene.shape(a))) + scene.radius(scene.shape(b));
    const long double expected = separation(scene, a, b) - radii;
    ASSERT_NEAR(static_cast<double>(contacts[i].separation), static_cast<double>(expected), 2e-6) << a << ' ' << b;
    ASSERT_EQ(verdict(contacts[i]), expected < 0 ? Verdict::overlapping : Verdict::disjoint) << a << ' ' << b;
    overlapping += expected < 0 ? 1 : 0;
  }
  EXPECT_GT(overlapping, pairs.size() / 10);
  EXPECT_LT(overlapping, pairs.size() * 9 / 10);
}

BasicRoundShape<float> circle(Random& random) {
  return {{{static_cast<float>(random.uniform(-.2, .2)), 0}}, static_cast<float>(random.uniform(.1, .6))};
}

TEST(RoundedByFormula, circle_against_circle) {
  expect_formula(
      [](Random& random, BodyId) { return circle(random); },
      [](const Scene& scene, BodyId a, BodyId b) { return length(vertex(scene, b, 0) - vertex(scene, a, 0)); });
}

TEST(RoundedByFormula, circle_against_polygon) {  // outside: the nearest vertex or edge; inside: the nearest edge
  const auto from_polygon = [](const Scene& scene, BodyId polygon, Vector v) {
    const std::size_t count = scene.vertex_count(scene.shape(polygon));
    long double nearest = 1e9L, inside = 1;
    for (std::size_t i = 0; i < count; ++i) {
      const Vector p = vertex(scene, polygon, i), q = vertex(scene, polygon, (i + 1) % count);
      nearest = std::min(nearest, from_segment(v, p, q));
      if (cross(q - p, v - p) < 0) inside = -1;
    }
    return -inside * nearest;
  };
  expect_formula(
      [](Random& random, BodyId i) {
        if (i % 2 == 0) return circle(random);
        return BasicRoundShape<float>{round_polygon(random, random.integer(3, 8), .6),
                                      static_cast<float>(random.pick({0., .1}))};
      },
      [&](const Scene& scene, BodyId a, BodyId b) -> long double {
        const bool circle_a = a % 2 == 0, circle_b = b % 2 == 0;
        if (circle_a && circle_b) return length(vertex(scene, b, 0) - vertex(scene, a, 0));
        if (circle_a) return from_polygon(scene, b, vertex(scene, a, 0));
        if (circle_b) return from_polygon(scene, a, vertex(scene, b, 0));
        const RoundedAnswer answer = judge(placed_rounded(scene, a), placed_rounded(scene, b));  // no formula
        return static_cast<long double>(answer.separation) + scene.radius(scene.shape(a)) +
               scene.radius(scene.shape(b));
      });
}

TEST(RoundedByFormula, capsule_against_capsule) {
  expect_formula(
      [](Random& random, BodyId) {
        const auto end = [&] { return static_cast<float>(random.uniform(-.7, .7)); };
        return BasicRoundShape<float>{{{end(), end()}, {end(), end()}}, static_cast<float>(random.uniform(0, .3))};
      },
      [](const Scene& scene, BodyId a, BodyId b) -> long double {
        const Vector p = vertex(scene, a, 0), q = vertex(scene, a, 1), r = vertex(scene, b, 0), s = vertex(scene, b, 1);
        const long double sides[4] = {cross(q - p, r - p), cross(q - p, s - p), cross(s - r, p - r),
                                      cross(s - r, q - r)};
        if (sides[0] * sides[1] < 0 && sides[2] * sides[3] < 0) {  // crossing: out over the nearest end
          const long double along_a = std::min(std::abs(sides[0]), std::abs(sides[1])) / length(q - p);
          const long double along_b = std::min(std::abs(sides[2]), std::abs(sides[3])) / length(s - r);
          return -std::min(along_a, along_b);
        }
        return std::min(std::min(from_segment(p, r, s), from_segment(q, r, s)),
                        std::min(from_segment(r, p, q), from_segment(s, p, q)));
      });
}

// ---- scenes
// ----------------------------------------------------------------------------------------------------------

/// The distance of a point from a core of two or more vertices, from outside.
long double from_core(Vector v, const Scene& scene, BodyId body) {
  const std::size_t count = placed(scene, body).offsets.size();
  long double nearest = HUGE_VALL;
  for (std::size_t i = 0; i < count; ++i) {
    nearest = std::min(nearest, from_segment(v, vertex(scene, body, i), vertex(scene, body, (i + 1) % count)));
  }
  return nearest;
}

/// Where corners face each other, the one that the feature names is as near to the other core as the contact says.
void expect_nearest_corners(const BasicWorld<float>& world) {
  std::size_t corners = 0;
  const std::vector<Contact> contacts = collided(world.scene, world.pairs);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Contact& contact = contacts[i];
    const auto [a, b] = world.pairs[i];
    if (a == b || kind(contact) != FeatureKind::vertex) continue;
    const BodyId its = side(contact) == Side::a ? a : b, other = its == a ? b : a;
    const long double radii =
        static_cast<long double>(world.scene.radius(world.scene.shape(a))) + world.scene.radius(world.scene.shape(b));
    const long double distance = from_core(vertex(world.scene, its, index(contact)), world.scene, other) - radii;
    ASSERT_NEAR(static_cast<double>(contact.separation), static_cast<double>(distance), 1e-5) << a << ' ' << b;
    ++corners;
  }
  EXPECT_GT(corners, contacts.size() / 20);
}

TEST(RoundedByFormula, corners_that_face_each_other_are_named) {
  Random random(96);
  expect_nearest_corners(box_crowd<float>(random, 300, 3000, 0.2));
  expect_nearest_corners(round_crowd_of<float>(random, 4, 300));
  expect_nearest_corners(round_crowd_of<float>(random, 8, 300));
}

TEST(Rounded, shapes_give_back_what_they_were_made_of) {
  Scene scene;
  const ShapeId circle = scene.add_circle({1, 2}, .5f), capsule = scene.add_capsule({0, 1}, {2, 3}, .25f),
                segment = scene.add_segment({4, 5}, {6, 7}), point = scene.add_circle({8, 9}, 0);
  EXPECT_EQ(scene.vertex_count(circle), 1u);
  EXPECT_EQ(scene.vertex_count(capsule), 2u);
  EXPECT_EQ(scene.radius(segment), 0);
  EXPECT_EQ(scene.radius(capsule), .25f);
  EXPECT_EQ(scene.vertex_count(point), 1u);
  std::vector<Vec2> ends(2);
  scene.local_vertices(capsule, ends);
  EXPECT_EQ(ends, (std::vector<Vec2>{{0, 1}, {2, 3}}));
}

TEST(Rounded, bodies_change_between_kinds) {
  Scene scene;
  const ShapeId box = scene.add_box(1, 1), rounded = scene.add_box(1, 1, .5f), circle = scene.add_circle({0, 0}, 1);
  scene.add_body(box);
  scene.add_body(box, {2.25, 0});
  const Pair pair{0, 1};
  EXPECT_FLOAT_EQ(collided(scene, pair).separation, .25f);
  scene.set_shape(1, rounded);
  EXPECT_FLOAT_EQ(collided(scene, pair).separation, -.25f);
  scene.set_shape(0, circle);
  EXPECT_FLOAT_EQ(collided(scene, pair).separation, -.25f);
  scene.set_shape(1, circle);
  EXPECT_FLOAT_EQ(collided(scene, pair).separation, .25f);
  scene.set_shape(0, box);
  scene.set_shape(1, box);
  EXPECT_FLOAT_EQ(collided(scene, pair).separation, .25f);
}

TEST(Rounded, coincident_circles_have_the_normal_of_x) {
  Scene scene;
  scene.add_body(scene.add_circle({0, 0}, 2), {5, 6});
  const Contact self = collided(scene, Pair{0, 0});
  EXPECT_EQ(self.normal_x, 1);
  EXPECT_EQ(self.normal_y, 0);
  EXPECT_EQ(self.separation, -4);
}

template <class T>
void expect_boxes_hold_bodies() {
  Random random(94);
  const BasicWorld<T> world = round_crowd<T>(random, 400, 1, 12);
  BroadPhase broad_phase;
  std::vector<Pair> pairs, expected;
  broad_phase.find_pairs(world.scene, pairs);
  const auto overlap = [](const Box& p, const Box& q) {
    return p.min_x <= q.max_x && q.min_x <= p.max_x && p.min_y <= q.max_y && q.min_y <= p.max_y;
  };
  for (BodyId i = 0; i < 400; ++i) {
    const Box box = world.scene.bounding_box(i);
    const BasicRounded<T> body = placed_rounded(world.scene, i);
    Real low = 1e9, high = -1e9;
    for (const BasicVec2<T> v : body.core.offsets) {
      low = std::min(low, Real(Real(body.core.origin_x) + Real(v.x) - Real(body.radius)));
      high = std::max(high, Real(Real(body.core.origin_x) + Real(v.x) + Real(body.radius)));
    }
    ASSERT_LE(Real(box.min_x), low);
    ASSERT_GE(Real(box.max_x), high);
    ASSERT_LT(high - low + 1e-12, box.max_x - box.min_x + 2e-12);
    for (BodyId k = 0; k < i; ++k) {
      if (overlap(box, world.scene.bounding_box(k))) expected.push_back({k, i});
    }
  }
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(pairs, expected);
}

TEST(Rounded, boxes_hold_bodies_with_their_radii_and_make_the_candidate_pairs) {
  expect_boxes_hold_bodies<float>();
  expect_boxes_hold_bodies<double>();
}

}  // namespace
}  // namespace satchel::test
