// Flips edges of triangles, so that triangles are less narrow.
#pragma once

#include <span>

#include <satchel/options.hpp>
#include <satchel/types.hpp>

#include "outline/triangulate.hpp"

namespace satchel::outline {

/// Makes the triangles those of a constrained Delaunay triangulation, or nearly: an edge between two triangles is flipped
/// if the corner opposite lies in the circumcircle of a triangle, proved in doubles; what rounding leaves open stays. O(n):
/// at most 64 flips a triangle. Outlines of data take fewer than three; rows of holes take as many as a row has holes.
/// @param run  options of a Progress, which may end it: Cancelled
template <class T>
void flip_edges(std::span<const BasicVec2<T>> vertices, Triangles& triangles, const Options& run);

}  // namespace satchel::outline
