// `BasicScene::set_max_threads`: how many tasks calls on the scene start, if their options name no number.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <satchel/satchel.hpp>
#include <string>
#include <utility>
#include <vector>

namespace satchel::test {
namespace {

/// Runs tasks one after the other, and notes the largest number that was to run at once.
class CountingExecutor {
 public:
  const Executor& executor() const { return executor_; }
  std::size_t most() const { return most_; }

 private:
  static void run(void* context, std::size_t tasks, void (*task)(void*, std::size_t), void* data) {
    auto& self = *static_cast<CountingExecutor*>(context);
    self.most_ = std::max(self.most_, tasks);
    for (std::size_t i = 0; i < tasks; ++i) task(data, i);
  }
  std::size_t most_ = 0;
  Executor executor_{this, 8, run};
};

/// Boxes in a row, some of which overlap their neighbours, and what calls ask of them.
template <class T>
struct World {
  static constexpr std::size_t count = 40000;
  BasicScene<T> scene, other;
  std::vector<Pair> pairs;
  std::vector<ImagePair> images;
  std::vector<BodyId> bodies;
  std::vector<Pose> poses;
  std::vector<Motion> motions{count, Motion{0.25, 0, 0}};
  std::vector<Vec2d> points;
  std::vector<Box> boxes;
  std::vector<Ray> rays;
  std::vector<ShapeId> shapes{0};

