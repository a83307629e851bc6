#include "satchel/convex_hull.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

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
  const auto append = [&](std::uint32_t i, std::size_t base) {
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

std::string text(double number) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, number).ptr};
}

template <class T>
void check_coordinate(T value, const char* name, std::size_t index) {
  constexpr bool narrow = sizeof(T) == sizeof(float);
  constexpr T smallest = narrow ? std::numeric_limits<T>::denorm_min() : static_cast<T>(0x1p-200);
  constexpr T largest = narrow ? static_cast<T>(0x1p60) : static_cast<T>(0x1p200);
  const T magnitude = std::fabs(value);
  if (magnitude == 0 || (magnitude >= smallest && magnitude <= largest)) return;
  const std::string what = "convex_hull: point " + std::to_string(index) + ": " + name + " = " + text(value);
  if (!std::isfinite(value)) {
    throw Error({ErrorCode::not_finite, index}, what + " is not finite; a coordinate has to be a number");
  }
  throw Error({ErrorCode::out_of_range, index}, what + " is out of range; a coordinate has to be 0 or of magnitude " +
                                                    text(smallest) + " to " + text(largest) +
                                                    (narrow ? " (2^-149 to 2^60)" : " (2^-200 to 2^200)"));
}

template <class T>
std::vector<BasicVec2<T>> hull_of(std::span<const BasicVec2<T>> points) {
  const FpEnvironment environment;
  const std::size_t count = points.size();
  if (count >= std::numeric_limits<std::uint32_t>::max()) {
    throw Error({ErrorCode::too_many, count}, "convex_hull: " + std::to_string(count) +
                                                  " points are too many; at most 4294967294 can be taken at once");
  }
  std::vector<T> x(count), y(count);
  for (std::size_t i = 0; i < count; ++i) {
    check_coordinate(points[i].x, "x", i);
    check_coordinate(points[i].y, "y", i);
    x[i] = points[i].x;
    y[i] = points[i].y;
  }
  std::vector<std::uint32_t> order(count), hull(count + 1);
  const std::size_t size = exact::hull_indices(x.data(), y.data(), count, order.data(), hull.data());
  std::vector<BasicVec2<T>> vertices(size);
  for (std::size_t k = 0; k < size; ++k) vertices[k] = points[hull[k]];
  return vertices;
}

}  // namespace

std::vector<Vec2> convex_hull(std::span<const Vec2> points) { return hull_of(points); }
std::vector<Vec2d> convex_hull(std::span<const Vec2d> points) { return hull_of(points); }

}  // namespace satchel
