// Joins the holes of an outline to its outer ring.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <satchel/options.hpp>
#include <satchel/types.hpp>

namespace satchel::outline {

/// One ring of vertex indices around the region between rings that convex_parts has checked. It runs along each ring,
/// and to and fro along one bridge a hole: a segment between two vertices that meets nothing else. O(n) a hole.
/// @param run  options of a Progress, which may end it: Cancelled
template <class T>
std::vector<std::uint32_t> join_holes(std::span<const BasicVec2<T>> vertices, std::span<const std::uint32_t> starts,
                                      const Options& run);

}  // namespace satchel::outline
