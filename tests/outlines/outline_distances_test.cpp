// Distances of outlines, and the bodies nearest to them, against every vertex tried against every edge.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <satchel/satchel.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "outlines/bent_outlines.hpp"
#include "support/isa_param.hpp"
#include "support/scale.hpp"
#include "support/thread_executor.hpp"

namespace satchel::test {
namespace {

using OutlineDistancesOnIsa = OnEveryIsa;

template <class T>
RealPoint real(BasicVec2<T> p) {
  return {static_cast<Real>(p.x), static_cast<Real>(p.y)};
}

/// What is wrong with a distance, or null.
/// @param expected  of the parts of the bodies, which have been made
template <class T>
const char* fault_of(const BentWorld<T>& world, Pair pair, Verdict right, const BasicDistance<T>& found,
                     const BasicDistance<T>& expected) {
  const Pose of_a = world.scene.pose(pair.a), of_b = world.scene.pose(pair.b);
  const Vec2d from{of_a.x, of_a.y};
  const std::vector<Loop> a = world.loops(pair.a, from), b = world.loops(pair.b, from);
  const RealPoint delta{static_cast<Real>(of_b.x) - of_a.x, static_cast<Real>(of_b.y) - of_a.y};
  const Real tolerance = (sizeof(T) == 4 ? 4e-6L : 1e-14L) * (20 + length(delta));
  const Real value = static_cast<Real>(found.distance);
  if (verdict(found) != right) return "another verdict than classify's";
  if (right == Verdict::disjoint && !(value > 0)) return "a distance that is not positive";
  if (right == Verdict::touching && value != 0) return "a touch that is not 0";
  if (right == Verdict::overlapping && !(value < 0)) return "a depth that is not negative";
  const auto& bodies = world.bodies;
  const RealPoint point_a = real(found.point_a), offset_b = real(found.point_b);
  const RealPoint point_b{offset_b.x + delta.x, offset_b.y + delta.y};
  const RealPoint normal{static_cast<Real>(found.normal_x), static_cast<Real>(found.normal_y)};
  const bool is_round = bodies[pair.a].is_round || bodies[pair.b].is_round;
  if (right == Verdict::overlapping && !is_round) {
    return std::memcmp(&found, &expected, sizeof found) == 0 ? nullptr : "another depth than that of the parts";
  }
  if (std::abs(length(normal) - 1) > (sizeof(T) == 4 ? 1e-6L : 1e-14L)) return "a normal that is not of unit length";
  const RealPoint between = point_b - point_a;
  if (length({between.x - normal.x * value, between.y - normal.y * value}) > 2 * tolerance) {
    return "points that are not as far apart";
  }
  if (distance_from_surface(point_a, a) > 2 * tolerance || distance_from_surface(point_b, b) > 2 * tolerance) {
    return "a point off the surface";
  }
  if (right == Verdict::disjoint && std::abs(value - distance_of(a, b)) > tolerance) return "another distance";
  if (right == Verdict::overlapping) {  // a circle or a point: its centre lies as far from the boundary
    const std::vector<Loop>&outline = bodies[pair.a].is_outline ? a : b, &round = bodies[pair.a].is_outline ? b : a;
    const Real from_boundary = distance_from_surface(round[0].points[0], outline), radius = round[0].radius;
    const Real error = std::min(std::abs(radius + from_boundary + value), std::abs(radius - from_boundary + value));
    if (error > tolerance) return "another depth";
    BasicScene<T> centre_alone = world.scene;
    const BodyId body = bodies[pair.a].is_outline ? pair.b : pair.a;
    centre_alone.set_shape(body, centre_alone.add_circle({bodies[body].radius == 0 ? T(0.25) : T(0), 0}, 0));
    Verdict where{};
    const Pair its[] = {pair};
    classify(centre_alone, its, {&where, 1});
    const bool is_deep = -value > radius + tolerance, is_shallow = -value < radius - tolerance;
    if ((where == Verdict::overlapping && is_shallow) || (where == Verdict::disjoint && is_deep)) {
      return "a depth of the wrong side";
    }
  }
  return nullptr;
}

template <class T>
void check_distances(std::uint64_t seed, std::size_t rounds, Vec2d far) {
  Random random(seed);
  std::size_t of_verdict[3] = {}, round_overlaps = 0;
  for (std::size_t round = 0; round < sampled(rounds); ++round) {
    BentWorld<T> world;
    world.far = far;
    world.turns = round % 2 == 0;
    const int size = random.integer(2, 8);
    world.add_outlines(random, 14, size);
    world.add_others(random, 10, size);
    const std::vector<Pair> pairs = world.pairs();
    std::vector<Verdict> verdicts(pairs.size());
    classify(world.scene, pairs, verdicts);
    const auto found = distances_in<T>(world.scene, pairs);
    BasicScene<T> with_parts = world.scene;
    with_parts.make_parts();
    const auto expected = distances_in<T>(with_parts, pairs);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const char* const fault = fault_of(world, pairs[i], verdicts[i], found[i], expected[i]);
      ASSERT_EQ(fault, nullptr) << fault << ": round " << round << ", bodies " << pairs[i].a << " and " << pairs[i].b
                                << ", distance " << found[i].distance;
      ASSERT_EQ(std::memcmp(&found[i], &expected[i], sizeof found[i]), 0) << "parts change the answer: " << i;
      ++of_verdict[static_cast<int>(verdicts[i])];
      const auto& bodies = world.bodies;
      const bool is_round = bodies[pairs[i].a].is_round || bodies[pairs[i].b].is_round;
      round_overlaps += verdicts[i] == Verdict::overlapping && is_round ? 1 : 0;
    }
  }
  EXPECT_GT(of_verdict[0], 300u);
  EXPECT_GT(of_verdict[1], 30u);
  EXPECT_GT(of_verdict[2], 100u);
  EXPECT_GT(round_overlaps, 20u);
}

TEST_P(OutlineDistancesOnIsa, are_those_of_the_nearest_edges) {
  check_distances<float>(own_seed(1), 150, {});
  check_distances<double>(own_seed(2), 150, {});
}

TEST_P(OutlineDistancesOnIsa, far_from_the_origin_are_as_precise) {
  check_distances<float>(own_seed(3), 75, {5e6 + 0.1, -5e6});
  check_distances<double>(own_seed(4), 75, {5e6 + 0.1, -5e6});
}

/// One scene, two scenes, images, threads and single calls: the same bits.
template <class T>
void check_forms(std::uint64_t seed) {
  Random random(seed);
  BentWorld<T> world;
  world.turns = false;
  world.add_outlines(random, 20, 6);
  world.add_others(random, 20, 6);
  const std::vector<Pair> pairs = world.pairs();
  const auto right = distances_in<T>(world.scene, pairs);
  ThreadExecutor threads(3);
  Options options;
  options.executor = &threads.executor();
  const auto threaded = distances_in<T>(world.scene, pairs, options);
  const auto between = distances_in<T>(BasicScenePair<T>(world.scene, world.scene), pairs);
  std::vector<ImagePair> images;
  for (const Pair& pair : pairs) images.push_back({pair.a, pair.b, 1, 0});
  BasicScene<T> moved = world.scene;
  for (BodyId body = 0; body < world.scene.body_count(); ++body) {
    Pose pose = world.scene.pose(body);
    pose.x += 2;
    moved.set_pose(body, pose);
  }
  std::vector<BasicDistance<T>> at_images(pairs.size());
  std::vector<Verdict> verdicts(pairs.size()), of_images(pairs.size());
  const Periods periods{2, 0};
  distances(world.scene, world.scene, periods, images, at_images);
  classify(world.scene, world.scene, periods, images, of_images);
  classify(world.scene, moved, pairs, verdicts);
  EXPECT_EQ(verdicts, of_images);
  const auto at_moved = distances_in<T>(BasicScenePair<T>(world.scene, moved), pairs);
  const auto same = [](const BasicDistance<T>& p, const BasicDistance<T>& q) {
    return std::memcmp(&p, &q, sizeof p) == 0;
  };
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto alone = distances_in<T>(world.scene, {&pairs[i], 1});
    ASSERT_TRUE(same(alone[0], right[i])) << i;
    ASSERT_TRUE(same(threaded[i], right[i])) << i;
    if (pairs[i].a < pairs[i].b) {
      ASSERT_TRUE(same(between[i], right[i])) << i;
    }
    ASSERT_TRUE(same(at_images[i], at_moved[i])) << i;
  }
}

