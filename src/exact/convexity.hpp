// Exact checks of a polygon's vertices.
#pragma once

#include <cstddef>

#include <satchel/error.hpp>

namespace satchel::exact {

/// Decides exactly whether the polygon (x[i], y[i]) turns strictly left at every vertex and goes around once. `code` is
/// ok, too_few_vertices, closed_ring, repeated_vertex, collinear, clockwise, not_convex or not_simple; `index` is the
/// offending vertex. The coordinates must be finite and in range. O(n).
template <class T>
Status check_convex(const T* x, const T* y, std::size_t count);

/// Whether a polygon that passes `check_convex` passes it also after any rotation in T arithmetic. True only if every
/// turn exceeds the change that the rounding of the coordinates can cause; false does not mean that one fails.
template <class T>
bool stays_convex_when_rotated(const T* x, const T* y, std::size_t count);
/// The same of the box with these half-extents, above 0.
template <class T>
bool box_stays_convex_when_rotated(T half_width, T half_height);

}  // namespace satchel::exact
