// Finds the bucket of a grid that a box belongs to, in scalar arithmetic.
#pragma once

#include <cstdint>

#include "format/box_layout.hpp"
#include "format/layout.hpp"

namespace {

using satchel::Box;
using satchel::kernels::BucketGrid;

/// The row or column of a coordinate. Coordinates outside the grid belong to its rim.
SATCHEL_INLINE std::uint32_t cell_of(double twice_centre, double origin, double scale, double last) {
  double cell = (twice_centre - origin) * scale;
  cell = cell > 0.0 ? cell : 0.0;
  cell = cell < last ? cell : last;
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(cell));
}

/// The exponent bits of the longer side.
SATCHEL_INLINE std::uint32_t size_of(double width, double height) {
  return static_cast<std::uint32_t>(__builtin_bit_cast(std::uint64_t, width > height ? width : height) >> 52);
}
SATCHEL_INLINE std::uint32_t size_of(const Box& box) { return size_of(box.max_x - box.min_x, box.max_y - box.min_y); }

/// @param x, y  twice the centre
SATCHEL_INLINE std::uint32_t bucket_of(const BucketGrid& grid, double x, double y, std::uint32_t part) {
  const std::uint32_t code = std::uint32_t{grid.code_x[cell_of(x, grid.origin_x, grid.scale_x, grid.last_x)]} |
                             grid.code_y[cell_of(y, grid.origin_y, grid.scale_y, grid.last_y)];
  return grid.first[part] + (code >> grid.shift[part]);
}
SATCHEL_INLINE std::uint32_t bucket_of(const BucketGrid& grid, const Box& box, std::uint32_t part) {
  return bucket_of(grid, box.min_x + box.max_x, box.min_y + box.max_y, part);
}

}  // namespace
