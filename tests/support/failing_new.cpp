#include "failing_new.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

#if defined(_WIN32) || defined(__GLIBC__)
#include <malloc.h>
#endif

namespace {

#if defined(_WIN32)
void* aligned(std::size_t size, std::size_t alignment) { return _aligned_malloc(size, alignment); }
void release(void* memory) { _aligned_free(memory); }
#else
void* aligned(std::size_t size, std::size_t alignment) {
  return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}
void release(void* memory) { std::free(memory); }
#endif

#if defined(__GLIBC__)
std::size_t bytes_of(void* memory) { return malloc_usable_size(memory); }
#else
std::size_t bytes_of(void*) { return 0; }
#endif

std::atomic<std::size_t> count = 0, held = 0;
std::atomic<std::ptrdiff_t> until_failure = -1;  // negative: none

void* allocated(std::size_t size, std::size_t alignment) {
  ++count;
  if (until_failure >= 0 && until_failure-- == 0) throw std::bad_alloc();
  void* const memory = aligned(size, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  held += bytes_of(memory);
  return memory;
}
void forget(void* memory) {
  if (memory == nullptr) return;
  held -= bytes_of(memory);
  release(memory);
}

}  // namespace

void* operator new(std::size_t size) { return allocated(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocated(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new[](std::size_t size, std::align_val_t alignment) { return operator new(size, alignment); }
// The library's own forms that return null call those above; a sanitizer's do not.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  try {
    return operator new(size);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return operator new(size, std::nothrow); }
void operator delete(void* memory) noexcept { forget(memory); }
void operator delete[](void* memory) noexcept { forget(memory); }
void operator delete(void* memory, std::size_t) noexcept { forget(memory); }
void operator delete[](void* memory, std::size_t) noexcept { forget(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { forget(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { forget(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { forget(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { forget(memory); }

namespace satchel::test {

std::size_t allocations() { return count; }
std::size_t bytes_held() { return held; }

FailingAllocation::FailingAllocation(std::size_t nth) { until_failure = static_cast<std::ptrdiff_t>(nth); }
FailingAllocation::~FailingAllocation() { until_failure = -1; }
bool FailingAllocation::has_happened() const { return until_failure < 0; }

}  // namespace satchel::test