TEST_P(OutlineDistancesOnIsa, are_the_same_in_all_forms) {
  check_forms<float>(own_seed(5));
  check_forms<double>(own_seed(6));
}

/// All pairs within a distance: those that a margin finds, and whose distance is no larger.
template <class T>
void check_pairs_within(std::uint64_t seed) {
  Random random(seed);
  BentWorld<T> world;
  world.add_outlines(random, 30, 6);
  world.add_others(random, 20, 6);
  const T most = T(0.75);
  BasicPairOptions<T> options;
  options.margin = most;
  std::vector<Pair> found, right;
  BroadPhase().find_pairs(world.scene, found, options);
  const auto of_found = distances_in<T>(world.scene, found);
  std::vector<Pair> near;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (of_found[i].distance <= most) near.push_back(found[i]);
  }
  std::vector<Pair> all;
  for (BodyId a = 0; a < world.bodies.size(); ++a) {
    for (BodyId b = a + 1; b < world.bodies.size(); ++b) all.push_back({a, b});
  }
  const auto of_all = distances_in<T>(world.scene, all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (of_all[i].distance <= most) right.push_back(all[i]);
  }
  std::sort(near.begin(), near.end());
  EXPECT_EQ(near, right);
  EXPECT_GT(right.size(), 100u);
}

