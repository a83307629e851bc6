// Computes support maps. The facing part of vertex k (kernels/facing/facing.hpp) covers the directions from the normal
// of edge k - 2 to the normal of edge k + 1. It proves results the more often the farther the direction of the other
// body is from both of these normals. So the best vertex of a direction has the largest margin: the smaller of the
// angles from the direction to the two normals. The margins of k and k + 1 are equal on the bisector of normals k - 1
// and k + 1. Therefore
//
//   for each vertex k: count which of 32 directions lie before the bisector of normals k - 1 and k + 1
//     (the middles of half octants in the frames of bodies rotated by the middles of quarters)
//   for each direction: its vertex is k, if it lies between bisectors k - 1 and k
//   for each quarter of the rotation: gather the vertices of its sixteen half octants
//
// Where a direction nearly lies on a bisector or a normal, or where two normals nearly coincide, rounded margins decide.
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

using Directions = std::array<Direction, direction_count>;

/// The directions: odd multiples of 5.625 degrees.
Directions make_directions() noexcept {
  constexpr double cos = 0.9807852804032304, sin = 0.19509032201612825;  // of 11.25 degrees
  Directions directions{};
  Direction direction{0.9951847266721969, 0.0980171403295606};  // 5.625 degrees
  for (Direction& next : directions) {
    next = direction;
    direction = {cos * direction.x - sin * direction.y, sin * direction.x + cos * direction.y};
  }
  return directions;
}

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

/// The best vertex of each direction.
using Vertices = std::array<std::uint8_t, direction_count>;

/// All margins, as rounded.
Vertices compare_margins(const std::array<Direction, most_vertices>& normals, unsigned count) noexcept {
  static const Directions directions = make_directions();
  Vertices vertices{};
  for (unsigned j = 0; j < direction_count; ++j) {
    vertices[j] = static_cast<std::uint8_t>(best_vertex(normals, count, directions[j]));
  }
  return vertices;
}

/// The directions before (x, y), counter-clockwise from (1, 0) on: 0 to 32.
struct Position {
  std::uint64_t directions_before;
  bool is_clear;  ///< (x, y) is at least 2^-31 away from each direction

  inline __attribute__((always_inline)) Position(double x, double y) {
    constexpr double tangents[] = {0.09849140335716425, 0.3033466836073424, 0.5345111359507916, 0.8206787908286602};
    const kernels::Octant<double> octant(x, y);
    const double longer = octant.ax > octant.ay ? octant.ax : octant.ay;
    const double shorter = octant.ax > octant.ay ? octant.ay : octant.ax;
    std::uint64_t beyond = 0;
    double nearest = longer;
    for (const double tangent : tangents) {
      const double rise = shorter - tangent * longer, distance = std::fabs(rise);
      beyond += rise > 0 ? 1 : 0;
      nearest = distance < nearest ? distance : nearest;
    }
    directions_before = octant.shift + (octant.turns != 0 ? 4 - beyond : beyond);
    is_clear = nearest > 0x1p-30 * longer;
  }
};

/// Walks round the bisectors. Returns whether every decision was clear; else `vertices` is unspecified.
bool walk(const std::array<Direction, most_vertices>& normals, unsigned count, Vertices& vertices) noexcept {
  // Normals -1 to `count`; their lengths.
  std::array<Direction, most_vertices + 2> ring;
  std::array<double, most_vertices + 2> lengths;
  for (unsigned i = 0; i < count; ++i) ring[i + 1] = normals[i];
  ring[0] = normals[count - 1];
  ring[count + 1] = normals[0];
  for (unsigned i = 0; i < count + 2; ++i) lengths[i] = std::sqrt(ring[i].x * ring[i].x + ring[i].y * ring[i].y);

  bool is_clear = true;
  std::array<std::uint8_t, direction_count + 1> passed{};  // bisectors between a direction and the one before
  unsigned first = 0, last_position = 0, first_position = 0;
  for (unsigned k = 0; k < count; ++k) {
    const Direction p = ring[k], n = ring[k + 1], q = ring[k + 2];
    const double p_length = lengths[k], q_length = lengths[k + 2];
    is_clear &= n.x * q.y - n.y * q.x > 0x1p-30 * lengths[k + 1] * q_length;
    is_clear &= Position(n.x, n.y).is_clear;
    // The bisector is the sum of both unit vectors, or perpendicular to their difference, whichever is longer.
    const double px = p.x * q_length, py = p.y * q_length, qx = q.x * p_length, qy = q.y * p_length;
    const bool is_sum = px * qx + py * qy > 0, is_reflex = px * qy - py * qx < 0;
    const double x = is_sum ? (is_reflex ? -(px + qx) : px + qx) : qy - py;
    const double y = is_sum ? (is_reflex ? -(py + qy) : py + qy) : px - qx;
    const Position bisector(x, y);
    is_clear &= bisector.is_clear;
    const unsigned position = static_cast<unsigned>(bisector.directions_before) % direction_count;
    ++passed[position];
    first = k > 0 && position < last_position ? k : first;
    first_position = k == 0 ? position : first_position;
    last_position = position;
  }
  if (!is_clear) return false;
  unsigned vertex = first;
  for (unsigned j = 0; j < direction_count; ++j) {
    vertex += passed[j];
    vertices[j] = static_cast<std::uint8_t>(vertex < count ? vertex : vertex - count);
  }
  return true;
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
  Vertices vertices;
  if (!walk(normals, count, vertices)) vertices = compare_margins(normals, count);
  SupportMaps maps{};
  std::array<std::uint8_t, direction_count> fields;  // of the half octants that begin an octant
  for (unsigned j = 0; j < direction_count; ++j) {
    const unsigned second = vertices[(j + 2) % direction_count];
    fields[j] = static_cast<std::uint8_t>(vertices[j] | (second != vertices[j] ? 8 : 0));
  }
  for (unsigned quarter = 0; quarter < SupportMaps::quarters; ++quarter) {
    for (unsigned octant = 0; octant < 8; ++octant) {
      // The middle of a half octant is an odd multiple of 11.25 degrees, the middle of a quarter of 5.625 degrees.
      const std::uint32_t field = fields[(direction_count + 4 * octant - quarter) % direction_count];
      maps.of_quarter[quarter].bits |= field << (4 * octant);
    }
  }
  return maps;
}

template SupportMaps support_maps_of(const float*, const float*, std::uint32_t) noexcept;
template SupportMaps support_maps_of(const double*, const double*, std::uint32_t) noexcept;

}  // namespace satchel::detail
