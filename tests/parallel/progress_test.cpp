// `Options::progress` of every call: who calls it, what it is told, and what its answer does.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <satchel/satchel.hpp>
#include <string>
#include <thread>
#include <vector>

#include "support/boxes.hpp"
#include "support/generators.hpp"
#include "support/hash.hpp"
#include "support/query_worlds.hpp"

namespace satchel::test {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds interval{50};

/// Keeps all reports of a call. The report of this number, and all later ones, end it.
class Recorder {
 public:
  explicit Recorder(std::size_t most = ~std::size_t{0}) : most_(most) {}

  Options options(Options more = {}) {
    more.progress = [](void* self, std::uint64_t done, std::uint64_t all) {
      return static_cast<Recorder*>(self)->take(done, all);
    };
    more.progress_context = this;
    return more;
  }
  struct Report {
    std::uint64_t done, all;
    std::thread::id thread;
    Clock::time_point begin, end;
  };
  const std::vector<Report>& reports() const { return reports_; }

 private:
  bool take(std::uint64_t done, std::uint64_t all) {
    const Clock::time_point now = Clock::now();
    reports_.push_back({done, all, std::this_thread::get_id(), now, Clock::now()});
    return reports_.size() < most_;
  }
  std::size_t most_;
  std::vector<Report> reports_;
};

/// Runs tasks on threads of its own. Some first runs take longer than the interval between two reports.
class SlowExecutor {
 public:
  explicit SlowExecutor(int slow_runs) : slow_runs_(slow_runs) {}
  const Executor& executor() const { return executor_; }

 private:
  static void run(void* context, std::size_t tasks, void (*task)(void*, std::size_t), void* data) {
    auto& self = *static_cast<SlowExecutor*>(context);
    if (self.slow_runs_-- > 0) std::this_thread::sleep_for(interval + interval / 10);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < tasks; ++i) threads.emplace_back(task, data, i);
    for (std::thread& thread : threads) thread.join();
  }
  int slow_runs_;
  Executor executor_{this, 3, run};
};

/// A call on `size` items or so. It returns its status, and puts a hash of its results where it is told to.
struct ReportingCall {
  std::string name;
  std::function<Status(std::size_t size, const Options& options, std::uint64_t& hash)> run;
};

template <class Query>
ReportingCall pair_call() {
  using T = typename Query::Scalar;
  return {query_name<Query>(), [](std::size_t size, const Options& options, std::uint64_t& hash) {
            Random random(900);
            BasicWorld<T> world = crowd<T>(random, 500, size, 3, 8);
            const QueryScene<T> scene{std::move(world.scene), std::vector<Motion>(500, Motion{0.1, 0.2, 0})};
            std::vector<typename Query::Result> results(world.pairs.size());
            const Status status = Query::run(Form::returning, {&scene}, world.pairs, results, options);
            Hash bits;
            for (const auto& result : results) {
              if constexpr (requires { result.feature; }) bits.add(std::uint64_t{result.feature});
              if constexpr (requires { result.time; }) bits.add(result.time);
            }
            hash = bits.value();
            return status;
          }};
}

std::vector<Vec2d> some_points(std::size_t count) {
  Random random(901);
  std::vector<Vec2d> points;
  for (std::size_t i = 0; i < count; ++i) points.push_back({random.uniform(-30, 30), random.uniform(-30, 30)});
  return points;
}

Scene some_bodies(std::size_t count) {
  Random random(902);
  return crowded(all_crowds()[0], count, random);
}

