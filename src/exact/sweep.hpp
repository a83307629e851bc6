// Decides whether and when two bodies meet while both move in straight lines, for pairs that are disjoint at the start.
#pragma once

#include "exact/expansion.hpp"
#include "exact/resolve.hpp"

namespace satchel::exact {

/// An exact displacement: each coordinate is the difference of two doubles.
struct Displacement {
  TwoTerms x, y;
};

/// Whether and when the bodies meet.
struct Meeting {
  bool hit;
  double time;                ///< in [0, 1]
  double normal_x, normal_y;  ///< unit vector from a to b; (0, 0) if unknown: the bodies almost touch at the start
  /// What decided the normal: edge `edge` of the core on `side`, or two corners.
  FeatureKind kind = FeatureKind::vertex;
  Side side = Side::a;
  std::uint32_t edge = 0;
};

/// The first meeting of the bodies.
/// @param motion  the displacement of b relative to a
/// Without radii `hit` is exact, and a touch is a hit. With radii `hit` is true if the bodies meet, and may also be
/// true if they pass each other at less than 2^-45 of the pair's extent.
template <class T>
Meeting sweep_apart(const Core<T>& a, const Core<T>& b, const Displacement& motion);

}  // namespace satchel::exact
