// convex_parts: cuts a polygon with holes into convex parts, without a scene. For outlines of a scene: make_parts (scene.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <vector>

#include <satchel/error.hpp>
#include <satchel/export.hpp>
#include <satchel/options.hpp>
#include <satchel/ring.hpp>
#include <satchel/types.hpp>

namespace satchel {

/// The convex parts of an outline: part k has the vertices [starts[k], starts[k + 1]).
///
/// `add_polygons` makes shapes of `vertices` and `starts`; `add_compound` joins their ids, with `inner_edges`:
///
///   std::vector<ShapeId> ids(parts.size());
///   scene.add_polygons(parts.vertices, parts.starts, ids);
///   const ShapeId shape = scene.add_compound(ids, parts.inner_edges);
template <class T>
struct BasicConvexParts {
  std::vector<BasicVec2<T>> vertices;     ///< of part after part, each part strictly convex and counter-clockwise
  std::vector<std::uint32_t> starts;      ///< parts + 1 elements, the first 0, the last vertices.size()
  std::vector<std::uint32_t> indices;     ///< vertices[i] is vertex indices[i] of the outline
  std::vector<std::uint8_t> inner_edges;  ///< 1: the edge from vertices[i] to the next vertex of its part is shared
                                          ///< with another part; 0: it lies on the outline

  [[nodiscard]] std::size_t size() const noexcept { return starts.empty() ? 0 : starts.size() - 1; }
};
using ConvexParts = BasicConvexParts<float>;
using ConvexPartsd = BasicConvexParts<double>;

/// Cuts a simple polygon, with or without holes, into convex parts that fill it exactly: without gaps, overlaps or new
/// vertices. There are at most 2 r + 1 parts, with r the number of reflex vertices (inner angle above 180 degrees); a
/// convex outline is one part. The same outline has the same parts everywhere, bit for bit. Algorithm: triangulate by a
/// plane sweep (Hertel, Mehlhorn 1983), decided exactly; flip diagonals, so that triangles are less narrow (Lawson 1977);
/// then remove each diagonal whose two parts, joined, are strictly convex, the longest first (Hertel, Mehlhorn).
///
/// Vertices on a straight edge are allowed. Such a vertex is dropped if both of its edges belong to one part; if
/// several parts meet there, it is a corner of parts.
///
/// Ring k has the vertices [starts[k], starts[k + 1]), without a closing vertex. Ring 0 is the outer boundary,
/// counter-clockwise; every other ring is a hole, clockwise, in the interior of ring 0. Rings have no common point.
/// `clean_ring` brings the rings of a file into this form.
///
/// @param outline  3 to 131,072 vertices in all, coordinates in the range of a scene of T; only read
/// @param starts   rings + 1 numbers, not decreasing, the first 0, the last outline.size(); empty: one ring
/// @param out      the parts; unchanged after an error
/// @param options  `progress` alone is used; it may end the call (cancelled)
/// Errors: not_finite, out_of_range, repeated_vertex, closed_ring (index: of the vertex); meets_itself (index:
/// of the lower of the two edges that meet; the text names both and the place; edge i leads from vertex i to the next
/// vertex of its ring); bad_starts; too_few_vertices, clockwise (ring 0), bad_hole (index: of the ring);
/// too_many_vertices; cancelled; no_memory. O(n log n), with some 200 bytes a vertex; to say what is wrong with an outline
/// takes up to O(n^2).
template <class T>
[[nodiscard]] SATCHEL_API Status try_convex_parts(std::span<const BasicVec2<std::type_identity_t<T>>> outline,
                                                  std::span<const std::uint32_t> starts, BasicConvexParts<T>& out,
                                                  const Options& options = {}) noexcept;

extern template Status try_convex_parts(std::span<const BasicVec2<float>>, std::span<const std::uint32_t>,
                                        BasicConvexParts<float>&, const Options&) noexcept;
extern template Status try_convex_parts(std::span<const BasicVec2<double>>, std::span<const std::uint32_t>,
                                        BasicConvexParts<double>&, const Options&) noexcept;

/// The same for a span, a vector or an array of vertices; returns the parts.
template <class Points>
[[nodiscard]] BasicConvexParts<detail::ScalarOf<Points>> convex_parts(const Points& outline,
                                                                      std::span<const std::uint32_t> starts = {},
                                                                      const Options& options = {}) {
  BasicConvexParts<detail::ScalarOf<Points>> parts;
  if (const Status status = try_convex_parts(outline, starts, parts, options); !status.ok()) throw_error(status);
  return parts;
}

/// The same for vertices in braces: `convex_parts({{0, 0}, {2, 0}, ...}, {0, 4, 8})`. They are floats, unless they have a
/// type or are given one: `convex_parts<double>({...})`.
template <class T>
[[nodiscard]] Status try_convex_parts(std::initializer_list<BasicVec2<std::type_identity_t<T>>> outline,
                                      std::initializer_list<std::uint32_t> starts, BasicConvexParts<T>& out) noexcept {
  return try_convex_parts(std::span<const BasicVec2<T>>(outline), std::span<const std::uint32_t>(starts), out);
}
template <class T = float>
[[nodiscard]] BasicConvexParts<T> convex_parts(std::initializer_list<BasicVec2<T>> outline,
                                               std::initializer_list<std::uint32_t> starts = {}) {
  return convex_parts(std::span<const BasicVec2<T>>(outline), std::span<const std::uint32_t>(starts));
}

}  // namespace satchel
