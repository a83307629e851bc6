// Whether and when two bodies meet while both move in straight lines, for pairs that are apart at the start.
#pragma once

#include "exact/expansion.hpp"
#include "exact/resolve.hpp"

namespace satchel::exact {

/// A displacement, exactly: the difference of two doubles each coordinate.
struct Displacement {
  TwoTerms x, y;
};

/// When the bodies meet.
struct Meeting {
  bool hit;
  double time;                ///< in [0, 1]
  double normal_x, normal_y;  ///< unit vector from a to b; (0, 0): not known, as they are all but in touch at the start
};

/// @param motion  of b as seen from a
/// Without radii `hit` is exact, a mere touch included. With radii it is never false where the bodies meet, and may be
/// true where they pass each other at less than 2^-45 of the pair's extent.
template <class T>
Meeting sweep_apart(const Core<T>& a, const Core<T>& b, const Displacement& motion);

}  // namespace satchel::exact
