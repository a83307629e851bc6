// The numbers of threads that benchmarks are run with, beside one.
#pragma once

#include <algorithm>
#include <thread>
#include <vector>

namespace satchel_bench {

/// 2, 4, 8, ... and as many as the machine has.
inline std::vector<unsigned> several_threads() {
  const unsigned all = std::max(2u, std::thread::hardware_concurrency());
  std::vector<unsigned> counts;
  for (unsigned count = 2; count < all; count *= 2) counts.push_back(count);
  counts.push_back(all);
  return counts;
}

}  // namespace satchel_bench
