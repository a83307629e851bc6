// Finds bodies whose boxes overlap: query groups against the tree of targets, then bodies against groups.
//
//   for each query group:
//     walk down the tree into the nodes that overlap the group's box; prefetch each target group that is reached
//     in one tree: skip target groups up to the query group, and find the pairs inside the query group
//     for each target group reached:
//       the query bodies that overlap the target group's box, or the target bodies that overlap the query group's box,
//       whichever are fewer: each against the sixteen bodies of the other group, four comparisons per vector
//
// O(groups (levels + overlapping groups)). Comparisons are closed and exact, so the result depends on the boxes alone.
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/box_layout.hpp"
#include "format/layout.hpp"
#include "kernels/tree/splat_box.hpp"

namespace {

using satchel::kernels::BoxGroup;
using satchel::kernels::BoxTreeView;
using satchel::kernels::GroupRange;
using satchel::kernels::OverlapJob;

template <class L>
SATCHEL_INLINE SplatBox<L> splat_box(const BoxGroup& group, unsigned i) {
  return {L::splat(group.min_x[i]), L::splat(group.min_y[i]), L::splat(group.max_x[i]), L::splat(group.max_y[i])};
}

/// Collects hits in the job's buffers and passes them to job.take when these are full. Each `add` may write a whole
/// group of hits, and counts only the valid ones.
class HitWriter {
 public:
  explicit HitWriter(const OverlapJob& job) : job_(job) {}

  /// Adds the hits of query body a with the target bodies of a group whose bits are set.
  template <class L>
  SATCHEL_INLINE void add(BodyId a, const BodyId* ids, unsigned mask) {
    L::store_kept(job_.a + count_, job_.b + count_, a, ids, mask);
    count_ += static_cast<std::size_t>(__builtin_popcount(mask));
  }
  /// Adds the hits of target body b with the query bodies of a group whose bits are set.
  template <class L>
  SATCHEL_INLINE void add_queries(const BodyId* ids, unsigned mask, BodyId b) {
    L::store_kept(job_.b + count_, job_.a + count_, b, ids, mask);
    count_ += static_cast<std::size_t>(__builtin_popcount(mask));
  }
  /// Makes room for all hits of two groups.
  /// @return  false if job.take stops the search
  SATCHEL_INLINE bool make_room() { return count_ + OverlapJob::most_at_once <= job_.capacity || flush(); }
  /// Passes all hits to job.take. @return  as make_room
  bool flush() {
    const std::size_t count = count_;
    count_ = 0;
    return count == 0 || job_.take(job_.context, count);
  }

 private:
  const OverlapJob& job_;
  std::size_t count_ = 0;
};

/// Nodes still to visit.
struct NodeStack {
  struct Entry {
    std::uint32_t node, level;
  };
  Entry entries[max_levels * group_width];
  unsigned size = 0;
};

/// Bit i: the subtree of child i of a node holds groups of the range.
SATCHEL_INLINE unsigned lanes_in_range(GroupRange range, std::uint32_t node, unsigned level) {
  const std::uint32_t from = range.first >> (group_shift * level), to = (range.last - 1) >> (group_shift * level);
  const std::uint32_t begin = node << group_shift;
  const std::uint32_t first = from > begin ? from - begin : 0;
  const std::uint32_t last = to < begin + group_width - 1 ? to - begin : group_width - 1;
  return (2u << last) - (1u << first);
}

/// Finds the pairs inside one group.
template <class L>
SATCHEL_INLINE void overlap_in_group(const BoxGroup& group, const BodyId* ids, HitWriter& hits) {
  for (unsigned i = 0; i + 1 < group_width; ++i) {
    hits.add<L>(ids[i], ids, overlapping<L>(group, splat_box<L>(group, i), i + 1) & (~1u << i));
  }
}

/// Finds the pairs between two groups. Takes the bodies of one group that overlap the other group's box, from the group
/// that has fewer of them, because queries that lie close together overlap few bodies of a group that is spread out.
template <class L>
SATCHEL_INLINE void overlap_of_groups(const BoxGroup& queries, const BodyId* query_ids, const SplatBox<L>& query_box,
                                      const BoxGroup& targets, const BodyId* target_ids, const SplatBox<L>& target_box,
                                      HitWriter& hits) {
  constexpr int worth_comparing = 4;  // up to this number the search of the other group costs more than it saves
  unsigned mask = overlapping<L>(queries, target_box);
  if (__builtin_popcount(mask) > worth_comparing) {
    unsigned other_mask = overlapping<L>(targets, query_box);
    if (__builtin_popcount(other_mask) < __builtin_popcount(mask)) {
      for (; other_mask != 0; other_mask &= other_mask - 1) {
        const auto i = static_cast<unsigned>(__builtin_ctz(other_mask));
        hits.add_queries<L>(query_ids, overlapping<L>(queries, splat_box<L>(targets, i)), target_ids[i]);
      }
      return;
    }
  }
  for (; mask != 0; mask &= mask - 1) {
    const auto i = static_cast<unsigned>(__builtin_ctz(mask));
    hits.add<L>(query_ids[i], target_ids, overlapping<L>(targets, splat_box<L>(queries, i)));
  }
}

/// Target groups that overlap the box of a query group; `add` prefetches them.
struct FoundGroups {
  std::uint32_t groups[64];
  unsigned size = 0;

