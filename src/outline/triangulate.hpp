// Triangulates a simple polygon by GEOS; no other file uses GEOS.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <satchel/types.hpp>

namespace satchel::outline {

/// Three vertices of the outline, counter-clockwise.
using Triangle = std::array<std::uint32_t, 3>;

/// The constrained Delaunay triangulation of a ring that passes `check_ring`, without new vertices. Empty if GEOS
/// fails. The caller checks the result by `is_triangulation`.
template <class T>
std::vector<Triangle> triangulate(std::span<const BasicVec2<T>> ring);

/// Whether the triangles fill the ring exactly. These conditions suffice: there are n - 2 triangles; each turns
/// strictly left; every edge of the ring is an edge of one triangle; every other edge is in two triangles, once in each
/// direction. Proof: the boundary of the sum of the triangles is then the ring, so that the number of triangles that
/// contain a point is the winding number of the ring around it: one inside of the ring, zero outside.
template <class T>
bool is_triangulation(std::span<const BasicVec2<T>> ring, std::span<const Triangle> triangles);

}  // namespace satchel::outline
