// Threads that cannot start, and those that a fork leaves behind: of the library's own pool, by itself, and of calls, which use
// oneTBB where there is oneTBB.
#include "parallel/thread_pool.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <iterator>
#include <mutex>
#include <thread>
#include <vector>

#include "support/generators.hpp"
#include "support/queries.hpp"
#if !defined(_WIN32)
#include <sys/wait.h>
#include <unistd.h>
#endif
#if defined(__linux__) && !defined(SATCHEL_TEST_SANITIZED)  // sanitizers have a pthread_create of their own
#include <dlfcn.h>
#include <pthread.h>

#include <cerrno>

namespace {
std::atomic<bool> refuses_threads = false;
}

/// That of the system, unless it is to refuse.
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
                              void* argument) {
  static const auto of_system = reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
  return refuses_threads ? EAGAIN : of_system(thread, attributes, start, argument);
}
#endif

namespace satchel::parallel {
namespace {

void in_pool(std::size_t tasks, std::function<void(std::size_t)> task) {
  run_in_pool(
      tasks, [](void* data, std::size_t i) { (*static_cast<std::function<void(std::size_t)>*>(data))(i); }, &task);
}

/// How often each of `tasks` tasks ran.
std::vector<std::atomic<int>> counts_of(std::size_t tasks) {
  std::vector<std::atomic<int>> counts(tasks);
  in_pool(tasks, [&](std::size_t i) { ++counts[i]; });
  return counts;
}

/// Threads wait until `count` of them do. (std::barrier of g++ 12 for Windows loses wake-ups.)
class Meeting {
 public:
  explicit Meeting(std::size_t count) : missing_(count) {}
  void wait() {
    std::unique_lock lock(mutex_);
    if (--missing_ == 0) all_there_.notify_all();
    all_there_.wait(lock, [&] { return missing_ == 0; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable all_there_;
  std::size_t missing_;
};

TEST(ThreadPool, runs_each_task_once) {
  for (std::size_t tasks = 0; tasks < 200; ++tasks) {
    for (const auto& count : counts_of(tasks)) ASSERT_EQ(count, 1) << tasks;
  }
}

TEST(ThreadPool, runs_as_many_tasks_at_once_as_it_says) {
  const std::size_t workers = pool_workers();
  for (int round = 0; round < 100; ++round) {
    Meeting all(workers);
    in_pool(workers, [&](std::size_t) { all.wait(); });  // never ends, if one of them waits for another to end
  }
}

TEST(ThreadPool, serves_calls_from_many_threads_and_from_tasks) {
  std::atomic<int> wrong = 0;
  std::vector<std::thread> callers;
  for (int k = 0; k < 8; ++k) {
    callers.emplace_back([&] {
      for (int round = 0; round < 50; ++round) {
        in_pool(5, [&](std::size_t) {
          for (const auto& count : counts_of(7)) wrong += count != 1;
        });
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(wrong, 0);
}

TEST(ThreadPool, a_caller_runs_no_task_of_another_call) {
  // The task of the inner call may run on any thread but one that runs a task of the outer call and does not wait for it.
  thread_local int depth = 0;
  std::atomic<int> deepest = 0;
  in_pool(16, [&](std::size_t) {
    ++depth;
    in_pool(4, [&](std::size_t) {
      ++depth;
      if (depth > deepest) deepest = depth;
      --depth;
    });
    --depth;
  });
  EXPECT_LE(deepest, 2);
}

#if !defined(_WIN32) && !defined(SATCHEL_TEST_EMULATED)  // qemu 7.2 ends where a child of a fork starts a thread
TEST(ThreadPool, a_child_of_a_fork_has_threads_of_its_own) {
  counts_of(16);
  const pid_t child = fork();
  if (child == 0) {
    const std::size_t workers = pool_workers();
    Meeting all(workers);
    in_pool(workers, [&](std::size_t) { all.wait(); });
    _exit(0);
  }
  int status = 1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

/// Forks while `callers` threads are in the middle of calls of `call`, and may hold what these lock. Returns how many of the
/// children, which run child() -> whether all is right, end otherwise.
int wrong_children(int callers, int rounds, const std::function<void()>& call, const std::function<bool()>& child) {
  std::atomic<bool> is_done = false;
  std::vector<std::thread> threads;
  for (int k = 0; k < callers; ++k) {
    threads.emplace_back([&] {
      while (!is_done) call();
    });
  }
  int wrong = 0;
  for (int round = 0; round < rounds; ++round) {
    const pid_t forked = fork();
    if (forked == 0) {
      alarm(20);  // ends a child that hangs
      _exit(child() ? 0 : 1);
    }
    int status = 1;
    wrong += waitpid(forked, &status, 0) != forked || status != 0;
  }
  is_done = true;
  for (std::thread& thread : threads) thread.join();
  return wrong;
}

TEST(ThreadPool, a_child_of_a_fork_in_the_middle_of_calls_works) {
  const auto works = [] {
    std::atomic<int> counts[9] = {};
    const auto count = [](void* data, std::size_t i) { ++static_cast<std::atomic<int>*>(data)[i]; };
    run_in_pool(9, count, counts);
    return std::all_of(std::begin(counts), std::end(counts), [](const auto& number) { return number == 1; });
  };
  EXPECT_EQ(wrong_children(
                2, 60, [] { counts_of(9); }, works),
            0);
}

/// Where oneTBB is used, its threads and locks are not there in the child.
TEST(Threads, a_child_of_a_fork_in_the_middle_of_calls_can_call) {
  test::Random random(5);
  const test::World world = test::crowd(random, 300, 30000, 3, 16);
  const std::vector<Verdict> wanted = test::classified(world.scene, world.pairs, {.max_threads = 1});
  const auto found = [&] { return test::classified(world.scene, world.pairs); };
  EXPECT_EQ(wrong_children(
                3, 100, [&] { found(); }, [&] { return found() == wanted; }),
            0);
}
#endif

#if defined(__linux__) && !defined(SATCHEL_TEST_SANITIZED) && !defined(SATCHEL_TEST_EMULATED)
/// In a child, whose pool has no threads yet: the calling thread does all, and when threads can start again they do.
TEST(ThreadPool, a_system_without_threads_is_served_by_the_calling_one) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    const std::thread::id caller = std::this_thread::get_id();
    std::atomic<int> wrong = 0, ran = 0;
    refuses_threads = true;
    in_pool(16, [&](std::size_t) {
      ++ran;
      wrong += std::this_thread::get_id() != caller;
    });
    refuses_threads = false;
    const std::size_t workers = pool_workers();
    Meeting all(workers);
    in_pool(workers, [&](std::size_t) { all.wait(); });
    _exit(wrong == 0 && ran == 16 ? 0 : 1);
  }
  int status = 1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

/// Each test is a process of its own under ctest, in which oneTBB has no threads yet.
TEST(Threads, a_call_is_completed_where_none_can_start) {
  test::Random random(6);
  const test::World world = test::crowd(random, 300, 30000, 3, 16);
  const std::vector<Verdict> wanted = test::classified(world.scene, world.pairs, {.max_threads = 1});
  refuses_threads = true;
  const std::vector<Verdict> without = test::classified(world.scene, world.pairs),
                             again = test::classified(world.scene, world.pairs);
  refuses_threads = false;
  EXPECT_EQ(without, wanted);
  EXPECT_EQ(again, wanted);
  EXPECT_EQ(test::classified(world.scene, world.pairs), wanted);
}
#endif

}  // namespace
}  // namespace satchel::parallel