TEST_P(OutlineDistancesOnIsa, tell_all_pairs_within_a_distance) {
  check_pairs_within<float>(own_seed(12));
  check_pairs_within<double>(own_seed(13));
}

/// The bodies nearest to shapes at poses are those whose distances, all computed, are the least.
template <class T>
void check_nearest(std::uint64_t seed) {
  Random random(seed);
  for (std::size_t round = 0; round < sampled(60); ++round) {
    BentWorld<T> world;
    world.turns = round % 2 == 0;
    world.add_outlines(random, 25, 6);
    world.add_others(random, 15, 6);
    const BasicIndex<T> index(world.scene);
    std::vector<ShapeId> shapes;
    std::vector<Pose> poses;
    BasicScene<T> queries = world.scene;
    while (queries.body_count() > 0) queries.remove_body(static_cast<BodyId>(queries.body_count() - 1));
    while (poses.size() < 40) {
      const auto shape = static_cast<ShapeId>(random.below(world.scene.shape_count()));
      const Pose pose = world.any_pose(random, 14);
      BodyId body = 0;
      if (!queries.try_add_body(shape, pose, body).ok()) continue;
      shapes.push_back(shape);
      poses.push_back(pose);
    }
    const std::size_t count = static_cast<std::size_t>(random.integer(1, 6));
    const double most = random.pick({0.0, 1.0, std::numeric_limits<double>::infinity()});
    std::vector<BasicNearBody<T>> found;
    index.nearest_bodies(world.scene, shapes, poses, count, most, found);
    std::vector<BasicNearBody<T>> right;
    for (std::uint32_t query = 0; query < poses.size(); ++query) {
      std::vector<Pair> pairs;
      for (BodyId body = 0; body < world.bodies.size(); ++body) pairs.push_back({query, body});
      const auto all = distances_in<T>(BasicScenePair<T>(queries, world.scene), pairs);
      std::vector<BasicNearBody<T>> near;
      for (BodyId body = 0; body < all.size(); ++body) {
        if (static_cast<double>(all[body].distance) <= most) near.push_back({query, body, all[body]});
      }
      std::sort(near.begin(), near.end(), [](const auto& p, const auto& q) {
        return std::tuple(p.distance.distance, p.body) < std::tuple(q.distance.distance, q.body);
      });
      near.resize(std::min(near.size(), count));
      right.insert(right.end(), near.begin(), near.end());
    }
    ASSERT_EQ(found.size(), right.size());
    for (std::size_t i = 0; i < right.size(); ++i) ASSERT_TRUE(found[i] == right[i]) << round << ": " << i;
    std::vector<BodyAtPose> touching;
    index.bodies_at_poses(world.scene, shapes, poses, touching);
    std::vector<BodyAtPose> classified;
    for (std::uint32_t query = 0; query < poses.size(); ++query) {
      for (BodyId body = 0; body < world.bodies.size(); ++body) {
        const Pair pair[] = {{query, body}};
        Verdict its{};
        classify(queries, world.scene, pair, {&its, 1});
        if (its != Verdict::disjoint) classified.push_back({query, body, its});
      }
    }
    EXPECT_EQ(touching, classified);
  }
}

