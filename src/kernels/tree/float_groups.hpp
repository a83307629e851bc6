// Converts groups of boxes to floats in the frame of a tree.
#pragma once

#include <cstddef>

#include "format/tree_layout.hpp"

namespace {

using satchel::kernels::BoxGroup;
using satchel::kernels::FloatGroup;
using satchel::kernels::TreeFrame;

/// Writes the floats of `count` groups, rounded outward. Plain loops, of which the compiler makes vectors.
void to_floats(const BoxGroup* groups, std::size_t count, const TreeFrame& frame, FloatGroup* floats) {
  const TreeFrame f = frame;
  for (std::size_t g = 0; g < count; ++g) {
    for (unsigned i = 0; i < satchel::kernels::group_width; ++i) {
      const satchel::kernels::FloatBox box =
          f.outward({groups[g].min_x[i], groups[g].min_y[i], groups[g].max_x[i], groups[g].max_y[i]});
      floats[g].min_x[i] = box.min_x;
      floats[g].min_y[i] = box.min_y;
      floats[g].max_x[i] = box.max_x;
      floats[g].max_y[i] = box.max_y;
    }
  }
}

}  // namespace
