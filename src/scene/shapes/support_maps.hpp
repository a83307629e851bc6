// Computes kernels::SupportMaps: for each direction, the part of a small polygon that faces it.
#pragma once

#include <cstdint>

#include "format/support_map.hpp"

namespace satchel::detail {

/// The maps of a convex polygon of three to eight vertices, counter-clockwise. Uses only operations of doubles that IEEE
/// rounds correctly, so that the maps are equal on every machine. O(n).
template <class T>
kernels::SupportMaps support_maps_of(const T* x, const T* y, std::uint32_t count) noexcept;

}  // namespace satchel::detail
