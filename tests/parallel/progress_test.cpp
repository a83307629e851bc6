// `Options::progress` of every call that takes Options: who calls it, what it is told, and what its answer does. Those of
// clean_ring and convex_parts are in outline/progress_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <satchel/satchel.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "support/boxes.hpp"
#include "support/generators.hpp"
#include "support/hash_of.hpp"
#include "support/query_worlds.hpp"
#include "support/scene_state.hpp"

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
            hash = hash_of(results);
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

/// What `question` asks: bodies, and so many pairs, poses and so on.
struct Asked {
  explicit Asked(std::size_t count) : size(count), scene(some_bodies(500)), index(scene) {
    Random random(903);
    find_pairs(scene, pairs);
    find_pairs(scene, periods, image_pairs);
    for (std::size_t i = pairs.size(); i < size; ++i) pairs.push_back(pairs[i - pairs.size() / 2]);
    for (std::size_t i = image_pairs.size(); i < size; ++i) image_pairs.push_back(image_pairs[i / 2]);
    pairs.resize(size);
    image_pairs.resize(size);
    for (std::size_t i = 0; i < size; ++i) {
      const Pose at = scene.pose(static_cast<BodyId>(random.below(500)));
      points.push_back({at.x + random.uniform(-1, 1), at.y + random.uniform(-1, 1)});
      poses.push_back({points.back().x, points.back().y, {}});
      rays.push_back({points.back(), {1, 0.5}, 9});
      boxes.push_back({points.back().x, points.back().y, points.back().x + 1, points.back().y + 1});
    }
    motions.assign(size, Motion{0.5, 0.25, 0});
    movers = {shapes, std::span(poses).first(size / steps * steps), steps};
    movers.velocities = std::span(motions).first(movers.poses.size());
    obstacles = movers;
    obstacles.poses = obstacles.poses.first(2 * steps);
    obstacles.velocities = obstacles.velocities.first(2 * steps);
  }
  static constexpr std::size_t steps = 20;
  std::size_t size;
  Scene scene;
  Index index;
  Periods periods{1000, 1000};
  std::vector<Pair> pairs;
  std::vector<ImagePair> image_pairs;
  std::vector<Vec2d> points;
  std::vector<Pose> poses;
  std::vector<Ray> rays;
  std::vector<Box> boxes;
  std::vector<Motion> motions;
  std::vector<ShapeId> shapes{0};
  Trajectories movers, obstacles;
};

/// @param answers_of  how many answers a question of this size has; null: the call finds it out
/// @param ask         ask(asked, answers, options) -> Status; answers are a vector
template <class Item, class Ask>
ReportingCall question(std::string name, std::size_t (*answers_of)(const Asked&), const Ask& ask) {
  return {std::move(name), [=](std::size_t size, const Options& options, std::uint64_t& hash) {
            const Asked asked(size);
            std::vector<Item> answers(answers_of == nullptr ? 0 : answers_of(asked));
            const Status status = ask(asked, answers, options);
            hash = hash_of(answers);
            return status;
          }};
}
constexpr auto one_each = [](const Asked& of) { return of.size; };
constexpr auto one_a_mover = [](const Asked& of) { return of.size / Asked::steps; };
constexpr auto one_a_step = [](const Asked& of) { return of.movers.poses.size(); };

