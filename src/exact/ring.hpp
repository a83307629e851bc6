// The vertices and edges of one core, as arrays of doubles that the evaluations run over.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

#include "exact/expansion.hpp"
#include "exact/hull.hpp"
#include "exact/resolve.hpp"
#include "exact/two_lanes.hpp"

namespace satchel::exact {

/// Memory for `count` items: on the stack where they are few. May throw std::bad_alloc.
template <class Item, std::size_t few>
class Buffer {
 public:
  Item* resize(std::size_t count) {
    if (count <= few) return few_;
    many_ = std::make_unique_for_overwrite<Item[]>(count);
    return many_.get();
  }

 private:
  Item few_[few];
  std::unique_ptr<Item[]> many_;
};

/// The same where `most` are enough.
template <class Item, std::size_t most>
class FixedBuffer {
 public:
  Item* resize(std::size_t) { return items_; }

 private:
  Item items_[most];
};

/// A placed vertex: origin + offset, exactly.
struct PlacedVertex {
  double origin_x, origin_y, x, y;
};

/// Four vertices, and the edges from each to the next.
struct alignas(16) Block {
  static constexpr std::size_t size = 4;

  double x[size], y[size];            ///< offsets of the vertices
  double edge_x[size], edge_y[size];  ///< edge vectors, rounded to double
  double top[size];                   ///< the largest orientation of the other core's vertices
  double gap[size];                   ///< the separation along the outward normal, -top / |edge|
};

/// One core. Edge i leads from vertex i to vertex i + 1, of the hull where the core as placed is not convex. The last
/// block is filled up with the first vertex and the first edge, which change no extreme.
/// @tparam known_blocks  number of blocks, of a strictly convex core; 0: any (boxes and octagons are worth unrolling)
template <class T, std::size_t known_blocks>
class Ring {
 public:
  static constexpr bool is_short = known_blocks != 0;

  [[gnu::always_inline]] explicit Ring(const Core<T>& core)
      : count_(core.count), x_(core.x), origin_x_(core.origin_x), y_(core.y), origin_y_(core.origin_y) {
    if constexpr (known_blocks == 0) {
      if (!core.strictly_convex) take_hull();
    }
    if (indices() != nullptr || count_ != length()) fill_up();
    blocks_ = memory_.resize(block_count());
    load();
  }
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;

  std::uint32_t count() const { return count_; }
  /// With those that fill up the blocks.
  std::size_t length() const { return block_count() * Block::size; }
  std::size_t next(std::size_t i) const { return i + 1 == count_ ? 0 : i + 1; }
  /// Index in the core of vertex i.
  std::uint32_t original(std::size_t i) const {
    return indices() == nullptr ? static_cast<std::uint32_t>(i) : indices()[i];
  }
  PlacedVertex vertex(std::size_t i) const { return {origin_x_, origin_y_, x_[i], y_[i]}; }
  /// Largest magnitude of an offset.
  double largest() const { return largest_; }

  Block* begin() { return blocks_; }
  Block* end() { return blocks_ + block_count(); }
  const Block* begin() const { return blocks_; }
  const Block* end() const { return blocks_ + block_count(); }
  double x(std::size_t i) const { return block(i).x[i % Block::size]; }
  double y(std::size_t i) const { return block(i).y[i % Block::size]; }
  double edge_x(std::size_t i) const { return block(i).edge_x[i % Block::size]; }
  double edge_y(std::size_t i) const { return block(i).edge_y[i % Block::size]; }
  double gap(std::size_t i) const { return block(i).gap[i % Block::size]; }
  double top(std::size_t i) const { return block(i).top[i % Block::size]; }
  double& top(std::size_t i) { return blocks_[i / Block::size].top[i % Block::size]; }
  /// Gives the edges that fill up the last block the top of the first one.
  void fill_up_tops() {
    for (std::size_t i = count_; i < length(); ++i) top(i) = top(0);
  }
  bool has_length(std::size_t i) const { return edge_x(i) != 0 || edge_y(i) != 0; }

