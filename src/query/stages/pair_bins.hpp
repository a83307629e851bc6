// Bins, each of which gathers pairs of one kind, so that a kernel gets pairs of one kind alone; and tallies of stages
// that run only as long as they pay.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <satchel/types.hpp>

#include "format/jobs.hpp"
#include "query/stages/pair_kind.hpp"

namespace satchel::query {

/// Bins of pairs and the slots of their results. The user runs a bin as soon as it is full, and the others at the end.
/// So one pass over the pairs suffices, and the bins stay in the first-level cache. All bins lie in two arrays, and one
/// number a bin says where its next pair goes, because the number of instructions decides how long filling takes.
template <unsigned bins>
class PairBins {
 public:
  static constexpr std::uint32_t capacity = 64;

  PairBins() {
    for (unsigned bin = 0; bin < bins; ++bin) ends_[bin] = bin * capacity;
  }

  /// Adds a pair to a bin that is not full. @returns whether the bin is full now; then it must be drained
  bool add(unsigned bin, const Pair& pair, std::uint32_t slot) {
    const std::uint32_t at = ends_[bin];
    std::memcpy(&pairs_[at], &pair, sizeof pair);  // one store of eight bytes instead of two
    slots_[at] = slot;
    ends_[bin] = at + 1;
    return (at + 1) % capacity == 0;
  }

  /// How many pairs can still be added.
  std::uint32_t room(unsigned bin) const { return (bin + 1) * capacity - ends_[bin]; }
  /// Calls fill_bin(add), which may call add(keeps, pair, slot) as often as the bin has room. Writes a pair either way,
  /// which saves a branch; and the bin's end once.
  template <class Fill>
  void fill(unsigned bin, Fill fill_bin) {
    std::uint32_t end = ends_[bin];
    fill_bin([&](bool keeps, const Pair& pair, std::uint32_t slot) {
      std::memcpy(&pairs_[end], &pair, sizeof pair);
      slots_[end] = slot;
      end += keeps ? 1 : 0;
    });
    ends_[bin] = end;
  }

  bool is_empty(unsigned bin) const { return ends_[bin] == bin * capacity; }

  /// Empties the bin. Its content can be read until something is added to it.
  kernels::PairList drain(unsigned bin) {
    const std::uint32_t first = bin * capacity;
    const kernels::PairList content{&pairs_[first], &slots_[first], ends_[bin] - first};
    ends_[bin] = first;
    return content;
  }

 private:
  std::array<Pair, bins * capacity> pairs_;
  std::array<std::uint32_t, bins * capacity> slots_;
  std::array<std::uint32_t, bins> ends_;
};
/// One bin for each kind of pairs.
using KindBins = PairBins<pair_kinds>;

/// How many pairs of one kind facing parts have left unproved. Where they prove few, going straight to all edges is
/// cheaper. The results are the same either way.
struct FacingTally {
  std::size_t asked = 0, unproved = 0;

  static constexpr std::size_t trial = 256;  ///< number of pairs that tell whether facing parts pay
  /// Facing parts pay if they leave at most a third unproved; the summand keeps the first pairs from deciding.
  bool pays() const { return 3 * unproved <= asked + trial / 4; }
};

/// How many pairs discs have left open. Where they decide few, asking them costs more than it saves.
struct DiscTally {
  std::size_t quarters = 3;  ///< discs pay if they leave at most so many quarters of the pairs open
  std::size_t asked = 0, open = 0;

  static constexpr std::size_t trial = 256;  ///< number of pairs that tell whether discs pay
  /// Pairs of points and segments, and of polygons of up to four vertices, cost little more than their discs.
  static constexpr DiscTally of(PairKind kind) {
    const bool is_cheap =
        is_rounded(kind) ? classes_of(kind).a < 2 && classes_of(kind).b < 2 : kind == polygons_of(0, 0);
    return {.quarters = is_cheap ? 2u : 3u};
  }
  /// The summand keeps the first pairs from deciding.
  bool pays() const { return 4 * open <= quarters * (asked + trial); }
  /// Adds `pairs` pairs that discs were asked about, of which they left `left` open.
  void count(std::size_t pairs, std::size_t left) {
    asked += pairs;
    open += left;
  }
};

}  // namespace satchel::query
