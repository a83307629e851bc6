// How many cases a test runs.
#pragma once

#include <algorithm>
#include <cstddef>

// Sanitizers make everything five to fifteen times slower and look for faults of memory and threads, which show in the
// first few hundred cases, as do wrong instructions in an emulator; so those builds divide the counts
// (tests/support/CMakeLists.txt). The plain build divides by 1.
#ifndef SATCHEL_TEST_DIVISOR
#define SATCHEL_TEST_DIVISOR 1
#endif

namespace satchel::test {

constexpr std::size_t scaled(std::size_t count) { return std::max<std::size_t>(count / SATCHEL_TEST_DIVISOR, 1); }

/// The count of the long form (SATCHEL_TEST_LONG), and a fifth of it else, as in the builds that divide. Planted defects
/// (tests/mutation) have to be found by the fifth.
constexpr std::size_t sampled(std::size_t count) {
#ifdef SATCHEL_TEST_LONG
  return scaled(count);
#else
  return std::max<std::size_t>(count / std::max(SATCHEL_TEST_DIVISOR, 5), 1);
#endif
}

}  // namespace satchel::test
