// Shape casts: what `sweep` of all pairs of a query and a body says, on every kind of world and every instruction set.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <satchel/satchel.hpp>
#include <tuple>

#include "support/boxes.hpp"
#include "support/compounds.hpp"
#include "support/expect_error.hpp"
#include "support/isa_param.hpp"
#include "support/outlines.hpp"
#include "support/probe_scenes.hpp"
#include "support/scale.hpp"
#include "support/walkers.hpp"

namespace satchel::test {
namespace {

const ShapeHit no_hit{1, 0, 0, 0, 0, no_body};

struct Casts {
  std::vector<ShapeId> shapes;
  std::vector<Pose> poses;
  std::vector<Motion> motions;
};

/// A scene of the queries: body k is query k.
template <class T>
BasicScene<T> as_bodies(const BasicScene<T>& scene, const Casts& casts) {
  BasicScene<T> own = scene;
  for (BodyId body = 0; body < scene.body_slots(); ++body) {
    if (scene.has_body(body)) own.remove_body(body);
  }
  // Removed indices are reused, the lowest first.
  for (std::size_t k = 0; k < casts.poses.size(); ++k) {
    own.add_body(casts.shapes[casts.shapes.size() == 1 ? 0 : k], casts.poses[k]);
  }
  return own;
}

bool is_before(const FoundShapeHit& a, const FoundShapeHit& b) {
  return std::tuple(a.query, a.hit.time, a.hit.body) < std::tuple(b.query, b.hit.time, b.hit.body);
}

/// All hits, by the definition.
template <class T>
std::vector<FoundShapeHit> by_all_pairs(const BasicScene<T>& scene, const Casts& casts,
                                        const BasicCastOptions<T>& options) {
  const BasicScene<T> own = as_bodies(scene, casts);
  std::vector<Motion> motions(own.body_slots());
  for (std::size_t k = 0; k < casts.poses.size(); ++k) motions[k] = casts.motions[casts.motions.size() == 1 ? 0 : k];
  const std::vector<Motion> still(scene.body_slots());
  const QueryOptions& which = options.query;
  const auto of = [](const auto& list, std::size_t k) { return list[list.size() == 1 ? 0 : k]; };
  std::vector<Pair> pairs;
  for (std::uint32_t k = 0; k < casts.poses.size(); ++k) {
    for (BodyId body = 0; body < scene.body_slots(); ++body) {
      if (!scene.has_body(body)) continue;
      if (!which.ignored.empty() && of(which.ignored, k) == body) continue;
      if (!which.worlds.empty() && of(which.query_worlds, k) != which.worlds[body]) continue;
      const Filter its = which.filters.empty() ? Filter{} : which.filters[body];
      if (!may_meet(which.query_filters.empty() ? Filter{} : of(which.query_filters, k), its)) continue;
      pairs.push_back({k, body});
    }
  }
  std::vector<BasicImpact<T>> impacts(pairs.size());
  sweep(own, motions, scene, still, pairs, impacts,
        {.tolerance = options.tolerance, .max_angle = options.max_angle, .leaves_start = options.leaves_start});
  std::vector<FoundShapeHit> found;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const BasicImpact<T>& impact = impacts[i];
    if (impact.hit == 0) continue;
    found.push_back({pairs[i].a,
                     {double(impact.time), double(impact.normal_x), double(impact.normal_y), double(impact.point_x),
                      double(impact.point_y), pairs[i].b}});
  }
  std::sort(found.begin(), found.end(), is_before);
  return found;
}

/// How many queries hit something, and how many of several bodies.
struct Count {
  std::size_t hits = 0, several = 0, misses = 0;
};

template <class T>
void expect_all_pairs(const BasicIndex<T>& index, const BasicScene<T>& scene, const Casts& casts,
                      const BasicCastOptions<T>& options, Count& count) {
  const std::vector<FoundShapeHit> expected = by_all_pairs(scene, casts, options);
  std::vector<FoundShapeHit> all{{7, {}}};
  index.all_shape_hits(scene, casts.shapes, casts.poses, casts.motions, all, options);
  ASSERT_EQ(all.size(), expected.size());
  for (std::size_t i = 0; i < all.size(); ++i) ASSERT_EQ(all[i], expected[i]) << "query " << expected[i].query;
  std::vector<ShapeHit> first(casts.poses.size(), ShapeHit{7, 7, 7, 7, 7, 7});
  index.cast_shapes(scene, casts.shapes, casts.poses, casts.motions, first, options);
  for (std::uint32_t k = 0; k < first.size(); ++k) {
    const auto its =
        std::lower_bound(expected.begin(), expected.end(), FoundShapeHit{k, {-1, 0, 0, 0, 0, 0}}, is_before);
    const bool any = its != expected.end() && its->query == k;
    ASSERT_EQ(first[k], any ? its->hit : no_hit) << "query " << k;
    ++(any ? count.hits : count.misses);
    count.several += any && its + 1 != expected.end() && (its + 1)->query == k;
  }
}

Motion some_motion(Random& random, double size, bool turning) {
  Motion motion{random.uniform(-size, size), random.uniform(-size, size), 0};
  if (random.chance(0.1)) motion.x = 0;
  if (random.chance(0.1)) motion.y = 0;
  if (random.chance(0.05)) motion.y = motion.x * 0x1p-70;  // hardly
  if (turning && random.chance(0.5)) motion.angle = random.uniform(-3, 3);
  return motion;
}

/// Shapes of the scene, near its bodies and away from them.
template <class T>
Casts some_casts(const BasicScene<T>& scene, Random& random, std::size_t count, bool turning) {
  Casts casts;
  for (std::size_t k = 0; k < count; ++k) {
    const auto near = static_cast<BodyId>(random.below(scene.body_slots()));
    const Pose at = scene.has_body(near) ? scene.pose(near) : Pose{};
    const double spread = random.pick({0.0, 2.0, 6.0, 6.0, 30.0});
    const double x = at.x + random.uniform(-spread, spread), y = at.y + random.uniform(-spread, spread);
    const auto shape = static_cast<ShapeId>(random.below(scene.shape_count()));
    casts.shapes.push_back(shape);
    casts.poses.push_back(Pose::at(x, y, random.chance(0.3) ? 0 : random.uniform(-3, 3)));
    casts.motions.push_back(some_motion(random, random.pick({1.0, 8.0, 60.0}), turning));
  }
  if (count > 0 && random.chance(0.2)) casts.shapes.resize(1);
  if (count > 0 && random.chance(0.2)) casts.motions.resize(1);
  return casts;
}

/// Filters, worlds and ignored bodies, each in some calls.
struct Which {
  std::vector<Filter> filters, query_filters;
  std::vector<std::uint32_t> worlds, query_worlds;
  std::vector<BodyId> ignored;

