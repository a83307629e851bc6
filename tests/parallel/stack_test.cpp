// Every question runs on a thread with the stack that the guide asks for: 512 KB.
#include <gtest/gtest.h>
#include <pthread.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <numbers>
#include <satchel/satchel.hpp>
#include <string>
#include <utility>
#include <vector>

#include "support/all_shapes.hpp"

namespace satchel::test {
namespace {

/// Calls call() on a thread with a stack of `bytes`, above a guard page: more ends the program.
void run_with_stack(std::size_t bytes, const std::function<void()>& call) {
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, bytes), 0);
  pthread_t thread;
  const auto start = [](void* data) -> void* {
    (*static_cast<const std::function<void()>*>(data))();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, start, const_cast<std::function<void()>*>(&call)), 0);
  ASSERT_EQ(pthread_join(thread, nullptr), 0);
  pthread_attr_destroy(&attributes);
}

/// Bodies of every kind, or without compounds and outlines, all near each other.
template <class T>
struct World {
  BasicScene<T> scene;
  std::vector<ShapeId> shapes;
  std::vector<Pose> poses;
  std::vector<BodyId> bodies;
  std::vector<Motion> motions;
  std::vector<Pair> pairs, pairs_of_areas, pairs_of_regions;

  void add(Random& random, ShapeId shape, bool has_areas, bool is_region) {
    const double y = random.uniform(-3, 3), x = random.uniform(-3, 3);
    poses.push_back(Pose::at(x, y, random.uniform(-3, 3)));
    const BodyId body = scene.add_body(shape, poses.back());
    shapes.push_back(shape);
    motions.push_back({random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-1, 1)});
    for (const BodyId other : bodies) pairs.push_back({other, body});
    bodies.push_back(body);
    with_areas_.push_back(has_areas);
    are_regions_.push_back(is_region);
  }

  World(Random& random, bool has_compounds) {
    const auto ring = [&](int vertices, double least) {
      std::vector<BasicVec2<T>> points;
      for (int i = 0; i < vertices; ++i) {
        const double angle = 2 * std::numbers::pi * i / vertices, r = random.uniform(least, 2);
        points.push_back({static_cast<T>(r * std::cos(angle)), static_cast<T>(r * std::sin(angle))});
      }
      return points;
    };
    for (int i = 0; i < 24; ++i) add(random, add_any_shape(scene, random, 1.0), false, false);
    for (int round = 0; round < 2; ++round) {
      for (const int vertices : {4, 8, 12, 600, 1200}) {
        add(random, scene.add_polygon(convex_hull(ring(vertices, 1.9))), true, true);
      }
      if (!has_compounds) continue;
      for (const int vertices : {9, 40, 120}) add(random, scene.add_outline(ring(vertices, 0.9)), true, true);
      add(random, scene.add_chain(ring(50, 1), true), false, false);
      for (const int parts : {3, 60}) {
        std::vector<ShapeId> tiles;
        for (int i = 0; i < parts; ++i) {
          const T y = static_cast<T>(random.uniform(-2, 2)), x = static_cast<T>(random.uniform(-2, 2)), w = T(0.3);
          tiles.push_back(scene.add_polygon({{x, y}, {x + w, y}, {x + w, y + w}, {x, y + w}}, i % 2 == 0 ? w : T(0)));
        }
        add(random, scene.add_compound(tiles), false, false);
      }
    }
    for (const Pair pair : pairs) {
      if (with_areas_[pair.a] && with_areas_[pair.b]) pairs_of_areas.push_back(pair);
      if (are_regions_[pair.a] && are_regions_[pair.b]) pairs_of_regions.push_back(pair);
    }
  }

 private:
  std::vector<bool> with_areas_, are_regions_;
};

