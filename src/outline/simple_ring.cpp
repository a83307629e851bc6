#include "outline/simple_ring.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "exact/orient2d.hpp"
#include "format/layout.hpp"
#include "scene/range.hpp"

namespace satchel::outline {
namespace {

constexpr std::size_t most_vertices = kernels::vertices_of(kernels::polygon_class_count - 1);

template <class T>
int turn(const BasicVec2<T>& a, const BasicVec2<T>& b, const BasicVec2<T>& c) {
  return exact::orient2d(a.x, a.y, b.x, b.y, c.x, c.y);
}

/// Whether c, a point on the line through a and b, lies on the segment from a to b.
template <class T>
bool between(const BasicVec2<T>& a, const BasicVec2<T>& b, const BasicVec2<T>& c) {
  return std::min(a.x, b.x) <= c.x && c.x <= std::max(a.x, b.x) && std::min(a.y, b.y) <= c.y &&
         c.y <= std::max(a.y, b.y);
}

template <class T>
class Ring {
 public:
  explicit Ring(std::span<const BasicVec2<T>> vertices) : vertices_(vertices) {}

  std::size_t size() const { return vertices_.size(); }
  std::size_t next(std::size_t i) const { return i + 1 == size() ? 0 : i + 1; }
  const BasicVec2<T>& start(std::size_t edge) const { return vertices_[edge]; }
  const BasicVec2<T>& end(std::size_t edge) const { return vertices_[next(edge)]; }
  T least_x(std::size_t edge) const { return std::min(start(edge).x, end(edge).x); }
  T largest_x(std::size_t edge) const { return std::max(start(edge).x, end(edge).x); }

  /// Whether two edges meet: edges that are not neighbours must have no common point; neighbours must have only their
  /// common vertex. `place` is set to a common point, rounded.
  bool meet(std::size_t i, std::size_t j, BasicVec2<double>& place) const {
    if (next(i) == j) return double_back(i, j, place);
    if (next(j) == i) return double_back(j, i, place);
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
    const double t = ((c.x - ax) * fy - (c.y - ay) * fx) / (ex * fy - ey * fx);
    place = {ax + t * ex, ay + t * ey};
    return true;
  }

 private:
  bool double_back(std::size_t i, std::size_t j, BasicVec2<double>& place) const {
    const BasicVec2<T>&before = start(i), &corner = start(j), &after = end(j);
    if (turn(before, corner, after) != 0) return false;
    const bool forward = before.x != corner.x ? (before.x < corner.x) == (corner.x < after.x)
                                              : (before.y < corner.y) == (corner.y < after.y);
    place = {static_cast<double>(corner.x), static_cast<double>(corner.y)};
    return !forward;
  }

  std::span<const BasicVec2<T>> vertices_;
};

/// The lowest pair of edges that meet: sweeps over the edges sorted by their least x.
template <class T>
RingFault first_meeting(const Ring<T>& ring) {
  std::vector<std::uint32_t> by_x(ring.size());
  std::iota(by_x.begin(), by_x.end(), 0u);
  std::sort(by_x.begin(), by_x.end(), [&](std::uint32_t i, std::uint32_t j) {
    return std::pair(ring.least_x(i), i) < std::pair(ring.least_x(j), j);
  });
  RingFault fault{};
  std::pair<std::size_t, std::size_t> lowest(std::numeric_limits<std::size_t>::max(), 0);
  for (std::size_t k = 0; k < by_x.size(); ++k) {
    const T right = ring.largest_x(by_x[k]);
    for (std::size_t m = k + 1; m < by_x.size() && ring.least_x(by_x[m]) <= right; ++m) {
      const std::pair<std::size_t, std::size_t> edges = std::minmax(by_x[k], by_x[m]);
      BasicVec2<double> place{};
      if (edges < lowest && ring.meet(edges.first, edges.second, place)) {
        lowest = edges;
        fault = {{ErrorCode::meets_itself, edges.first}, edges.second, place.x, place.y};
      }
    }
  }
  return fault;
}

/// Whether a simple ring is clockwise. Its orientation is the turn at the lowest of the leftmost vertices, because this
/// vertex is a corner of the hull.
template <class T>
bool is_clockwise(std::span<const BasicVec2<T>> ring) {
  const std::size_t n = ring.size();
  const auto corner = std::min_element(ring.begin(), ring.end(),
                                       [](const auto& p, const auto& q) { return p.x != q.x ? p.x < q.x : p.y < q.y; });
  const auto i = static_cast<std::size_t>(corner - ring.begin());
  return turn(ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n]) < 0;
}

}  // namespace

template <class T>
RingFault check_ring(std::span<const BasicVec2<T>> ring) {
  for (std::size_t i = 0; i < ring.size(); ++i) {
    for (const double value : {static_cast<double>(ring[i].x), static_cast<double>(ring[i].y)}) {
      if (!detail::in_range<T>(value)) return {{detail::range_error(value), i}};
    }
  }
  if (ring.size() < 3) return {{ErrorCode::too_few_vertices, ring.size()}};
  if (ring.size() > most_vertices) return {{ErrorCode::too_many_vertices, ring.size()}};
  for (std::size_t i = 0; i < ring.size(); ++i) {
    if (ring[i] == ring[i == 0 ? ring.size() - 1 : i - 1]) return {{ErrorCode::repeated_vertex, i}};
  }
  const RingFault meeting = first_meeting(Ring<T>(ring));
  if (!meeting.status.ok()) return meeting;
  if (is_clockwise(ring)) return {{ErrorCode::clockwise, 0}};
  return {};
}

template RingFault check_ring(std::span<const Vec2>);
template RingFault check_ring(std::span<const Vec2d>);

}  // namespace satchel::outline
