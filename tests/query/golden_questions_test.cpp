// Hashes of what every question answers on one scene of all shapes: the same bits on every instruction set and, by the
// constants below, on every machine, compiler and optimisation level. golden_test.cpp has the contacts of a million
// pairs and says how such a scene is made.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <satchel/satchel.hpp>
#include <vector>

#include "support/generators.hpp"
#include "support/hash.hpp"
#include "support/isa_param.hpp"

namespace satchel::test {
namespace {

/// One hash a question. They change when the arithmetic of a question is changed on purpose, and at no other time.
struct QuestionHashes {
  std::uint64_t placed_offsets, pairs, contacts, verdicts, hits, manifolds, manifolds_within, distances, sweeps,
      sweep_points, rays, points, boxes, first_hits, moved_offsets;
};
constexpr QuestionHashes golden_of_float = {.placed_offsets = 550264148983159511u,
                                            .pairs = 6389464265876478691u,
                                            .contacts = 7053186465792145085u,
                                            .verdicts = 14217655837877188616u,
                                            .hits = 17785608638113382513u,
                                            .manifolds = 10569061138426955185u,
                                            .manifolds_within = 10686341130963742040u,
                                            .distances = 10883429766376316462u,
                                            .sweeps = 1147755939303137607u,
                                            .sweep_points = 17965114883672247906u,
                                            .rays = 11170053317464357851u,
                                            .points = 9544978079086653311u,
                                            .boxes = 16703874203233940099u,
                                            .first_hits = 10341281703458147140u,
                                            .moved_offsets = 1860085443298384101u};
constexpr QuestionHashes golden_of_double = {.placed_offsets = 9690652734471318722u,
                                             .pairs = 6389464265876478691u,
                                             .contacts = 16983900026687374947u,
                                             .verdicts = 14217655837877188616u,
                                             .hits = 660263174137929928u,
                                             .manifolds = 16739214731254795358u,
                                             .manifolds_within = 7026727598438421144u,
                                             .distances = 3228355508498260990u,
                                             .sweeps = 17794126595967825714u,
                                             .sweep_points = 2869053818370130071u,
                                             .rays = 6351604974011425710u,
                                             .points = 9544978079086653311u,
                                             .boxes = 16703874203233940099u,
                                             .first_hits = 10341281703458147140u,
                                             .moved_offsets = 971778687429465211u};

template <class T>
struct QuestionWorld {
  BasicScene<T> scene;
  std::vector<Motion> motions;
  std::vector<Ray> rays;
  std::vector<Vec2d> points;
  std::vector<Box> boxes;
  std::vector<ShapeId> mover_shapes, obstacle_shapes;
  std::vector<Pose> mover_poses, obstacle_poses;
  std::size_t steps = 8;
};

constexpr double step_of_grid = 0x1p-6;

/// A number of the grid from -reach to reach.
double on_grid(Random& random, int reach) { return random.integer(-reach * 64, reach * 64) * step_of_grid; }

std::vector<Pose> some_poses(Random& random, std::size_t count, int reach) {
  std::vector<double> x_y_angle;
  for (std::size_t i = 0; i < count; ++i) {
    x_y_angle.push_back(on_grid(random, reach));
    x_y_angle.push_back(on_grid(random, reach));
    const int turn = random.integer(-4096, 4096);
    x_y_angle.push_back(random.below(4) == 0 ? 0.0 : turn * 0x1p-10);
  }
  std::vector<Pose> poses(count);
  poses_at(x_y_angle, poses);
  return poses;
}

template <class T>
std::vector<ShapeId> add_every_shape(BasicScene<T>& scene) {
  std::vector<ShapeId> shapes;
  for (const std::size_t n : {4u, 6u, 8u, 12u, 16u, 20u, 40u}) {
    for (const T radius : {T(0), T(0.25)})
      shapes.push_back(scene.add_polygon(lattice_polygon<T>(n, T(0x1p-4)), radius));
  }
  for (const T radius : {T(0), T(0.125)}) {
    shapes.push_back(scene.add_polygon(BasicPolygon<T>{{0, 0}, {3, 0}, {1, 2}}, radius));
    shapes.push_back(scene.add_polygon(BasicPolygon<T>{{-1, -1}, {2, -1}, {2, 0}, {1, 1}, {-1, 1}}, radius));
    shapes.push_back(scene.add_box(1, T(.5), radius));
    shapes.push_back(scene.add_box(2, 1, radius));
    shapes.push_back(scene.add_capsule({-1, T(-.5)}, {1, T(.5)}, radius));
    shapes.push_back(scene.add_circle({0, 0}, radius + 1));
    shapes.push_back(scene.add_circle({T(.5), T(.25)}, radius));
  }
  shapes.push_back(scene.add_polygon(BasicPolygon<T>{{-2, 0}, {0, T(-0x1p-20)}, {2, 0}, {0, T(0x1p-20)}}));
  // An L whose cut is an inner edge, and three parts that lie apart.
  const ShapeId lying = scene.add_polygon(BasicPolygon<T>{{0, 0}, {2, 0}, {2, 1}, {0, 1}});
  const ShapeId standing = scene.add_polygon(BasicPolygon<T>{{0, 1}, {1, 1}, {1, 3}, {0, 3}});
  const std::vector<std::uint8_t> inner = {0, 0, 1, 0, 1, 0, 0, 0};
  shapes.push_back(scene.add_compound(std::vector<ShapeId>{lying, standing}, inner));
  const ShapeId round = scene.add_circle({T(-1.5), 0}, T(.5));
  shapes.push_back(scene.add_compound(std::vector<ShapeId>{standing, round, shapes[2]}));
  return shapes;
}

template <class T>
QuestionWorld<T> question_world() {
  QuestionWorld<T> world;
  Random random(61);
  const std::vector<ShapeId> shapes = add_every_shape(world.scene);
  const auto some_shapes = [&](std::size_t count) {
    std::vector<ShapeId> some;
    for (std::size_t i = 0; i < count; ++i) some.push_back(shapes[random.below(shapes.size())]);
    return some;
  };
  constexpr std::size_t bodies = 2000;
  constexpr int reach = 40;
  const std::vector<Pose> poses = some_poses(random, bodies, reach);
  const std::vector<ShapeId> body_shapes = some_shapes(bodies);
  for (std::size_t i = 0; i < bodies; ++i) {
    world.scene.add_body(body_shapes[i], poses[i]);
    const double x = on_grid(random, 4), y = on_grid(random, 4);
    const int turn = random.integer(-64, 64);
    world.motions.push_back({x, y, random.below(3) == 0 ? turn * 0x1p-5 : 0.0});
  }
  for (std::size_t i = 0; i < bodies; i += 97) world.scene.remove_body(static_cast<BodyId>(i));
  for (int i = 0; i < 500; ++i) {
    const double ox = on_grid(random, reach), oy = on_grid(random, reach);
    const double dx = on_grid(random, 2), dy = on_grid(random, 2) + 4;
    const double most = random.integer(1, 64);
    world.rays.push_back({{ox, oy}, {dx, dy}, random.below(2) == 0 ? most : std::numeric_limits<double>::infinity()});
    const double px = on_grid(random, reach), py = on_grid(random, reach);
    world.points.push_back({px, py});
    const double bx = on_grid(random, reach), by = on_grid(random, reach);
    const double width = random.integer(0, 128) * step_of_grid, height = random.integer(0, 128) * step_of_grid;
    world.boxes.push_back({bx, by, bx + width, by + height});
  }
  world.mover_shapes = some_shapes(60);
  world.mover_poses = some_poses(random, 60 * world.steps, 3 * reach);
  world.obstacle_shapes = some_shapes(60);
  world.obstacle_poses = some_poses(random, 60 * world.steps, 3 * reach);
  return world;
}

template <class T>
std::uint64_t hash_of_offsets(const BasicScene<T>& scene) {
  Hash hash;
  std::vector<BasicVec2<T>> offsets;
  for (BodyId body = 0; body < scene.body_slots(); ++body) {
    if (!scene.has_body(body)) continue;
    offsets.resize(scene.vertex_count(scene.shape(body)));
    scene.placed_offsets(body, offsets);
    for (const auto& v : offsets) hash.add(v.x, v.y);
    const Box box = scene.bounding_box(body);
    hash.add(box.min_x, box.min_y, box.max_x, box.max_y);
  }
  return hash.value();
}

template <class T>
QuestionHashes hashes_of(const QuestionWorld<T>& world) {
  const BasicScene<T>& scene = world.scene;
  QuestionHashes out{};
  out.placed_offsets = hash_of_offsets(scene);

  std::vector<Pair> pairs;
  BasicPairOptions<T> near;
  near.margin = 1;
  find_pairs(scene, pairs, near);
  for (std::size_t i = 0; i < pairs.size(); i += 3) std::swap(pairs[i].a, pairs[i].b);
  Hash pair_hash;
  for (const Pair& pair : pairs) pair_hash.add(std::uint64_t{pair.a}, std::uint64_t{pair.b});
  out.pairs = pair_hash.value();

  std::vector<BasicContact<T>> contacts(pairs.size());
  std::vector<PartPair> parts(pairs.size());
  collide(scene, pairs, contacts, parts);
  Hash contact_hash;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto& contact = contacts[i];
    contact_hash.add(contact.normal_x, contact.normal_y, contact.separation, std::uint64_t{contact.feature});
    contact_hash.add(std::uint64_t{parts[i].a}, std::uint64_t{parts[i].b});
  }
  out.contacts = contact_hash.value();

