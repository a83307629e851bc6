// Every call of C gives what the call of C++ gives, in both precisions, of one scene and between two.
#include <gtest/gtest.h>
#include <satchel/satchel.h>

#include <cstring>
#include <satchel/satchel.hpp>
#include <string>
#include <vector>

#include "as.hpp"
#include "bindings/c/handles.hpp"
#include "functions.hpp"
#include "support/probe_scenes.hpp"

namespace satchel::test {
namespace {

template <class T>
class SameAnswers : public testing::Test {
 protected:
  SameAnswers() {
    for (const bool rounded : {false, true}) {
      a_.push_back(probe_scene<T>(random_, 60, 6, {false, rounded, 0}));
      b_.push_back(probe_scene<T>(random_, 50, 6, {true, rounded, 0}));
    }
    for (int k = 0; k < 400; ++k) {
      const auto body = [&](BodyId slots) {
        const auto chosen = static_cast<BodyId>(random_.below(slots));
        return chosen == 3 ? BodyId{2} : chosen;  // 3 has been removed
      };
      pairs_.push_back({body(60), body(50)});
    }
  }

  Random random_{71};
  std::vector<BasicScene<T>> a_, b_;  // of polygons; of all shapes
  std::vector<Pair> pairs_;
};
using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(SameAnswers, Precisions);

TYPED_TEST(SameAnswers, about_pairs) {
  using T = TypeParam;
  const std::size_t n = this->pairs_.size();
  std::vector<Pair>& pairs = this->pairs_;
  for (std::size_t k = 0; k < 2; ++k) {
    SCOPED_TRACE(k);
    const BasicScene<T>&a = this->a_[k], &b = this->b_[k];
    const satchel_scene on_a{a}, on_b{b};
    std::vector<Motion> motions_a(60, Motion{0.5, -1, 0.5}), motions_b(50, Motion{-0.5, 1, 0});

    /// One kind of result, by four calls.
    const auto compare = [&](auto result, const auto& one, const auto& two, const auto& c_one, const auto& c_two) {
      std::vector<decltype(result)> expected(n), got(n);
      one(expected);
      EXPECT_EQ(c_one(as(got)).code, SATCHEL_OK);
      EXPECT_TRUE(equal(expected, got));
      two(expected);
      EXPECT_EQ(c_two(as(got)).code, SATCHEL_OK);
      EXPECT_TRUE(equal(expected, got)) << "between two scenes";
    };
    const satchel_pair_list one = list_of(pairs, on_a), two = list_of(pairs, on_a, &on_b);
#define SATCHEL_COMPARE(result, name)                                                                                \
  compare(                                                                                                           \
      result, [&](auto& out) { satchel::name(a, pairs, out); }, [&](auto& out) { satchel::name(a, b, pairs, out); }, \
      [&](As out) { return SATCHEL_C_OF(T, name)(&one, out, nullptr); },                                             \
      [&](As out) { return SATCHEL_C_OF(T, name)(&two, out, nullptr); })
    SATCHEL_COMPARE(BasicContact<T>(), collide);
    SATCHEL_COMPARE(BasicDistance<T>(), distances);
    SATCHEL_COMPARE(T(), overlap_areas);
    SATCHEL_COMPARE(T(), ious);
    SATCHEL_COMPARE(BasicOverlap<T>(), overlap_measures);
    compare(
        Verdict(), [&](auto& out) { classify(a, pairs, out); }, [&](auto& out) { classify(a, b, pairs, out); },
        [&](As out) { return satchel_classify(&one, out, nullptr); },
        [&](As out) { return satchel_classify(&two, out, nullptr); });
    compare(
        BasicManifold<T>(),
        [&](auto& out) {
          manifolds(a, pairs, out, {T(0.25), {}});
        },
        [&](auto& out) {
          manifolds(a, b, pairs, out, {T(0.25), {}});
        },
        [&](As out) { return SATCHEL_C_OF(T, manifolds)(&one, 0.25, out, nullptr); },
        [&](As out) { return SATCHEL_C_OF(T, manifolds)(&two, 0.25, out, nullptr); });
    satchel_sweep_options options{};
    options.struct_size = sizeof options;
    options.tolerance = 0.125;
    compare(
        BasicImpact<T>(), [&](auto& out) { sweep(a, motions_a, pairs, out, {.tolerance = T(0.125)}); },
        [&](auto& out) { sweep(a, motions_a, b, motions_b, pairs, out, {.tolerance = T(0.125)}); },
        [&](As out) { return SATCHEL_C_OF(T, sweep)(&one, as(motions_a), 60, nullptr, 0, out, &options); },
        [&](As out) { return SATCHEL_C_OF(T, sweep)(&two, as(motions_a), 60, as(motions_b), 50, out, &options); });
    if constexpr (sizeof(T) == 4) {
      std::vector<Contact> contacts(n), got(n);
      collide(a, pairs, contacts);
      EXPECT_EQ(satchel_collide_scene(&on_a, as(pairs), n, as(got)).code, SATCHEL_OK);
      EXPECT_TRUE(equal(contacts, got));
    }

    std::vector<BasicHit<T>> hits;
    find_hits(a, pairs, hits);
    EXPECT_TRUE(equal(hits, list_of<BasicHit<T>>([&](As out, std::size_t room, std::size_t* found) {
                        return SATCHEL_C_OF(T, find_hits)(&one, out, room, found, nullptr);
                      })));
    find_hits(a, b, pairs, hits);
    EXPECT_TRUE(equal(hits, list_of<BasicHit<T>>([&](As out, std::size_t room, std::size_t* found) {
                        return SATCHEL_C_OF(T, find_hits)(&two, out, room, found, nullptr);
                      })));
  }
}

TYPED_TEST(SameAnswers, of_parts_of_compounds) {
  using T = TypeParam;
  BasicScene<T> scene;
  const ShapeId left = scene.add_polygon(std::vector<BasicVec2<T>>{{-2, -1}, {0, -1}, {0, 1}, {-2, 1}});
  const ShapeId right = scene.add_polygon(std::vector<BasicVec2<T>>{{0, -1}, {2, -1}, {2, 1}, {0, 1}});
  const ShapeId both = scene.add_compound(std::vector<ShapeId>{left, right});
  scene.add_body(both);
  scene.add_body(both, {3, 0.5});
  const satchel_scene handle{scene};
  std::vector<Pair> pairs{{0, 1}, {1, 0}};
  std::vector<BasicContact<T>> expected(2), got(2);
  std::vector<PartPair> parts(2), got_parts(2);
  collide(scene, pairs, expected, parts);
  const satchel_pair_list one = list_of(pairs, handle), two = list_of(pairs, handle, &handle);
  EXPECT_EQ(SATCHEL_C_OF(T, collide_parts)(&one, as(got), as(got_parts), nullptr).code, SATCHEL_OK);
  EXPECT_TRUE(equal(expected, got) && equal(parts, got_parts));
  EXPECT_EQ(parts[0], (PartPair{1, 0}));
  collide(scene, scene, pairs, expected, parts);
  EXPECT_EQ(SATCHEL_C_OF(T, collide_parts)(&two, as(got), as(got_parts), nullptr).code, SATCHEL_OK);
  EXPECT_TRUE(equal(expected, got) && equal(parts, got_parts));

  satchel_shape of_both{};
  EXPECT_EQ(satchel_read_shape(&handle, both, &of_both).code, SATCHEL_OK);
  EXPECT_EQ(of_both.parts, 2u);
  std::vector<ShapeId> ids(2);
  EXPECT_EQ(satchel_parts(&handle, both, as(ids), 2).code, SATCHEL_OK);
  EXPECT_EQ(ids, (std::vector<ShapeId>{left, right}));
}

TYPED_TEST(SameAnswers, about_areas_of_a_scene) {
  using T = TypeParam;
  const BasicScene<T>& scene = this->a_[0];
  const satchel_scene handle{scene};
  std::vector<T> areas(scene.shape_count()), got(areas.size());
  shape_areas(scene, areas);
  EXPECT_EQ(SATCHEL_C_OF(T, shape_areas)(&handle, as(got), got.size()).code, SATCHEL_OK);
  EXPECT_TRUE(equal(areas, got));

  const std::size_t n = this->pairs_.size();
  std::vector<IntersectionPiece> pieces, got_pieces(n);
  std::vector<BasicVec2<T>> vertices, got_vertices(100 * n);
  intersections(scene, this->pairs_, pieces, vertices);
  std::size_t piece_count = 0, vertex_count = 0;
  const satchel_pair_list of_pairs = list_of(this->pairs_, handle);
  EXPECT_EQ(SATCHEL_C_OF(T, intersections)(&of_pairs, as(got_pieces), n, &piece_count, as(got_vertices), 100 * n,
                                           &vertex_count, nullptr)
                .code,
            SATCHEL_OK);
  got_pieces.resize(piece_count);
  got_vertices.resize(vertex_count);
  EXPECT_TRUE(equal(pieces, got_pieces) && equal(vertices, got_vertices));

  std::vector<T> scores(60);
  for (T& score : scores) score = static_cast<T>(this->random_.uniform(0, 1));
  std::vector<std::uint32_t> classes(60, 0);
  classes[5] = 1;
  std::vector<BodyId> kept(60);
  std::size_t count = 0;
  EXPECT_EQ(SATCHEL_C_OF(T, nms)(&handle, as(scores), 60, 0.125, as(classes), 60, as(kept), 60, &count, nullptr).code,
            SATCHEL_OK);
  kept.resize(count);
  EXPECT_TRUE(equal(nms(scene, scores, T(0.125), classes), kept));
  EXPECT_LT(count, 59u);

  // Scores of the other precision: doubles that floats do not tell apart.
  std::vector<double> near(60);
  for (double& score : near) score = 0.5 + 1e-12 * this->random_.integer(0, 100);
  std::vector<BodyId> by_doubles(60);
  EXPECT_EQ(satchel_nms_d(&handle, near.data(), 60, 0.125, nullptr, 0, as(by_doubles), 60, &count, nullptr).code,
            SATCHEL_OK);
  by_doubles.resize(count);
  EXPECT_TRUE(equal(nms(scene, near, T(0.125)), by_doubles));
  std::vector<BodyId> by_floats(60);
  const std::vector<float> rounded = [&] {
    std::vector<float> list;
    for (const double score : near) list.push_back(static_cast<float>(score));
    return list;
  }();
  EXPECT_EQ(satchel_nms(&handle, rounded.data(), 60, 0.125, nullptr, 0, as(by_floats), 60, &count, nullptr).code,
            SATCHEL_OK);
  by_floats.resize(count);
  EXPECT_TRUE(equal(nms(scene, rounded, T(0.125)), by_floats));
}

TYPED_TEST(SameAnswers, about_all_bodies) {
  using T = TypeParam;
  const BasicScene<T>&a = this->a_[1], &b = this->b_[1];
  const satchel_scene on_a{a}, on_b{b};

  std::vector<Filter> filters(110);
  filters[7].is_static = filters[8].is_static = true;
  filters[9].mask = 0;
  std::vector<std::uint32_t> worlds(110, 4);
  worlds[11] = 5;
  std::vector<Pair> pairs;
  find_pairs(a, pairs, {.margin = T(0.5), .filters = {filters.data(), 60}, .worlds = {worlds.data(), 60}});
  satchel_pair_options options{};
  options.struct_size = sizeof options;
  options.margin = 0.5;
  options.filters = as(filters);
  options.filter_count = 60;
  options.worlds = worlds.data();
  options.world_count = 60;
  EXPECT_TRUE(equal(pairs, list_of<Pair>([&](As out, std::size_t room, std::size_t* found) {
                      return satchel_find_pairs(&on_a, nullptr, out, room, found, &options);
                    })));
  satchel_broad_phase* finder = nullptr;
  ASSERT_EQ(satchel_broad_phase_create(&finder).code, SATCHEL_OK);
  options.broad_phase = finder;
  const std::size_t bytes_before = satchel_broad_phase_memory_bytes(finder);
  EXPECT_TRUE(equal(pairs, list_of<Pair>([&](As out, std::size_t room, std::size_t* found) {
                      return satchel_find_pairs(&on_a, nullptr, out, room, found, &options);
                    })));
  EXPECT_GT(satchel_broad_phase_memory_bytes(finder), bytes_before);
  std::vector<Pair> got(pairs.size());
  std::size_t count = 0;
  options.max_pairs = static_cast<std::uint32_t>(pairs.size() - 1);
  EXPECT_EQ(satchel_find_pairs(&on_a, nullptr, as(got), got.size(), &count, &options).code, SATCHEL_TOO_MANY_PAIRS);

  find_pairs(a, b, pairs);
  satchel_pair_options kept{};
  kept.struct_size = sizeof kept;
  kept.broad_phase = finder;
  for (const bool keeps_memory : {false, true}) {
    EXPECT_TRUE(equal(pairs, list_of<Pair>([&](As out, std::size_t room, std::size_t* found) {
                        return satchel_find_pairs(&on_a, &on_b, out, room, found, keeps_memory ? &kept : nullptr);
                      })));
  }
  satchel_broad_phase_destroy(finder);

  std::vector<Ray> rays;
  std::vector<Vec2d> points;
  std::vector<Box> boxes;
  for (int k = 0; k < 100; ++k) {
    const double x = this->random_.uniform(-6, 6), y = this->random_.uniform(-6, 6);
    rays.push_back({{x, y}, {y, 1}, 3});
    points.push_back({x, y});
    boxes.push_back({x, y, x + 1, y + 0.5});
  }
  std::vector<RayHit> hits(100), got_hits(100);
  cast_rays(a, rays, hits);
  EXPECT_EQ(satchel_cast_rays(&on_a, as(rays), 100, as(got_hits), nullptr).code, SATCHEL_OK);
  EXPECT_TRUE(equal(hits, got_hits));
  std::vector<FoundBody> bodies;
  bodies_at_points(a, points, bodies);
  EXPECT_TRUE(equal(bodies, list_of<FoundBody>([&](As out, std::size_t room, std::size_t* found) {
                      return satchel_bodies_at_points(&on_a, as(points), 100, out, room, found, nullptr);
                    })));
  bodies_in_boxes(a, boxes, bodies);
  EXPECT_TRUE(equal(bodies, list_of<FoundBody>([&](As out, std::size_t room, std::size_t* found) {
                      return satchel_bodies_in_boxes(&on_a, as(boxes), 100, out, room, found, nullptr);
                    })));

  std::vector<ShapeId> shapes{0, 1, 2};
  std::vector<Pose> poses;
  std::vector<std::uint8_t> present(12, 1);
  present[0] = 0;
  for (int k = 0; k < 12; ++k) poses.push_back({8.0 - 1.5 * (k % 4), 1.0 * (k / 4)});
  const Trajectories movers{shapes, poses, 4, present}, obstacles{{shapes.data(), 1}, {poses.data() + 8, 4}, 4};
  std::vector<FirstHit> first(3), got_first(3);
  first_hits(a, movers, obstacles, first);
  constexpr auto bytes = static_cast<std::uint32_t>(sizeof(satchel_trajectories));
  const satchel_trajectories c_movers{bytes, as(shapes), 3, as(poses), 12,      4, present.data(),
                                      12,    nullptr,    0, 0,         nullptr, 0};
  const satchel_trajectories c_obstacles{
      bytes,   as(shapes), 1,       as_const<satchel_pose>(std::span<const Pose>(poses).subspan(8)),
      4,       4,          nullptr, 0,
      nullptr, 0,          0,       nullptr,
      0};
  EXPECT_EQ(satchel_first_hits(&on_a, &c_movers, &c_obstacles, as(got_first), 3, nullptr).code, SATCHEL_OK);
  EXPECT_TRUE(equal(first, got_first));

  std::vector<Motion> motions(60, Motion{1, 2, 3});
  satchel_scene end{BasicScene<T>()};
  EXPECT_EQ(satchel_advance(&on_a, as(motions), 60, &end, nullptr).code, SATCHEL_OK);
  satchel_body moved{};
  EXPECT_EQ(satchel_read_body(&end, 5, &moved).code, SATCHEL_OK);
  const Pose expected = satchel::advance(a, motions).pose(5);
  EXPECT_EQ(std::memcmp(&moved.pose, &expected, sizeof expected), 0);
}

TYPED_TEST(SameAnswers, of_scenes_made_by_either) {
  using T = TypeParam;
  BasicScene<T> scene;
  satchel_scene* handle = nullptr;
  ASSERT_EQ(satchel_scene_create(sizeof(T) == 4 ? SATCHEL_FLOAT : SATCHEL_DOUBLE, &handle).code, SATCHEL_OK);
  std::uint32_t id = 9;
  std::vector<BasicVec2<T>> triangle{{0, 0}, {2, 0}, {1, T(1.1)}};
  const auto added = [&](ShapeId expected, const satchel_status& status) {
    EXPECT_EQ(status.code, SATCHEL_OK) << satchel_message(status);
    EXPECT_EQ(id, expected);
  };
  added(scene.add_polygon(triangle, T(0.1)),
        SATCHEL_C_OF(T, add_polygon)(handle, as(triangle), 3, static_cast<double>(T(0.1)), &id));
  added(scene.add_box(T(0.3), T(0.7), T(0.2)), satchel_add_box(handle, 0.3, 0.7, 0.2, &id));
  added(scene.add_circle({T(0.3), 1}, T(0.7)), satchel_add_circle(handle, 0.3, 1, 0.7, &id));
  added(scene.add_capsule({T(0.3), 1}, {2, T(0.1)}, T(0.7)), satchel_add_capsule(handle, 0.3, 1, 2, 0.1, 0.7, &id));
  added(scene.add_segment({T(0.3), 1}, {2, T(0.1)}), satchel_add_segment(handle, 0.3, 1, 2, 0.1, &id));
  std::vector<BasicVec2<T>> six(triangle);
  six.insert(six.end(), {{0, 0}, {1, 0}, {0, 3}});
  std::vector<std::uint32_t> starts{0, 3, 6}, ids(2), got(2);
  std::vector<T> radii{0, T(0.25)};
  scene.add_polygons(six, starts, ids, radii);
  EXPECT_EQ(SATCHEL_C_OF(T, add_polygons)(handle, as(six), 6, starts.data(), 2, as(radii), 2, got.data()).code,
            SATCHEL_OK);
  EXPECT_EQ(ids, got);
  std::vector<std::uint8_t> inner(7, 0);
  inner[2] = 1;
  const std::vector<ShapeId> parts{5, 1};
  added(scene.add_compound(parts, inner), satchel_add_compound(handle, parts.data(), 2, inner.data(), 7, &id));

  for (ShapeId shape = 0; shape < scene.shape_count(); ++shape) {
    Pose pose = Pose::at(1.5 * shape, 0.25, 0.5 * shape);
    satchel_pose same{};
    EXPECT_EQ(satchel_pose_at(1.5 * shape, 0.25, 0.5 * shape, &same).code, SATCHEL_OK);
    added(scene.add_body(shape, pose), satchel_add_body(handle, shape, &same, &id));
    satchel_shape its{};
    EXPECT_EQ(satchel_read_shape(handle, shape, &its).code, SATCHEL_OK);
    const std::size_t count = its.vertices;
    ASSERT_EQ(count, scene.vertex_count(shape));
    EXPECT_EQ(its.parts, scene.part_count(shape));
    EXPECT_EQ(its.rings, 0u);
    EXPECT_EQ(its.radius, static_cast<double>(scene.radius(shape)));
    std::vector<BasicVec2<T>> vertices(count), got_vertices(count);
    scene.local_vertices(shape, vertices);
    EXPECT_EQ(SATCHEL_C_OF(T, local_vertices)(handle, shape, as(got_vertices), count).code, SATCHEL_OK);
    EXPECT_EQ(vertices, got_vertices);
    scene.placed_offsets(id, vertices);
    EXPECT_EQ(SATCHEL_C_OF(T, placed_offsets)(handle, id, as(got_vertices), count).code, SATCHEL_OK);
    EXPECT_EQ(vertices, got_vertices);
    satchel_body of_body{};
    EXPECT_EQ(satchel_read_body(handle, id, &of_body).code, SATCHEL_OK);
    const Box expected = scene.bounding_box(id);
    EXPECT_EQ(std::memcmp(&of_body.box, &expected, sizeof expected), 0);
    EXPECT_EQ(of_body.shape, shape);
  }

  // Changes.
  const auto same = [&] {
    std::vector<Pose> poses, got_poses;
    for (BodyId body = 0; body < scene.body_slots(); ++body) {
      EXPECT_EQ(satchel_has_body(handle, body), scene.has_body(body));
      std::uint32_t generation = 99;
      EXPECT_EQ(satchel_generation(handle, body, &generation).code, SATCHEL_OK);
      EXPECT_EQ(generation, scene.generation(body));
      if (!scene.has_body(body)) continue;
      satchel_body its{};
      EXPECT_EQ(satchel_read_body(handle, body, &its).code, SATCHEL_OK);
      const Pose expected = scene.pose(body);
      EXPECT_EQ(std::memcmp(&its.pose, &expected, sizeof expected), 0);
      EXPECT_EQ(its.generation, generation);
    }
    EXPECT_EQ(satchel_body_slots(handle), scene.body_slots());
    EXPECT_EQ(satchel_body_count(handle), scene.body_count());
    EXPECT_EQ(satchel_shape_count(handle), scene.shape_count());
    const satchel_revisions now = satchel_scene_revisions(handle);
    EXPECT_EQ(now.all, scene.revision());
    EXPECT_EQ(now.shapes, scene.revisions().shapes);
    EXPECT_EQ(now.bodies, scene.revisions().bodies);
    EXPECT_EQ(now.poses, scene.revisions().poses);
    EXPECT_EQ(satchel_body_memory_bytes(handle), scene.body_memory_bytes());
    EXPECT_EQ(satchel_scene_memory_bytes(handle), scene.memory_bytes());
  };
  same();
  std::vector<double> x_y_angle{1, 2, 3, 4, 5, 6};
  std::vector<Pose> two(2), all(scene.body_slots(), Pose{7, 8});
  std::vector<satchel_pose> c_two(2);
  poses_at(x_y_angle, two);
  std::array<Pose, 2> two_of_axle;
  std::array<satchel_pose, 2> c_of_axle;
  poses_at(x_y_angle, two_of_axle, {-1.4, 0.25});
  EXPECT_EQ(satchel_reference_poses(x_y_angle.data(), 2, c_of_axle.data(), -1.4, 0.25).code, SATCHEL_OK);
  EXPECT_EQ(std::memcmp(c_of_axle.data(), two_of_axle.data(), sizeof two_of_axle), 0);
  EXPECT_EQ(satchel_poses_at(x_y_angle.data(), 2, c_two.data()).code, SATCHEL_OK);
  scene.set_poses(all);
  EXPECT_EQ(satchel_set_poses(handle, as(all), all.size(), nullptr).code, SATCHEL_OK);
  same();
  const std::vector<BodyId> bodies{4, 1};
  scene.set_poses(bodies, two);
  EXPECT_EQ(satchel_set_poses_of(handle, bodies.data(), c_two.data(), 2, nullptr).code, SATCHEL_OK);
  same();
  scene.set_pose(0, two[1]);
  EXPECT_EQ(satchel_set_pose(handle, 0, &c_two[1]).code, SATCHEL_OK);
  scene.set_shape(2, 0);
  EXPECT_EQ(satchel_set_shape(handle, 2, 0).code, SATCHEL_OK);
  scene.remove_body(3);
  EXPECT_EQ(satchel_remove_body(handle, 3).code, SATCHEL_OK);
  same();
  scene.add_bodies(bodies, two, got);
  EXPECT_EQ(satchel_add_bodies(handle, bodies.data(), c_two.data(), 2, ids.data()).code, SATCHEL_OK);
  EXPECT_EQ(ids, got);
  same();

  // Copies and what is emptied.
  satchel_scene* copy = nullptr;
  ASSERT_EQ(satchel_scene_copy(handle, &copy).code, SATCHEL_OK);
  EXPECT_EQ(satchel_scene_precision(copy), satchel_scene_precision(handle));
  EXPECT_NE(satchel_scene_revisions(copy).identity, satchel_scene_revisions(handle).identity);
  EXPECT_EQ(satchel_scene_revisions(copy).all, satchel_scene_revisions(handle).all);
  EXPECT_EQ(satchel_scene_clear(handle).code, SATCHEL_OK);
  EXPECT_EQ(satchel_body_slots(handle), 0u);
  EXPECT_EQ(satchel_scene_assign(handle, copy).code, SATCHEL_OK);
  EXPECT_EQ(satchel_body_slots(handle), scene.body_slots());
  EXPECT_EQ(satchel_scene_set_max_threads(handle, 3).code, SATCHEL_OK);
  EXPECT_EQ(satchel_scene_max_threads(handle), 3u);
  EXPECT_EQ(satchel_scene_reserve(handle, 100, 100, 8).code, SATCHEL_OK);
  EXPECT_GT(satchel_scene_memory_bytes(handle), scene.memory_bytes());
  satchel_scene_destroy(copy);
  satchel_scene_destroy(handle);
}

TYPED_TEST(SameAnswers, of_hulls_and_rings) {
  using T = TypeParam;
  std::vector<BasicVec2<T>> points{{0, 0}, {0, 0}, {0, 2}, {1, 2}, {2, 2}, {2, 0}, {0, 0}}, hull(7), vertices(7);
  std::vector<std::uint32_t> indices(7);
  std::size_t count = 0;
  EXPECT_EQ(SATCHEL_C_OF(T, convex_hull)(as(points), 7, as(hull), 7, &count).code, SATCHEL_OK);
  hull.resize(count);
  EXPECT_EQ(hull, convex_hull(std::span<const BasicVec2<T>>(points)));
  const BasicRing<T> expected = clean_ring(points);
  satchel_ring ring{};
  EXPECT_EQ(SATCHEL_C_OF(T, clean_ring)(as(points), 7, SATCHEL_COUNTER_CLOCKWISE, as(vertices), indices.data(), 7,
                                        &ring, nullptr)
                .code,
            SATCHEL_OK);
  vertices.resize(ring.count);
  indices.resize(ring.count);
  EXPECT_EQ(vertices, expected.vertices);
  EXPECT_EQ(indices, expected.indices);
  EXPECT_TRUE(ring.convex && ring.closed && ring.reversed && ring.repeated == 1 && ring.collinear == 1);
  EXPECT_EQ(SATCHEL_C_OF(T, clean_ring)(as(points), 7, SATCHEL_WINDING_CLOCKWISE, as(vertices), indices.data(), 7,
                                        &ring, nullptr)
                .code,
            SATCHEL_OK);
  EXPECT_FALSE(ring.reversed);
}

TYPED_TEST(SameAnswers, of_outlines_and_predicates) {
  using T = TypeParam;
  std::vector<BasicVec2<T>> points{{0, 0}, {4, 0}, {4, 4}, {0, 4}, {1, 1}, {3, 1}, {3, 3}, {1, 3},
                                   {1, 1}, {3, 1}, {3, 3}, {0, 0}, {1, 1}, {1, 0}, {0, 1}};
  const std::vector<std::uint32_t> rings{0, 4, 8, 11, 15}, polygons{0, 2, 3, 4};
  satchel_scene handle{BasicScene<T>()};
  BasicScene<T>& scene = std::get<BasicScene<T>>(handle.scene);
  satchel_outline_starts starts = SATCHEL_OUTLINE_STARTS_INIT;
  starts.rings = rings.data();
  starts.ring_count = 4;
  starts.polygons = polygons.data();
  starts.polygon_count = 3;
  std::vector<std::uint32_t> shapes(3);
  const satchel_status refused =
      SATCHEL_C_OF(T, add_outlines)(&handle, as(points), points.size(), &starts, 0, shapes.data(), nullptr);
  EXPECT_EQ(refused.code, SATCHEL_BAD_OUTLINE);
  EXPECT_EQ(refused.index, 2u);
  EXPECT_EQ(refused.numbers[0], static_cast<std::uint64_t>(SATCHEL_FAULT_EDGES_CROSS));
  EXPECT_EQ(SATCHEL_C_OF(T, add_outlines)(&handle, as(points), points.size(), &starts, SATCHEL_SKIP_INVALID,
                                          shapes.data(), nullptr)
                .code,
            SATCHEL_OK);
  EXPECT_EQ(shapes, (std::vector<std::uint32_t>{0, 1, SATCHEL_NO_SHAPE}));
  satchel_shape frame{};
  EXPECT_EQ(satchel_read_shape(&handle, 0, &frame).code, SATCHEL_OK);
  EXPECT_EQ(frame.rings, 2u);
  EXPECT_EQ(frame.vertices, 8u);
  std::vector<std::uint32_t> ring_starts(3);
  std::vector<std::uint8_t> is_hole(2);
  EXPECT_EQ(satchel_rings(&handle, 0, ring_starts.data(), is_hole.data(), 2).code, SATCHEL_OK);
  EXPECT_EQ(ring_starts, (std::vector<std::uint32_t>{0, 4, 8}));
  EXPECT_EQ(is_hole, (std::vector<std::uint8_t>{0, 1}));
  scene.add_body(0);
  scene.add_body(1);
  const std::vector<Pair> pairs{{0, 1}, {1, 0}, {0, 0}};
  const satchel_pair_list list = list_of(pairs, handle);
  std::vector<std::uint8_t> expected(3), got(3);
  for (int predicate = SATCHEL_INTERSECTS; predicate <= SATCHEL_EQUALS; ++predicate) {
    relate(scene, pairs, static_cast<Predicate>(predicate), expected);
    EXPECT_EQ(satchel_relate(&list, static_cast<satchel_predicate>(predicate), got.data(), nullptr).code, SATCHEL_OK);
    EXPECT_EQ(expected, got);
  }
  EXPECT_EQ(got, (std::vector<std::uint8_t>{0, 0, 1}));
  std::vector<BasicContact<T>> contacts(3);
  EXPECT_EQ(SATCHEL_C_OF(T, collide)(&list, as(contacts), nullptr).code, SATCHEL_NEEDS_PARTS);
  EXPECT_EQ(satchel_make_parts(&handle, nullptr, 0, nullptr).code, SATCHEL_OK);
  EXPECT_EQ(SATCHEL_C_OF(T, collide)(&list, as(contacts), nullptr).code, SATCHEL_OK);
  EXPECT_EQ(verdict(contacts[0]), Verdict::touching);
  // The square, its hole and the triangle that shares edges with the hole, as one region.
  const std::vector<std::uint32_t> one{0, 3};
  starts.outlines = one.data();
  starts.outline_count = 1;
  starts.polygons = nullptr;
  starts.polygon_count = 0;
  starts.ring_count = 3;
  EXPECT_EQ(
      SATCHEL_C_OF(T, add_outlines)(&handle, as(points), 11, &starts, SATCHEL_EVEN_ODD, shapes.data(), nullptr).code,
      SATCHEL_OK);
  std::vector<ShapeId> region(1);
  scene.add_outlines({std::span(points).first(11), std::span(rings).first(4), {}, one}, region, {.even_odd = true});
  const std::vector<Pair> same{{scene.add_body(shapes[0]), scene.add_body(region[0])}};
  std::vector<std::uint8_t> equal(1);
  relate(scene, same, Predicate::equals, equal);
  EXPECT_EQ(equal[0], 1);
}

TYPED_TEST(SameAnswers, of_convex_parts) {
  using T = TypeParam;
  std::vector<BasicVec2<T>> outline{{0, 0}, {9, 0}, {9, 9}, {0, 9}, {1, 1}, {1, 4}, {4, 4}, {4, 1}}, vertices(30);
  const std::vector<std::uint32_t> rings{0, 4, 8};
  std::vector<std::uint32_t> indices(30), starts(10);
  std::vector<std::uint8_t> inner_edges(30);
  satchel_parts_found found{};
  EXPECT_EQ(SATCHEL_C_OF(T, convex_parts)(as(outline), 8, rings.data(), 3, as(vertices), indices.data(),
                                          inner_edges.data(), 30, starts.data(), 10, &found, nullptr)
                .code,
            SATCHEL_OK);
  vertices.resize(found.vertices);
  indices.resize(found.vertices);
  inner_edges.resize(found.vertices);
  starts.resize(found.parts + 1);
  const BasicConvexParts<T> expected = convex_parts(outline, rings);
  EXPECT_EQ(vertices, expected.vertices);
  EXPECT_EQ(indices, expected.indices);
  EXPECT_EQ(inner_edges, expected.inner_edges);
  EXPECT_EQ(starts, expected.starts);
}

TEST(CInterface, messages_are_those_of_cpp_for_every_code) {
  for (int code = 0; code <= static_cast<int>(ErrorCode::needs_parts); ++code) {
    const std::string text = satchel_code_message(code);
    EXPECT_EQ(text, message(static_cast<ErrorCode>(code)));
    EXPECT_EQ(text.find("::"), text.npos) << text << ": C has no such name";
  }
  const Status given{ErrorCode::bad_body, 5, Argument::pair_in_scene_b, {7}};
  EXPECT_EQ(satchel_message({SATCHEL_BAD_BODY, SATCHEL_ARGUMENT_PAIR_IN_SCENE_B, 5, {7, 0, 0, 0}, 0, 0}),
            message(given));
  const char* name = nullptr;
  EXPECT_EQ(satchel_active_isa(&name).code, SATCHEL_OK);
  EXPECT_EQ(name, active_isa());
  EXPECT_EQ(satchel_version(), version());
  const Contact contact{1, 0, -2, 2};
  EXPECT_EQ(satchel_mtv({1, 0, -2, 2}).x, mtv(contact).x);
  EXPECT_EQ(satchel_mtv_d({1, 0, -2, 2}).x, mtv(Contactd{1, 0, -2, 2}).x);
}

}  // namespace
}  // namespace satchel::test
