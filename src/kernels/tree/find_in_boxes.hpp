// Finds the bodies whose boxes meet the boxes of queries: a box against the sixteen boxes of a node or group at once. A
// group holds the boxes of sixteen bodies, a node those of sixteen groups (level 0) or of sixteen nodes of the level
// below. A call fills a queue with bodies; the caller takes them and calls again until job.done.
//
// Many queries go down the tree together, by a queue for each level:
//
//   queue 0 holds the bodies that were found, queue 1 groups to visit, queue 2 + l nodes of level l to visit; each item
//   belongs to one query
//   if all queues but queue 0 are empty: fill the top queue with queries at the root
//   at the lowest queue with items, queue 0 aside, while the queue below has room:
//     visit an item; append the children whose boxes meet the query's box to the queue below
//   return when queue 0 is full
//
// No branch depends on the number of children that a query meets, which processors predict badly. Each queue is in the
// order of the queries, because it is empty before the queue above goes on.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/tree/splat_box.hpp"

namespace {

using satchel::kernels::BoxSearch;
using satchel::kernels::FloatBox;

template <class L>
SATCHEL_INLINE SplatBox<L> splat_box(const FloatBox& box) {
  return {L::splat(box.min_x), L::splat(box.min_y), L::splat(box.max_x), L::splat(box.max_y)};
}

/// Visits the items of a queue until it is empty or the queue below is full.
/// @param nodes  the nodes or groups; an item is an index into them
/// @param store  store(queries, items, query, item, mask) appends the children of the item that have a bit in the mask;
///               behind a full queue there is room for the children of items_together items
template <class L, class Store>
SATCHEL_INLINE void visit(BoxSearch& job, unsigned queue, const FloatGroup* nodes, const Store& store) {
  const BoxSearch::Queue& from = job.queues[queue];
  BoxSearch::Queue& to = job.queues[queue - 1];
  const std::uint32_t from_end = job.left[queue].end;
  std::uint32_t next = job.left[queue].next, end = job.left[queue - 1].end;
  // Several items together, because a processor may keep the loads of an item waiting until it knows the addresses to
  // which the children of the items before will be written.
  constexpr unsigned together = BoxSearch::items_together;
  for (; next < from_end && end <= BoxSearch::queue_size; next += together) {
    std::uint32_t queries[together], items[together];
    unsigned masks[together];
    for (unsigned k = 0; k < together; ++k) {
      const bool is_item = next + k < from_end;
      const std::uint32_t i = is_item ? next + k : next;
      queries[k] = from.query[i];
      items[k] = from.item[i];
      const unsigned mask = overlapping<L>(nodes[items[k]], splat_box<L>(job.boxes[queries[k]]));
      masks[k] = is_item ? mask : 0;
    }
    for (unsigned k = 0; k < together; ++k) {
      store(to.query + end, to.item + end, queries[k], items[k], masks[k]);
      end += static_cast<std::uint32_t>(__builtin_popcount(masks[k]));
    }
  }
  job.left[queue].next = next < from_end ? next : from_end;
  job.left[queue - 1].end = end;
}

/// Goes on with many queries.
/// @tparam L, D  lanes of floats and of doubles
template <class L, class D>
void find_by_queues(BoxSearch& job) {
  const FloatTreeView& tree = job.tree;
  const unsigned top_queue = tree.level_count + 1;
  for (;;) {
    const unsigned queue = job.current;
    BoxSearch::Range& left = job.left[queue];
    if (left.next == left.end) {
      left = {};
      if (queue < top_queue) {
        ++job.current;
        continue;
      }
      job.done = job.next_query == job.query_count;
      if (job.done) return;
      BoxSearch::Queue& roots = job.queues[top_queue];
      for (; left.end < BoxSearch::queue_size && job.next_query < job.query_count; ++left.end, ++job.next_query) {
        roots.query[left.end] = job.next_query;
        roots.item[left.end] = 0;
      }
    }
    using Numbers = std::uint32_t*;
    if (queue > 1) {
      visit<L>(
          job, queue, tree.levels[queue - 2],
          [](Numbers queries, Numbers items, std::uint32_t query, std::uint32_t node, unsigned mask) __attribute__((
              always_inline)) { D::store_kept_numbers(queries, items, query, node << group_shift, mask); });
      --job.current;
    } else {
      visit<L>(
          job, queue, tree.groups,
          [&](Numbers queries, Numbers items, std::uint32_t query, std::uint32_t group, unsigned mask)
              __attribute__((always_inline)) {
                D::store_kept(queries, items, query, tree.ids + (std::size_t{group} << group_shift), mask);
              });
      if (left.next != left.end) return;  // groups are left, because queue 0 is full
    }
  }
}

/// Goes on with a single query. It walks from node to node: the next node is known sooner than by way of a queue.
template <class L, class D>
void find_by_walk(BoxSearch& job) {
  const FloatTreeView& tree = job.tree;
  const SplatBox<L> box = splat_box<L>(job.boxes[0]);
  const unsigned top_level = tree.level_count - 1;
  unsigned level = 0;  // where the last call returned
  if (job.next_query == 0) {
    job.next_query = 1;
    level = top_level;
    job.path[top_level] = {0, overlapping<L>(tree.levels[top_level][0], box)};
  }
  std::uint32_t found = 0;
  while (found <= BoxSearch::queue_size) {
    BoxSearch::Step& step = job.path[level];
    if (step.children == 0) {
      job.done = level == top_level;
      if (job.done) break;
      ++level;
      continue;
    }
    const std::uint32_t child = (step.node << group_shift) + static_cast<unsigned>(__builtin_ctz(step.children));
    step.children &= step.children - 1;
    if (level > 0) {
      --level;
      job.path[level] = {child, overlapping<L>(tree.levels[level][child], box)};
      continue;
    }
    const unsigned mask = overlapping<L>(tree.groups[child], box);
    if (mask == 0) continue;
    D::store_kept(job.queues[0].query + found, job.queues[0].item + found, 0,
                  tree.ids + (std::size_t{child} << group_shift), mask);
    found += static_cast<std::uint32_t>(__builtin_popcount(mask));
  }
  job.left[0].end = found;
}

/// Fills queue 0 with the next bodies.
template <class L, class D>
void find_in_boxes(BoxSearch& job) {
  job.left[0].end = 0;
  if (job.tree.group_count == 0) {
    job.done = true;
  } else if (job.query_count == 1) {
    find_by_walk<L, D>(job);
  } else {
    find_by_queues<L, D>(job);
  }
}

}  // namespace
