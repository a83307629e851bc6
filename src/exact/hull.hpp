// The convex hull of points as a list of indices, decided exactly.
#pragma once

#include <cstddef>
#include <cstdint>

namespace satchel::exact {

/// Writes the indices of the hull's vertices, counter-clockwise from the lowest x (then y), without duplicate or
/// collinear points; equal points are represented by their lowest index. Returns the number of vertices.
/// @param order  scratch, `count` numbers
/// @param hull   `count` + 1 numbers
template <class T>
std::size_t hull_indices(const T* x, const T* y, std::size_t count, std::uint32_t* order, std::uint32_t* hull);

}  // namespace satchel::exact
