// The pairs of a chunk that can be within a margin of each other; discs tell of the others that they are not. For
// questions that answer nothing about bodies apart: these pairs need no contact.
//
//   ask discs of the first few pairs; are nearly all of these near: leave it at that
//   else ask of all, and copy those that are near
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <satchel/types.hpp>

#include "format/kernel_table.hpp"

namespace satchel::query {

template <class T>
class NearPairs {
 public:
  /// @param pairs, places  room for the pairs of a chunk
  NearPairs(std::span<Pair> pairs, std::span<std::uint32_t> places) : pairs_(pairs.data()), places_(places.data()) {}

  /// @param kernels  of the instruction set in force
  /// @param job      with pairs; its slots are null
  /// @returns whether some have been left out; else nothing is known
  bool find(const kernels::CollideKernels<T>& kernels, const kernels::PairJob<T>& job, T margin) {
    if (job.count < trial) return false;
    kernels::PairJob<T> part = job;
    part.count = trial;
    count_ = kernels.near_by_discs(part, margin, pairs_, places_);
    if (16 * count_ > 13 * trial) return false;  // asking a pair and copying it take a fifth of what a contact does
    part.pairs += trial;
    part.count = job.count - trial;
    const std::size_t end = count_ + kernels.near_by_discs(part, margin, pairs_ + count_, places_ + count_);
    for (; count_ < end; ++count_) places_[count_] += static_cast<std::uint32_t>(trial);
    return true;
  }

  std::span<const Pair> pairs() const { return {pairs_, count_}; }
  std::span<const std::uint32_t> places() const { return {places_, count_}; }  ///< where they stood

 private:
  static constexpr std::size_t trial = 64;

  std::size_t count_ = 0;
  Pair* pairs_;
  std::uint32_t* places_;
};

}  // namespace satchel::query
