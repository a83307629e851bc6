// Regions bounded by rings of straight edges, and how two of them lie to each other, decided exactly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <satchel/results.hpp>

#include "exact/resolve.hpp"

namespace satchel::exact {

/// An edge of a region, which lies on its left.
template <class T>
struct RegionEdge {
  T start_x, start_y, end_x, end_y;  ///< offsets of the ends, which differ
};

/// The closed region between rings that do not cross: what lies in an odd number of them. Rings may touch in points. It has
/// an area: three edges at least.
template <class T>
struct Region {
  double origin_x, origin_y;
  std::span<const RegionEdge<T>> edges;        ///< ring after ring, each edge begins where the one before it ends
  std::span<const std::uint32_t> ring_starts;  ///< the first edge of each ring
  bool is_simple = false;                      ///< rings are known not to touch, each other or themselves
};

/// How two regions A and B lie to each other. From these four follow their verdict and all predicates of DE-9IM for areas.
struct Relation {
  bool interiors_meet = false;  ///< some point is interior to both
  bool a_leaves_b = false;      ///< some interior point of A lies outside of B
  bool b_leaves_a = false;      ///< some interior point of B lies outside of A
  bool boundaries_meet = false;

  constexpr Verdict verdict() const {
    return interiors_meet ? Verdict::overlapping : boundaries_meet ? Verdict::touching : Verdict::disjoint;
  }
};

/// The relation of two regions. O((n + m) log(n + m)), a test for each two edges that have x in common, or y, along which they
/// are shorter, and O(n / 32) for each ring of several that meets no edge. May throw bad_alloc.
/// @param verdict_alone  the caller asks for `verdict()` alone, which may end the work sooner; the rest is unspecified
template <class T>
Relation relate(const Region<T>& a, const Region<T>& b, bool verdict_alone);

/// The verdict of a region and a convex body: a polygon, a segment or a point, with or without a radius.
template <class T>
Verdict resolve_verdict(const Region<T>& a, const Core<T>& b);

/// Where a convex body lies: -1 not within the region; 0 within it, and meets the boundary; 1 in the interior.
template <class T>
int place_in(const Region<T>& region, const Core<T>& body);

}  // namespace satchel::exact
