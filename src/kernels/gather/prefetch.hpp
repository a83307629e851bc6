// Prefetches the records and blocks of pairs, for scenes that do not fit the cache. The list of pairs says early which
// bodies will be read.
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/layout.hpp"
#include "format/prefetch_line.hpp"
#include "kernels/gather/load.hpp"

namespace {

using satchel::kernels::Place;
using satchel::kernels::prefetch_line;

/// satchel::kernels::block_shift as a table, because branches on classes in random order are mispredicted.
struct BlockShifts {
  std::uint8_t of_class[32];

  constexpr BlockShifts() : of_class{} {
    for (unsigned k = 0; k < satchel::kernels::class_count; ++k) {
      of_class[k] = static_cast<std::uint8_t>(satchel::kernels::block_shift(k));
    }
  }
};
constexpr BlockShifts block_shifts;

/// Prefetches the records of pairs well ahead of their use, then, once these have arrived, the blocks that they name.
/// @tparam with_blocks  false: prefetches records alone
template <class T, bool with_blocks = true>
class Prefetcher {
 public:
  explicit Prefetcher(const PairJob<T>& job) : job_(job) {
    if (!job.prefetch) return;
    for (std::size_t i = 0; i < records_ahead && i < job.count; ++i) ask_for_records(i);
    for (std::size_t i = 0; with_blocks && i < blocks_ahead && i < job.count; ++i) ask_for_blocks(i);
  }

  /// Advances by the given number of pairs.
  SATCHEL_INLINE void ask_for(std::size_t pairs) {
    for (std::size_t end = next_ + pairs; next_ < end; ++next_) {
      if (next_ + records_ahead < job_.count) ask_for_records(next_ + records_ahead);
      if (with_blocks && next_ + blocks_ahead < job_.count) ask_for_blocks(next_ + blocks_ahead);
    }
  }

 private:
  // Pairs are staged by 64. All blocks of a stage have been requested when it begins, the records half a stage earlier.
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
    // Floats: without a branch, because blocks of one line and of two alternate and the branch would be mispredicted.
    if (sizeof(T) == sizeof(double) || values > line) prefetch_line(block + (values > line ? line : 0));
  }

  const PairJob<T>& job_;
  std::size_t next_ = 0;
};

}  // namespace
