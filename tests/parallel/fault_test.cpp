// Faults during a call: allocations that fail, executors that throw or drop tasks, cancelled oneTBB contexts. The call
// completes or says that it did not; the scene stays as it was; and the same call then gives the same bits.
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <satchel/satchel.hpp>
#include <stdexcept>
#include <vector>

#include "support/failing_calls.hpp"
#include "support/generators.hpp"
#include "support/isa_param.hpp"
#include "support/queries.hpp"
#include "support/scale.hpp"
#include "support/thread_executor.hpp"

#if SATCHEL_TEST_TBB
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>
#endif

namespace satchel::test {
namespace {

/// Bodies whose pairs need exact arithmetic on more vertices than fit on the stack, among ordinary ones; three of each lie
/// in corners of squares, between inner and bounding disc: there verdicts need it too.
World world_that_allocates(std::size_t pairs) {
  Random random(130);
  World world = crowd(random, 100, pairs, 3, 40);
  const ShapeId square = world.scene.add_box(0.5f, 0.5f);
  const ShapeId tiny = world.scene.add_polygon(lattice_polygon(80, 0x1p-60f));
  for (std::size_t k = 0; k < 6; ++k) {
    const double x = random.uniform(-1, 1), y = random.uniform(-1, 1);
    const BodyId body = world.scene.add_body(tiny, Pose::at(x, y, 1));
    world.pairs.push_back({body, static_cast<BodyId>(random.below(100 + k + 1))});
    for (int i = 0; i < 3; ++i)
      world.pairs.push_back({body, world.scene.add_body(square, Pose::at(x - 0.4 - 0.01 * i, y - 0.4, 0))});
  }
  random.shuffle(std::span(world.pairs));
  return world;
}

class FaultOnIsa : public OnEveryIsa {};

/// One, and several where there are several.
std::vector<unsigned> thread_counts() {
  if (SATCHEL_TEST_THREADS) return {1, 3};
  return {1};
}

TEST_P(FaultOnIsa, a_failed_allocation_in_a_batch_is_reported_and_harmless) {
  const World world = world_that_allocates(600);
  const std::vector<Contact> expected = collided(world.scene, world.pairs, {.max_threads = 1});
  std::vector<Contact> contacts(world.pairs.size());
  std::vector<Verdict> verdicts(world.pairs.size());
  for (const unsigned threads : thread_counts()) {
    const Options options = {.max_threads = threads};
    survives_failing_allocations(
        [&] {
          std::fill(contacts.begin(), contacts.end(), Contact{});
          collide(world.scene, world.pairs, contacts, options);
        },
        [&] { ASSERT_TRUE(same_bits(contacts, expected)); }, 18);
    survives_failing_allocations([&] { classify(world.scene, world.scene, world.pairs, verdicts, options); },
                                 [&] {
                                   for (std::size_t i = 0; i < verdicts.size(); ++i)
                                     ASSERT_EQ(verdicts[i], verdict(expected[i]));
                                 },
                                 18);
    Status status;
    survives_failing_allocations(
        [&] {
          status = try_collide(world.scene, world.pairs, contacts, options);
          if (!status.ok()) throw Error(status, "");
        },
        [&] { ASSERT_TRUE(same_bits(contacts, expected)); }, 18);
  }
}

/// Those that make trees and scenes of their own.
TEST_P(FaultOnIsa, a_failed_allocation_in_a_question_is_reported_and_harmless) {
  const World world = world_that_allocates(1);
  std::vector<ShapeId> shapes;
  std::vector<Pose> poses;
  std::vector<Vec2d> points;
  std::vector<Box> boxes;
  std::vector<Ray> rays;
  for (BodyId body = 0; body < world.scene.body_slots(); ++body) {
    const Pose pose = world.scene.pose(body);
    shapes.push_back(world.scene.shape(body));
    poses.insert(poses.end(), {{pose.x + 40, pose.y}, {pose.x + 0.5, pose.y}});
    points.push_back({pose.x, pose.y});
    boxes.push_back({pose.x, pose.y, pose.x + 1, pose.y});
    rays.push_back({points.back(), {1, 0.5}});
  }
  const Trajectories movers{shapes, poses, 2};
  std::vector<FirstHit> expected_ends(shapes.size()), ends(shapes.size());
  std::vector<FoundBody> expected_found, found;
  std::vector<RayHit> expected_hits(rays.size()), hits(rays.size());
  std::vector<TrajectoryHit> expected_hits_of_all, hits_of_all;
  const std::size_t some = std::min<std::size_t>(shapes.size(), 20);
  std::vector<Clearance> expected_clearances(some), least(some);
  std::vector<CollisionTime> expected_times(2 * some), times(2 * some);
  const std::vector<Motion> velocities(2 * some, Motion{0.5, 0, 0.1});
  Trajectories few{std::span(shapes).first(some), std::span(poses).first(2 * some), 2};
  few.velocities = velocities;
  first_hits(world.scene, movers, movers, expected_ends);
  trajectory_hits(world.scene, few, few, expected_hits_of_all);
  clearances(world.scene, few, few, 9, expected_clearances);
  times_to_collision(world.scene, few, few, 1, expected_times);
  bodies_in_boxes(world.scene, boxes, expected_found);
  cast_rays(world.scene, rays, expected_hits);
  for (const unsigned threads : thread_counts()) {
    const Options options = {.max_threads = threads};
    survives_failing_allocations([&] { first_hits(world.scene, movers, movers, ends, options); },
                                 [&] { ASSERT_EQ(ends, expected_ends); }, 20);
    survives_failing_allocations([&] { trajectory_hits(world.scene, few, few, hits_of_all, options); },
                                 [&] { ASSERT_EQ(hits_of_all, expected_hits_of_all); }, 20);
    survives_failing_allocations([&] { clearances(world.scene, few, few, 9, least, options); },
                                 [&] { ASSERT_EQ(least, expected_clearances); }, 20);
    survives_failing_allocations([&] { times_to_collision(world.scene, few, few, 1, times, options); },
                                 [&] { ASSERT_EQ(times, expected_times); }, 20);
    survives_failing_allocations([&] { bodies_in_boxes(world.scene, boxes, found, options); },
                                 [&] { ASSERT_EQ(found, expected_found); }, 8);
    survives_failing_allocations([&] { bodies_at_points(world.scene, points, found, options); },
                                 [&] { ASSERT_GE(found.size(), points.size() / 2); }, 8);
    survives_failing_allocations([&] { cast_rays(world.scene, rays, hits, options); },
                                 [&] { ASSERT_EQ(hits, expected_hits); }, 6);
  }
}

SATCHEL_ON_EVERY_ISA(FaultOnIsa);

TEST(Fault, a_failed_allocation_while_a_scene_is_built_leaves_it_as_it_was) {
  Random random(131);
  const World world = world_that_allocates(300);
  const std::vector<Contact> expected = collided(world.scene, world.pairs);
  const std::size_t bodies = world.scene.body_count(), shapes = world.scene.shape_count();
  std::vector<Vec2> vertices;
  std::vector<std::uint32_t> starts = {0};
  for (const int n : {3, 5, 70, 20, 9}) {
    const Polygon polygon = round_polygon(random, n, 1);
    vertices.insert(vertices.end(), polygon.begin(), polygon.end());
    starts.push_back(static_cast<std::uint32_t>(vertices.size()));
  }
  std::vector<ShapeId> ids(5), of_bodies(200);
  for (std::size_t i = 0; i < of_bodies.size(); ++i) of_bodies[i] = static_cast<ShapeId>(i % shapes);
  const std::vector<Pose> poses(200);
  std::vector<BodyId> out(200);
  std::vector<Pose> all_poses;
  for (BodyId i = 0; i < bodies; ++i) all_poses.push_back(world.scene.pose(i));
  using Change = std::function<void(Scene&)>;
  const std::pair<const char*, Change> changes[] = {
      {"add_polygon", [&](Scene& scene) { scene.add_polygon(std::span(vertices).subspan(8, 70)); }},
      {"add_polygons", [&](Scene& scene) { scene.add_polygons(vertices, starts, ids); }},
      {"add_bodies", [&](Scene& scene) { scene.add_bodies(of_bodies, poses, out); }},
      {"set_poses", [&](Scene& scene) { scene.set_poses(all_poses); }},
      {"set_shape", [&](Scene& scene) { scene.set_shape(3, static_cast<ShapeId>(shapes - 1)); }},
      {"reserve", [&](Scene& scene) { scene.reserve({.shapes = 5000, .bodies = 5000, .vertices_per_shape = 200}); }},
  };
  for (const auto& [name, change] : changes) {
    SCOPED_TRACE(name);
    for (std::size_t nth = 0;; ++nth) {
      Scene scene = world.scene;
      bool failed = false, happened = false;
      {
        const FailingAllocation fault(nth);
        try {
          change(scene);
        } catch (const std::exception&) {
          failed = true;
        }
        happened = fault.has_happened();
      }
      if (!happened) break;
      if (!failed) continue;  // it did without that memory
      ASSERT_EQ(scene.body_count(), bodies);
      ASSERT_EQ(scene.body_slots(), bodies);
      ASSERT_EQ(scene.shape_count(), shapes);
      ASSERT_TRUE(same_bits(collided(scene, world.pairs), expected));
      ASSERT_NO_THROW(change(scene));
      Scene undisturbed = world.scene;
      change(undisturbed);
      ASSERT_EQ(scene.body_slots(), undisturbed.body_slots());
      std::vector<Pair> pairs;
      for (BodyId i = 0; i < scene.body_slots(); ++i) pairs.push_back({i, i / 2});
      ASSERT_TRUE(same_bits(collided(scene, pairs), collided(undisturbed, pairs)));
    }
  }
}

TEST(Fault, a_failed_allocation_in_a_hull_is_harmless) {
  Random random(132);
  Polygon points;
  for (int k = 0; k < 300; ++k) points.push_back({float(random.integer(-50, 50)), float(random.integer(-50, 50))});
  const Polygon expected = convex_hull(std::span<const Vec2>(points));
  Polygon hull;
  survives_failing_allocations([&] { hull = convex_hull(std::span<const Vec2>(points)); },
                               [&] { ASSERT_EQ(hull, expected); }, 4);
}

/// Stars that lie apart, touch and overlap, circles among them.
TEST(Fault, a_failed_allocation_in_distances_of_outlines_is_reported_and_harmless) {
  Polygon star = regular_polygon(40, 1);
  for (std::size_t k = 0; k < star.size(); k += 3) star[k] = {star[k].x / 2, star[k].y / 2};
  Scene scene;
  const ShapeId shapes[] = {scene.add_outline(star), scene.add_circle({0, 0}, 0.25f), scene.add_box(0.5f, 0.5f)};
  std::vector<Pair> pairs;
  for (BodyId body = 0; body < 12; ++body) {
    scene.add_body(shapes[body % 4 == 0 ? 1 : body % 4 == 1 ? 2 : 0], Pose::at(0.75 * body, 0, 0));
    for (BodyId other = 0; other < body; ++other) pairs.push_back({other, body});
  }
  std::vector<Distance> expected(pairs.size()), found(pairs.size());
  distances(scene, pairs, expected);
  survives_failing_allocations([&] { distances(scene, pairs, found, {.max_threads = 1}); },
                               [&] { ASSERT_EQ(found, expected); }, 50);
}

/// Polygons, compounds and outlines that overlap.
TEST(Fault, a_failed_allocation_in_any_question_about_pairs_is_reported_and_harmless) {
  Polygon star = regular_polygon(12, 1);
  for (std::size_t k = 0; k < star.size(); k += 2) star[k] = {star[k].x / 2, star[k].y / 2};
  Scene scene;
  const ShapeId tiles[] = {scene.add_polygon(box_at(-1, 0, 1, 1)), scene.add_polygon(box_at(0, 0, 1, 1))};
  const ShapeId shapes[] = {scene.add_box(1, 0.5f), scene.add_outline(star), scene.add_compound(tiles)};
  for (int k = 0; k < 6; ++k) scene.add_body(shapes[k % 3], Pose::at(0.5 * k, 0.25 * k, 0.3 * k));
  scene.make_parts();
  std::vector<Pair> pairs, regions;
  for (BodyId a = 0; a < 6; ++a) {
    for (BodyId b = 0; b < a; ++b) pairs.push_back({b, a});
    for (BodyId b = 0; b < a; ++b) {
      if (a % 3 != 2 && b % 3 != 2) regions.push_back({b, a});
    }
  }
  const std::vector<Motion> motions(6, Motion{0.5, 0.25, 0.1});
  const Options one{.max_threads = 1};
  const auto survives = [&]<class Result>(const char* name, std::vector<Result> results, const auto& call,
                                          std::size_t at_least) {
    SCOPED_TRACE(name);
    throw_unless_ok(call(results));
    const std::vector<Result> expected = results;
    ASSERT_FALSE(expected.empty());
    survives_failing_allocations([&] { throw_unless_ok(call(results)); }, [&] { ASSERT_EQ(results, expected); },
                                 at_least);
  };
  const std::size_t all = pairs.size(), some = regions.size();
  std::vector<IntersectionPiece> pieces;
  survives(
      "intersections", std::vector<Vec2>(), [&](auto& of) { return try_intersections(scene, pairs, pieces, of, one); },
      20);
  survives(
      "overlap_areas", std::vector<float>(all), [&](auto& of) { return try_overlap_areas(scene, pairs, of, one); }, 20);
  survives(
      "ious", std::vector<float>(all), [&](auto& of) { return try_ious(scene, scene, pairs, of, one); }, 20);
  survives(
      "within", std::vector<Within>(some), [&](auto& of) { return try_within(scene, regions, of, one); }, 0);
  survives(
      "relate", std::vector<std::uint8_t>(some),
      [&](auto& of) { return try_relate(scene, regions, Predicate::overlaps, of, one); }, 20);
  survives(
      "find_hits", std::vector<Hit>(), [&](auto& of) { return try_find_hits(scene, pairs, of, one); }, 4);
  survives(
      "distances", std::vector<Distance>(all), [&](auto& of) { return try_distances(scene, pairs, of, one); }, 20);
  survives(
      "manifolds", std::vector<Manifold>(all),
      [&](auto& of) { return try_manifolds(scene, pairs, of, {.margin = 0.125f, .run = one}); }, 0);
  survives(
      "part_manifolds", std::vector<PartManifold>(),
      [&](auto& of) { return try_part_manifolds(scene, pairs, of, {.margin = 0.125f, .run = one}); }, 4);
  survives(
      "sweep", std::vector<Impact>(all), [&](auto& of) { return try_sweep(scene, motions, pairs, of, {.run = one}); },
      0);
}

TEST(Fault, a_failed_allocation_in_a_ring_leaves_the_output_as_it_was) {
  Polygon points = regular_polygon(40, 1);
  for (std::size_t k = 0; k < points.size(); k += 3) points[k] = {points[k].x / 2, points[k].y / 2};  // a star
  points.push_back(points[0]);
  const Ring expected = clean_ring(points);
  ASSERT_FALSE(expected.convex);
  std::size_t failures = 0;
  for (bool more = true; more; ++failures) {
    Ring ring;
    ring.vertices = {{7, 7}};
    Status status;
    {
      const FailingAllocation fault(failures);
      status = try_clean_ring(points, Winding::counter_clockwise, ring);
      more = fault.has_happened();
    }
    ASSERT_EQ(status.code, more ? ErrorCode::no_memory : ErrorCode::ok);
    ASSERT_EQ(ring.vertices, more ? Polygon({{7, 7}}) : expected.vertices);
  }
  EXPECT_GT(failures, 4u);
}

TEST(Fault, a_failed_allocation_in_an_outline_leaves_the_parts_as_they_were) {
  Polygon star = regular_polygon(40, 1);
  for (std::size_t k = 0; k < star.size(); k += 3) star[k] = {star[k].x / 2, star[k].y / 2};
  const ConvexParts expected = convex_parts(star);
  std::size_t failures = 0;
  for (bool more = true; more; ++failures) {
    ConvexParts parts;
    parts.vertices = {{7, 7}};
    Status status;
    {
      const FailingAllocation fault(failures);
      status = try_convex_parts(std::span<const Vec2>(star), {}, parts);
      more = fault.has_happened();
    }
    ASSERT_EQ(status.code, more ? ErrorCode::no_memory : ErrorCode::ok);
    ASSERT_EQ(parts.vertices, more ? Polygon({{7, 7}}) : expected.vertices);
  }
  EXPECT_GT(failures, 10u);
}

/// Calls that may be disturbed from outside, with enough pairs that they ask for other threads.
class FaultOutside : public testing::Test {
 protected:
  World world_ = world_that_allocates(std::max<std::size_t>(scaled(60000), 20000));
  std::vector<Contact> expected_ = collided(world_.scene, world_.pairs, {.max_threads = 1});
  std::vector<Contact> contacts_ = std::vector<Contact>(world_.pairs.size());