std::vector<ReportingCall> questions_about_pairs() {
  return {
      question<float>("overlap_areas", one_each,
                      [](const Asked& of, auto& answers, const Options& run) {
                        return try_overlap_areas(of.scene, of.pairs, answers, run);
                      }),
      question<float>("ious", one_each,
                      [](const Asked& of, auto& answers, const Options& run) {
                        return try_ious(of.scene, of.pairs, answers, run);
                      }),
      {"intersections",
       [](std::size_t size, const Options& options, std::uint64_t& hash) {
         const Asked of(size);
         std::vector<IntersectionPiece> pieces;
         std::vector<Vec2> vertices;
         const Status status = try_intersections(of.scene, of.pairs, pieces, vertices, options);
         hash = hash_of(pieces, vertices);
         return status;
       }},
      question<Within>("within", one_each,
                       [](const Asked& of, auto& answers, const Options& run) {
                         return try_within(of.scene, of.pairs, answers, run);
                       }),
      question<std::uint8_t>("relate", one_each,
                             [](const Asked& of, auto& answers, const Options& run) {
                               return try_relate(of.scene, of.pairs, Predicate::overlaps, answers, run);
                             }),
      question<PartManifold>("part_manifolds", nullptr,
                             [](const Asked& of, auto& answers, const Options& run) {
                               return try_part_manifolds(of.scene, of.pairs, answers, {.run = run});
                             }),
      question<Contact>("collide_images", one_each,
                        [](const Asked& of, auto& answers, const Options& run) {
                          return try_collide(of.scene, of.periods, of.image_pairs, answers, run);
                        }),
      question<Verdict>("classify_images", one_each,
                        [](const Asked& of, auto& answers, const Options& run) {
                          return try_classify(of.scene, of.periods, of.image_pairs, answers, run);
                        }),
      question<Manifold>("manifolds_of_images", one_each,
                         [](const Asked& of, auto& answers, const Options& run) {
                           return try_manifolds(of.scene, of.periods, of.image_pairs, answers, {.run = run});
                         }),
      question<Overlap>("overlap_measures", one_each,
                        [](const Asked& of, auto& answers, const Options& run) {
                          return try_overlap_measures(of.scene, of.pairs, answers, run);
                        }),
      question<Distance>("distances_of_images", one_each,
                         [](const Asked& of, auto& answers, const Options& run) {
                           return try_distances(of.scene, of.periods, of.image_pairs, answers, run);
                         }),
      question<ImageHit>("find_hits_of_images", nullptr,
                         [](const Asked& of, auto& answers, const Options& run) {
                           return try_find_hits(of.scene, of.periods, of.image_pairs, answers, run);
                         }),
      {"push_out",
       [](std::size_t size, const Options& options, std::uint64_t& hash) {
         const Scene scene = some_bodies(size);
         const std::vector<Pair> pairs = found_pairs(scene);
         std::vector<BodyId> bodies, candidates;
         std::vector<std::uint32_t> starts{0};
         for (std::size_t i = 0; i < pairs.size() && i < size / 20; ++i) {
           bodies.push_back(pairs[i].a);
           candidates.push_back(pairs[i].b);
           starts.push_back(static_cast<std::uint32_t>(candidates.size()));
         }
         std::vector<PushOut> results(bodies.size());
         PushOutOptions how;
         how.run = options;
         const Status status = try_push_out(scene, bodies, starts, candidates, results, how);
         hash = hash_of(results);
         return status;
       }},
      {"find_image_pairs",
       [](std::size_t size, const Options& options, std::uint64_t& hash) {
         std::vector<ImagePair> pairs;
         const Status status = try_find_pairs(some_bodies(size), Periods{1000, 1000}, pairs, {.run = options});
         hash = hash_of(pairs);
         return status;
       }},
      {"nms",
       [](std::size_t size, const Options& options, std::uint64_t& hash) {
         const Scene scene = some_bodies(size);
         std::vector<float> scores;
         for (std::size_t i = 0; i < size; ++i) scores.push_back(static_cast<float>(i * 7919 % 1000));
         std::vector<BodyId> kept;
         const Status status = try_nms(scene, std::span<const float>(scores), 0.25f, kept, {}, options);
         hash = hash_of(kept);
         return status;
       }},
  };
}

