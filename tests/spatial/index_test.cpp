// An index that is kept: its answers are those of brute force and of an index built anew, over random histories of every
// kind of world, on every instruction set.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <satchel/satchel.hpp>
#include <thread>

#include "support/boxes.hpp"
#include "support/expect_error.hpp"
#include "support/isa_param.hpp"
#include "support/probe_scenes.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();
const RayHit no_hit{never, 0, 0, no_body};

// ---- brute force: each query against each body alone -----------------------------------------------------------------

/// All bodies of `scene`, each tested by `classify` against the body of each query.
std::vector<FoundBody> classified_by_each(const Scene& queries, const Scene& scene) {
  std::vector<Pair> pairs;
  for (BodyId q = 0; q < queries.body_slots(); ++q) {
    for (BodyId b = 0; b < scene.body_slots(); ++b) {
      if (scene.has_body(b)) pairs.push_back({q, b});
    }
  }
  std::vector<Verdict> verdicts(pairs.size());
  classify(queries, scene, pairs, verdicts);
  std::vector<FoundBody> found;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (verdicts[i] != Verdict::disjoint) found.push_back({pairs[i].a, pairs[i].b});
  }
  return found;
}

Scene as_points(const std::vector<Vec2d>& points) {
  Scene scene;
  const ShapeId point = scene.add_circle({0, 0}, 0);
  for (const Vec2d p : points) scene.add_body(point, Pose{p.x, p.y});
  return scene;
}

/// A scene with one body of another.
Scene alone(const Scene& scene, BodyId body) {
  Scene one = scene;
  for (BodyId other = 0; other < scene.body_slots(); ++other) {
    if (other != body && one.has_body(other)) one.remove_body(other);
  }
  return one;
}

/// All hits of each ray, sorted by (query, time, body).
std::vector<FoundRayHit> all_hits_by_each(const Scene& scene, const std::vector<Ray>& rays) {
  std::vector<FoundRayHit> all;
  std::vector<RayHit> hits(rays.size());
  for (BodyId body = 0; body < scene.body_slots(); ++body) {
    if (!scene.has_body(body)) continue;
    cast_rays(alone(scene, body), rays, hits);
    for (std::uint32_t i = 0; i < rays.size(); ++i) {
      if (hits[i].body != no_body) all.push_back({i, hits[i]});
    }
  }
  std::sort(all.begin(), all.end(), [](const FoundRayHit& a, const FoundRayHit& b) {
    return std::tuple(a.query, a.hit.time, a.hit.body) < std::tuple(b.query, b.hit.time, b.hit.body);
  });
  return all;
}

// ---- the answers of an index -----------------------------------------------------------------------------------------

struct Queries {
  std::vector<Vec2d> points;
  std::vector<Box> boxes;
  std::vector<Ray> rays;
};

struct Answers {
  std::vector<FoundBody> at_points, in_boxes;
  std::vector<RayHit> first;
  std::vector<std::uint8_t> blocked;
  std::vector<FoundRayHit> all;
  friend bool operator==(const Answers&, const Answers&) = default;
};

Answers answers(const Index& index, const Scene& scene, const Queries& queries, const QueryOptions& options = {}) {
  Answers result;
  result.first.resize(queries.rays.size());
  result.blocked.resize(queries.rays.size());
  index.bodies_at_points(scene, queries.points, result.at_points, options);
  index.bodies_in_boxes(scene, queries.boxes, result.in_boxes, options);
  index.cast_rays(scene, queries.rays, result.first, options);
  index.rays_blocked(scene, queries.rays, result.blocked, options);
  index.all_ray_hits(scene, queries.rays, result.all, options);
  return result;
}

/// A place on a body, or near one.
Vec2d some_place(const Scene& scene, Random& random) {
  if (scene.body_count() == 0) return {random.uniform(-5, 5), random.uniform(-5, 5)};
  BodyId body = static_cast<BodyId>(random.below(scene.body_slots()));
  while (!scene.has_body(body)) body = static_cast<BodyId>((body + 1) % scene.body_slots());
  const Box box = scene.bounding_box(body);
  const double width = box.max_x - box.min_x, height = box.max_y - box.min_y;
  return {box.min_x + random.uniform(-0.5, 1.5) * width, box.min_y + random.uniform(-0.5, 1.5) * height};
}

