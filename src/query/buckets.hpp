// Gathering pairs by the classes of their bodies, so that a kernel meets one pair of classes at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <satchel/types.hpp>

#include "kernels/layout.hpp"

namespace satchel::query {

constexpr unsigned lane_groups = kernels::lane_class_count * kernels::lane_class_count;
constexpr unsigned long_group = lane_groups;       ///< some body of more than 16 vertices
constexpr unsigned exact_group = lane_groups + 1;  ///< some body that the kernels' bound does not hold for
constexpr unsigned group_count = lane_groups + 2;

/// The group of a pair in evaluation order, by the kinds (Place::kind) of its bodies.
struct GroupTable {
  std::uint8_t group[kernels::Place::kind_count][kernels::Place::kind_count];

  constexpr GroupTable() : group{} {
    for (unsigned a = 0; a < kernels::Place::kind_count; ++a) {
      for (unsigned b = 0; b < kernels::Place::kind_count; ++b) {
        group[a][b] = static_cast<std::uint8_t>(group_of({a}, {b}));
      }
    }
  }

 private:
  static constexpr unsigned group_of(kernels::Place first, kernels::Place second) {
    if (first.exact_only() || second.exact_only()) return exact_group;
    const unsigned ka = first.vertex_class(), kb = second.vertex_class();
    if (ka >= kernels::lane_class_count || kb >= kernels::lane_class_count) return long_group;
    return ka * kernels::lane_class_count + kb;
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
