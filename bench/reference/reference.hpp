// The reference: a separating-axis test in double, written for clarity and independent of every engine.
#pragma once

#include <vector>

#include <satchel/types.hpp>

#include "workloads/workload.hpp"

namespace satchel_bench {

/// Computes one pair at a time, placed relative to a's origin, so that a scene far from zero loses no precision.
class Reference {
 public:
  explicit Reference(const Workload& workload) : workload_(workload) {}

  /// @param by  moves b from its pose
  void place(satchel::Pair pair, satchel::Vec2d by = {0, 0});
  void set_radii(satchel::Pair pair);

  /// The least separation over all pairs of parts; of the bodies if they have no parts. Leaves unspecified what is
  /// placed.
  double separation_of_parts(satchel::Pair pair);

  /// The largest, over the edges of both bodies, of the least signed distance of the other body's vertices from the
  /// edge's line. Negative: -depth. Positive: a lower bound of the distance. The form is one-sided, so containment
  /// needs no special case. If a body has a radius or fewer than three vertices: the distance if the cores are apart,
  /// in any case minus the radii.
  double separation() const;

  /// Gap between the projections of a and b to a unit direction from a to b; negative: they overlap.
  double gap_along(double x, double y) const;

  /// The distance of disjoint bodies: the least distance between a vertex of one and an edge of the other.
  double distance() const;

  /// The separation of bodies that overlap, the distance of others.
  double gap() const;

  /// By how far a point, relative to a's origin, is off a and off b: the larger of both; 0: it lies in both.
  double off_both(satchel::Vec2d point) const;

  /// The longer side of the pair's common bounding box.
  double extent() const;

  /// The largest absolute world coordinate, to which the rounding of float world coordinates is relative.
  double magnitude() const { return magnitude_; }

 private:
  const Workload& workload_;
  std::vector<satchel::Vec2d> a_, b_;
  double radius_a_ = 0, radius_b_ = 0, radii_ = 0;  // radii_: of both together
  double magnitude_ = 0;
};

}  // namespace satchel_bench
