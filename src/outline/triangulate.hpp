// Triangulates a simple polygon with holes by GEOS; no other file uses GEOS.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <satchel/types.hpp>

namespace satchel::outline {

/// Three vertices of the outline, counter-clockwise.
using Triangle = std::array<std::uint32_t, 3>;

/// The constrained Delaunay triangulation of a ring of `join_holes`, without new vertices. Empty if GEOS fails. Rounding
/// in GEOS can make it wrong where vertices are collinear but for rounding errors: the caller checks the result by
/// `is_triangulation`.
/// @param ring  indices of vertices
template <class T>
std::vector<Triangle> triangulate(std::span<const BasicVec2<T>> vertices, std::span<const std::uint32_t> ring);

/// Whether the triangles fill the region between the rings exactly. These conditions suffice: there are n + 2 h - 2
/// triangles, for n vertices and h holes; each turns strictly left; every edge of a ring is an edge of one triangle;
/// every other edge is in two triangles, once in each direction. Proof: the boundary of the sum of the triangles is then
/// the sum of the rings, so that the number of triangles that contain a point is the sum of the winding numbers of the
/// rings around it: one in the region, zero outside of it and in a clockwise hole.
/// @param starts  ring k has the vertices [starts[k], starts[k + 1]); ring 0 is the outer one
template <class T>
bool is_triangulation(std::span<const BasicVec2<T>> vertices, std::span<const std::uint32_t> starts,
                      std::span<const Triangle> triangles);

}  // namespace satchel::outline
