// Exact convex hulls of points.
#pragma once

#include <initializer_list>
#include <span>
#include <type_traits>
#include <vector>

#include <satchel/error.hpp>
#include <satchel/export.hpp>
#include <satchel/output.hpp>
#include <satchel/types.hpp>

namespace satchel {

/// The vertices of the convex hull, counter-clockwise, beginning with the lowest x (then y), without duplicate points
/// and without points on a straight edge. Three to 131,072 vertices make a valid polygon for `add_polygon`; there are one
/// or two if all points are equal or on one line, and none if there is no point. Orientations are decided exactly,
/// without a tolerance. Andrew's monotone chain (1979), O(n log n).
/// @param points  only read; coordinates in the range of a scene of their scalar
/// @param hull    a vector, or {room, count} (`Output`); aliases no input. At most as many vertices as points.
/// Errors: not_finite, out_of_range (index: of the point), too_many (2^32 - 1 points or more), no_room, no_memory.
[[nodiscard]] SATCHEL_API Status try_convex_hull(std::span<const Vec2> points, Output<Vec2> hull) noexcept;
[[nodiscard]] SATCHEL_API Status try_convex_hull(std::span<const Vec2d> points, Output<Vec2d> hull) noexcept;

[[nodiscard]] inline std::vector<Vec2> convex_hull(std::span<const Vec2> points) {
  std::vector<Vec2> hull;
  if (const Status status = try_convex_hull(points, hull); !status.ok()) throw_error(status);
  return hull;
}
[[nodiscard]] inline std::vector<Vec2d> convex_hull(std::span<const Vec2d> points) {
  std::vector<Vec2d> hull;
  if (const Status status = try_convex_hull(points, hull); !status.ok()) throw_error(status);
  return hull;
}

/// The same for points in braces. They are floats, unless they have a type or are given one: `convex_hull<double>({...})`.
template <class T = float>
[[nodiscard]] Status try_convex_hull(std::initializer_list<BasicVec2<T>> points,
                                     Output<std::type_identity_t<BasicVec2<T>>> hull) noexcept {
  return try_convex_hull(std::span<const BasicVec2<T>>(points), hull);
}
template <class T = float>
[[nodiscard]] std::vector<BasicVec2<T>> convex_hull(std::initializer_list<BasicVec2<T>> points) {
  return convex_hull(std::span<const BasicVec2<T>>(points));
}

}  // namespace satchel
