// The bound by memory: reads the cache lines that Satchel reads for each pair, in the order of the list, and writes as
// many bytes, without geometry. Reads the list once before, as the check of a call does. Addresses depend on the body's
// index alone, so that lines can be prefetched early.
#include <cstdint>
#include <span>
#include <vector>

#include "harness/pair_engine.hpp"
#include "workloads/traffic.hpp"

namespace satchel_bench {
namespace {

typedef std::uint32_t Words __attribute__((vector_size(16)));  // the width of a contact

class Bytes final : public PairEngine {
 public:
  explicit Bytes(const Workload& workload) : pairs_(workload.pairs), results_(pairs_.size()) {
    for (const Shape& shape : workload.shapes) {
      block_words_ = std::max(block_words_, block_bytes(shape.vertices.size()) / sizeof(Words));
    }
    records_.resize(workload.poses.size());
    blocks_.resize(workload.poses.size() * block_words_ + line_words);
    for (std::size_t i = 0; i < records_.size(); ++i) records_[i].words[0] += static_cast<std::uint32_t>(i);
    const std::size_t misaligned = reinterpret_cast<std::uintptr_t>(blocks_.data()) / sizeof(Words) % line_words;
    first_block_ = blocks_.data() + (line_words - misaligned) % line_words;
  }

  void run(std::size_t first, std::size_t count) override {
    const std::span<const satchel::Pair> pairs = pairs_.subspan(first, count);
    satchel::Pair largest{};
    for (const satchel::Pair pair : pairs) largest = {std::max(largest.a, pair.a), std::max(largest.b, pair.b)};
    if (std::max(largest.a, largest.b) >= records_.size()) return;

    constexpr std::size_t ahead = 8;
    for (std::size_t i = 0; i < count; ++i) {
      if (i + ahead < count) {
        ask_for(pairs[i + ahead].a);
        ask_for(pairs[i + ahead].b);
      }
      results_[first + i] = sum(pairs[i].a) ^ sum(pairs[i].b);
    }
  }

  Answer answer(std::size_t) const override { return {}; }

  Precision precision() const override { return {.answers = false}; }

 private:
  static constexpr std::size_t line_words = 64 / sizeof(Words);

  struct alignas(32) Record {
    Words words[2]{};
  };

  void ask_for(satchel::BodyId body) const {
    __builtin_prefetch(&records_[body], 0, 2);  // into the second-level cache, as Satchel does
    const Words* const block = first_block_ + body * block_words_;
    for (std::size_t k = 0; k < block_words_; k += line_words) __builtin_prefetch(block + k, 0, 2);
  }

  Words sum(satchel::BodyId body) const {
    Words sum = records_[body].words[0] ^ records_[body].words[1];
    const Words* const block = first_block_ + body * block_words_;
    for (std::size_t k = 0; k < block_words_; ++k) sum ^= block[k];
    return sum;
  }

  std::span<const satchel::Pair> pairs_;
  std::size_t block_words_ = 0;
  std::vector<Record> records_;
  std::vector<Words> blocks_;
  const Words* first_block_ = nullptr;
  std::vector<Words> results_;
};

const Registered<PairEntry> entry(
    {.query = "collide",
     .engine = "bytes",
     .note = "nothing: reads the same lines and writes as many bytes, the bound that memory sets",
     .make = make_engine<Bytes>,
     .max_vertices = 16,
     .accepts = {Tag::series},
     .only = {Tag::memory_bound}});

}  // namespace
}  // namespace satchel_bench
