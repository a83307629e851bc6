// Rings as files and drawing programs give them, brought into the form that Satchel takes.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <satchel/error.hpp>
#include <satchel/export.hpp>
#include <satchel/options.hpp>
#include <satchel/types.hpp>

namespace satchel {

/// The direction in which a ring runs. Polygons and outer boundaries are counter-clockwise, holes are clockwise.
enum class Winding : std::uint8_t { counter_clockwise, clockwise };

/// A ring without repeated and collinear vertices, and what was changed to make it of the points.
template <class T>
struct BasicRing {
  std::vector<BasicVec2<T>> vertices;  ///< `add_polygon` takes them if `convex`, `convex_parts` in any case
  std::vector<std::uint32_t> indices;  ///< vertices[i] is points[indices[i]]; indices[0] is the smallest of them
  bool convex = false;                 ///< the ring bounds a convex polygon
  bool closed = false;                 ///< the last point repeated the first and was dropped
  bool reversed = false;               ///< the points ran the other way round and were reversed
  std::uint32_t repeated = 0;          ///< points dropped because they equal the point before; the closing one aside
  std::uint32_t collinear = 0;         ///< points dropped because they lie inside a straight edge
};
using Ring = BasicRing<float>;
using Ringd = BasicRing<double>;

namespace detail {
/// The scalar of the points in a vector, an array or a span.
template <class Points>
using ScalarOf = std::remove_cvref_t<decltype(std::data(std::declval<const Points&>())->x)>;
}  // namespace detail

/// Makes a polygon or an outline of a ring as GeoJSON, WKT and drawing programs give it. The last point may repeat the
/// first, the points may run either way round, and they may repeat or lie on a straight edge. Such points are dropped
/// and the ring is reversed as necessary; no point is moved, no other point is dropped. Collinearity, convexity and
/// crossings are decided exactly, without a tolerance: a point that is off its edge by a rounding error stays.
///
/// @param points   only read; coordinates in the range of a scene of T
/// @param winding  of the result; `clockwise` for a hole of `convex_parts`
/// @param out      the ring; unchanged after an error
/// @param options  `progress` alone is used; it may end the call (cancelled)
/// Errors: not_finite, out_of_range (index: of the point); too_few_vertices (fewer than three different points
/// in a row); collinear (all points lie on one line: no area); meets_itself (the ring crosses or touches itself or runs
/// back along an edge; index: of the point where the lower of the two edges starts; the text names both edges and the
/// place); too_many_vertices (over 131,072 are left); too_many (2^32 - 1 points or more); cancelled; no_memory. O(n log n) if
/// few edges have x in common with each other, or few have y, as those of usual rings; O(n^2) at worst, as of a star of long
/// spikes around one middle; O(n) if convex.
template <class T>
[[nodiscard]] SATCHEL_API Status try_clean_ring(std::span<const BasicVec2<std::type_identity_t<T>>> points,
                                                Winding winding, BasicRing<T>& out,
                                                const Options& options = {}) noexcept;

extern template Status try_clean_ring(std::span<const BasicVec2<float>>, Winding, BasicRing<float>&,
                                      const Options&) noexcept;
extern template Status try_clean_ring(std::span<const BasicVec2<double>>, Winding, BasicRing<double>&,
                                      const Options&) noexcept;

/// The same for a span, a vector or an array of points; returns the ring.
template <class Points>
[[nodiscard]] BasicRing<detail::ScalarOf<Points>> clean_ring(const Points& points,
                                                             Winding winding = Winding::counter_clockwise,
                                                             const Options& options = {}) {
  BasicRing<detail::ScalarOf<Points>> ring;
  if (const Status status = try_clean_ring(points, winding, ring, options); !status.ok()) throw_error(status);
  return ring;
}

/// The same for points in braces. They are floats, unless they have a type or are given one: `clean_ring<double>({...})`.
template <class T>
[[nodiscard]] Status try_clean_ring(std::initializer_list<BasicVec2<std::type_identity_t<T>>> points, Winding winding,
                                    BasicRing<T>& out) noexcept {
  return try_clean_ring(std::span<const BasicVec2<T>>(points), winding, out);
}
template <class T = float>
[[nodiscard]] BasicRing<T> clean_ring(std::initializer_list<BasicVec2<T>> points,
                                      Winding winding = Winding::counter_clockwise) {
  return clean_ring(std::span<const BasicVec2<T>>(points), winding);
}

}  // namespace satchel
