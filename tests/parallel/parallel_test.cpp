// Threads: executors, calls at once on one scene, calls from inside tasks, and the statistics.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <satchel/satchel.hpp>
#include <thread>

#include "support/generators.hpp"
#include "support/isa_param.hpp"
#include "support/queries.hpp"
#include "support/scale.hpp"
#include "support/thread_executor.hpp"

#if SATCHEL_TEST_TBB
#include <tbb/parallel_for.h>
#include <tbb/task_group.h>
#endif

namespace satchel::test {
namespace {

class Parallel : public testing::Test {
 protected:
  Random random_{100};
  World world_ = crowd(random_, 4000, std::max<std::size_t>(scaled(200000), 100000), 3, 12);
  std::vector<Contact> expected_ = collided(world_.scene, world_.pairs, {.max_threads = 1});
};

TEST_F(Parallel, an_executor_runs_each_task_once) {
  for (const unsigned workers : {1u, 2u, 5u}) {
    ThreadExecutor threads(workers);
    const Options options = {.executor = &threads.executor()};
    EXPECT_TRUE(same_bits(collided(world_.scene, world_.pairs, options), expected_));
    if (workers > 1) {
      EXPECT_GT(threads.runs(), 0u) << "the executor was not used";
      EXPECT_GE(threads.tasks(), workers) << "too few tasks for the workers";
    }
    EXPECT_TRUE(threads.each_task_ran_once());
  }
}

TEST_F(Parallel, an_executor_may_run_its_tasks_in_any_order_on_the_calling_thread) {
  const auto backwards = [](void* context, std::size_t tasks, void (*task)(void*, std::size_t), void* data) {
    ++*static_cast<int*>(context);
    for (std::size_t i = tasks; i-- > 0;) task(data, i);
  };
  int runs = 0;
  const Executor executor = {&runs, 4, backwards};
  EXPECT_TRUE(same_bits(collided(world_.scene, world_.pairs, {.executor = &executor}), expected_));
  EXPECT_GT(runs, 0);
}

TEST_F(Parallel, one_thread_at_most_never_asks_the_executor) {
  ThreadExecutor threads(4);
  const Options options = {.max_threads = 1, .executor = &threads.executor()};
  EXPECT_TRUE(same_bits(collided(world_.scene, world_.pairs, options), expected_));
  EXPECT_EQ(threads.tasks() > 1 ? threads.runs() : 0, 0u);
}

TEST_F(Parallel, set_poses_uses_the_executor_too) {
  std::vector<Pose> poses;
  Scene expected = world_.scene;
  for (BodyId i = 0; i < expected.body_slots(); ++i) {
    poses.push_back(Pose::at(i, -1., i));
    expected.set_pose(i, poses.back());
  }
  ThreadExecutor threads(3);
  world_.scene.set_poses(poses, {.executor = &threads.executor()});
  EXPECT_TRUE(threads.each_task_ran_once());
  for (BodyId i = 0; i < expected.body_slots(); ++i) {
    ASSERT_EQ(world_.scene.bounding_box(i), expected.bounding_box(i));
  }
}

TEST_F(Parallel, calls_may_run_at_once_on_one_scene) {
  const Scene& scene = world_.scene;
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (unsigned k = 0; k < 4; ++k) {
    threads.emplace_back([&, k] {
      const auto pairs = std::span<const Pair>(world_.pairs).subspan(k * 5000, 20000);
      const auto expected = std::span<const Contact>(expected_).subspan(k * 5000, 20000);
      for (int round = 0; round < 5; ++round) {
        Stats stats;
        const Options options = {.max_threads = k % 2, .stats = &stats};
        if (!same_bits(collided(scene, pairs, options), expected)) ++wrong;
        const std::vector<Verdict> verdicts = classified(scene, pairs, options);
        for (std::size_t i = 0; i < verdicts.size(); ++i) wrong += verdicts[i] != verdict(expected[i]);
        wrong += stats.pairs != 40000;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST_F(Parallel, forcing_an_instruction_set_during_calls_changes_no_result) {
  std::atomic<bool> done = false;
  std::thread switching([&] {
    const std::vector<std::string> isas = all_isas();
    for (std::size_t i = 0; !done; ++i) force_isa(isas[i % isas.size()]);
  });
  int wrong = 0;
  const auto pairs = std::span<const Pair>(world_.pairs).first(2000);
  for (int round = 0; round < 100; ++round) {
    if (!same_bits(collided(world_.scene, pairs), std::span<const Contact>(expected_).first(2000))) ++wrong;
  }
  done = true;
  switching.join();
  force_isa("");
  EXPECT_EQ(wrong, 0);
}

#if SATCHEL_TEST_TBB
TEST_F(Parallel, calls_may_be_nested_in_tasks) {
  std::atomic<int> wrong = 0;
  tbb::parallel_for(0, 16, [&](int i) {
    const auto first = static_cast<std::size_t>(i) * 1000;
    const auto pairs = std::span<const Pair>(world_.pairs).subspan(first, 30000);
    if (!same_bits(collided(world_.scene, pairs), std::span<const Contact>(expected_).subspan(first, 30000))) ++wrong;
  });
  EXPECT_EQ(wrong, 0);
}

TEST_F(Parallel, a_call_in_a_cancelled_group_says_so_or_is_complete) {
  std::vector<Contact> contacts(world_.pairs.size());
  Status status;
  tbb::task_group group;
  group.run_and_wait([&] {
    group.cancel();
    status = try_collide(world_.scene, world_.pairs, contacts);
  });
  if (status.ok()) {
    EXPECT_TRUE(same_bits(contacts, expected_));
  } else {
    EXPECT_EQ(status.code, ErrorCode::cancelled);
  }
  EXPECT_TRUE(same_bits(collided(world_.scene, world_.pairs), expected_));
}
#endif

class StatsOnIsa : public OnEveryIsa {};

TEST_P(StatsOnIsa, add_up_whatever_the_pairs_and_threads) {
  Random random(101);
  for (const Family& family : families()) {
    const World world = world_of(family, 100, random);
    for (const unsigned threads : {1u, 4u}) {
      Stats stats;
      (void)collided(world.scene, world.pairs, {.max_threads = threads, .stats = &stats});
      EXPECT_EQ(stats.pairs, 100u) << family.name;
      EXPECT_EQ(stats.decided_by_lanes + stats.decided_by_double + stats.decided_exactly, 100u) << family.name;
      (void)classified(world.scene, world.pairs, {.max_threads = threads, .stats = &stats});
      EXPECT_EQ(stats.pairs, 200u) << family.name;  // added to what was there
      EXPECT_EQ(stats.decided_by_lanes + stats.decided_by_double + stats.decided_exactly, 200u) << family.name;
    }
  }
}

TEST_P(StatsOnIsa, show_that_every_stage_has_its_work) {
  Random random(102);
  const World easy = crowd(random, scaled(2000), scaled(20000), 3, 12);
  Stats stats;
  (void)collided(easy.scene, easy.pairs, {.stats = &stats});
  EXPECT_GT(stats.decided_by_lanes, easy.pairs.size() / 100 * 99);  // near contact is rare among random pairs

  const auto touching_pairs = [](const std::vector<Contact>& contacts) {
    return std::count_if(contacts.begin(), contacts.end(),
                         [](const Contact& contact) { return verdict(contact) == Verdict::touching; });
  };
  // On a small grid the arithmetic of the lanes is exact, so that they see a touch.
  const World squares = world_of(family("touching_grid"), 300, random);
  stats = {};
  EXPECT_GT(touching_pairs(collided(squares.scene, squares.pairs, {.stats = &stats})), 0);
  EXPECT_EQ(stats.decided_by_lanes, 300u);

  // Equal vertices prove a touch.
  const World corners = world_of(family("shared_vertex"), 300, random);
  stats = {};
  const auto touching = touching_pairs(collided(corners.scene, corners.pairs, {.stats = &stats}));
  EXPECT_GT(touching, 0);
  EXPECT_GE(stats.decided_by_lanes, static_cast<std::uint64_t>(touching));

  // Elsewhere no error band can certify one, and no filter either: the determinant is zero.
  const World on_edges = world_of(family("vertex_on_edge"), 300, random);
  stats = {};
  EXPECT_GT(touching_pairs(collided(on_edges.scene, on_edges.pairs, {.stats = &stats})), 100);
  EXPECT_GT(stats.decided_exactly, 50u);

  const World ulps = world_of(family("ulp_touching"), 300, random);
  stats = {};
  (void)collided(ulps.scene, ulps.pairs, {.stats = &stats});
  EXPECT_GT(stats.decided_by_double + stats.decided_exactly, 150u);
}

SATCHEL_ON_EVERY_ISA(StatsOnIsa);

}  // namespace
}  // namespace satchel::test
