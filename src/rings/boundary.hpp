// The edges of a geometry after cleaning, and names for what they do.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "exact/orient2d.hpp"
#include "rings/validity.hpp"

namespace satchel::rings {

struct Point {
  double x, y;
  friend bool operator==(const Point&, const Point&) = default;
};

/// As exact::orient2d.
inline int turn(const Point& a, const Point& b, const Point& c) {
  return exact::orient2d(a.x, a.y, b.x, b.y, c.x, c.y);
}

/// Whether two points, on a line with p and unlike p, lie on the same side of p.
inline bool on_one_side(const Point& p, const Point& q, const Point& r) {
  return q.x != p.x ? (q.x < p.x) == (r.x < p.x) && r.x != p.x : (q.y < p.y) == (r.y < p.y);
}

/// Grows, and never shrinks: a geometry needs no allocation if an earlier one was as large.
template <class U>
void make_room(std::vector<U>& memory, std::size_t size) {
  if (memory.size() < size) memory.resize(std::max(size, 2 * memory.size()));
}

struct Box {
  double min_x, min_y, max_x, max_y;
  double width() const { return max_x - min_x; }
  double height() const { return max_y - min_y; }
};

/// The vertices of all rings, ring after ring; each ring is followed by a copy of its first vertex. So edge i leads
/// from vertex i to vertex i + 1, and the number of a copy is that of no edge.
struct Boundary {
  std::vector<double> x, y;
  std::vector<CleanRing> rings;
  std::vector<std::uint32_t> polygon_of;  ///< of each ring
  std::uint32_t size = 0;                 ///< vertices and copies
  std::uint32_t filled = 0;               ///< rings that are not empty
  Box box{};

  Point start(std::uint32_t edge) const { return {x[edge], y[edge]}; }
  Point end(std::uint32_t edge) const { return {x[edge + 1], y[edge + 1]}; }

  std::uint32_t ring_of(std::uint32_t vertex) const {
    const auto after = std::upper_bound(rings.begin(), rings.end(), vertex,
                                        [](std::uint32_t v, const CleanRing& ring) { return v < ring.first; });
    return static_cast<std::uint32_t>(after - rings.begin() - 1);
  }
  bool is_edge(std::uint32_t vertex) const {
    const CleanRing& ring = rings[ring_of(vertex)];
    return vertex < ring.first + ring.count;
  }
  /// Whether two edges, the second of the higher number, are neighbours in a ring. An edge of the next ring has a
  /// number that is higher by at least two.
  bool are_neighbours(std::uint32_t edge, std::uint32_t later) const {
    if (later == edge + 1) return true;
    if (end(later) != start(edge)) return false;
    const CleanRing& ring = rings[ring_of(edge)];
    return edge == ring.first && later == ring.first + ring.count - 1;
  }
};

}  // namespace satchel::rings
