// Triangles of a simple polygon: the only code with GEOS.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <satchel/types.hpp>

namespace satchel::outline {

/// Three vertices of the outline, counter-clockwise.
using Triangle = std::array<std::uint32_t, 3>;

/// The constrained Delaunay triangulation of a ring that passes `check_ring`: all its vertices, nothing but them. Empty
/// where GEOS fails, or where its answer is not one, which `is_triangulation` tells.
template <class T>
std::vector<Triangle> triangulate(std::span<const BasicVec2<T>> ring);

/// Whether the triangles fill the ring exactly. Enough are: n - 2 of them, each with a turn strictly to the left,
/// every edge of the ring in one of them, every other edge in two, once in each direction. Then their boundary is the
/// ring, each point inside lies in as many triangles as the ring winds round it, which is one, and none lies outside.
template <class T>
bool is_triangulation(std::span<const BasicVec2<T>> ring, std::span<const Triangle> triangles);

}  // namespace satchel::outline
