// Allocates blocks of vertices by class. A block is `capacity` x values, then `capacity` y values.
//
//   run    an array of consecutive blocks, followed by as many values as kernels may read beyond the last block;
//          one run a class, but the classes of up to eight vertices share one run
//   unit   the step by which a run grows; in the shared run a block of eight vertices, in the other runs one block
//   half   half of a unit: a block of four vertices; the second half stays spare until another such block is taken
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "format/layout.hpp"
#include "scene/array.hpp"

namespace satchel::detail {

template <class T>
class Blocks {
 public:
  using Counts = std::array<std::size_t, kernels::class_count>;  ///< numbers of blocks, by class

  /// Whether indices suffice for `more` additional blocks.
  bool has_indices_for(const Counts& more) const noexcept {
    const Counts units = units_with(more);
    for (unsigned k = 0; k < kernels::class_count; ++k) {
      const std::size_t most = kernels::Place::max_blocks / kernels::blocks_of_unit(k);
      if (units_for(k, more[k]) > 0 && units[kernels::run_of(k)] > most) return false;
    }
    return true;
  }

  /// Makes room for `more` additional blocks, so that `take` cannot fail.
  void make_room_for(const Counts& more) {
    const Counts units = units_with(more);
    for (unsigned run = 0; run < kernels::class_count; ++run) {
      if (units[run] > 0) make_room(values_[run], size_of(run, units[run]));
    }
  }
  /// The same for blocks of one class.
  void make_room_for(unsigned vertex_class, std::size_t more) {
    const unsigned run = kernels::run_of(vertex_class);
    const std::size_t units = units_[run] + units_for(vertex_class, more);
    if (units > 0) make_room(values_[run], size_of(run, units));
  }
  /// Makes room in the list of free blocks for `more` blocks, so that `give_back` cannot fail.
  void make_room_to_give_back(unsigned vertex_class, std::size_t more) {
    make_room(free_[vertex_class], free_[vertex_class].size() + more);
  }

  /// Reserves a block, of unspecified content, and returns its index. Reuses a free block, otherwise extends the run.
  std::uint32_t take(unsigned vertex_class) noexcept {
    if (!free_[vertex_class].empty()) {
      const std::uint32_t block = free_[vertex_class].back();
      free_[vertex_class].pop_back();
      return block;
    }
    if (vertex_class == 0 && spare_half_ != none) return std::exchange(spare_half_, none);
    const unsigned run = kernels::run_of(vertex_class);
    const auto unit = static_cast<std::uint32_t>(units_[run]++);
    values_[run].resize(size_of(run, units_[run]));
    bytes_in_use_ += sizeof(T) * kernels::blocks_of_unit(run) * stride(run);
    if (vertex_class != 0) return unit;
    spare_half_ = 2 * unit + 1;
    return 2 * unit;
  }

  void give_back(unsigned vertex_class, std::uint32_t block) noexcept { free_[vertex_class].push_back(block); }

  T* first(unsigned vertex_class) noexcept { return values_[kernels::run_of(vertex_class)].data(); }
  const T* first(unsigned vertex_class) const noexcept { return values_[kernels::run_of(vertex_class)].data(); }

  T* block(kernels::Place place) noexcept {
    return first(place.vertex_class()) + place.block() * stride(place.vertex_class());
  }
  const T* block(kernels::Place place) const noexcept {
    return first(place.vertex_class()) + place.block() * stride(place.vertex_class());
  }

  void clear() noexcept {
    for (auto& values : values_) values.clear();
    for (auto& free : free_) free.clear();
    units_ = {};
    bytes_in_use_ = 0;
    spare_half_ = none;
  }

  /// Bytes of all units, free blocks included.
  std::size_t bytes_in_use() const noexcept { return bytes_in_use_; }

  std::size_t memory_bytes() const noexcept {
    std::size_t bytes = 0;
    for (const auto& values : values_) bytes += bytes_of(values);
    for (const auto& free : free_) bytes += bytes_of(free);
    return bytes;
  }

 private:
  static std::size_t stride(unsigned vertex_class) noexcept { return 2 * kernels::capacity_of(vertex_class); }
  static std::size_t size_of(unsigned run, std::size_t units) noexcept {
    return units * kernels::blocks_of_unit(run) * stride(run) + kernels::room_behind(run);
  }

  /// The number of units that `more` additional blocks of a class need, beyond free blocks.
  std::size_t units_for(unsigned vertex_class, std::size_t more) const noexcept {
    const std::size_t spare = free_[vertex_class].size() + (vertex_class == 0 && spare_half_ != none ? 1 : 0);
    const std::uint32_t blocks = kernels::blocks_of_unit(vertex_class);
    return more > spare ? (more - spare + blocks - 1) / blocks : 0;
  }
  /// The number of units of each run after `more` additional blocks have been taken.
  Counts units_with(const Counts& more) const noexcept {
    Counts units = units_;
    for (unsigned k = 0; k < kernels::class_count; ++k) units[kernels::run_of(k)] += units_for(k, more[k]);
    return units;
  }

  static constexpr std::uint32_t none = ~0u;

  std::array<Array<T>, kernels::class_count> values_;  ///< by run
  Counts units_{};                                     ///< by run: units in use or with free blocks
  std::size_t bytes_in_use_ = 0;
  std::uint32_t spare_half_ = none;  ///< index of a free block of four vertices, or none
  std::array<Array<std::uint32_t>, kernels::class_count> free_;
};

}  // namespace satchel::detail