  Which(Random& random, std::size_t slots, std::size_t queries) {
    const auto one_or_all = [&] { return random.chance(0.5) ? std::size_t{1} : queries; };
    const auto filter = [&] {
      Filter made;
      made.category = std::uint32_t{1} << random.below(3);
      made.mask = static_cast<std::uint32_t>(random.below(8));
      return made;
    };
    if (random.chance(0.5)) {
      for (std::size_t k = 0; k < slots; ++k) filters.push_back(filter());
      for (std::size_t k = one_or_all(); k > 0; --k) query_filters.push_back(filter());
    }
    if (random.chance(0.5)) {
      for (std::size_t k = 0; k < slots; ++k) worlds.push_back(static_cast<std::uint32_t>(random.below(3)));
      for (std::size_t k = one_or_all(); k > 0; --k)
        query_worlds.push_back(static_cast<std::uint32_t>(random.below(3)));
    }
    if (random.chance(0.5)) {
      for (std::size_t k = one_or_all(); k > 0; --k) {
        ignored.push_back(random.chance(0.2) ? no_body : static_cast<BodyId>(random.below(slots)));
      }
    }
  }
  QueryOptions options() const { return {filters, worlds, query_filters, query_worlds, ignored, {}}; }
};

template <class T>
void expect_all_pairs_of(const BasicScene<T>& scene, Random& random, std::size_t most, Count& count) {
  const BasicIndex<T> index(scene);
  for (const bool turning : {false, true}) {
    const Casts casts = some_casts(scene, random, 1 + random.below(most), turning);
    const Which which(random, scene.body_slots(), casts.poses.size());
    BasicCastOptions<T> options;
    if (random.chance(0.5)) options.query = which.options();
    options.leaves_start = random.chance(0.5);
    if (options.leaves_start || random.chance(0.5)) options.tolerance = static_cast<T>(random.pick({0.03, 0.25}));
    ASSERT_NO_FATAL_FAILURE(expect_all_pairs(index, scene, casts, options, count))
        << (turning ? "turning" : "straight");
  }
}

using CastShapesOnIsa = OnEveryIsa;

template <class T>
void check_every_shape(std::uint64_t seed) {
  Count count;
  for (const ProbePlan& plan : probe_plans()) {
    Random random(seed++);
    for (std::size_t round = 0; round < sampled(20); ++round) {
      const auto scene = probe_scene<T>(random, 2 + random.below(60), 12, plan);
      ASSERT_NO_FATAL_FAILURE(expect_all_pairs_of(scene, random, 40, count)) << plan.offset;
    }
  }
  EXPECT_GT(count.several, count.hits / 10);
  EXPECT_GT(count.misses, count.hits / 10);
}

TEST_P(CastShapesOnIsa, of_every_shape) {
  check_every_shape<float>(own_seed(1400));
  check_every_shape<double>(own_seed(1420));
}

TEST_P(CastShapesOnIsa, in_every_world) {
  std::uint64_t seed = own_seed(1440);
  Count count;
  for (const Crowd& crowd : all_crowds()) {
    SCOPED_TRACE(crowd.name);
    Random random(seed++);
    Scene scene = crowded(crowd, random.pick({1u, 40u, 300u}), random);
    ASSERT_NO_FATAL_FAILURE(expect_all_pairs_of(scene, random, 60, count));
  }
  EXPECT_GT(count.hits, 0u);
}

template <class T>
void check_compounds(std::uint64_t seed) {
  Random random(seed);
  Count count;
  for (std::size_t round = 0; round < sampled(10); ++round) {
    const BasicScene<T> scene = compound_crowd<T>(random, 30, 0, 5, 0.2).scene;
    ASSERT_NO_FATAL_FAILURE(expect_all_pairs_of(scene, random, 20, count));
  }
  EXPECT_GT(count.hits, 0u);
}

TEST_P(CastShapesOnIsa, of_compounds) {
  check_compounds<float>(own_seed(1460));
  check_compounds<double>(own_seed(1461));
}

template <class T>
void check_floors(std::uint64_t seed) {
  Random random(seed);
  Count count;
  for (const FloorKind kind : all_floors) {
    for (std::size_t round = 0; round < sampled(5); ++round) {
      const FloorFrame frame{random.uniform(-5, 5), random.uniform(-5, 5), random.uniform(-3, 3)};
      BasicScene<T> scene;
      add_floor(scene, kind, frame, level(-6, 6, random.pick({0.5, 1.0, 3.0})));
      const std::vector<ShapeId> walkers = add_walkers(scene);
      Casts casts;
      for (int k = 0; k < 30; ++k) {
        casts.shapes.push_back(walkers[random.below(walkers.size())]);
        const double along = random.uniform(-7, 7), up = random.pick({0.0, 0.25, 2.0, -0.75});
        casts.poses.push_back(frame.at(along, up, random.chance(0.5) ? 0 : random.uniform(-3, 3)));
        const double across = random.uniform(-4, 4), down = random.pick({0.0, -0.5, -4.0, 3.0});
        casts.motions.push_back(frame.motion(across, down, random.chance(0.1) ? random.uniform(-1, 1) : 0));
      }
      for (const bool leaves_start : {false, true}) {
        BasicCastOptions<T> options;
        options.leaves_start = leaves_start;
        options.tolerance = T(0.03125);  // so that steps of bodies that turn are long
        ASSERT_NO_FATAL_FAILURE(expect_all_pairs(BasicIndex<T>(scene), scene, casts, options, count))
            << static_cast<int>(kind);
      }
    }
  }
  EXPECT_GT(count.hits, 0u);
  EXPECT_GT(count.misses, 0u);
}

TEST_P(CastShapesOnIsa, on_linked_and_one_sided_floors) {
  check_floors<float>(own_seed(1480));
  check_floors<double>(own_seed(1481));
}

template <class T>
void check_outlines(std::uint64_t seed) {
  Random random(seed);
  Count count;
  for (std::size_t round = 0; round < sampled(10); ++round) {
    BasicScene<T> scene;
    scene.add_box(T(0.5), T(0.25));
    scene.add_circle({0, 0}, T(0.5));
    for (int k = 0; k < 12; ++k) {
      std::vector<BasicVec2<T>> ring;
      for (const Vec2d& v : star_outline(random, random.integer(5, 30))) ring.push_back({T(v.x), T(v.y)});
      const ShapeId shape = scene.add_outline(ring);
      const double x = random.uniform(-8, 8), y = random.uniform(-8, 8);
      BodyId body = 0;
      if (!scene.try_add_body(shape, Pose::at(x, y, random.uniform(-3, 3)), body).ok()) scene.add_body(shape, {x, y});
    }
    scene.make_parts();
    Casts casts = some_casts(scene, random, 20, true);
    for (Pose& pose : casts.poses) pose.rotation = {};
    ASSERT_NO_FATAL_FAILURE(expect_all_pairs(BasicIndex<T>(scene), scene, casts, {}, count));
  }
  EXPECT_GT(count.hits, 0u);
}

TEST_P(CastShapesOnIsa, of_outlines) {
  check_outlines<float>(own_seed(1500));
  check_outlines<double>(own_seed(1501));
}

/// Counts of queries around what one task takes, and bodies that moved, for every number of threads.
TEST_P(CastShapesOnIsa, of_any_number_of_queries_and_threads) {
  Random random(own_seed(1520));
  Scene scene = probe_scene<float>(random, 100, 30, {false, true, 0});
  Index index(scene);
  for (const std::size_t n : {0u, 1u, 255u, 257u, 513u}) {
    for (int k = 0; k < 5; ++k) {
      const auto body = static_cast<BodyId>(random.below(scene.body_slots()));
      if (scene.has_body(body)) scene.set_pose(body, Pose::at(random.uniform(-30, 30), random.uniform(-30, 30), 1));
    }
    index.update(scene);
    const Casts casts = some_casts(scene, random, n, n < 2);
    CastOptions options;
    options.query.run.max_threads = random.pick({1u, 2u, 4u});
    Count count;
    ASSERT_NO_FATAL_FAILURE(expect_all_pairs(index, scene, casts, options, count));
    std::vector<FoundShapeHit> one, many;
    options.query.run.max_threads = 1;
    index.all_shape_hits(scene, casts.shapes, casts.poses, casts.motions, one, options);
    options.query.run.max_threads = 4;
    index.all_shape_hits(scene, casts.shapes, casts.poses, casts.motions, many, options);
    ASSERT_EQ(one, many);
  }
}

SATCHEL_ON_EVERY_ISA(CastShapesOnIsa);

TEST(CastShapes, of_one_circle_against_a_wall_and_a_corner) {
  Scened scene;
  const ShapeId ball = scene.add_circle({0, 0}, 1), wall = scene.add_box(1, 4);
  const BodyId far = scene.add_body(wall, {8, 0}), near = scene.add_body(wall, {5, 0});
  const Indexd index(scene);
  const auto expect_wall = [&](const ShapeHit& hit, BodyId body, double time) {
    EXPECT_EQ(hit.body, body);
    EXPECT_NEAR(hit.time, time, 1e-12);
    EXPECT_EQ(hit.normal_x, 1);
    EXPECT_EQ(hit.normal_y, 0);
    EXPECT_NEAR(hit.point_x, 1, 1e-12);
    EXPECT_EQ(hit.point_y, 0);
  };
  expect_wall(index.cast_shape(scene, ball, {}, {6, 0}), near, 0.5);
  expect_wall(index.cast_shape(scene, ball, {}, {3, 0}), near, 1);  // a touch at the end
  EXPECT_EQ(index.cast_shape(scene, ball, {}, {0, 6}), no_hit);
  EXPECT_EQ(index.cast_shape(scene, ball, {}, {2.5, 0}), no_hit);
  const BodyId ignored[] = {near};
  expect_wall(index.cast_shape(scene, ball, {}, {8, 0}, {.query = {.ignored = ignored}}), far, 0.75);
  const ShapeHit inside = index.cast_shape(scene, ball, {5, 0}, {1, 0});
  EXPECT_EQ(inside.body, near);
  EXPECT_EQ(inside.time, 0);
  EXPECT_EQ(index.cast_shape(scene, ball, {3.5, 0}, {-1, 0}, {.leaves_start = true}), no_hit);
  EXPECT_EQ(index.cast_shape(scene, ball, {3.5, 0}, {-1, 0}).body, near);
}

TEST(CastShapes, among_equal_times_name_the_lowest_body) {
  Scene scene;
  const ShapeId box = scene.add_box(1, 1);
  for (int k = 0; k < 40; ++k) scene.add_body(box, {5, 0});
  const Index index(scene);
  EXPECT_EQ(index.cast_shape(scene, box, {}, {6, 0}), (ShapeHit{0.5, 1, 0, 1, 0, 0}));
  std::vector<FoundShapeHit> all;
  const Pose pose;
  const Motion motion{6, 0};
  index.all_shape_hits(scene, {&box, 1}, {&pose, 1}, {&motion, 1}, all);
  ASSERT_EQ(all.size(), 40u);
  for (BodyId body = 0; body < 40; ++body) EXPECT_EQ(all[body].hit.body, body);
}

TEST(CastShapes, along_a_row_of_bodies_stop_at_the_first) {
  Scene scene;
  const ShapeId box = scene.add_box(1, 1), thin = scene.add_box(0.125f, 0.125f);
  for (int k = 20000; k > 0; --k) scene.add_body(box, {4.0 * k, 0.5 * (k % 5)});
  const Index index(scene);
  const ShapeHit hit = index.cast_shape(scene, thin, {}, {80000, 0});
  EXPECT_EQ(hit.body, 19999u);
  EXPECT_NEAR(hit.time * 80000, 2.875, 1e-2);
}

/// Where bodies turn, sweeps count them as met within a part of their way, which may be more than a part of their size.
TEST(CastShapes, of_small_bodies_on_long_ways_hit_what_sweeps_hit) {
  for (const double far : {0x1p10, 0x1p24, 0x1p27}) {
    for (const double gap : {0.0, 0x1p-16, 2e-5, 0.9}) {
      const float radius = 0x1p-15f;
      Scened world, shapes;
      world.add_circle({0, 0}, radius);
      shapes.add_circle({0, 0}, radius);
      const double beside = 2.0 * radius + (gap < 0.5 ? gap : gap * 0x1p-40 * far);
      world.add_body(0, Pose{0.75 * far, beside, {}});
      shapes.add_body(0, Pose{});
      const Motion motion{far, 0, 1}, still{};
      Impactd impact{};
      sweep(shapes, {&motion, 1}, world, {&still, 1}, std::array{Pair{0, 0}}, {&impact, 1});
      const Indexd index(world);
      const ShapeHit hit = index.cast_shape(world, 0, Pose{}, motion);
      EXPECT_EQ(hit.body == 0, impact.hit != 0) << far << " " << gap;
      std::vector<FoundShapeHit> all;
      const ShapeId shape = 0;
      const Pose pose{};
      index.all_shape_hits(world, {&shape, 1}, {&pose, 1}, {&motion, 1}, all);
      EXPECT_EQ(all.size(), impact.hit) << far << " " << gap;
      Trajectories mover;
      mover.shapes = {&shape, 1};
      mover.poses = {&pose, 1};
      mover.steps = 1;
      mover.velocities = {&motion, 1};
      CollisionTime time{};
      times_to_collision(world, mover, {}, 1, {&time, 1});
      EXPECT_EQ(time.obstacle == 0, impact.hit != 0) << far << " " << gap;
    }
  }
}

TEST(CastShapes, refuse_bad_queries) {
  Scene scene;
  const ShapeId box = scene.add_box(1, 1);
  scene.add_body(box, {5, 0});
  const Index index(scene);
  const std::vector<ShapeId> shapes{box, box}, wrong{box, 9};
  const std::vector<Pose> poses{{0, 0}, {1, 0}};
  const std::vector<Motion> motions{{1, 0}, {2, 0}};
  std::vector<ShapeHit> hits(2, {7, 7, 7, 7, 7, 7});
  std::vector<FoundShapeHit> all;
  const auto refused = [&](ErrorCode code, std::size_t i, const char* text, std::span<const ShapeId> of,
                           std::span<const Pose> at, std::span<const Motion> by, const CastOptions& options = {}) {
    expect_error(code, i, text, [&] { index.cast_shapes(scene, of, at, by, hits, options); });
    expect_error(code, i, text, [&] { index.all_shape_hits(scene, of, at, by, all, options); });
  };
  refused(ErrorCode::bad_shape, 1, "query 1: shape 9 of 1", wrong, poses, motions);
  refused(ErrorCode::size_mismatch, 0, "shapes: 2", {}, poses, motions);
  refused(ErrorCode::size_mismatch, 0, "motions: 2", shapes, poses, {});
  refused(ErrorCode::not_finite, 1, "pose 1", shapes, std::vector<Pose>{{0, 0}, {NAN, 0}}, motions);
  refused(ErrorCode::not_finite, 1, "motion 1", shapes, poses, std::vector<Motion>{{0, 0}, {NAN, 0}});
  refused(ErrorCode::not_finite, 0, "motion 0", shapes, poses, std::vector<Motion>{{0, 0, INFINITY}, {1, 0}});
  refused(ErrorCode::out_of_range, 1, "motion 1", shapes, poses, std::vector<Motion>{{0, 0}, {1e30, 0}});
  refused(ErrorCode::bad_angle, 1, "motion 1", shapes, poses, std::vector<Motion>{{0, 0}, {1, 0, 65}});
  refused(ErrorCode::bad_angle, 0, "max_angle", shapes, poses, motions, {.max_angle = -1});
  refused(ErrorCode::bad_margin, 0, "tolerance -1", shapes, poses, motions, {.tolerance = -1});
  const std::vector<Filter> three(3);
  refused(ErrorCode::size_mismatch, 0, "filters: 1", shapes, poses, motions, {.query = {.filters = three}});
  expect_error(ErrorCode::size_mismatch, 0, "hits: 2",
               [&] { index.cast_shapes(scene, shapes, poses, motions, std::span(hits).first(1)); });
  EXPECT_EQ(hits, std::vector<ShapeHit>(2, {7, 7, 7, 7, 7, 7}));
  EXPECT_TRUE(all.empty());
  const std::vector<BasicVec2<float>> corner{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
  const ShapeId outline = scene.add_outline(corner);
  const std::vector<ShapeId> outlines{box, outline};
  refused(ErrorCode::needs_parts, 1, "query 1", outlines, poses, motions);
  scene.add_body(outline, {-9, 0});
  expect_error(ErrorCode::changed_scene, 0, "index", [&] { index.cast_shapes(scene, shapes, poses, motions, hits); });
  const Index updated(scene);
  expect_error(ErrorCode::needs_parts, 1, "body 1", [&] { updated.cast_shapes(scene, shapes, poses, motions, hits); });
  scene.make_parts();
  updated.cast_shapes(scene, outlines, poses, motions, hits);
  EXPECT_EQ(hits[0].body, no_body);
}

}  // namespace
}  // namespace satchel::test
