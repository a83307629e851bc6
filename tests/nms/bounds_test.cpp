// What non-maximum suppression concludes of boxes, areas and rough IoUs holds for the IoUs that try_ious computes.
#include <gtest/gtest.h>

#include <cmath>
#include <satchel/satchel.hpp>
#include <vector>

#include "../support/area_families.hpp"
#include "../support/families.hpp"
#include "../support/isa_param.hpp"
#include "../support/random.hpp"
#include "nms/candidates.hpp"
#include "query/questions/rough_ious.hpp"

namespace satchel::test {
namespace {

class NmsBoundsOnIsa : public OnEveryIsa {
 protected:
  static constexpr double iou_not_told = -1;
  /// How many pairs, and how many of them the bounds tell something about.
  struct Counts {
    int pairs = 0, bounded = 0, rough = 0, exact = 0, none = 0;
  };

  template <class T>
  static Counts try_families(std::span<const BasicFamily<T>> all, std::size_t couples, Counts counts) {
    for (const BasicFamily<T>& family : all) {
      Random random(own_seed(44));
      BasicScene<T> scene;
      std::vector<Pair> pairs;
      for (std::size_t i = 0; i < couples; ++i) {
        const BasicCouple<T> couple = family.make(random);
        const BodyId a = scene.add_body(scene.add_polygon(couple.a.polygon), couple.a.pose);
        pairs.push_back({a, scene.add_body(scene.add_polygon(couple.b.polygon), couple.b.pose)});
      }
      std::vector<T> found(pairs.size());
      ious(scene, pairs, found);
      std::vector<double> rough(pairs.size());
      if constexpr (sizeof(T) == sizeof(double)) {
        std::vector<query::RoughIou> told(pairs.size());
        EXPECT_TRUE(query::rough_ious(scene, pairs, rough, told, {}).ok());
        for (std::size_t i = 0; i < pairs.size(); ++i) {
          if (told[i] == query::RoughIou::exact) {
            EXPECT_EQ(rough[i], found[i]) << family.name << ", couple " << i;
          }
          if (told[i] == query::RoughIou::none) rough[i] = iou_not_told;
          counts.exact += told[i] == query::RoughIou::exact;
          counts.none += told[i] == query::RoughIou::none;
        }
      }
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        const detail::IouBounds<T> bounds(detail::candidate_of(scene, pairs[i].a),
                                          detail::candidate_of(scene, pairs[i].b));
        ++counts.pairs;
        const double iou = static_cast<double>(found[i]);
        // The largest threshold that the IoU is above, as suppression compares: it must not be told to be below that.
        if (iou > 0) {
          const double threshold = static_cast<double>(std::nextafter(found[i], T(0)));
          EXPECT_FALSE(bounds.are_below(threshold)) << family.name << ", couple " << i << ": " << iou;
        }
        counts.bounded += bounds.are_below(0.9);
        if constexpr (sizeof(T) == sizeof(double)) {
          if (std::isnan(bounds.difference()) || rough[i] == iou_not_told) continue;
          EXPECT_LE(std::abs(rough[i] - iou), bounds.difference()) << family.name << ", couple " << i << ": " << iou;
          counts.rough += bounds.difference() < 1e-3;
        }
      }
    }
    return counts;
  }
};

TEST_P(NmsBoundsOnIsa, hold_for_floats) {
  Counts counts = try_families<float>(area_families<float>(), 300, Counts());
  counts = try_families<float>(families<float>(), 60, counts);
  EXPECT_GT(counts.bounded, counts.pairs / 20);
}
TEST_P(NmsBoundsOnIsa, hold_for_doubles) {
  Counts counts = try_families<double>(area_families<double>(), 300, Counts());
  counts = try_families<double>(families<double>(), 60, counts);
  EXPECT_GT(counts.bounded, counts.pairs / 20);
  EXPECT_GT(counts.rough, counts.pairs / 4);
  EXPECT_GT(counts.exact, counts.pairs / 50);
  EXPECT_GT(counts.none, counts.pairs / 50);
  EXPECT_GT(counts.pairs - counts.exact - counts.none, counts.pairs / 8);  // these are rough alone
}
SATCHEL_ON_EVERY_ISA(NmsBoundsOnIsa);

}  // namespace
}  // namespace satchel::test