template <class T>
std::vector<std::pair<std::string, std::function<void()>>> calls(World<T>& world) {
  static const Options one{.max_threads = 1};
  BasicScene<T>& scene = world.scene;
  const auto ask = [&world]<class Result>(Result, auto question) {
    return [&world, question] {
      std::vector<Result> results(world.pairs.size());
      question(world.scene, world.pairs, results);
    };
  };
  const auto trajectories = [&world](auto question) {
    return [&world, question] {
      const std::size_t steps = 3;
      std::vector<Pose> poses;
      for (const Pose& pose : world.poses) {
        for (std::size_t i = 0; i < steps; ++i)
          poses.push_back({pose.x + 0.1 * static_cast<double>(i), pose.y, pose.rotation});
      }
      Trajectories list{world.shapes, poses, steps};
      list.clearance = 0.1;
      const std::vector<Motion> velocities(poses.size(), Motion{1, 1, 0.1});
      question(world.scene, list, velocities, world.shapes.size(), steps);
    };
  };
  using S = const BasicScene<T>;
  using P = const std::vector<Pair>;
  return {
      {"make_parts", [&scene] { scene.make_parts({}, one); }},
      {"collide", ask(BasicContact<T>(), [](S& s, P& p, auto& r) { collide(s, p, r, one); })},
      {"collide_parts", ask(BasicContact<T>(),
                            [](S& s, P& p, auto& r) {
                              std::vector<PartPair> parts(p.size());
                              collide(s, p, r, parts, one);
                            })},
      {"classify", ask(Verdict(), [](S& s, P& p, auto& r) { classify(s, p, r, one); })},
      {"distances", ask(BasicDistance<T>(), [](S& s, P& p, auto& r) { distances(s, p, r, one); })},
      {"manifolds",
       ask(BasicManifold<T>(), [](S& s, P& p, auto& r) { manifolds(s, p, r, {.margin = T(0.1), .run = one}); })},
      {"sweep", ask(BasicImpact<T>(),
                    [&world](S& s, P& p, auto& r) {
                      sweep(s, world.motions, p, r, {.tolerance = T(0.01), .leaves_start = true, .run = one});
                    })},
      {"find_hits",
       [&world] {
         std::vector<BasicHit<T>> hits;
         find_hits(world.scene, world.pairs, hits, one);
       }},
      {"part_manifolds",
       [&world] {
         std::vector<BasicPartManifold<T>> found;
         part_manifolds(world.scene, world.pairs, found, {.margin = T(0.1), .run = one});
       }},
      {"areas",
       [&world] {
         std::vector<T> areas(world.pairs_of_areas.size());
         overlap_areas(world.scene, world.pairs_of_areas, areas, one);
         ious(world.scene, world.pairs_of_areas, areas, one);
       }},
      {"within",
       [&world] {
         std::vector<Within> results(world.pairs_of_areas.size());
         within(world.scene, world.pairs_of_areas, results, one);
       }},
      {"relate",
       [&world] {
         std::vector<std::uint8_t> results(world.pairs_of_regions.size());
         relate(world.scene, world.pairs_of_regions, Predicate::overlaps, results, one);
       }},
      {"intersections",
       [&world] {
         std::vector<IntersectionPiece> pieces;
         std::vector<BasicVec2<T>> vertices;
         intersections(world.scene, world.pairs_of_regions, pieces, vertices, one);
       }},
      {"images",
       [&world] {
         const Periods periods{2, 2};
         std::vector<ImagePair> pairs;
         find_pairs(world.scene, periods, pairs, {.run = one});
         std::vector<BasicContact<T>> contacts(pairs.size());
         collide(world.scene, periods, pairs, contacts, one);
         std::vector<BasicDistance<T>> found(pairs.size());
         distances(world.scene, periods, pairs, found, one);
         std::vector<BasicManifold<T>> of_pairs(pairs.size());
         manifolds(world.scene, periods, pairs, of_pairs, {.margin = T(0.1), .run = one});
       }},
      {"push_out",
       [&world] {
         std::vector<BodyId> bodies, candidates;
         std::vector<std::uint32_t> starts{0};
         for (const BodyId body : world.bodies) {
           bodies.push_back(body);
           for (const BodyId other : world.bodies) {
             if (other % 5 == 1 && other != body) candidates.push_back(other);
           }
           starts.push_back(static_cast<std::uint32_t>(candidates.size()));
         }
         std::vector<PushOut> ways(bodies.size());
         push_out(world.scene, bodies, starts, candidates, ways, {.run = one});
       }},
      {"rays",
       [&world] {
         std::vector<Ray> rays;
         for (const Pose& pose : world.poses) {
           rays.push_back({{pose.x, pose.y}, {pose.rotation.cos, pose.rotation.sin}});
           rays.push_back({{0, 0}, {pose.rotation.cos, pose.rotation.sin}});
         }
         std::vector<RayHit> hits(rays.size());
         cast_rays(world.scene, rays, hits, one);
         cast_rays(world.scene, rays, hits, one, {.from_inside = RayStart::boundary, .exits = true});
       }},
      {"points",
       [&world] {
         std::vector<Vec2d> points;
         std::vector<Box> boxes;
         for (const Pose& pose : world.poses) {
           points.push_back({pose.x, pose.y});
           boxes.push_back({pose.x, pose.y, pose.x + 1, pose.y + 1});
         }
         std::vector<FoundBody> found;
         bodies_at_points(world.scene, points, found, one);
         bodies_in_boxes(world.scene, boxes, found, one);
       }},
      {"index",
       [&world] {
         BasicIndex<T> index;
         index.build(world.scene, one);
         std::vector<BasicNearBody<T>> near;
         const double infinity = std::numeric_limits<double>::infinity();
         index.nearest_bodies(world.scene, world.shapes, world.poses, 5, infinity, near, {.run = one});
         std::vector<BodyAtPose> at_poses;
         index.bodies_at_poses(world.scene, world.shapes, world.poses, at_poses, {.run = one});
         std::vector<FoundImage> images;
         index.bodies_at_poses(world.scene, Periods{3, 3}, world.shapes, world.poses, images, {.run = one});
         std::vector<ShapeHit> hits(world.shapes.size());
         index.cast_shapes(world.scene, world.shapes, world.poses, world.motions, hits,
                           {.query = {.run = one}, .tolerance = T(0.01)});
       }},
      {"first_hits", trajectories([](S& s, const Trajectories& list, const auto&, std::size_t count, std::size_t) {
         std::vector<FirstHit> hits(count);
         first_hits(s, list, list, hits, one);
         std::vector<TrajectoryHit> all;
         trajectory_hits(s, list, list, all, one);
       })},
      {"clearances", trajectories([](S& s, const Trajectories& list, const auto&, std::size_t count, std::size_t) {
         std::vector<Clearance> found(count);
         clearances(s, list, list, std::numeric_limits<double>::infinity(), found, one);
       })},
      {"times_to_collision",
       trajectories([](S& s, Trajectories list, const auto& velocities, std::size_t count, std::size_t steps) {
         list.velocities = velocities;
         std::vector<CollisionTime> times(count * steps);
         times_to_collision(s, list, list, 1, times, one);
       })},
      {"nms",
       [&world] {
         BasicScene<T> boxes;
         std::vector<double> scores;
         for (const Pose& pose : world.poses) {
           boxes.add_body(boxes.add_box(1, T(1), scores.size() % 2 == 0 ? T(0) : T(0.1)), pose);
           scores.push_back(pose.rotation.sin);
         }
         std::vector<BodyId> kept;
         EXPECT_TRUE(try_nms(boxes, scores, T(0.5), kept, {}, one).ok());
       }},
  };
}

template <class T>
void check(bool has_compounds) {
  Random random(93);
  World<T> world(random, has_compounds);
  for (const auto& [name, call] : calls(world)) {
    SCOPED_TRACE(name);
    bool has_ended = false;
    run_with_stack(std::size_t{512} << 10, [&, &run = call] {
      EXPECT_NO_THROW(run());
      has_ended = true;
    });
    ASSERT_TRUE(has_ended);
  }
}

TEST(Stack, of_512_kilobytes_suffices_for_every_question_in_float) { check<float>(true); }
TEST(Stack, of_512_kilobytes_suffices_for_every_question_in_double) { check<double>(true); }
/// Chunks are longer then.
TEST(Stack, of_512_kilobytes_suffices_without_compounds_in_float) { check<float>(false); }
TEST(Stack, of_512_kilobytes_suffices_without_compounds_in_double) { check<double>(false); }

}  // namespace
}  // namespace satchel::test
