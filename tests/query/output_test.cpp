// Calls that make lists fill a vector, the caller's memory, or memory that a function of the caller gives.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <new>
#include <satchel/satchel.hpp>
#include <string>
#include <vector>

#include "support/boxes.hpp"
#include "support/exact_alloc.hpp"
#include "support/generators.hpp"

namespace satchel::test {
namespace {

template <class Item>
using Find = std::function<Status(Output<Item>)>;

/// That the list stands in room of its size and of any larger, and that less room is refused with what is needed.
template <class Item>
void check(const Find<Item>& find) {
  std::vector<Item> expected(3);  // what is there is replaced
  ASSERT_TRUE(find(expected).ok());
  const std::size_t size = expected.size();
  ASSERT_GT(size, 8u) << "too few to tell anything";

  for (const std::size_t more : {0u, 1u, 1000u}) {
    const ExactBuffer<Item> room(size + more);
    std::size_t count = 77;
    ASSERT_TRUE(find({room.span(), count}).ok());
    ASSERT_EQ(count, size);
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), room.span().begin()));
  }
  for (const std::size_t length : {std::size_t{0}, std::size_t{1}, size / 2, size - 1}) {
    const ExactBuffer<Item> room(length);
    std::size_t count = 77;
    const Status status = find({room.span(), count});
    EXPECT_EQ(status.code, ErrorCode::no_room);
    EXPECT_EQ(status.numbers[0], size);
    EXPECT_EQ(status.numbers[1], length);
    EXPECT_EQ(count, size);
    EXPECT_EQ(message(status), std::to_string(size) + " elements found, room for " + std::to_string(length) +
                                   ": more elements were found than there is room for; give room for as many");
  }

  // A function of the caller.
  std::vector<Item> given;
  const auto resize = [](void* context, std::size_t length, std::size_t kept) -> Item* {
    auto& items = *static_cast<std::vector<Item>*>(context);
    EXPECT_LE(kept, length);
    EXPECT_LE(kept, items.size());
    std::vector<Item> moved(length);  // elsewhere each time
    std::copy_n(items.begin(), kept, moved.begin());
    items.swap(moved);
    return items.data();
  };
  ASSERT_TRUE(find(Output<Item>(&given, resize)).ok());
  EXPECT_EQ(given, expected);
  const auto refuse = [](void*, std::size_t, std::size_t) -> Item* { return nullptr; };
  EXPECT_EQ(find(Output<Item>(nullptr, refuse)).code, ErrorCode::no_room);
  const auto lacks_memory = [](void*, std::size_t, std::size_t) -> Item* { throw std::bad_alloc(); };
  EXPECT_EQ(find(Output<Item>(nullptr, lacks_memory)).code, ErrorCode::no_memory);
}

class Outputs : public testing::Test {
 protected:
  Random random_{950};
  Scene a_ = crowded(all_crowds()[0], 6000, random_), b_ = crowded(all_crowds()[0], 500, random_);
};

TEST_F(Outputs, of_find_pairs) {
  check<Pair>([&](Output<Pair> pairs) { return try_find_pairs(a_, pairs); });
  check<Pair>([&](Output<Pair> pairs) { return try_find_pairs(a_, b_, pairs); });
  BroadPhase broad_phase;
  check<Pair>([&](Output<Pair> pairs) { return broad_phase.try_find_pairs(a_, pairs); });
}

TEST_F(Outputs, of_find_hits) {
  std::vector<Pair> pairs = found_pairs(a_);
  for (int k = 0; k < 4; ++k) pairs.insert(pairs.end(), pairs.begin(), pairs.end());  // several waves of chunks
  for (const unsigned threads : {1u, 2u, 0u}) {
    check<Hit>([&](Output<Hit> hits) { return try_find_hits(a_, pairs, hits, {.max_threads = threads}); });
  }
  Scened scene;
  const ShapeId box = scene.add_box(1, 1);
  for (int i = 0; i < 10; ++i) scene.add_body(box, Pose::at(i, 0, 0));
  std::vector<Pair> neighbours;
  find_pairs(scene, neighbours);
  check<Hitd>([&](Output<Hitd> hits) { return try_find_hits(scene, neighbours, hits); });
  check<Hitd>([&](Output<Hitd> hits) { return try_find_hits(scene, scene, neighbours, hits); });
}

TEST_F(Outputs, of_bodies_at_points_and_in_boxes) {
  std::vector<Vec2d> points;
  std::vector<Box> boxes;
  for (BodyId body = 0; body < 100; ++body) {
    const Pose pose = a_.pose(body);
    points.push_back({pose.x, pose.y});
    boxes.push_back({pose.x, pose.y, pose.x + 1, pose.y + 1});
  }
  check<FoundBody>([&](Output<FoundBody> found) { return try_bodies_at_points(a_, points, found); });
  check<FoundBody>([&](Output<FoundBody> found) { return try_bodies_in_boxes(a_, boxes, found); });
}

