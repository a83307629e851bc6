// What is known beforehand of a long shape's edges: kernels::EdgeFan.
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/layout.hpp"

namespace satchel::detail {

/// Writes the fan of a convex polygon: EdgeFan::runs x capacity values. In doubles, so the same on every machine. O(n).
/// @param reach  of the shape's bodies, see ShapeRecord
template <class T>
void make_edge_fan(const T* x, const T* y, std::size_t count, std::uint32_t capacity, T reach, T* values) noexcept;

}  // namespace satchel::detail
