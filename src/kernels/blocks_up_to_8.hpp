// Where the blocks of polygons of up to eight vertices begin: they share a run of memory, whatever their classes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/load.hpp"

namespace {

/// Of the bodies A or B of staged pairs: in T from the first block of the run.
template <class T>
struct BlocksUpTo8 {
  static constexpr std::size_t size = StagedPairs<T>::size;

  std::uint32_t x[size], y[size];  ///< their x and y values

  /// @param places  Place::bits
  SATCHEL_INLINE void look_up(const std::uint32_t* places, std::size_t count) {
    using satchel::kernels::block_shift;
    using satchel::kernels::capacity_of;
    static_assert(block_shift(1) == block_shift(0) + 1 && block_shift(2) == block_shift(1));
    static_assert(capacity_of(1) == capacity_of(2));
    for (std::size_t i = 0; i < count; ++i) {
      const satchel::kernels::Place place{places[i]};
      const bool small = is_class_0(place);
      const std::uint32_t block = place.block() << block_shift(0);
      x[i] = small ? block : block + block;
      y[i] = x[i] + (small ? capacity_of(0) : capacity_of(2));
    }
  }

  /// A comparison, no table: so loops become vectors.
  static SATCHEL_INLINE bool is_class_0(satchel::kernels::Place place) {
    return place.size() <= satchel::kernels::size_of(0, satchel::kernels::vertices_of(0));
  }
};

}  // namespace
