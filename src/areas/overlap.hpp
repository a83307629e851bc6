// The areas of a pair, one pair at a time: every kind of convex body.
#pragma once

#include <vector>

#include <satchel/types.hpp>

#include "areas/boundary.hpp"
#include "exact/resolve.hpp"
#include "format/area_layout.hpp"

namespace satchel::areas {

/// The area of a body. May throw std::bad_alloc.
template <class T>
double area_of(const exact::Core<T>& core);
/// The same in twice the precision of double.
template <class T>
TwiceDouble precise_area_of(const exact::Core<T>& core);

/// Computes areas pair by pair; keeps memory from one to the next. Calls may throw std::bad_alloc.
template <class T>
class OverlapAreas {
 public:
  /// The areas of a pair whose interiors meet. Where one body holds the other, the area of that other one; where they
  /// hold each other, the smaller area.
  kernels::PairAreas areas(const exact::Core<T>& a, const exact::Core<T>& b);

  /// The corners of the intersection of two polygons without radius whose interiors meet: counter-clockwise, at most
  /// as many as both have. O(n m).
  /// @param origin_x, origin_y  where coordinates begin
  std::size_t corners(const exact::Core<T>& a, const exact::Core<T>& b, double origin_x, double origin_y,
                      BasicVec2<T>* to);

 private:
  using N = NumberOf<T>;
  struct Point {
    N x, y;
  };

  Boundary<N> boundary_a_, boundary_b_;
  std::vector<Point> corners_, clipped_;
};

}  // namespace satchel::areas
