// A pair of scenes: one scene, where the body with the lower index is evaluated first, is not this scene twice, where the
// body of the first is. Two squares at one place show it: the lower edge of the one evaluated first decides, so the
// normal says which that was.
#include <gtest/gtest.h>

#include <array>
#include <satchel/satchel.hpp>
#include <string>
#include <type_traits>
#include <vector>

#include "support/isa_param.hpp"

namespace satchel::test {
namespace {

static_assert(std::is_trivially_copyable_v<ScenePair> && std::is_trivially_copyable_v<ScenePaird>);

template <class T>
struct Squares {
  BasicScene<T> scene;
  BasicScenePair<T> one{scene}, twice{scene, scene};

  /// Bodies 0 and 1 at one place, or body 1 beside it.
  explicit Squares(double x = 0) {
    const ShapeId square = scene.add_box(1, 1);
    scene.add_body(square);
    scene.add_body(square, Pose::at(x, 0, 0));
  }
  Squares(const Squares&) = delete;
};

/// What each question says of pair (1, 0), by its normal: which body was evaluated first.
template <class T>
void expect_first(BasicScenePair<T> scenes, BodyId first) {
  const std::array pairs{Pair{1, 0}};
  const T y = first == 1 ? T(-1) : T(1);  // from body 1, a, to b; the lower edge is that of the first
  const auto expect = [&](const Status& status, const auto& result, const char* name) {
    EXPECT_TRUE(status.ok()) << name << ": " << message(status);
    EXPECT_EQ(result.normal_x, T(0)) << name;
    EXPECT_EQ(result.normal_y, y) << name;
  };
  const auto expect_side = [&](const auto& result, const char* name) {
    EXPECT_EQ(side(result), first == 1 ? Side::a : Side::b) << name;
  };
  std::array<BasicContact<T>, 1> contacts{};
  expect(try_collide(scenes, pairs, contacts), contacts[0], "collide");
  expect_side(contacts[0], "collide");
  std::array<PartPair, 1> parts{PartPair{9, 9}};
  contacts = {};
  expect(try_collide(scenes, pairs, contacts, parts), contacts[0], "collide with parts");
  EXPECT_EQ(parts[0], (PartPair{0, 0}));

  std::vector<BasicHit<T>> hits(3);
  const Status of_hits = try_find_hits(scenes, pairs, hits);
  ASSERT_EQ(hits.size(), 1u);
  expect(of_hits, hits[0].contact, "find_hits");

  std::array<BasicDistance<T>, 1> distances{};
  expect(try_distances(scenes, pairs, distances), distances[0], "distances");
  expect_side(distances[0], "distances");
  std::array<BasicManifold<T>, 1> manifolds{};
  expect(try_manifolds(scenes, pairs, manifolds), manifolds[0], "manifolds");
  expect_side(manifolds[0], "manifolds");
  std::vector<BasicPartManifold<T>> of_parts;
  const Status found = try_part_manifolds(scenes, pairs, of_parts);
  ASSERT_EQ(of_parts.size(), 1u);
  expect(found, of_parts[0].manifold, "part_manifolds");

  const std::array<Motion, 2> motions{};
  std::array<BasicImpact<T>, 1> impacts{};
  const std::span<const Motion> motions_b = scenes.is_one_scene() ? std::span<const Motion>() : motions;
  expect(try_sweep(scenes, motions, motions_b, pairs, impacts), impacts[0], "sweep");
}

/// Questions whose answers do not tell who was first.
template <class T>
void expect_one_place(BasicScenePair<T> scenes) {
  const std::array pairs{Pair{1, 0}};
  std::array<Verdict, 1> verdicts{};
  EXPECT_TRUE(try_classify(scenes, pairs, verdicts).ok());
  EXPECT_EQ(verdicts[0], Verdict::overlapping);
  std::array<Within, 1> within{};
  EXPECT_TRUE(try_within(scenes, pairs, within).ok());
  EXPECT_EQ(within[0], Within::touching);
  std::array<T, 1> areas{}, ious{};
  EXPECT_TRUE(try_overlap_areas(scenes, pairs, areas).ok());
  EXPECT_EQ(areas[0], T(4));
  EXPECT_TRUE(try_ious(scenes, pairs, ious).ok());
  EXPECT_EQ(ious[0], T(1));
  std::array<BasicOverlap<T>, 1> overlaps{};
  EXPECT_TRUE(try_overlap_measures(scenes, pairs, overlaps).ok());
  EXPECT_EQ(overlaps[0], (BasicOverlap<T>{4, 1, 1}));
}

/// The same of images: body 1 stands a period to the right, so that its image, or that of body 0, is at one place with
/// the other body.
template <class T>
void expect_first_of_images(BasicScenePair<T> scenes, BodyId first) {
  const Periods periods{10, 0};
  const std::array pairs{ImagePair{1, 0, 1, 0}};
  const T y = first == 1 ? T(-1) : T(1);
  std::array<BasicContact<T>, 1> contacts{};
  EXPECT_TRUE(try_collide(scenes, periods, pairs, contacts).ok());
  EXPECT_EQ(contacts[0].normal_y, y);
  std::array<Verdict, 1> verdicts{};
  EXPECT_TRUE(try_classify(scenes, periods, pairs, verdicts).ok());
  EXPECT_EQ(verdicts[0], Verdict::overlapping);
  std::array<BasicDistance<T>, 1> distances{};
  EXPECT_TRUE(try_distances(scenes, periods, pairs, distances).ok());
  EXPECT_EQ(distances[0].normal_y, y);
  std::array<BasicManifold<T>, 1> manifolds{};
  EXPECT_TRUE(try_manifolds(scenes, periods, pairs, manifolds).ok());
  EXPECT_EQ(manifolds[0].normal_y, y);
  std::vector<BasicImageHit<T>> hits;
  EXPECT_TRUE(try_find_hits(scenes, periods, pairs, hits).ok());
  ASSERT_EQ(hits.size(), 1u);
  EXPECT_EQ(hits[0].contact.normal_y, y);
}

class ScenePairOnIsa : public OnEveryIsa {};

TEST_P(ScenePairOnIsa, one_scene_evaluates_the_lower_index_first_and_two_the_first_scene) {
  const Squares<float> squares;
  expect_first(squares.one, 0);
  expect_first(squares.twice, 1);
  const Squares<double> in_doubles;
  expect_first(in_doubles.one, 0);
  expect_first(in_doubles.twice, 1);
}

TEST_P(ScenePairOnIsa, other_questions_take_both) {
  const Squares<float> squares;
  expect_one_place(squares.one);
  expect_one_place(squares.twice);
  const Squares<double> in_doubles;
  expect_one_place(in_doubles.one);
  expect_one_place(in_doubles.twice);
}

TEST_P(ScenePairOnIsa, images_are_evaluated_in_the_same_order) {
  const Squares<float> squares(10);
  expect_first_of_images(squares.one, 0);
  expect_first_of_images(squares.twice, 1);
  const Squares<double> in_doubles(10);
  expect_first_of_images(in_doubles.one, 0);
  expect_first_of_images(in_doubles.twice, 1);
}

TEST_P(ScenePairOnIsa, the_broad_phase_lists_pairs_of_one_scene_once) {
  const Squares<double> squares;
  const std::vector<Pair> once{{0, 1}}, all{{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  const std::vector<ImagePair> images_once{{0, 1, 0, 0}},
      all_images{{0, 0, 0, 0}, {0, 1, 0, 0}, {1, 0, 0, 0}, {1, 1, 0, 0}};
  BroadPhase broad_phase;
  for (const bool kept : {false, true}) {
    const auto find = [&](BasicScenePair<double> scenes, auto&... to) {
      EXPECT_TRUE((kept ? broad_phase.try_find_pairs(scenes, to...) : try_find_pairs(scenes, to...)).ok());
    };
    std::vector<Pair> pairs;
    find(squares.one, pairs);
    EXPECT_EQ(pairs, once);
    find(squares.twice, pairs);
    EXPECT_EQ(pairs, all);
    const Periods periods{10, 0};
    std::vector<ImagePair> images;
    find(squares.one, periods, images);
    EXPECT_EQ(images, images_once);
    find(squares.twice, periods, images);
    EXPECT_EQ(images, all_images);
  }
}

TEST(ScenePair, refers_to_the_scenes_as_they_are) {
  Squares<float> squares;
  const ScenePair scenes = squares.one;
  squares.scene.set_pose(1, Pose::at(5, 0, 0));
  const std::array pairs{Pair{0, 1}};
  std::array<Contact, 1> contacts{};
  throw_unless_ok(try_collide(scenes, pairs, contacts));
  EXPECT_EQ(contacts[0].separation, 3);
  EXPECT_EQ(&scenes.a(), &squares.scene);
  EXPECT_EQ(&scenes.b(), &squares.scene);
  const std::array wrong{Pair{0, 7}};
  EXPECT_THROW(throw_unless_ok(try_collide(scenes, wrong, contacts)), Error);
}

TEST(ScenePair, motions_of_a_second_scene_are_refused_where_there_is_one) {
  const Squares<float> squares;
  const std::array pairs{Pair{0, 1}};
  const std::array<Motion, 2> motions{};
  const Impact before{9, 9, 9, 9, 9, 9};
  std::array impacts{before};
  const Status status = try_sweep(squares.one, motions, motions, pairs, impacts);
  EXPECT_EQ(status.code, ErrorCode::size_mismatch);
  EXPECT_EQ(status.argument, Argument::motions_b);
  EXPECT_EQ(message(status).substr(0, 39), "motions_b: 0 elements expected, 2 given");
  EXPECT_EQ(impacts[0], before);
}

SATCHEL_ON_EVERY_ISA(ScenePairOnIsa);

}  // namespace
}  // namespace satchel::test
