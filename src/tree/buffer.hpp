// Memory that is kept from call to call. It never shrinks; its contents are lost when it grows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include "scene/array.hpp"

namespace satchel::tree {

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

  /// Makes room for `size` elements, of unspecified contents. Allocates an eighth more, so that a slowly growing scene
  /// does not allocate in every frame.
  T* need(std::size_t size) {
    if (size <= capacity_) return data_;
    detail::CacheLineAllocator<T>().deallocate(data_, capacity_);
    data_ = nullptr;
    capacity_ = 0;
    data_ = detail::CacheLineAllocator<T>().allocate(size + size / 8);
    capacity_ = size + size / 8;
    return data_;
  }
  T* data() const noexcept { return data_; }
  std::size_t bytes() const noexcept { return capacity_ * sizeof(T); }

 private:
  T* data_ = nullptr;
  std::size_t capacity_ = 0;
};

}  // namespace satchel::tree
