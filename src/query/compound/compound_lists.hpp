// The pairs of a chunk in which a body is a compound, by kind.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <satchel/types.hpp>

#include "format/jobs.hpp"
#include "query/stages/pair_kind.hpp"

namespace satchel::query {

/// The pairs of a chunk in which a body is a compound, by kind; k numbers the kinds with compounds from 0. The lists
/// hold more pairs than bins do, because the parts of many pairs fill lanes better.
/// @tparam most  the most pairs of a chunk of a scene with compounds
template <std::size_t most>
struct CompoundLists {
  std::array<std::array<Pair, most>, compound_kinds> pairs;
  std::array<std::array<std::uint32_t, most>, compound_kinds> slots;  ///< of the results
  std::array<std::size_t, compound_kinds> sizes{};

  /// Appends copies of the pairs and slots.
  void add(PairKind kind, const kernels::PairList& list) {
    const std::size_t k = index(kind) - convex_kinds;
    std::copy_n(list.pairs, list.count, pairs[k].data() + sizes[k]);
    std::copy_n(list.slots, list.count, slots[k].data() + sizes[k]);
    sizes[k] += list.count;
  }
  /// The pairs [begin, end) of kind k.
  kernels::PairList list(std::size_t k, std::size_t begin, std::size_t end) const {
    return {pairs[k].data() + begin, slots[k].data() + begin, end - begin};
  }
  /// Moves the pairs of kind k for which comes_first(pair) is true before the other pairs.
  /// @returns  the number of pairs for which it is true
  template <class ComesFirst>
  std::size_t bring_forward(std::size_t k, ComesFirst comes_first) {
    std::size_t first = 0;
    while (first < sizes[k] && comes_first(pairs[k][first])) ++first;
    for (std::size_t i = first; i < sizes[k]; ++i) {
      if (!comes_first(pairs[k][i])) continue;
      std::swap(pairs[k][first], pairs[k][i]);
      std::swap(slots[k][first++], slots[k][i]);
    }
    return first;
  }
};

}  // namespace satchel::query
