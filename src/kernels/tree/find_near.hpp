// Finds the bodies whose boxes are near a box, near ones first.
//
// The distance of two boxes with the gaps x and y is sqrt(x^2 + y^2) >= max(x, y, (x + y) / sqrt(2)), which is at most
// 8 % less and cannot overflow. The boxes are rounded outward, so that a gap of the floats is at most the exact gap; with
// u = 2^-24, its difference is off by a factor within 1 +- u, the sum and the products by 1 +- 3 u.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/tree/nearest_first.hpp"

namespace {

using satchel::kernels::NearSearch;

/// A box in every lane.
template <class L>
class GapLanes {
 public:
  explicit GapLanes(const NearSearch& job)
      : min_x_(L::splat(job.box.min_x)),
        min_y_(L::splat(job.box.min_y)),
        max_x_(L::splat(job.box.max_x)),
        max_y_(L::splat(job.box.max_y)) {}

  /// Bit i: the distance of box i of the group may be at most `limit`. distances[i] is a lower bound of it.
  SATCHEL_INLINE unsigned meets(const FloatGroup& group, float limit, float* distances) const {
    constexpr auto width = static_cast<unsigned>(L::width);
    const auto most = L::splat(limit), zero = L::splat(0.0f), less = L::splat(1 - 0x1p-20f);
    const auto root_of_half = L::splat(0.707106f);
    unsigned near = 0;
    for (unsigned i = 0; i < group_width; i += width) {
      const auto x = L::max(L::max(L::load(group.min_x + i) - max_x_, min_x_ - L::load(group.max_x + i)), zero);
      const auto y = L::max(L::max(L::load(group.min_y + i) - max_y_, min_y_ - L::load(group.max_y + i)), zero);
      const auto distance = L::max(L::max(x, y), (x + y) * root_of_half) * less;  // infinity for empty boxes
      L::store(distances + i, distance);
      near |= L::bits(distance <= most) << i;
    }
    return near;
  }

 private:
  typename L::Vector min_x_, min_y_, max_x_, max_y_;
};

/// Passes the bodies whose boxes are near to job.meet.
template <class L>
void find_near(const NearSearch& job) {
  if (job.tree.group_count == 0) return;
  walk_nearest_first(job.tree, job.limit, GapLanes<L>(job), [&](BodyId body) { return job.meet(job.context, body); });
}

}  // namespace
