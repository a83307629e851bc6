// Sorts pairs in two phases:
//
//   while pairs are found: append each pair to the block of its a (1024 or more consecutive a's); the number of blocks
//   is
//     limited, so that a thread writes to a limited number of addresses
//   for each block, in parallel: radix sort by the digits of b, low to high, then by a, with stable counting sorts,
//   which
//     have no unpredictable branches; a block usually fits into the second-level cache
//
// The result does not depend on the thread that found a pair, because the sorted order of a set of pairs is unique.
#include "broad_phase/pair_sorter.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "parallel/parallel.hpp"
#include "scene/fail.hpp"

namespace satchel::broad_phase {
namespace {

constexpr std::size_t most_blocks = 1024;
constexpr unsigned least_block_shift = 10;

constexpr unsigned most_digit_bits = 12;

/// A digit of the radix sort: some bits of a body index.
struct Digit {
  unsigned shift;
  std::uint32_t mask;
  std::uint32_t operator()(BodyId body) const { return body >> shift & mask; }
};

/// Replaces the count of each value by the index of its first pair (prefix sums).
void make_starts(std::uint32_t* counts, std::size_t values) {
  std::uint32_t before = 0;
  for (std::size_t k = 0; k < values; ++k) before += std::exchange(counts[k], before);
}

}  // namespace

void PairWriter::begin(PairSorter& sorter) {
  if (round_ == sorter.round_) return;
  std::fill_n(ends_.need(sorter.blocks_), sorter.blocks_, nullptr);
  std::fill_n(chunks_.need(sorter.blocks_), sorter.blocks_, 0u);
  free_ = nullptr;
  free_count_ = 0;
  round_ = sorter.round_;
  sorter.writers_begun_.fetch_add(1, std::memory_order_relaxed);
}

bool PairWriter::open_chunk(PairSorter& sorter, std::size_t block) {
  if (free_count_ == 0) {
    free_ = sorter.take_slab();
    if (free_ == nullptr) return false;
    free_count_ = PairSorter::slab_chunks;
  }
  PairChunk* const chunk = free_++;
  --free_count_;
  ++chunks_.data()[block];
  Pair*& end = ends_.data()[block];
  chunk->before = end == nullptr ? nullptr : reinterpret_cast<PairChunk*>(end) - 1;
  end = chunk->pairs;
  return true;
}

void PairSorter::begin(std::size_t bodies, std::uint32_t max_pairs) {
  sorts_ = true;
  block_shift_ = least_block_shift;
  while ((bodies >> block_shift_) >= most_blocks) ++block_shift_;
  begin_blocks((bodies >> block_shift_) + 1, max_pairs);
}

void PairSorter::begin_unsorted(std::size_t blocks, std::uint32_t max_pairs) {
  sorts_ = false;
  begin_blocks(blocks, max_pairs);
}

void PairSorter::begin_blocks(std::size_t blocks, std::uint32_t max_pairs) {
  blocks_ = blocks;
  max_pairs_ = max_pairs;
  slabs_used_ = 0;
  writers_begun_.store(0, std::memory_order_relaxed);
  ++round_;
}

/// A new slab of chunks; null if the slabs in use certainly hold more than max_pairs, even if the last chunk of each
/// writer and block, and each writer's last slab, are empty.
PairChunk* PairSorter::take_slab() {
  const std::lock_guard lock(mutex_);
  const std::uint64_t positions = std::uint64_t{slabs_used_} * slab_chunks * PairChunk::capacity;
  const std::uint64_t unused =
      writers_begun_.load(std::memory_order_relaxed) * (blocks_ + slab_chunks) * PairChunk::capacity;
  if (positions > unused && positions - unused > max_pairs_) return nullptr;
  if (slabs_used_ == slabs_.size()) slabs_.push_back(std::unique_ptr<Slab>(new Slab));
  return slabs_[slabs_used_++]->chunks;
}

/// The number of pairs in a block; all chunks except the last are full.
std::uint64_t PairWriter::pairs_of(std::size_t block) const {
  const std::uint64_t chunks = chunks_.data()[block];
  if (chunks == 0) return 0;
  return (chunks - 1) * PairChunk::capacity +
         static_cast<std::uint64_t>(ends_.data()[block] - last_chunk(block)->pairs);
}

const PairChunk* PairWriter::last_chunk(std::size_t block) const {
  const auto last = reinterpret_cast<std::uintptr_t>(ends_.data()[block] - 1);
  return reinterpret_cast<const PairChunk*>(last & ~std::uintptr_t{sizeof(PairChunk) - 1});
}

template <class Visit>
void PairSorter::for_each_pair(std::size_t block, const Visit& visit) const {
  for (const auto& writer : writers_.items()) {
    if (writer->round_ != round_ || writer->chunks_.data()[block] == 0) continue;
    const Pair* end = writer->ends_.data()[block];
    for (const PairChunk* chunk = writer->last_chunk(block); chunk != nullptr; chunk = chunk->before) {
      const PairChunk* const next = chunk->before;
      for (std::size_t line = 0; next != nullptr && line < sizeof(PairChunk); line += 64) {
        __builtin_prefetch(reinterpret_cast<const char*>(next) + line);
      }
      for (const Pair* pair = chunk->pairs; pair != end; ++pair) visit(*pair);
      if (chunk->before != nullptr) end = chunk->before->pairs + PairChunk::capacity;
    }
  }
}

Status PairSorter::finish(const Output<Pair>& found, std::size_t other_bodies, const Options& options) {
  std::uint64_t* const first = first_.need(blocks_ + 1);
  std::uint64_t total = 0;
  for (std::size_t block = 0; block < blocks_; ++block) {
    first[block] = total;
    for (const auto& writer : writers_.items()) total += writer->round_ == round_ ? writer->pairs_of(block) : 0;
  }
  first[blocks_] = total;
  if (total > max_pairs_) return {ErrorCode::too_many_pairs, 0};
  Pair* const pairs = found.resize(static_cast<std::size_t>(total));
  if (pairs == nullptr && total != 0) return detail::room_error(static_cast<std::size_t>(total), found.room());
  std::atomic<bool> out_of_memory{false};
  const Status status = parallel::for_each_chunk(blocks_, options, [&](std::size_t block) noexcept {
    try {
      const tree::SharedPool<Scratch>::Loan scratch(scratch_);
      sort_block(block, pairs, other_bodies, *scratch);
    } catch (const std::bad_alloc&) {
      out_of_memory.store(true, std::memory_order_relaxed);
    }
  });
  if (status.ok() && out_of_memory.load(std::memory_order_relaxed)) return {ErrorCode::no_memory, 0};
  return status;
}

void PairSorter::sort_block(std::size_t block, Pair* out, std::size_t other_bodies, Scratch& scratch) const {
  const std::uint64_t first = first_.data()[block];
  const auto count = static_cast<std::size_t>(first_.data()[block + 1] - first);
  Pair* const sorted = out + first;
  if (!sorts_) {
    Pair* next = sorted;
    for_each_pair(block, [&](Pair pair) { *next++ = pair; });
    return;
  }
  constexpr std::size_t comparison_sort_limit = 64;
  if (count <= comparison_sort_limit) {
    Pair* next = sorted;
    for_each_pair(block, [&](Pair pair) { *next++ = pair; });
    return std::sort(sorted, next);
  }

  const auto bits = static_cast<unsigned>(std::bit_width(other_bodies));
  const unsigned digits = (bits + most_digit_bits - 1) / most_digit_bits;  // digits of b
  const unsigned digit_bits = (bits + digits - 1) / digits;
  const std::size_t digit_values = std::size_t{1} << digit_bits, a_values = std::size_t{1} << block_shift_;
  const auto digit_of_b = [&](unsigned k) {
    return Digit{k * digit_bits, static_cast<std::uint32_t>(digit_values - 1)};
  };
  const Digit digit_of_a{0, static_cast<std::uint32_t>(a_values - 1)};

  std::uint32_t* const starts_a = scratch.starts.need(a_values + digits * digit_values);
  std::uint32_t* const starts_b = starts_a + a_values;
  std::fill_n(starts_a, a_values + digits * digit_values, 0u);
  for_each_pair(block, [&](Pair pair) {
    ++starts_a[digit_of_a(pair.a)];
    for (unsigned k = 0; k < digits; ++k) ++starts_b[k * digit_values + digit_of_b(k)(pair.b)];
  });
  make_starts(starts_a, a_values);
  for (unsigned k = 0; k < digits; ++k) make_starts(starts_b + k * digit_values, digit_values);

  // Passes alternate between two arrays; the first is chosen so that the last pass, by a, writes to `sorted`.
  Pair* const other = scratch.pairs.need(count);
  Pair* to = digits % 2 == 0 ? sorted : other;
  for_each_pair(block, [&, digit = digit_of_b(0)](Pair pair) { to[starts_b[digit(pair.b)]++] = pair; });
  for (unsigned k = 1; k <= digits; ++k) {
    const Pair* const from = to;
    to = to == sorted ? other : sorted;
    if (k == digits) {
      for (std::size_t i = 0; i < count; ++i) to[starts_a[digit_of_a(from[i].a)]++] = from[i];
    } else {
      std::uint32_t* const starts = starts_b + k * digit_values;
      const Digit digit = digit_of_b(k);
      for (std::size_t i = 0; i < count; ++i) to[starts[digit(from[i].b)]++] = from[i];
    }
  }
}

std::size_t PairSorter::bytes() const {
  std::size_t total = slabs_.size() * sizeof(Slab) + detail::bytes_of(slabs_) + first_.bytes();
  for (const auto& writer : writers_.items()) total += writer->bytes();
  for (const auto& scratch : scratch_.items()) total += scratch->starts.bytes() + scratch->pairs.bytes();
  return total;
}

}  // namespace satchel::broad_phase
