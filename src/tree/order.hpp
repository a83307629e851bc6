// Putting boxes into an order in which sixteen consecutive ones lie close together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <satchel/types.hpp>

#include "tree/buffer.hpp"
#include "tree/grid.hpp"

namespace satchel::tree {

/// What one thread needs to order a bucket.
struct OrderScratch {
  /// Of a bucket that is split again, and of its parts that are, ...
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

/// scratch.order[i] becomes the index of the box that comes i-th. O(count). Throws std::bad_alloc.
void order_boxes(const Box* boxes, std::size_t count, OrderScratch& scratch);

}  // namespace satchel::tree