TEST_P(OutlineDistancesOnIsa, find_the_nearest_bodies) {
  check_nearest<float>(own_seed(7));
  check_nearest<double>(own_seed(8));
}

/// A ring of `count` vertices around (x, y), whose radius changes from vertex to vertex, the same way round.
template <class T>
std::vector<BasicVec2<T>> star(Random& random, std::size_t count, double x, double y, double radius, double spread) {
  std::vector<BasicVec2<T>> ring;
  for (std::size_t i = 0; i < count; ++i) {
    const double angle = 6.283185307179586 * static_cast<double>(i) / static_cast<double>(count);
    const double r = radius * (1 + random.uniform(-spread, spread));
    ring.push_back({static_cast<T>(x + r * std::cos(angle)), static_cast<T>(y + r * std::sin(angle))});
  }
  return ring;
}

/// Rings of thousands of vertices: beside each other, one in a hole of the other, a speck in the middle of a round
/// hole.
template <class T>
void check_large(std::uint64_t seed, std::size_t count, std::vector<Pair> pairs) {
  Random random(seed);
  BentWorld<T> world;
  const auto add = [&](std::vector<BasicVec2<T>> vertices, std::vector<std::uint32_t> starts) {
    typename BentWorld<T>::Body body{.counts = {}, .radius = 0, .is_outline = true, .is_round = false};
    for (std::size_t k = 0; k + 1 < starts.size(); ++k) body.counts.push_back(starts[k + 1] - starts[k]);
    const ShapeId shape = world.scene.add_outline(vertices, starts);
    world.add(shape, Pose{}, body);
  };
  const auto n = static_cast<std::uint32_t>(count);
  std::vector<BasicVec2<T>> frame = star<T>(random, count, 0, 0, 10, 0.01);
  const std::vector<BasicVec2<T>> hole = star<T>(random, count, 0, 0, 6, 0);
  frame.insert(frame.end(), hole.begin(), hole.end());
  add(frame, {0, n, 2 * n});
  add(star<T>(random, count, 21, 1, 10, 0.01), {0, n});
  add(star<T>(random, count, 0, 0, 5.9, 0.005), {0, n});
  add(star<T>(random, count, 0, 0, 0x1p-9, 0.1), {0, n});
  const auto found = distances_in<T>(world.scene, pairs);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Real right = distance_of(world.loops(pairs[i].a, {}), world.loops(pairs[i].b, {}));
    EXPECT_GT(right, 0);
    EXPECT_NEAR(static_cast<double>(found[i].distance), static_cast<double>(right), sizeof(T) == 4 ? 1e-6 : 1e-14) << i;
    EXPECT_EQ(verdict(found[i]), Verdict::disjoint);
  }
}

