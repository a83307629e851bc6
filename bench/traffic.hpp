// What a pair costs at least, counted from the layout and the algorithm: bytes, and operations of arithmetic.
#pragma once

#include "workload.hpp"

namespace satchel_bench {

/// Means over the pairs of a workload, for `collide` in float.
///
/// Bytes: the pair itself, read twice (to check the list, then to work), two body records, two blocks of offsets, one
/// contact.
struct Traffic {
  double bytes;        ///< those named above, that the algorithm asks for
  double lines_apart;  ///< bytes of whole cache lines to and from memory, if no body is found in a cache
  double lines_once;   ///< the same, if every body is fetched once for all its pairs
  double operations;   ///< products, sums, minima, divisions and comparisons in floats; see traffic.cpp
};

Traffic traffic_of(const Workload& workload);

/// Bytes of a body's block of offsets in a scene of floats.
std::size_t block_bytes(std::size_t vertices);

}  // namespace satchel_bench
