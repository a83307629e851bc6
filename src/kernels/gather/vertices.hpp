// The vertices of polygons, one polygon a lane.
#pragma once

#include <cstddef>

namespace {

/// The vertices of W polygons of up to C vertices each, in columns.
template <class L, std::size_t C>
struct Vertices {
  typename L::Vector x[C], y[C];
};

}  // namespace
