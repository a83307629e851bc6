// Finds the bodies whose boxes meet the boxes of queries: a box against the sixteen boxes of a node or group at once.
//
// Many queries go down the tree together, stage by stage:
//
//   stage 0 holds bodies that were found, stage 1 groups to visit, stage 2 + l nodes of level l to visit, each for one
//   query
//   fill the top stage with queries at the root
//   at the lowest stage with something to visit, while the stage below has room:
//     append the children whose boxes the query's box meets to the stage below
//   return when stage 0 is full
//
// No branch depends on the number of children that a query meets, which processors predict badly. Each stage is in the
// order of the queries, because it is empty before the stage above goes on.
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/tree_layout.hpp"

namespace {

using satchel::BodyId;
using satchel::kernels::BoxSearch;
using satchel::kernels::FloatBox;
using satchel::kernels::FloatGroup;
using satchel::kernels::FloatTreeView;
using satchel::kernels::group_shift;
using satchel::kernels::group_width;

/// Bit i: box i of the group meets the box; both are closed.
template <class L>
SATCHEL_INLINE unsigned meeting_boxes(const FloatGroup& group, const FloatBox& box) {
  const auto min_x = L::splat(box.min_x), min_y = L::splat(box.min_y);
  const auto max_x = L::splat(box.max_x), max_y = L::splat(box.max_y);
  unsigned apart = 0;
  for (unsigned i = 0; i < group_width; i += static_cast<unsigned>(L::width)) {
    const auto mask = (min_x > L::load(group.max_x + i)) | (L::load(group.min_x + i) > max_x) |
                      (min_y > L::load(group.max_y + i)) | (L::load(group.min_y + i) > max_y);
    apart |= L::bits(mask) << i;
  }
  return ~apart & ((1u << group_width) - 1);
}

/// Moves on from a stage until it is empty or the stage below is full.
/// @param nodes  those that the stage names
/// @param store  store(queries, items, query, item, mask) writes the children of an item whose bits are set; there is
///               room for all
template <class L, class Store>
SATCHEL_INLINE void advance(BoxSearch& job, unsigned stage, const FloatGroup* nodes, const Store& store) {
  const BoxSearch::Stage& from = job.stages[stage];
  BoxSearch::Stage& to = job.stages[stage - 1];
  const std::uint32_t from_end = job.left[stage].end;
  std::uint32_t next = job.left[stage].next, end = job.left[stage - 1].end;
  for (; next < from_end && end <= BoxSearch::stage_size; ++next) {
    const std::uint32_t query = from.query[next], item = from.item[next];
    const unsigned mask = meeting_boxes<L>(nodes[item], job.boxes[query]);
    store(to.query + end, to.item + end, query, item, mask);
    end += static_cast<std::uint32_t>(__builtin_popcount(mask));
  }
  job.left[stage].next = next;
  job.left[stage - 1].end = end;
}

/// Many queries. @tparam L, D  lanes of floats and of doubles
template <class L, class D>
void find_by_stages(BoxSearch& job) {
  const unsigned top = job.tree.level_count + 1;
  for (;;) {
    const unsigned stage = job.stage;
    BoxSearch::Range& left = job.left[stage];
    if (left.next == left.end) {
      left = {};
      if (stage < top) {
        ++job.stage;
        continue;
      }
      job.done = job.next_query == job.query_count;
      if (job.done) return;
      BoxSearch::Stage& roots = job.stages[top];
      for (; left.end < BoxSearch::stage_size && job.next_query < job.query_count; ++left.end, ++job.next_query) {
        roots.query[left.end] = job.next_query;
        roots.item[left.end] = 0;
      }
    }
    if (stage == 1) {
      advance<L>(
          job, stage, job.tree.groups,
          [&](std::uint32_t * queries, std::uint32_t * bodies, std::uint32_t query, std::uint32_t group, unsigned mask)
              __attribute__((always_inline)) {
                D::store_kept(queries, bodies, query, job.tree.ids + (std::size_t{group} << group_shift), mask);
              });
      if (left.next != left.end) return;
    } else {
      advance<L>(
          job, stage, job.tree.levels[stage - 2],
          [](std::uint32_t * queries, std::uint32_t * children, std::uint32_t query, std::uint32_t node, unsigned mask)
              __attribute__((always_inline)) {
                D::store_kept_numbers(queries, children, query, node << group_shift, mask);
              });
      --job.stage;
    }
  }
}

/// One query: walks down the tree, because a child is known sooner than by way of a stage.
template <class L, class D>
void find_by_walk(BoxSearch& job) {
  const FloatTreeView& tree = job.tree;
  const FloatBox box = job.boxes[0];
  const unsigned top = tree.level_count - 1;
  if (job.next_query == 0) {
    job.next_query = 1;
    job.stage = top;
    job.path[top] = {0, meeting_boxes<L>(tree.levels[top][0], box)};
  }
  std::uint32_t& found = job.left[0].end;
  unsigned level = job.stage;
  for (;;) {
    BoxSearch::Step& step = job.path[level];
    if (step.children == 0) {
      job.done = level == top;
      if (job.done) return;
      ++level;
      continue;
    }
    const std::uint32_t child = (step.node << group_shift) + static_cast<unsigned>(__builtin_ctz(step.children));
    step.children &= step.children - 1;
    if (level > 0) {
      --level;
      job.path[level] = {child, meeting_boxes<L>(tree.levels[level][child], box)};
      continue;
    }
    const unsigned mask = meeting_boxes<L>(tree.groups[child], box);
    if (mask == 0) continue;
    D::store_kept(job.stages[0].query + found, job.stages[0].item + found, 0,
                  tree.ids + (std::size_t{child} << group_shift), mask);
    found += static_cast<std::uint32_t>(__builtin_popcount(mask));
    if (found > BoxSearch::stage_size) {
      job.stage = level;
      return;
    }
  }
}

/// Finds some more bodies.
template <class L, class D>
void find_in_boxes(BoxSearch& job) {
  job.left[0].end = 0;
  if (job.tree.group_count == 0) {
    job.done = true;
  } else if (job.query_count == 1) {
    find_by_walk<L, D>(job);
  } else {
    find_by_stages<L, D>(job);
  }
}

}  // namespace
