// The questions beyond collide, of compounds, against the same asked of every pair of their parts as bodies of their
// own.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <satchel/satchel.hpp>
#include <set>

#include "support/compounds.hpp"
#include "support/hulls.hpp"
#include "support/isa_param.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

template <class Result>
bool same_bytes(const Result& p, const Result& q) {
  return std::memcmp(&p, &q, sizeof p) == 0;
}

/// The pair of parts (i, j) as bodies, the first body first.
template <class T>
Pair flat_pair(const CompoundWorld<T>& world, Pair pair, PartPair parts) {
  return {world.first_of_body[pair.a] + parts.a, world.first_of_body[pair.b] + parts.b};
}

/// Asks of one pair of parts, as two scenes: so a body may meet itself, and its lower part need not come first.
template <class Result, class T, class Ask>
Result asked_of_parts(const CompoundWorld<T>& world, Pair pair, PartPair parts, const Ask& ask) {
  Result result;
  // Two scenes are evaluated a before b; so ask for the lower body first, as pairs of one scene are.
  const Pair flat = flat_pair(world, pair, parts);
  if (pair.b >= pair.a) {
    ask(world.flat, world.flat, std::span<const Pair>(&flat, 1), std::span<Result>(&result, 1));
  } else {
    ask(world.flat, std::span<const Pair>(&flat, 1), std::span<Result>(&result, 1));
  }
  return result;
}

template <class T>
std::uint32_t parts_of(const CompoundWorld<T>& world, BodyId body) {
  return world.parts_of_body[body];
}

/// Calls visit(parts) for each pair of parts, in evaluation order.
template <class T, class Visit>
void for_each_parts(const CompoundWorld<T>& world, Pair pair, Visit visit) {
  const bool turned = pair.b < pair.a;
  const BodyId first = turned ? pair.b : pair.a, second = turned ? pair.a : pair.b;
  for (std::uint32_t i = 0; i < parts_of(world, first); ++i) {
    for (std::uint32_t j = 0; j < parts_of(world, second); ++j) visit(turned ? PartPair{j, i} : PartPair{i, j});
  }
}

template <class T>
void check_manifolds(const CompoundWorld<T>& world, T margin) {
  const std::size_t n = world.pairs.size();
  std::vector<BasicContact<T>> contacts(n);
  std::vector<PartPair> parts(n);
  collide(world.scene, world.pairs, contacts, parts);
  std::vector<BasicManifold<T>> found(n);
  manifolds(world.scene, world.pairs, found, {.margin = margin});
  std::size_t wrong = 0, points = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const auto expected = asked_of_parts<BasicManifold<T>>(
        world, world.pairs[i], parts[i], [&](auto&&... arguments) { manifolds(arguments..., {.margin = margin}); });
    points += found[i].count;
    if (!same_bytes(found[i], expected) && ++wrong <= 3) ADD_FAILURE() << "pair " << i;
  }
  EXPECT_EQ(wrong, 0u);
  EXPECT_GT(points, n / 20);
}

template <class T>
void check_distances(const CompoundWorld<T>& world) {
  const std::size_t n = world.pairs.size();
  std::vector<BasicContact<T>> contacts(n);
  std::vector<PartPair> parts(n);
  collide(world.scene, world.pairs, contacts, parts);
  std::vector<BasicDistance<T>> found(n);
  distances(world.scene, world.pairs, found);
  std::size_t wrong = 0, apart = 0, other_parts = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const auto of = [&](PartPair its) {
      return asked_of_parts<BasicDistance<T>>(world, world.pairs[i], its,
                                              [](auto&&... arguments) { distances(arguments...); });
    };
    BasicDistance<T> expected = of(parts[i]);
    if (verdict(contacts[i]) == Verdict::disjoint) {
      const BasicDistance<T> of_deciding = expected;
      bool any = false;
      for_each_parts(world, world.pairs[i], [&](PartPair its) {
        const BasicDistance<T> one = of(its);
        if (!any || one.distance < expected.distance) expected = one;
        any = true;
      });
      ++apart;
      other_parts += expected == of_deciding ? 0 : 1;
    }
    if (!same_bytes(found[i], expected) && ++wrong <= 3) {
      ADD_FAILURE() << "pair " << i << ": " << found[i].distance << " instead of " << expected.distance;
    }
  }
  EXPECT_EQ(wrong, 0u);
  EXPECT_GT(apart, n / 10);
  EXPECT_GT(other_parts, 0u) << "collide's parts were always the nearest: nothing has been tried";
}

