// What allocates and what does not, and what happens when an allocation fails (during a batch call:
// parallel/fault_test.cpp).
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <new>
#include <satchel/satchel.hpp>
#include <utility>

#include "support/boxes.hpp"
#include "support/compounds.hpp"
#include "support/failing_new.hpp"
#include "support/generators.hpp"
#include "support/isa_param.hpp"
#include "support/outline_worlds.hpp"
#include "support/queries.hpp"
#include "support/rounded_families.hpp"
#include "support/scene_state.hpp"

namespace satchel::test {
namespace {

template <class Call>
std::size_t allocations_of(const Call& call) {
  const std::size_t before = allocations();
  call();
  return allocations() - before;
}

class AllocationOnIsa : public OnEveryIsa {};

TEST_P(AllocationOnIsa, none_by_a_batch_call_on_one_thread) {
  Random random(110);
  World world = crowd(random, 500, 20000, 3, 64);
  for (const Family& family : families()) {  // exact stages too, for which cores of more vertices are on the heap
    Couple couple = family.make(random);
    while (std::max(couple.a.polygon.size(), couple.b.polygon.size()) > 32) couple = family.make(random);
    const BodyId a = add(world.scene, couple.a), b = add(world.scene, couple.b);
    for (int k = 0; k < 20; ++k) world.pairs.push_back({a, b});
  }
  for (const BasicRoundFamily<float>& family : round_families<float>()) {
    BasicRoundCouple<float> couple = family.make(random);
    while (std::max(couple.a.core.size(), couple.b.core.size()) > 32) couple = family.make(random);
    const BodyId a = add(world.scene, couple.a), b = add(world.scene, couple.b);
    for (int k = 0; k < 20; ++k) world.pairs.push_back({a, b});
  }
  std::vector<Contact> contacts(world.pairs.size());
  std::vector<Verdict> verdicts(world.pairs.size());
  std::vector<Pose> poses;
  for (BodyId i = 0; i < world.scene.body_slots(); ++i) poses.push_back(world.scene.pose(i));
  const Options options = {.max_threads = 1};
  const auto call = [&] {
    collide(world.scene, world.pairs, contacts, options);
    collide(world.scene, world.scene, world.pairs, contacts, options);
    classify(world.scene, world.pairs, verdicts, options);
    classify(world.scene, world.scene, world.pairs, verdicts, options);
    world.scene.set_poses(poses, options);
    world.scene.set_pose(0, poses[0]);
  };
  call();  // what is found once, is found now
  EXPECT_EQ(allocations_of(call), 0u);
  // Called by name: compilers may leave out allocations of vectors that nobody reads.
  EXPECT_GT(allocations_of([] { ::operator delete(::operator new(7)); }), 0u) << "the counter does not count";
}

TEST_P(AllocationOnIsa, none_by_a_batch_call_on_compounds) {
  Random random(115);
  CompoundWorld<float> world = compound_crowd<float>(random, 100, 5000, 8);
  std::vector<Contact> contacts(world.pairs.size());
  std::vector<PartPair> parts(world.pairs.size());
  std::vector<Verdict> verdicts(world.pairs.size());
  std::vector<Pose> poses;
  for (BodyId i = 0; i < world.scene.body_slots(); ++i) poses.push_back(world.scene.pose(i));
  const Options options = {.max_threads = 1};
  const auto call = [&] {
    collide(world.scene, world.pairs, contacts, options);
    collide(world.scene, world.pairs, contacts, parts, options);
    classify(world.scene, world.pairs, verdicts, options);
    world.scene.set_poses(poses, options);
    const ShapeId shape = world.scene.shape(0);
    world.scene.remove_body(0);
    world.scene.add_body(shape, poses[0]);
  };
  call();
  EXPECT_EQ(allocations_of(call), 0u);
}

TEST_P(AllocationOnIsa, none_by_the_questions_that_follow_from_contacts) {
  Random random(116);
  const World world = crowd(random, 500, 20000, 3, 30);
  std::vector<Manifold> points(world.pairs.size());
  std::vector<Distance> ways(world.pairs.size());
  std::vector<Impact> impacts(world.pairs.size());
  std::vector<Motion> motions(world.scene.body_slots());
  for (Motion& motion : motions) motion = {random.uniform(-1, 1), random.uniform(-1, 1), 0};
  const Options options = {.max_threads = 1};
  const auto call = [&] {
    manifolds(world.scene, world.pairs, points, {.margin = 0.1f, .run = options});
    distances(world.scene, world.pairs, ways, options);
    sweep(world.scene, motions, world.pairs, impacts, {.run = options});
  };
  call();
  EXPECT_EQ(allocations_of(call), 0u);
}

TEST_P(AllocationOnIsa, none_by_these_questions_on_compounds_that_turn) {
  Random random(117);
  const CompoundWorld<float> world = compound_crowd<float>(random, 100, 2000, 8, 0.2);
  std::vector<Manifold> points(world.pairs.size());
  std::vector<Distance> ways(world.pairs.size());
  std::vector<Impact> impacts(world.pairs.size());
  std::vector<Motion> motions(world.scene.body_slots());
  for (Motion& motion : motions) {
    motion = {random.uniform(-1, 1), random.uniform(-1, 1), random.chance(0.5) ? random.uniform(-1, 1) : 0};
  }
  const Options options = {.max_threads = 1};
  const auto call = [&] {
    manifolds(world.scene, world.pairs, points, {.margin = 0.1f, .run = options});
    distances(world.scene, world.pairs, ways, options);
    sweep(world.scene, motions, world.pairs, impacts, {.run = options});
  };
  call();
  EXPECT_EQ(allocations_of(call), 0u);
}

TEST_P(AllocationOnIsa, a_number_that_does_not_grow_with_the_pairs_on_several_threads) {
  Random random(111);
  const World world = crowd(random, 500, 400000, 3, 12);
  std::vector<Contact> contacts(world.pairs.size());
  const auto call = [&](std::size_t pairs) {
    collide(world.scene, std::span(world.pairs).first(pairs), std::span(contacts).first(pairs));
  };
  call(400000);
  EXPECT_LE(allocations_of([&] { call(400000); }), 64u);
}

TEST_P(AllocationOnIsa, none_by_a_broad_phase_that_has_seen_such_a_frame) {
  for (const Crowd& crowd : all_crowds()) {
    SCOPED_TRACE(crowd.name);
    Random random(114);
    const Scene scene = crowded(crowd, 20000, random);
    const std::vector<Filter> filters(scene.body_slots());
    std::vector<std::uint32_t> worlds(scene.body_slots());
    for (std::size_t i = 0; i < worlds.size(); ++i) worlds[i] = 1u << (i % 32);
    const Options one_thread = {.max_threads = 1};
    BroadPhase broad_phase;
    std::vector<Pair> pairs, of_worlds;
    const auto call = [&] {
      broad_phase.find_pairs(scene, pairs, {.filters = filters, .run = one_thread});
      broad_phase.find_pairs(scene, of_worlds, {.worlds = worlds, .run = one_thread});
    };
    call();
    EXPECT_EQ(allocations_of(call), 0u);
  }
}

/// Moves every hundredth body by so much.
void move_some(Scene& scene, double by) {
  for (BodyId body = 0; body < scene.body_slots(); body += 100) {
    Pose pose = scene.pose(body);
    pose.x += by;
    scene.set_pose(body, pose);
  }
}

TEST_P(AllocationOnIsa, none_by_kept_pairs_that_have_seen_such_frames) {
  Random random(116);
  Scene scene = crowded(all_crowds()[0], 20000, random);
  Index index(scene);
  KeptPairs kept;
  PairChanges changes;
  const PairOptions options = {.run = {.max_threads = 1}};
  std::size_t allocations = 1;
  for (const double by : {0.3, -0.3, 0.3, -0.3, 0.3, -0.3}) {
    move_some(scene, by);
    index.update(scene);
    allocations = allocations_of([&] { kept.update(scene, index, changes, options); });
  }
  EXPECT_EQ(allocations, 0u);
  EXPECT_FALSE(changes.added.empty());
}

SATCHEL_ON_EVERY_ISA(AllocationOnIsa);

TEST(Allocation, none_by_adding_what_has_been_reserved) {
  Random random(112);
  Scene scene;
  const Polygon polygon = round_polygon(random, 8, 1);
  scene.reserve({.shapes = 100, .bodies = 1000, .vertices_per_shape = 8});
  scene.add_polygon(polygon);
  EXPECT_EQ(allocations_of([&] {
              for (int i = 0; i < 50; ++i) scene.add_polygon(polygon);
              for (int i = 0; i < 1000; ++i) scene.add_body(0);
            }),
            0u);
}

TEST(Allocation, none_by_giving_a_body_a_shape_that_fits_its_block) {
  Scene scene;
  const ShapeId box = scene.add_box(1, 1), other = scene.add_box(2, 1);
  const ShapeId pair = scene.add_compound({box, other}), other_pair = scene.add_compound({other, box});
  scene.reserve({.shapes = 4, .bodies = 64, .vertices_per_shape = 4});
  for (int i = 0; i < 62; ++i) scene.add_body(box);
  const BodyId of_two = scene.add_body(pair);
  scene.remove_body(of_two);  // the lists of what is free have room
  ASSERT_EQ(scene.add_body(pair), of_two);
  EXPECT_EQ(allocations_of([&] {
              for (BodyId body = 0; body < scene.body_slots(); ++body) {
                if (body != of_two) scene.set_shape(body, other);
              }
              scene.set_shape(of_two, other_pair);
            }),
            0u);
}

/// Where links are made body by body, what is there already costs nothing.
TEST(Allocation, a_few_by_each_link_however_many_bodies_are_linked) {
  Scene scene;
  const ShapeId tile = scene.add_box(1, 1);
  const auto link_more = [&](BodyId first, BodyId last) {
    return allocations_of([&] {
      for (BodyId body = first; body < last; ++body) scene.link_edges({{.body = body, .inner = true}});
    });
  };
  for (int i = 0; i < 3000; ++i) scene.add_body(tile);
  EXPECT_LE(link_more(0, 3000), 3000u + 100u);
}

TEST(Allocation, a_failed_one_is_reported_and_leaves_the_scene_as_it_was) {
  Random random(113);
  const World world = crowd(random, 33, 300, 3, 40);
  const std::vector<Contact> expected = collided(world.scene, world.pairs);
  const Polygon polygon = round_polygon(random, 20, 1);
  const std::vector<Vec2> vertices = polygon;
  const std::vector<std::uint32_t> starts = {0, 20};
  std::vector<ShapeId> ids(1);
  const std::vector<ShapeId> shapes(100, 1);
  const std::vector<Pose> poses(100);
  std::vector<BodyId> out(100);
  using Change = std::function<void(Scene&)>;
  const std::pair<const char*, Change> changes[] = {
      {"add_polygon", [&](Scene& scene) { scene.add_polygon(polygon); }},
      {"add_polygons", [&](Scene& scene) { scene.add_polygons(vertices, starts, ids); }},
      {"add_body", [&](Scene& scene) { scene.add_body(1); }},
      {"add_bodies", [&](Scene& scene) { scene.add_bodies(shapes, poses, out); }},
      {"remove_body", [&](Scene& scene) { scene.remove_body(32); }},
      {"set_shape", [&](Scene& scene) { scene.set_shape(32, 3); }},
      {"reserve", [&](Scene& scene) { scene.reserve({.shapes = 1000, .bodies = 1000, .vertices_per_shape = 8}); }},
      {"copy", [&](Scene& scene) { (void)Scene(scene); }},
  };
  std::size_t failures = 0;
  for (const auto& [name, change] : changes) {
    SCOPED_TRACE(name);
    for (std::size_t nth = 0;; ++nth) {  // the first allocation fails, the second, ..., until no more are made
      Scene scene = world.scene;
      bool failed = false;
      {
        const FailingAllocation fault(nth);
        try {
          change(scene);
        } catch (const Error& error) {
          failed = true;
          EXPECT_EQ(error.code(), ErrorCode::no_memory) << error.what();
        } catch (const std::bad_alloc&) {  // of a copy, or no memory for the text of an Error
          failed = true;
        }
      }
      if (!failed) break;
      ++failures;
      ASSERT_EQ(scene.body_count(), 33u);
      ASSERT_EQ(scene.body_slots(), 33u);
      ASSERT_EQ(scene.shape_count(), world.scene.shape_count());
      ASSERT_TRUE(same_bits(collided(scene, world.pairs), expected));
      ASSERT_EQ(scene.add_body(0), 33u);
      ASSERT_NO_THROW(change(scene));
    }
  }
  EXPECT_GT(failures, 8u);
}

/// Every allocation of every change fails once, in the form that does not throw.
template <class T>
void expect_no_memory_changes_nothing() {
  Random random(114);
  const BasicWorld<T> world = crowd<T>(random, 40, 0, 3, 40);
  BasicScene<T> before = world.scene;
  const BasicPolygon<T> polygon = round_polygon<T>(random, 20, 1), large = round_polygon<T>(random, 90, 1);
  BasicPolygon<T> both = polygon;
  both.insert(both.end(), large.begin(), large.end());
  const std::vector<std::uint32_t> starts = {0, 20, 110};
  const std::vector<T> radii = {1, 0};
  const std::vector<ShapeId> parts = {0, 1, 2}, shapes(100, 1);
  const std::vector<std::uint8_t> inner(before.vertex_count(0) + before.vertex_count(1) + before.vertex_count(2), 1);
  const ShapeId compound = before.add_compound(parts, inner);
  before.add_body(compound);
  before.remove_body(7);
  const ShapeId tile = before.add_box(1, 1), edge = before.add_segment({0, 0}, {1, 0});
  const std::vector<BodyId> joined = {before.add_body(tile, {100, 0, {}}), before.add_body(tile, {102, 0, {}}),
                                      before.add_body(tile, {104, 1, {}}), before.add_body(edge, {0, 50, {}}),
                                      before.add_body(edge, {1, 50, {}})};
  ASSERT_GT(before.link_shared_edges(joined), 2u);
  // The plank lies in the corner of an outline: room for its links, even without a link, would change their manifold.
  const ShapeId corner = before.add_outline({{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}}),
                plank = before.add_box(1, T(.25));
  before.make_parts();
  before.add_body(corner, {400, 0, {}});
  const std::vector<BodyId> loose = {before.add_body(plank, Pose::at(401, 1, 1)), before.add_body(tile, {200, 0, {}}),
                                     before.add_body(tile, {202, 0, {}})};
  std::size_t seams = 0;
  const std::vector<Pose> poses(100), some(3, Pose::at(1, 2, 3)), all(before.body_slots(), Pose::at(3, 2, 1));
  const std::vector<BodyId> three = {4, 2, 0};
  std::vector<std::uint32_t> out(100);
  std::uint32_t& one = out[0];
  using Scene = BasicScene<T>;
  using Change = std::function<Status(Scene&)>;
  const std::pair<const char*, Change> changes[] = {
      {"try_add_polygon", [&](Scene& scene) { return scene.try_add_polygon(large, T(.5), one); }},
      {"try_add_box", [&](Scene& scene) { return scene.try_add_box(1, 1, 0, one); }},
      {"try_add_circle",
       [&](Scene& scene) {
         return scene.try_add_circle({0, 0}, 1, one);
       }},
      {"try_add_capsule",
       [&](Scene& scene) {
         return scene.try_add_capsule({0, 0}, {1, 0}, 1, one);
       }},
      {"try_add_segment",
       [&](Scene& scene) {
         return scene.try_add_segment({0, 0}, {1, 0}, one);
       }},
      {"try_add_polygons",
       [&](Scene& scene) { return scene.try_add_polygons(both, starts, std::span(out).first(2), radii); }},
      {"try_add_compound", [&](Scene& scene) { return scene.try_add_compound(parts, inner, one); }},
      {"try_add_body", [&](Scene& scene) { return scene.try_add_body(compound, {}, one); }},
      {"try_add_bodies", [&](Scene& scene) { return scene.try_add_bodies(shapes, poses, out); }},
      {"try_remove_body", [&](Scene& scene) { return scene.try_remove_body(40); }},
      {"try_set_shape", [&](Scene& scene) { return scene.try_set_shape(32, compound); }},
      {"try_set_pose", [&](Scene& scene) { return scene.try_set_pose(40, some[0]); }},
      {"try_set_poses, all", [&](Scene& scene) { return scene.try_set_poses(all); }},
      {"try_set_poses, some", [&](Scene& scene) { return scene.try_set_poses(three, some); }},
      {"try_link_shared_edges", [&](Scene& scene) { return scene.try_link_shared_edges(loose, 0, seams); }},
      {"try_link_edges",
       [&](Scene& scene) {
         return scene.try_link_edges({{.body = loose[0], .inner = true}, {.body = loose[1], .inner = true}});
       }},
      {"try_unlink", [&](Scene& scene) { return scene.try_unlink(joined[1]); }},
      {"try_remove_body, linked", [&](Scene& scene) { return scene.try_remove_body(joined[1]); }},
      {"try_set_shape, linked", [&](Scene& scene) { return scene.try_set_shape(joined[3], 0); }},
      {"try_set_pose, linked", [&](Scene& scene) { return scene.try_set_pose(joined[4], some[0]); }},
      {"try_assign", [&](Scene& scene) { return scene.try_assign(world.scene); }},
  };
  std::size_t failures = 0;
  for (const auto& [name, change] : changes) {
    SCOPED_TRACE(name);
    Scene expected = before;
    ASSERT_TRUE(change(expected).ok());
    const std::vector<std::uint32_t> written = out;
    for (std::size_t nth = 0;; ++nth) {
      Scene scene = before;
      const std::uint64_t state = state_of(scene);
      std::fill(out.begin(), out.end(), 77u);
      Status status;
      bool happened = false;
      {
        const FailingAllocation fault(nth);
        status = change(scene);
        happened = fault.has_happened();
      }
      if (status.ok()) {
        ASSERT_EQ(contents_of(scene), contents_of(expected));
        if (!happened) break;
        continue;  // it did without that memory
      }
      ++failures;
      ASSERT_EQ(status.code, ErrorCode::no_memory);
      ASSERT_EQ(state_of(scene), state);
      for (const std::uint32_t index : out) ASSERT_EQ(index, 77u);
      ASSERT_TRUE(change(scene).ok());
      ASSERT_EQ(contents_of(scene), contents_of(expected));
    }
  }
  EXPECT_GT(failures, 40u);
}

TEST(Allocation, a_failed_one_is_no_memory_and_changes_nothing_in_float) { expect_no_memory_changes_nothing<float>(); }
TEST(Allocation, a_failed_one_is_no_memory_and_changes_nothing_in_double) {
  expect_no_memory_changes_nothing<double>();
}

TEST(Allocation, a_failed_one_is_no_memory_for_the_first_change_of_a_scene) {
  EXPECT_EQ(allocations_of([] { const Scene scene; }), 0u);
  std::size_t nth = 0;
  for (;; ++nth) {
    Scene scene;
    ShapeId shape = 77;
    Status status;
    {
      const FailingAllocation fault(nth);
      status = scene.try_add_box(1, 1, 0, shape);
    }
    if (status.ok()) break;
    ASSERT_EQ(status.code, ErrorCode::no_memory);
    ASSERT_EQ(scene.revision() + scene.shape_count(), 0u);
    ASSERT_EQ(shape, 77u);
    ASSERT_EQ(scene.add_box(1, 1), 0u);
  }
  EXPECT_GT(nth, 2u);
}

TEST(Allocation, a_failed_one_in_reserve_changes_nothing_but_spare_memory) {
  Random random(116);
  const Scene before = crowd(random, 40, 0, 3, 40).scene;
  std::size_t nth = 0;
  for (;; ++nth) {
    Scene scene = before;
    const std::uint64_t state = state_of(scene);
    Status status;
    {
      const FailingAllocation fault(nth);
      status = scene.try_reserve({.shapes = 5000, .bodies = 5000, .vertices_per_shape = 40});
    }
    ASSERT_EQ(state_of(scene), state);
    if (status.ok()) break;
    ASSERT_EQ(status.code, ErrorCode::no_memory);
  }
  EXPECT_GT(nth, 8u);
}

TEST(Allocation, a_failed_one_is_reported_by_the_broad_phase_which_stays_usable) {
  Random random(115);
  const Scene scene = crowded(all_crowds()[2], 20000, random);
  const std::vector<Pair> expected = brute_force_pairs(scene);
  const PairOptions options = {.run = {.max_threads = 1}};
  std::size_t failures = 0;
  for (std::size_t nth = 0;; ++nth) {  // the first allocation fails, the second, ..., until no more are made
    std::vector<Pair> pairs;
    BroadPhase broad_phase;
    Status status;
    {
      const FailingAllocation failing(nth);
      status = broad_phase.try_find_pairs(scene, pairs, options);
    }
    if (status.ok()) break;
    ++failures;
    ASSERT_EQ(status.code, ErrorCode::no_memory);
    broad_phase.find_pairs(scene, pairs, options);
    ASSERT_EQ(pairs, expected);
  }
  EXPECT_GT(failures, 8u);
}

TEST(Allocation, a_failed_one_is_reported_by_kept_pairs_which_catch_up) {
  Random random(117);
  const Scene as_built = crowded(all_crowds()[0], 2000, random);
  for (const bool few : {false, true}) {
    std::size_t failures = 0;
    for (std::size_t nth = 0;; ++nth) {
      Scene scene = as_built;
      Index index(scene);
      KeptPairs kept;
      PairChanges changes;
      if (few) kept.update(scene, index, changes);
      const std::vector<Pair> before(kept.pairs().begin(), kept.pairs().end());
      move_some(scene, 0.5);
      index.update(scene);
      Status status;
      {
        const FailingAllocation failing(nth);
        status = kept.try_update(scene, index, changes, {.run = {.max_threads = 1}});
      }
      if (status.ok()) break;
      ++failures;
      ASSERT_EQ(status.code, ErrorCode::no_memory);
      ASSERT_TRUE(std::equal(kept.pairs().begin(), kept.pairs().end(), before.begin(), before.end()));
      kept.update(scene, index);
      const std::vector<Pair> all = brute_force_pairs(scene);
      ASSERT_TRUE(std::equal(kept.pairs().begin(), kept.pairs().end(), all.begin(), all.end()));
    }
    EXPECT_GT(failures, 8u);
  }
}

/// What `memory_bytes` says is what was allocated, but for how the C library rounds the sizes of small blocks.
TEST(Allocation, memory_bytes_are_what_is_held) {
  if (bytes_held() == 0) GTEST_SKIP() << "the C library does not tell how large its blocks are";
  const Options run{.max_threads = 1};
  Random random(118);
  const auto expect_held = [](std::size_t told, std::size_t before, const char* what) {
    const auto held = static_cast<double>(bytes_held() - before);
    EXPECT_NEAR(static_cast<double>(told), held, 0.01 * held) << what;
  };
  for (const std::size_t count : {std::size_t{500}, std::size_t{5000}}) {
    SCOPED_TRACE(count);
    std::size_t before = bytes_held();
    const Scene scene = crowded(all_crowds()[0], count, random);
    expect_held(scene.memory_bytes(), before, "scene");
    {
      CompoundWorld<float> world = compound_crowd<float>(random, count, 0, 8);
      for (int i = 0; i < static_cast<int>(count) / 10; ++i) {
        world.scene.add_body(world.scene.add_outline(grid_outline<float>(random, 40, 1)), Pose::at(i, 0, i));
      }
      before = bytes_held();
      const Scene copy = world.scene;
      expect_held(copy.memory_bytes(), before, "scene of compounds and outlines");
    }
    before = bytes_held();
    Index index;
    index.build(scene, run);
    expect_held(index.memory_bytes(), before, "index");
    before = bytes_held();
    KeptPairs kept;
    kept.update(scene, index, {.run = run});
    expect_held(kept.memory_bytes(), before, "kept pairs");
    before = bytes_held();
    BroadPhase broad_phase;
    {
      std::vector<Pair> pairs;
      broad_phase.find_pairs(scene, pairs, {.run = run});
    }
    expect_held(broad_phase.memory_bytes(), before, "broad phase");
  }
}

}  // namespace
}  // namespace satchel::test