/// Every call that takes Options.
std::vector<ReportingCall> reporting_calls() {
  return {
      pair_call<CollideQuery<float>>(),
      pair_call<ClassifyQuery<double>>(),
      pair_call<HitsQuery<float>>(),
      pair_call<DistancesQuery<float>>(),
      pair_call<ManifoldsQuery<double>>(),
      pair_call<SweepQuery<float>>(),
      {"find_pairs",
       [](std::size_t size, const Options& options, std::uint64_t& hash) {
         std::vector<Pair> pairs;
         const Status status = try_find_pairs(some_bodies(size), pairs, {.run = options});
         hash = pairs.size();
         return status;
       }},
      {"kept_pairs",
       [](std::size_t size, const Options& options, std::uint64_t& hash) {
         const Scene scene = some_bodies(size);
         const Index index(scene);
         KeptPairs kept;
         const Status status = kept.try_update(scene, index, {.run = options});
         hash = kept.pairs().size();
         return status;
       }},
      {"kept_pairs_of_a_tenth_that_moves",
       [](std::size_t size, const Options& options, std::uint64_t& hash) {
         Scene scene = some_bodies(size);
         Index index(scene);
         KeptPairs kept;
         kept.update(scene, index);
         for (BodyId body = 0; body < scene.body_slots(); body += 10) {
           Pose pose = scene.pose(body);
           pose.x += 1;
           scene.set_pose(body, pose);
         }
         index.update(scene);
         const Status status = kept.try_update(scene, index, {.run = options});
         hash = kept.pairs().size();
         return status;
       }},
      {"find_pairs_of_two_scenes",
       [](std::size_t size, const Options& options, std::uint64_t& hash) {
         std::vector<Pair> pairs;
         const Status status = try_find_pairs(some_bodies(size), some_bodies(size / 2), pairs, {.run = options});
         hash = pairs.size();
         return status;
       }},
      {"build_of_an_index",
       [](std::size_t size, const Options& options, std::uint64_t& hash) {
         const Scene scene = some_bodies(size);
         Index index;
         const Status status = index.try_build(scene, options);
         hash = index.is_current(scene);
         return status;
       }},
      {"update_of_an_index",
       [](std::size_t size, const Options& options, std::uint64_t& hash) {
         Scene scene = some_bodies(size);
         Index index(scene);
         std::vector<Pose> poses;
         for (const Vec2d point : some_points(scene.body_slots())) poses.push_back(Pose::at(point.x, point.y, 0));
         scene.set_poses(poses);
         const Status status = index.try_update(scene, options);
         hash = index.is_current(scene);
         return status;
       }},
      {"bodies_at_points",
       [](std::size_t size, const Options& options, std::uint64_t& hash) {
         std::vector<FoundBody> found;
         const Status status = try_bodies_at_points(some_bodies(2000), some_points(size), found, options);
         hash = found.size();
         return status;
       }},
      {"cast_rays",
       [](std::size_t size, const Options& options, std::uint64_t& hash) {
         std::vector<Ray> rays;
         for (const Vec2d point : some_points(size)) rays.push_back({point, {1, 0.5}});
         std::vector<RayHit> hits(rays.size());
         const Status status = try_cast_rays(some_bodies(2000), rays, hits, options);
         Hash bits;
         for (const RayHit& hit : hits) bits.add(hit.time);
         hash = bits.value();
         return status;
       }},
      {"first_hits",
       [](std::size_t size, const Options& options, std::uint64_t& hash) {
         Scene scene = some_bodies(500);
         const std::size_t movers = size / 20 + 300, steps = 20;
         const std::vector<ShapeId> shapes(movers, 0), obstacles(10, 0);
         std::vector<Pose> poses;
         for (const Vec2d point : some_points(movers * steps)) poses.push_back(Pose::at(point.x, point.y, 0));
         std::vector<FirstHit> hits(movers);
         const std::span<const Pose> all(poses);
         const Status status = try_first_hits(scene, {shapes, poses, steps},
                                              {obstacles, all.first(obstacles.size() * steps), steps}, hits, options);
         Hash bits;
         for (const FirstHit& hit : hits) bits.add(std::uint64_t{hit.obstacle});
         hash = bits.value();
         return status;
       }},
      {"advance",
       [](std::size_t size, const Options& options, std::uint64_t& hash) {
         const Scene scene = some_bodies(size);
         Scene end;
         const Status status = try_advance(scene, std::vector<Motion>(size, Motion{1, 2, 0}), end, options);
         hash = end.body_slots();
         return status;
       }},
  };
}

class Progress : public testing::TestWithParam<ReportingCall> {};

/// What holds of the reports of every call.
void expect_good_reports(const std::vector<Recorder::Report>& reports, bool complete) {
  ASSERT_FALSE(reports.empty()) << "never called";
  for (std::size_t i = 0; i < reports.size(); ++i) {
    EXPECT_EQ(reports[i].thread, std::this_thread::get_id()) << "called on another thread";
    EXPECT_LE(reports[i].done, reports[i].all);
    if (i == 0) continue;
    EXPECT_GE(reports[i].done, reports[i - 1].done) << "goes back";
    EXPECT_EQ(reports[i].all, reports[i - 1].all) << "the whole changes";
    if (!complete || i + 1 < reports.size()) {
      EXPECT_GE(reports[i].begin - reports[i - 1].end, interval) << "too often";
    }
  }
  if (complete) {
    EXPECT_EQ(reports.back().done, reports.back().all) << "not all is said to be done";
  }
}

