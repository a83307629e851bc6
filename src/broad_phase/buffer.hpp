// Memory that is kept from call to call: grows, never shrinks, and forgets its contents when it grows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "scene/array.hpp"

namespace satchel::broad_phase {

template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Buffer() = default;
  Buffer(Buffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), capacity_(std::exchange(other.capacity_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  ~Buffer() { detail::CacheLineAllocator<T>().deallocate(data_, capacity_); }

  /// Room for `size` elements, of unspecified contents. An eighth more than is needed now, so that a slowly growing
  /// scene does not allocate every frame.
  T* need(std::size_t size) {
    if (size <= capacity_) return data_;
    detail::CacheLineAllocator<T>().deallocate(data_, capacity_);
    data_ = nullptr;
    capacity_ = 0;
    data_ = detail::CacheLineAllocator<T>().allocate(size + size / 8);
    capacity_ = size + size / 8;
    ask_for_huge_pages();
    return data_;
  }
  T* data() const noexcept { return data_; }
  std::size_t bytes() const noexcept { return capacity_ * sizeof(T); }

 private:
  /// Dealing writes to thousands of places by turns, each on a page of its own: huge ones stay in the address cache.
  void ask_for_huge_pages() {
#if defined(__linux__)
    constexpr std::uintptr_t page = std::uintptr_t{1} << 21;
    const auto begin = (reinterpret_cast<std::uintptr_t>(data_) + page - 1) & ~(page - 1);
    const auto end = reinterpret_cast<std::uintptr_t>(data_ + capacity_) & ~(page - 1);
    if (begin < end) (void)madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
  }

  T* data_ = nullptr;
  std::size_t capacity_ = 0;
};

}  // namespace satchel::broad_phase
