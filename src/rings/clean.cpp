#include "rings/clean.hpp"

#include <cmath>
#include <tuple>

#include "exact/two_lanes.hpp"

namespace satchel::rings {
namespace {

using exact::TwoLanes;

/// Whether all turns of a ring keep their signs: the least magnitude of the cross products is larger than `enough`.
bool turns_clearly(const Boundary& boundary, const CleanRing& ring, double enough) {
  const double *const x = boundary.x.data() + ring.first, *const y = boundary.y.data() + ring.first;
  const std::uint32_t count = ring.count;
  const auto cross_at = [=](std::uint32_t before, std::uint32_t i) {
    return std::fabs((x[i] - x[before]) * (y[i + 1] - y[i]) - (y[i] - y[before]) * (x[i + 1] - x[i]));
  };
  TwoLanes least = TwoLanes::of(cross_at(count - 1, 0), cross_at(count - 2, count - 1));
  for (std::uint32_t i = 1; i + 2 <= count; i += 2) {
    const TwoLanes px = TwoLanes::load(x + i), py = TwoLanes::load(y + i);
    const TwoLanes in_x = px - TwoLanes::load(x + i - 1), in_y = py - TwoLanes::load(y + i - 1);
    const TwoLanes out_x = TwoLanes::load(x + i + 1) - px, out_y = TwoLanes::load(y + i + 1) - py;
    least = min(least, abs(in_x * out_y - in_y * out_x));
  }
  return std::fmin(least.lower(), least.upper()) > enough;
}

/// All vertices are on one line: whether there are but two of them.
bool are_two_points(const Boundary& boundary, const CleanRing& ring) {
  for (std::uint32_t i = ring.first + 2; i < ring.first + ring.count; ++i) {
    if (boundary.start(i) != boundary.start(ring.first) && boundary.start(i) != boundary.start(ring.first + 1))
      return false;
  }
  return true;
}

/// Copies a ring that is not empty, and its first vertex once more. Returns how many vertices it has, without the copy.
template <class T>
std::uint32_t copy_ring(const T* begin, const T* end, double* x, double* y) {
  x[0] = static_cast<double>(begin[0]);
  y[0] = static_cast<double>(begin[1]);
  std::uint32_t count = 1;
  for (const T* p = begin + 2; p != end; p += 2) {
    x[count] = static_cast<double>(p[0]);
    y[count] = static_cast<double>(p[1]);
    count += ((p[0] != p[-2]) | (p[1] != p[-1])) != 0 ? 1 : 0;
  }
  if (count > 1 && x[count - 1] == x[0] && y[count - 1] == y[0]) --count;
  x[count] = x[0];
  y[count] = y[0];
  return count;
}

}  // namespace

template <class T>
void clean(const Geometry<T>& geometry, Boundary& boundary) {
  const std::uint32_t first_ring = geometry.polygon_starts[0];
  const std::size_t rings = geometry.rings();
  const std::size_t points = geometry.ring_starts[first_ring + rings] - geometry.ring_starts[first_ring];
  make_room(boundary.x, points + rings);
  make_room(boundary.y, points + rings);
  boundary.rings.resize(rings);
  boundary.polygon_of.resize(rings);
  double *const x = boundary.x.data(), *const y = boundary.y.data();
  std::uint32_t size = 0, filled = 0;
  TwoLanes low = TwoLanes::splat(0), high = low;
  std::size_t ring = 0;
  for (std::uint32_t polygon = 0; polygon < geometry.polygons; ++polygon) {
    for (std::uint32_t r = geometry.polygon_starts[polygon]; r < geometry.polygon_starts[polygon + 1]; ++r, ++ring) {
      const T* const begin = geometry.points + 2 * std::size_t{geometry.ring_starts[r]};
      const T* const end = geometry.points + 2 * std::size_t{geometry.ring_starts[r + 1]};
      boundary.rings[ring] = {size, 0, false, false};
      boundary.polygon_of[ring] = polygon;
      if (begin == end) continue;
      if (size == 0) low = high = TwoLanes::load(begin);
      for (const T* p = begin; p != end; p += 2) {
        const TwoLanes point = TwoLanes::load(p);
        low = min(low, point);
        high = max(high, point);
      }
      boundary.rings[ring].count = copy_ring(begin, end, x + size, y + size);
      size += boundary.rings[ring].count + 1;
      ++filled;
    }
  }
  boundary.size = size;
  boundary.filled = filled;
  if (size != 0) boundary.box = {low.lower(), low.upper(), high.lower(), high.upper()};
}

namespace {

/// The extent of a ring, and its area in doubles. Larger ones come first.
struct Extent {
  Point least{}, largest{};
  double area = 0;

