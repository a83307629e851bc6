#include "scene/shapes/measures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "exact/two_lanes.hpp"
#include "scene/outward.hpp"

namespace satchel::detail {
namespace {

using exact::TwoLanes;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// With shorter edges the float kernel could underflow, and its error bound (kernels/sat/sat.hpp) would not hold. The
/// range of doubles is large enough.
constexpr double shortest_float_edge = 0x1p-50;

double least_of(TwoLanes v) { return std::min(v.lower(), v.upper()); }

/// The least numbers over all edges and corners of a polygon.
struct Least {
  double height;   ///< signed distance of the local origin from an edge's line; above 0 on the inner side
  double sagitta;  ///< distance of a vertex from the chord between its neighbours, or less
  double extent;   ///< of an edge along the axis where it is longer
};

/// In each lane a vertex, an edge and a corner. The last lane of an odd ring repeats the first one.
template <class T>
Least least_of_ring(const T* x, const T* y, std::size_t count) noexcept {
  TwoLanes height = TwoLanes::splat(infinity), sagitta = height, extent = height;
  for (std::size_t i = 0; i < count; i += 2) {
    const TwoLanes px = TwoLanes::load(x + i), py = TwoLanes::load(y + i);
    const TwoLanes rx = TwoLanes::load(x + i + 2), ry = TwoLanes::load(y + i + 2);
    const TwoLanes ex = across(px, rx) - px, ey = across(py, ry) - py;  // to the next vertex
    const TwoLanes cx = rx - px, cy = ry - py;                          // the chord to the one after
    height = min(height, (ey * px - ex * py) / sqrt(ex * ex + ey * ey));
    // |cx| + |cy| is at least the length of the chord.
    sagitta = min(sagitta, (ex * cy - ey * cx) / (abs(cx) + abs(cy)));
    extent = min(extent, max(abs(ex), abs(ey)));
  }
  return {least_of(height), least_of(sagitta), least_of(extent)};
}

/// The radius of a circle around the local origin that contains the body at every pose. The factor 1 + 2e-6 covers
/// rotations that lengthen by up to 5e-7 (cos^2 + sin^2 is off 1 by up to 1e-6), and the rounding of placed vertices.
/// @param distance  of the farthest vertex
template <class T>
T reach_of(double distance, T radius) noexcept {
  const double reach = sum_up(distance * (1 + 2e-6), static_cast<double>(radius));
  const T rounded = static_cast<T>(reach);
  return static_cast<double>(rounded) < reach ? std::nextafter(rounded, std::numeric_limits<T>::infinity()) : rounded;
}
template <class T>
double largest_distance(const T* x, const T* y, std::size_t count) noexcept {
  TwoLanes largest = TwoLanes::splat(0);
  for (std::size_t i = 0; i < count; i += 2) {
    const TwoLanes vx = TwoLanes::load(x + i), vy = TwoLanes::load(y + i);
    largest = max(largest, vx * vx + vy * vy);
  }
  return std::sqrt(std::max(largest.lower(), largest.upper()));
}

/// The radius of a circle around the local origin that lies in the polygon at every pose; -infinity if the origin lies
/// outside of the polygon or too near its boundary. Placing moves no point of the boundary by more than 2e-6 of the
/// reach, relative to the exactly rotated polygon.
template <class T>
T inner_of(double least_height, T reach) noexcept {
  const double inner = least_height * (1 - 1e-6) - 2e-6 * static_cast<double>(reach);
  return inner > 0 ? static_cast<T>(inner) : -std::numeric_limits<T>::infinity();
}

template <class T>
bool is_short_edge(double extent) noexcept {
  return sizeof(T) == sizeof(float) && extent < shortest_float_edge;
}

}  // namespace

template <class T>
Measures<T> measures_of(const T* x, const T* y, std::size_t count, T radius) noexcept {
  constexpr T infinite = std::numeric_limits<T>::infinity();
  Measures<T> measures{reach_of(largest_distance(x, y, count), radius), -infinite, infinite, false};
  if (count == 1) return measures;
  if (count == 2) {
    const auto length = [](const T* values) {
      return std::fabs(static_cast<double>(values[1]) - static_cast<double>(values[0]));
    };
    measures.has_short_edge = is_short_edge<T>(std::max(length(x), length(y)));
    return measures;
  }
  const Least least = least_of_ring(x, y, count);
  measures.inner = inner_of(least.height, measures.reach);
  measures.straightest_corner = static_cast<T>(least.sagitta);
  measures.has_short_edge = is_short_edge<T>(least.extent);
  return measures;
}

template <class T>
Measures<T> measures_of_box(T half_width, T half_height, T radius) noexcept {
  const double w = static_cast<double>(half_width), h = static_cast<double>(half_height);
  const T reach = reach_of(std::sqrt(w * w + h * h), radius);
  return {.reach = reach,
          .inner = inner_of(std::min(w, h), reach),
          .straightest_corner = static_cast<T>((2 * w) * (2 * h) / (2 * w + 2 * h)),
          .has_short_edge = is_short_edge<T>(2 * std::min(w, h))};
}

template Measures<float> measures_of_box(float, float, float) noexcept;
template Measures<double> measures_of_box(double, double, double) noexcept;
template Measures<float> measures_of(const float*, const float*, std::size_t, float) noexcept;
template Measures<double> measures_of(const double*, const double*, std::size_t, double) noexcept;

}  // namespace satchel::detail
