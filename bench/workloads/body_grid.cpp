#include "workloads/body_grid.hpp"

#include <cmath>
#include <numbers>

#include "workloads/shapes.hpp"

namespace satchel_bench {

using satchel::Pair;
using satchel::Pose;

Pose pose_on(const Grid& grid, std::size_t row, std::size_t column, Random& random) {
  const auto coordinate = [&](std::size_t i) {
    return rounded(grid.spacing * static_cast<double>(i) + random.uniform(-grid.jitter, grid.jitter));
  };
  const double x = coordinate(column), y = coordinate(row);
  const double angle = grid.rotated ? random.uniform(0, 2 * std::numbers::pi) : 0.0;
  return {x, y, {rounded(std::cos(angle)), rounded(std::sin(angle))}};
}

std::vector<Pair> neighbours(std::size_t side) {
  std::vector<Pair> pairs;
  pairs.reserve(4 * side * side);
  for (std::size_t row = 0; row < side; ++row) {
    for (std::size_t column = 0; column < side; ++column) {
      const auto at = [&](std::size_t r, std::size_t c) { return static_cast<satchel::BodyId>(r * side + c); };
      const bool right = column + 1 < side, above = row + 1 < side, left = column > 0;
      if (right) pairs.push_back({at(row, column), at(row, column + 1)});
      if (above) pairs.push_back({at(row, column), at(row + 1, column)});
      if (right && above) pairs.push_back({at(row, column), at(row + 1, column + 1)});
      if (left && above) pairs.push_back({at(row, column), at(row + 1, column - 1)});
    }
  }
  return pairs;
}

}  // namespace satchel_bench