  Extent() = default;
  /// Notes the winding of the ring.
  Extent(const Boundary& boundary, CleanRing& ring) {
    const auto is_before = [](const Point& p, const Point& q) { return p.x != q.x ? p.x < q.x : p.y < q.y; };
    const Point origin = boundary.start(ring.first);
    std::uint32_t lowest = ring.first;
    least = largest = origin;
    for (std::uint32_t i = ring.first + 1; i < ring.first + ring.count; ++i) {
      const Point p = boundary.start(i), q = boundary.end(i);
      area += (p.x - origin.x) * (q.y - origin.y) - (p.y - origin.y) * (q.x - origin.x);
      if (is_before(largest, p)) largest = p;
      if (!is_before(p, least)) continue;
      least = p;
      lowest = i;
    }
    area = std::fabs(area);
    const Point before = boundary.start(lowest == ring.first ? ring.first + ring.count - 1 : lowest - 1);
    ring.is_clockwise = turn(before, least, boundary.end(lowest)) < 0;
  }

  bool is_larger(const Extent& other) const {
    return std::tuple(least.x, least.y, -largest.x, -largest.y, -area) <
           std::tuple(other.least.x, other.least.y, -other.largest.x, -other.largest.y, -other.area);
  }
};

}  // namespace

void tell_shells(Boundary& boundary) {
  Extent largest;
  std::uint32_t shell = ~0u;
  for (std::uint32_t r = 0; r < boundary.rings.size(); ++r) {
    CleanRing& ring = boundary.rings[r];
    if (shell != ~0u && boundary.polygon_of[shell] != boundary.polygon_of[r]) shell = ~0u;
    if (ring.count == 0) continue;
    const Extent extent(boundary, ring);
    ring.is_hole = shell != ~0u && !extent.is_larger(largest);
    if (ring.is_hole) continue;
    if (shell != ~0u) boundary.rings[shell].is_hole = true;
    shell = r;
    largest = extent;
  }
}

Fault fault_at(const Boundary& boundary, FaultKind kind, std::uint32_t edge, std::uint32_t other, const Point& place) {
  const auto named = [&](std::uint32_t vertex) {
    const std::uint32_t r = boundary.ring_of(vertex);
    const CleanRing& ring = boundary.rings[r];
    const std::uint32_t from = vertex - ring.first;
    return InputEdge{r, from, from + 1 == ring.count ? 0 : from + 1};
  };
  return {kind, named(edge), named(other), place.x, place.y};
}

Fault few_points(const Boundary& boundary) {
  for (const CleanRing& ring : boundary.rings) {
    if (ring.count == 1 || ring.count == 2) {
      return fault_at(boundary, FaultKind::too_few_points, ring.first, ring.first, boundary.start(ring.first));
    }
  }
  return {};
}

Fault vertex_fault(const Boundary& boundary, const Margins& margins, bool& keeps_angles) {
  keeps_angles = true;
  for (const CleanRing& ring : boundary.rings) {
    if (ring.count == 0 || turns_clearly(boundary, ring, margins.enough)) continue;
    const std::uint32_t end = ring.first + ring.count;
    std::uint32_t before = end - 1, spike = end, before_spike = end;
    bool has_area = false;
    for (std::uint32_t i = ring.first; i < end; before = i++) {
      const Point p = boundary.start(before), q = boundary.start(i), r = boundary.end(i);
      if (std::fabs((q.x - p.x) * (r.y - q.y) - (q.y - p.y) * (r.x - q.x)) > margins.enough) {
        has_area = true;
        continue;
      }
      if (turn(p, q, r) != 0) {
        has_area = true;
      } else if (on_one_side(q, p, r) && spike == end) {
        spike = i;
        before_spike = before;
      }
      keeps_angles = keeps_angles && margins.keep_angle(p, q, r);
    }
    if (!has_area) {
      const FaultKind kind = are_two_points(boundary, ring) ? FaultKind::too_few_points : FaultKind::no_area;
      return fault_at(boundary, kind, ring.first, ring.first, boundary.start(ring.first));
    }
    if (spike != end) return fault_at(boundary, FaultKind::spike, before_spike, spike, boundary.start(spike));
  }
  return {};
}

template <class T>
void count_as_given(const Geometry<T>& geometry, InputEdge& edge) {
  const std::uint32_t ring = geometry.polygon_starts[0] + edge.ring;
  const T* const points = geometry.points + 2 * std::size_t{geometry.ring_starts[ring]};
  const std::uint32_t count = geometry.ring_starts[ring + 1] - geometry.ring_starts[ring];
  const auto given = [=](std::uint32_t vertex) {
    std::uint32_t i = 0;
    for (std::uint32_t kept = 0; kept < vertex;) {
      ++i;
      if (points[2 * i] != points[2 * i - 2] || points[2 * i + 1] != points[2 * i - 1]) ++kept;
    }
    return i;
  };
  if (count == 0) return;
  edge.from = given(edge.from);
  edge.to = given(edge.to);
}

template void clean(const Geometry<float>&, Boundary&);
template void clean(const Geometry<double>&, Boundary&);
template void count_as_given(const Geometry<float>&, InputEdge&);
template void count_as_given(const Geometry<double>&, InputEdge&);

}  // namespace satchel::rings
