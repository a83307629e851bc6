// Periodic worlds in C give what they give in C++; and the options of candidate pairs.
#include <gtest/gtest.h>
#include <satchel/satchel.h>

#include <algorithm>
#include <satchel/satchel.hpp>
#include <vector>

#include "as.hpp"
#include "bindings/c/handles.hpp"
#include "functions.hpp"
#include "support/probe_scenes.hpp"

namespace satchel::test {
namespace {

template <class T>
class CPeriodic : public testing::Test {
 protected:
  Random random_{39};
  satchel_scene a_{probe_scene<T>(random_, 60, 6, {true, true, 0})},
      b_{probe_scene<T>(random_, 50, 6, {true, true, 0})};
  Periods periods_{5, 7};
  satchel_periods c_periods_{5, 7};
};
using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(CPeriodic, Precisions);

TYPED_TEST(CPeriodic, finds_the_image_pairs_of_cpp) {
  using T = TypeParam;
  const auto &a = std::get<BasicScene<T>>(this->a_.scene), &b = std::get<BasicScene<T>>(this->b_.scene);
  satchel_broad_phase* finder = nullptr;
  ASSERT_EQ(satchel_broad_phase_create(&finder).code, SATCHEL_OK);
  satchel_pair_options options{};
  options.struct_size = sizeof options;
  options.margin = 0.25;
  std::vector<ImagePair> expected;
  for (const bool keeps_memory : {false, true}) {
    find_pairs(a, this->periods_, expected, {.margin = T(0.25)});
    EXPECT_TRUE(equal(expected, list_of<ImagePair>([&](As out, std::size_t room, std::size_t* found) {
                        return keeps_memory
                                   ? satchel_broad_phase_find_image_pairs(finder, &this->a_, &this->c_periods_, out,
                                                                          room, found, &options)
                                   : satchel_find_image_pairs(&this->a_, &this->c_periods_, out, room, found, &options);
                      })));
    find_pairs(a, b, this->periods_, expected);
    EXPECT_TRUE(equal(expected, list_of<ImagePair>([&](As out, std::size_t room, std::size_t* found) {
                        return keeps_memory
                                   ? satchel_broad_phase_find_image_pairs_between(
                                         finder, &this->a_, &this->b_, &this->c_periods_, out, room, found, nullptr)
                                   : satchel_find_image_pairs_between(&this->a_, &this->b_, &this->c_periods_, out,
                                                                      room, found, nullptr);
                      })));
  }
  satchel_broad_phase_destroy(finder);
}

TYPED_TEST(CPeriodic, answers_as_cpp) {
  using T = TypeParam;
  const satchel_scene &on_a = this->a_, &on_b = this->b_;
  const auto &a = std::get<BasicScene<T>>(on_a.scene), &b = std::get<BasicScene<T>>(on_b.scene);
  const satchel_periods* const c_periods = &this->c_periods_;
  std::vector<ImagePair> own, two;
  find_pairs(a, this->periods_, own);
  find_pairs(a, b, this->periods_, two);

  /// One kind of result, by four calls.
  const auto compare = [&](auto result, const auto& ask, const auto& c_one, const auto& c_two) {
    std::vector<decltype(result)> expected(own.size()), got(own.size());
    ask(expected, own, a);
    EXPECT_EQ(c_one(as(own), own.size(), as(got)).code, SATCHEL_OK);
    EXPECT_TRUE(equal(expected, got));
    expected.resize(two.size());
    got.resize(two.size());
    ask(expected, two, a, b);
    EXPECT_EQ(c_two(as(two), two.size(), as(got)).code, SATCHEL_OK);
    EXPECT_TRUE(equal(expected, got)) << "between two scenes";
  };
#define SATCHEL_COMPARE(result, name)                                                                             \
  compare(                                                                                                        \
      result,                                                                                                     \
      [&](auto& out, const auto& pairs, const auto&... of) { satchel::name(of..., this->periods_, pairs, out); }, \
      [&](As p, std::size_t n, As out) { return C<T>::name##_images(&on_a, c_periods, p, n, out, nullptr); },     \
      [&](As p, std::size_t n, As out) {                                                                          \
        return C<T>::name##_images_between(&on_a, &on_b, c_periods, p, n, out, nullptr);                          \
      })
  SATCHEL_COMPARE(BasicContact<T>(), collide);
  SATCHEL_COMPARE(BasicDistance<T>(), distances);
  compare(
      Verdict(), [&](auto& out, const auto& pairs, const auto&... of) { classify(of..., this->periods_, pairs, out); },
      [&](As p, std::size_t n, As out) { return satchel_classify_images(&on_a, c_periods, p, n, out, nullptr); },
      [&](As p, std::size_t n, As out) {
        return satchel_classify_images_between(&on_a, &on_b, c_periods, p, n, out, nullptr);
      });
  compare(
      BasicManifold<T>(),
      [&](auto& out, const auto& pairs, const auto&... of) {
        manifolds(of..., this->periods_, pairs, out, {T(0.25), {}});
      },
      [&](As p, std::size_t n, As out) { return C<T>::manifolds_images(&on_a, c_periods, p, n, 0.25, out, nullptr); },
      [&](As p, std::size_t n, As out) {
        return C<T>::manifolds_images_between(&on_a, &on_b, c_periods, p, n, 0.25, out, nullptr);
      });

  std::vector<BasicImageHit<T>> hits;
  find_hits(a, this->periods_, own, hits);
  EXPECT_TRUE(equal(hits, list_of<BasicImageHit<T>>([&](As out, std::size_t room, std::size_t* found) {
                      return C<T>::find_hits_images(&on_a, c_periods, as(own), own.size(), out, room, found, nullptr);
                    })));
  find_hits(a, b, this->periods_, two, hits);
  EXPECT_TRUE(equal(hits, list_of<BasicImageHit<T>>([&](As out, std::size_t room, std::size_t* found) {
                      return C<T>::find_hits_images_between(&on_a, &on_b, c_periods, as(two), two.size(), out, room,
                                                            found, nullptr);
                    })));
}

TYPED_TEST(CPeriodic, shapes_at_poses_find_the_images_of_cpp) {
  using T = TypeParam;
  const auto& a = std::get<BasicScene<T>>(this->a_.scene);
  const BasicIndex<T> index(a);
  satchel_index* c_index = nullptr;
  ASSERT_EQ(satchel_index_create(&this->a_, &c_index, nullptr).code, SATCHEL_OK);
  std::vector<ShapeId> shapes;
  std::vector<Pose> poses;
  std::vector<BodyId> ignored;
  for (int k = 0; k < 80; ++k) {
    shapes.push_back(static_cast<ShapeId>(this->random_.below(a.shape_count())));
    poses.push_back(Pose::at(this->random_.uniform(-20, 20), this->random_.uniform(-20, 20), 0.1 * k));
    ignored.push_back(static_cast<BodyId>(this->random_.below(60)));
  }
  const auto of_c = [&](std::size_t shape_count, const satchel_query_options* options) {
    return list_of<FoundImage>([&](As out, std::size_t room, std::size_t* found) {
      return satchel_index_images_at_poses(c_index, &this->a_, &this->c_periods_, shapes.data(), shape_count, as(poses),
                                           80, out, room, found, options);
    });
  };
  std::vector<FoundImage> expected;
  index.bodies_at_poses(a, this->periods_, shapes, poses, expected);
  EXPECT_TRUE(equal(expected, of_c(80, nullptr)));
  EXPECT_TRUE(std::any_of(expected.begin(), expected.end(), [](const FoundImage& one) { return one.image_x < -1; }));
  index.bodies_at_poses(a, this->periods_, {shapes.data(), 1}, poses, expected);
  EXPECT_TRUE(equal(expected, of_c(1, nullptr)));
  const QueryOptions options{.ignored = ignored};
  const satchel_query_options c_options = as(options);
  const std::size_t all = expected.size();
  index.bodies_at_poses(a, this->periods_, {shapes.data(), 1}, poses, expected, options);
  EXPECT_TRUE(equal(expected, of_c(1, &c_options)));
  EXPECT_LT(expected.size(), all);

  // Errors name the pose, in the words of C++.
  poses[7].x = 1e15;
  std::size_t count = 0;
  const Status refused =
      index.try_bodies_at_poses(a, this->periods_, shapes, poses, Output<FoundImage>(expected), QueryOptions{});
  const satchel_status status = satchel_index_images_at_poses(c_index, &this->a_, &this->c_periods_, shapes.data(), 80,
                                                              as(poses), 80, nullptr, 0, &count, nullptr);
  EXPECT_EQ(status.code, SATCHEL_OUT_OF_RANGE);
  EXPECT_EQ(status.argument, SATCHEL_ARGUMENT_POSES);
  EXPECT_EQ(status.index, 7u);
  EXPECT_EQ(satchel_message(status), message(refused));
  satchel_index_destroy(c_index);
}

TYPED_TEST(CPeriodic, pairs_take_margins_motions_and_any_order) {
  using T = TypeParam;
  const auto& a = std::get<BasicScene<T>>(this->a_.scene);
  std::vector<double> margins(60);
  std::vector<Motion> motions(60);
  for (int k = 0; k < 60; ++k) {
    margins[static_cast<std::size_t>(k)] = this->random_.uniform(0, 0.5);
    motions[static_cast<std::size_t>(k)] = {this->random_.uniform(-1, 1), this->random_.uniform(-1, 1), k % 3 * 0.25};
  }
  const std::vector<T> narrow(margins.begin(), margins.end());
  satchel_pair_options options{};
  options.struct_size = sizeof options;
  for (int what = 0; what < 4; ++what) {
    SCOPED_TRACE(what);
    BasicPairOptions<T> chosen;
    if (what % 2 == 1) chosen.margins = narrow;
    if (what >= 2) chosen.motions = motions;
    chosen.sorted = what == 0;
    options.margins = margins.data();
    options.margin_count = what % 2 == 1 ? 60 : 0;
    options.motions = as(motions);
    options.motion_count = what >= 2 ? 60 : 0;
    options.unsorted = what != 0;
    std::vector<Pair> expected;
    find_pairs(a, expected, chosen);
    EXPECT_TRUE(equal(expected, list_of<Pair>([&](As out, std::size_t room, std::size_t* found) {
                        return satchel_find_pairs(&this->a_, out, room, found, &options);
                      })));
  }
}

}  // namespace
}  // namespace satchel::test
