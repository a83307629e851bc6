// The vertices and edges of one core, as arrays of doubles in blocks of four.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "exact/expansion.hpp"
#include "exact/hull.hpp"
#include "exact/resolve.hpp"
#include "exact/two_lanes.hpp"

namespace satchel::exact {

/// Memory for `count` items: inside the object for up to `local_capacity` items, else allocated. May throw
/// std::bad_alloc.
template <class Item, std::size_t local_capacity>
class Buffer {
 public:
  Item* resize(std::size_t count) {
    if (count <= local_capacity) return local_;
    allocated_.reset(new Item[count]);
    return allocated_.get();
  }

 private:
  Item local_[local_capacity];
  std::unique_ptr<Item[]> allocated_;
};

/// A placed vertex: origin + offset, exactly.
struct PlacedVertex {
  double origin_x, origin_y, x, y;
};

/// Four vertices, and the edge from each of them to the next vertex of the ring.
struct alignas(16) Block {
  static constexpr std::size_t size = 4;

  double x[size], y[size];            ///< offsets of the vertices
  double edge_x[size], edge_y[size];  ///< edge vectors, rounded to double
  double top[size];                   ///< the largest orientation of a vertex of the other core against the edge
  double gap[size];                   ///< the separation along the outward normal, -top / |edge|
};

/// One core. Edge i leads from vertex i to vertex i + 1. If the core is not strictly convex, the ring is its hull. The
/// last block is filled up with copies of the first vertex and the first edge, which change no minimum or maximum.
template <class T>
class Ring {
 public:
  explicit Ring(const Core<T>& core)
      : count_(core.count),
        x_(core.x),
        y_(core.y),
        origin_x_(core.origin_x),
        origin_y_(core.origin_y),
        inner_edges_(core.inner_edges) {
    if (!core.strictly_convex) take_hull();
    block_count_ = (count_ + Block::size - 1) / Block::size;
    if (indices_ != nullptr || count_ != length()) fill_up();
    blocks_ = memory_.resize(block_count_);
    load();
  }
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;

  std::uint32_t count() const { return count_; }
  /// Number of vertices, with the copies that fill up the last block.
  std::size_t length() const { return block_count_ * Block::size; }
  std::size_t next(std::size_t i) const { return i + 1 == count_ ? 0 : i + 1; }
  /// Index of vertex i in the core.
  std::uint32_t original(std::size_t i) const {
    return indices_ == nullptr ? static_cast<std::uint32_t>(i) : indices_[i];
  }
  /// Index in the core of the edge that stands for edge i.
  std::uint32_t original_edge(std::size_t i) const {
    return edges_ == nullptr ? static_cast<std::uint32_t>(i) : edges_[i];
  }
  /// Whether edge i is inner: it decides no contact.
  bool is_inner(std::size_t i) const {
    const std::uint32_t edge = original_edge(i);
    return inner_edges_ != nullptr && ((inner_edges_[edge / 64] >> (edge % 64)) & 1u) != 0;
  }
  bool has_inner_edges() const { return inner_edges_ != nullptr; }
  PlacedVertex vertex(std::size_t i) const { return {origin_x_, origin_y_, x_[i], y_[i]}; }
  /// Largest magnitude of an offset.
  double largest() const { return largest_; }

  Block* begin() { return blocks_; }
  Block* end() { return blocks_ + block_count_; }
  const Block* begin() const { return blocks_; }
  const Block* end() const { return blocks_ + block_count_; }
  double x(std::size_t i) const { return block(i).x[i % Block::size]; }
  double y(std::size_t i) const { return block(i).y[i % Block::size]; }
  double edge_x(std::size_t i) const { return block(i).edge_x[i % Block::size]; }
  double edge_y(std::size_t i) const { return block(i).edge_y[i % Block::size]; }
  double& gap(std::size_t i) { return blocks_[i / Block::size].gap[i % Block::size]; }
  double gap(std::size_t i) const { return block(i).gap[i % Block::size]; }
  double top(std::size_t i) const { return block(i).top[i % Block::size]; }
  double& top(std::size_t i) { return blocks_[i / Block::size].top[i % Block::size]; }
  /// Copies the top of the first edge to the edges that fill up the last block.
  void fill_up_tops() {
    for (std::size_t i = count_; i < length(); ++i) top(i) = top(0);
  }
  bool has_length(std::size_t i) const { return edge_x(i) != 0 || edge_y(i) != 0; }