/// The impact of one pair, by its parts: whether and when any meet, and the impacts of those that meet then.
template <class T>
struct FirstImpact {
  bool hit = false;
  T time = 1;
  std::vector<BasicImpact<T>> impacts;

  void meet(const BasicImpact<T>& impact) {
    if (impact.hit == 0 || (hit && impact.time > time)) return;
    if (!hit || impact.time < time) impacts.clear();
    hit = true;
    time = impact.time;
    impacts.push_back(impact);
  }
};

template <class T>
void check_sweeps(CompoundWorld<T>& world, Random& random, bool turning) {
  std::vector<Motion> motions, flat_motions;
  for (BodyId body = 0; body < world.scene.body_slots(); ++body) {
    motions.push_back({random.uniform(-6, 6), random.uniform(-6, 6), turning ? random.uniform(-3, 3) : 0});
    flat_motions.insert(flat_motions.end(), world.parts_of_body[body], motions.back());
  }
  const std::size_t n = world.pairs.size();
  std::vector<BasicContact<T>> contacts(n);
  std::vector<PartPair> deciding(n);
  collide(world.scene, world.pairs, contacts, deciding);
  std::vector<BasicImpact<T>> found(n);
  sweep(world.scene, motions, world.pairs, found);
  std::size_t wrong = 0, hits = 0, earlier = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Pair pair = world.pairs[i];
    const auto fail = [&](const char* what) {
      if (++wrong <= 3) ADD_FAILURE() << what << ", pair " << i << ": time " << found[i].time;
    };
    if (verdict(contacts[i]) != Verdict::disjoint) {
      const Pair flat = flat_pair(world, pair, deciding[i]);
      BasicImpact<T> at_start;
      sweep(world.flat, flat_motions, {&flat, 1}, {&at_start, 1});
      at_start.normal_x = contacts[i].normal_x;
      at_start.normal_y = contacts[i].normal_y;
      if (found[i] != at_start) fail("not as they meet at the start");
      continue;
    }
    FirstImpact<T> expected;
    for_each_parts(world, pair, [&](PartPair parts) {
      const Pair flat = flat_pair(world, pair, parts);
      BasicImpact<T> impact;
      sweep(world.flat, flat_motions, {&flat, 1}, {&impact, 1});
      expected.meet(impact);
    });
    hits += found[i].hit;
    if (expected.hit && (found[i].hit == 0 || found[i].time > expected.time)) fail("missed");
    if ((found[i].hit != 0) == expected.hit && found[i].time == expected.time) {
      const auto is_its = [&](const BasicImpact<T>& impact) { return impact == found[i]; };
      if (expected.hit && std::none_of(expected.impacts.begin(), expected.impacts.end(), is_its)) {
        fail("not as its parts meet");
      }
      continue;
    }
    // A turning pair that comes as near as the tolerance and goes apart again may count or not.
    ++earlier;
    if (!turning) fail("earlier than its parts");
    std::vector<Motion> until;
    const double time = static_cast<double>(found[i].time);
    for (const Motion& motion : motions) until.push_back({time * motion.x, time * motion.y, time * motion.angle});
    BasicDistance<T> distance;
    distances(satchel::advance(world.scene, until), {&pair, 1}, {&distance, 1});
    if (distance.distance > T(2e-3)) fail("not near each other");
  }
  EXPECT_EQ(wrong, 0u);
  EXPECT_GT(hits, n / 20);
  EXPECT_LE(earlier, n / 100);
}

