// Decides exactly whether each ring is simple, no two rings meet, and every hole lies in the first ring and in no other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <satchel/error.hpp>
#include <satchel/types.hpp>

#include "exact/orient2d.hpp"
#include "outline/reports.hpp"

namespace satchel::outline {

/// Two edges that meet. Edge i leads from vertex i to the next vertex of its ring.
struct Meeting {
  bool found = false;
  std::size_t edge = 0, other = 0;  ///< edge < other
  double x = 0, y = 0;              ///< a common point of the two edges, rounded
};

template <class T>
int turn(const BasicVec2<T>& a, const BasicVec2<T>& b, const BasicVec2<T>& c) {
  return exact::orient2d(a.x, a.y, b.x, b.y, c.x, c.y);
}

/// For a, b, c on one line, b unlike a and c: whether the path a, b, c goes straight on at b.
template <class T>
bool runs_forward(const BasicVec2<T>& a, const BasicVec2<T>& b, const BasicVec2<T>& c) {
  return a.x != b.x ? (a.x < b.x) == (b.x < c.x) : (a.y < b.y) == (b.y < c.y);
}

/// Rings, one after the other in one array of vertices. Consecutive vertices of a ring differ.
template <class T>
class Rings {
 public:
  /// @param starts  rings + 1 indices; each ring has at least three vertices
  Rings(std::span<const BasicVec2<T>> vertices, std::span<const std::uint32_t> starts)
      : vertices_(vertices), starts_(starts), next_(vertices.size()) {
    std::iota(next_.begin(), next_.end(), 1u);
    for (std::size_t k = 0; k < count(); ++k) next_[starts[k + 1] - 1] = starts[k];
  }

  std::size_t count() const { return starts_.size() - 1; }
  std::span<const BasicVec2<T>> ring(std::size_t k) const {
    return vertices_.subspan(starts_[k], starts_[k + 1] - starts_[k]);
  }
  /// The ring that has this vertex.
  std::size_t ring_of(std::size_t vertex) const {
    return static_cast<std::size_t>(std::upper_bound(starts_.begin(), starts_.end(), vertex) - starts_.begin() - 1);
  }

  /// A coordinate of a vertex.
  using Axis = T BasicVec2<T>::*;

  /// The first pair of edges, in the order (edge, other), that meet elsewhere than neighbours do, in their common vertex.
  /// Compares edges whose ranges overlap along the axis along which fewer do: O(n log n) if few do, O(n^2) at worst.
  /// @param run  options of a Progress, which may end it: Cancelled
  Meeting first_meeting(const Options& run) const {
    const Axis x = &BasicVec2<T>::x, y = &BasicVec2<T>::y;
    return first_meeting(crowding(y) < crowding(x) ? y : x, run);
  }

  /// Whether a simple ring is clockwise. Its orientation is the turn at the lowest of the leftmost vertices, because
  /// this vertex is a corner of the hull. A vertex inside a vertical edge on the left is not the lowest.
  bool is_clockwise(std::size_t k) const {
    const std::span<const BasicVec2<T>> points = ring(k);
    const std::size_t n = points.size(), i = lowest_left(points);
    return turn(points[(i + n - 1) % n], points[i], points[(i + 1) % n]) < 0;
  }

  /// The first hole that does not lie in ring 0 or lies in another hole; 0 if there is none. No two edges may meet.
  /// Each hole then lies wholly inside or outside of every other ring, and one vertex decides. Of two nested
  /// holes the inner one is returned. O(holes) for each hole, and O(n) for each ring whose box holds the hole's first vertex.
  /// @param run  as of `first_meeting`
  std::size_t misplaced_hole(const Options& run) const {
    std::vector<BasicVec2<T>> low(count()), high(count());
    for (std::size_t k = 0; k < count(); ++k) {
      low[k] = high[k] = ring(k)[0];
      for (const BasicVec2<T>& v : ring(k)) {
        low[k] = {std::min(low[k].x, v.x), std::min(low[k].y, v.y)};
        high[k] = {std::max(high[k].x, v.x), std::max(high[k].y, v.y)};
      }
    }
    const auto lies_in = [&](std::size_t hole, std::size_t k) {
      const BasicVec2<T>& v = ring(hole)[0];
      return low[k].x < v.x && v.x < high[k].x && low[k].y < v.y && v.y < high[k].y && contains(ring(k), v);
    };
    for (std::size_t hole = 1; hole < count(); ++hole) {
      report(run, hole, count());
      if (!lies_in(hole, 0)) return hole;
      for (std::size_t k = 1; k < count(); ++k) {
        if (k != hole && lies_in(hole, k)) return hole;
      }
    }
    return 0;
  }

 private:
  const BasicVec2<T>& start(std::size_t edge) const { return vertices_[edge]; }
  const BasicVec2<T>& end(std::size_t edge) const { return vertices_[next_[edge]]; }

