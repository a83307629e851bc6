// Requests huge pages for large arrays. Queries read the bodies of a large scene in any order; with small pages the
// address translations of all bodies would not fit into the TLB.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace satchel::detail {

/// Requests huge pages for all whole huge pages inside of the memory. The system may decline; only speed depends on it.
inline void ask_for_huge_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) noexcept {
#if defined(__linux__)
  constexpr std::uintptr_t page = std::uintptr_t{1} << 21;
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  const auto begin = (address + page - 1) & ~(page - 1), end = (address + bytes) & ~(page - 1);
  if (begin < end) (void)madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

}  // namespace satchel::detail