/// What is found of parts, as of their bodies.
template <class T>
std::set<FoundBody> of_bodies(const CompoundWorld<T>& world, const std::vector<FoundBody>& found) {
  std::set<FoundBody> bodies;
  for (const FoundBody& one : found) {
    const auto after = std::upper_bound(world.first_of_body.begin(), world.first_of_body.end(), one.body);
    bodies.insert({one.query, static_cast<BodyId>(after - world.first_of_body.begin() - 1)});
  }
  return bodies;
}

template <class T>
void check_places(const CompoundWorld<T>& world, Random& random, double side) {
  std::vector<Vec2d> points;
  std::vector<Box> boxes;
  std::vector<Ray> rays;
  for (std::size_t k = 0; k < 600; ++k) {
    const Vec2d at{random.uniform(-1, side), random.uniform(-1, side)};
    points.push_back(at);
    boxes.push_back({at.x, at.y, at.x + random.uniform(0, 0.6), at.y + random.uniform(0, 0.6)});
    rays.push_back({at, {random.uniform(-1, 1), random.uniform(-1, 1)}});
  }
  const auto check = [&](const std::vector<FoundBody>& found, const std::vector<FoundBody>& of_parts) {
    const std::set<FoundBody> expected = of_bodies(world, of_parts);
    EXPECT_EQ(found, std::vector<FoundBody>(expected.begin(), expected.end()));
    EXPECT_GT(found.size(), 50u);
  };
  std::vector<FoundBody> found, of_parts;
  bodies_at_points(world.scene, points, found);
  bodies_at_points(world.flat, points, of_parts);
  check(found, of_parts);
  bodies_in_boxes(world.scene, boxes, found);
  bodies_in_boxes(world.flat, boxes, of_parts);
  check(found, of_parts);

  std::vector<RayHit> hits(rays.size()), hits_of_parts(rays.size());
  cast_rays(world.scene, rays, hits);
  cast_rays(world.flat, rays, hits_of_parts);
  for (std::size_t i = 0; i < rays.size(); ++i) {
    RayHit expected = hits_of_parts[i];
    if (expected.body != ~BodyId{0}) expected.body = of_bodies(world, {{0, expected.body}}).begin()->body;
    EXPECT_EQ(hits[i], expected) << "ray " << i;
  }
}

template <class T>
void check_questions(std::uint64_t seed, double rounded, bool are_stretched = false, int most_parts = 6) {
  Random random(seed);
  constexpr std::size_t bodies = 30;
  const double spacing = most_parts < 6 ? 1.2 : 1.6;
  CompoundWorld<T> world = compound_crowd<T>(random, bodies, 400, most_parts, rounded, spacing);
  if (are_stretched) stretch(world, random);
  check_manifolds(world, T(0));
  check_manifolds(world, T(0.3));
  check_distances(world);
  check_sweeps(world, random, false);
  check_sweeps(world, random, true);
  check_places(world, random, 1.6 * std::sqrt(static_cast<double>(bodies)) + 1);
}

class CompoundQuestionsOnIsa : public OnEveryIsa {};

TEST_P(CompoundQuestionsOnIsa, are_those_of_the_parts) { check_questions<float>(81, 0); }
TEST_P(CompoundQuestionsOnIsa, are_those_of_the_parts_in_double) { check_questions<double>(82, 0); }
TEST_P(CompoundQuestionsOnIsa, are_those_of_rounded_parts) {
  check_questions<float>(83, 0.4);
  check_questions<double>(84, 0.4);
}

TEST_P(CompoundQuestionsOnIsa, are_those_of_few_parts) {
  check_questions<float>(91, 0.1, false, 3);
  check_questions<double>(92, 0.1, false, 3);
}

