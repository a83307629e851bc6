// Gathering pairs by the classes of their bodies, so that a kernel meets one pair of classes at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <satchel/options.hpp>
#include <satchel/types.hpp>

#include "format/layout.hpp"

namespace satchel::query {

constexpr unsigned lane_groups = kernels::lane_class_count * kernels::lane_class_count;
constexpr unsigned box_group = lane_groups;            ///< two centred boxes
constexpr unsigned long_group = lane_groups + 1;       ///< two bodies of more than 16 vertices
constexpr unsigned half_long_group = lane_groups + 2;  ///< one, and one of fewer
constexpr unsigned exact_group = lane_groups + 3;      ///< some body that no kernel's bound holds for
constexpr unsigned circle_group = lane_groups + 4;     ///< two circles around their own origins
constexpr unsigned up_to_8_group = lane_groups + 5;    ///< any of lane classes 0 to 2, where they need no telling apart
constexpr unsigned rounded_box_group = lane_groups + 6;  ///< two centred boxes of which one has a radius
/// Polygons of lane classes 0 to 2 of which one has a radius, where they need no telling apart.
constexpr unsigned rounded_up_to_8_group = lane_groups + 7;
constexpr unsigned rounded_group = lane_groups + 8;  ///< and the next ones: some body with a radius, or no polygon
constexpr unsigned rounded_cores = 2 + kernels::lane_class_count;
constexpr unsigned compound_groups = rounded_group + rounded_cores * rounded_cores;  ///< A a compound, B, both
constexpr unsigned group_count = compound_groups + 3;

constexpr bool is_compound_group(unsigned group) { return group >= compound_groups; }
/// Polygons without radius.
constexpr bool is_polygon_group(unsigned group) { return group <= half_long_group || group == up_to_8_group; }
/// Whether bounding discs are worth a look for verdicts: boxes and circles take little longer themselves.
constexpr bool discs_help(unsigned group) { return group != box_group && group != circle_group; }
constexpr bool is_long_group(unsigned group) { return group == long_group || group == half_long_group; }

/// Which cores the rounded kernels tell apart: points, segments, polygons by lane class.
struct RoundedCore {
  unsigned vertex_class;
  unsigned size;  ///< the kernel's: binary logarithm of the vertices in a block
};
constexpr std::array<RoundedCore, rounded_cores> rounded_core = {
    {{kernels::point_class, 0}, {kernels::segment_class, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 4}}};

/// The group of a pair in evaluation order, by the kinds (Place::kind) of its bodies.
struct GroupTable {
  static constexpr std::size_t row = 32;  ///< a power of two: rows are found by a shift
  std::uint8_t group[kernels::kind_count][row];

  constexpr GroupTable() : GroupTable(false, false) {}
  /// @param merges, merges_rounded  whether pairs of up to eight vertices are one group; and of which one has a radius
  constexpr GroupTable(bool merges, bool merges_rounded) : group{} {
    for (unsigned a = 0; a < kernels::kind_count; ++a) {
      for (unsigned b = 0; b < kernels::kind_count; ++b) {
        const unsigned its_group = group_of(a, b);
        const bool is_merged = merges && has_up_to_8(its_group);
        const bool is_rounded_merged = merges_rounded && has_rounded_up_to_8(its_group);
        group[a][b] = static_cast<std::uint8_t>(is_merged           ? up_to_8_group
                                                : is_rounded_merged ? rounded_up_to_8_group
                                                                    : its_group);
      }
    }
  }

  static constexpr unsigned group_of(unsigned kind_a, unsigned kind_b) {
    using namespace kernels;
    if (kind_a == compound_kind || kind_b == compound_kind) {
      return compound_groups + (kind_a != compound_kind ? 1 : kind_b == compound_kind ? 2 : 0);
    }
    if (kind_a == exact_kind || kind_b == exact_kind) return exact_group;
    if (kind_a == circle_kind && kind_b == circle_kind) return circle_group;
    if (is_rounded(kind_a) || is_rounded(kind_b)) {
      if (is_box(kind_a) && is_box(kind_b)) return rounded_box_group;
      const unsigned core_a = rounded_core_of(kind_a), core_b = rounded_core_of(kind_b);
      if (core_a == rounded_cores || core_b == rounded_cores) return exact_group;
      return rounded_group + core_a * rounded_cores + core_b;
    }
    if (kind_a == long_kind && kind_b == long_kind) return long_group;
    if (kind_a == long_kind || kind_b == long_kind) return half_long_group;
    if (kind_a == box_kind && kind_b == box_kind) return box_group;
    const auto lane_class = [](unsigned kind) { return kind == box_kind ? 0u : kind; };
    return lane_class(kind_a) * lane_class_count + lane_class(kind_b);
  }

