// Gathering pairs by the classes of their bodies, so that a kernel meets one pair of classes at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <satchel/types.hpp>

#include "kernels/layout.hpp"

namespace satchel::query {

constexpr unsigned lane_groups = kernels::lane_class_count * kernels::lane_class_count;
constexpr unsigned box_group = lane_groups;        ///< two centred boxes
constexpr unsigned long_group = lane_groups + 1;   ///< some body of more than 16 vertices
constexpr unsigned exact_group = lane_groups + 2;  ///< some body that is rounded or has no proved kernel
constexpr unsigned group_count = lane_groups + 3;

/// The group of a pair in evaluation order, by the kinds (Place::kind) of its bodies.
struct GroupTable {
  std::uint8_t group[kernels::kind_count][kernels::kind_count];

  constexpr GroupTable() : group{} {
    for (unsigned a = 0; a < kernels::kind_count; ++a) {
      for (unsigned b = 0; b < kernels::kind_count; ++b) group[a][b] = static_cast<std::uint8_t>(group_of(a, b));
    }
  }

  static constexpr unsigned group_of(unsigned kind_a, unsigned kind_b) {
    using namespace kernels;
    if (kind_a == exact_kind || kind_b == exact_kind) return exact_group;
    if (kind_a == rounded_kind || kind_b == rounded_kind) return exact_group;
    if (kind_a == long_kind || kind_b == long_kind) return long_group;
    if (kind_a == box_kind && kind_b == box_kind) return box_group;
    const auto lane_class = [](unsigned kind) { return kind == box_kind ? 0u : kind; };
    return lane_class(kind_a) * lane_class_count + lane_class(kind_b);
  }
};
inline constexpr GroupTable group_table;

/// A bucket a group, each of pairs and the places of their results. A full one is emptied at once, the rest at the end:
/// one pass over the pairs, and all of it stays in the first-level cache.
struct Buckets {
  static constexpr std::size_t capacity = 64;

  std::array<std::array<Pair, capacity>, group_count> pairs;
  std::array<std::array<std::uint32_t, capacity>, group_count> slots;
  std::array<std::uint32_t, group_count> sizes{};
};

}  // namespace satchel::query