Queries some_queries(const Scene& scene, Random& random, std::size_t count) {
  Queries queries;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec2d p = some_place(scene, random), q = some_place(scene, random);
    queries.points.push_back(p);
    queries.boxes.push_back({std::min(p.x, q.x), std::min(p.y, q.y), std::max(p.x, q.x), std::max(p.y, q.y)});
    if (random.chance(0.7)) queries.boxes.back() = {p.x, p.y, p.x + random.uniform(0, 1), p.y};
    Vec2d to = some_place(scene, random);
    if (random.chance(0.2)) to = {to.x, q.y};                  // along an axis
    if (random.chance(0.1)) to.y = q.y + 1e-9 * (to.x - q.x);  // nearly so
    Vec2d direction{to.x - q.x, to.y - q.y};
    if (!(std::abs(direction.x) > 1e-40)) direction.x = 0;
    if (!(std::abs(direction.y) > 1e-40)) direction.y = 0;
    if (direction == Vec2d{0, 0}) direction.y = -2;
    queries.rays.push_back({q, direction, random.pick({never, 1.0, 2.0})});
  }
  return queries;
}

void expect_brute_force(const Scene& scene, const Queries& queries, const Answers& got) {
  ASSERT_EQ(got.at_points, classified_by_each(as_points(queries.points), scene));
  const std::vector<FoundRayHit> all = all_hits_by_each(scene, queries.rays);
  ASSERT_EQ(got.all, all);
  for (std::uint32_t i = 0; i < queries.rays.size(); ++i) {
    const auto first = std::find_if(all.begin(), all.end(), [&](const FoundRayHit& hit) { return hit.query == i; });
    ASSERT_EQ(got.first[i], first == all.end() ? no_hit : first->hit);
    ASSERT_EQ(got.blocked[i], first != all.end());
  }
}

/// One change of a scene; the bodies that it changed are added to `moved`.
void change(Scene& scene, const Crowd& crowd, Random& random, std::vector<BodyId>& moved) {
  const auto some_body = [&] {
    BodyId body = static_cast<BodyId>(random.below(scene.body_slots()));
    while (!scene.has_body(body)) body = static_cast<BodyId>((body + 1) % scene.body_slots());
    return body;
  };
  const auto all = [&] {
    for (BodyId body = 0; body < scene.body_slots(); ++body) moved.push_back(body);
  };
  const double what = random.uniform(0, 1);
  if (scene.body_count() == 0 || what < 0.1) {  // more of the same
    const std::size_t before = scene.body_slots();
    crowd.fill(scene, 1 + random.below(scene.body_count() == 0 ? 80 : 6), random);
    all();
    if (before > 150) {
      scene.clear();
    }
  } else if (what < 0.35) {  // one moves, a little or elsewhere
    const BodyId body = some_body();
    const Pose pose = scene.pose(body);
    const Vec2d to = random.chance(0.5) ? some_place(scene, random)
                                        : Vec2d{pose.x + random.uniform(-1, 1), pose.y + random.uniform(-1, 1)};
    scene.set_pose(body, Pose::at(to.x, to.y, random.uniform(0, 6)));
    moved.push_back(body);
  } else if (what < 0.5) {  // a few move
    std::vector<BodyId> bodies;
    std::vector<Pose> poses;
    for (std::size_t k = random.below(8); k-- > 0;) {
      bodies.push_back(some_body());
      poses.push_back(scene.pose(bodies.back()));
      poses.back().x += random.uniform(-0.5, 0.5);
    }
    scene.set_poses(bodies, poses);
    moved.insert(moved.end(), bodies.begin(), bodies.end());
  } else if (what < 0.6) {  // all drift
    std::vector<Pose> poses(scene.body_slots());
    const double dx = random.uniform(-1, 1), dy = random.pick({0.0, 1.0, 1000.0});
    for (BodyId body = 0; body < scene.body_slots(); ++body) {
      if (scene.has_body(body)) poses[body] = scene.pose(body);
      poses[body].x += dx * random.uniform(0, 1);
      poses[body].y += dy;
    }
    scene.set_poses(poses);
    all();
  } else if (what < 0.8) {
    const BodyId body = some_body();
    scene.remove_body(body);
    moved.push_back(body);
  } else if (what < 0.98) {
    const BodyId body = some_body();
    scene.set_shape(body, random.chance(0.5) ? scene.add_circle({1, 0}, static_cast<float>(random.uniform(0, 2)))
                                             : static_cast<ShapeId>(random.below(scene.shape_count())));
    moved.push_back(body);
  } else if (what < 0.99) {
    all();
    scene.clear();
  } else {
    Scene other;
    crowd.fill(other, random.below(60), random);
    all();
    scene = other;
    all();
  }
}

