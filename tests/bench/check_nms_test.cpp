// The check that judges non-maximum suppression before satchel_bench times it.
#include "reference/check_nms.hpp"

#include <gtest/gtest.h>

#include "workloads/shapes.hpp"

namespace satchel_bench {
namespace {

/// Unit squares in a row; body i + 1 has an IoU of 0.6 with body i and of 1/3 with body i - 1. Body 0 is the best.
Detections row(std::size_t bodies) {
  Detections detections;
  detections.workload.shapes = {box(0.5f, 0.5f)};
  for (std::size_t i = 0; i < bodies; ++i) {
    add_body(detections.workload, 0, 0.25 * static_cast<double>(i), 0, 0);
    detections.scores.push_back(1 / static_cast<float>(i + 1));
  }
  return detections;
}

std::string wrong(std::vector<satchel::BodyId> kept) { return wrong_nms(row(6), 0.5f, kept); }

TEST(CheckNms, accepts_what_the_definition_keeps) { EXPECT_EQ(wrong({0, 2, 4}), ""); }

TEST(CheckNms, accepts_both_near_the_threshold) {
  const float iou = 0.6f;
  const Detections detections = row(2);
  const std::vector<satchel::BodyId> one{0}, both{0, 1};
  EXPECT_EQ(wrong_nms(detections, iou, one), "");
  EXPECT_EQ(wrong_nms(detections, iou, both), "");
}

TEST(CheckNms, names_a_body_that_is_kept_or_dropped_wrongly) {
  EXPECT_EQ(wrong({0, 1, 2, 4}), "keeps body 1, which a better one suppresses");
  EXPECT_EQ(wrong({0, 2}), "drops body 4, which none suppresses");
  EXPECT_EQ(wrong({0, 2, 2, 4}), "keeps body 2 twice");
  EXPECT_EQ(wrong({0, 4, 2}), "keeps body 2 behind one of a lower score");
  EXPECT_EQ(wrong({}), "drops body 0, which none suppresses");
}

}  // namespace
}  // namespace satchel_bench
