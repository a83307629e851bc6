// Prefetches a cache line.
#pragma once

namespace satchel::kernels {

/// Prefetches into the second-level cache, because a core can have many more requests outstanding there than for the
/// first level, and out-of-order execution hides the latency from the second level to the first.
inline __attribute__((always_inline)) void prefetch_line(const void* address) { __builtin_prefetch(address, 0, 2); }

/// Prefetches into the first-level cache. For lines that are read next, while few requests are outstanding.
inline __attribute__((always_inline)) void prefetch_line_into_l1(const void* address) {
  __builtin_prefetch(address, 0, 3);
}

}  // namespace satchel::kernels