  World() {
    for (std::uint32_t k = 0; k < count; ++k) {
      poses.push_back(Pose::at(1.5 * (k % 200), 1.5 * (k / 200), 0.001 * k));
      bodies.push_back(k);
      pairs.push_back({k, (k + 1) % static_cast<std::uint32_t>(count)});
      images.push_back({k, (k + 1) % static_cast<std::uint32_t>(count), static_cast<std::int32_t>(k % 2), 0});
      points.push_back({poses.back().x + 0.25, poses.back().y});
      boxes.push_back({poses.back().x, poses.back().y, poses.back().x + 1, poses.back().y + 1});
      rays.push_back({{poses.back().x, poses.back().y + 0.7}, {1, 0.5}, 2});
    }
    for (BasicScene<T>* const to : {&scene, &other}) {
      to->add_box(T(0.75), T(0.75));
      std::vector<BodyId> out(count);
      to->add_bodies(std::vector<ShapeId>(count, 0), poses, out);
    }
  }
};

template <class T>
struct Call {
  std::string name;
  std::function<Status(World<T>&, const Options&)> run;
  std::size_t most = 8;  ///< tasks that it can make
};

/// Calls on one scene.
template <class T>
std::vector<Call<T>> calls() {
  const auto each = []<class Result>(Result, auto ask) {
    return [ask](World<T>& world, const Options& options) {
      std::vector<Result> results(world.pairs.size());
      return ask(world.scene, world.pairs, results, options);
    };
  };
  constexpr auto count = World<T>::count;
  return {
      {"collide", each(BasicContact<T>(),
                       [](const auto& s, const auto& p, auto& r, const auto& o) { return try_collide(s, p, r, o); })},
      {"classify",
       each(Verdict(), [](const auto& s, const auto& p, auto& r, const auto& o) { return try_classify(s, p, r, o); })},
      {"distances", each(BasicDistance<T>(), [](const auto& s, const auto& p, auto& r,
                                                const auto& o) { return try_distances(s, p, r, o); })},
      {"manifolds", each(BasicManifold<T>(), [](const auto& s, const auto& p, auto& r,
                                                const auto& o) { return try_manifolds(s, p, r, {.run = o}); })},
      {"ious", each(T(), [](const auto& s, const auto& p, auto& r, const auto& o) { return try_ious(s, p, r, o); })},
      {"within",
       each(Within(), [](const auto& s, const auto& p, auto& r, const auto& o) { return try_within(s, p, r, o); })},
      {"sweep",
       [](World<T>& world, const Options& options) {
         std::vector<BasicImpact<T>> results(count);
         return try_sweep(world.scene, world.motions, world.pairs, results, {.run = options});
       }},
      {"find_hits",
       [](World<T>& world, const Options& options) {
         std::vector<BasicHit<T>> hits;
         return try_find_hits(world.scene, world.pairs, hits, options);
       }},
      {"part_manifolds",
       [](World<T>& world, const Options& options) {
         std::vector<BasicPartManifold<T>> found;
         return try_part_manifolds(world.scene, world.pairs, found, {.run = options});
       }},
      {"intersections",
       [](World<T>& world, const Options& options) {
         std::vector<IntersectionPiece> pieces;
         std::vector<BasicVec2<T>> vertices;
         return try_intersections(world.scene, world.pairs, pieces, vertices, options);
       }},
      {"images",
       [](World<T>& world, const Options& options) {
         std::vector<Verdict> verdicts(count);
         return try_classify(world.scene, Periods{300, 0}, world.images, verdicts, options);
       },
       2},  // a wave of image pairs
      {"push_out",
       [](World<T>& world, const Options& options) {
         std::vector<std::uint32_t> starts(count + 1, 0);
         std::vector<PushOut> results(count);
         return try_push_out(world.scene, world.bodies, starts, std::vector<BodyId>(), results, {.run = options});
       }},
      {"find_pairs",
       [](World<T>& world, const Options& options) {
         std::vector<Pair> pairs;
         return try_find_pairs(world.scene, pairs, {.run = options});
       }},
      {"find_image_pairs",
       [](World<T>& world, const Options& options) {
         std::vector<ImagePair> pairs;
         return try_find_pairs(world.scene, Periods{300, 0}, pairs, {.run = options});
       }},
      {"kept_pairs",
       [](World<T>& world, const Options& options) {
         const BasicIndex<T> index(world.scene, {.max_threads = 1});
         BasicKeptPairs<T> kept;
         return kept.try_update(world.scene, index, {.run = options});
       }},
      {"build",
       [](World<T>& world, const Options& options) {
         BasicIndex<T> index;
         return index.try_build(world.scene, options);
       }},
      {"update",
       [](World<T>& world, const Options& options) {
         BasicIndex<T> index(world.scene, {.max_threads = 1});
         world.scene.set_poses(world.poses, {.max_threads = 1});
         return index.try_update(world.scene, options);
       }},
      {"bodies_at_points",
       [](World<T>& world, const Options& options) {
         std::vector<FoundBody> found;
         return try_bodies_at_points(world.scene, world.points, found, options);
       }},
      {"bodies_in_boxes",
       [](World<T>& world, const Options& options) {
         std::vector<FoundBody> found;
         return try_bodies_in_boxes(world.scene, world.boxes, found, options);
       }},
      {"cast_rays",
       [](World<T>& world, const Options& options) {
         std::vector<RayHit> hits(count);
         return try_cast_rays(world.scene, world.rays, hits, options);
       }},
      {"index_points",
       [](World<T>& world, const Options& options) {
         std::vector<FoundBody> found;
         return BasicIndex<T>(world.scene, {.max_threads = 1})
             .try_bodies_at_points(world.scene, world.points, found, {.run = options});
       }},
      {"index_boxes",
       [](World<T>& world, const Options& options) {
         std::vector<FoundBody> found;
         return BasicIndex<T>(world.scene, {.max_threads = 1})
             .try_bodies_in_boxes(world.scene, world.boxes, found, {.run = options});
       }},
      {"index_rays",
       [](World<T>& world, const Options& options) {
         std::vector<RayHit> hits(count);
         return BasicIndex<T>(world.scene, {.max_threads = 1})
             .try_cast_rays(world.scene, world.rays, hits, {.run = options});
       }},
      {"rays_blocked",
       [](World<T>& world, const Options& options) {
         std::vector<std::uint8_t> blocked(count);
         return BasicIndex<T>(world.scene, {.max_threads = 1})
             .try_rays_blocked(world.scene, world.rays, blocked, {.run = options});
       }},
      {"all_ray_hits",
       [](World<T>& world, const Options& options) {
         std::vector<FoundRayHit> hits;
         return BasicIndex<T>(world.scene, {.max_threads = 1})
             .try_all_ray_hits(world.scene, world.rays, hits, {.run = options});
       }},
      {"bodies_at_poses",
       [](World<T>& world, const Options& options) {
         std::vector<BodyAtPose> found;
         return BasicIndex<T>(world.scene, {.max_threads = 1})
             .try_bodies_at_poses(world.scene, world.shapes, world.poses, found, {.run = options});
       }},
      {"images_at_poses",
       [](World<T>& world, const Options& options) {
         std::vector<FoundImage> found;
         return BasicIndex<T>(world.scene, {.max_threads = 1})
             .try_bodies_at_poses(world.scene, Periods{300, 0}, world.shapes, world.poses, found, {.run = options});
       }},
      {"nearest_bodies",
       [](World<T>& world, const Options& options) {
         std::vector<BasicNearBody<T>> found;
         return BasicIndex<T>(world.scene, {.max_threads = 1})
             .try_nearest_bodies(world.scene, world.shapes, std::span(world.poses).first(4000), 1, 9, found,
                                 {.run = options});
       }},
      {"first_hits",
       [](World<T>& world, const Options& options) {
         std::vector<FirstHit> hits(count / 4);
         return try_first_hits(world.scene, {world.shapes, world.poses, 4}, {}, hits, options);
       }},
      {"index_first_hits",
       [](World<T>& world, const Options& options) {
         std::vector<FirstHit> hits(count / 4);
         return BasicIndex<T>(world.scene, {.max_threads = 1})
             .try_first_hits(world.scene, {world.shapes, world.poses, 4}, {}, hits, {.run = options});
       }},
      {"trajectory_hits",
       [](World<T>& world, const Options& options) {
         std::vector<TrajectoryHit> hits;
         return try_trajectory_hits(world.scene, {world.shapes, world.poses, 4}, {}, hits, options);
       }},
      {"clearances",
       [](World<T>& world, const Options& options) {
         std::vector<Clearance> clearances(count / 4);
         return try_clearances(world.scene, {world.shapes, world.poses, 4}, {}, 9, clearances, options);
       }},
      {"times_to_collision",
       [](World<T>& world, const Options& options) {
         std::vector<CollisionTime> times(world.poses.size());
         return try_times_to_collision(world.scene, {world.shapes, world.poses, 4}, {}, 1, times, options);
       }},
      {"set_poses",
       [](World<T>& world, const Options& options) { return world.scene.try_set_poses(world.poses, options); }},
      {"set_poses_of",
       [](World<T>& world, const Options& options) {
         return world.scene.try_set_poses(world.bodies, world.poses, options);
       }},
      {"advance",
       [](World<T>& world, const Options& options) {
         BasicScene<T> end;
         return try_advance(world.scene, world.motions, end, options);
       }},
      {"nms",
       [](World<T>& world, const Options& options) {
         std::vector<BodyId> kept;
         return try_nms(world.scene, std::vector<double>(count, 1), T(0.1), kept, {}, options);
       }},
  };
}

/// Calls on two scenes.
template <class T>
std::vector<Call<T>> calls_between() {
  return {
      {"collide_between",
       [](World<T>& world, const Options& options) {
         std::vector<BasicContact<T>> contacts(world.pairs.size());
         return try_collide(world.scene, world.other, world.pairs, contacts, options);
       }},
      {"within_between",
       [](World<T>& world, const Options& options) {
         std::vector<Within> results(world.pairs.size());
         return try_within(world.scene, world.other, world.pairs, results, options);
       }},
      {"images_between",
       [](World<T>& world, const Options& options) {
         std::vector<Verdict> verdicts(world.images.size());
         return try_classify(world.scene, world.other, Periods{300, 0}, world.images, verdicts, options);
       },
       2},  // a wave of image pairs
      {"find_pairs_between",
       [](World<T>& world, const Options& options) {
         std::vector<Pair> pairs;
         return try_find_pairs(world.scene, world.other, pairs, {.run = options});
       }},
  };
}

/// The largest number of tasks that a call starts at once; 0: it runs on the calling thread.
template <class T>
std::size_t tasks_of(const Call<T>& call, World<T>& world, unsigned max_threads) {
  const CountingExecutor counting;
  const Status status = call.run(world, {.max_threads = max_threads, .executor = &counting.executor()});
  EXPECT_TRUE(status.ok()) << call.name << ": " << message(status);
  return counting.most();
}

template <class T>
class MaxThreads : public testing::Test {};
using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(MaxThreads, Precisions);

TYPED_TEST(MaxThreads, of_the_scene_hold_where_the_options_name_none) {
  World<TypeParam> world;
  EXPECT_EQ(world.scene.max_threads(), 0u);
  for (const Call<TypeParam>& call : calls<TypeParam>()) {
    SCOPED_TRACE(call.name);
    world.scene.set_max_threads(0);
    EXPECT_EQ(tasks_of(call, world, 0) > 3, call.most > 3);
    world.scene.set_max_threads(2);
    EXPECT_EQ(tasks_of(call, world, 0), 2u);
    EXPECT_EQ(tasks_of(call, world, 3), std::min<std::size_t>(call.most, 3)) << "the options say more";
    world.scene.set_max_threads(1);
    EXPECT_EQ(tasks_of(call, world, 0), 0u);
  }
}

TYPED_TEST(MaxThreads, of_the_first_scene_hold_before_those_of_the_second) {
  World<TypeParam> world;
  for (const Call<TypeParam>& call : calls_between<TypeParam>()) {
    SCOPED_TRACE(call.name);
    for (const auto& [first, second, expected] : {std::array{0u, 0u, 8u}, {0u, 2u, 2u}, {3u, 2u, 3u}, {3u, 0u, 3u}}) {
      world.scene.set_max_threads(first);
      world.other.set_max_threads(second);
      EXPECT_EQ(tasks_of(call, world, 0), std::min<std::size_t>(call.most, expected)) << first << ' ' << second;
      EXPECT_EQ(tasks_of(call, world, 5), std::min<std::size_t>(call.most, 5));
    }
  }
}

TEST(MaxThreadsOfScenes, go_with_copies_and_moves) {
  Scene scene;
  const std::uint64_t revision = scene.revision();
  scene.set_max_threads(3);
  EXPECT_EQ(scene.revision(), revision);
  scene.clear();
  EXPECT_EQ(scene.max_threads(), 3u);
  Scene copy = scene, assigned;
  assigned = copy;
  EXPECT_EQ(copy.max_threads(), 3u);
  EXPECT_EQ(assigned.max_threads(), 3u);
  const Scene moved = std::move(copy);
  EXPECT_EQ(moved.max_threads(), 3u);
  EXPECT_EQ(copy.max_threads(), 0u) << "a moved scene is a new one";
  Scene into;
  into = std::move(assigned);
  EXPECT_EQ(into.max_threads(), 3u);
  EXPECT_EQ(assigned.max_threads(), 0u);
}

}  // namespace
}  // namespace satchel::test