  std::vector<Verdict> verdicts(pairs.size());
  classify(scene, pairs, verdicts);
  Hash verdict_hash;
  for (const Verdict verdict : verdicts) verdict_hash.add(static_cast<std::uint64_t>(verdict));
  out.verdicts = verdict_hash.value();

  std::vector<BasicHit<T>> hits;
  find_hits(scene, pairs, hits);
  Hash hit_hash;
  for (const auto& hit : hits) {
    hit_hash.add(std::uint64_t{hit.pair.a}, std::uint64_t{hit.pair.b}, std::uint64_t{hit.index});
    hit_hash.add(hit.contact.normal_x, hit.contact.normal_y, hit.contact.separation,
                 std::uint64_t{hit.contact.feature});
  }
  out.hits = hit_hash.value();

  for (const bool within : {false, true}) {
    std::vector<BasicManifold<T>> found(pairs.size());
    manifolds(scene, pairs, found, {.margin = within ? T(0.25) : T(0)});
    Hash hash;
    for (const auto& manifold : found) {
      hash.add(manifold.normal_x, manifold.normal_y, std::uint64_t{manifold.feature}, std::uint64_t{manifold.count});
      for (const auto& point : manifold.points) hash.add(point.x, point.y, point.separation, std::uint64_t{point.id});
    }
    (within ? out.manifolds_within : out.manifolds) = hash.value();
  }

