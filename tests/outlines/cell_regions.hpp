// Regions of unit cells, whose relation is told by their cells; and their boundaries as rings. An oracle for outlines.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <satchel/satchel.hpp>
#include <set>
#include <utility>
#include <vector>

#include "support/random.hpp"

namespace satchel::test {

/// A set of cells; cell (x, y) is the square from (x, y) to (x + 1, y + 1).
struct Cells {
  std::set<std::pair<int, int>> cells;

  bool has(int x, int y) const { return cells.count({x, y}) != 0; }
  /// Whether a corner of the grid lies on the boundary.
  bool is_boundary_corner(int x, int y) const {
    const int around = has(x, y) + has(x - 1, y) + has(x, y - 1) + has(x - 1, y - 1);
    return around != 0 && around != 4;
  }
  /// Whether the side from (x, y) to the right, or up, lies on the boundary.
  bool is_boundary_side(int x, int y, bool up) const { return has(x, y) != (up ? has(x - 1, y) : has(x, y - 1)); }
};

/// What src/exact says of two regions, by their cells.
struct CellRelation {
  bool interiors_meet = false, a_leaves_b = false, b_leaves_a = false, boundaries_meet = false;
};

inline CellRelation relation_of(const Cells& a, const Cells& b, int width, int height) {
  CellRelation relation;
  for (int x = 0; x <= width; ++x) {
    for (int y = 0; y <= height; ++y) {
      relation.interiors_meet |= a.has(x, y) && b.has(x, y);
      relation.a_leaves_b |= a.has(x, y) && !b.has(x, y);
      relation.b_leaves_a |= b.has(x, y) && !a.has(x, y);
      relation.boundaries_meet |= a.is_boundary_corner(x, y) && b.is_boundary_corner(x, y);
    }
  }
  return relation;
}

inline CellRelation relation_of(const Cells& a, const Cells& b, int size) { return relation_of(a, b, size, size); }

/// Polygons, each a list of rings.
using CellPolygons = std::vector<std::vector<std::vector<std::array<int, 2>>>>;

/// The boundary of a set of cells: a polygon for each set of cells that are joined by sides, with its rings in any order.
/// @param keeps_corners_alone  leaves out vertices between two sides of one direction
inline CellPolygons boundary_of(const Cells& region, bool keeps_corners_alone) {
  constexpr std::array<std::array<int, 2>, 4> steps{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
  // The cell on the left of the side that leaves (x, y) in a direction.
  const auto left_of = [](int x, int y, int direction) {
    constexpr std::array<std::array<int, 2>, 4> to{{{0, 0}, {-1, 0}, {-1, -1}, {0, -1}}};
    return std::pair(x + to[static_cast<std::size_t>(direction)][0], y + to[static_cast<std::size_t>(direction)][1]);
  };
  const auto is_side = [&](int x, int y, int direction) {
    const auto [lx, ly] = left_of(x, y, direction);
    const auto [rx, ry] = left_of(x, y, (direction + 3) % 4);
    return region.has(lx, ly) && !region.has(rx, ry);
  };
  std::map<std::pair<int, int>, std::size_t> polygon_of;  // of each cell
  CellPolygons polygons;
  for (const auto& cell : region.cells) {
    if (polygon_of.count(cell) != 0) continue;
    std::vector<std::pair<int, int>> open{cell};
    polygon_of[cell] = polygons.size();
    while (!open.empty()) {
      const auto [x, y] = open.back();
      open.pop_back();
      for (const auto& step : steps) {
        const std::pair<int, int> next(x + step[0], y + step[1]);
        if (region.has(next.first, next.second) && polygon_of.emplace(next, polygons.size()).second)
          open.push_back(next);
      }
    }
    polygons.emplace_back();
  }
  std::set<std::array<int, 3>> left;
  for (const auto& [x, y] : region.cells) {
    for (int dx = 0; dx <= 1; ++dx) {
      for (int dy = 0; dy <= 1; ++dy) {
        for (int d = 0; d < 4; ++d) {
          if (is_side(x + dx, y + dy, d)) left.insert({x + dx, y + dy, d});
        }
      }
    }
  }
  while (!left.empty()) {
    auto [x, y, d] = *left.begin();
    const std::size_t polygon = polygon_of[left_of(x, y, d)];
    std::vector<std::array<int, 2>> ring;
    int before = -1;
    while (left.erase({x, y, d}) != 0) {
      if (!keeps_corners_alone || d != before) ring.push_back({x, y});
      before = d;
      x += steps[static_cast<std::size_t>(d)][0];
      y += steps[static_cast<std::size_t>(d)][1];
      // Where two cells touch in a corner, the ring stays at its own cell: it turns left as far as it can.
      int next = (d + 1) % 4;
      while (!is_side(x, y, next)) next = (next + 3) % 4;
      d = next;
    }
    if (keeps_corners_alone && before == d) ring.erase(ring.begin());  // the walk began within a straight side
    polygons[polygon].push_back(ring);
  }
  return polygons;
}

}  // namespace satchel::test
