// Which bodies may meet which, for the broad phase and for questions to an index.
#pragma once

#include <cstdint>

namespace satchel {

/// Decides which bodies may be a pair. Two static bodies are never a pair. If the groups of two bodies are equal and
/// not 0, a positive group makes them a pair, a negative one prevents it. Otherwise they may be a pair if the category
/// of each body has a bit in common with the mask of the other.
struct Filter {
  std::uint64_t category = 1, mask = ~std::uint64_t{0};
  std::int32_t group = 0;
  bool is_static = false;
};

/// Whether two bodies with these filters may be a pair. Symmetric.
[[nodiscard]] constexpr bool may_meet(const Filter& a, const Filter& b) noexcept {
  if (a.is_static && b.is_static) return false;
  if (a.group == b.group && a.group != 0) return a.group > 0;
  return (a.category & b.mask) != 0 && (b.category & a.mask) != 0;
}

}  // namespace satchel
