// Selects the pairs of a chunk that may be within a margin of each other. Discs prove that the other pairs are farther
// apart. For questions that have no answer for pairs apart, so that only the selected pairs need a contact.
//
//   ask discs about the first few pairs
//   if nearly all of them may be near: select nothing, because the caller is faster with the whole chunk
//   else ask discs about all pairs, and copy the pairs that may be near
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <satchel/types.hpp>

#include "format/kernel_table.hpp"

namespace satchel::query {

/// The selected pairs, and their positions in the chunk.
template <class T>
class NearPairs {
 public:
  /// Memory for the pairs of a chunk: kernels write whole vectors.
  static constexpr std::size_t room_for(std::size_t pairs) { return (pairs + widest - 1) / widest * widest; }

  /// @param pairs, positions  memory for room_for the pairs of a chunk
  NearPairs(std::span<Pair> pairs, std::span<std::uint32_t> positions)
      : pairs_(pairs.data()), positions_(positions.data()) {}

  /// Selects the job's pairs.
  /// @param kernels  of the instruction set in force
  /// @param job      its list has no slots
  /// @returns whether the selection is made; if not, pairs() and positions() are invalid
  bool find(const kernels::CollideKernels<T>& kernels, const kernels::PairJob<T>& job, T margin) {
    if (job.count < trial) return false;
    kernels::PairJob<T> part = job;
    part.count = trial;
    count_ = kernels.near_by_discs(part, margin, pairs_, positions_);
    // A selection saves 1 - count_ / trial of the contacts. It costs a fifth of a contact for each pair.
    if (16 * count_ > 13 * trial) return false;
    part.pairs += trial;
    part.count = job.count - trial;
    const std::size_t end = count_ + kernels.near_by_discs(part, margin, pairs_ + count_, positions_ + count_);
    for (; count_ < end; ++count_) positions_[count_] += static_cast<std::uint32_t>(trial);
    return true;
  }

  std::span<const Pair> pairs() const { return {pairs_, count_}; }
  std::span<const std::uint32_t> positions() const { return {positions_, count_}; }

 private:
  static constexpr std::size_t trial = 64;   ///< number of pairs that tell whether a selection pays
  static constexpr std::size_t widest = 16;  ///< pairs in a vector

  std::size_t count_ = 0;
  Pair* pairs_;
  std::uint32_t* positions_;
};

}  // namespace satchel::query