class IndexOnIsa : public OnEveryIsa {};

TEST_P(IndexOnIsa, answers_as_brute_force_after_every_history) {
  std::uint64_t seed = own_seed(900);
  for (const Crowd& crowd : all_crowds()) {
    SCOPED_TRACE(crowd.name);
    Random random(seed++);
    Scene scene = crowded(crowd, 60, random);
    Index index(scene);
    for (std::size_t step = 0; step < sampled(1000); ++step) {
      std::vector<BodyId> moved;
      for (std::size_t k = 1 + random.below(3); k-- > 0;) change(scene, crowd, random, moved);
      if (random.chance(0.5)) {
        index.update(scene);
      } else {
        index.update(scene, moved);
      }
      const Queries queries = some_queries(scene, random, 6);
      const Answers got = answers(index, scene, queries);
      ASSERT_EQ(got, answers(Index(scene), scene, queries)) << "step " << step;
      if (step % 10 == 0) {
        expect_brute_force(scene, queries, got);
        if (HasFatalFailure()) FAIL() << "step " << step;
      }
    }
  }
}

TEST_P(IndexOnIsa, answers_as_the_calls_without_an_index) {
  for (const Crowd& crowd : all_crowds()) {
    SCOPED_TRACE(crowd.name);
    Random random(own_seed(920));
    const Scene scene = crowded(crowd, sampled(3000), random);
    const Index index(scene);
    const Queries queries = some_queries(scene, random, 300);
    const Answers got = answers(index, scene, queries);
    std::vector<FoundBody> found;
    std::vector<RayHit> hits(queries.rays.size());
    bodies_at_points(scene, queries.points, found);
    EXPECT_EQ(got.at_points, found);
    bodies_in_boxes(scene, queries.boxes, found);
    EXPECT_EQ(got.in_boxes, found);
    cast_rays(scene, queries.rays, hits);
    EXPECT_EQ(got.first, hits);
    for (const unsigned threads : {1u, 3u}) {
      EXPECT_EQ(answers(index, scene, queries, {.run = {.max_threads = threads}}), got);
    }
    for (std::size_t i = 0; i < queries.rays.size(); i += 7) {
      EXPECT_EQ(index.cast_ray(scene, queries.rays[i]), got.first[i]);
      index.bodies_at_point(scene, queries.points[i], found);
      std::size_t of_query = 0;
      for (const FoundBody& one : got.at_points) {
        if (one.query != i) continue;
        ASSERT_LT(of_query, found.size());
        EXPECT_EQ(found[of_query++].body, one.body);
      }
      EXPECT_EQ(of_query, found.size());
    }
  }
}

/// One thousand steps of many bodies of which few move, so that the tree is refitted far more often than built.
TEST_P(IndexOnIsa, follows_a_thousand_steps) {
  Random random(own_seed(930));
  Scene scene = crowded(all_crowds()[0], scaled(600), random);
  Index index(scene);
  for (std::size_t step = 0; step < sampled(1000); ++step) {
    std::vector<BodyId> bodies;
    std::vector<Pose> poses;
    for (int k = 0; k < 6; ++k) {
      bodies.push_back(static_cast<BodyId>(random.below(scene.body_slots())));
      poses.push_back(scene.pose(bodies.back()));
      poses.back().x += random.uniform(-0.3, 0.3);
      poses.back().y += random.uniform(-0.3, 0.3);
    }
    scene.set_poses(bodies, poses);
    index.update(scene, bodies);
    const Queries queries = some_queries(scene, random, 4);
    const Answers got = answers(index, scene, queries);
    ASSERT_EQ(got.at_points, classified_by_each(as_points(queries.points), scene)) << "step " << step;
    if (step % 25 != 0) continue;
    ASSERT_EQ(got, answers(Index(scene), scene, queries)) << "step " << step;
  }
}

