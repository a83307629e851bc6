// Which part of a small polygon faces which direction: kernels::SupportMaps.
#pragma once

#include <cstdint>

#include "kernels/support_map.hpp"

namespace satchel::detail {

/// The maps of a convex polygon of three to eight vertices, counter-clockwise. Only sums and products of doubles, so the
/// same on every machine.
template <class T>
kernels::SupportMaps support_maps_of(const T* x, const T* y, std::uint32_t count) noexcept;

}  // namespace satchel::detail
