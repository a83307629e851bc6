// Which part of a small polygon faces which direction: kernels::SupportMaps.
#pragma once

#include <cstdint>

#include "format/support_map.hpp"

namespace satchel::detail {

/// The maps of a convex polygon of three to eight vertices, counter-clockwise. Only sums, products and quotients of
/// doubles, so the same on every machine. O(n) times 32.
template <class T>
kernels::SupportMaps support_maps_of(const T* x, const T* y, std::uint32_t count) noexcept;

}  // namespace satchel::detail