constexpr std::size_t some_size = 40000;

TEST_P(Progress, is_reported_on_the_calling_thread_whatever_threads_work) {
  std::uint64_t expected = 0, found = 1;
  ASSERT_TRUE(GetParam().run(some_size, {.max_threads = 1}, expected).ok());
  const SlowExecutor slow(4);
  Recorder recorder;
  ASSERT_TRUE(GetParam().run(some_size, recorder.options({.executor = &slow.executor()}), found).ok());
  expect_good_reports(recorder.reports(), true);
  EXPECT_EQ(found, expected) << "reports change results";
}

TEST_P(Progress, that_answers_false_cancels) {
  const SlowExecutor slow(1);
  Recorder recorder(1);
  std::uint64_t hash = 0;
  const Status status = GetParam().run(some_size, recorder.options({.executor = &slow.executor()}), hash);
  EXPECT_EQ(status.code, ErrorCode::cancelled);
  EXPECT_EQ(recorder.reports().size(), 1u) << "asked again after it had said no";
}

TEST_P(Progress, is_not_reported_by_short_calls) {
  Recorder recorder;
  std::uint64_t hash = 0;
  const Clock::time_point begin = Clock::now();
  ASSERT_TRUE(GetParam().run(100, recorder.options({.max_threads = 1}), hash).ok());
  const bool was_short = Clock::now() - begin < interval;
  EXPECT_TRUE(recorder.reports().empty() || !was_short);
}

INSTANTIATE_TEST_SUITE_P(Of, Progress, testing::ValuesIn(reporting_calls()),
                         [](const auto& call) { return call.param.name; });

/// Grows the work until it lasts long enough for reports, on the calling thread alone and with oneTBB.
TEST(ProgressOfThreads, is_reported_by_all_back_ends) {
  const ReportingCall call = pair_call<DistancesQuery<float>>();
  for (const unsigned threads : {1u, 2u, 0u}) {
    std::vector<Recorder::Report> reports;
    for (std::size_t size = 1 << 20; reports.size() < 3 && size <= std::size_t{1} << 25; size *= 2) {
      Recorder recorder;
      std::uint64_t hash = 0;
      ASSERT_TRUE(call.run(size, recorder.options({.max_threads = threads}), hash).ok());
      reports = recorder.reports();
    }
    expect_good_reports(reports, true);
    EXPECT_EQ(reports.back().all % (1 << 20), 0u) << "the units of calls on pairs are pairs";
  }
}

/// Runs one task after the other on the calling thread, and takes so long for it that a report is due after each chunk.
void run_slowly(void*, std::size_t tasks, void (*task)(void*, std::size_t), void* data) {
  std::this_thread::sleep_for(interval + interval / 10);
  for (std::size_t i = 0; i < tasks; ++i) task(data, i);
}

/// The first report after one that says that half is done ends the call: the poses are checked, some bodies are placed.
TEST(ProgressOfPoses, a_cancelled_call_drops_the_links_of_bodies_that_moved) {
  for (const bool listed : {false, true}) {
    Scene scene;
    const ShapeId tile = scene.add_box(1, 1);
    std::vector<BodyId> bodies;
    std::vector<Pose> poses;
    for (int i = 0; i < 5000; ++i) {
      bodies.push_back(scene.add_body(tile, {2.0 * i, 0, {}}));
      poses.push_back({2.0 * i, 5, {}});
    }
    const std::span<const BodyId> all(bodies);
    ASSERT_EQ(scene.link_shared_edges(all.first(100)), 99u);
    ASSERT_EQ(scene.link_shared_edges(all.last(100)), 99u);
    const Executor executor{nullptr, 2, run_slowly};
    const Options options{.executor = &executor,
                          .progress = [](void*, std::uint64_t done, std::uint64_t of) { return done <= of / 2; }};
    const Status status = listed ? scene.try_set_poses(bodies, poses, options) : scene.try_set_poses(poses, options);
    ASSERT_EQ(status.code, ErrorCode::cancelled);
    std::size_t moved = 0, stayed = 0;
    for (const BodyId body : bodies) {
      ++(scene.pose(body) == poses[body] ? moved : stayed);
      ASSERT_EQ(scene.is_linked(body), body >= 4900) << "body " << body;
    }
    EXPECT_GT(moved, 0u);
    EXPECT_GT(stayed, 0u);
  }
}

}  // namespace
}  // namespace satchel::test
