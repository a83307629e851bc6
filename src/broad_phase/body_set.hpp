// A set of numbers, of bodies or of their places in a tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "scene/array.hpp"

namespace satchel::broad_phase {

/// One bit a number, so that the set of a large scene fits into the first-level cache.
class BodySet {
 public:
  /// Makes an empty set of numbers below `size`. Throws std::bad_alloc.
  void reset(std::size_t size) { words_.assign((size + 63) / 64, 0); }
  bool has(std::uint32_t number) const noexcept { return (words_[number / 64] >> (number % 64) & 1) != 0; }
  void add(std::uint32_t number) noexcept { words_[number / 64] |= std::uint64_t{1} << (number % 64); }

  /// Calls visit(number) for each number of the set, in ascending order.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (std::size_t k = 0; k < words_.size(); ++k) {
      for (std::uint64_t word = words_[k]; word != 0; word &= word - 1) {
        visit(static_cast<std::uint32_t>(64 * k + static_cast<unsigned>(__builtin_ctzll(word))));
      }
    }
  }
  std::size_t bytes() const noexcept { return detail::bytes_of(words_); }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace satchel::broad_phase
