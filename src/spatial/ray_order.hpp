// An order of rays in which those that a fan takes follow each other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <satchel/cast_rays.hpp>
#include <satchel/options.hpp>

namespace satchel::spatial {

/// The numbers of the rays in an order of which fans come; empty if the order in which the rays are is as good: if most
/// neighbours are near already, or if few rays share their origins. O(rays). Throws std::bad_alloc.
std::vector<std::uint32_t> order_for_fans(std::span<const Ray> rays, const Options& options);

}  // namespace satchel::spatial
