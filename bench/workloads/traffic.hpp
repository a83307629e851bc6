// The least cost of a pair by the data layout and the algorithm: bytes and arithmetic operations.
#pragma once

#include "workloads/workload.hpp"

namespace satchel_bench {

/// Means over the pairs of a workload, for `collide` in float.
///
/// The bytes are those of the pair, read twice (to check the list, then to test), of two body records, two blocks of
/// offsets and one contact.
struct Traffic {
  double bytes;        ///< bytes that the algorithm reads and writes
  double lines_apart;  ///< bytes of whole cache lines to and from memory, if no body is found in a cache
  double lines_once;   ///< lines_apart if every body is fetched once for all its pairs
  double operations;   ///< products, sums, minima, divisions and comparisons in floats; see traffic.cpp
};

Traffic traffic_of(const Workload& workload);

/// Bytes of a body's block of offsets in a float scene.
std::size_t block_bytes(std::size_t vertices);

}  // namespace satchel_bench
