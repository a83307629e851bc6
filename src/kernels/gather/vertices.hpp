// The vertices of polygons, one polygon a lane.
#pragma once

#include <cstddef>

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

  typename L::Vector x[most], y[most];
  std::size_t count;  ///< vertices_of the class
};

}  // namespace
