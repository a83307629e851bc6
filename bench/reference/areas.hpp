// The reference for areas of intersections: widths of sections, integrated over x, in double; independent of engines.
#pragma once

#include <utility>
#include <vector>

#include <satchel/types.hpp>

#include "workloads/workload.hpp"

namespace satchel_bench {

/// The area of the intersection of two convex counter-clockwise polygons. Both are of at least three vertices.
double area_of_intersection(const std::vector<satchel::Vec2d>& a, const std::vector<satchel::Vec2d>& b);

/// The area of a counter-clockwise polygon.
double area_of(const std::vector<satchel::Vec2d>& polygon);

/// Areas of pairs of a workload's bodies without parts. An arc counts as a polygon of the same area, 1,024 edges to the
/// full circle, whose boundary is 5e-6 radii off the arc's at most.
class Areas {
 public:
  explicit Areas(const Workload& workload);

  double area(satchel::BodyId body) const { return areas_[workload_.body_shapes[body]]; }
  double overlap(satchel::Pair pair);
  double iou(satchel::Pair pair) {
    const double shared = overlap(pair);
    return shared / (area(pair.a) + area(pair.b) - shared);
  }

 private:
  void place(satchel::BodyId body, const satchel::Pose& origin, std::vector<satchel::Vec2d>& to) const;

  const Workload& workload_;
  std::vector<std::vector<satchel::Vec2d>> outlines_;  // of each shape
  std::vector<double> areas_;                          // likewise
  std::vector<satchel::Vec2d> a_, b_;
};

}  // namespace satchel_bench