TEST_P(IndexOnIsa, leaves_out_what_filters_do) {
  Random random(own_seed(940));
  const Scene scene = crowded(all_crowds()[0], 300, random);
  const Index index(scene);
  const Queries queries = some_queries(scene, random, 80);
  std::vector<Filter> filters(scene.body_slots()), of_queries(80);
  std::vector<std::uint32_t> worlds(scene.body_slots()), of_query(80);
  std::vector<BodyId> ignored(80);
  const auto some_filter = [&] {
    return Filter{.category = random.pick({1u, 2u, 4u}),
                  .mask = random.pick({1u, 3u, 7u}),
                  .group = random.integer(-1, 1),
                  .is_static = random.chance(0.3)};
  };
  for (Filter& filter : filters) filter = some_filter();
  for (Filter& filter : of_queries) filter = some_filter();
  for (std::uint32_t& world : worlds) world = static_cast<std::uint32_t>(random.below(3)) * 1000;
  for (std::uint32_t& world : of_query) world = static_cast<std::uint32_t>(random.below(3)) * 1000;
  for (BodyId& body : ignored) body = random.chance(0.3) ? no_body : static_cast<BodyId>(random.below(300));
  const Answers all = answers(index, scene, queries);
  std::size_t kept = 0;
  for (const bool by_filters : {false, true}) {
    for (const bool by_worlds : {false, true}) {
      for (const int by_ignored : {0, 1, 80}) {
        QueryOptions options;
        if (by_filters) options.filters = filters, options.query_filters = of_queries;
        if (by_worlds) options.worlds = worlds, options.query_worlds = of_query;
        options.ignored = std::span(ignored).first(static_cast<std::size_t>(by_ignored));
        const auto may = [&](std::uint32_t i, BodyId body) {
          if (by_ignored != 0 && ignored[by_ignored == 1 ? 0 : i] == body) return false;
          if (by_worlds && worlds[body] != of_query[i]) return false;
          return !by_filters || may_meet(filters[body], of_queries[i]);
        };
        const Answers got = answers(index, scene, queries, options);
        std::vector<FoundBody> at_points, in_boxes;
        for (const FoundBody& one : all.at_points)
          if (may(one.query, one.body)) at_points.push_back(one);
        for (const FoundBody& one : all.in_boxes)
          if (may(one.query, one.body)) in_boxes.push_back(one);
        std::vector<FoundRayHit> hits;
        for (const FoundRayHit& one : all.all)
          if (may(one.query, one.hit.body)) hits.push_back(one);
        EXPECT_EQ(got.at_points, at_points);
        EXPECT_EQ(got.in_boxes, in_boxes);
        EXPECT_EQ(got.all, hits);
        for (std::uint32_t i = 0; i < 80; ++i) {
          const auto first = std::find_if(hits.begin(), hits.end(), [&](const auto& hit) { return hit.query == i; });
          EXPECT_EQ(got.first[i], first == hits.end() ? no_hit : first->hit);
          EXPECT_EQ(got.blocked[i], first != hits.end());
        }
        kept += hits.size();
      }
    }
  }
  EXPECT_GT(kept, 100u);
}

SATCHEL_ON_EVERY_ISA(IndexOnIsa);

