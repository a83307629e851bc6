// The referee: a separating-axis test in double precision, written for clarity, independent of every engine.
#pragma once

#include <vector>

#include <satchel/types.hpp>

#include "workload.hpp"

namespace satchel_bench {

/// One pair at a time. Both bodies are placed relative to a's origin, so that a scene far from zero loses nothing.
class Reference {
 public:
  explicit Reference(const Workload& workload) : workload_(workload) {}

  void place(satchel::Pair pair);

  /// The largest, over the edges of both, of the least distance that a vertex of the other keeps from the edge's line.
  /// Negative: -depth. Positive: a lower bound of the distance. One-sided, so containment needs no special case. Where
  /// a body has a radius, or fewer than three vertices: less the radii, and the distance where the cores are apart.
  double separation() const;

  /// How far b's nearest point lies beyond a's farthest, along a direction from a to b of unit length.
  double gap_along(double x, double y) const;

  /// The distance of disjoint bodies: the least of a vertex of one and an edge of the other.
  double distance() const;

  /// The longer side of the pair's common bounding box.
  double extent() const;

  /// The largest absolute world coordinate: what absolute coordinates in float are rounded relative to.
  double magnitude() const { return magnitude_; }

 private:
  const Workload& workload_;
  std::vector<satchel::Vec2d> a_, b_;
  double radii_ = 0;
  double magnitude_ = 0;
};

}  // namespace satchel_bench
