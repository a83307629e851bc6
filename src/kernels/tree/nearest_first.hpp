// Walks a tree of floats from near boxes to far ones.
//
//   walk down the tree from its root: put the children that are of interest on a stack, the nearest on top
//   at a group: for each body of interest, the nearest first, until one is beyond the limit:
//     limit = meet(body)
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/tree/tree_names.hpp"

namespace {

/// Nodes and groups still to visit. The nearest child of a node lies above the node's other children.
struct NearStack {
  struct Entry {
    float distance;
    std::uint32_t node;  ///< number << 4 | level; `is_group` for a group
  };
  static constexpr std::uint32_t is_group = 15;

  Entry entries[(max_levels + 4) * group_width];
  unsigned size = 0;

  /// Pushes the children of a node whose bits are set, among the entries from `begin` on.
  SATCHEL_INLINE void push(unsigned begin, std::uint32_t first_child, std::uint32_t level, unsigned mask,
                           const float* distances) {
    for (; mask != 0; mask &= mask - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(mask));
      const float distance = distances[lane];
      unsigned at = size++;
      for (; at > begin && entries[at - 1].distance < distance; --at) entries[at] = entries[at - 1];
      entries[at] = {distance, (first_child + lane) << 4 | level};
    }
  }
};

/// The lanes of a group whose bits are set, by distance.
struct LanesByDistance {
  unsigned lanes[group_width];
  unsigned count = 0;

  SATCHEL_INLINE LanesByDistance(unsigned mask, const float* distances) {
    for (; mask != 0; mask &= mask - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctz(mask));
      unsigned at = count++;
      for (; at > 0 && distances[lanes[at - 1]] > distances[lane]; --at) lanes[at] = lanes[at - 1];
      lanes[at] = lane;
    }
  }
};

/// @param test  test.meets(group, limit, distances): bit i: box i is of interest; distances[i] is then a lower bound of
///              its distance, at most `limit`
/// @param meet  meet(body) returns the new limit
template <class Test, class Meet>
SATCHEL_INLINE void walk_nearest_first(const FloatTreeView& tree, float limit, const Test& test, const Meet& meet) {
  alignas(64) float distances[group_width];
  NearStack stack;
  const unsigned top = tree.level_count - 1;
  stack.push(0, 0, top > 0 ? top - 1 : NearStack::is_group, test.meets(tree.levels[top][0], limit, distances),
             distances);
  while (stack.size > 0) {
    const NearStack::Entry entry = stack.entries[--stack.size];
    if (entry.distance > limit) continue;
    std::uint32_t node = entry.node >> 4, at = entry.node & 15u;
    unsigned mask;
    for (;; --at) {  // straight down, as long as one child alone is of interest
      if (at == NearStack::is_group) break;
      mask = test.meets(tree.levels[at][node], limit, distances);
      node <<= group_shift;
      if (mask == 0 || (mask & (mask - 1)) != 0) break;
      node += static_cast<unsigned>(__builtin_ctz(mask));
      if (at == 0) at = NearStack::is_group + 1;
    }
    if (at != NearStack::is_group) {
      stack.push(stack.size, node, at > 0 ? at - 1 : NearStack::is_group, mask, distances);
      continue;
    }
    mask = test.meets(tree.groups[node], limit, distances);
    if (mask == 0) continue;
    const LanesByDistance order(mask, distances);
    const BodyId* const ids = tree.ids + (std::size_t{node} << group_shift);
    for (unsigned k = 0; k < order.count && distances[order.lanes[k]] <= limit; ++k) limit = meet(ids[order.lanes[k]]);
  }
}

}  // namespace
