// The plain structs that the broad phase and its kernels share.
//
// A group holds the boxes of 16 bodies that lie together in space, coordinate by coordinate, so that a vector holds one
// coordinate of several boxes. A *node* has the same layout, for the boxes of 16 groups or of 16 nodes of the level
// below. The tree needs no pointers, because child i of node k is number 16 k + i.
#pragma once

#include <cstddef>
#include <cstdint>

#include <satchel/types.hpp>

namespace satchel::kernels {

constexpr unsigned group_shift = 4;
constexpr unsigned group_width = 1u << group_shift;
constexpr unsigned max_levels = 8;  ///< 16^8 groups are more than indices can name
static_assert(group_width == 16 && group_shift * max_levels >= 8 * sizeof(BodyId));

/// Sixteen boxes. Unused ones are `empty_box`, which overlaps nothing.
struct alignas(64) BoxGroup {
  double min_x[group_width], min_y[group_width], max_x[group_width], max_y[group_width];
};

constexpr Box empty_box = {__builtin_inf(), __builtin_inf(), -__builtin_inf(), -__builtin_inf()};

struct GroupRange {
  std::uint32_t first, last;  ///< last: one past
};

/// Bodies in groups, and the tree over them.
struct BoxTreeView {
  const BoxGroup* groups;
  const BodyId* ids;                   ///< sixteen a group
  const BoxGroup* levels[max_levels];  ///< levels[0]: boxes of groups; the last level in use is one node
  unsigned level_count;
  std::uint32_t group_count;
};

/// Bodies whose boxes overlap: hits[i] are body a[i] of `queries` and body b[i] of `targets`.
struct OverlapJob {
  BoxTreeView queries, targets;
  GroupRange range;                ///< of query groups
  const GroupRange* target_range;  ///< by query group: the groups it may meet; null: all
  bool one_tree;                   ///< both trees are the same: finds each pair once, and no body with itself

  /// The most hits between two looks at the room: those of two groups, and one row of hits that is written whole.
  static constexpr std::size_t most_at_once = group_width * (group_width + 1);
  /// Room for `capacity` hits. When fewer than `most_at_once` more fit, and at the end, take(context, hits) is called,
  /// which empties it; where that returns false, the kernel stops.
  BodyId *a, *b;
  std::size_t capacity;
  bool (*take)(void* context, std::size_t hits);
  void* context;
};

/// The grid that deals bodies into buckets: see tree/grid.hpp.
struct BucketGrid {
  double origin_x, origin_y;    ///< of twice the centre: min + max
  double scale_x, scale_y;      ///< cells per unit
  double last_x, last_y;        ///< the last column and row
  const std::uint16_t* code_x;  ///< the bits of a cell's code that come from its column, and from its row
  const std::uint16_t* code_y;
  const std::uint8_t* class_of;  ///< size class by the exponent bits of the longer side
  const std::uint8_t* shift;     ///< by class: the number of low bits of the code to drop
  const std::uint32_t* first;    ///< by class: its first bucket
};

constexpr std::uint32_t no_bucket = ~0u;  ///< of removed bodies

template <class T>
struct BodyRecord;
template <class T>
struct OffsetBox;

/// The boxes of bodies from `first` on, grown by a margin.
template <class T>
struct BoxJob {
  const BodyRecord<T>* bodies;
  const OffsetBox<T>* offset_boxes;
  double margin;
  std::size_t first, count;
  BucketGrid grid;
  /// By body: its world. If given, worlds replace the classes as indices of `shift` and `first`. Null: one world.
  const std::uint32_t* worlds;
};

}  // namespace satchel::kernels