  /// Whether the subtractions offset - (x, y) are all exact. A difference d = a - b is exact if d + b = a and a - d =
  /// b.
  bool can_move(double x, double y) const {
    const auto exact = [](const double* offsets, TwoLanes by) {
      const TwoLanes first = TwoLanes::load(offsets), second = TwoLanes::load(offsets + 2);
      const TwoLanes first_moved = first - by, second_moved = second - by;
      return all_equal(first_moved + by, first, second_moved + by, second) &&
             all_equal(first - first_moved, by, second - second_moved, by);
    };
    const TwoLanes by_x = TwoLanes::splat(x), by_y = TwoLanes::splat(y);
    for (const Block& block : *this) {
      if (!exact(block.x, by_x) || !exact(block.y, by_y)) return false;
    }
    return true;
  }
  /// Subtracts (x, y) from the offsets that the evaluations in doubles use; `vertex` does not change. Returns the
  /// largest magnitude of the new offsets.
  double move(double x, double y) {
    TwoLanes largest = TwoLanes::splat(0);
    const auto move_by = [&](double* offsets, TwoLanes by) {
      const TwoLanes first = TwoLanes::load(offsets) - by, second = TwoLanes::load(offsets + 2) - by;
      first.store(offsets);
      second.store(offsets + 2);
      largest = max(largest, max(abs(first), abs(second)));
    };
    const TwoLanes by_x = TwoLanes::splat(x), by_y = TwoLanes::splat(y);
    for (Block& block : *this) {
      move_by(block.x, by_x);
      move_by(block.y, by_y);
    }
    return std::max(largest.lower(), largest.upper());
  }

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
  static constexpr std::size_t local_vertices = 32;  // larger rings allocate

  const Block& block(std::size_t i) const { return blocks_[i / Block::size]; }

  // Replaces the vertices by those of the hull, beginning with the one that has the lowest index in the core.
  void take_hull() {
    std::uint32_t* order = order_.resize(2 * std::size_t{count_} + 1);
    std::uint32_t* hull = order + count_;
    const std::size_t size = hull_indices(x_, y_, count_, order, hull);
    std::rotate(hull, std::min_element(hull, hull + size), hull + size);
    for (std::size_t i = 0; i < size; ++i) order[i] = edge_between(hull[i], hull[i + 1 < size ? i + 1 : 0]);
    indices_ = hull;
    edges_ = order;
    count_ = static_cast<std::uint32_t>(size);
  }

  // The core's edge between two neighbours on the hull that leads farthest from one to the other: rounding may have left
  // the first edge without length, or turned it around.
  std::uint32_t edge_between(std::uint32_t from, std::uint32_t to) const {
    const auto vector = [&](std::uint32_t p, std::uint32_t q) {
      return std::pair(static_cast<double>(x_[q]) - static_cast<double>(x_[p]),
                       static_cast<double>(y_[q]) - static_cast<double>(y_[p]));
    };
    const auto [x, y] = vector(from, to);
    const double squared = x * x + y * y;
    std::uint32_t farthest = from;
    double most = 0;
    for (std::uint32_t i = from; i != to;) {
      const std::uint32_t end = i + 1 == count_ ? 0 : i + 1;
      const auto [edge_x, edge_y] = vector(i, end);
      const double ahead = x * edge_x + y * edge_y;
      // Vertices that changed places are walked past all others, whose edges are longer.
      if (ahead > most && edge_x * edge_x + edge_y * edge_y <= 2 * squared) {
        farthest = i;
        most = ahead;
      }
      i = end;
    }
    return farthest;
  }

  // Copies the offsets of the ring's vertices into whole blocks, filled up with the first vertex.
  void fill_up() {
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

  // Loads one coordinate of a block; `following` is that of the vertex after the block. Returns the largest magnitude
  // of an offset in each lane.
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
    for (std::size_t n = 0; n < block_count_; ++n) {
      Block& here = blocks_[n];
      const std::size_t i = n * Block::size, next = n + 1 < block_count_ ? i + Block::size : 0;
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
  const T *x_, *y_;
  double origin_x_, origin_y_;
  const std::uint64_t* inner_edges_;
  const std::uint32_t *indices_ = nullptr, *edges_ = nullptr;
  std::size_t block_count_;
  Block* blocks_;
  double largest_;
  Buffer<Block, local_vertices / Block::size> memory_;
  Buffer<T, 2 * local_vertices> offsets_;
  Buffer<std::uint32_t, 2 * local_vertices + 1> order_;
};

}  // namespace satchel::exact