  /// Whether the kernel facing_up_to_8 takes the pairs of this group.
  static constexpr bool has_up_to_8(unsigned group) {
    return group < lane_groups && group / kernels::lane_class_count < 3 && group % kernels::lane_class_count < 3;
  }
  /// The same of RoundedKernels. Blocks of four vertices have no more than the facing part.
  static constexpr bool has_rounded_up_to_8(unsigned group) {
    if (group < rounded_group || group >= compound_groups) return false;
    const unsigned a = (group - rounded_group) / rounded_cores, b = (group - rounded_group) % rounded_cores;
    return is_small_polygon(a) && is_small_polygon(b) && (a != 2 || b != 2);
  }

 private:
  static constexpr bool is_rounded(unsigned kind) {
    return kind >= kernels::circle_kind && kind <= kernels::long_rounded_kind;
  }
  static constexpr bool is_box(unsigned kind) { return kind == kernels::box_kind || kind == kernels::rounded_box_kind; }
  /// Of an index of rounded_core.
  static constexpr bool is_small_polygon(unsigned core) { return core >= 2 && core < 5; }
  /// Index of rounded_core; rounded_cores where there are more vertices.
  static constexpr unsigned rounded_core_of(unsigned kind) {
    using namespace kernels;
    if (kind == circle_kind || kind == point_kind) return 0;
    if (kind == segment_kind) return 1;
    if (is_box(kind)) return 2;
    if (kind < lane_class_count) return 2 + kind;
    return kind >= rounded_kind && kind < long_rounded_kind ? 2 + kind - rounded_kind : rounded_cores;
  }
};
inline constexpr GroupTable group_table;
inline constexpr GroupTable merging_tables[2][2] = {{group_table, {false, true}}, {{true, false}, {true, true}}};

/// Where the pairs of a group are counted.
constexpr PairClass class_of(unsigned group) {
  if (group == box_group) return PairClass::boxes;
  if (is_long_group(group)) return PairClass::many_vertices;
  if (group == exact_group) return PairClass::exact;
  if (is_compound_group(group)) return PairClass::compounds;
  if (group >= circle_group) return PairClass::rounded;
  constexpr PairClass of_larger[] = {PairClass::up_to_4, PairClass::up_to_6, PairClass::up_to_8, PairClass::up_to_16};
  static_assert(std::size(of_larger) == kernels::lane_class_count);
  return of_larger[std::max(group / kernels::lane_class_count, group % kernels::lane_class_count)];
}

/// Pairs of one group.
struct GroupedPairs {
  const Pair* pairs;
  const std::uint32_t* slots;  ///< the places of their results; null: in a row
  std::size_t count;
};

/// A bucket a group, each of pairs and the places of their results. A full one is emptied at once, the rest at the end:
/// one pass over the pairs, and all of it stays in the first-level cache. Dealing takes as long as its instructions, so
/// the buckets are runs of two arrays, and of each one number says where its next pair goes.
template <unsigned groups>
class BucketsOf {
 public:
  static constexpr std::uint32_t capacity = 64;

  BucketsOf() {
    for (unsigned group = 0; group < groups; ++group) ends_[group] = group * capacity;
  }

  /// @returns whether the bucket is full now
  bool add(unsigned group, const Pair& pair, std::uint32_t slot) {
    const std::uint32_t at = ends_[group];
    std::memcpy(&pairs_[at], &pair, sizeof pair);  // in one piece
    slots_[at] = slot;
    ends_[group] = at + 1;
    return (at + 1) % capacity == 0;
  }

  bool is_empty(unsigned group) const { return ends_[group] == group * capacity; }

  /// Empties the bucket. Its content can be read until something is added to it.
  GroupedPairs take(unsigned group) {
    const std::uint32_t first = group * capacity;
    const GroupedPairs content{&pairs_[first], &slots_[first], ends_[group] - first};
    ends_[group] = first;
    return content;
  }

 private:
  std::array<Pair, groups * capacity> pairs_;
  std::array<std::uint32_t, groups * capacity> slots_;
  std::array<std::uint32_t, groups> ends_;
};
using Buckets = BucketsOf<group_count>;
constexpr unsigned facing_groups = compound_groups;  ///< those that facing parts may decide are among the first
/// After the groups, the pairs of these that are left to the kernel that looks at all edges.
using BucketsAndRest = BucketsOf<group_count + facing_groups>;
constexpr unsigned all_edges_group(unsigned group) { return group_count + group; }

/// How many pairs of one group facing parts proved so far: where they prove few, looking at all edges at once is
/// cheaper. The results are the same.
struct FacingTally {
  std::size_t asked = 0, unproved = 0;

  static constexpr std::size_t trial = 256;  ///< so many pairs tell
  static constexpr FacingTally failed() { return {trial, trial}; }
  bool pays() const { return 3 * unproved <= asked + trial / 4; }
};

/// How many pairs discs have left open so far: where they decide few, they are not worth asking.
struct DiscTally {
  std::size_t asked = 0, open = 0;

  static constexpr std::size_t trial = 256;
  bool pay() const { return 2 * open <= asked + trial; }
};

}  // namespace satchel::query
