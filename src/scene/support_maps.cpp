// Computes support maps. The facing part of vertex k (kernels/facing/facing.hpp) covers the directions from the normal
// of edge k - 2 to the normal of edge k + 1. It proves results the more often the farther the direction of the other
// body is from both of these normals. Therefore
//
//   for each of 32 directions (the middles of half octants in the frames of bodies rotated by the middles of quarters):
//     k = the vertex for which the smaller of the angles from the direction to the two normals is largest
//   for each quarter of the rotation: gather the vertices of its sixteen half octants
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

/// The angle from p to q, counter-clockwise, in a monotonic measure from 0 to 4 without trigonometry.
double turn(Direction p, Direction q) noexcept {
  const double along = p.x * q.x + p.y * q.y, across = p.x * q.y - p.y * q.x;
  const double fraction = std::fabs(across) / (std::fabs(along) + std::fabs(across));
  const double upper = along >= 0 ? fraction : 2 - fraction;
  return across >= 0 ? upper : 4 - upper;
}

constexpr unsigned direction_count = 32, most_vertices = 8;

/// The vertex whose facing part covers a direction with the largest margin.
unsigned best_vertex(const std::array<Direction, most_vertices>& normals, unsigned count,
                     Direction direction) noexcept {
  unsigned best = 0;
  double widest = -std::numeric_limits<double>::infinity();
  for (unsigned k = 0; k < count; ++k) {
    const Direction first = normals[(k + count - 2) % count], last = normals[(k + 1) % count];
    const double before = turn(first, direction), after = turn(direction, last);
    const double covered = count == 3 ? 4 : turn(first, last);  // the part of a triangle has all of its edges
    const double margin = before <= covered ? std::min(before, after) : -1;
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
  std::array<Direction, most_vertices> normals{};
  for (unsigned i = 0; i < count; ++i) {
    const unsigned next = i + 1 < count ? i + 1 : 0;
    normals[i] = {static_cast<double>(y[next]) - static_cast<double>(y[i]),
                  static_cast<double>(x[i]) - static_cast<double>(x[next])};
  }
  std::array<unsigned, direction_count> vertices{};
  constexpr double cos = 0.9807852804032304, sin = 0.19509032201612825;  // of 11.25 degrees
  Direction direction{0.9951847266721969, 0.0980171403295606};           // 5.625 degrees
  for (unsigned& vertex : vertices) {
    vertex = best_vertex(normals, count, direction);
    direction = {cos * direction.x - sin * direction.y, sin * direction.x + cos * direction.y};
  }
  SupportMaps maps{};
  for (unsigned quarter = 0; quarter < SupportMaps::quarters; ++quarter) {
    for (unsigned octant = 0; octant < 8; ++octant) {
      // The middle of a half octant is an odd multiple of 11.25 degrees, the middle of a quarter of 5.625 degrees.
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
