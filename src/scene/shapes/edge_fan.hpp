// Precomputes kernels::EdgeFan, the edge normals and support vertices of a shape with many vertices.
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/layout.hpp"

namespace satchel::detail {

/// Writes the fan of a convex polygon: EdgeFan::runs x capacity values. Evaluated in doubles, by operations that IEEE
/// rounds correctly, so that the values have the same bits on every machine. O(n).
/// @param reach  ShapeRecord::reach
template <class T>
void make_edge_fan(const T* x, const T* y, std::size_t count, std::uint32_t capacity, T reach, T* values) noexcept;

}  // namespace satchel::detail