TEST_P(CompoundQuestionsOnIsa, are_those_of_the_parts_where_rotations_are_off) {
  check_questions<float>(89, 0.2, true);
  check_questions<double>(90, 0.2, true);
}

TEST_P(CompoundQuestionsOnIsa, distances_are_those_of_the_lowest_of_the_nearest_parts) {
  Random random(93);
  for (const int most_parts : {2, 4, 9}) {
    check_distances(lattice_crowd<float>(random, 30, 300, most_parts));
    check_distances(lattice_crowd<double>(random, 30, 300, most_parts));
  }
}

TEST_P(CompoundQuestionsOnIsa, distances_of_a_swapped_pair_have_the_points_swapped) {
  Random random(85);
  const CompoundWorld<float> world = compound_crowd<float>(random, 60, scaled(3000), 6, 0.2);
  const std::size_t n = world.pairs.size();
  std::vector<Distance> given(n), swapped(n);
  std::vector<Pair> swapped_pairs = world.pairs;
  for (Pair& pair : swapped_pairs) std::swap(pair.a, pair.b);
  distances(world.scene, world.pairs, given);
  distances(world.scene, swapped_pairs, swapped);
  for (std::size_t i = 0; i < n; ++i) {
    if (world.pairs[i].a == world.pairs[i].b) continue;
    EXPECT_EQ(given[i].distance, swapped[i].distance);
    EXPECT_EQ(given[i].point_a, swapped[i].point_b);
    EXPECT_EQ(given[i].point_b, swapped[i].point_a);
    EXPECT_EQ(given[i].normal_x, -swapped[i].normal_x);
  }
}

TEST_P(CompoundQuestionsOnIsa, hits_are_those_of_collide) {
  Random random(88);
  const CompoundWorld<double> world = compound_crowd<double>(random, 60, scaled(2000), 6, 0.2);
  std::vector<Pair> pairs;
  for (const Pair& pair : world.pairs) pairs.push_back({std::min(pair.a, pair.b), std::max(pair.a, pair.b)});
  const std::size_t n = pairs.size();
  std::vector<Contactd> contacts(n);
  collide(world.scene, pairs, contacts);
  std::vector<Hitd> hits;
  find_hits(world.scene, pairs, hits);
  std::size_t k = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (verdict(contacts[i]) == Verdict::disjoint) continue;
    ASSERT_LT(k, hits.size());
    EXPECT_EQ(hits[k].index, i);
    EXPECT_TRUE(same_bits(hits[k].contact, contacts[i]));
    ++k;
  }
  EXPECT_EQ(k, hits.size());
}

/// The first hit of a mover by definition: every step, every obstacle, lowest first.
template <class T>
FirstHit first_hit(const BasicScene<T>& scene, const Trajectories& movers, const Trajectories& obstacles,
                   std::size_t mover) {
  BasicScene<T> all = scene;
  const std::size_t fixed = scene.body_slots();
  const BodyId own = all.add_body(movers.shapes[mover]);
  std::vector<Pair> pairs;
  for (const ShapeId shape : obstacles.shapes) pairs.push_back({own, all.add_body(shape)});
  for (BodyId body = 0; body < fixed; ++body) pairs.push_back({own, body});
  std::vector<Verdict> verdicts(pairs.size());
  for (std::size_t step = 0; step < movers.steps; ++step) {
    all.set_pose(own, movers.poses[mover * movers.steps + step]);
    for (std::size_t k = 0; k < obstacles.shapes.size(); ++k) {
      all.set_pose(pairs[k].b, obstacles.poses[k * obstacles.steps + step]);
    }
    classify(all, pairs, verdicts);
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      if (verdicts[k] != Verdict::disjoint) return {static_cast<std::int32_t>(step), static_cast<std::uint32_t>(k)};
    }
  }
  return {-1, ~std::uint32_t{0}};
}