  Status run(const Options& options = {}) {
    std::fill(contacts_.begin(), contacts_.end(), Contact{});
    return try_collide(world_.scene, world_.pairs, contacts_, options);
  }
  /// All of it or an error; and afterwards all is as ever.
  void is_whole_or(ErrorCode code, Status status) {
    if (status.ok()) {
      EXPECT_TRUE(same_bits(contacts_, expected_));
    } else {
      EXPECT_EQ(status.code, code);
    }
    EXPECT_TRUE(run().ok());
    EXPECT_TRUE(same_bits(contacts_, expected_));
  }
};

TEST_F(FaultOutside, an_executor_that_throws_after_some_tasks_is_reported) {
  const auto throwing = [](void*, std::size_t, void (*task)(void*, std::size_t), void* data) {
    task(data, 0);
    throw std::runtime_error("no");
  };
  const auto out_of_memory = [](void*, std::size_t, void (*)(void*, std::size_t), void*) { throw std::bad_alloc(); };
  const Executor throws = {nullptr, 4, throwing}, starves = {nullptr, 4, out_of_memory};
  Status status = run({.executor = &throws});
  EXPECT_FALSE(status.ok());
  is_whole_or(ErrorCode::internal, status);
  status = run({.executor = &starves});
  EXPECT_FALSE(status.ok());
  is_whole_or(ErrorCode::no_memory, status);
}

TEST_F(FaultOutside, an_executor_that_drops_tasks_never_passes_for_success) {
  const auto drop_all = [](void*, std::size_t, void (*)(void*, std::size_t), void*) {};
  const Executor drops = {nullptr, 4, drop_all};
  const Status status = run({.executor = &drops});
  EXPECT_FALSE(status.ok());
  is_whole_or(ErrorCode::cancelled, status);
  const auto drop_most = [](void*, std::size_t tasks, void (*task)(void*, std::size_t), void* data) {
    task(data, tasks - 1);
  };
  const Executor lazy = {nullptr, 4, drop_most};
  is_whole_or(ErrorCode::cancelled, run({.executor = &lazy}));
}

/// An outline that has the block of its shape gets one of its own where a pose turns it. A call that ends while poses are
/// checked has changed nothing; a later one is counted.
TEST_F(FaultOutside, bodies_that_a_cancelled_call_leaves_out_stay_where_they_are) {
  Random random(134);
  Scene scene = crowd(random, 40000, 0, 3, 6).scene;
  const BodyId outline = scene.add_body(scene.add_outline({{0, 0}, {8, 0}, {8, 8}, {4, 4}, {0, 8}}), {1, 2, {}});
  const ShapeId tile = scene.add_box(1, 1);
  const std::array tiles{scene.add_body(tile), scene.add_body(tile, {2, 0, {}})};
  ASSERT_EQ(scene.link_shared_edges(tiles), 1u);
  std::vector<Vec2> before(5), after(5);
  scene.placed_offsets(outline, before);
  const Pose pose = scene.pose(outline);
  const std::vector<Pose> poses(scene.body_slots(), Pose::at(3, 2, 1));
  int done = 0;
  for (int calls = 0; calls < 4; ++calls) {  // the first so many calls of the executor run, later ones do not
    struct Lazy {
      int left;
    } lazy{calls};
    const Executor executor = {&lazy, 4,
                               [](void* context, std::size_t tasks, void (*task)(void*, std::size_t), void* data) {
                                 if (--static_cast<Lazy*>(context)->left < 0) return;
                                 for (std::size_t i = 0; i < tasks; ++i) task(data, i);
                               }};
    Scene changed = scene;
    const Status status = changed.try_set_poses(poses, {.executor = &executor});
    done += status.ok();
    ASSERT_EQ(changed.revision() - scene.revision(), calls == 0 ? 0u : 1u);
    ASSERT_EQ(changed.is_linked(tiles[0]), !status.ok());
    if (status.ok()) continue;
    ASSERT_EQ(status.code, ErrorCode::cancelled);
    ASSERT_EQ(changed.pose(outline), pose);
    changed.placed_offsets(outline, after);
    ASSERT_EQ(after, before) << calls;
  }
  EXPECT_GT(done, 0);
  EXPECT_LT(done, 3);
}

TEST_F(FaultOutside, an_executor_that_throws_while_poses_are_set_is_reported) {
  Random random(133);
  Scene scene = crowd(random, 20000, 0, 3, 6).scene;
  std::vector<Pose> poses;
  for (BodyId i = 0; i < scene.body_slots(); ++i) poses.push_back(Pose::at(i % 100, i / 100, i));
  const auto throwing = [](void*, std::size_t, void (*)(void*, std::size_t), void*) { throw std::runtime_error("no"); };
  const Executor executor = {nullptr, 4, throwing};
  EXPECT_THROW(scene.set_poses(poses, {.executor = &executor}), Error);
  Scene other = scene;
  scene.set_poses(poses);
  other.set_poses(poses, {.max_threads = 1});
  for (BodyId i = 0; i < scene.body_slots(); ++i) ASSERT_EQ(scene.bounding_box(i), other.bounding_box(i));
}

#if SATCHEL_TEST_TBB
TEST_F(FaultOutside, a_call_in_a_task_of_a_cancelled_context_is_whole) {
  // Cancelled before, by the task itself, and while the call runs.
  for (const int when : {0, 1, 2}) {
    tbb::task_group_context context;
    Status status{ErrorCode::cancelled, 0};
    std::thread other;
    tbb::parallel_for(
        0, 1,
        [&](int) {
          if (when == 1) context.cancel_group_execution();
          if (when == 2) other = std::thread([&] { context.cancel_group_execution(); });
          status = run();
          world_.scene.set_pose(0, world_.scene.pose(0));
        },
        context);
    if (other.joinable()) other.join();
    EXPECT_TRUE(status.ok());  // the call's own context is isolated
    is_whole_or(ErrorCode::cancelled, status);
    if (when == 0) {
      context.cancel_group_execution();
      tbb::parallel_for(
          0, 1, [&](int) { ADD_FAILURE() << "oneTBB runs a task of a cancelled context"; }, context);
    }
  }
}

TEST_F(FaultOutside, a_call_in_a_group_that_is_cancelled_meanwhile_is_whole) {
  tbb::task_group group;
  Status status{ErrorCode::cancelled, 0};
  group.run_and_wait([&] {
    group.run([&] { group.cancel(); });
    status = run();
  });
  EXPECT_TRUE(status.ok());
  is_whole_or(ErrorCode::cancelled, status);
}

TEST_F(FaultOutside, a_call_in_an_arena_of_one_thread_is_whole) {
  tbb::task_arena alone(1);
  Status status{ErrorCode::cancelled, 0};
  alone.execute([&] { status = run(); });
  EXPECT_TRUE(status.ok());
  is_whole_or(ErrorCode::cancelled, status);
}

TEST_F(FaultOutside, an_exception_of_a_neighbouring_task_does_not_reach_into_a_call) {
  std::vector<Status> statuses(8);
  std::vector<std::vector<Contact>> results(8, std::vector<Contact>(world_.pairs.size()));
  EXPECT_THROW(tbb::parallel_for(0, 8,
                                 [&](int i) {
                                   const auto k = static_cast<std::size_t>(i);
                                   statuses[k] = {ErrorCode::cancelled, 0};
                                   statuses[k] = try_collide(world_.scene, world_.pairs, results[k]);
                                   if (i == 3) throw std::runtime_error("a fault of the caller's");
                                 }),
               std::runtime_error);
  for (std::size_t k = 0; k < 8; ++k) {
    // A task that never ran has left its span as it was.
    const bool ran = verdict(results[k][0]) != Verdict{} || results[k][0].normal_x != 0 || results[k][0].normal_y != 0;
    if (ran) {
      EXPECT_TRUE(statuses[k].ok() && same_bits(results[k], expected_)) << k;
    }
  }
}
#endif

}  // namespace
}  // namespace satchel::test
