// Bodies on a square grid, and their pairs of neighbours.
#pragma once

#include <cstddef>
#include <vector>

#include <satchel/pose.hpp>
#include <satchel/types.hpp>

#include "workloads/random.hpp"

namespace satchel_bench {

/// Bodies on a square grid. The candidates of each are its neighbours to the right, above, above right and above left.
struct Grid {
  std::size_t side;
  double spacing;
  double jitter;  // largest shift of a coordinate, up or down
  bool rotated;   // by random angles
};

/// A pose near the point of a row and a column.
satchel::Pose pose_on(const Grid& grid, std::size_t row, std::size_t column, Random& random);

/// The pairs of neighbours of a grid with so many rows and columns, grouped by a.
std::vector<satchel::Pair> neighbours(std::size_t side);

}  // namespace satchel_bench
