// The vertices of polygons, one polygon a lane.
#pragma once

#include <cstddef>

namespace {

/// The vertices of W polygons of up to C vertices each, in columns.
template <class L, std::size_t C>
struct Vertices {
  typename L::Vector x[C], y[C];
};

/// The same of one lane class that is known at run time: for kernels that run rarely, so that one instance serves all.
template <class L>
struct VertexColumns {
  static constexpr std::size_t most = 16;

  typename L::Vector x[most], y[most];
  std::size_t count;  ///< vertices_of the class
};

}  // namespace
