// A sorted list of pairs, by rows: the pairs of a body with bodies of higher indices. It is changed in place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <satchel/types.hpp>

#include "format/prefetch_line.hpp"

namespace satchel::broad_phase {

class PairRows {
 public:
  /// A range of the list.
  struct Row {
    std::uint32_t first, last;  ///< last: one past
  };
  /// A pair that is not in the list, and the index of the first pair that is larger.
  struct NewPair {
    Pair pair;
    std::uint32_t before;
    friend bool operator<(const NewPair& p, const NewPair& q) { return p.pair < q.pair; }
  };

  std::span<const Pair> pairs() const noexcept { return pairs_; }

  /// Takes a list, and gives the former one in exchange.
  void take(std::vector<Pair>& pairs) noexcept {
    pairs_.swap(pairs);
    has_rows_ = false;
  }

  /// Prepares to find rows of bodies below `bodies`. The list has to be sorted. O(pairs) after `take`, else O(new
  /// bodies). Throws std::bad_alloc.
  void make_rows(std::size_t bodies);
  Row row_of(BodyId body) const noexcept { return {starts_[body], starts_[body + 1]}; }
  void prefetch_start(BodyId body) const noexcept { kernels::prefetch_line(starts_.data() + body); }
  void prefetch_row(BodyId body) const noexcept { kernels::prefetch_line(pairs_.data() + starts_[body]); }

  /// The index in the list of the first pair that is not smaller.
  std::uint32_t position_of(const Pair& pair) const noexcept {
    auto [first, last] = row_of(pair.a);
    constexpr std::uint32_t long_row = 32;
    while (last - first > long_row) {
      const std::uint32_t middle = first + (last - first) / 2;
      (pairs_[middle].b < pair.b ? first : last) = middle;
    }
    while (first < last && pairs_[first].b < pair.b) ++first;
    return first;
  }
  /// Whether the pair is the one at this position.
  bool has(const Pair& pair, std::uint32_t position) const noexcept {
    return position < starts_[pair.a + 1] && pairs_[position] == pair;
  }

  /// Removes and adds pairs. O(rows and pairs behind the first change), in long moves. After std::bad_alloc the list is
  /// as it was.
  /// @param ended  positions, ascending
  /// @param added  ascending
  /// @param gone   gets the pairs that are removed
  void change(std::span<const std::uint32_t> ended, std::span<const NewPair> added, std::vector<Pair>& gone);

  std::size_t bytes() const noexcept;

 private:
  /// Consecutive pairs that stay in the list.
  struct Segment {
    std::size_t from, to, count;
  };
  void list_segments(std::span<const std::uint32_t> ended, std::span<const NewPair> added);
  void move_segments() noexcept;
  void move_rows(std::span<const Pair> ended, std::span<const NewPair> added) noexcept;

  std::vector<Pair> pairs_;
  std::vector<std::uint32_t> starts_;  ///< by body: its row; one element more, the end
  std::vector<Segment> segments_;      ///< of the change at work
  bool has_rows_ = false;
};

}  // namespace satchel::broad_phase
