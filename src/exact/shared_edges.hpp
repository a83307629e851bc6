// The edges that two regions share: with the same ends, as offsets, one way or the other. Found by a table of the first ends.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "exact/region.hpp"

namespace satchel::exact {

constexpr std::uint32_t no_edge = 0xffffffff;

template <class T>
class SharedEdges {
 public:
  /// @param edges  of a region whose rings do not touch: each point begins at most one
  explicit SharedEdges(std::span<const RegionEdge<T>> edges) : edges_(edges) {
    std::size_t size = 16;
    while (size < 2 * edges.size()) size *= 2;
    table_.assign(size, no_edge);
    for (std::uint32_t e = 0; e < edges.size(); ++e) {
      std::size_t place = place_of(edges[e].start_x, edges[e].start_y);
      while (table_[place] != no_edge) place = next(place);
      table_[place] = e;
    }
  }

  /// Says for each edge of another region in the same frame which edge it is here, or no_edge.
  std::vector<std::uint32_t> of(const Region<T>& other) const {
    std::vector<std::uint32_t> shared(other.edges.size(), no_edge);
    for (std::size_t ring = 0; ring < other.ring_starts.size(); ++ring) {
      const std::size_t first = other.ring_starts[ring];
      const std::size_t end = ring + 1 < other.ring_starts.size() ? other.ring_starts[ring + 1] : other.edges.size();
      const std::uint32_t at_first = find(other.edges[first].start_x, other.edges[first].start_y);
      std::uint32_t at_start = at_first;
      for (std::size_t e = first; e < end; ++e) {
        const RegionEdge<T>& edge = other.edges[e];
        const std::uint32_t at_end = e + 1 == end ? at_first : find(edge.end_x, edge.end_y);
        if (at_start != no_edge && ends_at(at_start, edge.end_x, edge.end_y)) {
          shared[e] = at_start;
        } else if (at_end != no_edge && ends_at(at_end, edge.start_x, edge.start_y)) {
          shared[e] = at_end;
        }
        at_start = at_end;
      }
    }
    return shared;
  }

 private:
  bool ends_at(std::uint32_t e, T x, T y) const { return edges_[e].end_x == x && edges_[e].end_y == y; }

  /// The edge that begins at a point, or no_edge.
  std::uint32_t find(T x, T y) const {
    for (std::size_t place = place_of(x, y);; place = next(place)) {
      const std::uint32_t e = table_[place];
      if (e == no_edge || (edges_[e].start_x == x && edges_[e].start_y == y)) return e;
    }
  }

  std::size_t next(std::size_t place) const { return (place + 1) & (table_.size() - 1); }
  /// Equal numbers have equal bits, because placing makes no -0.
  std::size_t place_of(T x, T y) const {
    std::uint64_t a = 0, b = 0;
    std::memcpy(&a, &x, sizeof x);
    std::memcpy(&b, &y, sizeof y);
    std::uint64_t hash = a * 0x9e3779b97f4a7c15u ^ b * 0xc2b2ae3d27d4eb4fu;
    hash ^= hash >> 29;
    return (hash * 0xbf58476d1ce4e5b9u >> 32) & (table_.size() - 1);
  }

  std::span<const RegionEdge<T>> edges_;
  std::vector<std::uint32_t> table_;  ///< at least half of it no_edge
};

}  // namespace satchel::exact
