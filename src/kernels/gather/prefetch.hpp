// Asking for cache lines ahead of their use, for scenes that do not fit the cache: which bodies come is known from the
// list of pairs, so their latency need not be waited for.
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/prefetch_line.hpp"
#include "format/layout.hpp"
#include "kernels/gather/load.hpp"

namespace {

using satchel::kernels::prefetch_line;
using satchel::kernels::Place;

/// satchel::kernels::block_shift: a table, for classes that come in no order would make branches guess wrong.
struct BlockShifts {
  std::uint8_t of_class[32];

  constexpr BlockShifts() : of_class{} {
    for (unsigned k = 0; k < satchel::kernels::class_count; ++k) {
      of_class[k] = static_cast<std::uint8_t>(satchel::kernels::block_shift(k));
    }
  }
};
constexpr BlockShifts block_shifts;

/// Walks ahead of the work: first records, which name the blocks, then, when these have come, the blocks, if they are
/// needed.
template <class T, bool with_blocks = true>
class Prefetcher {
 public:
  explicit Prefetcher(const PairJob<T>& job) : job_(job) {
    if (!job.prefetch) return;
    for (std::size_t i = 0; i < records_ahead && i < job.count; ++i) ask_for_records(i);
    for (std::size_t i = 0; with_blocks && i < blocks_ahead && i < job.count; ++i) ask_for_blocks(i);
  }

  /// Takes so many more pairs in hand.
  SATCHEL_INLINE void ask_for(std::size_t pairs) {
    for (std::size_t end = next_ + pairs; next_ < end; ++next_) {
      if (next_ + records_ahead < job_.count) ask_for_records(next_ + records_ahead);
      if (with_blocks && next_ + blocks_ahead < job_.count) ask_for_blocks(next_ + blocks_ahead);
    }
  }

 private:
  // Pairs are staged by 64: the blocks of a stage have been asked for when it begins, the records half a stage before.
  static constexpr std::size_t blocks_ahead = StagedPairs<T>::size + StagedPairs<T>::size / 4;
  static constexpr std::size_t records_ahead = blocks_ahead + StagedPairs<T>::size / 2;

  SATCHEL_INLINE void ask_for_records(std::size_t i) const {
    prefetch_line(&job_.a.bodies[job_.pairs[i].a]);
    prefetch_line(&job_.b.bodies[job_.pairs[i].b]);
  }
  SATCHEL_INLINE void ask_for_blocks(std::size_t i) const {
    ask_for_block(job_.a.blocks, job_.a.bodies[job_.pairs[i].a].place);
    ask_for_block(job_.b.blocks, job_.b.bodies[job_.pairs[i].b].place);
  }
  static SATCHEL_INLINE void ask_for_block(const T* const* blocks, Place place) {
    constexpr std::size_t line = 64 / sizeof(T);
    const unsigned k = place.vertex_class();
    const std::size_t values = std::size_t{1} << block_shifts.of_class[k];
    const T* const block = blocks[k] + values * place.block();
    prefetch_line(block);
    // Without a branch where lists are of one line and of two: it would be guessed wrong every other time.
    if (sizeof(T) == sizeof(double) || values > line) prefetch_line(block + (values > line ? line : 0));
  }

  const PairJob<T>& job_;
  std::size_t next_ = 0;
};

}  // namespace