std::vector<ReportingCall> questions_of_an_index() {
  return {
      question<RayHit>("cast_rays_of_an_index", one_each,
                       [](const Asked& of, auto& answers, const Options& run) {
                         return of.index.try_cast_rays(of.scene, of.rays, answers, {.run = run});
                       }),
      question<std::uint8_t>("rays_blocked", one_each,
                             [](const Asked& of, auto& answers, const Options& run) {
                               return of.index.try_rays_blocked(of.scene, of.rays, answers, {.run = run});
                             }),
      question<FoundRayHit>("all_ray_hits", nullptr,
                            [](const Asked& of, auto& answers, const Options& run) {
                              return of.index.try_all_ray_hits(of.scene, of.rays, answers, {.run = run});
                            }),
      question<FoundBody>("points_of_an_index", nullptr,
                          [](const Asked& of, auto& answers, const Options& run) {
                            return of.index.try_bodies_at_points(of.scene, of.points, answers, {.run = run});
                          }),
      question<FoundBody>("boxes_of_an_index", nullptr,
                          [](const Asked& of, auto& answers, const Options& run) {
                            return of.index.try_bodies_in_boxes(of.scene, of.boxes, answers, {.run = run});
                          }),
      question<FoundBody>("bodies_in_boxes", nullptr,
                          [](const Asked& of, auto& answers, const Options& run) {
                            return try_bodies_in_boxes(of.scene, of.boxes, answers, run);
                          }),
      question<BodyAtPose>("bodies_at_poses", nullptr,
                           [](const Asked& of, auto& answers, const Options& run) {
                             return of.index.try_bodies_at_poses(of.scene, of.shapes, of.poses, answers, {.run = run});
                           }),
      question<FoundImage>("images_at_poses", nullptr,
                           [](const Asked& of, auto& answers, const Options& run) {
                             return of.index.try_bodies_at_poses(of.scene, of.periods, of.shapes, of.poses, answers,
                                                                 {.run = run});
                           }),
      question<NearBody>("nearest_bodies", nullptr,
                         [](const Asked& of, auto& answers, const Options& run) {
                           return of.index.try_nearest_bodies(of.scene, of.shapes, of.poses, 1, 9, answers,
                                                              {.run = run});
                         }),
      question<NearBody>("nearest_to_points", nullptr,
                         [](const Asked& of, auto& answers, const Options& run) {
                           return of.index.try_nearest_to_points(of.scene, of.points, 1, 9, answers, {.run = run});
                         }),
      question<ShapeHit>("cast_shapes", one_each,
                         [](const Asked& of, auto& answers, const Options& run) {
                           return of.index.try_cast_shapes(of.scene, of.shapes, of.poses, of.motions, answers,
                                                           {.query = {.run = run}});
                         }),
      question<FoundShapeHit>("all_shape_hits", nullptr,
                              [](const Asked& of, auto& answers, const Options& run) {
                                return of.index.try_all_shape_hits(of.scene, of.shapes, of.poses, of.motions, answers,
                                                                   {.query = {.run = run}});
                              }),
      question<TrajectoryHit>("trajectory_hits", nullptr,
                              [](const Asked& of, auto& answers, const Options& run) {
                                return try_trajectory_hits(of.scene, of.movers, of.obstacles, answers, run);
                              }),
      question<Clearance>("clearances", one_a_mover,
                          [](const Asked& of, auto& answers, const Options& run) {
                            return of.index.try_clearances(of.scene, of.movers, of.obstacles, 9, answers, {.run = run});
                          }),
      question<CollisionTime>("times_to_collision", one_a_step,
                              [](const Asked& of, auto& answers, const Options& run) {
                                return try_times_to_collision(of.scene, of.movers, of.obstacles, 1, answers, run);
                              }),
  };
}

/// What an index finds of a scene; 0: it is not one of this scene.
std::uint64_t found_in(const Index& index, const Scene& scene) {
  if (!index.is_current(scene)) return 0;
  std::vector<FoundBody> found;
  index.bodies_at_points(scene, some_points(2000), found);
  return hash_of(found);
}

/// Stars, a ring each.
struct OutlineRings {
  std::vector<Vec2> vertices;
  std::vector<std::uint32_t> starts{0};

