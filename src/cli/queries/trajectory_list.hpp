// The trajectories of a CSV file, in groups of nearly equal length for `first_hits`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <satchel/first_hits.hpp>
#include <satchel/pose.hpp>
#include <satchel/types.hpp>

#include "cli/queries/number_table.hpp"

namespace satchel::cli {

struct Trajectory {
  std::uint32_t number;  ///< as in the file
  ShapeId shape;         ///< in the scene
  std::size_t first_row, steps;
};

/// Trajectories padded to a common number of steps; at the added steps they are absent.
struct TrajectoryGroup {
  std::vector<std::size_t> members;  ///< indices of the trajectories
  std::vector<ShapeId> shapes;
  std::vector<Pose> poses;
  std::vector<std::uint8_t> present;
  std::size_t steps = 0;

  [[nodiscard]] Trajectories trajectories() const { return {shapes, poses, steps, present}; }
};

/// Finds the trajectories in a table with the columns trajectory, shape, x, y, angle: consecutive rows with one number.
/// Throws `Failure` (bad input), by line.
/// @param shapes  the shapes of the scene, by their index in its file
std::vector<Trajectory> find_trajectories(const NumberTable& table, std::span<const ShapeId> shapes);

/// Groups trajectories whose longest is less than twice as long as the shortest, so that padding at most doubles them.
/// @param poses  one a row of the table
std::vector<TrajectoryGroup> group_trajectories(std::span<const Trajectory> trajectories, std::span<const Pose> poses);

}  // namespace satchel::cli
