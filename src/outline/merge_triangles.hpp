// Merges the triangles of an outline into convex parts.
#pragma once

#include <span>

#include <satchel/outline.hpp>

#include "outline/triangulate.hpp"

namespace satchel::outline {

/// Removes each diagonal, the longest first, whose removal leaves every part strictly convex. The parts are in the
/// order of their lowest vertices; each part begins with its lowest vertex. O(n log n), some 100 bytes a vertex.
/// @param options  of a Progress, which may end it: Cancelled
template <class T>
BasicConvexParts<T> merge_triangles(std::span<const BasicVec2<T>> vertices, const Triangles& triangles,
                                    const Options& options);

}  // namespace satchel::outline
