// A set of numbers, of bodies or of their positions in a tree.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "scene/array.hpp"

namespace satchel::broad_phase {

/// One bit a number, so that the set of a large scene fits into the first-level cache.
class NumberSet {
 public:
  /// Makes an empty set of numbers below `size`. Throws std::bad_alloc.
  void reset(std::size_t size) {
    words_.assign((size + 63) / 64, 0);
    before_.resize(words_.size());
  }
  bool has(std::uint32_t number) const noexcept { return (words_[number / 64] & bit(number)) != 0; }
  void add(std::uint32_t number) noexcept { words_[number / 64] |= bit(number); }

  /// Prepares `rank`. O(size).
  void count() noexcept {
    std::uint32_t numbers = 0;
    for (std::size_t k = 0; k < words_.size(); ++k) {
      before_[k] = numbers;
      numbers += static_cast<std::uint32_t>(std::popcount(words_[k]));
    }
  }
  /// How many numbers of the set are smaller, as of the last `count`.
  std::uint32_t rank(std::uint32_t number) const noexcept {
    return before_[number / 64] + static_cast<std::uint32_t>(std::popcount(words_[number / 64] & (bit(number) - 1)));
  }
  std::size_t bytes() const noexcept { return detail::bytes_of(words_) + detail::bytes_of(before_); }

 private:
  static std::uint64_t bit(std::uint32_t number) noexcept { return std::uint64_t{1} << (number % 64); }

  std::vector<std::uint64_t> words_;
  std::vector<std::uint32_t> before_;  ///< by word: the numbers in all words before
};

}  // namespace satchel::broad_phase
