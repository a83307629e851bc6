// Growable arrays of plain values, aligned to cache lines; large arrays use huge pages.
#pragma once

#include <algorithm>
#include <cstddef>
#include <new>
#include <vector>

#include "scene/huge_pages.hpp"

namespace satchel::detail {

template <class T>
struct CacheLineAllocator {
  using value_type = T;
  static constexpr std::align_val_t alignment{64};

  CacheLineAllocator() = default;
  template <class U>
  CacheLineAllocator(const CacheLineAllocator<U>&) noexcept {}

  T* allocate(std::size_t count) {
    void* const memory = ::operator new(count * sizeof(T), alignment);
    ask_for_huge_pages(memory, count * sizeof(T));
    return static_cast<T*>(memory);
  }
  void deallocate(T* p, std::size_t) noexcept { ::operator delete(p, alignment); }
  template <class U>
  bool operator==(const CacheLineAllocator<U>&) const noexcept {
    return true;
  }
};

template <class T>
using Array = std::vector<T, CacheLineAllocator<T>>;

/// Makes room for `size` elements. The capacity grows by a fifth only, to limit the spare memory of a large scene;
/// appending is still amortised O(1).
template <class T, class Allocator>
void make_room(std::vector<T, Allocator>& array, std::size_t size) {
  if (size > array.capacity())
    array.reserve(std::max({size, array.capacity() + array.capacity() / 5, std::size_t{16}}));
}

template <class T, class Allocator>
std::size_t bytes_of(const std::vector<T, Allocator>& array) {
  return array.capacity() * sizeof(T);
}

}  // namespace satchel::detail