  std::vector<BasicDistance<T>> apart(pairs.size());
  distances(scene, pairs, apart);
  Hash distance_hash;
  for (const auto& distance : apart) {
    distance_hash.add(distance.normal_x, distance.normal_y, distance.distance, std::uint64_t{distance.feature});
    distance_hash.add(distance.point_a.x, distance.point_a.y, distance.point_b.x, distance.point_b.y);
  }
  out.distances = distance_hash.value();

  std::vector<BasicImpact<T>> impacts(pairs.size());
  sweep(scene, world.motions, pairs, impacts);
  Hash impact_hash, point_hash;
  for (const auto& impact : impacts) {
    impact_hash.add(impact.time, impact.normal_x, impact.normal_y, std::uint64_t{impact.hit});
    point_hash.add(impact.point_x, impact.point_y);
  }
  out.sweeps = impact_hash.value();
  out.sweep_points = point_hash.value();

  std::vector<RayHit> ray_hits(world.rays.size());
  cast_rays(scene, world.rays, ray_hits);
  Hash ray_hash;
  for (const RayHit& hit : ray_hits) ray_hash.add(hit.time, hit.normal_x, hit.normal_y, std::uint64_t{hit.body});
  out.rays = ray_hash.value();

  std::vector<FoundBody> found;
  const auto hash_of_found = [&] {
    Hash hash;
    for (const FoundBody& body : found) hash.add(std::uint64_t{body.query}, std::uint64_t{body.body});
    return hash.value();
  };
  bodies_at_points(scene, world.points, found);
  out.points = hash_of_found();
  bodies_in_boxes(scene, world.boxes, found);
  out.boxes = hash_of_found();

  std::vector<FirstHit> first(world.mover_shapes.size());
  first_hits(scene, {world.mover_shapes, world.mover_poses, world.steps},
             {world.obstacle_shapes, world.obstacle_poses, world.steps}, first);
  Hash first_hash;
  for (const FirstHit& hit : first) {
    first_hash.add(static_cast<std::uint64_t>(static_cast<std::uint32_t>(hit.step)), std::uint64_t{hit.obstacle});
  }
  out.first_hits = first_hash.value();

  out.moved_offsets = hash_of_offsets(satchel::advance(scene, world.motions));
  return out;
}

class GoldenQuestionsOnIsa : public OnEveryIsa {
 protected:
  template <class T>
  static void expect_hashes(const QuestionHashes& golden) {
    const QuestionHashes found = hashes_of(question_world<T>());
    const auto expect = [](const char* question, std::uint64_t got, std::uint64_t expected) {
      EXPECT_EQ(got, expected) << question;
    };
#define SATCHEL_EXPECT(question) expect(#question, found.question, golden.question)
    SATCHEL_EXPECT(placed_offsets);
    SATCHEL_EXPECT(pairs);
    SATCHEL_EXPECT(contacts);
    SATCHEL_EXPECT(verdicts);
    SATCHEL_EXPECT(hits);
    SATCHEL_EXPECT(manifolds);
    SATCHEL_EXPECT(manifolds_within);
    SATCHEL_EXPECT(distances);
    SATCHEL_EXPECT(sweeps);
    SATCHEL_EXPECT(sweep_points);
    SATCHEL_EXPECT(rays);
    SATCHEL_EXPECT(points);
    SATCHEL_EXPECT(boxes);
    SATCHEL_EXPECT(first_hits);
    SATCHEL_EXPECT(moved_offsets);
#undef SATCHEL_EXPECT
  }
};

TEST_P(GoldenQuestionsOnIsa, hashes_of_every_answer_in_float) { expect_hashes<float>(golden_of_float); }
TEST_P(GoldenQuestionsOnIsa, hashes_of_every_answer_in_double) { expect_hashes<double>(golden_of_double); }

SATCHEL_ON_EVERY_ISA(GoldenQuestionsOnIsa);

}  // namespace
}  // namespace satchel::test