TEST(OutlineDistances, of_large_rings_are_those_of_the_nearest_edges) {
  check_large<float>(9, scaled(1500), {{0, 1}, {0, 2}, {0, 3}, {1, 2}});
  check_large<double>(10, scaled(1500), {{0, 1}, {0, 2}, {0, 3}, {1, 2}});
  check_large<double>(11, scaled(10000), {{1, 2}});
}

template <class T>
void check_isas(std::uint64_t seed) {
  Random random(seed);
  BentWorld<T> world;
  world.add_outlines(random, 30, 6);
  world.add_others(random, 20, 6);
  const std::vector<Pair> pairs = world.pairs();
  std::vector<Ray> rays;
  for (int i = 0; i < 200; ++i) {
    const double angle = random.uniform(0, 6.3);
    rays.push_back({{random.uniform(-9, 9), random.uniform(-9, 9)}, {std::cos(angle), std::sin(angle)}});
  }
  std::vector<BasicDistance<T>> first;
  std::vector<RayHit> first_hits(rays.size());
  for (const std::string& isa : all_isas()) {
    force_isa(isa);
    const auto found = distances_in<T>(world.scene, pairs);
    std::vector<RayHit> hits(rays.size());
    cast_rays(world.scene, rays, hits);
    if (first.empty()) {
      first = found;
      first_hits = hits;
    }
    EXPECT_EQ(std::memcmp(found.data(), first.data(), found.size() * sizeof found[0]), 0) << isa;
    EXPECT_EQ(hits, first_hits) << isa;
  }
  force_isa("");
}

TEST(OutlineDistances, are_the_same_bits_on_every_instruction_set) {
  check_isas<float>(14);
  check_isas<double>(15);
}

/// In units of powers of two: the same digits.
template <class T>
void check_units(std::uint64_t seed, std::vector<int> units) {
  std::vector<BasicDistance<T>> in_ones;
  for (const int unit : units) {
    Random random(seed);
    BasicScene<T> scene;
    std::vector<Pair> pairs;
    for (BodyId body = 0; body < 16; ++body) {
      std::vector<BasicVec2<T>> ring = star<T>(random, 30, 0, 0, 1, 0.3);
      for (BasicVec2<T>& v : ring) v = {std::ldexp(v.x, unit), std::ldexp(v.y, unit)};
      const double x = std::ldexp(random.uniform(-3, 3), unit), y = std::ldexp(random.uniform(-3, 3), unit);
      const T radius = std::ldexp(T(0.5), unit);
      const ShapeId shape = body % 4 == 3 ? scene.add_circle({0, 0}, radius) : scene.add_outline(ring);
      scene.add_body(shape, Pose::at(x, y, body));
      for (BodyId other = 0; other < body; ++other) {
        if (body % 4 != 3 || other % 4 != 3) pairs.push_back({other, body});
      }
    }
    std::vector<Verdict> verdicts(pairs.size());
    classify(scene, pairs, verdicts);
    const auto found = distances_in<T>(scene, pairs);
    if (in_ones.empty()) in_ones = found;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      ASSERT_EQ(verdict(found[i]), verdicts[i]);
      ASSERT_EQ(verdict(found[i]), verdict(in_ones[i]));
      if (verdicts[i] != Verdict::disjoint) continue;
      ASSERT_EQ(found[i].distance, std::ldexp(in_ones[i].distance, unit)) << unit;
      ASSERT_EQ(found[i].normal_x, in_ones[i].normal_x) << unit;
      ASSERT_EQ(found[i].point_b.y, std::ldexp(in_ones[i].point_b.y, unit)) << unit;
    }
  }
}

TEST(OutlineDistances, are_scaled_with_the_unit) {
  check_units<float>(16, {0, -40, -90, 40, 56});
  check_units<double>(17, {0, -140, -60, 60, 190});
}

SATCHEL_ON_EVERY_ISA(OutlineDistancesOnIsa);