  /// Whether adding and subtracting `rounder` leaves every offset as it is.
  bool offsets_are_multiples(double rounder) const {
    const TwoLanes rounders = TwoLanes::splat(rounder);
    for (const Block& block : *this) {
      for (const double* offsets : {block.x, block.y}) {
        const TwoLanes first = TwoLanes::load(offsets), second = TwoLanes::load(offsets + 2);
        if (!all_equal((first + rounders) - rounders, first, (second + rounders) - rounders, second)) return false;
      }
    }
    return true;
  }

 private:
  static constexpr std::size_t few_blocks = known_blocks == 0 ? 8 : known_blocks;
  static constexpr std::size_t few = few_blocks * Block::size;
  template <class Item, std::size_t items>
  using Memory = std::conditional_t<known_blocks == 0, Buffer<Item, items>, FixedBuffer<Item, items>>;
  struct Indices {
    const std::uint32_t* of_hull = nullptr;
    Buffer<std::uint32_t, 2 * few + 1> memory;
  };
  struct NoIndices {};

  std::size_t block_count() const {
    return known_blocks != 0 ? known_blocks : (count_ + Block::size - 1) / Block::size;
  }
  const Block& block(std::size_t i) const { return blocks_[i / Block::size]; }
  const std::uint32_t* indices() const {
    if constexpr (known_blocks == 0) return indices_.of_hull;
    return nullptr;
  }

  // The hull's vertices, from the one that comes first in the core.
  [[gnu::noinline]] void take_hull() {
    std::uint32_t* order = indices_.memory.resize(2 * std::size_t{count_} + 1);
    std::uint32_t* hull = order + count_;
    const std::size_t size = hull_indices(x_, y_, count_, order, hull);
    std::rotate(hull, std::min_element(hull, hull + size), hull + size);
    indices_.of_hull = hull;
    count_ = static_cast<std::uint32_t>(size);
  }

  // Own copies of the offsets that count, in whole blocks.
  [[gnu::noinline]] void fill_up() {
    T* x = offsets_.resize(2 * length());
    T* y = x + length();
    for (std::size_t i = 0; i < length(); ++i) {
      const std::uint32_t from = original(i < count_ ? i : 0);
      x[i] = x_[from];
      y[i] = y_[from];
    }
    x_ = x;
    y_ = y;
  }

  // One coordinate of a block; returns the largest magnitude of an offset in each lane.
  static TwoLanes load_block(const T* offsets, T following, double* vertices, double* edges) {
    const TwoLanes first = TwoLanes::load(offsets), second = TwoLanes::load(offsets + 2);
    first.store(vertices);
    second.store(vertices + 2);
    (across(first, second) - first).store(edges);
    (across(second, TwoLanes::splat(following)) - second).store(edges + 2);
    return max(abs(first), abs(second));
  }

  void load() {
    TwoLanes largest = TwoLanes::splat(0);
    for (std::size_t n = 0; n < block_count(); ++n) {
      Block& here = blocks_[n];
      const std::size_t i = n * Block::size, next = n + 1 < block_count() ? i + Block::size : 0;
      largest = max(largest, load_block(x_ + i, x_[next], here.x, here.edge_x));
      largest = max(largest, load_block(y_ + i, y_[next], here.y, here.edge_y));
    }
    largest_ = std::max(largest.lower(), largest.upper());
    for (std::size_t i = count_; i < length(); ++i) {
      blocks_[i / Block::size].edge_x[i % Block::size] = blocks_[0].edge_x[0];
      blocks_[i / Block::size].edge_y[i % Block::size] = blocks_[0].edge_y[0];
    }
  }

  std::uint32_t count_;
  const T* x_;  // apart from y_, lest both be copied by one load, which stalls on a core just written
  double origin_x_;
  const T* y_;
  double origin_y_;
  double largest_;
  Block* blocks_;
  Memory<Block, few_blocks> memory_;
  Memory<T, 2 * few> offsets_;
  [[no_unique_address]] std::conditional_t<known_blocks == 0, Indices, NoIndices> indices_;
};

}  // namespace satchel::exact
