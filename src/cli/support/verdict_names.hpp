// The verdicts in the order of their values, and their names.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <satchel/results.hpp>
#include <satchel/types.hpp>

namespace satchel::cli {

inline constexpr std::array<Verdict, 3> all_verdicts{Verdict::disjoint, Verdict::touching, Verdict::overlapping};

constexpr std::size_t index_of(Verdict verdict) { return static_cast<std::size_t>(verdict); }

constexpr std::string_view verdict_name(Verdict verdict) {
  constexpr std::array<std::string_view, 3> names{"disjoint", "touching", "overlapping"};
  return names[index_of(verdict)];
}

}  // namespace satchel::cli
