// Exact checks of a polygon's vertices.
#pragma once

#include <cstddef>

#include <satchel/error.hpp>

namespace satchel::exact {

/// Whether the polygon (x[i], y[i]) is exactly one strictly left turn after another, once around. `code` is ok,
/// too_few_vertices, repeated_vertex, collinear, clockwise, not_convex or not_simple; `index` is the vertex at which it
/// goes wrong. Numbers are finite and in range. O(n).
template <class T>
Status check_convex(const T* x, const T* y, std::size_t count);

/// Whether a polygon that passes `check_convex` passes it still after each coordinate has moved by as much as rotating
/// it in T arithmetic can move it: all its turns are far larger than rounding, all its edges far longer.
template <class T>
bool stays_convex_when_rotated(const T* x, const T* y, std::size_t count);

}  // namespace satchel::exact
