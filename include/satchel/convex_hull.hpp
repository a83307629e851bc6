// Exact convex hulls of points.
#pragma once

#include <span>
#include <vector>

#include <satchel/export.hpp>
#include <satchel/types.hpp>

namespace satchel {

/// The vertices of the convex hull, counter-clockwise, beginning with the lowest x (then y), without duplicate points
/// and without points on a straight edge. Three or more vertices make a valid polygon for `add_polygon`; there are one
/// or two if all points are equal or on one line, and none if there is no point. Orientations are decided exactly,
/// without a tolerance. Andrew's monotone chain (1979), O(n log n). Throws `Error`: not_finite, out_of_range (index: of
/// the point), too_many (2^32 - 1 points or more).
[[nodiscard]] SATCHEL_API std::vector<Vec2> convex_hull(std::span<const Vec2> points);
[[nodiscard]] SATCHEL_API std::vector<Vec2d> convex_hull(std::span<const Vec2d> points);

}  // namespace satchel