template <class T>
void check_first_hits(std::uint64_t seed) {
  Random random(seed);
  CompoundWorld<T> world = compound_crowd<T>(random, 40, 0, 5, 0.2);
  const std::vector<ShapeId> tiles = {world.scene.add_box(T(0.5), T(0.5)),
                                      world.scene.add_circle({T(1), T(0)}, T(0.7))};
  const std::vector<std::uint8_t> inner = {1, 0, 1, 0, 0};
  const ShapeId with_inner = world.scene.add_compound(tiles, inner);
  constexpr std::size_t steps = 9, mover_count = 60, obstacle_count = 12;
  const auto make = [&](std::size_t count, std::vector<ShapeId>& shapes, std::vector<Pose>& poses) {
    for (std::size_t k = 0; k < count; ++k) {
      const BodyId like = static_cast<BodyId>(random.below(40));
      shapes.push_back(random.chance(0.1) ? with_inner : world.scene.shape(like));
      double x = random.uniform(-25, 25), y = random.uniform(-25, 25), angle = random.uniform(0, 6);
      const double dx = -x / 5, dy = -y / 5;
      for (std::size_t step = 0; step < steps; ++step) {
        poses.push_back(Pose::at(x + static_cast<double>(step) * dx, y + static_cast<double>(step) * dy, angle));
      }
    }
  };
  std::vector<ShapeId> mover_shapes, obstacle_shapes;
  std::vector<Pose> mover_poses, obstacle_poses;
  make(mover_count, mover_shapes, mover_poses);
  make(obstacle_count, obstacle_shapes, obstacle_poses);
  const Trajectories movers{mover_shapes, mover_poses, steps}, obstacles{obstacle_shapes, obstacle_poses, steps};
  std::vector<FirstHit> hits(mover_count);
  first_hits(world.scene, movers, obstacles, hits);
  std::size_t fixed_hits = 0, moving_hits = 0;
  for (std::size_t k = 0; k < mover_count; ++k) {
    EXPECT_EQ(hits[k], first_hit(world.scene, movers, obstacles, k)) << "mover " << k;
    ++(hits[k].obstacle < obstacle_count ? moving_hits : fixed_hits);
  }
  EXPECT_GT(moving_hits, 0u);
  EXPECT_GT(fixed_hits, 0u);
}

TEST_P(CompoundQuestionsOnIsa, first_hits_are_those_of_classify) {
  check_first_hits<float>(86);
  check_first_hits<double>(87);
}