  T least(std::size_t edge, Axis axis) const { return std::min(start(edge).*axis, end(edge).*axis); }
  T largest(std::size_t edge, Axis axis) const { return std::max(start(edge).*axis, end(edge).*axis); }
  /// The mean number of edges over a point of the axis; rounded.
  double crowding(Axis axis) const {
    double sum = 0, low = std::numeric_limits<double>::infinity(), high = -low;
    for (std::size_t edge = 0; edge < vertices_.size(); ++edge) {
      const auto from = static_cast<double>(least(edge, axis)), to = static_cast<double>(largest(edge, axis));
      sum += to - from;
      low = std::min(low, from);
      high = std::max(high, to);
    }
    return sum / (high - low);
  }

  Meeting first_meeting(Axis axis, const Options& run) const {
    std::vector<std::uint32_t> order(vertices_.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
      return std::pair(least(i, axis), i) < std::pair(least(j, axis), j);
    });
    Meeting meeting;
    std::pair<std::size_t, std::size_t> lowest(std::numeric_limits<std::size_t>::max(), 0);
    for (std::size_t k = 0; k < order.size(); ++k) {
      report(run, k, order.size());
      const T end = largest(order[k], axis);
      for (std::size_t m = k + 1; m < order.size() && least(order[m], axis) <= end; ++m) {
        const std::pair<std::size_t, std::size_t> edges = std::minmax(order[k], order[m]);
        BasicVec2<double> place{};
        if (edges < lowest && meet(edges.first, edges.second, place)) {
          lowest = edges;
          meeting = {true, edges.first, edges.second, place.x, place.y};
        }
      }
    }
    return meeting;
  }

  static std::size_t lowest_left(std::span<const BasicVec2<T>> ring) {
    return static_cast<std::size_t>(
        std::min_element(ring.begin(), ring.end(),
                         [](const auto& p, const auto& q) { return p.x != q.x ? p.x < q.x : p.y < q.y; }) -
        ring.begin());
  }

  /// Whether a point on no edge lies inside a simple ring: a ray to the right crosses an odd number of its edges.
  static bool contains(std::span<const BasicVec2<T>> ring, const BasicVec2<T>& point) {
    bool inside = false;
    for (std::size_t i = 0, before = ring.size() - 1; i < ring.size(); before = i++) {
      const BasicVec2<T>&p = ring[before], &q = ring[i];
      if ((p.y > point.y) == (q.y > point.y)) continue;
      if ((turn(p, q, point) > 0) == (q.y > p.y)) inside = !inside;
    }
    return inside;
  }

  /// Whether c, a point on the line through a and b, lies on the segment from a to b.
  static bool between(const BasicVec2<T>& a, const BasicVec2<T>& b, const BasicVec2<T>& c) {
    return std::min(a.x, b.x) <= c.x && c.x <= std::max(a.x, b.x) && std::min(a.y, b.y) <= c.y &&
           c.y <= std::max(a.y, b.y);
  }

  /// Whether two edges meet where they may not.
  /// @param place  out: a common point, rounded
  bool meet(std::size_t i, std::size_t j, BasicVec2<double>& place) const {
    if (next_[i] == j) return double_back(i, j, place);
    if (next_[j] == i) return double_back(j, i, place);
    const BasicVec2<T>&a = start(i), &b = end(i), &c = start(j), &d = end(j);
    if (std::max(a.y, b.y) < std::min(c.y, d.y) || std::max(c.y, d.y) < std::min(a.y, b.y)) return false;
    const int at_c = turn(a, b, c), at_d = turn(a, b, d), at_a = turn(c, d, a), at_b = turn(c, d, b);
    const auto touch = [&](const BasicVec2<T>& point) {
      place = {static_cast<double>(point.x), static_cast<double>(point.y)};
      return true;
    };
    if (at_c == 0 && between(a, b, c)) return touch(c);
    if (at_d == 0 && between(a, b, d)) return touch(d);
    if (at_a == 0 && between(c, d, a)) return touch(a);
    if (at_b == 0 && between(c, d, b)) return touch(b);
    if (at_c * at_d >= 0 || at_a * at_b >= 0) return false;
    const double ax = a.x, ay = a.y, ex = b.x - ax, ey = b.y - ay, fx = d.x - static_cast<double>(c.x),
                 fy = d.y - static_cast<double>(c.y);
    const double t = ((c.x - ax) * fy - (c.y - ay) * fx) / (ex * fy - ey * fx);  // 0 / 0 is NaN, of which max makes 0
    const double along = std::min(std::max(0.0, t), 1.0);
    place = {ax + along * ex, ay + along * ey};
    return true;
  }

  /// Whether edge j, which follows edge i, turns back on it.
  bool double_back(std::size_t i, std::size_t j, BasicVec2<double>& place) const {
    if (turn(start(i), start(j), end(j)) != 0 || runs_forward(start(i), start(j), end(j))) return false;
    place = {static_cast<double>(start(j).x), static_cast<double>(start(j).y)};
    return true;
  }

  std::span<const BasicVec2<T>> vertices_;
  std::span<const std::uint32_t> starts_;
  std::vector<std::uint32_t> next_;
};

}  // namespace satchel::outline
