// Orders boxes so that sixteen consecutive boxes lie close together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <satchel/types.hpp>

#include "tree/buffer.hpp"
#include "tree/grid.hpp"

namespace satchel::tree {

/// The memory that one thread needs to order a bucket.
struct OrderScratch {
  /// Memory for a bucket that is split by a grid; one for each depth of the recursion.
  struct Split {
    Grid grid;
    std::vector<Box> sample;
    Buffer<std::uint32_t> ends;
    std::size_t bytes() const { return grid.bytes() + detail::bytes_of(sample) + ends.bytes(); }
  };

  Buffer<std::uint32_t> order, keys;
  Buffer<float> x, y;
  Buffer<Box> boxes;
  Buffer<BodyId> ids;
  std::vector<std::unique_ptr<Split>> splits;  ///< by depth

  std::size_t bytes() const;
};

/// Writes the order to scratch.order: scratch.order[i] is the index of the i-th box. O(count). Throws std::bad_alloc.
void order_boxes(const Box* boxes, std::size_t count, OrderScratch& scratch);

}  // namespace satchel::tree
