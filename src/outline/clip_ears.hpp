// Triangulates a ring exactly, for outlines at which GEOS fails.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <satchel/options.hpp>
#include <satchel/types.hpp>

#include "outline/triangulate.hpp"

namespace satchel::outline {

/// Triangles of a ring of `join_holes`, without new vertices. They are no Delaunay triangulation. O(n^2) for usual
/// rings.
/// @param run  options of a Progress, which may end it: Cancelled
template <class T>
std::vector<Triangle> clip_ears(std::span<const BasicVec2<T>> vertices, std::span<const std::uint32_t> ring,
                                const Options& run);

}  // namespace satchel::outline
