// The vertices of polygons, one polygon a lane.
#pragma once

#include <cstddef>

#include "format/layout.hpp"

namespace {

/// The vertices of W polygons of up to C vertices each, in columns.
template <class L, std::size_t C>
struct Vertices {
  typename L::Vector x[C], y[C];
};

/// Vertices of a lane class that is known at run time, so that a kernel that runs rarely needs one instance for all
/// classes.
template <class L>
struct VertexColumns {
  static constexpr std::size_t most = 16;
  static_assert(most == satchel::kernels::vertices_of(satchel::kernels::lane_class_count - 1));

  typename L::Vector x[most], y[most];
  std::size_t count;  ///< vertices_of the class
};

template <class L>
constexpr unsigned all_lanes_of = (1u << L::width) - 1;

/// The number of slots to look at in blocks of W polygons; the slots behind are padding in all of them. Nine vertices
/// in blocks of 16 then take half of the edges; blocks of up to eight are not searched.
template <class L>
SATCHEL_INLINE std::size_t used_vertices(const VertexColumns<L>& vertices) {
  std::size_t used = vertices.count;
  while (used > 8 && L::bits(L::both(vertices.x[used - 1] == vertices.x[0], vertices.y[used - 1] == vertices.y[0])) ==
                         all_lanes_of<L>) {
    --used;
  }
  return used;
}

}  // namespace
