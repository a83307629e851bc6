// The numbers of threads, besides one, that benchmarks run with.
#pragma once

#include <algorithm>
#include <thread>
#include <vector>

namespace satchel_bench {

/// 2, 4, 8, ... and the number that the machine has.
inline std::vector<unsigned> several_threads() {
  const unsigned all = std::max(2u, std::thread::hardware_concurrency());
  std::vector<unsigned> counts;
  for (unsigned count = 2; count < all; count *= 2) counts.push_back(count);
  counts.push_back(all);
  return counts;
}

}  // namespace satchel_bench
