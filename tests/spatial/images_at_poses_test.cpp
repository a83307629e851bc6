// The images of bodies that shapes at poses touch, in periodic worlds: those that bodies made there say, on every
// instruction set.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <satchel/satchel.hpp>

#include "support/expect_error.hpp"
#include "support/images.hpp"
#include "support/isa_param.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

struct AtPoses {
  std::vector<ShapeId> shapes;
  std::vector<Pose> poses;
};

/// By the definition: bodies of the queries, and real bodies at all images up to `most` periods away.
template <class T>
std::vector<FoundImage> by_real_bodies(const BasicScene<T>& scene, const Periods& periods, const AtPoses& queries,
                                       int most) {
  BasicScene<T> asked = scene;
  std::vector<BodyId> ids(queries.poses.size());
  asked.add_bodies(queries.shapes, queries.poses, ids);
  std::vector<FoundImage> found;
  const int most_x = periods.x > 0 ? most : 0, most_y = periods.y > 0 ? most : 0;
  for (int x = -most_x; x <= most_x; ++x) {
    for (int y = -most_y; y <= most_y; ++y) {
      BasicScene<T> moved = scene;
      std::vector<Pair> pairs;
      for (BodyId body = 0; body < scene.body_slots(); ++body) {
        if (!scene.has_body(body)) continue;
        moved.set_pose(body, pose_at_image(scene, body, periods, x, y));
        for (const BodyId id : ids) pairs.push_back({id, body});
      }
      std::vector<Verdict> verdicts(pairs.size());
      classify(asked, moved, pairs, verdicts);
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (verdicts[i] == Verdict::disjoint) continue;
        const auto query = static_cast<std::uint32_t>(std::find(ids.begin(), ids.end(), pairs[i].a) - ids.begin());
        found.push_back({query, pairs[i].b, x, y, verdicts[i]});
      }
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

template <class T>
std::vector<FoundImage> images(const BasicIndex<T>& index, const BasicScene<T>& scene, const Periods& periods,
                               const AtPoses& queries, const QueryOptions& options = {}) {
  std::vector<FoundImage> found;
  index.bodies_at_poses(scene, periods, queries.shapes, queries.poses, found, options);
  return found;
}

template <class T>
AtPoses some_queries(const BasicScene<T>& scene, Random& random, const Periods& periods, std::size_t count) {
  AtPoses queries;
  for (std::size_t i = 0; i < count; ++i) {
    queries.shapes.push_back(static_cast<ShapeId>(random.below(scene.shape_count())));
    const auto place = [&](double period) {
      const double width = period > 0 ? period : 5;
      return random.uniform(0, width) + (random.chance(0.2) ? random.integer(-3, 3) * width : 0);
    };
    const double x = place(periods.x), y = place(periods.y);
    queries.poses.push_back(Pose::at(x, y, random.chance(0.3) ? 0 : random.uniform(-4, 4)));
  }
  return queries;
}

class ImagesAtPosesOnIsa : public OnEveryIsa {};

template <class T>
void compare_with_real_bodies(std::uint64_t seed, std::size_t rounds) {
  Random random(seed);
  std::size_t count = 0, several = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    const Periods periods = random.pick<Periods>({{3, 3}, {7, 2.5}, {0, 4}, {6.1, 0}, {1.0 / 3, 50}, {0, 0}});
    const double size =
        std::min(periods.x > 0 ? periods.x : 9, periods.y > 0 ? periods.y : 9) * random.pick({0.1, 0.4, 1.2});
    BasicScene<T> scene = scattered_world<T>(random, random.pick({0, 1, 20, 60}), periods, size);
    BasicIndex<T> index(scene);
    if (scene.body_slots() > 1) {  // an index that has followed
      scene.remove_body(static_cast<BodyId>(random.below(scene.body_slots())));
      if (scene.has_body(0)) scene.set_pose(0, some_queries(scene, random, periods, 1).poses[0]);
      index.update(scene);
    }
    const AtPoses queries = some_queries(scene, random, periods, 12);
    const std::vector<FoundImage> expected = by_real_bodies(scene, periods, queries, 14);
    ASSERT_EQ(images(index, scene, periods, queries), expected) << "round " << round;
    count += expected.size();
    for (std::size_t i = 1; i < expected.size(); ++i) {
      several += expected[i].query == expected[i - 1].query && expected[i].body == expected[i - 1].body;
    }
  }
  EXPECT_GT(count, 4 * rounds);
  EXPECT_GT(several, rounds / 4);
}

TEST_P(ImagesAtPosesOnIsa, are_those_of_bodies_at_all_images) {
  constexpr std::size_t rounds = 30;  // in every build: of a fifth of them none may have several images of a body
  compare_with_real_bodies<float>(own_seed(950), rounds);
  compare_with_real_bodies<double>(own_seed(951), rounds);
}

/// Boxes side by side, of a quarter of the period, at images across the edge; their gap is a few units in the last place.
TEST_P(ImagesAtPosesOnIsa, are_decided_to_the_last_bit) {
  Random random(952);
  std::size_t met = 0, rounds = scaled(200);
  for (std::size_t round = 0; round < rounds; ++round) {
    const double period = random.pick({10.0, 0.1, 1e9 / 3}), offset = random.pick({0.0, 1e6 / 7, -1e12});
    const auto half = static_cast<float>(period / 8);
    Scene scene;
    const ShapeId box = scene.add_box(half, half);
    const double x = offset + random.uniform(0, period);
    double other = x + 2 * static_cast<double>(half) + random.integer(-2, 2) * period;
    for (int step = random.integer(-2, 2); step != 0; step += step > 0 ? -1 : 1) {
      other = std::nextafter(other, step > 0 ? 1e300 : -1e300);
    }
    scene.add_body(box, Pose{other, 0});
    const Periods periods{period, 0};
    const AtPoses query{{box}, {Pose{x, 0}}};
    const std::vector<FoundImage> expected = by_real_bodies(scene, periods, query, 5);
    ASSERT_EQ(images(Index(scene), scene, periods, query), expected) << round;
    met += !expected.empty();
  }
  EXPECT_GT(met, rounds / 4);
  EXPECT_LT(met, rounds - rounds / 4);
}

TEST_P(ImagesAtPosesOnIsa, are_the_same_for_any_number_of_threads) {
  Random random(953);
  const Periods periods{40, 30};
  const Scene scene = scattered_world<float>(random, scaled(3000), periods, 0.6);
  const Index index(scene);
  const AtPoses queries = some_queries(scene, random, periods, 2000);
  const auto expected = images(index, scene, periods, queries, {.run = {.max_threads = 1}});
  EXPECT_GT(expected.size(), 100u);
  EXPECT_TRUE(std::is_sorted(expected.begin(), expected.end()));
  for (const unsigned threads : {2u, 5u, 0u}) {
    EXPECT_EQ(images(index, scene, periods, queries, {.run = {.max_threads = threads}}), expected);
  }
}

SATCHEL_ON_EVERY_ISA(ImagesAtPosesOnIsa);

TEST(ImagesAtPoses, leave_out_what_filters_do) {
  Random random(954);
  const Periods periods{6, 5};
  const Scene scene = scattered_world<float>(random, 60, periods, 1);
  const Index index(scene);
  const AtPoses queries = some_queries(scene, random, periods, 40);
  std::vector<std::uint32_t> worlds(60), of_queries(40);
  std::vector<BodyId> ignored(40);
  for (std::uint32_t& world : worlds) world = static_cast<std::uint32_t>(random.below(2));
  for (std::uint32_t& world : of_queries) world = static_cast<std::uint32_t>(random.below(2));
  for (BodyId& body : ignored) body = static_cast<BodyId>(random.below(60));
  std::vector<FoundImage> expected;
  for (const FoundImage& one : images(index, scene, periods, queries)) {
    if (worlds[one.body] == of_queries[one.query] && ignored[one.query] != one.body) expected.push_back(one);
  }
  EXPECT_EQ(images(index, scene, periods, queries, {.worlds = worlds, .query_worlds = of_queries, .ignored = ignored}),
            expected);
  EXPECT_GT(expected.size(), 10u);
}

TEST(ImagesAtPoses, of_bodies_and_queries_wider_than_many_periods) {
  Scene scene;
  const ShapeId bar = scene.add_box(5, 0.25f), point = scene.add_circle({0, 0}, 0);
  scene.add_body(bar, Pose{100, 0});
  std::vector<FoundImage> expected;
  for (int x = -105; x <= -95; ++x)
    expected.push_back({0, 0, x, 0, x == -105 || x == -95 ? Verdict::touching : Verdict::overlapping});
  EXPECT_EQ(images(Index(scene), scene, {1, 0}, {{point}, {Pose{0, 0}}}), expected);
  EXPECT_EQ(images(Index(scene), scene, {1, 0}, {{bar}, {Pose{0, 0}}}).size(), 21u);
  EXPECT_EQ(images(Index(scene), scene, {1, 0.5}, {{bar}, {Pose{0, 0}}}).size(), 3 * 21u);  // touches rows beside it
}

/// Bodies a great many periods apart cost no search of their own: a billion periods lie between them.
TEST(ImagesAtPoses, of_bodies_far_apart) {
  Scene scene;
  const ShapeId box = scene.add_box(0.25f, 0.25f);
  scene.add_body(box, Pose{1e9, -1e9});
  scene.add_body(box, Pose{-1e9, 1e9});
  const std::vector<FoundImage> expected = {{0, 0, -1'000'000'000, 1'000'000'000, Verdict::overlapping},
                                            {0, 1, 1'000'000'000, -1'000'000'000, Verdict::overlapping}};
  EXPECT_EQ(images(Index(scene), scene, {1, 1}, {{box}, {Pose{0, 0}}}), expected);
}

TEST(ImagesAtPoses, refuse_what_is_wrong_and_write_nothing) {
  Scene scene;
  const ShapeId box = scene.add_box(5, 5);
  scene.add_body(box);
  Index index(scene);
  std::vector<FoundImage> found = {{7, 7, 7, 7, {}}};
  const std::vector<Pose> poses = {Pose{0, 0}, Pose{1e10, 0}};
  const auto refused = [&](ErrorCode code, std::size_t at, const Periods& periods, std::size_t count,
                           const char* text) {
    const Status status =
        index.try_bodies_at_poses(scene, periods, {&box, 1}, {poses.data(), count}, found, QueryOptions{});
    EXPECT_EQ(status.code, code);
    EXPECT_EQ(status.index, at);
    EXPECT_NE(message(status).find(text), std::string::npos) << message(status);
    EXPECT_EQ(found.size(), 1u);
  };
  refused(ErrorCode::out_of_range, 0, {-1, 1}, 1, "period x = -1");
  refused(ErrorCode::not_finite, 0, {1, std::numeric_limits<double>::infinity()}, 1, "period y = inf");
  refused(ErrorCode::out_of_range, 1, {1, 0}, 2,
          "pose 1: images beside it are out of range, 2^30 - 1 periods away or more; ");
  refused(ErrorCode::too_many, 0, {1e-6, 0}, 1, "pose 0: one body may meet it at more than 2^20 images");
  scene.set_pose(0, Pose{1, 0});
  refused(ErrorCode::changed_scene, 0, {1, 1}, 1, "update");
  index.update(scene);
  index.bodies_at_poses(scene, {20, 0}, {&box, 1}, {poses.data(), 1}, found);
  EXPECT_EQ(found, (std::vector<FoundImage>{{0, 0, 0, 0, Verdict::overlapping}}));
}

}  // namespace
}  // namespace satchel::test