  SATCHEL_INLINE bool full() const { return size + group_width > 64; }
  SATCHEL_INLINE void add(const BoxTreeView& tree, std::uint32_t group) {
    const char* const memory = reinterpret_cast<const char*>(&tree.groups[group]);
    for (unsigned line = 0; line < sizeof(BoxGroup); line += 64) __builtin_prefetch(memory + line);
    __builtin_prefetch(tree.ids + (std::size_t{group} << group_shift));
    groups[size++] = group;
  }
};

/// Finds all overlaps of the job.
template <class L>
void find_overlaps(const OverlapJob& job) {
  const BoxTreeView &queries = job.queries, &targets = job.targets;
  HitWriter hits(job);
  for (std::uint32_t g = job.range.first; g < job.range.last; ++g) {
    const BoxGroup& group = queries.groups[g];
    const BodyId* const ids = queries.ids + (std::size_t{g} << group_shift);
    GroupRange range = job.target_range != nullptr ? job.target_range[g] : GroupRange{0, targets.group_count};
    if (job.one_tree) range.first = g + 1;

    const SplatBox<L> box = splat_box<L>(queries.levels[0][g >> group_shift], g & (group_width - 1));
    FoundGroups found;
    const auto test_found = [&]() __attribute__((always_inline)) {
      for (unsigned k = 0; k < found.size; ++k) {
        if (!hits.make_room()) return false;
        const std::uint32_t target = found.groups[k];
        overlap_of_groups<L>(group, ids, box, targets.groups[target],
                             targets.ids + (std::size_t{target} << group_shift),
                             splat_box<L>(targets.levels[0][target >> group_shift], target & (group_width - 1)), hits);
      }
      found.size = 0;
      return true;
    };
    NodeStack stack;
    if (range.first < range.last) stack.entries[stack.size++] = {0, targets.level_count - 1};
    while (stack.size > 0) {
      const auto [node, level] = stack.entries[--stack.size];
      unsigned mask = overlapping<L>(targets.levels[level][node], box) & lanes_in_range(range, node, level);
      if (level == 0 && found.full() && !test_found()) return;
      for (; mask != 0; mask &= mask - 1) {
        const std::uint32_t child = (node << group_shift) + static_cast<unsigned>(__builtin_ctz(mask));
        if (level > 0) {
          stack.entries[stack.size++] = {child, level - 1};
        } else {
          found.add(targets, child);
        }
      }
    }
    if (job.one_tree) {
      if (!hits.make_room()) return;
      overlap_in_group<L>(group, ids, hits);
    }
    if (!test_found()) return;
  }
  (void)hits.flush();
}

}  // namespace
