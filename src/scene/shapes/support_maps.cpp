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
#include "scene/shapes/support_maps.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "exact/two_lanes.hpp"
#include "format/classes.hpp"

namespace satchel::detail {
namespace {

using exact::TwoLanes;
using kernels::SupportMap;
using kernels::SupportMaps;

struct Direction {
  double x, y;
};

/// The angle from p to q, counter-clockwise, in a monotonic measure from 0 to 4 without trigonometry.
double angle(Direction p, Direction q) noexcept {
  const double along = p.x * q.x + p.y * q.y, across = p.x * q.y - p.y * q.x;
  const double fraction = std::fabs(across) / (std::fabs(along) + std::fabs(across));
  const double upper = along >= 0 ? fraction : 2 - fraction;
  return across >= 0 ? upper : 4 - upper;
}

constexpr unsigned direction_count = 32, most_mapped = 8;  // most_mapped: vertices of a shape that has a map
static_assert(most_mapped == kernels::vertices_of(2));

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
unsigned best_vertex(const std::array<Direction, most_mapped>& normals, unsigned count,
                     Direction direction) noexcept {
  unsigned best = 0;
  double widest = -std::numeric_limits<double>::infinity();
  for (unsigned k = 0; k < count; ++k) {
    const Direction first = normals[(k + count - 2) % count], last = normals[(k + 1) % count];
    const double before = angle(first, direction), after = angle(direction, last);
    const double covered = count == 3 ? 4 : angle(first, last);  // the part of a triangle has all of its edges
    const double margin = before <= covered ? std::min(before, after) : -1;
    if (margin > widest) {
      widest = margin;
      best = k;
    }
  }
  return best;
}

/// The best vertex of each direction: digit o, of four bits, of word r is that of direction 4 o + r.
struct Vertices {
  static constexpr unsigned words = 4;
  static constexpr std::uint32_t ones = 0x11111111;
  static_assert(words * 8 == direction_count, "eight digits a word");

  std::array<std::uint32_t, words> word{};

  void set(unsigned direction, unsigned vertex) { word[direction % words] |= vertex << (direction / words * 4); }
  /// Adds to the vertex of each direction from `direction` on, which is 0 to 31. Sums have to be right in the end alone.
  void add_from(unsigned direction, std::uint32_t number) {
    for (unsigned r = 0; r < words; ++r) {
      const unsigned first_digit = (direction + words - 1 - r) / words;  // 0 to 8
      word[r] += number * static_cast<std::uint32_t>(std::uint64_t{ones} << (4 * first_digit));
    }
  }
  /// The fields of support maps for the octants whose first half has direction 4 o + r in its middle; two directions on
  /// is the middle of the second half.
  SupportMap fields(unsigned r) const {
    const std::uint32_t second = r < 2 ? word[r + 2] : std::rotr(word[r - 2], 4);
    const std::uint32_t difference = word[r] ^ second;
    return {word[r] | (((difference | difference >> 1 | difference >> 2) & ones) << 3)};
  }
};

/// All margins, as rounded.
template <class T>
Vertices compare_margins(const T* x, const T* y, unsigned count) noexcept {
  std::array<Direction, most_mapped> normals{};
  for (unsigned i = 0; i < count; ++i) {
    const unsigned next = i + 1 < count ? i + 1 : 0;
    normals[i] = {static_cast<double>(y[next]) - static_cast<double>(y[i]),
                  static_cast<double>(x[i]) - static_cast<double>(x[next])};
  }
  static const Directions directions = make_directions();
  Vertices vertices{};
  for (unsigned j = 0; j < direction_count; ++j) {
    vertices.set(j, best_vertex(normals, count, directions[j]));
  }
  return vertices;
}

/// The number of directions before each of two vectors, counter-clockwise from (1, 0) on: 0 to 32.
/// @param clearance  above 0 only if both vectors are away from every direction by at least 2^-31; else unspecified
inline __attribute__((always_inline)) TwoLanes directions_before(TwoLanes x, TwoLanes y, TwoLanes& clearance) noexcept {
  // The tangents of 5.625, 16.875, 28.125 and 39.375 degrees.
  constexpr double tangents[] = {0.09849140335716425, 0.3033466836073424, 0.5345111359507916, 0.8206787908286602};
  const TwoLanes zero = TwoLanes::splat(0), one = TwoLanes::splat(1);
  const TwoLanes ax = abs(x), ay = abs(y), longer = max(ax, ay), shorter = min(ax, ay);
  TwoLanes position = zero, nearest = longer;
  for (const double tangent : tangents) {
    const TwoLanes rise = shorter - TwoLanes::splat(tangent) * longer;
    position = position + where_less(zero, rise, one, zero);
    nearest = min(nearest, abs(rise));
  }
  clearance = min(clearance, nearest - TwoLanes::splat(0x1p-30) * longer);
  position = where_less(ax, ay, TwoLanes::splat(8) - position, position);
  position = where_less(x, zero, TwoLanes::splat(16) - position, position);
  return where_less(y, zero, TwoLanes::splat(32) - position, position);
}

/// The normals of the edges from two vertices on, and their lengths.
struct Normals {
  TwoLanes x, y, length;

