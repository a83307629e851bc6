// Convex hulls by exact turns (hull.hpp), and the public call.
#include "satchel/convex_hull.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <numeric>
#include <vector>

#include "exact/hull.hpp"
#include "exact/orient2d.hpp"
#include "parallel/fp_environment.hpp"
#include "satchel/error.hpp"

namespace satchel {
namespace exact {

// Andrew's monotone chain (A. M. Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979):
//
//   sort the points by x, then y
//   lower chain: for each point from left to right: while the last two points of the chain and this point do not turn
//                left, drop the last point of the chain; append this point
//   upper chain: the same steps from right to left, appended to the lower chain
template <class T>
std::size_t hull_indices(const T* x, const T* y, std::size_t count, std::uint32_t* order, std::uint32_t* hull) {
  std::iota(order, order + count, 0u);
  std::sort(order, order + count, [=](std::uint32_t i, std::uint32_t j) {
    return x[i] != x[j] ? x[i] < x[j] : y[i] != y[j] ? y[i] < y[j] : i < j;
  });
  const std::size_t distinct =
      std::unique(order, order + count,
                  [=](std::uint32_t i, std::uint32_t j) { return x[i] == x[j] && y[i] == y[j]; }) -
      order;
  if (distinct < 2) {
    std::copy(order, order + distinct, hull);
    return distinct;
  }
  std::size_t size = 0;
  const auto append = [&](std::uint32_t i, std::size_t base) {  // to the chain that begins at hull[base]
    while (size >= base + 2 &&
           orient2d(x[hull[size - 2]], y[hull[size - 2]], x[hull[size - 1]], y[hull[size - 1]], x[i], y[i]) <= 0) {
      --size;
    }
    hull[size++] = i;
  };
  for (std::size_t k = 0; k < distinct; ++k) append(order[k], 0);
  const std::size_t rightmost = size - 1;
  for (std::size_t k = distinct - 1; k-- > 0;) append(order[k], rightmost);
  return size - 1;  // without the last point, which is the leftmost point again
}

template std::size_t hull_indices(const float*, const float*, std::size_t, std::uint32_t*, std::uint32_t*);
template std::size_t hull_indices(const double*, const double*, std::size_t, std::uint32_t*, std::uint32_t*);

}  // namespace exact

namespace {

template <class T>
ErrorCode coordinate_error(T value) noexcept {
  constexpr bool narrow = sizeof(T) == sizeof(float);
  constexpr T smallest = narrow ? std::numeric_limits<T>::denorm_min() : static_cast<T>(0x1p-200);
  constexpr T largest = narrow ? static_cast<T>(0x1p60) : static_cast<T>(0x1p200);
  const T magnitude = std::fabs(value);
  if (magnitude == 0 || (magnitude >= smallest && magnitude <= largest)) return ErrorCode::ok;
  return std::isfinite(value) ? ErrorCode::out_of_range : ErrorCode::not_finite;
}

template <class T>
Status find_hull(std::span<const BasicVec2<T>> points, const Output<BasicVec2<T>>& found) noexcept {
  const FpEnvironment environment;
  const std::size_t count = points.size();
  if (count >= std::numeric_limits<std::uint32_t>::max()) {
    return {ErrorCode::too_many, count, Argument::points, {count, 0}};
  }
  for (std::size_t i = 0; i < count; ++i) {
    for (const std::uint64_t axis : {0u, 1u}) {
      const T value = axis == 0 ? points[i].x : points[i].y;
      const ErrorCode code = coordinate_error(value);
      if (code != ErrorCode::ok) return {code, i, Argument::coordinate, {axis, 0}, static_cast<double>(value)};
    }
  }
  try {
    std::vector<T> x(count), y(count);
    for (std::size_t i = 0; i < count; ++i) {
      x[i] = points[i].x;
      y[i] = points[i].y;
    }
    std::vector<std::uint32_t> order(count), hull(count + 1);
    const std::size_t size = exact::hull_indices(x.data(), y.data(), count, order.data(), hull.data());
    BasicVec2<T>* const vertices = found.resize(size);
    if (vertices == nullptr && size != 0) return {ErrorCode::no_room, 0, Argument::found, {size, found.room()}};
    for (std::size_t k = 0; k < size; ++k) vertices[k] = points[hull[k]];
    return {};
  } catch (const std::exception&) {
    return {ErrorCode::no_memory, 0};
  }
}

}  // namespace

Status try_convex_hull(std::span<const Vec2> points, Output<Vec2> hull) noexcept { return find_hull(points, hull); }
Status try_convex_hull(std::span<const Vec2d> points, Output<Vec2d> hull) noexcept { return find_hull(points, hull); }

}  // namespace satchel
