// The convex hull of messy points, exactly.
#pragma once

#include <span>
#include <vector>

#include <satchel/export.hpp>
#include <satchel/types.hpp>

namespace satchel {

/// The vertices of the convex hull, counter-clockwise, beginning with the lowest x (then y); duplicate points and
/// points on a straight edge are dropped, so three or more of them are what `add_polygon` takes. One or two remain
/// where all points are equal or on one line; none for no points. Orientations are exact: no tolerance, no rounding.
/// Andrew's monotone chain (1979), O(n log n). Throws `Error` (not_finite, out_of_range; the index is the point's).
[[nodiscard]] SATCHEL_API std::vector<Vec2> convex_hull(std::span<const Vec2> points);
[[nodiscard]] SATCHEL_API std::vector<Vec2d> convex_hull(std::span<const Vec2d> points);

}  // namespace satchel
