// Buffers of exactly the size asked for, so that the first byte read or written too far is a fault.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>

#include "pages.hpp"

namespace satchel::test {

/// Memory that ends where a page begins that nobody may touch: a byte too far faults in every build, also in kernels
/// that no sanitizer watches (cmake/IsaKernels.cmake).
class GuardedMemory {
 public:
  explicit GuardedMemory(std::size_t size) {
    const std::size_t page = page_size(), usable = (size + page - 1) / page * page;
    taken_ = usable + page;
    start_ = take_pages(taken_);
    begin_ = start_ + usable - size;
    close_pages(start_ + usable, page);
  }
  ~GuardedMemory() { give_back_pages(start_, taken_); }
  GuardedMemory(const GuardedMemory&) = delete;
  GuardedMemory& operator=(const GuardedMemory&) = delete;

  [[nodiscard]] unsigned char* begin() const { return begin_; }

 private:
  unsigned char *start_, *begin_;
  std::size_t taken_;
};

/// `count` elements that begin `offset` elements behind the start of the allocation and end with it. Every byte holds a
/// pattern at first; the elements before the offset have to keep it.
template <class T>
class ExactBuffer {
 public:
  explicit ExactBuffer(std::size_t count, std::size_t offset = 0)
      : count_(count), offset_(offset), memory_((offset + count) * sizeof(T)) {
    std::memset(memory_.begin(), pattern, (offset + count) * sizeof(T));
  }
  explicit ExactBuffer(std::span<const T> contents, std::size_t offset = 0) : ExactBuffer(contents.size(), offset) {
    std::copy(contents.begin(), contents.end(), span().begin());
  }

  [[nodiscard]] std::span<T> span() const { return {reinterpret_cast<T*>(memory_.begin()) + offset_, count_}; }

  /// Whether the elements [first, last) still hold the pattern (negative: before the offset).
  [[nodiscard]] bool untouched(std::ptrdiff_t first, std::ptrdiff_t last) const {
    const auto* const begin = reinterpret_cast<const unsigned char*>(span().data() + first);
    const auto* const end = reinterpret_cast<const unsigned char*>(span().data() + last);
    return std::all_of(begin, end, [](unsigned char byte) { return byte == pattern; });
  }
  [[nodiscard]] bool untouched() const {
    return untouched(-static_cast<std::ptrdiff_t>(offset_), static_cast<std::ptrdiff_t>(count_));
  }
  [[nodiscard]] bool untouched_before() const { return untouched(-static_cast<std::ptrdiff_t>(offset_), 0); }

 private:
  static constexpr unsigned char pattern = 0xA5;
  std::size_t count_, offset_;
  GuardedMemory memory_;
};

}  // namespace satchel::test
