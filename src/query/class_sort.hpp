// Sorting a chunk's pairs by the classes of their bodies, so that a kernel meets one pair of classes at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include <satchel/types.hpp>

#include "kernels/layout.hpp"

namespace satchel::query {

constexpr std::size_t chunk_pairs = 2048;

constexpr unsigned lane_groups = kernels::lane_class_count * kernels::lane_class_count;
constexpr unsigned long_group = lane_groups;       ///< some body of more than 16 vertices
constexpr unsigned exact_group = lane_groups + 1;  ///< some body that the kernels' bound does not hold for
constexpr unsigned group_count = lane_groups + 2;

/// The group of a pair in evaluation order, by the low six bits of both places (class and `exact_only`).
struct GroupTable {
  std::uint8_t group[64][64];

  constexpr GroupTable() : group{} {
    for (unsigned a = 0; a < 64; ++a) {
      for (unsigned b = 0; b < 64; ++b) group[a][b] = static_cast<std::uint8_t>(group_of({a}, {b}));
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

inline unsigned group_of(kernels::Place first, kernels::Place second) noexcept {
  return group_table.group[first.bits & 63u][second.bits & 63u];
}

/// A chunk's pairs, grouped; within a group in their order. slots[i] is the place of pairs[i] in the chunk.
struct SortedChunk {
  std::array<Pair, chunk_pairs> pairs;
  std::array<std::uint32_t, chunk_pairs> slots;
  std::array<std::uint32_t, group_count + 1> begin;  ///< group g is [begin[g], begin[g + 1])

  /// A stable counting sort. `group(i)` is called once for each pair.
  ///
  /// The two halves of the chunk are counted and moved side by side: a counter in memory costs some cycles from one
  /// increment to the next, and neighbours are often of one group.
  template <class Group>
  void sort(const Pair* from, std::size_t count, Group group) noexcept {
    std::array<std::uint8_t, chunk_pairs> groups;
    std::array<std::uint32_t, group_count> in_first{}, in_second{};
    const std::size_t half = count / 2;
    for (std::size_t i = 0; i < half; ++i) {
      ++in_first[groups[i] = static_cast<std::uint8_t>(group(i))];
      ++in_second[groups[half + i] = static_cast<std::uint8_t>(group(half + i))];
    }
    if (2 * half < count) ++in_second[groups[count - 1] = static_cast<std::uint8_t>(group(count - 1))];

    std::array<std::uint32_t, group_count> next_first, next_second;
    begin[0] = 0;
    for (unsigned g = 0; g < group_count; ++g) {
      next_first[g] = begin[g];
      next_second[g] = begin[g] + in_first[g];
      begin[g + 1] = next_second[g] + in_second[g];
    }
    const auto move = [&](std::size_t i, std::uint32_t to) {
      pairs[to] = from[i];
      slots[to] = static_cast<std::uint32_t>(i);
    };
    for (std::size_t i = 0; i < half; ++i) {
      move(i, next_first[groups[i]]++);
      move(half + i, next_second[groups[half + i]]++);
    }
    if (2 * half < count) move(count - 1, next_second[groups[count - 1]]++);
  }
};

}  // namespace satchel::query