/// Outlines that have no convex parts: one that crosses itself, as `trusted`, and a convex one of too many vertices.
TEST(OutlineDistances, name_the_shape_that_has_no_parts) {
  const auto refused = [](const Status& status, ErrorCode code, ShapeId shape, const char* scene = "") {
    EXPECT_EQ(status.code, code);
    EXPECT_EQ(status.index, shape);
    const std::string text = "shape " + std::to_string(shape) + scene + ": ";
    EXPECT_EQ(message(status).find(text), 0u) << message(status);
    EXPECT_EQ(message(status).find("executor"), std::string::npos);
  };
  Scened scene, other;
  const ShapeId box = scene.add_box(0.5, 0.5), circle = scene.add_circle({0, 0}, 1);
  const std::vector<Vec2d> crossing{{0, 0}, {2, 2}, {2, 0}, {0, 2}};
  const std::uint32_t ring[] = {0, 4};
  ShapeId wrong = 0;
  scene.add_outline({{0, 0}, {1, 0}, {0, 1}});
  scene.add_outlines({crossing, ring, {}, {}}, {&wrong, 1}, {.trusted = true});
  const Pose at{0.3, 0.1};
  scene.add_body(circle, Pose{50, 50});
  scene.add_body(box, at);
  scene.add_body(wrong, Pose{});
  other.add_body(other.add_box(0.5, 0.5), at);
  std::vector<Distanced> found(1);
  for (const Pair pair : {Pair{1, 2}, Pair{2, 1}}) {
    refused(try_distances(scene, {&pair, 1}, found), ErrorCode::internal, wrong);
    const ImagePair moved{pair.a, pair.b, 1, 0};
    scene.set_pose(pair.b, Pose{(pair.b == 1 ? at.x : 0) - 100, pair.b == 1 ? at.y : 0});
    refused(try_distances(scene, {100, 0}, {&moved, 1}, found), ErrorCode::internal, wrong);
    scene.set_pose(pair.b, pair.b == 1 ? at : Pose{});
  }
  const Pair across{2, 0}, back{0, 2};
  refused(try_distances(scene, other, {&across, 1}, found), ErrorCode::internal, wrong, " of scene_a");
  refused(try_distances(other, scene, {&back, 1}, found), ErrorCode::internal, wrong, " of scene_b");
  const ImagePair far_back{0, 2, -1, 0};
  scene.set_pose(2, Pose{100, 0});
  refused(try_distances(other, scene, {100, 0}, {&far_back, 1}, found), ErrorCode::internal, wrong, " of scene_b");
  scene.set_pose(2, Pose{});

  std::vector<NearBodyd> near;
  std::vector<Clearance> clearances(1);
  const double all = std::numeric_limits<double>::infinity();
  const std::vector<ShapeId> boxes{box}, circles{circle}, wrongs{wrong};
  const std::vector<Pose> here{at}, zero{Pose{}};
  const Indexd index(scene);
  refused(index.try_nearest_bodies(scene, boxes, here, 9, all, near), ErrorCode::internal, wrong);
  refused(try_clearances(scene, {boxes, here, 1}, {}, all, clearances), ErrorCode::internal, wrong);
  refused(index.try_clearances(scene, {boxes, here, 1}, {}, all, clearances), ErrorCode::internal, wrong);
  scene.remove_body(2);
  const Indexd without(scene);
  refused(without.try_nearest_bodies(scene, wrongs, zero, 9, all, near), ErrorCode::internal, wrong);

  std::vector<Vec2d> many(131073);
  for (std::size_t i = 0; i < many.size(); ++i)
    many[i] = {static_cast<double>(i), static_cast<double>(i) * static_cast<double>(i)};
  const ShapeId large = scene.add_outline(many);
  const std::vector<ShapeId> larges{large};
  const std::vector<Pose> inside{Pose{10, 200}};
  const Trajectories of_box{boxes, inside, 1}, of_large{larges, zero, 1};
  refused(try_clearances(scene, of_box, of_large, all, clearances), ErrorCode::too_many_vertices, large);
  refused(try_clearances(scene, of_large, of_box, all, clearances), ErrorCode::too_many_vertices, large);
}

}  // namespace
}  // namespace satchel::test
