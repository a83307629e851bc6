// Heap buffers of exactly the size asked for, so that the address sanitizer sees the first byte read or written too
// far.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>

namespace satchel::test {

/// `count` elements that begin `offset` elements behind the start of the allocation and end with it. Every byte holds a
/// pattern at first; the elements before the offset have to keep it.
template <class T>
class ExactBuffer {
 public:
  explicit ExactBuffer(std::size_t count, std::size_t offset = 0)
      : count_(count), offset_(offset), elements_(new T[offset + count]) {
    std::memset(static_cast<void*>(elements_.get()), pattern, (offset + count) * sizeof(T));
  }
  explicit ExactBuffer(std::span<const T> contents, std::size_t offset = 0) : ExactBuffer(contents.size(), offset) {
    std::copy(contents.begin(), contents.end(), span().begin());
  }

  [[nodiscard]] std::span<T> span() const { return {elements_.get() + offset_, count_}; }

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
  std::unique_ptr<T[]> elements_;
};

}  // namespace satchel::test
