// Finds the bodies whose boxes are near a box, near ones first.
//
//   at a node, the root first: note the distances of its children
//   take the nearest child of the lowest such node; if it is beyond the limit, that node is done
//   at a group: take the bodies in the same way: limit = meet(body)
//
// Many boxes are near until the first bodies are met. So a child is looked for when it is its turn, and not sorted
// before (nearest_first.hpp): most are never reached.
//
// The distance of two boxes with the gaps x and y is sqrt(x^2 + y^2) >= max(x, y, (x + y) / sqrt(2)), which is at most
// 8 % less and cannot overflow. The boxes are rounded outward, so that a gap of the floats is at most the exact gap;
// with u = 2^-24, its difference is off by a factor within 1 +- u, the sum and the products by 1 +- 3 u.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/tree/tree_names.hpp"

namespace {

using satchel::kernels::NearSearch;

/// The boxes of a node or group, and their distances.
template <class L>
struct NearBoxes {
  alignas(64) float distances[group_width];  ///< infinity: not near, or visited
  std::uint32_t first_child;

  float nearest() const {
    auto least = L::load(distances);
    for (unsigned i = L::width; i < group_width; i += L::width) least = L::min(least, L::load(distances + i));
    return L::least_lane(least);
  }
  /// Takes a box with this distance, which is one of `distances`. Returns its lane.
  unsigned take(float distance) {
    unsigned lanes = 0;
    for (unsigned i = 0; i < group_width; i += L::width) {
      lanes |= L::bits(L::load(distances + i) == L::splat(distance)) << i;
    }
    const auto lane = static_cast<unsigned>(__builtin_ctz(lanes));
    distances[lane] = __builtin_huge_valf();
    return lane;
  }
};

/// A box in every lane.
template <class L>
class GapLanes {
 public:
  explicit GapLanes(const NearSearch& job)
      : min_x_(L::splat(job.box.min_x)),
        min_y_(L::splat(job.box.min_y)),
        max_x_(L::splat(job.box.max_x)),
        max_y_(L::splat(job.box.max_y)) {}

  /// Writes a lower bound of the distance of each box; infinity for unused boxes.
  SATCHEL_INLINE void measure(const FloatGroup& group, float* distances) const {
    const auto zero = L::splat(0.0f), less = L::splat(1 - 0x1p-20f), root_of_half = L::splat(0.707106f);
    for (unsigned i = 0; i < group_width; i += L::width) {
      const auto x = L::max(L::max(L::load(group.min_x + i) - max_x_, min_x_ - L::load(group.max_x + i)), zero);
      const auto y = L::max(L::max(L::load(group.min_y + i) - max_y_, min_y_ - L::load(group.max_y + i)), zero);
      L::store(distances + i, L::max(L::max(x, y), (x + y) * root_of_half) * less);
    }
  }

 private:
  typename L::Vector min_x_, min_y_, max_x_, max_y_;
};

/// Passes the bodies whose boxes are near to job.meet.
template <class L>
void find_near(const NearSearch& job) {
  const FloatTreeView& tree = job.tree;
  if (tree.group_count == 0) return;
  const GapLanes<L> gaps(job);
  float limit = job.limit;
  NearBoxes<L> path[max_levels], bodies;
  unsigned level = tree.level_count - 1;
  path[level].first_child = 0;
  gaps.measure(tree.levels[level][0], path[level].distances);
  for (;;) {
    NearBoxes<L>& node = path[level];
    const float nearest = node.nearest();
    if (!(nearest <= limit)) {
      if (++level == tree.level_count) return;
      continue;
    }
    const std::uint32_t child = node.first_child + node.take(nearest);
    if (level > 0) {
      path[--level].first_child = child << group_shift;
      gaps.measure(tree.levels[level][child], path[level].distances);
      continue;
    }
    gaps.measure(tree.groups[child], bodies.distances);
    const BodyId* const ids = tree.ids + (std::size_t{child} << group_shift);
    for (float distance = bodies.nearest(); distance <= limit; distance = bodies.nearest()) {
      limit = job.meet(job.context, ids[bodies.take(distance)]);
    }
  }
}

}  // namespace
