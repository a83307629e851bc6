// Each function that changes a scene, in both of its forms: what is accepted, what is refused, and what is counted.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <satchel/satchel.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/generators.hpp"
#include "support/scene_state.hpp"

namespace satchel::test {
namespace {

constexpr std::uint32_t unset = 77;

/// A scene with shapes 0 (box), 1 (triangle), 2 (circle), 3 (compound), 4 (capsule), and bodies 0 to 5; 2 is removed.
template <class T>
BasicScene<T> small_scene() {
  BasicScene<T> scene;
  const std::vector<BasicVec2<T>> triangle{{0, 0}, {2, 0}, {0, 1}};
  scene.add_box(1, 1);
  scene.add_polygon(triangle, T(.25));
  scene.add_circle({0, 0}, 1);
  scene.add_compound(std::vector<ShapeId>{0, 1});
  scene.add_capsule({0, 0}, {1, 1}, T(.5));
  for (ShapeId shape : {0u, 1u, 2u, 3u, 4u, 0u}) scene.add_body(shape, Pose::at(1.5 * shape, .25, .3 * shape));
  scene.remove_body(2);
  return scene;
}

/// What a call writes beside the scene.
using Outputs = std::vector<std::uint32_t>;

/// One change in both forms. Outputs have as many elements as the call writes, at most 3.
template <class T>
struct Change {
  using Scene = BasicScene<T>;
  std::string name;
  std::function<Status(Scene&, std::span<std::uint32_t>)> attempt;
  std::function<void(Scene&, std::span<std::uint32_t>)> call;
  std::uint64_t SceneRevisions::*kind = nullptr;  ///< what an accepted change counts; null: nothing, or all
};

// The two forms of a change, written once. The second form returns what the first writes to `out[0]`.
#define SATCHEL_RETURNING(NAME, ...)                                                                  \
  [=](BasicScene<T>& scene, Out out) { return scene.try_##NAME(__VA_ARGS__ __VA_OPT__(, ) out[0]); }, \
      [=](BasicScene<T>& scene, Out out) { out[0] = scene.NAME(__VA_ARGS__); }
#define SATCHEL_PLAIN(NAME, ...)                                                                 \
  [=](BasicScene<T>& scene, [[maybe_unused]] Out out) { return scene.try_##NAME(__VA_ARGS__); }, \
      [=](BasicScene<T>& scene, [[maybe_unused]] Out out) { scene.NAME(__VA_ARGS__); }
using Out = std::span<std::uint32_t>;

template <class T>
std::vector<Change<T>> accepted_changes() {
  using V = std::vector<BasicVec2<T>>;
  const V square{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, two{{0, 0}, {1, 0}, {0, 1}, {0, 0}, {2, 0}, {2, 2}, {0, 2}};
  const std::vector<std::uint32_t> starts{0, 3, 7};
  const std::vector<T> radii{T(.5), 0};
  const std::vector<ShapeId> parts{0, 1}, shapes{3, 0, 2};
  const std::vector<std::uint8_t> inner{1, 0, 0, 0, 0, 1, 0};
  const std::vector<Pose> poses{Pose::at(1, 2, 3), {}, Pose::at(-4, 5, 6)}, six(6, Pose::at(3, 3, 3));
  const std::vector<BodyId> bodies{5, 0, 5};
  const BasicVec2<T> p{0, 0}, q{3, 1};
  const auto shape = &SceneRevisions::shapes, body = &SceneRevisions::bodies, pose = &SceneRevisions::poses;
  return {
      {"add_polygon", SATCHEL_RETURNING(add_polygon, square, T(.125)), shape},
      {"add_box", SATCHEL_RETURNING(add_box, 2, 3, T(.125)), shape},
      {"add_circle", SATCHEL_RETURNING(add_circle, q, 2), shape},
      {"add_capsule", SATCHEL_RETURNING(add_capsule, p, q, 2), shape},
      {"add_segment", SATCHEL_RETURNING(add_segment, p, q), shape},
      {"add_polygons", SATCHEL_PLAIN(add_polygons, two, starts, out.first(2)), shape},
      {"add_polygons with radii", SATCHEL_PLAIN(add_polygons, two, starts, out.first(2), radii), shape},
      {"add_compound", SATCHEL_RETURNING(add_compound, parts, inner), shape},
      {"add_body", SATCHEL_RETURNING(add_body, 3, poses[0]), body},
      {"add_bodies", SATCHEL_PLAIN(add_bodies, shapes, poses, out.first(3)), body},
      {"remove_body", SATCHEL_PLAIN(remove_body, 3), body},
      {"set_shape", SATCHEL_PLAIN(set_shape, 3, 0), body},
      {"set_pose", SATCHEL_PLAIN(set_pose, 3, poses[0]), pose},
      {"set_poses of all", SATCHEL_PLAIN(set_poses, six), pose},
      {"set_poses of some", SATCHEL_PLAIN(set_poses, bodies, poses), pose},
  };
}

/// Calls that change nothing and are not refused.
template <class T>
std::vector<Change<T>> idle_changes() {
  const std::vector<std::uint32_t> start{0};
  const SceneCapacity capacity{.shapes = 100, .bodies = 500, .vertices_per_shape = 8};
  return {
      {"add_polygons of none", SATCHEL_PLAIN(add_polygons, {}, start, {})},
      {"add_bodies of none", SATCHEL_PLAIN(add_bodies, {}, {}, {})},
      {"set_poses of none", SATCHEL_PLAIN(set_poses, std::span<const BodyId>(), {})},
      {"reserve", SATCHEL_PLAIN(reserve, capacity)},
      {"reserve nothing", SATCHEL_PLAIN(reserve, SceneCapacity{})},
  };
}

template <class T>
struct Refused : Change<T> {
  ErrorCode code;
  std::size_t index;
};

template <class T>
std::vector<Refused<T>> refused_changes() {
  using V = std::vector<BasicVec2<T>>;
  using Code = ErrorCode;
  const T nan = std::numeric_limits<T>::quiet_NaN();
  const V clockwise{{0, 0}, {0, 1}, {1, 1}, {1, 0}}, with_nan{{0, 0}, {1, 0}, {1, nan}, {0, 1}};
  const V square{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, two{{0, 0}, {1, 0}, {0, 1}, {0, 0}, {0, 1}, {1, 1}};
  const std::vector<std::uint32_t> one{0, 4}, of_two{0, 3, 6}, falling{0, 3, 2}, late{1, 4};
  const std::vector<T> bad_radii{-1}, three_radii(3);
  const std::vector<ShapeId> nested{0, 3}, missing{0, 9}, parts{0, 1}, none, shapes{0, 1, 9}, good{0, 1, 2};
  const std::vector<std::uint8_t> few(3);
  const Pose bad{0, 0, {1, 1}}, fine;
  std::vector<Pose> poses(3), six(6);
  poses[1] = six[4] = bad;
  const std::vector<Pose> fine_poses(3);
  const std::vector<BodyId> bodies{0, 1, 3}, removed{0, 2, 1}, beyond{0, 1, 6};
  const BasicVec2<T> p{1, 2}, far{std::numeric_limits<T>::infinity(), 0};
  const SceneCapacity shapes_beyond{.shapes = ~std::size_t{0}}, bodies_beyond{.bodies = std::size_t{1} << 40};
  return {
      {{"add_polygon, clockwise", SATCHEL_RETURNING(add_polygon, clockwise, 0)}, Code::clockwise, 0},
      {{"add_polygon, NaN", SATCHEL_RETURNING(add_polygon, with_nan, 0)}, Code::not_finite, 2},
      {{"add_polygon, radius", SATCHEL_RETURNING(add_polygon, square, -1)}, Code::bad_radius, 0},
      {{"add_polygon, no vertex", SATCHEL_RETURNING(add_polygon, {}, 0)}, Code::too_few_vertices, 0},
      {{"add_box, 0", SATCHEL_RETURNING(add_box, 0, 1, 0)}, Code::out_of_range, 0},
      {{"add_box, NaN", SATCHEL_RETURNING(add_box, 1, nan, 0)}, Code::not_finite, 0},
      {{"add_box, radius", SATCHEL_RETURNING(add_box, 1, 1, nan)}, Code::bad_radius, 0},
      {{"add_circle, radius", SATCHEL_RETURNING(add_circle, p, -2)}, Code::bad_radius, 0},
      {{"add_circle, centre", SATCHEL_RETURNING(add_circle, far, 1)}, Code::not_finite, 0},
      {{"add_capsule", SATCHEL_RETURNING(add_capsule, p, p, 1)}, Code::equal_ends, 1},
      {{"add_segment", SATCHEL_RETURNING(add_segment, p, p)}, Code::equal_ends, 1},
      {{"add_polygons, the second", SATCHEL_PLAIN(add_polygons, two, of_two, out.first(2))}, Code::clockwise, 1},
      {{"add_polygons, starts fall", SATCHEL_PLAIN(add_polygons, two, falling, out.first(2))}, Code::bad_starts, 2},
      {{"add_polygons, start late", SATCHEL_PLAIN(add_polygons, square, late, out.first(1))}, Code::bad_starts, 0},
      {{"add_polygons, no start", SATCHEL_PLAIN(add_polygons, square, {}, out.first(1))}, Code::size_mismatch, 0},
      {{"add_polygons, radius", SATCHEL_PLAIN(add_polygons, square, one, out.first(1), bad_radii)},
       Code::bad_radius,
       0},
      {{"add_polygons, radii", SATCHEL_PLAIN(add_polygons, square, one, out.first(1), three_radii)},
       Code::size_mismatch,
       0},
      {{"add_compound, none", SATCHEL_RETURNING(add_compound, none, {})}, Code::no_parts, 0},
      {{"add_compound, nested", SATCHEL_RETURNING(add_compound, nested, {})}, Code::nested_compound, 1},
      {{"add_compound, missing", SATCHEL_RETURNING(add_compound, missing, {})}, Code::bad_shape, 1},
      {{"add_compound, flags", SATCHEL_RETURNING(add_compound, parts, few)}, Code::size_mismatch, 0},
      {{"add_body, shape", SATCHEL_RETURNING(add_body, 5, fine)}, Code::bad_shape, 0},
      {{"add_body, pose", SATCHEL_RETURNING(add_body, 0, bad)}, Code::bad_rotation, 0},
      {{"add_bodies, shape", SATCHEL_PLAIN(add_bodies, shapes, fine_poses, out.first(3))}, Code::bad_shape, 2},
      {{"add_bodies, pose", SATCHEL_PLAIN(add_bodies, good, poses, out.first(3))}, Code::bad_rotation, 1},
      {{"add_bodies, out", SATCHEL_PLAIN(add_bodies, good, fine_poses, out.first(2))}, Code::size_mismatch, 0},
      {{"remove_body, removed", SATCHEL_PLAIN(remove_body, 2)}, Code::removed_body, 2},
      {{"remove_body, beyond", SATCHEL_PLAIN(remove_body, 6)}, Code::bad_body, 6},
      {{"set_shape, body", SATCHEL_PLAIN(set_shape, 2, 0)}, Code::removed_body, 2},
      {{"set_shape, shape", SATCHEL_PLAIN(set_shape, 1, 5)}, Code::bad_shape, 1},
      {{"set_pose, body", SATCHEL_PLAIN(set_pose, 6, fine)}, Code::bad_body, 6},
      {{"set_pose, pose", SATCHEL_PLAIN(set_pose, 4, bad)}, Code::bad_rotation, 4},
      {{"set_poses of all, pose", SATCHEL_PLAIN(set_poses, six)}, Code::bad_rotation, 4},
      {{"set_poses of all, size", SATCHEL_PLAIN(set_poses, fine_poses)}, Code::size_mismatch, 0},
      {{"set_poses of some, pose", SATCHEL_PLAIN(set_poses, bodies, poses)}, Code::bad_rotation, 1},
      {{"set_poses of some, removed", SATCHEL_PLAIN(set_poses, removed, fine_poses)}, Code::removed_body, 1},
      {{"set_poses of some, beyond", SATCHEL_PLAIN(set_poses, beyond, fine_poses)}, Code::bad_body, 2},
      {{"set_poses of some, size", SATCHEL_PLAIN(set_poses, bodies, six)}, Code::size_mismatch, 0},
      {{"reserve, shapes", SATCHEL_PLAIN(reserve, shapes_beyond)}, Code::too_many, 0},
      {{"reserve, bodies", SATCHEL_PLAIN(reserve, bodies_beyond)}, Code::too_many, 0},
  };
}

template <class T>
class SceneChanges : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(SceneChanges, Scalars);

TYPED_TEST(SceneChanges, have_two_forms_that_do_the_same) {
  const BasicScene<TypeParam> before = small_scene<TypeParam>();
  for (const Change<TypeParam>& change : accepted_changes<TypeParam>()) {
    SCOPED_TRACE(change.name);
    BasicScene<TypeParam> tried = before, called = before;
    Outputs of_tried(3, unset), of_called(3, unset);
    EXPECT_TRUE(change.attempt(tried, of_tried).ok());
    EXPECT_NO_THROW(change.call(called, of_called));
    EXPECT_EQ(contents_of(tried), contents_of(called));
    EXPECT_NE(contents_of(tried), contents_of(before));
    EXPECT_EQ(of_tried, of_called);
  }
}

TYPED_TEST(SceneChanges, are_counted_once_by_their_kind) {
  const BasicScene<TypeParam> before = small_scene<TypeParam>();
  const SceneRevisions old = before.revisions();
  for (const Change<TypeParam>& change : accepted_changes<TypeParam>()) {
    SCOPED_TRACE(change.name);
    BasicScene<TypeParam> scene = before;
    const std::uint64_t identity = scene.identity();
    Outputs out(3);
    ASSERT_TRUE(change.attempt(scene, out).ok());
    SceneRevisions expected = old;
    ++expected.all;
    ++(expected.*change.kind);
    EXPECT_EQ(scene.revisions(), expected);
    EXPECT_EQ(scene.revision(), expected.all);
    EXPECT_EQ(scene.identity(), identity);
  }
  for (const Change<TypeParam>& change : idle_changes<TypeParam>()) {
    SCOPED_TRACE(change.name);
    BasicScene<TypeParam> scene = before;
    const std::uint64_t state = state_of(scene);
    Outputs out(3, unset);
    EXPECT_TRUE(change.attempt(scene, out).ok());
    EXPECT_NO_THROW(change.call(scene, out));
    EXPECT_EQ(state_of(scene), state);
    EXPECT_EQ(out, Outputs(3, unset));
  }
}

TYPED_TEST(SceneChanges, that_are_refused_leave_everything_as_it_was) {
  BasicScene<TypeParam> scene = small_scene<TypeParam>();
  const std::uint64_t before = state_of(scene);
  for (const Refused<TypeParam>& change : refused_changes<TypeParam>()) {
    SCOPED_TRACE(change.name);
    Outputs out(3, unset);
    const Status status = change.attempt(scene, out);
    EXPECT_EQ(status.code, change.code) << message(status);
    EXPECT_EQ(status.index, change.index) << message(status);
    EXPECT_NE(message(status), message(status.code)) << "the message names no item";
    ASSERT_EQ(state_of(scene), before);
    try {
      change.call(scene, out);
      ADD_FAILURE() << "not refused";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), status.code);
      EXPECT_EQ(error.index(), status.index);
      EXPECT_EQ(error.what(), message(status));
    }
    ASSERT_EQ(state_of(scene), before);
    EXPECT_EQ(out, Outputs(3, unset));
  }
}

TYPED_TEST(SceneChanges, may_be_the_first_of_a_scene) {
  for (const Refused<TypeParam>& change : refused_changes<TypeParam>()) {
    SCOPED_TRACE(change.name);
    BasicScene<TypeParam> scene;
    const std::uint64_t before = state_of(scene);
    Outputs out(3, unset);
    EXPECT_FALSE(change.attempt(scene, out).ok());  // not always for the same reason
    EXPECT_EQ(state_of(scene), before);
  }
  BasicScene<TypeParam> scene;
  EXPECT_EQ(scene.add_body(scene.add_box(1, 1)), 0u);
  EXPECT_EQ(scene.revisions(), (SceneRevisions{.all = 2, .shapes = 1, .bodies = 1}));
}

TYPED_TEST(SceneChanges, by_clear_begin_anew_but_for_generations) {
  BasicScene<TypeParam> scene = small_scene<TypeParam>();
  SceneRevisions expected = scene.revisions();
  const std::uint64_t identity = scene.identity();
  scene.clear();
  ++expected.all, ++expected.shapes, ++expected.bodies, ++expected.poses;
  EXPECT_EQ(scene.revisions(), expected);
  scene.clear();  // of nothing
  EXPECT_EQ(scene.revisions(), expected);
  EXPECT_EQ(scene.identity(), identity);
  scene.add_box(1, 1);
  EXPECT_EQ(scene.add_body(0), 0u);
  EXPECT_EQ(scene.generation(0), 1u);
}

TYPED_TEST(SceneChanges, by_radii_round_each_polygon_of_many) {
  using V = std::vector<BasicVec2<TypeParam>>;
  const V vertices{{0, 0}, {1, 0}, {0, 1}, {0, 0}, {2, 0}, {2, 2}, {0, 2}};
  BasicScene<TypeParam> many, single;
  std::vector<ShapeId> ids(2);
  many.add_polygons(vertices, std::vector<std::uint32_t>{0, 3, 7}, ids, std::vector<TypeParam>{TypeParam(.5), 0});
  single.add_polygon(std::span(vertices).first(3), TypeParam(.5));
  single.add_polygon(std::span(vertices).subspan(3));
  for (BasicScene<TypeParam>* scene : {&many, &single}) {
    for (const ShapeId shape : {0u, 1u}) scene->add_body(shape, Pose::at(2.25 * shape, 0, .5));
  }
  EXPECT_EQ(contents_of(many), contents_of(single));
  EXPECT_EQ(many.radius(0), TypeParam(.5));
  EXPECT_EQ(many.radius(1), TypeParam(0));
}

TYPED_TEST(SceneChanges, of_copies_and_moves) {
  BasicScene<TypeParam> scene = small_scene<TypeParam>();
  const std::uint64_t contents = contents_of(scene), identity = scene.identity();
  const SceneRevisions revisions = scene.revisions();

  BasicScene<TypeParam> copy = scene;
  EXPECT_EQ(contents_of(copy), contents);
  EXPECT_EQ(copy.revisions(), revisions);
  EXPECT_NE(copy.identity(), identity);

  BasicScene<TypeParam> moved = std::move(scene);
  EXPECT_EQ(contents_of(moved), contents);
  EXPECT_EQ(moved.revisions(), revisions);
  EXPECT_EQ(moved.identity(), identity);
  EXPECT_NE(scene.identity(), identity);  // NOLINT(bugprone-use-after-move): it is an empty scene
  EXPECT_EQ(scene.revision(), 0u);
  EXPECT_EQ(scene.shape_count() + scene.body_slots() + scene.memory_bytes(), 0u);
  EXPECT_EQ(contents_of(scene), contents_of(BasicScene<TypeParam>()));
  EXPECT_EQ(scene.add_circle({0, 0}, 1), 0u);

  // An assignment keeps the identity and is a change, whatever the revision of the other scene.
  for (const bool by_move : {false, true}) {
    BasicScene<TypeParam> source = moved, target;
    target.add_box(1, 1);
    const std::uint64_t of_target = target.identity(), of_source = source.identity();
    const SceneRevisions old = target.revisions();
    if (by_move) {
      target = std::move(source);
      EXPECT_EQ(source.shape_count(), 0u);
      EXPECT_NE(source.identity(), of_source);
    } else {
      EXPECT_TRUE(target.try_assign(source).ok());
      EXPECT_EQ(source.identity(), of_source);
    }
    EXPECT_EQ(contents_of(target), contents);
    EXPECT_EQ(target.identity(), of_target);
    EXPECT_EQ(target.revisions(), (SceneRevisions{old.all + 1, old.shapes + 1, old.bodies + 1, old.poses + 1}));
  }
  const std::uint64_t state = state_of(moved);
  EXPECT_TRUE(moved.try_assign(moved).ok());
  EXPECT_EQ(state_of(moved), state);
  EXPECT_TRUE(moved.try_assign(BasicScene<TypeParam>()).ok());
  EXPECT_EQ(moved.shape_count(), 0u);
}

TEST(SceneIdentity, is_never_given_twice) {
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 100; ++i) {
    const Scene scene, copy = scene;
    const Scened other;
    EXPECT_TRUE(seen.insert(scene.identity()).second);
    EXPECT_TRUE(seen.insert(copy.identity()).second);
    EXPECT_TRUE(seen.insert(other.identity()).second);
  }
}

/// Index and generation name one body for the life of a scene; the model counts how often each index was given.
TEST(SceneGenerations, count_the_bodies_of_each_index_through_random_histories) {
  for (const std::uint64_t seed : {1u, 2u, 3u, 4u}) {
    Random random(7000 + seed);
    Scene scene;
    std::vector<std::uint32_t> given;                       // by index: bodies that had it
    std::set<std::pair<BodyId, std::uint32_t>> all;         // every name ever given
    std::vector<std::pair<BodyId, std::uint32_t>> present;  // the names of present bodies
    const auto is_named = [&](BodyId body) {
      if (body >= given.size()) given.resize(body + 1);
      ASSERT_EQ(scene.generation(body), given[body]++);
      ASSERT_TRUE(all.insert({body, scene.generation(body)}).second);
      present.emplace_back(body, scene.generation(body));
    };
    const auto fill = [&] {
      scene.add_box(1, 1);
      scene.add_compound(std::vector<ShapeId>{0});
    };
    fill();
    for (int step = 0; step < 2000; ++step) {
      const int what = random.integer(0, 99);
      if (what < 40 || present.empty()) {
        is_named(scene.add_body(static_cast<ShapeId>(random.below(2))));
      } else if (what < 50) {
        const auto count = static_cast<std::size_t>(random.integer(1, 9));
        std::vector<BodyId> out(count);
        scene.add_bodies(std::vector<ShapeId>(count), std::vector<Pose>(count), out);
        for (const BodyId body : out) is_named(body);
      } else if (what < 90) {
        const std::size_t k = random.below(present.size());
        const auto [body, generation] = present[k];
        scene.remove_body(body);
        present.erase(present.begin() + static_cast<std::ptrdiff_t>(k));
        ASSERT_EQ(scene.generation(body), generation);  // until the index is reused
      } else if (what < 93) {
        const Scene copy = scene;
        scene = copy;
      } else if (what < 96) {
        Scene other = std::move(scene);
        scene = std::move(other);
      } else if (what < 97) {
        scene.clear();
        present.clear();
        fill();
      } else {
        scene.set_shape(present[0].first, 1);
        scene.set_pose(present[0].first, Pose::at(1, 1, 1));
      }
      for (const auto& [body, generation] : present) {
        ASSERT_TRUE(scene.has_body(body) && scene.generation(body) == generation);
      }
    }
    EXPECT_THROW((void)scene.generation(static_cast<BodyId>(scene.body_slots())), Error);
    EXPECT_GT(all.size(), 3 * given.size());
  }
}

}  // namespace
}  // namespace satchel::test
