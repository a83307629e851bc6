// Measures a core: what a scene's records and its straightest corner are made of.
#pragma once

#include <cstddef>

namespace satchel::detail {

template <class T>
struct Measures {
  T reach;  ///< ShapeRecord::reach
  T inner;  ///< ShapeRecord::inner
  /// A lower bound of the distance of each vertex of a polygon from the chord between its two neighbours; infinity for
  /// points and segments.
  T straightest_corner;
  bool has_short_edge;  ///< some edge is too short for the kernels: their error bound does not hold
};

/// How many vertices behind the last one `measures_of` reads.
constexpr std::size_t read_behind = 3;

/// Evaluated in doubles, by operations that IEEE rounds correctly, so that the measures have the same bits on every
/// machine. O(n).
/// @param x, y  the ring goes on behind the last vertex: vertex count + i is vertex i again, for i < read_behind
template <class T>
Measures<T> measures_of(const T* x, const T* y, std::size_t count, T radius) noexcept;

/// The same of the box with these half-extents, above 0, around the local origin.
template <class T>
Measures<T> measures_of_box(T half_width, T half_height, T radius) noexcept;

}  // namespace satchel::detail
