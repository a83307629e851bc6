// Finds the boxes on a ray: one ray against the sixteen boxes of a node at once, near nodes first.
//
//   walk down the tree from its root: push the children whose boxes the ray meets before `latest`, the nearest on top
//   at a group: latest = meet(the bodies whose boxes the ray meets), which may be earlier
//
// Slabs (Kay, Kajiya: Ray Tracing Complex Scenes, 1986), rounded outward: let inverse = fl(1 / direction). A time
// fl(fl(bound - origin) inverse) is off by a factor within (1 + u)^3 and has the right sign. So no box is missed if the
// times are widened by 4 u each (Ize: Robust BVH Ray Traversal, 2013).
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/tree/find_overlaps.hpp"

namespace {

using satchel::kernels::RayJob;

/// A ray in every lane.
template <class L>
class RayLanes {
 public:
  explicit RayLanes(const RayJob& job)
      : x_(axis_of(job.origin_x, job.direction_x)), y_(axis_of(job.origin_y, job.direction_y)) {}

  /// Bit i: the ray meets box i of the group at max_time or earlier. times[i] is a lower bound of its time.
  SATCHEL_INLINE unsigned meets(const BoxGroup& group, double max_time, double* times) const {
    constexpr auto width = static_cast<unsigned>(L::width);
    const auto latest = L::splat(max_time), zero = L::splat(0.0);
    const auto less = L::splat(1 - 0x1p-51), more = L::splat(1 + 0x1p-51);
    unsigned apart = 0;
    for (unsigned i = 0; i < group_width; i += width) {
      const Slab x = slab(x_, group.min_x + i, group.max_x + i), y = slab(y_, group.min_y + i, group.max_y + i);
      const auto enters = less * L::max(L::max(x.enters, y.enters), zero), leaves = more * L::min(x.leaves, y.leaves);
      L::store(times + i, enters);
      apart |= L::bits((enters > leaves) | (enters > latest) | x.beside | y.beside) << i;
    }
    return ~apart & ((1u << group_width) - 1);
  }

 private:
  struct Axis {
    // Where two values are given, the second one is for a ray that does not move along this axis and leaves no slab.
    typename L::Vector origin;
    typename L::Vector inverse;          ///< 1 / direction;         0
    typename L::Vector lowest, highest;  ///< -infinity, infinity;   the origin
    typename L::Vector never;            ///< 0;                     infinity
    bool backward;
  };
  struct Slab {
    typename L::Vector enters, leaves;  ///< times
    typename L::Mask beside;            ///< the ray does not move along this axis, and lies beside the slab
  };

  static Axis axis_of(double origin, double direction) {
    const bool moves = direction != 0;
    constexpr double infinity = __builtin_huge_val();
    return {L::splat(origin),
            L::splat(moves ? 1 / direction : 0),
            L::splat(moves ? -infinity : origin),
            L::splat(moves ? infinity : origin),
            L::splat(moves ? 0 : infinity),
            direction < 0};
  }

  static SATCHEL_INLINE Slab slab(const Axis& axis, const double* min, const double* max) {
    const auto low = L::load(min), high = L::load(max);
    const auto near = axis.backward ? high : low, far = axis.backward ? low : high;
    return {(near - axis.origin) * axis.inverse, (far - axis.origin) * axis.inverse + axis.never,
            (low > axis.highest) | (axis.lowest > high)};
  }

  Axis x_, y_;
};

/// Nodes and groups still to visit. The nearest child of a node lies above the node's other children.
struct RayStack {
  struct Entry {
    double time;
    std::uint32_t node, level;  ///< `level` is is_group for a group
  };
  static constexpr std::uint32_t is_group = max_levels;

  Entry entries[(max_levels + 1) * group_width];
  unsigned size = 0;

  /// Pushes the children of a node whose bits are set.
  SATCHEL_INLINE void push(std::uint32_t first_child, std::uint32_t level, unsigned mask, const double* times) {
    const unsigned begin = size;
    for (; mask != 0; mask &= mask - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(mask));
      unsigned at = size++;
      for (; at > begin && entries[at - 1].time < times[lane]; --at) entries[at] = entries[at - 1];
      entries[at] = {times[lane], first_child + lane, level};
    }
  }
};

/// Passes the bodies whose boxes the ray meets to job.meet, group by group.
template <class L>
void find_on_ray(const RayJob& job) {
  const BoxTreeView& tree = job.targets;
  if (tree.group_count == 0) return;
  const RayLanes<L> ray(job);
  double latest = job.max_time;
  alignas(64) double times[group_width];
  RayStack stack;
  stack.entries[stack.size++] = {0, 0, tree.level_count - 1};
  while (stack.size > 0) {
    const RayStack::Entry entry = stack.entries[--stack.size];
    if (entry.time > latest) continue;
    if (entry.level == RayStack::is_group) {
      const unsigned mask = ray.meets(tree.groups[entry.node], latest, times);
      if (mask != 0) latest = job.meet(job.context, tree.ids + (std::size_t{entry.node} << group_shift), mask);
    } else {
      const unsigned mask = ray.meets(tree.levels[entry.level][entry.node], latest, times);
      stack.push(entry.node << group_shift, entry.level > 0 ? entry.level - 1 : RayStack::is_group, mask, times);
    }
  }
}

}  // namespace