  /// @param px, py  vertices i and i + 1
  /// @param qx, qy  vertices i + 2 and i + 3
  Normals(TwoLanes px, TwoLanes py, TwoLanes qx, TwoLanes qy)
      : x(across(py, qy) - py), y(px - across(px, qx)), length(sqrt(x * x + y * y)) {}
};

/// The numbers of directions before the bisectors of the normals k and k + 2, for all k. Returns whether rounded margins
/// must decide alike, because no direction is near a bisector or a normal and no two normals are near each other; else
/// the positions are unspecified.
template <class T>
bool place_bisectors(const T* x, const T* y, unsigned count, double* positions) noexcept {
  constexpr unsigned behind = 5;  // read for the last lane of an odd ring, which repeats the first one
  double ring_x[most_mapped + behind], ring_y[most_mapped + behind];
  for (unsigned i = 0; i < count; ++i) {
    ring_x[i] = static_cast<double>(x[i]);
    ring_y[i] = static_cast<double>(y[i]);
  }
  for (unsigned i = 0; i < behind; ++i) {
    ring_x[count + i] = ring_x[i];
    ring_y[count + i] = ring_y[i];
  }
  const TwoLanes zero = TwoLanes::splat(0), margin = TwoLanes::splat(0x1p-30);
  TwoLanes clearance = TwoLanes::splat(1);
  TwoLanes vx = TwoLanes::load(ring_x + 2), vy = TwoLanes::load(ring_y + 2);
  Normals p(TwoLanes::load(ring_x), TwoLanes::load(ring_y), vx, vy);
  for (unsigned k = 0; k < count; k += 2) {
    const TwoLanes wx = TwoLanes::load(ring_x + k + 4), wy = TwoLanes::load(ring_y + k + 4);
    const Normals q(vx, vy, wx, wy);
    const TwoLanes nx = across(p.x, q.x), ny = across(p.y, q.y);  // the normals between
    // Margins differ by more than 2^-32 then; their rounding errors are below 2^-48.
    clearance = min(clearance, (p.x * ny - p.y * nx) - margin * (p.length * across(p.length, q.length)));
    (void)directions_before(p.x, p.y, clearance);
    // The bisector is the sum of both unit vectors, or perpendicular to their difference, whichever is longer.
    const TwoLanes px = p.x * q.length, py = p.y * q.length, qx = q.x * p.length, qy = q.y * p.length;
    const TwoLanes dot = px * qx + py * qy, cross = px * qy - py * qx;
    const TwoLanes sum_x = px + qx, sum_y = py + qy;
    const TwoLanes bx = where_less(zero, dot, where_less(cross, zero, zero - sum_x, sum_x), qy - py);
    const TwoLanes by = where_less(zero, dot, where_less(cross, zero, zero - sum_y, sum_y), px - qx);
    directions_before(bx, by, clearance).store(positions + k);
    p = q;
    vx = wx;
    vy = wy;
  }
  return clearance.lower() > 0 && clearance.upper() > 0;
}

/// Walks round the bisectors.
/// @param positions  of `count` bisectors; that of the normals k and k + 2 lies where vertex k + 1 gives way to k + 2
Vertices walk(const double* positions, unsigned count) noexcept {
  Vertices vertices;
  unsigned first = 0;  // the vertex of the directions before all bisectors
  unsigned before = static_cast<unsigned>(positions[count - 1]) % direction_count;
  for (unsigned k = 0; k < count; ++k) {
    const unsigned position = static_cast<unsigned>(positions[k]) % direction_count;
    vertices.add_from(position, k + 2 == count ? 1 - count : 1);
    first = position < before ? (k + 1) % count : first;
    before = position;
  }
  vertices.add_from(0, first);
  return vertices;
}

}  // namespace

template <class T>
SupportMaps support_maps_of(const T* x, const T* y, std::uint32_t count) noexcept {
  double positions[most_mapped];
  const bool is_clear = place_bisectors(x, y, count, positions);
  const Vertices vertices = is_clear ? walk(positions, count) : compare_margins(x, y, count);
  SupportMaps maps{};
  for (unsigned quarter = 0; quarter < SupportMaps::quarters; ++quarter) {
    // The middle of a half octant is an odd multiple of 11.25 degrees, the middle of a quarter of 5.625 degrees: the
    // direction of octant o is 4 o - quarter, which for quarters above 0 is that of the octant before.
    maps.of_quarter[quarter] = quarter == 0 ? vertices.fields(0) : vertices.fields(4 - quarter).rotated(4);
  }
  return maps;
}

template SupportMaps support_maps_of(const float*, const float*, std::uint32_t) noexcept;
template SupportMaps support_maps_of(const double*, const double*, std::uint32_t) noexcept;

}  // namespace satchel::detail
