// Huge pages for large arrays: whoever touches a large scene in no order needs another page for each body, and the
// translations of small pages do not fit the processor's cache of addresses.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace satchel::detail {

/// Asks the system to back the memory with huge pages where they fit into it whole. It may decline, and nothing but
/// speed hangs on it.
inline void ask_for_huge_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) noexcept {
#if defined(__linux__)
  constexpr std::uintptr_t page = std::uintptr_t{1} << 21;
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  const auto begin = (address + page - 1) & ~(page - 1), end = (address + bytes) & ~(page - 1);
  if (begin < end) (void)madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

}  // namespace satchel::detail
