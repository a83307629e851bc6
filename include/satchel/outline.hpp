// Concave outlines as convex parts. A component of its own, satchel::outline, with a library of its own: it needs GEOS.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <satchel/error.hpp>
#include <satchel/export.hpp>
#include <satchel/types.hpp>

namespace satchel {

/// The convex parts of an outline, one after the other: part k has the vertices [starts[k], starts[k + 1]).
///
/// `vertices` and `starts` are what `add_polygons` takes; with the ids that it returns, `inner_edges` is what
/// `add_compound` takes:
///
///   std::vector<ShapeId> ids(parts.size());
///   scene.add_polygons(parts.vertices, parts.starts, ids);
///   const ShapeId shape = scene.add_compound(ids, parts.inner_edges);
template <class T>
struct BasicConvexParts {
  std::vector<BasicVec2<T>> vertices;     ///< of all parts, each strictly convex and counter-clockwise
  std::vector<std::uint32_t> starts;      ///< one more than there are parts, the first 0, the last vertices.size()
  std::vector<std::uint32_t> indices;     ///< vertices[i] is vertex indices[i] of the outline
  std::vector<std::uint8_t> inner_edges;  ///< 1: the edge from vertices[i] to the next one of its part is another
                                          ///< part's edge too; 0: it lies on the outline

  [[nodiscard]] std::size_t size() const noexcept { return starts.empty() ? 0 : starts.size() - 1; }
};
using ConvexParts = BasicConvexParts<float>;
using ConvexPartsd = BasicConvexParts<double>;

/// Cuts a simple polygon into convex parts that fill it exactly: no gap, no overlap, no vertex that the outline does
/// not have. At most 2 r + 1 parts, r the number of reflex vertices (inner angle above 180 degrees); a convex outline
/// is one part. Constrained Delaunay triangulation (GEOS), then diagonals are left out as long as the parts stay
/// strictly convex, which is decided exactly (Hertel, Mehlhorn 1983).
///
/// Vertices on a straight edge are allowed: they are dropped where both edges belong to one part, and are corners of
/// the parts where several meet. The same outline may be cut differently by another version of GEOS.
///
/// @param outline  3 to 131,072 vertices, counter-clockwise, none twice, coordinates in the range of a scene of T; only
///                 read. A ring inside another, a hole, is not supported: each outline is a body of its own.
/// Throws `Error`: not_finite, out_of_range or repeated_vertex (index: of the vertex); too_few_vertices,
/// too_many_vertices; clockwise; meets_itself (index: of the lower of the two edges that meet; the text names both and
/// the place; edge i leads from vertex i to the next); internal, where GEOS fails. O(n^2) at worst.
[[nodiscard]] SATCHEL_API ConvexParts convex_parts(std::span<const Vec2> outline);
[[nodiscard]] SATCHEL_API ConvexPartsd convex_parts(std::span<const Vec2d> outline);

}  // namespace satchel