  explicit OutlineRings(std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) {
      for (const Vec2 at : regular_polygon(8, 1))
        vertices.push_back(vertices.size() % 2 == 0 ? at : Vec2{at.x / 2, at.y / 2});
      starts.push_back(static_cast<std::uint32_t>(vertices.size()));
    }
  }
};

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
         hash = hash_of(pairs);
         return status;
       }},
      {"kept_pairs",
       [](std::size_t size, const Options& options, std::uint64_t& hash) {
         const Scene scene = some_bodies(size);
         const Index index(scene);
         KeptPairs kept;
         const Status status = kept.try_update(scene, index, {.run = options});
         hash = hash_of(kept.pairs());
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
         hash = hash_of(kept.pairs());
         return status;
       }},
      {"find_pairs_of_two_scenes",
       [](std::size_t size, const Options& options, std::uint64_t& hash) {
         std::vector<Pair> pairs;
         const Status status = try_find_pairs(some_bodies(size), some_bodies(size / 2), pairs, {.run = options});
         hash = hash_of(pairs);
         return status;
       }},
      {"build_of_an_index",
       [](std::size_t size, const Options& options, std::uint64_t& hash) {
         const Scene scene = some_bodies(size);
         Index index;
         const Status status = index.try_build(scene, options);
         hash = found_in(index, scene);
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
         hash = found_in(index, scene);
         return status;
       }},
      {"bodies_at_points",
       [](std::size_t size, const Options& options, std::uint64_t& hash) {
         std::vector<FoundBody> found;
         const Status status = try_bodies_at_points(some_bodies(2000), some_points(size), found, options);
         hash = hash_of(found);
         return status;
       }},
      {"cast_rays",
       [](std::size_t size, const Options& options, std::uint64_t& hash) {
         std::vector<Ray> rays;
         for (const Vec2d point : some_points(size)) rays.push_back({point, {1, 0.5}});
         std::vector<RayHit> hits(rays.size());
         const Status status = try_cast_rays(some_bodies(2000), rays, hits, options);
         hash = hash_of(hits);
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
         hash = hash_of(hits);
         return status;
       }},
      {"add_outlines",
       [](std::size_t size, const Options& options, std::uint64_t& hash) {
         Scene scene;
         std::vector<ShapeId> shapes(size / 10);
         const OutlineRings rings(shapes.size());
         const Status status =
             scene.try_add_outlines({rings.vertices, rings.starts, {}, {}}, shapes, {.options = options});
         hash = contents_of(scene);
         return status;
       }},
      {"make_parts",
       [](std::size_t size, const Options& options, std::uint64_t& hash) {
         Scene scene;
         std::vector<ShapeId> shapes(size / 10);
         const OutlineRings rings(shapes.size());
         scene.add_outlines({rings.vertices, rings.starts, {}, {}}, shapes);
         const Status status = scene.try_make_parts({}, options);
         hash = contents_of(scene);
         return status;
       }},
      {"set_poses_of_some",
       [](std::size_t size, const Options& options, std::uint64_t& hash) {
         Scene scene = some_bodies(size);
         std::vector<Pose> poses;
         std::vector<BodyId> bodies;
         for (BodyId body = 0; body < size; ++body) bodies.push_back(body);
         for (const Vec2d point : some_points(size)) poses.push_back(Pose::at(point.x, point.y, 0));
         const Status status = scene.try_set_poses(bodies, poses, options);
         hash = contents_of(scene);
         return status;
       }},
      {"set_poses",
       [](std::size_t size, const Options& options, std::uint64_t& hash) {
         Scene scene = some_bodies(size);
         std::vector<Pose> poses;
         for (const Vec2d point : some_points(size)) poses.push_back(Pose::at(point.x, point.y, 0));
         const Status status = scene.try_set_poses(poses, options);
         hash = contents_of(scene);
         return status;
       }},
      {"advance",
       [](std::size_t size, const Options& options, std::uint64_t& hash) {
         const Scene scene = some_bodies(size);
         Scene end;
         const Status status = try_advance(scene, std::vector<Motion>(size, Motion{1, 2, 0}), end, options);
         hash = contents_of(end);
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

const auto name_of_call = [](const auto& call) { return call.param.name; };
INSTANTIATE_TEST_SUITE_P(Of, Progress, testing::ValuesIn(reporting_calls()), name_of_call);
INSTANTIATE_TEST_SUITE_P(OfPairs, Progress, testing::ValuesIn(questions_about_pairs()), name_of_call);
INSTANTIATE_TEST_SUITE_P(OfAnIndex, Progress, testing::ValuesIn(questions_of_an_index()), name_of_call);

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
