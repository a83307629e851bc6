// Collects pairs in any order, from several threads, and sorts them by (a, b), or puts them into the order of the tasks
// that found them.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include <satchel/error.hpp>
#include <satchel/options.hpp>
#include <satchel/output.hpp>
#include <satchel/types.hpp>

#include "tree/buffer.hpp"
#include "tree/shared_pool.hpp"

namespace satchel::broad_phase {

/// A list node of up to 63 pairs of one *block* (pairs with equal high bits of a; unsorted: of one task), linked to the
/// previous chunk of the block. Its alignment is its size, so that a pointer to its end is recognised by its low bits.
struct alignas(512) PairChunk {
  static constexpr std::size_t capacity = 63;
  PairChunk* before;
  alignas(8) Pair pairs[capacity];  // they end where the chunk does, for pointers of 4 bytes too
};
static_assert(sizeof(PairChunk) == 512 && offsetof(PairChunk, pairs) == sizeof(PairChunk) - 63 * sizeof(Pair));

class PairSorter;

/// Collects the pairs that one thread finds. Only one thread may use it at a time.
class PairWriter {
 public:
  /// Adds a pair to a block. Returns false if there are certainly more than max_pairs. Throws std::bad_alloc.
  bool add(PairSorter& sorter, Pair pair, std::size_t block) {
    Pair*& end = ends_.data()[block];
    const bool full = (reinterpret_cast<std::uintptr_t>(end) & (sizeof(PairChunk) - 1)) == 0;
    if (full && !open_chunk(sorter, block)) return false;
    *end++ = pair;
    return true;
  }

 private:
  friend class PairSorter;
  void begin(PairSorter& sorter);
  bool open_chunk(PairSorter& sorter, std::size_t block);
  std::uint64_t pairs_of(std::size_t block) const;
  const PairChunk* last_chunk(std::size_t block) const;
  std::size_t bytes() const { return sizeof(*this) + ends_.bytes() + chunks_.bytes(); }

  tree::Buffer<Pair*> ends_;  ///< by block: where the next pair goes; null or a chunk's end: needs a new chunk
  tree::Buffer<std::uint32_t> chunks_;  ///< by block: number of chunks
  PairChunk* free_ = nullptr;           ///< unused chunks of the writer's last slab
  std::size_t free_count_ = 0;
  std::uint64_t round_ = 0;  ///< PairSorter::round_ for which it holds pairs
};

class PairSorter {
 public:
  /// Removes all pairs.
  /// @param bodies  every a of a pair is less than this number
  void begin(std::size_t bodies, std::uint32_t max_pairs);
  /// The same, for pairs that are put into the order of their blocks, and in a block into an order that depends on the
  /// order in which they were added. Only one writer may add to a block.
  void begin_unsorted(std::size_t blocks, std::uint32_t max_pairs);

  unsigned block_shift() const { return block_shift_; }  ///< sorted: the block of a pair is a >> block_shift()

  /// A writer for the calling task.
  class Loan {
   public:
    explicit Loan(PairSorter& sorter) : loan_(sorter.writers_) { loan_->begin(sorter); }
    PairWriter& operator*() const { return *loan_; }

   private:
    tree::SharedPool<PairWriter>::Loan loan_;
  };

  /// Writes all pairs, in order, to `found`. O(pairs). Returns `too_many_pairs` if there are more than max_pairs, `no_room`
  /// if `found` has less room. Throws std::bad_alloc.
  /// @param other_bodies  every b of a pair is less than this number
  Status finish(const Output<Pair>& found, std::size_t other_bodies, const Options& options);

  std::size_t bytes() const;

 private:
  friend class PairWriter;
  static constexpr std::size_t slab_chunks = 64;
  struct Slab {
    PairChunk chunks[slab_chunks];
  };
  struct Scratch {
    tree::Buffer<std::uint32_t> starts;
    tree::Buffer<Pair> pairs;
  };

  PairChunk* take_slab();
  template <class Visit>
  void for_each_pair(std::size_t block, const Visit& visit) const;
  void sort_block(std::size_t block, Pair* out, std::size_t other_bodies, Scratch& scratch) const;

  void begin_blocks(std::size_t blocks, std::uint32_t max_pairs);

  bool sorts_ = true;
  unsigned block_shift_ = 0;
  std::size_t blocks_ = 0;
  std::uint32_t max_pairs_ = 0, round_ = 0;
  tree::SharedPool<PairWriter> writers_;
  tree::SharedPool<Scratch> scratch_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Slab>> slabs_;
  std::size_t slabs_used_ = 0;
  std::atomic<std::size_t> writers_begun_{0};
  tree::Buffer<std::uint64_t> first_;  ///< by block: index of its first pair in the result
};

}  // namespace satchel::broad_phase
