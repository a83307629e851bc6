// An order of rays in which those that a fan takes follow each other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <satchel/cast_rays.hpp>
#include <satchel/options.hpp>

namespace satchel::spatial {

/// The numbers of the rays by origin and direction, in blocks; empty if most neighbours fit into one fan
/// already, if few rays share an origin, or if ordering fails. Answers do not depend on the order. O(rays). Throws
/// std::bad_alloc.
std::vector<std::uint32_t> order_for_fans(std::span<const Ray> rays, const Options& options);

}  // namespace satchel::spatial
