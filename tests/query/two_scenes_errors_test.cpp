// Errors of calls on two scenes name the scene; those of calls on one scene name none.
#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <satchel/satchel.hpp>
#include <string>
#include <utility>
#include <vector>

namespace satchel::test {
namespace {

template <class T>
class TwoScenesErrors : public testing::Test {
 protected:
  TwoScenesErrors() {
    for (BasicScene<T>* const scene : {&boxes_, &others_}) {
      const ShapeId box = scene->add_box(1, 1);
      for (int k = 0; k < 3; ++k) scene->add_body(box, Pose::at(3 * k, 0, 0));
    }
    // Crossing boxes: no outline, and their areas do not add up.
    const std::array parts{others_.add_box(3, 1), others_.add_box(1, 3)};
    others_.add_body(others_.add_compound(parts), Pose::at(0, 0.5, 0));
  }

  static std::string text_of(const Status& status) {
    EXPECT_FALSE(status.ok());
    return message(status);
  }
  static void expect_begins(const Status& status, const std::string& text) {
    EXPECT_EQ(text_of(status).substr(0, text.size()), text);
  }

  BasicScene<T> boxes_, others_;  // body 3 of others_ is a cross
};
using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(TwoScenesErrors, Precisions);

TYPED_TEST(TwoScenesErrors, of_containment_name_the_scene_of_the_container) {
  const Pair pair{0, 3};
  Within result{};
  this->expect_begins(try_within(this->boxes_, this->others_, {&pair, 1}, {&result, 1}),
                      "pair 0: body 3 of scene_b: it is neither convex nor an outline");
  this->expect_begins(try_within(this->others_, {&pair, 1}, {&result, 1}), "pair 0: body 3: it is neither");
}

TYPED_TEST(TwoScenesErrors, of_areas_name_the_scene_of_the_compound) {
  TypeParam area = 0;
  const Pair a{3, 0}, b{0, 3};
  this->expect_begins(try_ious(this->boxes_, this->others_, {&b, 1}, {&area, 1}), "pair 0 names body 3 of scene_b: ");
  this->expect_begins(try_ious(this->others_, this->boxes_, {&a, 1}, {&area, 1}), "pair 0 names body 3 of scene_a: ");
  this->expect_begins(try_ious(this->others_, {&b, 1}, {&area, 1}), "pair 0 names body 3: ");
}

TYPED_TEST(TwoScenesErrors, of_margins_name_the_scene_of_the_body) {
  std::vector<Pair> pairs;
  const auto expect = [&](std::size_t wrong, const std::string& text, bool two) {
    std::vector<TypeParam> margins(two ? 7 : 4, TypeParam(0.5));
    margins[wrong] = TypeParam(-2);
    const BasicPairOptions<TypeParam> options{.margins = margins};
    const Status status = two ? try_find_pairs(this->boxes_, this->others_, pairs, options)
                              : try_find_pairs(this->others_, pairs, options);
    EXPECT_EQ(status.code, ErrorCode::bad_margin);
    EXPECT_EQ(status.index, wrong) << "the place in `margins`";
    this->expect_begins(status, text);
  };
  expect(1, "margin -2 of body 1 of scene_a: ", true);
  expect(5, "margin -2 of body 2 of scene_b: ", true);
  expect(2, "margin -2 of body 2: ", false);
}

TYPED_TEST(TwoScenesErrors, of_motions_name_the_scene_of_the_body) {
  std::vector<Pair> pairs;
  std::vector<Motion> motions(7);
  motions[6].x = std::numeric_limits<double>::infinity();
  this->expect_begins(try_find_pairs(this->boxes_, this->others_, pairs, {.motions = motions}),
                      "motion of body 3 of scene_b: ");
  std::swap(motions[6], motions[2]);
  this->expect_begins(try_find_pairs(this->boxes_, this->others_, pairs, {.motions = motions}),
                      "motion of body 2 of scene_a: ");
}

TYPED_TEST(TwoScenesErrors, of_periodic_worlds_name_the_scene_of_the_body) {
  // Origins so far apart that the image is no number of 32 bits.
  BasicScene<TypeParam> far = this->boxes_;
  far.set_pose(1, Pose::at(0x1p50, 0, 0));
  std::vector<ImagePair> found;
  const Periods periods{0x1p-4, 0};
  this->expect_begins(try_find_pairs(far, this->boxes_, periods, found), "body 1 of scene_a: ");
  this->expect_begins(try_find_pairs(this->boxes_, far, periods, found), "body 1 of scene_b: ");
  this->expect_begins(try_find_pairs(far, periods, found), "body 1: ");

  const ImagePair pair{0, 2, 1 << 30, 0};
  Verdict verdict{};
  const Periods large{sizeof(TypeParam) == 4 ? 0x1p59 : 0x1p199, 0};
  this->expect_begins(try_classify(this->boxes_, this->others_, large, {&pair, 1}, {&verdict, 1}),
                      "pair 0: the origin of the image of body 2 of scene_b: ");
  this->expect_begins(try_classify(this->boxes_, large, {&pair, 1}, {&verdict, 1}),
                      "pair 0: the origin of its image: ");
}

}  // namespace
}  // namespace satchel::test
