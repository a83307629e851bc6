// Boxes that are added one by one, and asked which of them meet a box: a hashed grid.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <satchel/types.hpp>

namespace satchel::detail {

/// The mean of the boxes' longer sides, without those far above the others; or 1 where that is no size of a cell.
/// @param side_of  side_of(k): the longer side of box k, for k from begin to end
template <class SideOf>
double size_of_cells(std::size_t begin, std::size_t end, const SideOf& side_of) {
  double exponents = 0, sides = 0;
  std::size_t count = 0;
  const auto for_each_side = [&](const auto& use) {
    for (std::size_t k = begin; k < end; ++k) {
      const double side = side_of(k);
      if (side > 0 && std::isfinite(side)) use(side);
    }
  };
  for_each_side([&](double side) {
    exponents += std::ilogb(side);
    ++count;
  });
  const double usual = exponents / static_cast<double>(std::max<std::size_t>(count, 1));
  for_each_side([&](double side) { sides += std::ilogb(side) <= usual + 4 ? side : 0; });
  const double cell = sides / static_cast<double>(end - begin);
  return cell > 0 && std::isfinite(cell) ? cell : 1;
}

/// Cells are as large as boxes are on average. A box stands in each of the few cells that it meets; one that meets many
/// stands in a list that every question goes through. Cells share buckets by hash.
class BoxCells {
 public:
  /// @param cell  side of a cell, above 0
  explicit BoxCells(double cell) : per_cell_(1 / cell), first_(64, none) {}

  void add(std::uint32_t id, const Box& box) {
    const Range cells = range_of(box);
    if (cells.is_wide()) {
      wide_.push_back({box, cells.min_x, cells.min_y, id});
      return;
    }
    const auto item = static_cast<std::uint32_t>(items_.size());
    items_.push_back({box, cells.min_x, cells.min_y, id});
    if (2 * items_.size() <= first_.size()) return enter(item, cells);
    first_.assign(4 * first_.size(), none);
    entries_.clear();
    for (std::uint32_t i = 0; i <= item; ++i) enter(i, range_of(items_[i].box));
  }

  /// Calls use(id) once for each box that meets this one. Any number of threads may ask at once.
  template <class Use>
  void for_each_meeting(const Box& box, const Use& use) const {
    for (const Item& item : wide_) {
      if (meet(item.box, box)) use(item.id);
    }
    const Range cells = range_of(box);
    if (cells.is_wide()) {
      for (const Item& item : items_) {
        if (meet(item.box, box)) use(item.id);
      }
      return;
    }
    cells.for_each([&](std::int64_t x, std::int64_t y) {
      for (std::uint32_t e = first_[bucket(x, y)]; e != none; e = entries_[e].next) {
        const Entry& entry = entries_[e];
        if (entry.x != low(x) || entry.y != low(y)) continue;
        const Item& item = items_[entry.item];
        // Both may share several cells: the first of these counts.
        if (x != std::max(cells.min_x, item.min_x) || y != std::max(cells.min_y, item.min_y)) continue;
        if (meet(item.box, box)) use(item.id);
      }
    });
  }

 private:
  struct Item {
    Box box;
    std::int64_t min_x, min_y;  ///< its first cell
    std::uint32_t id;
  };
  /// An item in one of its cells. The low bits of the cell tell the cells of one item apart, which are near each other.
  struct Entry {
    std::uint32_t item, next, x, y;
  };
  struct Range {
    std::int64_t min_x, min_y, max_x, max_y;

    bool is_wide() const { return max_x - min_x > 7 || max_y - min_y > 7; }
    template <class Use>
    void for_each(const Use& use) const {
      for (std::int64_t y = min_y; y <= max_y; ++y) {
        for (std::int64_t x = min_x; x <= max_x; ++x) use(x, y);
      }
    }
  };
  static constexpr std::uint32_t none = 0xffffffff;

  static std::uint32_t low(std::int64_t x) { return static_cast<std::uint32_t>(static_cast<std::uint64_t>(x)); }

  void enter(std::uint32_t item, const Range& cells) {
    cells.for_each([&](std::int64_t x, std::int64_t y) {
      std::uint32_t& first = first_[bucket(x, y)];
      entries_.push_back({item, first, low(x), low(y)});
      first = static_cast<std::uint32_t>(entries_.size() - 1);
    });
  }
  static bool meet(const Box& p, const Box& q) {
    return p.min_x <= q.max_x && q.min_x <= p.max_x && p.min_y <= q.max_y && q.min_y <= p.max_y;
  }
  Range range_of(const Box& box) const {
    const auto cell = [this](double x) {
      return static_cast<std::int64_t>(std::clamp(std::floor(x * per_cell_), -0x1p60, 0x1p60));
    };
    return {cell(box.min_x), cell(box.min_y), cell(box.max_x), cell(box.max_y)};
  }
  std::size_t bucket(std::int64_t x, std::int64_t y) const {
    std::uint64_t hash = static_cast<std::uint64_t>(x) * 0x9e3779b97f4a7c15u + static_cast<std::uint64_t>(y);
    hash = (hash ^ (hash >> 32)) * 0xd6e8feb86659fd93u;
    return static_cast<std::size_t>((hash ^ (hash >> 29)) & (first_.size() - 1));
  }

  double per_cell_;
  std::vector<Item> items_, wide_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> first_;  ///< of each bucket
};

}  // namespace satchel::detail
