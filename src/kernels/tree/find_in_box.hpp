// Finds the bodies whose boxes meet a box: the box against the sixteen boxes of a node at once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/tree_layout.hpp"

namespace {

using satchel::BodyId;
using satchel::kernels::BoxSearch;
using satchel::kernels::FloatGroup;
using satchel::kernels::FloatTreeView;
using satchel::kernels::group_shift;
using satchel::kernels::group_width;
using satchel::kernels::max_levels;

/// One box of floats in every lane.
template <class L>
struct FloatBoxLanes {
  typename L::Vector min_x, min_y, max_x, max_y;

  /// Bit i: box i of the group meets the box; both are closed.
  SATCHEL_INLINE unsigned meets(const FloatGroup& group) const {
    constexpr auto width = static_cast<unsigned>(L::width);
    unsigned apart = 0;
    for (unsigned i = 0; i < group_width; i += width) {
      const auto mask = (min_x > L::load(group.max_x + i)) | (L::load(group.min_x + i) > max_x) |
                        (min_y > L::load(group.max_y + i)) | (L::load(group.min_y + i) > max_y);
      apart |= L::bits(mask) << i;
    }
    return ~apart & ((1u << group_width) - 1);
  }
};

/// Nodes still to visit: those of one level, each with the children that are left.
struct NodePath {
  std::uint32_t node[max_levels];
  unsigned left[max_levels];
};

/// Passes the bodies whose boxes meet the box to job.take.
template <class L>
void find_in_box(const BoxSearch& job) {
  const FloatTreeView& tree = job.tree;
  if (tree.group_count == 0) return;
  constexpr auto width = static_cast<unsigned>(L::width);
  const FloatBoxLanes<L> box{L::splat(job.box.min_x), L::splat(job.box.min_y), L::splat(job.box.max_x),
                             L::splat(job.box.max_y)};
  std::size_t count = 0;
  NodePath path;
  unsigned level = tree.level_count - 1;
  const unsigned top = level;
  path.node[level] = 0;
  path.left[level] = box.meets(tree.levels[level][0]);
  for (;;) {
    unsigned& left = path.left[level];
    if (left == 0) {
      if (level++ == top) break;
      continue;
    }
    const std::uint32_t child = (path.node[level] << group_shift) + static_cast<unsigned>(__builtin_ctz(left));
    left &= left - 1;
    if (level > 0) {
      --level;
      path.node[level] = child;
      path.left[level] = box.meets(tree.levels[level][child]);
      continue;
    }
    const unsigned mask = box.meets(tree.groups[child]);
    if (mask == 0) continue;
    const BodyId* const ids = tree.ids + (std::size_t{child} << group_shift);
    for (unsigned i = 0; i < group_width; i += width) {
      const unsigned part = mask >> i & ((1u << width) - 1);
      L::store_kept_words(job.found + count, ids + i, part);
      count += static_cast<std::size_t>(__builtin_popcount(part));
    }
    if (count + group_width + width > job.capacity) {
      job.take(job.context, count);
      count = 0;
    }
  }
  if (count != 0) job.take(job.context, count);
}

}  // namespace
