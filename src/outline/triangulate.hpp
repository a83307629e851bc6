// Triangulates regions that rings bound, exactly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <satchel/options.hpp>
#include <satchel/types.hpp>

namespace satchel::outline {

constexpr std::uint32_t no_edge = 0xffffffff;

/// Triangles and their neighbours. Triangle t has the edges 3 t, 3 t + 1 and 3 t + 2, counter-clockwise.
struct Triangles {
  std::vector<std::uint32_t> starts;  ///< of each edge, the vertex at which it begins
  std::vector<std::uint32_t> twins;   ///< of each edge, the reverse edge of a neighbour; `no_edge` on the outline

  std::size_t size() const { return starts.size() / 3; }
  static std::uint32_t next(std::uint32_t edge) { return edge % 3 == 2 ? edge - 2 : edge + 1; }
  static std::uint32_t previous(std::uint32_t edge) { return edge % 3 == 0 ? edge + 2 : edge - 1; }
};

/// Which rings are taken.
enum class Region {
  /// The points from which a ray crosses an odd number of edges. Any number of rings in any order and of any orientation,
  /// which may touch themselves and each other at vertices and inside edges; where edges lie on edges, two cancel.
  even_odd,
  /// Ring 0 has all others inside, which do not lie in each other; edges meet at the vertices of their ring alone.
  outline,
};

/// Triangulates the region of rings, by triangles of their vertices alone; of equal vertices they have the one of the
/// lowest index. Signs of orientations and comparisons of coordinates decide, so that the same rings give the same triangles
/// everywhere. O(n log n), and some 60 bytes a vertex beside the result; up to 100 more an edge that crosses one vertical
/// line.
/// @param starts   ring k has the vertices [starts[k], starts[k + 1]); at most 2^24 vertices in all
/// @param options  of a Progress, which may end it: Cancelled
/// @return         false if edges cross, or the rings are no outline; `triangles` are then of no use
template <class T>
bool triangulate(std::span<const BasicVec2<T>> vertices, std::span<const std::uint32_t> starts, Region region,
                 Triangles& triangles, const Options& options);

}  // namespace satchel::outline
