// How many pairs each stage decided, and how many there are of each class: of a chunk, and of a call.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include <satchel/options.hpp>
#include <satchel/types.hpp>

#include "format/jobs.hpp"
#include "query/stages/pair_kind.hpp"

namespace satchel::query {

/// How many pairs each stage decided.
struct Decided {
  std::uint64_t by_discs = 0, by_outlines = 0, by_facing_parts = 0, by_double = 0, exactly = 0;

  Decided& operator+=(const Decided& other) {
    by_discs += other.by_discs;
    by_outlines += other.by_outlines;
    by_facing_parts += other.by_facing_parts;
    by_double += other.by_double;
    exactly += other.exactly;
    return *this;
  }
};

/// Counts pairs by class.
class ClassCounts {
 public:
  void add(PairKind kind, std::uint64_t pairs) { of_class_[static_cast<std::size_t>(counted_as(kind))] += pairs; }
  /// Counts pairs of any kinds; a pair and its reverse are of one class.
  void add(const kernels::PairList& list, const std::uint8_t* kinds_a, const std::uint8_t* kinds_b) {
    for (std::size_t i = 0; i < list.count; ++i) add(kind_of(list.pairs[i], kinds_a, kinds_b), 1);
  }
  /// Takes the pairs at these positions out of the counts again, because they are counted where they are run.
  void leave_out(const kernels::PairList& list, const std::uint32_t* positions, std::size_t count,
                 const std::uint8_t* kinds_a, const std::uint8_t* kinds_b) {
    for (std::size_t k = 0; k < count; ++k) {
      const PairKind kind = kind_of(list.pairs[positions[k]], kinds_a, kinds_b);
      --of_class_[static_cast<std::size_t>(counted_as(kind))];
    }
  }
  std::uint64_t operator[](std::size_t pair_class) const { return of_class_[pair_class]; }

 private:
  static PairKind kind_of(const Pair& pair, const std::uint8_t* kinds_a, const std::uint8_t* kinds_b) {
    return kind_by_class(kinds_a[pair.a], kinds_b[pair.b]);
  }

  std::array<std::uint64_t, pair_class_count> of_class_{};
};

/// The counts of a call, to which all threads add.
class SharedCounts {
 public:
  void add(const Decided& decided) {
    add(decided.by_discs, by_discs_);
    add(decided.by_outlines, by_outlines_);
    add(decided.by_facing_parts, by_facing_parts_);
    add(decided.by_double, by_double_);
    add(decided.exactly, exactly_);
  }
  void add(const ClassCounts& counts) {
    for (std::size_t k = 0; k < pair_class_count; ++k) add(counts[k], of_class_[k]);
  }
  void add(PairClass pair_class, std::uint64_t pairs) { add(pairs, of_class_[static_cast<std::size_t>(pair_class)]); }

  Decided decided() const {
    return {number(by_discs_), number(by_outlines_), number(by_facing_parts_), number(by_double_), number(exactly_)};
  }
  std::uint64_t of_class(std::size_t pair_class) const { return number(of_class_[pair_class]); }

 private:
  using Counter = std::atomic<std::uint64_t>;
  static void add(std::uint64_t pairs, Counter& to) {
    if (pairs != 0) to.fetch_add(pairs, std::memory_order_relaxed);
  }
  static std::uint64_t number(const Counter& counter) { return counter.load(std::memory_order_relaxed); }

  Counter by_discs_{0}, by_outlines_{0}, by_facing_parts_{0}, by_double_{0}, exactly_{0};
  std::array<Counter, pair_class_count> of_class_{};
};

}  // namespace satchel::query
