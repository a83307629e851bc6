// Finding deals the pairs to blocks of some hundreds of a's, through which a thread writes to some hundreds of places
// at once and no more; then each block, small enough for the second-level cache, is sorted by itself: a counting sort
// by a straight to the place of the block's pairs, and a sort of the few partners of each a.
//
// Which thread found what does not show: a block is a set of pairs, and a set has one order.
#include "broad_phase/pair_sorter.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

#include "parallel/parallel.hpp"

namespace satchel::broad_phase {
namespace {

constexpr std::size_t most_blocks = 1024;
constexpr unsigned least_block_shift = 10;

/// The smaller b first.
void order(Pair& p, Pair& q) {
  const BodyId low = std::min(p.b, q.b), high = std::max(p.b, q.b);
  p.b = low;
  q.b = high;
}

/// Sorts the pairs of one a: few by a network without branches, many as a set of bits, since no body is another's
/// partner twice.
void sort_partners(std::span<Pair> pairs, std::size_t bodies, Buffer<std::uint64_t>& bits) {
  switch (pairs.size()) {
    case 2:
      return order(pairs[0], pairs[1]);
    case 3:
      order(pairs[0], pairs[1]);
      order(pairs[1], pairs[2]);
      return order(pairs[0], pairs[1]);
    case 4:
      order(pairs[0], pairs[1]);
      order(pairs[2], pairs[3]);
      order(pairs[0], pairs[2]);
      order(pairs[1], pairs[3]);
      return order(pairs[1], pairs[2]);
    default:
      break;
  }
  constexpr std::size_t few = 32;
  const auto by_b = [](Pair p, Pair q) { return p.b < q.b; };
  if (pairs.size() <= few) {
    for (std::size_t i = 1; i < pairs.size(); ++i) {
      const Pair pair = pairs[i];
      std::size_t k = i;
      for (; k > 0 && by_b(pair, pairs[k - 1]); --k) pairs[k] = pairs[k - 1];
      pairs[k] = pair;
    }
    return;
  }
  if (pairs.size() < bodies / 512) return std::sort(pairs.begin(), pairs.end(), by_b);
  const std::size_t words = (bodies + 63) / 64;
  std::uint64_t* const set = bits.need(words);
  std::fill_n(set, words, 0u);
  for (const Pair pair : pairs) set[pair.b / 64] |= std::uint64_t{1} << (pair.b % 64);
  std::size_t out = 0;
  for (std::size_t word = 0; word < words; ++word) {
    for (std::uint64_t left = set[word]; left != 0; left &= left - 1) {
      pairs[out++].b = static_cast<BodyId>(word * 64 + static_cast<unsigned>(std::countr_zero(left)));
    }
  }
}

}  // namespace

void PairWriter::begin(PairSorter& sorter) {
  if (round_ == sorter.round_) return;
  ends_.need(sorter.blocks_);
  std::fill_n(ends_.data(), sorter.blocks_, nullptr);
  free_ = nullptr;
  free_count_ = 0;
  round_ = sorter.round_;
  sorter.writers_begun_.fetch_add(1, std::memory_order_relaxed);
}

bool PairWriter::open_chunk(PairSorter& sorter, Pair*& end) {
  if (free_count_ == 0) {
    free_ = sorter.take_slab();
    if (free_ == nullptr) return false;
    free_count_ = PairSorter::slab_chunks;
  }
  PairChunk* const chunk = free_++;
  --free_count_;
  chunk->before = end == nullptr ? nullptr : reinterpret_cast<PairChunk*>(end) - 1;
  end = chunk->pairs;
  return true;
}

void PairSorter::begin(std::size_t bodies, std::uint32_t max_pairs) {
  bodies_ = bodies;
  max_pairs_ = max_pairs;
  block_shift_ = least_block_shift;
  while ((bodies >> block_shift_) >= most_blocks) ++block_shift_;
  blocks_ = (bodies >> block_shift_) + 1;
  slabs_used_ = 0;
  writers_begun_.store(0, std::memory_order_relaxed);
  ++round_;
}

/// Null where the slabs in use hold more than max_pairs, however many of their places are unused.
PairChunk* PairSorter::take_slab() {
  const std::lock_guard lock(mutex_);
  const std::uint64_t places = std::uint64_t{slabs_used_} * slab_chunks * PairChunk::capacity;
  const std::uint64_t unused =
      writers_begun_.load(std::memory_order_relaxed) * (blocks_ + slab_chunks) * PairChunk::capacity;
  if (places > unused && places - unused > max_pairs_) return nullptr;
  if (slabs_used_ == slabs_.size()) slabs_.push_back(std::make_unique_for_overwrite<Slab>());
  return slabs_[slabs_used_++]->chunks;
}

template <class Visit>
void PairSorter::for_each_run(std::size_t block, const Visit& visit) const {
  for (const auto& writer : writers_.items()) {
    if (writer->round_ != round_ || writer->ends_.data()[block] == nullptr) continue;
    // The last chunk is full up to `end`, those before it are full.
    const Pair* end = writer->ends_.data()[block];
    const auto address = reinterpret_cast<std::uintptr_t>(end - 1) & ~std::uintptr_t{sizeof(PairChunk) - 1};
    for (auto* chunk = reinterpret_cast<const PairChunk*>(address); chunk != nullptr; chunk = chunk->before) {
      visit(std::span(chunk->pairs, end));
      if (chunk->before != nullptr) end = chunk->before->pairs + PairChunk::capacity;
    }
  }
}

Status PairSorter::finish(std::vector<Pair>& pairs, std::size_t other_bodies, const Options& options) {
  std::uint64_t* const first = first_.need(blocks_ + 1);
  std::uint64_t total = 0;
  for (std::size_t block = 0; block < blocks_; ++block) {
    first[block] = total;
    for_each_run(block, [&](std::span<const Pair> run) { total += run.size(); });
  }
  first[blocks_] = total;
  if (total > max_pairs_) return {ErrorCode::too_many_pairs, 0};
  if (total > pairs.capacity()) {
    pairs.clear();  // nothing to be copied
    pairs.reserve(total);
  }
  pairs.resize(total);
  std::atomic<bool> out_of_memory{false};
  const Status status = parallel::for_each_chunk(blocks_, options, [&](std::size_t block) noexcept {
    try {
      const SharedPool<Scratch>::Loan scratch(scratch_);
      sort_block(block, pairs.data(), other_bodies, *scratch);
    } catch (const std::bad_alloc&) {
      out_of_memory.store(true, std::memory_order_relaxed);
    }
  });
  if (status.ok() && out_of_memory.load(std::memory_order_relaxed)) return {ErrorCode::no_memory, 0};
  return status;
}

void PairSorter::sort_block(std::size_t block, Pair* out, std::size_t other_bodies, Scratch& scratch) const {
  const std::uint64_t first = first_.data()[block], last = first_.data()[block + 1];
  if (first == last) return;
  const std::size_t least = block << block_shift_, span = std::size_t{1} << block_shift_;
  std::uint32_t* const ends = scratch.ends.need(span + 1);  // ends[k + 1]: counts, then where the next of k goes
  std::fill_n(ends, span + 1, 0u);
  for_each_run(block, [&](std::span<const Pair> run) {
    for (const Pair pair : run) ++ends[pair.a - least + 1];
  });
  std::uint32_t before = 0;
  for (std::size_t k = 1; k <= span; ++k) before += std::exchange(ends[k], before);
  Pair* const sorted = out + first;
  for_each_run(block, [&](std::span<const Pair> run) {
    for (const Pair pair : run) sorted[ends[pair.a - least + 1]++] = pair;
  });
  for (std::size_t k = 0; k < span; ++k) {
    if (ends[k + 1] - ends[k] > 1) sort_partners({sorted + ends[k], sorted + ends[k + 1]}, other_bodies, scratch.bits);
  }
}

std::size_t PairSorter::bytes() const {
  std::size_t total = slabs_.size() * sizeof(Slab) + detail::bytes_of(slabs_) + first_.bytes();
  for (const auto& writer : writers_.items()) total += sizeof(PairWriter) + writer->ends_.bytes();
  for (const auto& scratch : scratch_.items()) total += scratch->ends.bytes() + scratch->bits.bytes();
  return total;
}

}  // namespace satchel::broad_phase