/// An L of parts and a polygon: each point of `manifolds` lies half-way between the surfaces, or is an end of the deciding edge
/// that the other body's deepest corner passes by t: then it lies t tan phi from them (manifold.hpp).
template <class T>
void check_ends_at_inner_edges(std::uint64_t seed, bool inner) {
  Random random(seed);
  std::size_t ends = 0;
  for (std::size_t round = 0; round < scaled(600); ++round) {
    const auto in = [&](double low, double high) { return static_cast<T>(random.uniform(low, high)); };
    const T wide = in(2, 4), high = in(2, 4), x = in(0.3, 1), y = in(0.5, 1.5);
    const BasicConvexParts<T> parts =
        convex_parts(std::vector<BasicVec2<T>>{{0, 0}, {wide, 0}, {wide, y}, {x, y}, {x, high}, {0, high}});
    BasicScene<T> scene;
    std::vector<ShapeId> ids(parts.size());
    scene.add_polygons(parts.vertices, parts.starts, ids);
    for (const ShapeId id : ids) scene.add_body(id);
    const ShapeId shape = inner ? scene.add_compound(ids, parts.inner_edges) : scene.add_compound(ids);
    const std::vector<BasicVec2<T>> corners{
        {-in(0.2, 1), -in(0.2, 1)}, {in(0.2, 1), -in(0.2, 1)}, {in(0.2, 1), in(0.2, 1)}, {-in(0.2, 1), in(0.2, 1)}};
    const ShapeId other = scene.add_polygon(convex_hull(corners));
    const Pair pair{scene.add_body(shape), scene.add_body(other, Pose::at(in(0, 2), in(0, 2), random.uniform(0, 6)))};
    BasicContact<T> contact;
    PartPair decided;
    BasicManifold<T> found;
    collide(scene, {&pair, 1}, {&contact, 1}, {&decided, 1});
    manifolds(scene, {&pair, 1}, {&found, 1});
    if (verdict(found) != Verdict::overlapping) continue;
    const RoundedPair bodies(scene, {static_cast<BodyId>(decided.a), pair.b});
    const Rounded& own = side(found) == Side::a ? bodies.a : bodies.b;
    const Rounded& their = side(found) == Side::a ? bodies.b : bodies.a;
    const Vec2d n{static_cast<double>(found.normal_x), static_cast<double>(found.normal_y)};
    const Vec2d out = (side(found) == Side::a ? 1.0 : -1.0) * n, along{-out.y, out.x};
    const double rounding = (sizeof(T) == 4 ? 0x1p-17 : 0x1p-46) * 16;
    for (std::uint32_t k = 0; k < found.count; ++k) {
      const auto& point = found.points[k];
      if ((point.id & 2u) != 0) continue;  // two corners
      const Vec2d at{static_cast<double>(point.x), static_cast<double>(point.y)};
      const Vec2d half = 0.5 * static_cast<double>(point.separation) * n;
      const double off =
          std::max(distance_from_boundary(at - half, bodies.a), distance_from_boundary(at + half, bodies.b));
      if (off <= rounding) continue;
      EXPECT_TRUE(inner) << off;
      EXPECT_EQ(point.separation, contact.separation);
      // The deepest corner, and how far it is from the deciding edge along it.
      std::size_t corner = 0;
      for (std::size_t v = 1; v < their.core.size(); ++v)
        if (dot(out, their.core[v]) < dot(out, their.core[corner])) corner = v;
      const Vec2d p = own.vertex(index(found)), q = own.vertex(index(found) + 1), v = their.core[corner];
      const double t = std::max(dot(along, p - v), dot(along, v - q));
      double slope = std::numeric_limits<double>::infinity();
      for (const std::size_t first : {corner, corner + their.core.size() - 1}) {
        const Vec2d edge = their.vertex(first + 1) - their.vertex(first);
        slope = std::min(slope, std::abs(dot(out, edge) / dot(along, edge)));
      }
      EXPECT_GT(t, 0);
      EXPECT_LE(off, t * slope + rounding);
      ++ends;
    }
  }
  EXPECT_EQ(ends > 0, inner);
}

TEST_P(CompoundQuestionsOnIsa, points_at_inner_edges_are_as_far_from_corners_as_they_may_be) {
  for (const bool inner : {false, true}) {
    check_ends_at_inner_edges<float>(88, inner);
    check_ends_at_inner_edges<double>(89, inner);
  }
}

SATCHEL_ON_EVERY_ISA(CompoundQuestionsOnIsa);

/// Three seconds without sanitizers and emulators, which are left out.
TEST(Compound, distances_over_more_than_2_to_the_32_pairs_of_parts) {
  if (SATCHEL_TEST_DIVISOR > 1) return;
  std::vector<Vec2> points;
  for (std::uint32_t i = 0; i <= 65536; ++i) points.push_back({static_cast<float>(i), static_cast<float>(i & 1)});
  Scene scene;
  const ShapeId chain = scene.add_chain(points);
  scene.add_body(chain);
  scene.add_body(chain, {0, 3, {}});
  const Pair pair{0, 1};
  Distance distance;
  distances(scene, {&pair, 1}, {&distance, 1});
  EXPECT_NEAR(distance.distance, std::sqrt(5.0), 1e-6);
}

}  // namespace
}  // namespace satchel::test
