#include "exact/convexity.hpp"

#include <algorithm>
#include <cmath>

#include "exact/orient2d.hpp"

namespace satchel::exact {
namespace {

/// Whether the direction of edge p -> q is in [0, pi).
template <class T>
bool points_up(T px, T py, T qx, T qy) {
  return (qy > py) | ((qy == py) & (qx > px));
}

/// Whether the filter of orient2d alone proves that the polygon is strictly convex: all turns are left by more than
/// their error, and the direction enters the half circle [0, pi) once. Without branches, since nearly all are convex.
template <class T>
bool is_surely_convex(const T* x, const T* y, std::size_t count) {
  constexpr double u = 0x1p-53;
  constexpr double error = (3 + 16 * u) * u;
  double px = x[count - 1], py = y[count - 1], qx = x[0], qy = y[0], ex = qx - px, ey = qy - py;
  unsigned entries = 0, was_up = points_up(px, py, qx, qy) ? 1 : 0;
  bool all_left = true;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t after = i + 1 == count ? 0 : i + 1;
    const double rx = x[after], ry = y[after], fx = rx - qx, fy = ry - qy;
    const double left = ex * fy, right = ey * fx;
    all_left &= left - right > error * (std::fabs(left) + std::fabs(right));
    const unsigned is_up = points_up(qx, qy, rx, ry) ? 1 : 0;
    entries += is_up & (was_up ^ 1u);
    was_up = is_up;
    qx = rx;
    qy = ry;
    ex = fx;
    ey = fy;
  }
  return all_left && entries == 1;
}

}  // namespace

// If every turn is strictly left, the direction advances from edge to edge by more than 0 and less than pi. Each full
// turn of the direction therefore enters the half circle [0, pi) exactly once and cannot step over it. So the number of
// entries is the number of full turns, which must be 1.
template <class T>
Status check_convex(const T* x, const T* y, std::size_t count) {
  if (count < 3) return {ErrorCode::too_few_vertices, 0};
  if (is_surely_convex(x, y, count)) return {};
  if (x[count - 1] == x[0] && y[count - 1] == y[0]) return {ErrorCode::closed_ring, count - 1};
  for (std::size_t i = 1; i < count; ++i) {
    if (x[i] == x[i - 1] && y[i] == y[i - 1]) return {ErrorCode::repeated_vertex, i};
  }
  const auto turn_at = [=](std::size_t i) {
    const std::size_t before = i == 0 ? count - 1 : i - 1, after = i + 1 == count ? 0 : i + 1;
    return orient2d(x[before], y[before], x[i], y[i], x[after], y[after]);
  };
  std::size_t entries = 0, second_entry = 0;
  bool was_up = points_up(x[count - 1], y[count - 1], x[0], y[0]);
  for (std::size_t i = 0; i < count; ++i) {
    const int turn = turn_at(i);
    if (turn == 0) return {ErrorCode::collinear, i};
    if (turn < 0) {
      std::size_t left = count, leftmost = 0;
      for (std::size_t k = count; k-- > 0;) {
        if (turn_at(k) > 0) left = k;
        if (x[k] < x[leftmost] || (x[k] == x[leftmost] && y[k] < y[leftmost])) leftmost = k;
      }
      if (left == count) return {ErrorCode::clockwise, i};
      // The lowest of the leftmost vertices is a corner of the hull, so its turn tells the direction of the polygon.
      if (turn_at(leftmost) < 0) return {ErrorCode::not_convex, left, Argument::none, {1}};
      return {ErrorCode::not_convex, i};
    }
    const std::size_t after = i + 1 == count ? 0 : i + 1;
    const bool is_up = points_up(x[i], y[i], x[after], y[after]);
    if (is_up && !was_up && ++entries == 2) second_entry = i;
    was_up = is_up;
  }
  if (entries > 1) return {ErrorCode::not_simple, second_entry};
  return {};
}

// Placing a vertex is a similarity (the matrix of the cosine and sine as rounded to T), followed by the rounding of two
// products and a sum in each coordinate. Let scale^2 = cos^2 + sin^2 <= 1 + 2e-6, and R the largest |v|. The products
// of c x - s y are rounded by at most u (|c x| + |s y|) <= u scale R in all, the sum by at most u (1 + u) scale R. So a
// coordinate moves by less than e = 2.01 u R + underflow, and an edge by a vector d with |d| <= 2 sqrt(2) e = m.
//
// The turn p x q of two edges changes by at most |p x d'| + |d x q| + |d x d'| <= m (|p| + |q|) + m^2. If every turn
// exceeds this bound, no turn passes 0 while the vertices move from their exact to their rounded positions: all turns
// stay strictly left, no edge vanishes, and the number of full turns stays 1. The factor 2 below leaves m (|p| + |q|)
// for the two other errors: that of the scale, and that of this evaluation, which is at most
// 4 * 2^-53 |p| |q| <= 4 * 2^-53 R (|p| + |q|), because |p|, |q| <= 2 R.
template <class T>
double largest_move(double radius_squared) {
  constexpr bool narrow = sizeof(T) == sizeof(float);
  constexpr double u = narrow ? 0x1p-24 : 0x1p-53;
  constexpr double underflow = narrow ? 0x1p-147 : 0x1p-198;  // two products and a sum (double: set to 0 below 2^-200)
  constexpr double sqrt_8 = 2.8284271247461903;
  return sqrt_8 * (2.01 * u * std::sqrt(radius_squared) + underflow);
}

template <class T>
bool stays_convex_when_rotated(const T* x, const T* y, std::size_t count) {
  double radius_squared = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double vx = x[i], vy = y[i];
    radius_squared = std::max(radius_squared, vx * vx + vy * vy);
  }
  const double move = largest_move<T>(radius_squared);
  double px = static_cast<double>(x[0]) - x[count - 1], py = static_cast<double>(y[0]) - y[count - 1];
  double p_length = std::sqrt(px * px + py * py);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t after = i + 1 == count ? 0 : i + 1;
    const double qx = static_cast<double>(x[after]) - x[i], qy = static_cast<double>(y[after]) - y[i];
    const double q_length = std::sqrt(qx * qx + qy * qy);
    if (!(px * qy - py * qx > 2 * move * (p_length + q_length + move))) return false;
    px = qx;
    py = qy;
    p_length = q_length;
  }
  return true;
}

template <class T>
bool box_stays_convex_when_rotated(T half_width, T half_height) {
  const double w = static_cast<double>(half_width), h = static_cast<double>(half_height);
  const double move = largest_move<T>(w * w + h * h);
  return (2 * w) * (2 * h) > 2 * move * (2 * w + 2 * h + move);
}

template bool box_stays_convex_when_rotated(float, float);
template bool box_stays_convex_when_rotated(double, double);
template Status check_convex(const float*, const float*, std::size_t);
template Status check_convex(const double*, const double*, std::size_t);
template bool stays_convex_when_rotated(const float*, const float*, std::size_t);
template bool stays_convex_when_rotated(const double*, const double*, std::size_t);

}  // namespace satchel::exact
