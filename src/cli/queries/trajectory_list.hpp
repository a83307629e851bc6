// The trajectories of a CSV file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <satchel/types.hpp>

#include "cli/queries/number_table.hpp"

namespace satchel::cli {

struct Trajectory {
  std::uint32_t number;  ///< as in the file
  ShapeId shape;         ///< in the scene
  std::size_t first_row, steps;
};

/// Finds the trajectories in a table with the columns trajectory, shape, x, y, angle: consecutive rows with one number.
/// Throws `Failure` (bad input), by line.
/// @param shapes  the shapes of the scene, by their index in its file
std::vector<Trajectory> find_trajectories(const NumberTable& table, std::span<const ShapeId> shapes);

}  // namespace satchel::cli
