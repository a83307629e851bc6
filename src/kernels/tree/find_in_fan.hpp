// Finds the boxes that a fan of rays meets, near ones first: the wedge around the rays against the sixteen boxes of a
// node at once.
//
// A box is apart from a wedge if it lies behind the origin, clockwise of the first direction, or counter-clockwise of
// the last: if its support in the direction `along`, or in the inner normal of a side, is negative. Its distance is at
// least its least dot product with `along`.
//
// The support is the sum of two products. Boxes and the origin are rounded outward; the difference, the component of
// the direction, the product and the sum are off by 2^-24 of themselves each, so that the support is at most the
// computed one + 2^-20 of the magnitudes of both products. Products that underflow are off by 2^-149, which is less
// than what boxes are moved outward (TreeFrame::float_below). Unused boxes have infinite sides, of which comes NaN, and
// no comparison with NaN holds.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/tree/nearest_first.hpp"

namespace {

using satchel::kernels::Fan;
using satchel::kernels::FanSearch;

/// A wedge in every lane.
template <class L>
class WedgeLanes {
 public:
  explicit WedgeLanes(const Fan& fan)
      : left_of_first_(-fan.first_y, fan.first_x, fan),
        right_of_last_(fan.last_y, -fan.last_x, fan),
        forward_(fan.along_x, fan.along_y, fan),
        backward_(-fan.along_x, -fan.along_y, fan) {}

  /// Bit i: the wedge meets box i of the group at `farthest` or nearer. distances[i] is a lower bound of its distance.
  SATCHEL_INLINE unsigned meets(const FloatGroup& group, float farthest, float* distances) const {
    const auto zero = L::splat(0.0f), most = L::splat(farthest);
    unsigned met = 0;
    for (unsigned i = 0; i < group_width; i += L::width) {
      const auto distance = zero - backward_.of(group, i);
      L::store(distances + i, L::max(distance, zero));
      const auto inside = L::both(zero <= left_of_first_.of(group, i), zero <= right_of_last_.of(group, i));
      met |= L::bits(L::both(inside, L::both(zero <= forward_.of(group, i), distance <= most))) << i;
    }
    return met;
  }

 private:
  /// The support of boxes, relative to the origin of the fan, in a direction; rounded up.
  struct Support {
    typename L::Vector x, y, origin_x, origin_y;
    std::size_t side_x, side_y;  ///< the sides of a box that are farthest in this direction: offsets in a group

    Support(float direction_x, float direction_y, const Fan& fan)
        : x(L::splat(direction_x)),
          y(L::splat(direction_y)),
          origin_x(L::splat(direction_x < 0 ? fan.origin.max_x : fan.origin.min_x)),
          origin_y(L::splat(direction_y < 0 ? fan.origin.max_y : fan.origin.min_y)),
          side_x(direction_x < 0 ? offsetof(FloatGroup, min_x) : offsetof(FloatGroup, max_x)),
          side_y(direction_y < 0 ? offsetof(FloatGroup, min_y) : offsetof(FloatGroup, max_y)) {}

    SATCHEL_INLINE typename L::Vector of(const FloatGroup& group, unsigned i) const {
      const char* const sides = reinterpret_cast<const char*>(&group);
      const auto along_x = (L::load(reinterpret_cast<const float*>(sides + side_x) + i) - origin_x) * x;
      const auto along_y = (L::load(reinterpret_cast<const float*>(sides + side_y) + i) - origin_y) * y;
      return (along_x + along_y) + (L::abs(along_x) + L::abs(along_y)) * L::splat(0x1p-20f);
    }
  };

  Support left_of_first_, right_of_last_, forward_, backward_;
};

/// Passes the bodies whose boxes the fan meets to job.meet.
template <class L>
void find_in_fan(const FanSearch& job) {
  if (job.tree.group_count == 0) return;
  walk_nearest_first(job.tree, job.farthest, WedgeLanes<L>(job.fan),
                     [&](BodyId body) { return job.meet(job.context, body); });
}

}  // namespace
