// The part around vertex k, see kernels/facing/facing.hpp, reaches from the normal of edge k - 2 to that of edge k + 1. It is
// the more likely to prove a result the farther the direction it faces lies from both. So
//
//   for each of 32 directions, the middles of half octants seen from bodies turned by the middles of quarters:
//     k = the vertex whose part reaches farthest beyond it, on the side where it reaches less far
//   for each quarter: gather its sixteen
#include "scene/support_maps.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace satchel::detail {
namespace {

using kernels::SupportMaps;

struct Direction {
  double x, y;
};

/// How far q is turned from p, as angles are compared: 0 to 4 counter-clockwise.
double turn(Direction p, Direction q) noexcept {
  const double along = p.x * q.x + p.y * q.y, across = p.x * q.y - p.y * q.x;
  const double way = std::fabs(across) / (std::fabs(along) + std::fabs(across));
  const double upper = along >= 0 ? way : 2 - way;
  return across >= 0 ? upper : 4 - upper;
}

constexpr unsigned direction_count = 32, small = 8;

/// The vertex whose part faces a direction best.
unsigned best_vertex(const std::array<Direction, small>& normals, unsigned count, Direction way) noexcept {
  unsigned best = 0;
  double widest = -std::numeric_limits<double>::infinity();
  for (unsigned k = 0; k < count; ++k) {
    const Direction first = normals[(k + count - 2) % count], last = normals[(k + 1) % count];
    const double before = turn(first, way), after = turn(way, last);
    const double reach = count == 3 ? 4 : turn(first, last);  // a triangle has no other edges
    const double margin = before <= reach ? std::min(before, after) : -1;
    if (margin > widest) {
      widest = margin;
      best = k;
    }
  }
  return best;
}

}  // namespace

template <class T>
SupportMaps support_maps_of(const T* x, const T* y, std::uint32_t count) noexcept {
  std::array<Direction, small> normals{};
  for (unsigned i = 0; i < count; ++i) {
    const unsigned next = i + 1 < count ? i + 1 : 0;
    normals[i] = {static_cast<double>(y[next]) - static_cast<double>(y[i]),
                  static_cast<double>(x[i]) - static_cast<double>(x[next])};
  }
  std::array<unsigned, direction_count> vertices{};
  constexpr double cos = 0.9807852804032304, sin = 0.19509032201612825;  // of 11.25 degrees
  Direction way{0.9951847266721969, 0.0980171403295606};                 // 5.625 degrees
  for (unsigned& vertex : vertices) {
    vertex = best_vertex(normals, count, way);
    way = {cos * way.x - sin * way.y, sin * way.x + cos * way.y};
  }
  SupportMaps maps{};
  for (unsigned quarter = 0; quarter < SupportMaps::quarters; ++quarter) {
    for (unsigned octant = 0; octant < 8; ++octant) {
      // A half octant's middle is an odd multiple of 11.25 degrees, a quarter's one of 5.625.
      const auto seen = [&](unsigned half) {
        return vertices[(direction_count + 4 * octant + 2 * half - quarter) % direction_count];
      };
      const std::uint32_t field = seen(0) | (seen(1) != seen(0) ? 8u : 0u);
      maps.of_quarter[quarter].bits |= field << (4 * octant);
    }
  }
  return maps;
}

template SupportMaps support_maps_of(const float*, const float*, std::uint32_t) noexcept;
template SupportMaps support_maps_of(const double*, const double*, std::uint32_t) noexcept;

}  // namespace satchel::detail
