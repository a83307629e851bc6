// Few convex parts from many triangles.
#pragma once

#include <span>

#include <satchel/outline.hpp>

#include "outline/triangulate.hpp"

namespace satchel::outline {

/// Leaves out diagonals, the longest first, as long as every part stays strictly convex. The parts come in the order of
/// their lowest vertices, each from its lowest vertex on. O(n log n).
template <class T>
BasicConvexParts<T> merge_triangles(std::span<const BasicVec2<T>> ring, std::span<const Triangle> triangles);

}  // namespace satchel::outline
