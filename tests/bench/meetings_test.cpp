// The reference for two layers of outlines, and the checks that judge engines by it.
#include "reference/meetings.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <limits>

namespace satchel_bench {
namespace {

using Ring = std::vector<satchel::Vec2d>;

Ring rectangle(double x0, double y0, double x1, double y1) { return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}; }

/// A geometry of one polygon for each list of rings, moved by this much.
RingData rings(std::initializer_list<std::vector<Ring>> polygons, double by = 0) {
  RingData data;
  for (const std::vector<Ring>& polygon : polygons) {
    for (const Ring& ring : polygon) {
      for (std::size_t k = 0; k <= ring.size(); ++k) {
        const satchel::Vec2d p = ring[k % ring.size()];
        data.points.insert(data.points.end(), {p.x + by, p.y + by});
      }
      data.ring_starts.push_back(static_cast<std::uint32_t>(data.points.size() / 2));
    }
    data.polygon_starts.push_back(static_cast<std::uint32_t>(data.ring_starts.size() - 1));
    data.geometry_starts.push_back(static_cast<std::uint32_t>(data.polygon_starts.size() - 1));
  }
  return data;
}

/// a: a frame and a diamond. b: a square in the frame's hole, a bar across the frame, a square over the diamond's right
/// corner, one that holds the diamond, one that is far away.
Layers layers(double by) {
  const Ring diamond{{20, -2}, {22, 0}, {20, 2}, {18, 0}};
  return {rings({{rectangle(0, 0, 4, 4), rectangle(1, 1, 3, 3)}, {diamond}}, by),
          rings({{rectangle(1.5, 1.5, 2.5, 2.5)},
                 {rectangle(-1, 1.5, 5, 2.5)},
                 {rectangle(21, -1, 30, 1)},
                 {rectangle(17, -3, 23, 3)},
                 {rectangle(100, 0, 101, 1)}},
                by)};
}

TEST(Meetings, have_the_area_in_common_also_far_from_the_origin) {
  for (const double by : {0.0, 5e6}) {
    const Meetings truth = meetings_of(layers(by));
    EXPECT_EQ(truth.pairs, (std::vector<satchel::Pair>{{0, 0}, {0, 1}, {1, 2}, {1, 3}})) << by;
    const std::vector<double> areas{0, 2, 1, 8};
    for (std::size_t i = 0; i < areas.size(); ++i) EXPECT_NEAR(truth.areas[i], areas[i], 1e-12) << by << ' ' << i;
    EXPECT_EQ(truth.met, (std::vector<satchel::Pair>{{0, 1}, {1, 2}, {1, 3}})) << by;
    EXPECT_NEAR(truth.distances[0], 0.5, 1e-12) << by;
    EXPECT_EQ(truth.distances[1], 0) << by;
    EXPECT_NEAR(truth.areas_of_a[0], 12, 1e-12) << by;
    EXPECT_NEAR(truth.areas_of_b[3], 36, 1e-12) << by;
  }
}

TEST(Meetings, judge_joins_verdicts_predicates_and_areas) {
  const Meetings truth = meetings_of(layers(0));
  EXPECT_EQ(wrong_meetings(truth, {{1, 3}, {0, 1}, {1, 2}}), "");
  EXPECT_EQ(wrong_meetings(truth, {{1, 3}, {0, 1}}), "misses outlines 1 and 2, which overlap");
  EXPECT_EQ(wrong_meetings(truth, {{0, 0}, {0, 1}, {1, 2}, {1, 3}}), "finds outlines 0 and 0, which are apart");
  EXPECT_EQ(wrong_meetings(truth, {{0, 1}, {0, 1}, {1, 2}, {1, 3}}), "finds outlines 0 and 1 twice");
  EXPECT_EQ(wrong_meetings(truth, {{0, 1}, {0, 4}, {1, 2}, {1, 3}}), "finds a pair whose boxes are apart");
  EXPECT_EQ(wrong_verdicts(truth, {0, 1, 2, 1}), "");
  EXPECT_EQ(wrong_verdicts(truth, {0, 1, 2}), "has not one answer a pair");
  EXPECT_EQ(wrong_verdicts(truth, {0, 0, 2, 1}), "misses outlines 0 and 1, which overlap");
  EXPECT_EQ(wrong_overlaps(truth, {0, 1, 1, 0}), "");
  EXPECT_EQ(wrong_overlaps(truth, {0, 1, 1, 1}), "finds outlines 1 and 3, which do not overlap");
  EXPECT_EQ(wrong_overlaps(truth, {0, 1, 0, 0}), "misses outlines 1 and 2, which overlap");
  EXPECT_EQ(wrong_distances(truth, {0.5, -2, 0, -1}), "");
  EXPECT_EQ(wrong_distances(truth, {0.5, 0, 0.25, 0}), "outlines 1 and 2 have the distance 0.000000, not 0.250000");
  EXPECT_EQ(wrong_distances(truth, {0, 0, 0, 0}), "outlines 0 and 0 have the distance 0.500000, not 0.000000");
  EXPECT_EQ(wrong_gaps(truth, {0.5}), "");
  EXPECT_EQ(wrong_gaps(truth, {0.25}), "outlines 0 and 0 have the distance 0.500000, not 0.250000");
  EXPECT_EQ(wrong_areas(truth, {2, 1, 8}), "");
  EXPECT_EQ(wrong_areas(truth, {2, 1.001, 8}), "outlines 1 and 2 have the common area 1.000000, not 1.001000");
  EXPECT_EQ(wrong_areas(truth, {2, 1, std::numeric_limits<double>::quiet_NaN()}).substr(0, 18), "outlines 1 and 3 h");
}

}  // namespace
}  // namespace satchel_bench
