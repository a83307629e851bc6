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
    options.broad_phase = keeps_memory ? finder : nullptr;
    const satchel_scene* const seconds[] = {nullptr, &this->b_};
    for (const satchel_scene* const second : seconds) {
      if (second == nullptr) {
        find_pairs(a, this->periods_, expected, {.margin = T(0.25)});
      } else {
        find_pairs(a, b, this->periods_, expected, {.margin = T(0.25)});
      }
      EXPECT_TRUE(equal(expected, list_of<ImagePair>([&](As out, std::size_t room, std::size_t* found) {
                          return satchel_find_image_pairs(&this->a_, second, &this->c_periods_, out, room, found,
                                                          &options);
                        })));
    }
  }
  satchel_broad_phase_destroy(finder);
}

TYPED_TEST(CPeriodic, answers_as_cpp) {
  using T = TypeParam;
  const satchel_scene &on_a = this->a_, &on_b = this->b_;
  const auto &a = std::get<BasicScene<T>>(on_a.scene), &b = std::get<BasicScene<T>>(on_b.scene);
  std::vector<ImagePair> own, two;
  find_pairs(a, this->periods_, own);
  find_pairs(a, b, this->periods_, two);
  const satchel_pair_list c_one = list_of(own, this->c_periods_, on_a),
                          c_two = list_of(two, this->c_periods_, on_a, &on_b);

  /// One kind of result, by four calls.
  const auto compare = [&](auto result, const auto& ask, const auto& c_ask) {
    std::vector<decltype(result)> expected(own.size()), got(own.size());
    ask(expected, own, a);
    EXPECT_EQ(c_ask(&c_one, as(got)).code, SATCHEL_OK);
    EXPECT_TRUE(equal(expected, got));
    expected.resize(two.size());
    got.resize(two.size());
    ask(expected, two, a, b);
    EXPECT_EQ(c_ask(&c_two, as(got)).code, SATCHEL_OK);
    EXPECT_TRUE(equal(expected, got)) << "between two scenes";
  };
#define SATCHEL_COMPARE(result, name)                                                                             \
  compare(                                                                                                        \
      result,                                                                                                     \
      [&](auto& out, const auto& pairs, const auto&... of) { satchel::name(of..., this->periods_, pairs, out); }, \
      [&](const satchel_pair_list* list, As out) { return SATCHEL_C_OF(T, name)(list, out, nullptr); })
  SATCHEL_COMPARE(BasicContact<T>(), collide);
  SATCHEL_COMPARE(BasicDistance<T>(), distances);
  compare(
      Verdict(), [&](auto& out, const auto& pairs, const auto&... of) { classify(of..., this->periods_, pairs, out); },
      [&](const satchel_pair_list* list, As out) { return satchel_classify(list, out, nullptr); });
  compare(
      BasicManifold<T>(),
      [&](auto& out, const auto& pairs, const auto&... of) {
        manifolds(of..., this->periods_, pairs, out, {T(0.25), {}});
      },
      [&](const satchel_pair_list* list, As out) { return SATCHEL_C_OF(T, manifolds)(list, 0.25, out, nullptr); });

  std::vector<BasicImageHit<T>> hits;
  find_hits(a, this->periods_, own, hits);
  EXPECT_TRUE(equal(hits, list_of<BasicImageHit<T>>([&](As out, std::size_t room, std::size_t* found) {
                      return SATCHEL_C_OF(T, find_image_hits)(&c_one, out, room, found, nullptr);
                    })));
  find_hits(a, b, this->periods_, two, hits);
  EXPECT_TRUE(equal(hits, list_of<BasicImageHit<T>>([&](As out, std::size_t room, std::size_t* found) {
                      return SATCHEL_C_OF(T, find_image_hits)(&c_two, out, room, found, nullptr);
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
  const satchel_query_options of_index = as(QueryOptions{}, c_index);
  const auto of_c = [&](std::size_t shape_count, const satchel_query_options* options) {
    return list_of<FoundImage>([&](As out, std::size_t room, std::size_t* found) {
      return satchel_images_at_poses(&this->a_, &this->c_periods_, shapes.data(), shape_count, as(poses), 80, out, room,
                                     found, options);
    });
  };
  std::vector<FoundImage> expected;
  index.bodies_at_poses(a, this->periods_, shapes, poses, expected);
  EXPECT_TRUE(equal(expected, of_c(80, &of_index)));
  EXPECT_TRUE(equal(expected, of_c(80, nullptr)));  // by an index of the call's own
  EXPECT_TRUE(std::any_of(expected.begin(), expected.end(), [](const FoundImage& one) { return one.image_x < -1; }));
  index.bodies_at_poses(a, this->periods_, {shapes.data(), 1}, poses, expected);
  EXPECT_TRUE(equal(expected, of_c(1, &of_index)));
  const QueryOptions options{.ignored = ignored};
  const satchel_query_options c_options = as(options, c_index);
  const std::size_t all = expected.size();
  index.bodies_at_poses(a, this->periods_, {shapes.data(), 1}, poses, expected, options);
  EXPECT_TRUE(equal(expected, of_c(1, &c_options)));
  EXPECT_LT(expected.size(), all);

  // Errors name the pose, in the words of C++.
  poses[7].x = 1e15;
  std::size_t count = 0;
  const Status refused =
      index.try_bodies_at_poses(a, this->periods_, shapes, poses, Output<FoundImage>(expected), QueryOptions{});
  const satchel_status status = satchel_images_at_poses(&this->a_, &this->c_periods_, shapes.data(), 80, as(poses), 80,
                                                        nullptr, 0, &count, &of_index);
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
                        return satchel_find_pairs(&this->a_, nullptr, out, room, found, &options);
                      })));
  }
}

}  // namespace
}  // namespace satchel::test
