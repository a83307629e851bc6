// Whether a closed ring of vertices is the boundary of a polygon, exactly.
#pragma once

#include <cstddef>
#include <span>

#include <satchel/error.hpp>
#include <satchel/types.hpp>

namespace satchel::outline {

/// What is wrong with a ring. Edge i leads from vertex i to the next.
struct RingFault {
  Status status;          ///< ok: nothing. meets_itself: the index is that of the lower edge
  std::size_t other = 0;  ///< meets_itself: the higher edge
  double x = 0, y = 0;    ///< meets_itself: about where the two meet
};

/// Checks, in this order: numbers, count, equal neighbours, edges that meet (the lowest pair of them), orientation.
/// Sorts the edges by x and tries those that overlap in x: O(n log n) for usual rings, O(n^2) at worst.
template <class T>
RingFault check_ring(std::span<const BasicVec2<T>> ring);

}  // namespace satchel::outline
