// The reference's areas, by which satchel_bench judges engines before it times them.
#include "reference/areas.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "workloads/shapes.hpp"

namespace satchel_bench {
namespace {

constexpr double pi = std::numbers::pi;

Workload two_bodies(const Shape& a, const Shape& b, double x, double y, double angle) {
  Workload workload;
  workload.shapes = {a, b};
  add_body(workload, 0, 8, -3, 0);
  add_body(workload, 1, 8 + x, -3 + y, angle);
  return workload;
}

double overlap(const Shape& a, const Shape& b, double x, double y, double angle) {
  const Workload workload = two_bodies(a, b, x, y, angle);
  Areas areas(workload);
  EXPECT_NEAR(areas.overlap({0, 1}), areas.overlap({1, 0}), 1e-14);
  return areas.overlap({0, 1});
}

Shape circle(float radius) { return {.vertices = {{0, 0}}, .radius = radius}; }

TEST(Areas, of_boxes_are_those_of_their_overlap) {
  EXPECT_NEAR(overlap(box(1, 0.5f), box(1, 0.5f), 0.5, 0.25, 0), 1.5 * 0.75, 1e-14);
  EXPECT_NEAR(overlap(box(1, 0.5f), box(0.25f, 0.25f), 0.5, 0, 0), 0.25, 1e-14) << "inside";
  EXPECT_EQ(overlap(box(1, 0.5f), box(1, 0.5f), 2, 0, 0), 0) << "edge to edge";
  EXPECT_EQ(overlap(box(1, 0.5f), box(1, 0.5f), 1.5, 1.5, 0), 0) << "apart";
  // Angles are rounded to floats. A square and itself, turned by an eighth: an octagon.
  EXPECT_NEAR(overlap(box(1, 1), box(1, 1), 0, 0, pi / 4), 8 * (std::numbers::sqrt2 - 1), 1e-6);
  // A corner of a turned square that reaches over an edge by 0.5.
  EXPECT_NEAR(overlap(box(1, 1), box(1, 1), 0.5 + std::numbers::sqrt2, 0, pi / 4), 0.25, 1e-6);
}

TEST(Areas, of_arcs_are_those_of_circles) {
  const double lens = 2 * pi / 3 - std::sqrt(3.0) / 2;  // of unit circles a radius apart
  EXPECT_NEAR(overlap(circle(1), circle(1), 1, 0, 0), lens, 1e-7);
  EXPECT_NEAR(overlap(circle(1), circle(0.5f), 0.25, 0.25, 0), pi / 4, 1e-12) << "inside";
  EXPECT_NEAR(overlap(circle(1), box(2, 2), 2, 0, 0), pi / 2, 1e-7) << "half of it";
  Shape rounded = box(1, 0.5f);
  rounded.radius = 0.25f;
  const Shape capsule{.vertices = {{-1, 0}, {1, 0}}, .radius = 0.5f};
  const Workload workload = two_bodies(rounded, capsule, 0, 0, 0);
  Areas areas(workload);
  EXPECT_NEAR(areas.area(0), 2 + 2 * 0.25 * 3 + pi / 16, 1e-12);
  EXPECT_NEAR(areas.area(1), 2 + pi / 4, 1e-12);
  // The box holds the segment and cuts the round ends off.
  EXPECT_NEAR(overlap(box(1, 1), capsule, 0, 0, 0), 2, 1e-12);
  EXPECT_NEAR(areas.iou({0, 0}), 1, 1e-12);
}

}  // namespace
}  // namespace satchel_bench
