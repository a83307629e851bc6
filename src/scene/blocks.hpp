// Blocks of vertices by class: `capacity` x values, then `capacity` y values, one block after the other; and behind the
// last one as much room as kernels may read beyond it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/layout.hpp"
#include "scene/array.hpp"

namespace satchel::detail {

template <class T>
class Blocks {
 public:
  /// Makes room for so many more blocks of a class, so that `take` cannot fail.
  void make_room_for(unsigned vertex_class, std::size_t more) {
    const std::size_t spare = free_[vertex_class].size();
    const std::size_t blocks = count(vertex_class) + (more > spare ? more - spare : 0);
    make_room(values_[vertex_class], size_of(vertex_class, blocks));
  }
  /// Makes room for so many blocks more to be given back, so that `give_back` cannot fail.
  void make_room_to_give_back(unsigned vertex_class, std::size_t more) {
    make_room(free_[vertex_class], free_[vertex_class].size() + more);
  }

  /// The index of a block, of unspecified content.
  std::uint32_t take(unsigned vertex_class) noexcept {
    if (!free_[vertex_class].empty()) {
      const std::uint32_t block = free_[vertex_class].back();
      free_[vertex_class].pop_back();
      return block;
    }
    const std::size_t block = count(vertex_class);
    values_[vertex_class].resize(size_of(vertex_class, block + 1));
    return static_cast<std::uint32_t>(block);
  }

  void give_back(unsigned vertex_class, std::uint32_t block) noexcept { free_[vertex_class].push_back(block); }

  /// How many `take` can still hand out before an index runs out of bits.
  std::size_t left(unsigned vertex_class) const noexcept {
    return kernels::Place::max_blocks - count(vertex_class) + free_[vertex_class].size();
  }

  T* first(unsigned vertex_class) noexcept { return values_[vertex_class].data(); }
  const T* first(unsigned vertex_class) const noexcept { return values_[vertex_class].data(); }

  T* block(kernels::Place place) noexcept {
    return first(place.vertex_class()) + place.block() * stride(place.vertex_class());
  }
  const T* block(kernels::Place place) const noexcept {
    return first(place.vertex_class()) + place.block() * stride(place.vertex_class());
  }

  void clear() noexcept {
    for (auto& values : values_) values.clear();
    for (auto& free : free_) free.clear();
  }

  std::size_t memory_bytes() const noexcept {
    std::size_t bytes = 0;
    for (const auto& values : values_) bytes += bytes_of(values);
    for (const auto& free : free_) bytes += bytes_of(free);
    return bytes;
  }

 private:
  static std::size_t stride(unsigned vertex_class) noexcept { return 2 * kernels::capacity_of(vertex_class); }
  static std::size_t size_of(unsigned vertex_class, std::size_t blocks) noexcept {
    return blocks * stride(vertex_class) + kernels::room_behind(vertex_class);
  }
  /// Blocks handed out so far, those given back included.
  std::size_t count(unsigned vertex_class) const noexcept {
    const std::size_t size = values_[vertex_class].size();
    return size == 0 ? 0 : (size - kernels::room_behind(vertex_class)) / stride(vertex_class);
  }

  std::array<Array<T>, kernels::class_count> values_;
  std::array<Array<std::uint32_t>, kernels::class_count> free_;
};

}  // namespace satchel::detail