TEST(Index, of_nothing_and_of_one) {
  Scene scene;
  Index index(scene);
  const std::vector<Ray> rays{{{0, 0}, {1, 0}}};
  EXPECT_EQ(index.cast_ray(scene, rays[0]), no_hit);
  std::vector<FoundBody> found{{7, 7}};
  index.bodies_at_point(scene, {0, 0}, found);
  EXPECT_TRUE(found.empty());
  const BodyId body = scene.add_body(scene.add_box(1, 1), Pose::at(3, 0, 0));
  index.update(scene);
  EXPECT_EQ(index.cast_ray(scene, rays[0]), (RayHit{2, -1, 0, body}));
  index.bodies_in_box(scene, {4, 1, 9, 9}, found);
  EXPECT_EQ(found, (std::vector<FoundBody>{{0, body}}));
  scene.remove_body(body);
  index.update(scene);
  EXPECT_EQ(index.cast_ray(scene, rays[0]), no_hit);
}

TEST(Index, of_a_million_bodies_in_one_spot) {
  Scene scene;
  const std::size_t count = scaled(1'000'000);
  const std::vector<ShapeId> shapes(count, scene.add_box(1, 1));
  const std::vector<Pose> poses(count, Pose::at(5, 5, 0.25));
  std::vector<BodyId> ids(count);
  scene.add_bodies(shapes, poses, ids);
  Index index(scene);
  EXPECT_EQ(index.cast_ray(scene, {{0, 5}, {1, 0}}).body, 0u);
  std::vector<FoundBody> found;
  index.bodies_at_point(scene, {5, 5}, found);
  EXPECT_EQ(found.size(), count);
  scene.set_pose(7, Pose::at(-5, 5, 0));
  index.update(scene);
  EXPECT_EQ(index.cast_ray(scene, {{0, 5}, {-1, 0}}).body, 7u);
}

TEST(Index, refuses_other_scenes_and_changed_ones) {
  Scene scene;
  const BodyId body = scene.add_body(scene.add_box(1, 1));
  const Scene copy = scene;
  Index none, index(scene);
  const Ray ray{{-5, 0}, {1, 0}};
  std::vector<FoundBody> found{{7, 7}};
  EXPECT_TRUE(index.is_current(scene));
  EXPECT_FALSE(index.is_current(copy));
  expect_error(ErrorCode::other_scene, 0, "index: the scene is not the one", [&] { (void)index.cast_ray(copy, ray); });
  expect_error(ErrorCode::other_scene, 0, "index", [&] { none.bodies_at_point(scene, {0, 0}, found); });
  expect_error(ErrorCode::other_scene, 0, "index", [&] { index.update(copy); });
  scene.set_pose(body, Pose::at(1, 0, 0));
  EXPECT_FALSE(index.is_current(scene));
  expect_error(ErrorCode::changed_scene, 0, "index: the scene has changed", [&] { (void)index.cast_ray(scene, ray); });
  expect_error(ErrorCode::changed_scene, 0, "call update", [&] { index.bodies_in_box(scene, {0, 0, 1, 1}, found); });
  EXPECT_EQ(found, (std::vector<FoundBody>{{7, 7}}));
  index.update(scene);
  EXPECT_EQ(index.cast_ray(scene, ray).time, 5);
  Index moved = std::move(index);
  EXPECT_TRUE(moved.is_current(scene));
  EXPECT_FALSE(index.is_current(scene));  // NOLINT: what a move leaves is stated
  Scene taken = std::move(scene);
  EXPECT_EQ(moved.cast_ray(taken, ray).time, 5);  // a move takes the identity along
  moved.build(copy);
  EXPECT_EQ(moved.cast_ray(copy, ray).time, 4);
}

TEST(Index, refuses_a_list_that_leaves_a_body_out) {
  Random random(950);
  Scene scene = crowded(all_crowds()[0], 1000, random);
  Index index(scene);
  const auto move_to = [&](BodyId body, double x) { scene.set_pose(body, Pose::at(x, 3, 1)); };
  move_to(3, 1);
  move_to(900, 2);
  const std::vector<BodyId> one{3}, both{900, 3}, more{0, 900, 3, 7};
  expect_error(ErrorCode::left_out, 900, "body 900: it has changed", [&] { index.update(scene, one); });
  EXPECT_FALSE(index.is_current(scene));
  index.update(scene, both);
  move_to(3, 5);
  move_to(900, 6);
  index.update(scene, more);
  EXPECT_TRUE(index.is_current(scene));
  scene.set_pose(5, scene.pose(5));  // a body that a call names has not changed by that
  scene.remove_body(scene.add_body(0, {}));
  index.update(scene, std::vector<BodyId>{});
  EXPECT_TRUE(index.is_current(scene));
  // More changes than the scene remembers: all bodies are compared.
  for (int k = 0; k < 600; ++k) move_to(3, k);
  move_to(7, 1);
  expect_error(ErrorCode::left_out, 7, "body 7", [&] { index.update(scene, both); });
  index.update(scene, more);
  scene.remove_body(500);
  expect_error(ErrorCode::left_out, 500, "body 500", [&] { index.update(scene, both); });
  index.update(scene, std::vector<BodyId>{500});
  std::vector<FoundBody> found;
  index.bodies_in_box(scene, {-1e6, -1e6, 1e6, 1e6}, found);
  EXPECT_EQ(found.size(), 999u);
}