TEST_F(Outputs, of_an_index) {
  const Index index(b_);
  const ShapeId shape = b_.shape(0);
  const std::span<const ShapeId> one(&shape, 1);
  std::vector<Vec2d> points;
  std::vector<Box> boxes;
  std::vector<Pose> poses;
  std::vector<Ray> rays;
  for (BodyId body = 0; body < 100; ++body) {
    const Pose pose = b_.pose(body);
    poses.push_back(pose);
    points.push_back({pose.x, pose.y});
    boxes.push_back({pose.x, pose.y, pose.x + 1, pose.y + 1});
    rays.push_back({points.back(), {1, 0.5}, 5});
  }
  const std::vector<Motion> motions(poses.size(), Motion{1, 0.5, 0.1});
  const Periods periods{40, 40};
  const Trajectories movers{one, poses, 20};
  check<FoundBody>([&](auto out) { return index.try_bodies_at_points(b_, points, out); });
  check<FoundBody>([&](auto out) { return index.try_bodies_in_boxes(b_, boxes, out); });
  check<FoundRayHit>([&](auto out) { return index.try_all_ray_hits(b_, rays, out); });
  check<BodyAtPose>([&](auto out) { return index.try_bodies_at_poses(b_, one, poses, out); });
  check<FoundImage>([&](auto out) { return index.try_bodies_at_poses(b_, periods, one, poses, out); });
  check<FoundShapeHit>([&](auto out) { return index.try_all_shape_hits(b_, one, poses, motions, out); });
  check<NearBody>([&](auto out) { return index.try_nearest_bodies(b_, one, poses, 3, 5.0, out); });
  check<NearBody>([&](auto out) { return index.try_nearest_to_points(b_, points, 3, 5.0, out); });
  check<TrajectoryHit>([&](auto out) { return index.try_trajectory_hits(b_, movers, {}, out); });
  check<TrajectoryHit>([&](auto out) { return try_trajectory_hits(b_, movers, {}, out); });
}

TEST_F(Outputs, of_areas_and_manifolds) {
  const std::vector<Pair> pairs = found_pairs(b_);
  const std::vector<float> scores(b_.body_slots(), 0.5f);
  std::vector<IntersectionPiece> pieces;
  std::vector<Vec2> vertices;
  check<IntersectionPiece>([&](auto out) { return try_intersections(b_, pairs, out, vertices); });
  check<Vec2>([&](auto out) { return try_intersections(b_, pairs, pieces, out); });
  check<BodyId>([&](auto out) { return try_nms(b_, std::span(scores), 0.25f, out); });
  check<PartManifold>([&](auto out) { return try_part_manifolds(b_, pairs, out); });
}

TEST_F(Outputs, of_convex_hull) {
  std::vector<Vec2> points;
  std::vector<Vec2d> doubles;
  for (int i = 0; i < 40; ++i) {  // on a parabola, so each is a vertex
    points.push_back({static_cast<float>(i), static_cast<float>(i * i)});
    doubles.push_back({static_cast<double>(i), static_cast<double>(i * i)});
  }
  check<Vec2>([&](Output<Vec2> hull) { return try_convex_hull(points, hull); });
  check<Vec2d>([&](Output<Vec2d> hull) { return try_convex_hull(doubles, hull); });
}

TEST_F(Outputs, of_image_pairs_and_their_hits) {
  const Periods periods{40, 40};
  std::vector<ImagePair> pairs;
  find_pairs(a_, periods, pairs);
  check<ImageHit>([&](Output<ImageHit> hits) { return try_find_hits(a_, periods, pairs, hits); });
  check<ImagePair>([&](Output<ImagePair> out) { return try_find_pairs(b_, periods, out); });
  check<ImagePair>([&](Output<ImagePair> out) { return try_find_pairs(b_, b_, periods, out); });
  const Scene few = crowded(all_crowds()[0], 30, random_);
  check<ImagePair>([&](Output<ImagePair> out) { return try_find_pairs(few, {3, 0.5}, out); });  // many images of each
}

TEST_F(Outputs, of_nothing_need_no_room) {
  std::size_t count = 77;
  EXPECT_TRUE(try_find_pairs(Scene(), {std::span<Pair>(), count}).ok());
  EXPECT_EQ(count, 0u);
  count = 77;
  EXPECT_TRUE(try_find_hits(a_, {}, {std::span<Hit>(), count}).ok());
  EXPECT_EQ(count, 0u);
  count = 77;
  EXPECT_TRUE(try_bodies_at_points(a_, {}, {std::span<FoundBody>(), count}).ok());
  EXPECT_EQ(count, 0u);
  count = 77;
  EXPECT_TRUE(try_convex_hull(std::span<const Vec2>(), {std::span<Vec2>(), count}).ok());
  EXPECT_EQ(count, 0u);
}

TEST_F(Outputs, are_left_alone_by_input_that_is_refused) {
  const ExactBuffer<Hit> hits(4);
  const std::vector<Pair> pairs = {{0, 1}, {0, 6000}};
  std::size_t count = 77;
  EXPECT_EQ(try_find_hits(a_, pairs, {hits.span(), count}).code, ErrorCode::bad_body);
  EXPECT_EQ(count, 77u);
  EXPECT_TRUE(hits.untouched());
}

/// As it stands in the documentation.
TEST_F(Outputs, take_arrays) {
  const std::vector<Pair> pairs = found_pairs(b_);
  std::array<Hit, 2> room;
  std::size_t count = 0;
  const Status status = try_find_hits(b_, pairs, {room, count});
  std::vector<Hit> hits;
  find_hits(b_, pairs, hits);
  EXPECT_EQ(status.code, hits.size() > 2 ? ErrorCode::no_room : ErrorCode::ok);
  EXPECT_EQ(count, hits.size());
}

}  // namespace
}  // namespace satchel::test
