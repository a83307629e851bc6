// Decides exactly whether a closed ring of vertices is the boundary of a simple polygon.
#pragma once

#include <cstddef>
#include <span>

#include <satchel/error.hpp>
#include <satchel/types.hpp>

namespace satchel::outline {

/// The fault of a ring. Edge i leads from vertex i to the next vertex.
struct RingFault {
  Status status;          ///< ok: no fault; meets_itself: the index is the lower of the two edges
  std::size_t other = 0;  ///< meets_itself: the higher edge
  double x = 0, y = 0;    ///< meets_itself: a common point of the two edges, rounded
};

/// Checks, in this order: coordinates, number of vertices, equal neighbours, edges that meet (reports the lowest pair),
/// orientation. Sorts the edges by x and tests those that overlap in x: O(n log n) for usual rings, O(n^2) at worst.
template <class T>
RingFault check_ring(std::span<const BasicVec2<T>> ring);

}  // namespace satchel::outline