TEST(Index, refuses_bad_queries_and_spans_of_wrong_lengths) {
  Scene scene;
  scene.add_body(scene.add_box(1, 1));
  scene.add_body(0, Pose::at(5, 0, 0));
  const Index index(scene);
  const std::vector<Ray> rays(3, Ray{{0, 0}, {1, 0}});
  std::vector<RayHit> hits(3, {7, 7, 7, 7});
  std::vector<FoundRayHit> all;
  std::vector<std::uint8_t> blocked(3);
  const auto refused = [&](std::size_t i, Ray ray, ErrorCode code) {
    std::vector<Ray> wrong = rays;
    wrong[i] = ray;
    expect_error_at(code, i, "ray", [&] { index.cast_rays(scene, wrong, hits); });
    expect_error_at(code, i, "ray", [&] { index.rays_blocked(scene, wrong, blocked); });
    expect_error_at(code, i, "ray", [&] { index.all_ray_hits(scene, wrong, all); });
  };
  refused(1, {{NAN, 0}, {1, 0}}, ErrorCode::not_finite);
  refused(2, {{0, INFINITY}, {1, 0}}, ErrorCode::not_finite);
  refused(0, {{0, 0}, {0, 0}}, ErrorCode::bad_ray);
  refused(1, {{0, 0}, {1, 0}, NAN}, ErrorCode::bad_ray);
  refused(1, {{0, 0}, {1, 0}, -1}, ErrorCode::bad_ray);
  EXPECT_EQ(hits, std::vector<RayHit>(3, {7, 7, 7, 7}));
  const auto wrong_size = [&](const QueryOptions& options, std::size_t i, const char* text) {
    expect_error(ErrorCode::size_mismatch, i, text, [&] { index.cast_rays(scene, rays, hits, options); });
  };
  const std::vector<Filter> one_filter(1), two_filters(2), four_filters(4);
  const std::vector<std::uint32_t> two_worlds(2), four_worlds(4);
  const std::vector<BodyId> four_bodies(4);
  wrong_size({.filters = one_filter}, 0, "filters: 2");
  wrong_size({.worlds = four_worlds, .query_worlds = two_worlds}, 1, "worlds: 2");
  wrong_size({.query_filters = four_filters}, 2, "query_filters: 3");
  wrong_size({.worlds = two_worlds}, 3, "query_worlds: 3");
  wrong_size({.worlds = two_worlds, .query_worlds = two_worlds}, 3, "query_worlds: 3");
  wrong_size({.query_worlds = std::span(two_worlds).first(1)}, 1, "worlds: 2");
  wrong_size({.ignored = four_bodies}, 4, "ignored: 3");
}

TEST(Index, is_asked_by_many_threads_at_once) {
  Random random(960);
  const Scene scene = crowded(all_crowds()[0], 2000, random);
  const Index index(scene);
  const Queries queries = some_queries(scene, random, 200);
  const Answers expected = answers(index, scene, queries);
  std::vector<Answers> got(4);
  std::vector<std::thread> threads;
  for (Answers& mine : got) threads.emplace_back([&] { mine = answers(index, scene, queries); });
  for (std::thread& thread : threads) thread.join();
  for (const Answers& mine : got) EXPECT_EQ(mine, expected);
}

}  // namespace
}  // namespace satchel::test
